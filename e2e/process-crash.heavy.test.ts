// A round of each kind of game with the studio or the server killed while its bet is in flight: every round ends once,
// and ledger and studio agree.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht, parseProviderAmount, zeroMoney } from '@chaba/money';

import { credit, makeMember, operator, type MadeMember } from './money.ts';
import { startProduct } from './product.ts';
import { pollUntil } from './until.ts';

const product = await startProduct({ environment: { STUDIO_ROUND_MS: '5000', STUDIO_TICK_MS: '60' } });

/** One slot: a second one would end the session of the first. */
const GAMES = [
  ['chaba-studio', 'chaba-blossom', 'EGAMES'],
  ['pho-dam', 'card-garden', 'EGAMES'],
  ['phat-thong', 'baccarat', 'LIVECASINO'],
  ['dao-muang', 'roulette', 'LIVECASINO'],
  ['sen-chao', 'trading', 'TRADING'],
] as const;
const TABLES: Readonly<Record<string, string>> = { baccarat: 'player', roulette: 'red', trading: 'up:15' };
const STAKE = '10.0000';
const START = baht(500);
/** Long enough for the kill to occur between the bet and its response. */
const DELAY_MS = 600;
const OVER = ['settled', 'refused', 'voided', 'cancelled'];

type Words = Readonly<Record<string, unknown>>;
type StudioSession = { readonly gameCode: string; readonly bearer: string; readonly clientId: string };
type Ended = { readonly state: string; readonly payout?: string };

for (const victim of ['studio', 'server'] as const) {
  test(`ends the round of every kind of game when the ${victim} is killed between bet and result`, async () => {
    const member = await makeMember(product);
    await credit(product, member, 500);
    const sessions = await Promise.all(
      GAMES.map(([ch, gameCode, gameType]) => authenticateSession(member, ch, gameCode, gameType)),
    );
    await untilTableOpens(sessions);
    await sendRequest('POST', '/studio/behaviour', '', { settle: 'separate', late: DELAY_MS, rounds: GAMES.length });
    const played = Promise.all(sessions.map(play));
    await untilEveryBetCame(member);
    if (victim === 'studio') {
      await product.killSandbox();
      await product.startSandbox();
    } else {
      await product.killServer();
      await product.startServer();
    }

    const rounds = await played;
    for (const [index, { state }] of rounds.entries()) {
      assert.ok(OVER.includes(state), `${GAMES[index]?.[1]}: ${state}`);
    }
    const taken = BigInt(rounds.filter(({ state }) => state === 'settled').length);
    const paid = rounds.reduce((sum, { payout }) => sum + (parseProviderAmount(payout ?? '') ?? zeroMoney), 0n);
    await checkBooks(member, START - taken * baht(10) + paid);
  });
}

test('agrees on the day of every studio afterwards and reports a feed that differs by the smallest unit', async () => {
  const member = await makeMember(product);
  await credit(product, member, 500);
  const [slot] = GAMES;
  const session = await authenticateSession(member, ...slot);
  const behave = (settings: Words) => sendRequest('POST', '/studio/behaviour', '', settings);
  const afterwards = ['adjust', 'award', 'tip', 'buried', 'endRound', 'rollback'];
  for (const fault of afterwards) {
    await behave({ afterwards: [fault], lost: 1, duplicate: 1, outOfOrder: true, settle: 'separate', rounds: 1 });
    await play({ ...session, clientId: randomBytes(16).toString('hex') });
  }
  for (const provider of new Set(GAMES.map(([ch]) => ch))) {
    const made = await compare(provider);
    assert.deepEqual([made.difference_count, made.differences], [0, []], provider);
  }
  const { by_operation } = await compare('chaba-studio');
  const kinds = by_operation.map(({ operation }) => operation);
  assert.deepEqual(kinds, ['bet', 'win', 'rollback', 'adjust', 'award', 'tip']);

  await behave({ feed: 'repeats', rounds: 0 });
  assert.equal((await compare('chaba-studio')).difference_count, 0);
  await behave({ feed: 'lies', rounds: 0 });
  assert.deepEqual(
    (await compare('chaba-studio')).differences.map(({ what }) => what),
    ['amount'],
  );
  await behave({ feed: 'fails', rounds: 0 });
  await assert.rejects(compare('chaba-studio'));
});

type Compared = {
  readonly difference_count: number;
  readonly differences: readonly Readonly<Record<'what', string>>[];
  readonly by_operation: readonly Readonly<Record<'operation', string>>[];
};

/** Runs the operator's own command for today. */
async function compare(provider: string): Promise<Compared> {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1, applicationName: 'a journey' });
  try {
    const { day } = await database.one<{ day: string }>(sql`select (now() at time zone 'Asia/Bangkok')::date as day`);
    await operator(product, 'reconcile', provider, day);
    return await database.one<Compared>(sql`
      select difference_count, differences, by_operation from reconciliation where provider = ${provider} and day = ${day}::date`);
  } finally {
    await database.close();
  }
}

async function authenticateSession(
  member: MadeMember,
  ch: string,
  gameCode: string,
  gameType: string,
): Promise<StudioSession> {
  const response = await fetch(`${product.url}/game-composite/v1/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': 'chaba-sandbox', 'api-auth': member.token },
    body: JSON.stringify({ ch, gameCode, gameType }),
  });
  const { data } = (await response.json()) as { data: { url: string } };
  const launch = new URL(data.url).searchParams;
  const fault = { operator: launch.get('operator'), gameCode, token: launch.get('token') };
  const { sessionToken } = await sendRequest('POST', `${getStudioPath(gameCode)}/session`, '', fault);
  return { gameCode, bearer: String(sessionToken), clientId: randomBytes(16).toString('hex') };
}

/** Sends the bet until it gets a response, decides where the game requires it, and waits for the end of the round. */
async function play({ gameCode, bearer, clientId }: StudioSession): Promise<Ended> {
  const spot = TABLES[gameCode];
  if (spot !== undefined) {
    const body = { clientTicketId: clientId, positions: [{ type: spot, stake: STAKE }] };
    const { ticket } = await requestUntilAnswered(
      'POST',
      `${getStudioPath(gameCode)}/tickets`,
      bearer,
      body,
      hasTicket,
    );
    return untilOver(async () => {
      const { tickets } = await requestUntilAnswered('GET', `${getStudioPath(gameCode)}/tickets`, bearer);
      return (tickets as (Ended & Words)[]).find(({ ticketId }) => ticketId === (ticket as Words)['ticketId']);
    });
  }
  let answer: Words = {};
  await pollUntil(async () => {
    answer = await requestUntilAnswered('POST', '/studio/v1/spin', bearer, { stake: STAKE, clientRoundId: clientId });
    // Two paid spins are 2.5 seconds apart.
    return answer['code'] !== 'TOO_SOON';
  });
  const { roundId } = (answer['round'] as { roundId: string } | undefined) ?? assert.fail(JSON.stringify(answer));
  return untilOver(async () => {
    const round = await requestUntilAnswered('GET', `/studio/v1/rounds/${roundId}`, bearer);
    if (round['state'] === 'choosing') {
      await requestUntilAnswered('POST', '/studio/v1/decide', bearer, { roundId, decision: '11111' });
    }
    return round as Words & Ended;
  });
}

async function untilOver(look: () => Promise<Ended | undefined>): Promise<Ended> {
  let seen: Ended | undefined;
  await pollUntil(
    async () => {
      seen = await look();
      return seen !== undefined && OVER.includes(seen.state);
    },
    { words: 'a round stayed open', withinMs: 40_000 },
  );
  return seen ?? assert.fail();
}

async function untilTableOpens(sessions: readonly StudioSession[]): Promise<void> {
  // Both lengths of a round are the same, and a table without viewers opens at the first request.
  const tables = sessions.filter(({ gameCode }) => gameCode === 'baccarat' || gameCode === 'roulette');
  await pollUntil(async () => {
    const left = await Promise.all(
      tables.map(async ({ gameCode, bearer }) => {
        const { leftMs } = await sendRequest('GET', `${getStudioPath(gameCode)}/state`, bearer);
        return Number(leftMs ?? 0);
      }),
    );
    return Math.min(...left) > DELAY_MS * 3;
  });
}

/** The server has the bet of every game, and each waits for its end. */
async function untilEveryBetCame(member: MadeMember): Promise<void> {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1, applicationName: 'a journey' });
  try {
    await pollUntil(
      async () => {
        const { came } = await database.one<{ came: bigint }>(sql`
          select count(*) as came from game_round join member using (site_id, member_id)
          where bank_account = ${member.account}`);
        return came === BigInt(GAMES.length);
      },
      { words: 'a bet did not come' },
    );
  } finally {
    await database.close();
  }
}

/** No round is open, the member's balance equals the studio's, and the ledger is clean. */
async function checkBooks(member: MadeMember, expected: bigint): Promise<void> {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1, applicationName: 'a journey' });
  try {
    await pollUntil(
      async () => {
        const { open } = await database.one<{ open: bigint }>(sql`
          select count(*) as open from game_round join member using (site_id, member_id)
          where bank_account = ${member.account} and state = 'open'`);
        return open === 0n;
      },
      { words: 'the server still has an open round' },
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

function getStudioPath(gameCode: string): string {
  return gameCode in TABLES ? `/studio/v1/tables` : '/studio/v1';
}

/** A table that closed meanwhile takes the bet when it opens again. */
const hasTicket = (answer: Words): boolean => answer['ticket'] !== undefined;

/** A killed process does not respond; the page retries, and so does this test. */
async function requestUntilAnswered(
  method: string,
  path: string,
  bearer: string,
  body?: Words,
  isWanted: (answer: Words) => boolean = () => true,
): Promise<Words> {
  let answer: Words | undefined;
  await pollUntil(
    async () => {
      answer = await sendRequest(method, path, bearer, body).catch(() => undefined);
      return answer !== undefined && isWanted(answer);
    },
    { words: `nobody answers ${path}`, withinMs: 40_000 },
  );
  return answer ?? assert.fail();
}

async function sendRequest(method: string, path: string, bearer: string, body?: Words): Promise<Words> {
  const response = await fetch(product.sandboxUrl + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(bearer !== '' && { authorization: `Bearer ${bearer}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Words;
}
