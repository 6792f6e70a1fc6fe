// The README's promise, as it is made: `git clone`, then `npm start`, as root in a folder that only root can enter, and
// as a normal user in a folder whose name has spaces.

import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { ensureSystemUser, freePort } from '@chaba/embedded-postgres';

import { ROOT } from '#ops/core/root';

type Person = { readonly uid?: number; readonly gid?: number };

const START_WITHIN_MS = 900_000;
const STOP_WITHIN_MS = 60_000;
const isRoot = process.getuid?.() === 0;

/** Clones the last commit into a folder of this person; `mode` is that of the folder around it. */
function cloneInto(name: string, mode: number, { uid, gid }: Person): string {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-clone-'));
  after(() => fs.rmSync(home, { recursive: true, force: true }));
  fs.chmodSync(home, mode);
  const folder = path.join(home, name);
  execFileSync('git', ['clone', '--quiet', ROOT, folder], { stdio: 'inherit' });
  if (uid !== undefined && gid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, home]);
  return folder;
}

async function startAndStop(folder: string, person: Person): Promise<void> {
  const [port, sandboxPort, officePort] = [await freePort(), await freePort(), await freePort()];
  const home = path.dirname(folder);
  // The machine's own Node and npm, and no setting of this test run.
  const { PATH = '' } = process.env;
  const child: ChildProcess = spawn('npm', ['start'], {
    cwd: folder,
    ...person,
    env: {
      PATH: PATH.split(':')
        .filter((place) => !place.startsWith(ROOT))
        .join(':'),
      HOME: home,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      BACK_OFFICE_PORT: String(officePort),
      DEMO_HISTORY: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A terminal sends Ctrl-C to all processes of the command.
    detached: true,
  });
  const { pid } = child;
  assert.ok(pid !== undefined);
  const signal = (name: NodeJS.Signals): void => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, name);
  };
  after(() => signal('SIGTERM'));
  let output = '';
  child.stdout?.on('data', (part: Buffer) => (output += part.toString()));
  child.stderr?.on('data', (part: Buffer) => (output += part.toString()));
  for (const until = Date.now() + START_WITHIN_MS; !output.includes('Ctrl-C stops everything'); await sleep(200)) {
    assert.ok(child.exitCode === null && Date.now() < until, output);
  }
  const [page, bank] = await Promise.all(
    [`http://localhost:${port}/`, `http://localhost:${sandboxPort}/bank`].map((url) => fetch(url)),
  );
  assert.deepEqual([page?.status, bank?.status], [200, 200]);
  assert.match((await page?.text()) ?? '', /<div id="root"/);
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(STOP_WITHIN_MS) });
  signal('SIGINT');
  await ended;
  await assert.rejects(fetch(`http://localhost:${port}/healthz`));
}

test('starts in a folder that only root can enter, as root', async (t) => {
  if (!isRoot) {
    t.diagnostic('This is no root: the folder that only root can enter was not tried.');
    return;
  }
  await startAndStop(cloneInto('chaba', 0o700, {}), {});
});

test('starts in a folder with spaces, as a normal user', async () => {
  const user = ensureSystemUser('chaba-sandbox');
  const person: Person = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  await startAndStop(cloneInto('a folder with spaces', 0o755, person), person);
});
