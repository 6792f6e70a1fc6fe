// npm run prove -- mutations [--minutes N] [--only NAME]: undoes one correction of a money rule at a time and runs the
// hunter on it.
//
//     copy of the server ─▶ one text replaced ─▶ written stories ─▶ hunter until its first finding, or N minutes
//
// Without --minutes 10 minutes; 0: written stories only. A story that also shows a finding without the mutation does
// not count, and the hunter goes on behind it.
//
// Exit code 1 when a mutation was not found. Each replacement must match its file exactly once, so a mutation that no
// longer matches the code is an error.
//
// See also: the mutations (mutations.ts), the hunter (testing/oracle/main.ts), the last run (docs/hunt/mutations.md).

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { parseArgs } from 'node:util';

import { ROOT } from '@chaba/ops/core/root';

import { type MoneyMutation, moneyMutations } from './mutations.ts';

/** `seed`: of a random story; the title of a written one. */
type Outcome = { readonly family: string; readonly seed: string; readonly seconds: number };

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '20261122' },
    only: { type: 'string' },
  },
});

/** The workspaces that a copy has of its own; the others and the installed packages are shared. */
const COPIED: Readonly<Record<string, string>> = { server: 'apps/server', testing: 'testing' };

/** Copies the repository as far as the hunter needs it. */
function copyServer(): string {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'chaba-mutation-'));
  for (const name of Object.values(COPIED)) {
    fs.cpSync(path.join(ROOT, name), path.join(folder, name), {
      recursive: true,
      filter: (source) => path.basename(source) !== 'node_modules',
    });
  }
  const [from, to] = [path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules')];
  fs.mkdirSync(path.join(to, '@chaba'), { recursive: true });
  const link = (name: string, target: string): void => fs.symlinkSync(target, path.join(to, name));
  for (const name of fs.readdirSync(from)) if (name !== '@chaba') link(name, path.join(from, name));
  for (const name of fs.readdirSync(path.join(from, '@chaba'))) {
    const own = COPIED[name];
    link(`@chaba/${name}`, own === undefined ? path.join(from, '@chaba', name) : path.join(folder, own));
  }
  return folder;
}

function mutate(folder: string, { file, find, replace }: MoneyMutation): void {
  const place = path.join(folder, 'apps/server/src/modules', file);
  const source = fs.readFileSync(place, 'utf8');
  if (source.split(find).length !== 2) throw new Error(`${file} must contain exactly once: ${find}`);
  fs.writeFileSync(
    place,
    source.replace(find, () => replace),
  );
}

/** Hunts in this folder until the first finding that the code without the mutation does not have. */
async function hunt(folder: string): Promise<Outcome | undefined> {
  const written = await runHunter(folder, ['--written']);
  if (written) return written;
  const end = performance.now() + Number(values.minutes) * 60_000;
  let { seed } = values;
  for (;;) {
    const minutes = (end - performance.now()) / 60_000;
    if (minutes <= 0) return undefined;
    const outcome = await runHunter(folder, ['--minutes', String(minutes), '--seed', seed]);
    if (!outcome || !(await runHunter(ROOT, ['--stories', '1', '--seed', outcome.seed]))) {
      return (
        outcome && { ...outcome, seconds: Math.round(Number(values.minutes) * 60 - minutes * 60 + outcome.seconds) }
      );
    }
    seed = String(Number(outcome.seed) + 1);
  }
}

function runHunter(folder: string, options: readonly string[]): Promise<Outcome | undefined> {
  const child = spawn(process.execPath, [path.join(folder, 'testing/oracle/main.ts'), ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let family = '';
    let outcome: Outcome | undefined;
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      family = /^([a-z-]+): /.exec(line)?.[1] ?? family;
      const title = /^ +written "(.*)"$/.exec(line)?.[1];
      if (title !== undefined) outcome = { family, seed: `written: ${title}`, seconds: 0 };
      const found = /^ +seed (\d+) .*after (\d+) s/.exec(line);
      if (!found || outcome) return;
      outcome = { family, seed: found[1] ?? '', seconds: Number(found[2]) };
      child.kill();
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (outcome || code === 0) resolve(outcome);
      else reject(new Error(`the hunter ended with ${code}`));
    });
  });
}

console.log('| Mutation | File | Found as | After | Seed |\n|---|---|---|---|---|');
let missed = 0;
for (const mutation of moneyMutations) {
  if (values.only !== undefined && mutation.name !== values.only) continue;
  const folder = copyServer();
  try {
    mutate(folder, mutation);
    const outcome = await hunt(folder);
    if (!outcome) missed += 1;
    const found = outcome
      ? `${outcome.family} | ${outcome.seconds} s | ${outcome.seed}`.replace('| 0 s |', '| – |')
      : `**not found** | ${values.minutes} min | ${values.seed}`;
    console.log(`| ${mutation.name} | \`${mutation.file}\` | ${found} |`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
process.exitCode = missed > 0 ? 1 : 0;
