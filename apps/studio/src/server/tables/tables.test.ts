// Tickets on shared tables over HTTP: placed, cancelled, decided, lost and recovered, with exact balances.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';

import { add, baht, type Money, money, parseProviderAmount, subtract, zeroMoney } from '@chaba/money';
import { until } from '@chaba/sandbox-kit/testing/until';

import { type Deal, dealFrom, computePayout, computeResult, type Spot } from '#studio/games/tables/cards/rules';
import { computeCounted } from '#studio/games/tables/hedge-share';
import type { RoundFactsOnWire } from '#studio/wire/round-wire';
import { baccarat } from '#studio/games/tables/rules/baccarat';
import { findPlace } from '#studio/games/tables/table-rules';
import { clientRound, openTable, studioAt, type TestStudio, type Times, walletOf } from '#studio/testing/studio-at';
import { computePayout as tradePayout } from '#studio/games/trading/walk';
import type { TradeOnWire } from '#studio/wire/trading-wire';

import type { TicketOnWire } from '#studio/wire/table-wire';

const PLAYER = 'p-table';
const START = baht(1_000);

const wallet = await walletOf(PLAYER, START);

test('takes and pays each of many bets in a round once, except a cancelled one', async (t) => {
  const { studio, bearer } = await openTableSession(t, 'baccarat');
  await untilOpen(studio, bearer);
  const player = await placeCards(studio, bearer, 'player', { player: '50', playerPair: '5' });
  const banker = await placeCards(studio, bearer, 'banker', { banker: '20' });
  const tie = await placeCards(studio, bearer, 'tie', { tie: '10' });
  assert.equal(wallet.balanceOf(PLAYER), subtract(START, baht(85)));
  assert.equal(
    (await placeCards(studio, bearer, 'tie', { tie: '10' })).ticketId,
    tie.ticketId,
    'a repeated bet counts once',
  );

  const { body } = await studio.call('POST', '/studio/v1/tables/cancel', { ticketId: tie.ticketId }, bearer);
  assert.equal((body['ticket'] as TicketOnWire).state, 'cancelled');
  assert.equal(wallet.balanceOf(PLAYER), subtract(START, baht(75)));

  const settled = await untilClosed(studio, bearer, [player.ticketId, banker.ticketId]);
  const paid = settled.reduce((sum, ticket) => add(sum, dueOf(ticket)), zeroMoney);
  for (const ticket of settled) assert.equal(amountOf(ticket.payout), dueOf(ticket));
  assert.equal(wallet.balanceOf(PLAYER), add(subtract(START, baht(75)), paid));
  const wins = wallet.calls.filter(({ operation }) => operation === 'win').map(({ body }) => body);
  assert.deepEqual(
    wins.map((win) => win['roundClosed']),
    [false, true],
  );
  const counted = wins.reduce((sum, win) => add(sum, amountOf(String(win['validBet']))), zeroMoney);
  assert.equal(counted, countedOf(settled), 'opposite sides count the part of their difference that was at risk');
  assert.equal(
    (await studio.call('POST', '/studio/v1/tables/cancel', { ticketId: player.ticketId }, bearer)).status,
    409,
  );
});

test('cancels a bet that is unconfirmed at the end of the window, for any cards', async (t) => {
  // The window ends before the next attempt, half a second later.
  const { studio, bearer } = await openTableSession(t, 'baccarat', { tableRoundMs: 500, tickMs: 20 });
  wallet.faults.push('lost', 'down');
  const ticket = await until(async () => {
    await untilOpen(studio, bearer, 200);
    return (await place(studio, bearer, 'lost', { player: '50' })).ticket;
  }, 'no bet was sent within a window');
  assert.equal(ticket.state, 'placing');
  const [end] = await untilClosed(studio, bearer, [ticket.ticketId]);
  assert.ok(end?.state === 'cancelled' || end?.state === 'settled');
  const back = end.state === 'settled' ? dueOf(end) : baht(50);
  assert.equal(wallet.balanceOf(PLAYER), add(subtract(START, baht(50)), back));
});

test('settles a round after a crash between bet and result', async (t) => {
  for (const gameCode of ['baccarat', 'trading']) {
    const path = storePath(t);
    wallet.setBalance(PLAYER, START);
    const first = studioAt(wallet, path);
    const bearer = await openTable(first, wallet, PLAYER, gameCode);
    if (gameCode === 'baccarat') await untilOpen(first, bearer);
    const stakes: Record<string, string> = gameCode === 'baccarat' ? { banker: '40' } : { 'up:15': '40' };
    const ticket = await placeCards(first, bearer, `dies ${gameCode}`, stakes);
    assert.equal(ticket.state, 'staked');
    await first.stop();
    const second = studioAt(wallet, path);
    const [end] = await untilClosed(second, bearer, [ticket.ticketId]);
    await second.stop();
    assert.equal(end?.state, 'settled');
    assert.equal(wallet.balanceOf(PLAYER), add(subtract(START, baht(40)), amountOf(end.payout)));
  }
});

test('settles tables exactly under injected faults', async (t) => {
  for (const gameCode of ['baccarat', 'trading']) {
    const { studio, bearer } = await openTableSession(t, gameCode);
    wallet.setBalance(PLAYER, START);
    const demanded = { outOfOrder: true, duplicate: 2, late: 5, lost: 1, rounds: 1 };
    await studio.call('POST', '/studio/behaviour', demanded);
    if (gameCode === 'baccarat') await untilOpen(studio, bearer);
    const stakes: Record<string, string> = gameCode === 'baccarat' ? { player: '30' } : { 'down:15': '30' };
    const ticket = await placeCards(studio, bearer, `misbehaves ${gameCode}`, stakes);
    const [end] = await untilClosed(studio, bearer, [ticket.ticketId]);
    assert.equal(end?.state, 'settled');
    assert.equal(wallet.balanceOf(PLAYER), add(subtract(START, baht(30)), amountOf(end.payout)));
  }
});

test('pays a guess by the prices at its two ends and rejects other positions with a message', async (t) => {
  const { studio, bearer } = await openTableSession(t, 'trading');
  const up = await placeCards(studio, bearer, 'up', { 'up:15': '100' });
  const [end = up] = await untilClosed(studio, bearer, [up.ticketId]);
  const { fromPrice, toPrice = 0 } = end.round as unknown as TradeOnWire;
  assert.equal(amountOf(end.payout), tradePayout('up', baht(100), fromPrice, toPrice));
  for (const [stakes, code] of [
    [{ 'up:16': '10' }, 'SPOT_UNKNOWN'],
    [{ 'up:15': '1' }, 'STAKE_NOT_OFFERED'],
    [{ player: '10' }, 'SPOT_UNKNOWN'],
  ] as const) {
    assert.equal((await place(studio, bearer, JSON.stringify(stakes), stakes)).code, code);
  }
  wallet.refuseBetsWith('LIMIT_REACHED');
  assert.equal((await place(studio, bearer, 'limit', { 'up:15': '10' })).ticket?.code, 'LIMIT_REACHED');
});

test('lists table games and rounds to the member site that signed the request only', async (t) => {
  const { studio } = await openTableSession(t, 'baccarat');
  for (const [key, games] of [
    ['live-chaba', ['baccarat']],
    ['luktao-thong-chaba', ['hi-lo', 'sic-bo']],
    ['phai-yok-chaba', ['pok-deng']],
    ['market-chaba', ['trading']],
    ['cards-chaba', ['card-garden']],
    ['studio-chaba', ['chaba-blossom', 'naga-river']],
  ] as const) {
    const { body } = await studio.callSigned('/studio-api/v1/games', {}, key);
    assert.deepEqual(
      (body['games'] as { gameCode: string }[]).map(({ gameCode }) => gameCode),
      games,
    );
  }
});

async function openTableSession(
  t: TestContext,
  gameCode: string,
  times?: Times,
): Promise<{ studio: TestStudio; bearer: string }> {
  const studio = studioAt(wallet, ':memory:', times);
  t.after(() => studio.stop());
  return { studio, bearer: await openTable(studio, wallet, PLAYER, gameCode) };
}

type StakeByPlace = Readonly<Record<string, string>>;

async function place(
  studio: TestStudio,
  bearer: string,
  name: string,
  stakes: StakeByPlace,
): Promise<{ ticket?: TicketOnWire; code?: string }> {
  const positions = Object.entries(stakes).map(([type, stake]) => ({ type, stake }));
  const body = { clientTicketId: clientRound(name), positions };
  return (await studio.call('POST', '/studio/v1/tables/tickets', body, bearer)).body;
}

async function placeCards(
  studio: TestStudio,
  bearer: string,
  name: string,
  stakes: StakeByPlace,
): Promise<TicketOnWire> {
  const { ticket, code } = await place(studio, bearer, name, stakes);
  return ticket ?? assert.fail(`not placed: ${code}`);
}

/** Polls until the table accepts bets; a request for its state opens a round. */
async function untilOpen(studio: TestStudio, bearer: string, leftMs = 900): Promise<void> {
  await until(async () => {
    const { body } = await studio.call('GET', '/studio/v1/tables/state', undefined, bearer);
    return Number(body['leftMs'] ?? 0) > leftMs ? true : undefined;
  }, 'the table does not open');
}

async function untilClosed(studio: TestStudio, bearer: string, ticketIds: readonly string[]): Promise<TicketOnWire[]> {
  return until(async () => {
    const { body } = await studio.call('GET', '/studio/v1/tables/tickets', undefined, bearer);
    const tickets = (body['tickets'] as TicketOnWire[]).filter(({ ticketId }) => ticketIds.includes(ticketId));
    return tickets.every(({ state }) => ['settled', 'cancelled', 'refused'].includes(state)) ? tickets : undefined;
  }, 'tickets are still open');
}

function cardsOf(ticket: TicketOnWire | undefined): Deal {
  const { numbers = [] } = (ticket?.round ?? {}) as unknown as RoundFactsOnWire;
  return dealFrom(numbers);
}

/** Turnover of these tickets of one round at the baccarat table. */
function countedOf(tickets: readonly TicketOnWire[]): Money {
  const stakes = new Map<string, Money>();
  for (const { type, stake } of tickets.flatMap(({ positions }) => positions)) {
    stakes.set(type, add(stakes.get(type) ?? zeroMoney, amountOf(stake)));
  }
  const { numbers = [] } = (tickets[0]?.round ?? {}) as unknown as RoundFactsOnWire;
  const outcome = baccarat.outcomeOf(numbers);
  return computeCounted(baccarat, stakes, (type) => findPlace(baccarat, type)?.returned(outcome) ?? { perMille: 0 });
}

function dueOf(ticket: TicketOnWire): Money {
  const result = computeResult(cardsOf(ticket));
  return ticket.positions.reduce(
    (sum, { type, stake }) => add(sum, computePayout(type as Spot, amountOf(stake), result)),
    zeroMoney,
  );
}

function amountOf(text: string | undefined): Money {
  return parseProviderAmount(text ?? '') ?? money(-1n);
}

function storePath(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'chaba-tables-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'sandbox.sqlite');
}

test('limits the open streams of one address over all tables', async (t) => {
  const studio = studioAt(wallet);
  t.after(() => studio.stop());
  const open = async (remoteAddress: string, gameCode = 'baccarat') => {
    const url = `/studio/v1/tables/${gameCode}/events`;
    return studio.app.inject({ url, remoteAddress, payloadAsStream: true });
  };
  for (let count = 0; count < 100; count += 1) {
    assert.equal((await open('203.0.113.7', count % 2 === 0 ? 'baccarat' : 'hi-lo')).statusCode, 200, `${count}`);
  }
  assert.equal((await open('203.0.113.7')).statusCode, 503);
  assert.equal((await open('203.0.113.8')).statusCode, 200);
  for (let count = 0; count < 101; count += 1) assert.equal((await open('127.0.0.1')).statusCode, 200);
});
