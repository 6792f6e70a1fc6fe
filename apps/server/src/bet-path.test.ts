// The path of a bet through the code, measured while one is placed over HTTP: the files that it enters from its route
// to its commit, and the hand-overs between them.
//
// The count has the files of the modules `providers` and `wallet`, which carry every command, and one for each other
// module that they call, as for a package; core and http, which receives the request, are not counted. A hand-over is a
// call or a return value between two steps of the drawing in docs/architecture.md.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import path from 'node:path';
import { test } from 'node:test';

import { baht } from '@chaba/money';

import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';
import { authenticateSession, callWallet } from '#testing/wallet-commands';

const FILES_MAX = 10;
const HAND_OVERS_MAX = 8;
const CARRIERS = new Set(['providers', 'wallet']);
const ROOT = path.join(import.meta.dirname, '../../..');

const app = await buildTestApp();

/** The files of the server's modules with a function that ran, and one name for each module that only contributes. */
function listEntered(coverage: readonly Profiler.ScriptCoverage[]): string[] {
  const entered = new Set<string>();
  for (const { url, functions } of coverage) {
    const [, module = '', file = ''] = /\/server\/src\/modules\/([^/]+)\/(.+)$/.exec(url) ?? [];
    const hasRun = functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0);
    if (module === '' || file.endsWith('.test.ts') || !hasRun) continue;
    entered.add(CARRIERS.has(module) ? `${module}/${file}` : module);
  }
  return [...entered].toSorted();
}

/** Places a bet; the first one fills the caches. */
async function measureBet(): Promise<string[]> {
  const member = await createMember(app.database, app.chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const named = { playerId: member.playerId, token, gameCode: 'test-slot', currency: 'THB', amount: '1' };
  assert.equal((await callWallet(app, 'bet', { ...named, roundId: 'r1', txId: 'b1' })).code, 'OK');
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const second = await callWallet(app, 'bet', { ...named, roundId: 'r2', txId: 'b2' });
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  assert.deepEqual([second.code, second['balanceAfter']], ['OK', '98.0000']);
  return listEntered(result);
}

const entered = await measureBet();

test('places a bet through at most 10 files', () => {
  assert.ok(entered.length <= FILES_MAX, `a bet enters ${entered.length} files: ${entered.join(', ')}`);
});

test('draws the entered files in the architecture, with at most 8 hand-overs', () => {
  const document = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
  const [, drawing = ''] = /## A bet from route to commit[^]*?```\n([^]*?)```/.exec(document) ?? [];
  const drawn = [...drawing.matchAll(/(?:providers|wallet)\/[\w./-]+\.ts/g)].map(([file]) => file);
  assert.deepEqual(
    [...new Set(drawn)].toSorted(),
    entered.filter((name) => name.includes('/')),
  );
  const numbers = [...drawing.matchAll(/[┐┤┘] (\d+) /g)].map(([, number]) => Number(number));
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
  );
  assert.ok(numbers.length > 0 && numbers.length <= HAND_OVERS_MAX);
});
