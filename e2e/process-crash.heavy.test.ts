// A round of each kind of game with the studio or the server killed while its bet is in flight: every round ends once,
// and ledger and studio agree.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht, parseProviderAmount, zeroMoney } from '@chaba/money';

import { credit, makeMember, operator, type JourneyMember } from './money.ts';
import { startProduct } from './product.ts';
import {
  createStudioClient,
  ENDED_STATES,
  type EndedRound,
  nextRound,
  type StudioSession,
  type StudioJson,
} from './studio-client.ts';
import { pollUntil } from './until.ts';

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
    if (victim === 'studio') {
      await product.killSandbox();
      await product.startSandbox();
    } else {
      await product.killServer();
      await product.startServer();
    }

    const rounds = await played;
    for (const [index, { state }] of rounds.entries()) {
      assert.ok(ENDED_STATES.includes(state), `${GAMES[index]?.[1]}: ${state}`);
    }
    const taken = BigInt(rounds.filter(({ state }) => state === 'settled').length);
    const paid = rounds.reduce((sum, { payout }) => sum + (parseProviderAmount(payout ?? '') ?? zeroMoney), 0n);
    await checkLedger(member, START - taken * baht(10) + paid);
  });
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
    assert.deepEqual([report.difference_count, report.differences], [0, []], provider);
  }
  const { by_operation } = await compare('chaba-studio');
  const kinds = by_operation.map(({ operation }) => operation);
  assert.deepEqual(kinds, ['bet', 'win', 'rollback', 'adjust', 'award', 'tip']);

  await setFaults({ feed: 'repeats', rounds: 0 });
  assert.equal((await compare('chaba-studio')).difference_count, 0);
  await setFaults({ feed: 'lies', rounds: 0 });
  assert.deepEqual(
    (await compare('chaba-studio')).differences.map(({ what }) => what),
    ['amount'],
  );
  await setFaults({ feed: 'fails', rounds: 0 });
  await assert.rejects(compare('chaba-studio'));
});

type StoredReport = {
  readonly difference_count: number;
  readonly differences: readonly Readonly<Record<'what', string>>[];
  readonly by_operation: readonly Readonly<Record<'operation', string>>[];
};

/** Runs the operator's own command for today. */
async function compare(provider: string): Promise<StoredReport> {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1, applicationName: 'a journey' });
  try {
    const { day } = await database.one<{ day: string }>(sql`select (now() at time zone 'Asia/Bangkok')::date as day`);
    await operator(product, 'reconcile', provider, day);
    return await database.one<StoredReport>(sql`
      select difference_count, differences, by_operation from reconciliation where provider = ${provider} and day = ${day}::date`);
  } finally {
    await database.close();
  }
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
async function untilEveryBetIsRecorded(member: JourneyMember): Promise<void> {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1, applicationName: 'a journey' });
  try {
    await pollUntil(
      async () => {
        const { recorded } = await database.one<{ recorded: bigint }>(sql`
          select count(*) as recorded from game_round join member using (site_id, member_id)
          where bank_account = ${member.account}`);
        return recorded === BigInt(GAMES.length);
      },
      { message: 'a bet is not recorded' },
    );
  } finally {
    await database.close();
  }
}

/** Waits until no round is open; then the balance is the expected one and the ledger audit has no finding. */
async function checkLedger(member: JourneyMember, expected: bigint): Promise<void> {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1, applicationName: 'a journey' });
  try {
    await pollUntil(
      async () => {
        const { open } = await database.one<{ open: bigint }>(sql`
          select count(*) as open from game_round join member using (site_id, member_id)
          where bank_account = ${member.account} and state = 'open'`);
        return open === 0n;
      },
      { message: 'the server still has an open round' },
    );
    const { game } = await database.one<{ game: bigint }>(sql`
      select balance_e4 as game from ledger_balance join member on member_id = owner_id and member.site_id = ledger_balance.site_id
      where kind = 1 and bank_account = ${member.account}`);
    assert.equal(game, expected);
    assert.deepEqual(await audit(database), []);
  } finally {
    await database.close();
  }
}
