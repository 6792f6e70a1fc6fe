// Turnover of bets at the studio's tables and market, through the studio, the wallet and a turnover requirement: ties,
// pushes, half returned stakes, cancelled tickets and bets that cover each other.
//
// Always true: the first round of each table draws what its case needs, because its source of numbers is planted.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';

import { betHistory } from '@chaba/contract/history';
import { add, baht, formatBaht, parseBaht, zeroMoney } from '@chaba/money';
import { createApp } from '@chaba/sandbox-kit/http';
import { openStore } from '@chaba/sandbox-kit/store';
import { until } from '@chaba/sandbox-kit/testing/until';

import { addTurnoverRequirement, loadTurnover } from '#server/modules/requirements/requirements';
import { buildTestApp } from '#server/testing/build-app';
import { createMember, type TestMember } from '#server/testing/factories';
import { nodeHash } from '#studio/fairness/seeds';
import { studioRoutes } from '#studio/studio';
import { openRoundSource } from '#studio/games/tables/round-source';
import { insertSource } from '#studio/server/tables/rounds.store';
import { findRules } from '#studio/games/tables/rules/all';
import type { TicketOnWire } from '#studio/wire/table-wire';
import type { TradeOnWire } from '#studio/wire/trading-wire';

/** Long enough to place a bet in the first round on a busy machine. */
const ROUND_MS = 16_000;
const TICK_MS = 250;
/** Pairs of tickets until both of one have the same tick, which a busy machine can miss. */
const PAIRS_MAX = 30;
/** More than the attempts at a ticket between two looks at its state. */
const LOST_RESPONSES = 20;
const SECRETS = { bank: 'sandbox-secret', studio: 'sandbox-secret' };

type Case = {
  readonly what: string;
  readonly ch: string;
  readonly gameCode: string;
  /** The result of the first round. */
  readonly mark: string;
  readonly bets: Readonly<Record<string, string>>;
  readonly isCancelled?: boolean;
  readonly counted: number;
};

const CASES: readonly Case[] = [
  {
    what: 'a tie returns both sides',
    ch: 'phat-thong',
    gameCode: 'baccarat',
    mark: 'tie',
    bets: { player: '100', banker: '30' },
    counted: 0,
  },
  {
    what: 'the half of a tie that was lost',
    ch: 'phai-ngoen',
    gameCode: 'suea-mangkon',
    mark: 'tie',
    bets: { dragon: '100' },
    counted: 50,
  },
  {
    what: 'a number that returns the stake',
    ch: 'rian-klom',
    gameCode: 'kam-thua',
    mark: '2',
    bets: { 'win:1/2': '100' },
    counted: 0,
  },
  {
    what: 'both colours',
    ch: 'dao-muang',
    gameCode: 'roulette',
    mark: 'red',
    bets: { red: '100', black: '100' },
    counted: 0,
  },
  {
    what: 'a single bet that lost',
    ch: 'rian-khram',
    gameCode: 'si-rian',
    mark: 'odd',
    bets: { even: '100' },
    counted: 100,
  },
  {
    what: 'the hedge share of two numbers',
    ch: 'luktao-thong',
    gameCode: 'hi-lo',
    mark: 'low',
    bets: { high: '75', low: '100', eleven: '26' },
    counted: 0,
  },
  {
    what: 'a cancelled ticket',
    ch: 'luktao-daeng',
    gameCode: 'nam-tao',
    mark: 'mixed',
    bets: { 'picture:1': '100' },
    isCancelled: true,
    counted: 0,
  },
];

const app = await buildTestApp();
const serverUrl = await app.listen();
const store = openStore(':memory:');
const studio = createApp({ serverUrl, publicUrl: 'http://127.0.0.1:3001', secrets: SECRETS });
studioRoutes(studio, {
  config: {
    secrets: SECRETS,
    serverUrl,
    publicUrl: 'http://127.0.0.1:3001',
    webOrigins: [serverUrl],
    tableRoundMs: ROUND_MS,
    tickMs: TICK_MS,
    spinMs: 0,
  },
  store,
});
after(async () => {
  await studio.close();
  store.close();
});
for (const { gameCode, mark } of CASES) plantSource(gameCode, mark);

test('counts the part of table bets that was at risk, and fills a turnover requirement with it', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(10_000) });
  const line = { memberId: member.id, source: 'WHEEL', required: baht(5_000), causeId: 'test:tables' } as const;
  await app.database.transaction((tx) => addTurnoverRequirement(tx, app.chaba.id, line));

  await Promise.all(CASES.map((each) => playCase(member, each)));

  const history = await app.send(betHistory, { as: member });
  for (const { what, gameCode, counted, isCancelled = false } of CASES) {
    const round = history.body.data.Transaction.find((each) => each.gameCode === gameCode) ?? assert.fail(what);
    assert.equal(formatBaht(parseBaht(String(round.turnover)) ?? baht(-1)), formatBaht(baht(counted)), what);
    if (isCancelled) assert.equal(round.turnoverReason, 'VOID', what);
  }
  const { nowTurnover } = await loadTurnover(app.database, app.chaba.id, member.id);
  assert.equal(nowTurnover, baht(CASES.reduce((sum, { counted }) => sum + counted, 0)));
});

test('counts the part at risk of bets on up and down from one tick of the market', async () => {
  for (let pairs = 0; pairs < PAIRS_MAX; pairs += 1) {
    const { member, trades } = await placePair();
    const [trade, other] = trades;
    assert.ok(trade && other);
    if (trade.fromTick !== other.fromTick) continue;
    assert.equal(trade.toTick, other.toTick);
    const history = await app.send(betHistory, { as: member });
    const counted = history.body.data.Transaction.map(({ turnover }) => parseBaht(String(turnover)) ?? baht(-1));
    assert.equal(counted.length, 2);
    // An equal price returns both stakes.
    assert.equal(add(...counted), trade.toPrice === trade.fromPrice ? zeroMoney : baht(40));
    return;
  }
  assert.fail('no two tickets had one tick');
});

/** A new member's tickets of 100 on up and 60 on down, placed at once, when they have ended. */
async function placePair(): Promise<{ readonly member: TestMember; readonly trades: readonly TradeOnWire[] }> {
  const member = await createMember(app.database, app.chaba, { money: baht(1_000) });
  const bearer = await openTable(member, { ch: 'sen-chao', gameType: 'TRADING', gameCode: 'trading' });
  await until(() => Promise.resolve(Date.now() % TICK_MS < TICK_MS / 4 || undefined), 'no tick begins');
  const placed = await Promise.all([
    placeTicket(bearer, `market-up-${member.playerId}`, { 'up:15': '100' }),
    placeTicket(bearer, `market-down-${member.playerId}`, { 'down:15': '60' }),
  ]);
  const ended = await Promise.all(placed.map((ticket) => untilEnded(bearer, ticket)));
  return { member, trades: ended.map(({ round }) => round as unknown as TradeOnWire) };
}

test('adds no turnover for a ticket that is unconfirmed at the end of the betting window', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(1_000) });
  const line = { memberId: member.id, source: 'WHEEL', required: baht(500), causeId: 'test:unconfirmed' } as const;
  await app.database.transaction((tx) => addTurnoverRequirement(tx, app.chaba.id, line));
  const bearer = await openTable(member, { ch: 'rian-khram', gameType: 'LIVECASINO', gameCode: 'si-rian' });
  await untilOpen(bearer);
  // The wallet takes the stake, and the studio receives no response of it.
  await setLostResponses(LOST_RESPONSES);
  const placed = await placeTicket(bearer, 'unconfirmed-ticket', { even: '100' });
  assert.equal(placed.state, 'placing');
  const loseMore = (): Promise<void> => setLostResponses(LOST_RESPONSES);
  await untilState(bearer, placed, ['cancelling'], loseMore);
  await setLostResponses(0);
  const { state } = await untilEnded(bearer, placed);
  assert.equal(state, 'cancelled');

  const { body } = await app.send(betHistory, { as: member });
  const [round, ...others] = body.data.Transaction;
  assert.deepEqual(others, []);
  assert.equal(round?.turnoverReason, 'VOID');
  assert.equal(parseBaht(String(round.turnover)), zeroMoney);
  const { nowTurnover } = await loadTurnover(app.database, app.chaba.id, member.id);
  assert.equal(nowTurnover, zeroMoney);
});

type Player = { readonly token: string; readonly apiKey?: string };

async function playCase(member: Player, { ch, gameCode, mark, bets, isCancelled = false }: Case): Promise<void> {
  const bearer = await openTable(member, { ch, gameType: 'LIVECASINO', gameCode });
  await untilOpen(bearer);
  const placed = await placeTicket(bearer, `${gameCode}-ticket`, bets);
  if (isCancelled) await sendToStudio('cancel', { ticketId: placed.ticketId }, bearer);
  const ticket = await untilEnded(bearer, placed);
  if (isCancelled) return;
  const rules = findRules(gameCode) ?? assert.fail(gameCode);
  const { numbers = [], roundNo } = ticket.round as { numbers?: number[]; roundNo: number };
  assert.equal(roundNo, 1, 'the planted round');
  assert.equal(rules.road.mark(rules.outcomeOf(numbers))[0], mark);
}

/** Returns the bearer token of a new session at a table. */
async function openTable(
  member: Player,
  launch: { readonly ch: string; readonly gameType: string; readonly gameCode: string },
): Promise<string> {
  const launched = await app.send({ method: 'POST', path: '/game-composite/v1/launch' }, { as: member, body: launch });
  const { launchToken } = launched.body.data as { launchToken: string };
  const session = await sendToStudio('session', { operator: 'chaba', gameCode: launch.gameCode, token: launchToken });
  return String(session['sessionToken']);
}

async function placeTicket(
  bearer: string,
  clientTicketId: string,
  bets: Readonly<Record<string, string>>,
): Promise<TicketOnWire> {
  const positions = Object.entries(bets).map(([type, stake]) => ({ type, stake }));
  const placed = await sendToStudio('tickets', { clientTicketId, positions }, bearer);
  return (placed['ticket'] as TicketOnWire | undefined) ?? assert.fail(JSON.stringify(placed));
}

function untilOpen(bearer: string): Promise<boolean> {
  return until(
    async () => (Number((await sendToStudio('state', undefined, bearer))['leftMs'] ?? 0) > 0 ? true : undefined),
    'the table does not open',
  );
}

function untilEnded(bearer: string, ticket: TicketOnWire): Promise<TicketOnWire> {
  return untilState(bearer, ticket, ['settled', 'cancelled']);
}

function untilState(
  bearer: string,
  { ticketId }: TicketOnWire,
  states: readonly TicketOnWire['state'][],
  meanwhile?: () => Promise<void>,
): Promise<TicketOnWire> {
  return until(
    async () => {
      await meanwhile?.();
      const { tickets = [] } = (await sendToStudio('tickets', undefined, bearer)) as { tickets?: TicketOnWire[] };
      const ticket = tickets.find((each) => each.ticketId === ticketId);
      return ticket && states.includes(ticket.state) ? ticket : undefined;
    },
    `${ticketId} is not ${states.join(' or ')}`,
  );
}

/** The studio drops so many of the next responses of the wallet. */
async function setLostResponses(lost: number): Promise<void> {
  const answer = await studio.inject({ method: 'POST', url: '/studio/behaviour', payload: { lost, rounds: 0 } });
  assert.equal(answer.statusCode, 200, answer.body);
}

async function sendToStudio(what: string, body?: unknown, bearer?: string): Promise<Record<string, unknown>> {
  const answer = await studio.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/studio/v1/tables/${what}`,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return answer.json();
}

/** A source whose first round ends with this result. */
function plantSource(gameCode: string, mark: string): void {
  const rules = findRules(gameCode) ?? assert.fail(gameCode);
  const source = openRoundSource(rules);
  for (let attempt = 0; ; attempt += 1) {
    const secret = createHash('sha256').update(`${gameCode} ${attempt}`).digest('hex');
    const numbers = source.numbersOf({ sourceNo: 1n, secret, roundNo: 1n, position: 0n });
    if (rules.road.mark(rules.outcomeOf(numbers))[0] !== mark) continue;
    insertSource(store, gameCode, { secret, commitment: nodeHash(secret) });
    return;
  }
}
