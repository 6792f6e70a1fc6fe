// Load of the live tables: many pages subscribe to every table of a studio in its own process, for a while at the usual
// length of rounds. Prints the delay of events and the processor share of the studio, and fails above its limits.
//
// Always true: a delay is from the clock in the event to its arrival, on one machine and one clock. The processor share
// is of one core, from /proc (Linux).

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';

import { freePort } from '@chaba/embedded-postgres';
import { tableRules } from '#studio/games/tables/rules/all';
import { startStudio } from '#testing/product/studio-process';

const [listeners = 200, seconds = 60] = process.argv.slice(2).map(Number);
const DELAY_MS_MAX = 250;
const PROCESSOR_PERCENT_MAX = 30;
const TICKS_PER_SECOND = 100;

const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'chaba-bench-'));
const sandbox = await startStudio({ port, dataDir, walletUrl: address, secret: 'sandbox-secret' });
const delays = new Map<string, number[]>(tableRules.map(({ gameCode }) => [gameCode, []]));
let isCounting = false;
const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY });
for (const { gameCode } of tableRules) {
  await Promise.all(Array.from({ length: listeners }, () => listen(gameCode)));
}
isCounting = true;
const [usedBefore, startedAt] = [readProcessorSeconds(sandbox.pid()), performance.now()];
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
const elapsed = (performance.now() - startedAt) / 1_000;
const percent = Math.round(((readProcessorSeconds(sandbox.pid()) - usedBefore) / elapsed) * 1_000) / 10;
isCounting = false;
agent.destroy();
await sandbox.stop();
rmSync(dataDir, { recursive: true, force: true });

const all = [...delays.values()].flat();
const worstTable = Math.max(...[...delays.values()].map((ofTable) => at(ofTable, 0.99)));
console.log(`tables ${tableRules.length}, listeners of each ${listeners}, ${seconds} s, events ${all.length}`);
console.log(
  `delay p50 ${at(all, 0.5)} ms, p99 ${at(all, 0.99)} ms, of the worst table ${worstTable} ms, worst ${at(all, 1)} ms; ` +
    `processor ${percent} % of a core`,
);
const faults = [
  // Without an event of a table the delay is no number.
  ...(worstTable <= DELAY_MS_MAX ? [] : [`p99 of the worst table: ${worstTable} ms, at most ${DELAY_MS_MAX}`]),
  ...(percent <= PROCESSOR_PERCENT_MAX ? [] : [`processor: ${percent} %, at most ${PROCESSOR_PERCENT_MAX}`]),
];
for (const fault of faults) console.error(`too slow: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** The delay that this share of the events stays within. */
function at(ofEvents: readonly number[], share: number): number {
  const sorted = ofEvents.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function readProcessorSeconds(pid: number | undefined): number {
  const fields =
    readFileSync(`/proc/${pid ?? 0}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resolves after the first event. */
function listen(gameCode: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${address}/studio/v1/tables/${gameCode}/events`, { agent }, (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (chunk: string) => {
        text += chunk;
        const events = text.split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          const sentAt = Number(/"nowMs":(\d+)/.exec(event)?.[1]);
          if (isCounting && Number.isFinite(sentAt)) delays.get(gameCode)?.push(Date.now() - sentAt);
        }
        resolve();
      });
      response.on('error', () => undefined);
    });
    request.on('error', reject);
  });
}
