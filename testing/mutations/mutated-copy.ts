// A copy of the server for mutations, and the hunter that runs on it.
//
// Always true: the checkout is not changed.
//
// Elsewhere: the mutations (mutations.ts), the hunter (testing/oracle/main.ts).

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import readline from 'node:readline';

import { ROOT } from '@chaba/ops/core/root';

import type { MoneyMutation } from './mutations.ts';

/** `seed`: of a random story; the title of a written one. */
export type Outcome = { readonly family: string; readonly seed: string; readonly seconds: number };

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

/** A copy in which one mutation at a time is planted. */
export class ServerCopy {
  readonly folder = copyServer();

  /** Runs `work` while the mutation is planted; its text must be in its file exactly once. */
  async withMutation<Result>(
    { file, find, replace }: MoneyMutation,
    work: (folder: string) => Promise<Result>,
  ): Promise<Result> {
    const place = path.join(this.folder, 'apps/server/src/modules', file);
    const source = fs.readFileSync(place, 'utf8');
    if (source.split(find).length !== 2) throw new Error(`${file} must contain exactly once: ${find}`);
    fs.writeFileSync(
      place,
      source.replace(find, () => replace),
    );
    try {
      return await work(this.folder);
    } finally {
      fs.writeFileSync(place, source);
    }
  }

  delete(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Runs the hunter of a folder with options of its command; returns the first finding. Rejects if the hunter ends
 * without a result.
 */
export function runHunter(folder: string, options: readonly string[]): Promise<Outcome | undefined> {
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
