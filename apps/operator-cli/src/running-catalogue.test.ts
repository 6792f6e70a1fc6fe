// Changes of a catalogue beside two running processes, and a command that is killed.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { listWaiting, testDatabase } from '@chaba/database/testing';
import { isVerifying } from '@chaba/testing/extent';
import { repeatWalletCall } from '@chaba/testing/product/repeat-wallet-call';
import { pollUntil } from '@chaba/testing/product/until';
import { audit, getBalances } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { chart } from '@chaba/server/core/chart-of-accounts';
import { createMember, createSites } from '@chaba/server/testing/factories';
import { callWalletAt, startServerProcess } from '@chaba/server/testing/server-process';

import { openOperatorOnce } from './testing/run-operator.ts';

/** A second is the promise, measured where nothing else runs. */
const SEEN_WITHIN_MS = isVerifying ? 1_000 : 60_000;
const database = await testDatabase();
const { chaba: site } = await createSites(database);
const processes = await Promise.all([startServerProcess(database.url), startServerProcess(database.url)]);
const run = openOperatorOnce(database);
const because = ['--reason', 'contract 12'] as const;
const folder = mkdtempSync(path.join(os.tmpdir(), 'chaba-games-'));

async function operator(...words: readonly string[]): Promise<void> {
  const { code, err } = await run(...words, ...because);
  assert.equal(code, 0, err);
}

async function launch(url: string, token: string, ch: string, gameCode: string) {
  const answer = await fetch(`${url}/game-composite/v1/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': site.apiKey, 'api-auth': token },
    body: JSON.stringify({ ch, gameType: 'EGAMES', gameCode }),
  });
  assert.ok(answer.status < 500, `a launch was answered ${answer.status}`);
  return (await answer.json()) as { code?: string; data?: { url: string; launchToken: string } };
}

type Body = Readonly<Record<string, unknown>>;

/** Makes a call, repeated when it was given up; a body that holds for one call is made by a function. */
async function callUntilAnswered(url: string, operation: string, body: Body | (() => Promise<Body>)) {
  const { answer } = await repeatWalletCall(async () => {
    const sent = typeof body === 'function' ? await body() : body;
    return callWalletAt(url, operation, sent).catch((error: unknown) => {
      if (String(error).includes('TEMPORARY_ERROR')) return { code: 'TEMPORARY_ERROR', token: '' };
      throw error;
    });
  });
  return answer;
}

let bets = 0;
/** Members who play at both processes until stopped: each call is answered, and its code is kept. */
async function play(url: string) {
  const member = await createMember(database, site, { money: baht(500) });
  const { token } = await callUntilAnswered(url, 'authenticate', async () => {
    const { data } = await launch(url, member.token, 'test', 'test-slot');
    return { token: data?.launchToken };
  });
  const call = { playerId: member.playerId, gameCode: 'test-slot', currency: 'THB' };
  return {
    member,
    async bet() {
      bets += 1;
      const round = { ...call, roundId: `r${bets}` };
      const { code } = await callUntilAnswered(url, 'bet', {
        ...round,
        token,
        txId: `b-${round.roundId}`,
        amount: '1',
      });
      return {
        code,
        win: () =>
          callUntilAnswered(url, 'win', { ...round, txId: `w-${round.roundId}`, amount: '2', roundClosed: true }),
      };
    },
  };
}

function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  return pollUntil(isTrue, {
    message: `${what} within ${SEEN_WITHIN_MS} ms`,
    timeoutMs: SEEN_WITHIN_MS,
    intervalMs: 0,
  });
}

test('shows a provider that is added, changed and closed in every process, and no call fails', async () => {
  const players = await Promise.all(processes.map(({ url }) => play(url)));
  const end = new AbortController();
  const codes = new Set<string>();
  const playing = players.map(async ({ bet }) => {
    while (!end.signal.aborted) {
      const { code, win } = await bet();
      codes.add(code);
      if (code === 'OK') assert.equal((await win()).code, 'OK');
    }
  });
  const { member } = players[0] ?? assert.fail();
  const see = (what: string, isSeen: (answer: Awaited<ReturnType<typeof launch>>) => boolean) =>
    Promise.all(
      processes.map(({ url }) => waitUntil(what, async () => isSeen(await launch(url, member.token, 'mali', 'fruit')))),
    );

  const address = 'launch=https://play.mali.example/{game}?t={token}';
  const terms = ['protocol=chaba', 'name=มะลิ', 'category=EGAMES', 'image=/art/tiles/kite-teal.avif', address];
  await operator('add-provider', 'mali', ...terms);
  const file = path.join(folder, 'one.csv');
  writeFileSync(file, 'code,name,image\nfruit,ผลไม้,/art/tiles/kite-teal.avif\n');
  await operator('import-games', 'mali', file);
  await see(
    'the added provider launches',
    ({ data }) => data?.url.startsWith('https://play.mali.example/fruit?t=') === true,
  );
  await operator('set-provider', 'mali', 'launch=https://new.mali.example/{game}?t={token}');
  await see(
    'the changed address opens',
    ({ data }) => data?.url.startsWith('https://new.mali.example/fruit?t=') === true,
  );
  await operator('provider', 'mali', 'closed');
  await see('the closed provider launches nothing', ({ code }) => code === 'GAME_IN_MAINTENANCE');

  const open = await Promise.all(players.map(({ bet }) => bet()));
  assert.ok(open.every(({ code }) => code === 'OK'));
  await operator('provider', 'test', 'closed');
  await Promise.all(players.map(({ bet }) => waitUntil('a bet is rejected', async () => (await bet()).code !== 'OK')));
  end.abort();
  await Promise.all(playing);
  assert.deepEqual(codes, new Set(['OK', 'PLAYER_LOCKED']));
  for (const { win } of open) assert.equal((await win()).code, 'OK');
  await operator('provider', 'test', 'open');
  await Promise.all(players.map(({ bet }) => waitUntil('a bet is taken', async () => (await bet()).code === 'OK')));
});

test('pays the win of a round whose game left the catalogue, and takes no stake of it', async () => {
  const [{ url }] = processes;
  const { member, bet } = await play(url);
  const { code, win } = await bet();
  assert.equal(code, 'OK');
  await database.owner.execute(sql`
    with changed as (update site set catalogue_version = gen_random_uuid() where site_id = ${site.id})
    update game set is_offered = false where site_id = ${site.id} and provider = 'test' and game_code = 'test-slot'`);
  // A change by hand publishes nothing: it is read with the next copy of the sites.
  const isRejected = async (): Promise<boolean> => (await bet()).code === 'INVALID_GAME';
  await pollUntil(isRejected, { message: 'no stake of the game was rejected', timeoutMs: 60_000 });
  const { game: before } = await getBalances(database, site.id, member.id, { game: chart.game });
  assert.equal((await win()).code, 'OK');
  const { game } = await getBalances(database, site.id, member.id, { game: chart.game });
  assert.equal(game - before, baht(2));
});

test('writes no game of an import that is killed', async () => {
  const count = async () =>
    (await database.owner.one<{ count: bigint }>(sql`select count(*) from game where site_id = ${site.id}`)).count;
  const before = await count();
  const lines = Array.from({ length: 2_000 }, (_, index) => `g${index},เกม ${index},/art/tiles/kite-teal.avif`);
  const file = path.join(folder, 'many.csv');
  // The last row waits for a lock, when the others are written.
  writeFileSync(file, ['code,name,image', ...lines, 'test-table,โต๊ะ,/art/tiles/cards-teal.avif', ''].join('\n'));
  const proposed = await run('import-games', 'test', file, ...because, '--operator', 'demo-risk');
  const [request = ''] = /^R\d+/.exec(proposed.out) ?? [];
  const decide = ['decide', request, 'approve', ...because, '--operator', 'demo-finance'];
  const words = ['src/main.ts', ...decide];
  const environment = {
    ...process.env,
    DATABASE_URL: database.operatorUrl,
    SANDBOX_SECRET: 'sandbox-secret',
    HASH_SECRET: 'secret-of-hashes',
  };
  const holder = openDatabase({ url: database.ownerUrl, poolSize: 1 });
  after(() => holder.close());
  await holder.transaction(async (tx) => {
    await tx.execute(sql`select from game where provider = 'test' and game_code = 'test-table' for update`);
    const command = spawn(process.execPath, words, { cwd: path.join(import.meta.dirname, '..'), env: environment });
    const ended = once(command, 'exit');
    await pollUntil(async () => {
      assert.equal(command.exitCode, null);
      return (await listWaiting(database.owner)).length > 0;
    });
    command.kill('SIGKILL');
    await ended;
  });
  // PostgreSQL ends the statement, finds the connection closed and rolls back.
  await pollUntil(async () => (await listOperatorSessions()) === 0n);
  assert.equal(await count(), before);
  assert.match((await run(...decide)).out, /2000 new games/);
  assert.equal(await count(), before + 2_000n);
});

async function listOperatorSessions(): Promise<bigint> {
  const { count } = await database.owner.one<{ count: bigint }>(sql`
    select count(*) from pg_stat_activity where datname = current_database() and application_name = 'chaba operator'`);
  return count;
}

test('passes the ledger audit', async () => assert.deepEqual(await audit(database), []));
