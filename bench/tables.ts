// Load of the live tables: many pages subscribe to every table of a studio in its own process, for a while at the usual
// length of rounds. Prints the delay of events and the processor share of the studio.
//
// Always true: a delay is from the clock in the event to its arrival, on one machine and one clock. The processor share
// is of one core, from /proc (Linux).

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';

import { freePort } from '@chaba/database/embedded';
import { tableRules } from '#studio/tables/rules/all';
import { startStudio } from '#scripts/studio-process';

const [listeners = 200, seconds = 60] = process.argv.slice(2).map(Number);
const DELAY_MS_MAX = 250;
const PROCESSOR_PERCENT_MAX = 30;
const TICKS_PER_SECOND = 100;

const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'chaba-bench-'));
const sandbox = await startStudio({ port, dataDir, walletUrl: address, secret: 'sandbox-secret' });
const delays: number[] = [];
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

delays.sort((one, other) => one - other);
const at = (share: number): number =>
  delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN;
console.log(`tables ${tableRules.length}, listeners of each ${listeners}, ${seconds} s, events ${delays.length}`);
console.log(`delay p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms; processor ${percent} % of a core`);
process.exitCode = delays.length > 0 && at(0.99) <= DELAY_MS_MAX && percent <= PROCESSOR_PERCENT_MAX ? 0 : 1;

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
          if (isCounting && Number.isFinite(sentAt)) delays.push(Date.now() - sentAt);
        }
        resolve();
      });
      response.on('error', () => undefined);
    });
    request.on('error', reject);
  });
}
