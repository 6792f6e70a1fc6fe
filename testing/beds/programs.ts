// Programs that a test runs to their end.
//
// Elsewhere: processes that serve meanwhile (apps/ops/src/start/services.ts, alert-bed.ts).

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { ROOT } from '@chaba/ops/core/root';

export type Ended = {
  /** The exit code; null after a signal. */
  readonly code: number | null;
  /** Both streams, in the order of their parts. */
  readonly output: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a script, named from the root, with the changed environment of this process. */
export async function runScript(script: string, words: readonly string[], changed: Environment = {}): Promise<Ended> {
  const child = spawn(process.execPath, [path.join(ROOT, script), ...words], {
    cwd: ROOT,
    env: { ...process.env, ...changed },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: parts.join('') };
}

/** Runs a command of the installation by its words, such as `ops status`, as `chaba` does in a release. */
export function runChaba(words: readonly string[], changed: Environment = {}): Promise<Ended> {
  return runScript('apps/ops/src/main.ts', words, changed);
}

/** Runs a command of the installation that must end with code 0; returns what it printed. */
export async function succeedChaba(words: readonly string[], changed: Environment = {}): Promise<string> {
  const { code, output } = await runChaba(words, changed);
  assert.equal(code, 0, `chaba ${words.join(' ')}: ${output}`);
  return output;
}

/** Runs a program of this machine that must end with code 0; returns its standard output. */
export function succeed(program: string, ...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8', cwd: '/' });
  assert.equal(status, 0, `${program} ${words.join(' ')}: ${String(error)} ${stdout} ${stderr}`);
  return stdout;
}

/** Runs a program as the user of Debian's PostgreSQL. */
export function succeedAsPostgres(program: string, ...words: string[]): string {
  return succeed('runuser', '-u', 'postgres', '--', program, ...words);
}
