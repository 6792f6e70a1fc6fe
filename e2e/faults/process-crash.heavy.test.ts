// A round of each kind of game with the studio or the server killed while its bet is in flight, and free spins with a
// kill between them: every round ends once, and ledger and studio agree.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type Database, openDatabase, sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht, parseProviderAmount, zeroMoney } from '@chaba/money';

import { grantFreeSpins } from '#testing/product/determinism';
import { credit, makeMember, operator, type JourneyMember } from '#e2e/money';
import { startProduct } from '#e2e/product';
import {
  createStudioClient,
  ENDED_STATES,
  type EndedRound,
  nextRound,
  type StudioSession,
  type StudioJson,
} from '#e2e/games/studio-client';
import { pollUntil } from '#testing/product/until';

const product = await startProduct({ environment: { STUDIO_ROUND_MS: '5000', STUDIO_TICK_MS: '60' } });
const studio = createStudioClient(product);

/** One slot: a second one would end the session of the first. */
const GAMES = [
  ['chaba-studio', 'chaba-blossom', 'EGAMES'],
  ['pho-dam', 'card-garden', 'EGAMES'],
  ['phat-thong', 'baccarat', 'LIVECASINO'],
  ['dao-muang', 'roulette', 'LIVECASINO'],
  ['sen-chao', 'trading', 'TRADING'],
] as const;
const PLACES: Readonly<Record<string, string>> = { baccarat: 'player', roulette: 'red', trading: 'up:15' };
const STAKE = '10.0000';
const START = baht(500);
/** Long enough for the kill to occur between the bet and its response. */
const DELAY_MS = 600;

for (const victim of ['studio', 'server'] as const) {
  test(`ends the round of every kind of game when the ${victim} is killed between bet and result`, async () => {
    const member = await makeMember(product);
    await credit(product, member, 500);
    const sessions = await Promise.all(
      GAMES.map(([ch, gameCode, gameType]) => studio.open(member.token, { ch, gameCode, gameType })),
    );
    await untilTableOpens(sessions);
    await studio.send('POST', '/studio/behaviour', '', { settle: 'separate', late: DELAY_MS, rounds: GAMES.length });
    const played = Promise.all(sessions.map(play));
    await untilEveryBetIsRecorded(member);
    await kill(victim);

    const rounds = await played;
    for (const [index, { state }] of rounds.entries()) {
      assert.ok(ENDED_STATES.includes(state), `${GAMES[index]?.[1]}: ${state}`);
    }
    const taken = BigInt(rounds.filter(({ state }) => state === 'settled').length);
    await checkLedger(member, START - taken * baht(10) + sumPayouts(rounds));
  });
}

const FREE_SPINS = 4;

for (const victim of ['studio', 'server'] as const) {
  test(`plays each waiting free spin once when the ${victim} is killed during one of them`, async () => {
    const { member, session, paid } = await winFreeSpins();
    const first = await play(nextRound(session));
    await studio.send('POST', '/studio/behaviour', '', { settle: 'separate', late: DELAY_MS, rounds: 1 });
    const interrupted = play(nextRound(session));
    await untilFreeBets(member, 2);
    await kill(victim);
    const rounds = [paid, first, await interrupted];
    assert.equal(await countWaiting(session), FREE_SPINS - 2);
    assert.deepEqual(await readFeature(member), { state: 'open', spins: FREE_SPINS - 2, free: 2n });

    for (let left = FREE_SPINS - 2; left > 0; left -= 1) rounds.push(await play(nextRound(session)));
    assert.deepEqual(await readFeature(member), { state: 'closed', spins: 0, free: BigInt(FREE_SPINS) });
    await checkLedger(member, START - baht(10) + sumPayouts(rounds));
  });
}

test('plays no waiting free spin that an operator voided while the studio was killed', async () => {
  const { member, session, paid } = await winFreeSpins();
  const first = await play(nextRound(session));
  await product.killSandbox();
  const roundId = await findFeatureId(member);
  const words = ['chaba-studio', roundId, '--notice', 'ค่ายเกมปิดปรับปรุง', '--reason', 'the game is closed'];
  await operator(product, 'void-spins', ...words);
  assert.deepEqual(await readFeature(member), { state: 'closed', spins: 0, free: 1n });
  await product.startSandbox();

  assert.equal((await play(nextRound(session))).state, 'refused');
  assert.equal(await countWaiting(session), 0);
  await checkLedger(member, START - baht(10) + sumPayouts([paid, first]));
});

/** A new member with a paid round that granted free spins. */
async function winFreeSpins(): Promise<{ member: JourneyMember; session: StudioSession; paid: EndedRound }> {
  const member = await makeMember(product);
  await credit(product, member, 500);
  const [[ch, gameCode, gameType]] = GAMES;
  const session = await studio.open(member.token, { ch, gameCode, gameType });
  grantFreeSpins(product.dataDir, FREE_SPINS);
  const paid = await play(session);
  grantFreeSpins(product.dataDir, 0);
  assert.deepEqual(await readFeature(member), { state: 'open', spins: FREE_SPINS, free: 0n });
  return { member, session, paid };
}

async function kill(victim: 'studio' | 'server'): Promise<void> {
  if (victim === 'studio') {
    await product.killSandbox();
    await product.startSandbox();
  } else {
    await product.killServer();
    await product.startServer();
  }
}

async function countWaiting({ bearer }: StudioSession): Promise<number> {
  const { free } = await studio.send('GET', '/studio/v1/state', bearer);
  return (free as { left: number } | undefined)?.left ?? 0;
}

const sumPayouts = (rounds: readonly EndedRound[]): bigint =>
  rounds.reduce((sum, { payout }) => sum + (parseProviderAmount(payout ?? '') ?? zeroMoney), 0n);

type WalletRound = { readonly state: string; readonly spins: number; readonly free: bigint };

/** The member's only round at the wallet, with its waiting and its recorded free spins. */
function readFeature({ account }: JourneyMember): Promise<WalletRound> {
  return withDatabase((database) =>
    database.one<WalletRound>(sql`
      select state, free_spins as spins, (select count(*) from jsonb_array_elements(bets) as bet
        where (bet ->> 'isFree')::boolean) as free
      from game_round join member using (site_id, member_id) where bank_account = ${account}`),
  );
}

async function findFeatureId({ account }: JourneyMember): Promise<string> {
  const { id } = await withDatabase((database) =>
    database.one<{ id: string }>(sql`
      select round_id as id from game_round join member using (site_id, member_id) where bank_account = ${account}`),
  );
  return id;
}

async function untilFreeBets(member: JourneyMember, count: number): Promise<void> {
  await pollUntil(async () => (await readFeature(member)).free === BigInt(count), { message: 'no free bet arrived' });
}

test('reconciles the day of every provider afterwards and reports a feed that differs by the smallest unit', async () => {
  const member = await makeMember(product);
  await credit(product, member, 500);
  const [[ch, gameCode, gameType]] = GAMES;
  const session = await studio.open(member.token, { ch, gameCode, gameType });
  const setFaults = (settings: StudioJson) => studio.send('POST', '/studio/behaviour', '', settings);
  const afterwards = ['adjust', 'award', 'tip', 'buried', 'endRound', 'rollback'];
  for (const fault of afterwards) {
    await setFaults({ afterwards: [fault], lost: 1, duplicate: 1, outOfOrder: true, settle: 'separate', rounds: 1 });
    await play(nextRound(session));
  }
  for (const provider of new Set(GAMES.map(([each]) => each))) {
    const report = await compare(provider);
    assert.deepEqual([report.discrepancy_count, report.discrepancies], [0, []], provider);
  }
  const { by_operation } = await compare('chaba-studio');
  const kinds = by_operation.map(({ operation }) => operation);
  assert.deepEqual(kinds, ['bet', 'win', 'rollback', 'adjust', 'award', 'tip']);

  await setFaults({ feed: 'repeats', rounds: 0 });
  assert.equal((await compare('chaba-studio')).discrepancy_count, 0);
  await setFaults({ feed: 'lies', rounds: 0 });
  assert.deepEqual(
    (await compare('chaba-studio')).discrepancies.map(({ kind }) => kind),
    ['amount'],
  );
  await setFaults({ feed: 'fails', rounds: 0 });
  await assert.rejects(compare('chaba-studio'));
});

type StoredReport = {
  readonly discrepancy_count: number;
  readonly discrepancies: readonly Readonly<Record<'kind', string>>[];
  readonly by_operation: readonly Readonly<Record<'operation', string>>[];
};

async function withDatabase<Result>(read: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1, applicationName: 'a journey' });
  try {
    return await read(database);
  } finally {
    await database.close();
  }
}

/** Runs the operator's own command for today. */
function compare(provider: string): Promise<StoredReport> {
  return withDatabase(async (database) => {
    const { day } = await database.one<{ day: string }>(sql`select (now() at time zone 'Asia/Bangkok')::date as day`);
    await operator(product, 'reconcile', provider, day);
    return database.one<StoredReport>(sql`
      select discrepancy_count, discrepancies, by_operation from reconciliation where provider = ${provider} and day = ${day}::date`);
  });
}

function play(session: StudioSession): Promise<EndedRound> {
  const place = PLACES[session.gameCode];
  return studio.play(session, { stake: STAKE, ...(place !== undefined && { places: [place] }) });
}

async function untilTableOpens(sessions: readonly StudioSession[]): Promise<void> {
  // Rounds of both tables have the same length, and a table without viewers opens at the first request.
  const tables = sessions.filter(({ gameCode }) => gameCode === 'baccarat' || gameCode === 'roulette');
  await pollUntil(async () => {
    const left = await Promise.all(
      tables.map(async ({ bearer }) => {
        const { leftMs } = await studio.send('GET', '/studio/v1/tables/state', bearer);
        return Number(leftMs ?? 0);
      }),
    );
    return Math.min(...left) > DELAY_MS * 3;
  });
}

/** Waits until the server has recorded the bet of every game. */
async function untilEveryBetIsRecorded({ account }: JourneyMember): Promise<void> {
  await withDatabase((database) =>
    pollUntil(
      async () => {
        const { recorded } = await database.one<{ recorded: bigint }>(sql`
          select count(*) as recorded from game_round join member using (site_id, member_id)
          where bank_account = ${account}`);
        return recorded === BigInt(GAMES.length);
      },
      { message: 'a bet is not recorded' },
    ),
  );
}

/** Waits until no round is open; then the balance is the expected one and the ledger audit has no finding. */
async function checkLedger({ account }: JourneyMember, expected: bigint): Promise<void> {
  await withDatabase(async (database) => {
    await pollUntil(
      async () => {
        const { open } = await database.one<{ open: bigint }>(sql`
          select count(*) as open from game_round join member using (site_id, member_id)
          where bank_account = ${account} and state = 'open'`);
        return open === 0n;
      },
      { message: 'the server still has an open round' },
    );
    const { game } = await database.one<{ game: bigint }>(sql`
      select balance_e4 as game from ledger_balance join member on member_id = owner_id and member.site_id = ledger_balance.site_id
      where kind = 1 and bank_account = ${account}`);
    assert.equal(game, expected);
    assert.deepEqual(await audit(database), []);
  });
}
