// Two versions on one database: this checkout and the commit before the newest migration, started in either order.
// Members bet at one and win at the other, so every round passes through both. A call that is answered "try again" is
// repeated with its id, as providers do.
//
// VERSIONS_MINUTES=30 runs each order for half an hour (2 minutes otherwise); VERSIONS_OTHER names another commit.
// After a commit whose migrations were written anew (decision 0124), no database serves both: nothing is compared.
//
// Elsewhere: rolling restarts of one version (roll.idle.heavy.test.ts), what a migration may change
// (packages/database/src/migration-rules.test.ts).

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { baht } from '@chaba/money';
import { auditAll } from '@chaba/server/modules/audit';
import { createGameSession, createMember, createSites } from '@chaba/server/testing/factories';
import { callWalletAt, startServerProcess } from '@chaba/server/testing/server-process';

import { ROOT } from '@chaba/ops/core/root';

const MINUTES = Number(process.env['VERSIONS_MINUTES'] ?? 2);
const PLAYERS = 32;
const REPEAT_MS = 200;
/** After the end of the play. */
const REPEAT_WITHIN_MS = 30_000;
const TRY_AGAIN = /answered 500 TEMPORARY_ERROR$/;
const SETTINGS = { CHABA_JOBS: 'on', CHABA_TEST_KEY: 'on' };

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

function findOther(): string {
  const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'packages/database/migrations');
  return git('rev-parse', '--short', process.env['VERSIONS_OTHER'] ?? `${newest}^`);
}

/** Whether this checkout has every migration of the commit unchanged. */
function continuesMigrationsOf(commit: string): boolean {
  const list = (of: string): string[] => git('ls-tree', `${of}:packages/database/migrations`).split('\n');
  const own = list('HEAD');
  return list(commit).every((file) => own.includes(file));
}

/** Checks the other commit out and installs its packages. */
function checkOutOther(commit: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-version-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  execFileSync('git', ['clone', '--quiet', '--no-checkout', ROOT, folder]);
  execFileSync('git', ['checkout', '--quiet', '--detach', git('rev-parse', commit)], { cwd: folder });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
  return folder;
}

const commit = findOther();
const isComparable = continuesMigrationsOf(commit);
const folder = isComparable ? checkOutOther(commit) : '';
if (!isComparable) {
  console.log(`The migrations were written anew after ${commit}: there are no two versions to compare.`);
}

for (const order of isComparable ? (['older first', 'newer first'] as const) : []) {
  test(`loses no call while two versions serve one database, ${order}`, async (t) => {
    const database = await testDatabase();
    const { chaba } = await createSites(database);
    const urls: string[] = [];
    const folders = [folder, undefined];
    for (const of of order === 'older first' ? folders : folders.toReversed()) {
      urls.push((await startServerProcess(database.url, SETTINGS, of)).url);
    }
    const failures = new Map<string, number>();
    let calls = 0;
    let repeated = 0;
    const until = Date.now() + MINUTES * 60_000;
    const play = async (place: number): Promise<void> => {
      const member = await createMember(database, chaba, { money: baht(100_000) });
      const token = await createGameSession(database, member);
      for (let round = 0; Date.now() < until; round += 1) {
        const roundId = `${member.id}-${round}`;
        const body = { playerId: member.playerId, gameCode: 'test-slot', roundId, amount: '1', currency: 'THB' };
        for (const [turn, operation] of (['bet', 'win'] as const).entries()) {
          const more = operation === 'bet' ? { token } : { roundClosed: true };
          const url = urls[(place + round + turn) % urls.length] ?? '';
          const call = (): Promise<string> =>
            callWalletAt(url, operation, { ...body, ...more, txId: `${roundId}-${operation}` }).then(
              (reply) => reply.code,
              String,
            );
          let code = await call();
          for (; TRY_AGAIN.test(code) && Date.now() < until + REPEAT_WITHIN_MS; code = await call()) {
            repeated += 1;
            await sleep(REPEAT_MS);
          }
          calls += 1;
          if (code !== 'OK') failures.set(code, (failures.get(code) ?? 0) + 1);
        }
      }
    };
    await Promise.all(Array.from({ length: PLAYERS }, (_, place) => play(place)));
    t.diagnostic(
      `${commit} beside ${git('rev-parse', '--short', 'HEAD')}: ${calls} calls in ${MINUTES} min, ${repeated} repeated`,
    );
    assert.deepEqual(Object.fromEntries(failures), {});
    const { count } = await database.one<{ count: bigint }>(sql`select count(*) as count from wallet_transaction`);
    assert.equal(Number(count), calls, 'every call is written once');
    assert.deepEqual(await auditAll(database, { siteId: chaba.id, isTest: true }), []);
    assert.equal(repeated, 0, 'no call is answered "try again"');
  });
}
