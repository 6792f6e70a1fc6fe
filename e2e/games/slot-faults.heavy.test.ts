// Rounds of slots under faults, in a real browser: the page is reloaded or replaced by another device, or studio,
// server or database are killed (kill -9), while the wallet's transaction of the round is in progress.
//
//     node --test e2e/games/slot-faults.heavy.test.ts
//
// Always true: the fault occurs inside the transaction, because the test locks the member's ledger lane until then. No
// page shows a result before the lock is released; afterwards every round is settled once at its drawn payout, the
// balance is the sum of them, and audit and reconciliation find no difference.
//
// Elsewhere: other games (process-crash.heavy.test.ts), the wallet alone (apps/server/src/crash.heavy.test.ts).

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, openDatabase, sql } from '@chaba/database';
import { canConnect } from '@chaba/database/can-connect';
import { startEmbedded } from '@chaba/embedded-postgres';
import { testSettings } from '@chaba/database/testing';
import { audit } from '@chaba/ledger';
import { baht, formatBaht, type Money, money } from '@chaba/money';
import { openStore } from '@chaba/sandbox-kit/store';
import type { Page } from 'playwright-core';

import { play, replay, type SlotRound } from '#studio/games/slots/play';
import { slotTitles } from '#studio/games/slots/titles/titles';

import { openMobilePage } from '#testing/product/browser';
import { grantFreeSpins } from '#testing/product/determinism';
import { credit, type JourneyMember, makeMember, operator } from '#e2e/money';
import { startProduct } from '#e2e/product';
import { compileBoard, chooseNonce } from '#testing/product/slot-draws';
import { pollUntil } from '#testing/product/until';

const START = baht(500);
const PARTS_OF_STAKE = 100n;
/** Duration of the check of the pages while the wallet's transaction is in progress. */
const OBSERVED_MS = 1_500;
const ARRIVAL_MS = 300;
const FREE_SPINS = 3;
const RESULT = /ชนะ|ได้คืน|ไม่ได้รางวัล/;

// A cluster of this file only, because other tests share the default one.
const clusterDir = mkdtempSync(path.join(os.tmpdir(), 'chaba-killed-'));
const cluster = await startEmbedded({ dataDir: clusterDir, settings: testSettings(), restarts: 100 });
process.env['TEST_DATABASE_URL'] = cluster.ownerUrl('postgres');
const product = await startProduct();
// Registered after the product's, so that its database is dropped first.
after(async () => {
  await cluster.stop();
  rmSync(clusterDir, { recursive: true, force: true });
});
await logSequences();

/** Kinds of rounds: a title, and the draws of the kind. */
const STATES = {
  'base game': ['chaba-blossom', ({ scenes, pay, freeSpins }) => scenes.length === 1 && pay > 0 && freeSpins === 0],
  cascade: [
    'naga-river',
    ({ scenes, freeSpins }) => scenes.filter(({ kind }) => kind === 'window').length >= 3 && freeSpins === 0,
  ],
  'hold-and-spin': [
    'yi-peng',
    ({ scenes, freeSpins }) => freeSpins === 0 && scenes.some(({ kind }) => kind === 'hold'),
  ],
  'free spins': ['chan-tamra', ({ freeSpins }) => freeSpins > 0],
} as const satisfies Readonly<Record<string, readonly [gameCode: string, isWanted: (round: SlotRound) => boolean]>>;

/** Faults while the transaction is in progress; each returns the page on which play continues. */
const FAULTS: Readonly<Record<string, (game: Game) => Promise<Page>>> = {
  'a reload': async ({ page, release }) => {
    await page.reload();
    await page.getByText('กำลังตรวจสอบผล…').first().waitFor();
    await checkNoResult(page);
    release();
    return page;
  },
  'another device': async ({ page, member, gameCode, release }) => {
    const other = await openGamePage(member, gameCode);
    await other.getByText('กำลังตรวจสอบผล…').first().waitFor();
    await Promise.all([checkNoResult(page), checkNoResult(other)]);
    release();
    await page.getByText('การเล่นนี้สิ้นสุดแล้ว กรุณาเปิดเกมใหม่จากหน้าสมาชิก').first().waitFor();
    return other;
  },
  'kill -9 of the studio': async ({ page, release }) => {
    await product.killSandbox();
    await checkNoResult(page);
    release();
    await product.startSandbox();
    return page;
  },
  'kill -9 of the server': async ({ page, release }) => {
    await product.killServer();
    await checkNoResult(page);
    release();
    await product.startServer();
    return page;
  },
  'kill -9 of the database': async ({ page, release }) => {
    const [pid] = readFileSync(path.join(clusterDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    await checkNoResult(page);
    process.kill(Number(pid), 'SIGKILL');
    release();
    // The round may have been settled by a process of the killed cluster.
    await pollUntil(hasRestarted, { message: 'the database did not start again', timeoutMs: 60_000 });
    return page;
  },
};

/** Whether the killed cluster was replaced by another one that accepts connections. */
const hasRestarted = (): Promise<boolean> => canConnect(product.ownerUrl);

type Game = {
  readonly page: Page;
  readonly member: JourneyMember;
  readonly gameCode: string;
  /** Releases the lane of the member. */
  readonly release: () => void;
};

for (const [state, [gameCode, isWanted]] of Object.entries(STATES)) {
  for (const [fault, injectFault] of Object.entries(FAULTS)) {
    test(`${state}: settles the round once, without an early result, after ${fault}`, async () => {
      const member = await makeMember(product);
      await credit(product, member, 500);
      const page = await openGamePage(member, gameCode);
      chooseNonce(product.dataDir, gameCode, isWanted);
      const isFeature = state === 'free spins';
      if (isFeature) {
        // The draw that grants a feature, with few free spins.
        grantFreeSpins(product.dataDir, FREE_SPINS);
        await page.keyboard.press('Space');
        await page.getByText(/^ฟรีสปิน เหลือ \d+ รอบ/).waitFor();
      }
      const lane = await lockLanes();
      grantFreeSpins(product.dataDir, 0);
      if (!isFeature) await page.keyboard.press('Space');
      await page
        .getByText(/^กำลัง(หมุน|ตรวจสอบผล)…/)
        .first()
        .waitFor();
      await lane.untilCommandWaits();
      const last = await injectFault({ page, member, gameCode, release: lane.release });
      await lane.released;
      await playToEnd(last, isFeature);
      await checkRounds(member, last, gameCode, isWanted);
    });
  }
}

test('shows the settled round again after a reload in the middle of its scenes', async () => {
  for (const [gameCode, isWanted] of Object.values(STATES)) {
    const member = await makeMember(product);
    await credit(product, member, 500);
    const page = await openGamePage(member, gameCode, 'no-preference');
    chooseNonce(product.dataDir, gameCode, isWanted);
    const isFeature = gameCode === STATES['free spins'][0];
    if (isFeature) grantFreeSpins(product.dataDir, FREE_SPINS);
    const answered = page.waitForResponse(/studio\/v1\/spin/);
    await page.keyboard.press('Space');
    await answered;
    grantFreeSpins(product.dataDir, 0);
    await page.reload();
    if (!isFeature) await page.getByText(RESULT).first().waitFor();
    await playToEnd(page, isFeature);
    await checkRounds(member, page, gameCode, isWanted);
  }
});

test('reconciles the day of each provider without a difference', async () => {
  const database = openTestDatabase();
  try {
    const { day } = await database.one<{ day: string }>(sql`select (now() at time zone 'Asia/Bangkok')::date as day`);
    for (const provider of ['chaba-studio', 'khom-daeng', 'chan-raem']) {
      await operator(product, 'reconcile', provider, day);
      const compared = await database.one<{ discrepancy_count: number; bets: bigint }>(sql`
        select discrepancy_count, (select count(*) from wallet_transaction w where w.provider = ${provider} and operation = 'bet') as bets
        from reconciliation where provider = ${provider} and day = ${day}::date`);
      assert.equal(compared.discrepancy_count, 0, provider);
      assert.ok(compared.bets >= 5n, `${provider}: ${compared.bets} bets`);
    }
  } finally {
    await database.close();
  }
});

async function openGamePage(
  member: JourneyMember,
  gameCode: string,
  reducedMotion: 'reduce' | 'no-preference' = 'reduce',
): Promise<Page> {
  const page = await openMobilePage({
    viewport: { width: 360, height: 800 },
    reducedMotion,
    expected: /ERR_|fetch|50\d/,
  });
  await page.goto(await launchAddress(member, gameCode));
  await page.locator('body[data-phase]:not([data-phase=opening])').waitFor();
  return page;
}

async function launchAddress(member: JourneyMember, gameCode: string): Promise<string> {
  const ch = slotTitles.find((title) => title.gameCode === gameCode)?.provider;
  const response = await fetch(`${product.url}/game-composite/v1/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': 'chaba-sandbox', 'api-auth': member.token },
    body: JSON.stringify({ ch, gameCode, gameType: 'EGAMES' }),
  });
  return ((await response.json()) as { data: { url: string } }).data.url;
}

/** Holds the lanes of all members, so that the next wallet command waits inside its transaction. */
async function lockLanes() {
  const database = openDatabase({ url: product.ownerUrl, poolSize: 2, applicationName: 'the lock of a journey' });
  const locked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const ended = database
    .transaction(async (tx) => {
      await tx.rows(sql`select 1 from ledger_lane for update`);
      locked.resolve();
      await held.promise;
    })
    // The connection ends with a killed database.
    .catch(locked.reject);
  await locked.promise;
  return {
    release: () => held.resolve(),
    released: ended.then(() => database.close()),
    /** A job may wait for the lane too, so the wallet command has time to arrive first. */
    untilCommandWaits: async () => {
      await sleep(ARRIVAL_MS);
      await pollUntil(
        async () =>
          (
            await database.one<{ count: bigint }>(sql`
            select count(*) as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%ledger_lane%'`)
          ).count > 0n,
        { message: 'no wallet command waits for the lane' },
      );
    },
  };
}

/** Checks for a while that the page shows no result of the round. */
async function checkNoResult(page: Page): Promise<void> {
  for (const until = Date.now() + OBSERVED_MS; Date.now() < until; await page.waitForTimeout(100)) {
    assert.doesNotMatch(await page.locator('.result').innerText(), RESULT);
    const phase = await page.locator('body').getAttribute('data-phase');
    assert.ok(phase === 'playing' || phase === 'checking' || phase === 'over', `${phase}`);
  }
}

/** Plays a round or feature to its end; a reloaded page continues free spins on a tap. */
async function playToEnd(page: Page, isFeature: boolean): Promise<void> {
  if (!isFeature) {
    await page.locator('body[data-phase=ready]').waitFor({ timeout: 60_000 });
    return;
  }
  await pollUntil(
    async () => {
      if (await page.getByText('แตะเพื่อเล่นฟรีสปิน').isVisible()) await page.keyboard.press('Space');
      return page
        .getByText(/^ฟรีสปินจบแล้ว ได้รวม/)
        .first()
        .isVisible();
    },
    { message: 'the free spins did not end', timeoutMs: 120_000 },
  );
  await page.locator('body[data-phase=ready]').waitFor();
}

type StoredRound = {
  readonly state: string;
  readonly draws: string;
  readonly stakeE4: bigint;
  readonly payoutE4: bigint;
  readonly isFree: bigint;
  readonly freeAwarded: bigint;
  readonly carry: string | null;
  readonly roundId: string;
};

/** Every round was settled once at its drawn payout, and the page, the studio and the ledger show one balance. */
async function checkRounds(
  member: JourneyMember,
  page: Page,
  gameCode: string,
  isWanted: (round: SlotRound) => boolean,
): Promise<void> {
  const store = openStore(path.join(product.dataDir, 'sandbox.sqlite'));
  const rounds = store.rows<StoredRound>(
    `select state, draws, stake_e4 as stakeE4, payout_e4 as payoutE4, is_free as isFree, free_awarded as freeAwarded,
       carry, round_id as roundId from studio_round
     where player_id = (select player_id from studio_round where game_code = ? order by created_at_ms desc limit 1)
     order by created_at_ms`,
    gameCode,
  );
  store.close();
  const board = compileBoard(gameCode);
  let expected: Money = START;
  for (const round of rounds) {
    const isFree = round.isFree === 1n;
    const played = play(board, isFree, round.carry ?? undefined, replay(JSON.parse(round.draws) as number[]));
    assert.equal(isFree || isWanted(played), true);
    assert.deepEqual([round.state, round.payoutE4], ['settled', (round.stakeE4 / PARTS_OF_STAKE) * BigInt(played.pay)]);
    expected = money(expected - (isFree ? 0n : round.stakeE4) + round.payoutE4);
  }
  const awarded = rounds.reduce((sum, { freeAwarded }) => sum + freeAwarded, 0n);
  assert.deepEqual(
    rounds.map(({ isFree }) => isFree),
    [0n, ...Array<bigint>(Number(awarded)).fill(1n)],
    'one paid spin, and each granted one once',
  );
  await page.locator('.balance .amount').getByText(formatBaht(expected), { exact: true }).waitFor();
  await checkLedger(member, rounds, expected);
}

async function checkLedger(member: JourneyMember, rounds: readonly StoredRound[], expected: Money): Promise<void> {
  const database = openTestDatabase();
  try {
    const { balance } = await database.one<{ balance: bigint }>(sql`
      select balance_e4 as balance from ledger_balance join member on member_id = owner_id and member.site_id = ledger_balance.site_id
      where kind = 1 and bank_account = ${member.account}`);
    assert.equal(balance, expected);
    const written = await database.rows<{ name: string; amount: bigint }>(sql`
      select tx_id || ' ' || operation as name, amount_e4 as amount from wallet_transaction join member using (site_id, member_id)
      where bank_account = ${member.account}`);
    assert.deepEqual(
      new Map(written.map(({ name, amount }) => [name, amount])),
      new Map(
        rounds.flatMap(({ roundId, stakeE4, payoutE4 }) => [
          [`${roundId}-bet bet`, stakeE4],
          [`${roundId}-win win`, payoutE4],
        ]),
      ),
    );
    assert.equal(written.length, 2 * rounds.length);
    assert.deepEqual(await audit(database), []);
  } finally {
    await database.close();
  }
}

/**
 * A database that is cloned from a template has sequences whose next values are not logged, because the original had
 * logged them ahead; after a crash they would be used again. From a checkpoint on they are logged.
 */
async function logSequences(): Promise<void> {
  const database = openDatabase({ url: product.ownerUrl, poolSize: 1, applicationName: 'a journey' });
  await database.rows(sql`checkpoint`);
  await database.close();
}

function openTestDatabase(): Database {
  return openDatabase({ url: product.databaseUrl, poolSize: 1, applicationName: 'a journey' });
}
