// npm run bench -- start: how long npm start takes from nothing and with its data, built and installed, beside the
// least that any program of Node takes on the same machine. Fails over a limit.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { freePort } from '@chaba/embedded-postgres';

import { ROOT } from '#ops/core/root';

const LIMITS_MS = { 'with an empty data folder': 15_000, 'with its data': 5_000 } as const;
const READY = 'Ctrl-C stops everything';
const turns = Number(process.argv[2] ?? 3);

async function measureStart(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, 'apps/ops/src/main.ts'), 'start'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      BACK_OFFICE_PORT: String(await freePort()),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const part of child.stdout) {
    output += String(part);
    if (output.includes(READY)) break;
  }
  const took = performance.now() - startedAt;
  if (!output.includes(READY)) throw new Error(`npm start did not print "${READY}":\n${output}`);
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
  return took;
}

async function measureEmptyStart(): Promise<number> {
  const startedAt = performance.now();
  await once(spawn(process.execPath, ['-e', '0']), 'exit');
  return performance.now() - startedAt;
}

const samples = new Map<string, number[]>();
const recordSample = (name: string, ms: number): void => {
  samples.set(name, [...(samples.get(name) ?? []), ms]);
};
for (let turn = 0; turn < turns; turn += 1) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-bench-start-'));
  fs.chmodSync(home, 0o755);
  const dataDir = path.join(home, 'data');
  recordSample('node -e 0', await measureEmptyStart());
  recordSample('with an empty data folder', await measureStart(dataDir));
  recordSample('with its data', await measureStart(dataDir));
  fs.rmSync(home, { recursive: true, force: true });
}
console.log('| npm start | median, s | all | limit, s |\n|---|---|---|---|');
for (const [name, all] of samples) {
  const middle = all.toSorted((one, other) => one - other)[all.length >> 1] ?? Number.NaN;
  const limit = Object.entries(LIMITS_MS).find(([what]) => what === name)?.[1];
  const seconds = (ms: number): string => String(Math.round(ms / 10) / 100);
  console.log(`| ${name} | ${seconds(middle)} | ${all.map(seconds).join(', ')} | ${limit ? seconds(limit) : ''} |`);
  if (limit !== undefined && !(middle <= limit)) process.exitCode = 1;
}
