// How long the live table takes to tell everybody: many pages listen to a studio that is a process of its own, for a
// few rounds.
//
// Always true: the time is from the clock in the event to its arrival, on one machine and one clock, as a page would
// see it.

import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';

import { freePort } from '@chaba/database/embedded';

import { startStudio } from '#scripts/studio-process';

const [listeners = 500, rounds = 4] = process.argv.slice(2).map(Number);
const ROUND_MS = 2_000;
const LIMIT_MS = 250;

const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'chaba-bench-'));
const sandbox = await startStudio({
  port,
  dataDir,
  walletUrl: address,
  secret: 'sandbox-secret',
  settings: { STUDIO_ROUND_MS: String(ROUND_MS) },
});
const times: number[] = [];
let isCounting = false;
const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY });
await Promise.all(Array.from({ length: listeners }, listen));
isCounting = true;
await new Promise((resolve) => setTimeout(resolve, ROUND_MS * rounds));
agent.destroy();
await sandbox.stop();
rmSync(dataDir, { recursive: true, force: true });

times.sort((one, other) => one - other);
const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
console.log(`listeners ${listeners}, events ${times.length}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`);
process.exitCode = times.length > 0 && at(0.99) <= LIMIT_MS ? 0 : 1;

/** Resolves after the first event. */
function listen(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${address}/studio/v1/tables/baccarat/events`, { agent }, (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (chunk: string) => {
        text += chunk;
        const events = text.split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          const sentAt = Number(/"nowMs":(\d+)/.exec(event)?.[1]);
          if (isCounting && Number.isFinite(sentAt)) times.push(Date.now() - sentAt);
        }
        resolve();
      });
      response.on('error', () => undefined);
    });
    request.on('error', reject);
  });
}
