// Tables with rounds over HTTP: limits, bets at the end of the window, new streams, faults of the wallet, and a
// restart.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { add, baht, type Money, money, parseProviderAmount, percentFloor, subtract, zeroMoney } from '@chaba/money';
import { until } from '@chaba/sandbox-kit/testing/until';

import { hmacSha256, sha256Hex } from '#studio/fairness/sha256';
import { clientRound, openTable, studioAt, type TestStudio, type Times, walletOf } from '#studio/testing/studio-at';

import { isLinkOf, numbersOfLink } from '#studio/games/tables/chain';
import { computeCounted } from '#studio/games/tables/hedge-share';
import type { RoundFactsOnWire, RoundTableOnWire } from '#studio/wire/round-wire';
import { findRules, tableRules } from '#studio/games/tables/rules/all';
import { findPlace, type PlaceReturn } from '#studio/games/tables/table-rules';
import type { TableStateOnWire, TicketOnWire } from '#studio/wire/table-wire';
import { testInFull } from '@chaba/testing/extent';

const PLAYER = 'p-rounds';
const START = baht(10_000);
const wallet = await walletOf(PLAYER, START);

/** Rounds in which a busy machine may confirm a late bet after the window. */
const ATTEMPTS_MAX = 10;

type Bets = Readonly<Record<string, string>>;

testInFull('pays a round of up to 40 places at each table by its published numbers', async (t) => {
  const studio = studioAt(wallet, ':memory:', { tableRoundMs: 6_000, tickMs: 20 });
  t.after(() => studio.stop());
  const opened = [];
  for (const { gameCode, places } of tableRules) {
    const player = `p-${gameCode}`;
    wallet.setBalance(player, START);
    // One at a time: opening counts the outcomes of the table, and the wallet has a deadline.
    opened.push({ gameCode, places, player, bearer: await openTable(studio, wallet, player, gameCode) });
  }
  await Promise.all(
    opened.map(async ({ gameCode, places, player, bearer }) => {
      await untilOpen(studio, bearer, 2_000);
      const bets = Object.fromEntries(places.slice(0, 40).map(({ type }) => [type, '10']));
      const ticket = await placeTicket(studio, bearer, `all ${gameCode}`, bets);
      const [end = ticket] = await untilClosed(studio, bearer, [ticket.ticketId]);
      const stakes = baht(10 * Object.keys(bets).length);
      assert.equal(amountOf(end.payout), dueOf(gameCode, end), gameCode);
      assert.equal(wallet.balanceOf(player), add(subtract(START, stakes), dueOf(gameCode, end)), gameCode);
      checkResult(gameCode, player, end);
    }),
  );
  const sent = wallet.calls.filter(({ operation }) => !['authenticate', 'balance'].includes(operation));
  assert.deepEqual(new Set(sent.map(({ operation }) => operation)), new Set(['bet', 'win']));
  assert.ok(sent.every(({ body }) => body['isFeatureBuy'] === undefined));
});

testInFull(
  'publishes a link of each chain that hashes to its commitment and gives the numbers of the round',
  async (t) => {
    const studio = studioAt(wallet, ':memory:', { tableRoundMs: 6_000, tickMs: 20 });
    t.after(() => studio.stop());
    const chains = tableRules.filter(({ draw }) => draw === 'chain');
    const opened = [];
    for (const { gameCode, places, sizes } of chains) {
      const bearer = await openTable(studio, wallet, PLAYER, gameCode);
      opened.push({ gameCode, type: places[0]?.type ?? assert.fail(), sizes, bearer });
    }
    await Promise.all(
      opened.map(async ({ gameCode, type, sizes, bearer }) => {
        await untilOpen(studio, bearer, 1_000);
        const ticket = await placeTicket(studio, bearer, `proof ${gameCode}`, { [type]: '10' });
        const before = ticket.round as unknown as RoundFactsOnWire;
        assert.deepEqual([before.proof, before.numbers], [undefined, undefined], gameCode);
        const [end = ticket] = await untilClosed(studio, bearer, [ticket.ticketId]);
        const { sourceNo: chainNo, roundNo, proof: link = '', numbers } = end.round as unknown as RoundFactsOnWire;
        assert.deepEqual([chainNo, roundNo], [before.sourceNo, before.roundNo], gameCode);
        assert.ok(isLinkOf(sha256Hex, before.commitment, { roundNo, link }), gameCode);
        assert.deepEqual(numbers, numbersOfLink(hmacSha256, { gameCode, chainNo, roundNo, link }, sizes), gameCode);
      }),
    );
    assert.equal(opened.length, 9);
  },
);

test('rejects more than 40 places, an unknown place, and more on a place than its limit of a round', async (t) => {
  // All bets belong to the first round.
  const { studio, bearer } = await open(t, 'roulette', { tableRoundMs: 240_000, tickMs: 20 });
  const body = (await studio.call('GET', '/studio/v1/tables/state', undefined, bearer))
    .body as unknown as TableStateOnWire;
  assert.equal(body.stated?.limits['number:17'], 5_000);
  assert.equal(body.stated?.returns['red'], '97.29');
  await untilOpen(studio, bearer);
  const many = Object.fromEntries(Array.from({ length: 37 }, (_, number) => [`number:${number}`, '5']));
  const tooMany = { ...many, red: '5', black: '5', odd: '5', even: '5' };
  assert.equal((await send(studio, bearer, 'many', tooMany)).status, 400);
  assert.equal((await send(studio, bearer, 'foreign', { dragon: '10' })).body.code, 'SPOT_UNKNOWN');
  await placeTicket(studio, bearer, 'first', { 'number:17': '3000' });
  assert.equal((await send(studio, bearer, 'second', { 'number:17': '2500' })).body.code, 'PLACE_LIMIT_REACHED');
  assert.equal((await send(studio, bearer, 'third', { 'number:17': '2000' })).status, 200);
  assert.equal(wallet.balanceOf(PLAYER), subtract(START, baht(5_000)));
});

testInFull('places or returns a bet in the last 300 ms and rejects one after the window', async (t) => {
  const { studio, bearer } = await open(t, 'si-rian', { tableRoundMs: 2_500, tickMs: 20 });
  for (const [name, leftMs] of [
    ['early', 280],
    ['later', 120],
    ['last', 25],
  ] as const) {
    wallet.setBalance(PLAYER, START);
    await untilLeft(studio, bearer, leftMs);
    // The wallet responds after the window is closed.
    const { promise, resolve } = Promise.withResolvers<void>();
    wallet.faults.push({ heldUntil: promise });
    const sending = send(studio, bearer, name, { even: '100' });
    await untilShut(studio, bearer);
    resolve();
    const { body, status } = await sending;
    if (!body.ticket) {
      assert.equal(body.code, 'WINDOW_SHUT', `${name} ${status}`);
      assert.equal(wallet.balanceOf(PLAYER), START);
      wallet.faults.length = 0;
      continue;
    }
    const [end = body.ticket] = await untilClosed(studio, bearer, [body.ticket.ticketId]);
    const back = end.state === 'settled' ? dueOf('si-rian', end) : baht(100);
    assert.ok(end.state === 'settled' || end.state === 'cancelled', end.state);
    assert.equal(wallet.balanceOf(PLAYER), add(subtract(START, baht(100)), back), `${name} ${end.state}`);
  }
  await untilShut(studio, bearer);
  assert.equal((await send(studio, bearer, 'over', { even: '100' })).body.code, 'WINDOW_SHUT');
});

test('places and settles a bet of the last 300 ms that the wallet confirms before the window shuts', async (t) => {
  const { studio, bearer } = await open(t, 'si-rian', { tableRoundMs: 2_500, tickMs: 20 });
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    wallet.setBalance(PLAYER, START);
    await untilLeft(studio, bearer, 280);
    const { body } = await send(studio, bearer, `in time ${attempt}`, { even: '100' });
    const isConfirmedInTime = (await leftMs(studio, bearer)) > 0;
    if (!body.ticket || !isConfirmedInTime) {
      // A busy machine needed the rest of the window.
      if (body.ticket) await untilClosed(studio, bearer, [body.ticket.ticketId]);
      continue;
    }
    assert.equal(body.ticket.state, 'staked');
    const [end = body.ticket] = await untilClosed(studio, bearer, [body.ticket.ticketId]);
    assert.equal(end.state, 'settled');
    assert.equal(wallet.balanceOf(PLAYER), add(subtract(START, baht(100)), dueOf('si-rian', end)));
    return;
  }
  assert.fail('no bet was confirmed within the window');
});

test('keeps the money exact when wallet responses are lost or the wallet is down', async (t) => {
  const { studio, bearer } = await open(t, 'kam-thua', { tableRoundMs: 2_000, tickMs: 20 });
  for (const faults of [['lost'], ['down', 'none'], ['none', 'lost', 'down'], ['lost', 'lost', 'lost']] as const) {
    wallet.setBalance(PLAYER, START);
    wallet.calls.length = 0;
    await untilOpen(studio, bearer);
    wallet.faults.push(...faults);
    const ticket = await placeTicket(studio, bearer, faults.join(), { 'one:1': '50', odd: '50' });
    const [end = ticket] = await untilClosed(studio, bearer, [ticket.ticketId]);
    const back = end.state === 'settled' ? dueOf('kam-thua', end) : baht(100);
    assert.equal(wallet.balanceOf(PLAYER), add(subtract(START, baht(100)), back), `${faults.join()} ${end.state}`);
    wallet.faults.length = 0;
  }
});

test('settles after a restart with the result that was stored before the bet', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'chaba-rounds-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'sandbox.sqlite');
  const first = studioAt(wallet, path);
  const bearer = await openTable(first, wallet, PLAYER, 'roulette');
  await untilOpen(first, bearer);
  const ticket = await placeTicket(first, bearer, 'dies', { red: '40', 'number:7': '10' });
  await first.stop();
  const second = studioAt(wallet, path);
  t.after(() => second.stop());
  const [end = ticket] = await untilClosed(second, bearer, [ticket.ticketId]);
  assert.equal(end.state, 'settled');
  const facts = end.round as unknown as RoundFactsOnWire;
  assert.equal(facts.roundNo, 1);
  assert.equal(wallet.balanceOf(PLAYER), add(subtract(START, baht(50)), dueOf('roulette', end)));
});

test('sends phase, road and counts to a new stream, and the number of streams from two on', async (t) => {
  const { studio, bearer } = await open(t, 'hi-lo', { tableRoundMs: 2_000, tickMs: 20 });
  const address = await studio.app.listen({ host: '127.0.0.1', port: 0 }).then(() => studio.app.server.address());
  const url = `http://127.0.0.1:${(address as AddressInfo).port}/studio/v1/tables/hi-lo/events`;
  const early = watch(t, url);
  await until(() => Promise.resolve(early.states.some(({ marks }) => marks.length > 0) || undefined), 'no result');
  const { ticket, joined } = await joinInRoundOf(studio, bearer, () => watch(t, url));
  await until(() => Promise.resolve(joined.states.at(-1)?.watchers === 2 || undefined), 'two streams are not counted');
  const [first] = joined.states;
  assert.ok(first?.round && first.marks.length > 0);
  assert.equal(first.stakes['low'], 20);
  assert.equal(first.players, 1);
  const { body } = await studio.call('GET', '/studio/v1/tables/tickets', undefined, bearer);
  assert.equal((body['tickets'] as TicketOnWire[])[0]?.ticketId, ticket.ticketId);
  const results = () => joined.states.filter(({ round }) => round?.numbers);
  await until(() => Promise.resolve(results().length > 0 || undefined), 'the new stream shows no result');
  joined.close();
  await until(
    () => Promise.resolve(early.states.at(-1)?.watchers === undefined || undefined),
    'a closed stream counts',
  );
  // Numbers are sent after the betting window only, to the old and the new stream.
  for (const { nowMs, round } of [...early.states, ...joined.states]) {
    assert.ok(round?.numbers === undefined || nowMs >= round.closesAtMs, JSON.stringify(round));
  }
  // Both streams hold one result of each round, with its times.
  for (const { round } of results()) {
    const same = early.states.find((state) => state.round?.roundId === round?.roundId && state.round?.numbers);
    assert.deepEqual(same?.round, round);
  }
  early.close();
});

test('opens the next round when one ends between two readings of the clock', async (t) => {
  const { studio } = await open(t, 'hi-lo', { tableRoundMs: 200, tickMs: 20 });
  const address = await studio.app.listen({ host: '127.0.0.1', port: 0 }).then(() => studio.app.server.address());
  const readClock = Date.now.bind(Date);
  let readings = 0;
  // Every second reading is later.
  t.mock.method(Date, 'now', () => readClock() + (readings++ % 2) * 5);
  const { states } = watch(t, `http://127.0.0.1:${(address as AddressInfo).port}/studio/v1/tables/hi-lo/events`);
  const countRounds = (): number => new Set(states.map(({ round }) => round?.roundId)).size;
  await until(() => Promise.resolve(countRounds() > 15 || undefined), 'the table opened no further round');
});

test('names one round of the table in the details of two players on both sides', async (t) => {
  const other = 'p-other-side';
  wallet.setBalance(other, START);
  const { studio, bearer } = await open(t, 'suea-mangkon', { tableRoundMs: 5_000, tickMs: 20 });
  const opposite = await openTable(studio, wallet, other, 'suea-mangkon');
  await untilOpen(studio, bearer, 1_000);
  const ticket = await placeTicket(studio, bearer, 'one side', { dragon: '10' });
  await placeTicket(studio, opposite, 'other side', { tiger: '10' });
  await untilClosed(studio, bearer, [ticket.ticketId]);
  const bets = wallet.calls.filter(({ operation }) => operation === 'bet').map(({ body }) => String(body['roundId']));
  assert.equal(new Set(bets).size, 2);
  const details = await Promise.all(
    bets.map(async (roundId) => {
      const { body } = await studio.callSigned('/studio-api/v1/round-details', { roundId }, 'phai-ngoen-chaba');
      return body['round'] as { tableRound: string; playerId: string; facts: { value: string }[] };
    }),
  );
  assert.deepEqual(new Set(details.map(({ playerId }) => playerId)), new Set([PLAYER, other]));
  for (const { tableRound, facts } of details) {
    assert.equal(tableRound, ticket.roundId);
    assert.ok(facts.some(({ value }) => value === ticket.roundId));
  }
});

async function open(t: TestContext, gameCode: string, times?: Times): Promise<{ studio: TestStudio; bearer: string }> {
  const studio = studioAt(wallet, ':memory:', times);
  t.after(() => studio.stop());
  return { studio, bearer: await openTable(studio, wallet, PLAYER, gameCode) };
}

type Sent = { readonly status: number; readonly body: { readonly ticket?: TicketOnWire; readonly code?: string } };

async function send(studio: TestStudio, bearer: string, name: string, bets: Bets): Promise<Sent> {
  const positions = Object.entries(bets).map(([type, stake]) => ({ type, stake }));
  const ticket = { clientTicketId: clientRound(name), positions };
  return studio.call('POST', '/studio/v1/tables/tickets', ticket, bearer);
}

/** Places a ticket in this round, or in the next one where a busy machine needed the rest of the window. */
async function placeTicket(studio: TestStudio, bearer: string, name: string, bets: Bets): Promise<TicketOnWire> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const { body } = await send(studio, bearer, name, bets);
    if (body.ticket) return body.ticket;
    assert.equal(body.code, 'WINDOW_SHUT', `not placed: ${name}`);
    await untilOpen(studio, bearer);
  }
  return assert.fail(`no window was long enough: ${name}`);
}

type Watched = { readonly states: RoundTableOnWire[]; close(): void };

/** Places a bet and opens a stream whose first state is of the same round. */
async function joinInRoundOf(
  studio: TestStudio,
  bearer: string,
  join: () => Watched,
): Promise<{ readonly ticket: TicketOnWire; readonly joined: Watched }> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    await untilOpen(studio, bearer);
    const ticket = await placeTicket(studio, bearer, `seen ${attempt}`, { low: '20' });
    const joined = join();
    await until(() => Promise.resolve(joined.states[0]), 'the new stream is empty');
    if (joined.states[0]?.round?.roundId === ticket.roundId) return { ticket, joined };
    joined.close();
    await untilClosed(studio, bearer, [ticket.ticketId]);
  }
  return assert.fail('no stream began in the round of its ticket');
}

async function leftMs(studio: TestStudio, bearer: string): Promise<number> {
  const { body } = await studio.call('GET', '/studio/v1/tables/state', undefined, bearer);
  return Number(body['leftMs'] ?? 0);
}

/** Waits until the window is open for longer than so many milliseconds. */
async function untilOpen(studio: TestStudio, bearer: string, ms = 700): Promise<void> {
  await until(async () => ((await leftMs(studio, bearer)) > ms ? true : undefined), 'the table does not open');
}

async function untilShut(studio: TestStudio, bearer: string): Promise<void> {
  await until(async () => ((await leftMs(studio, bearer)) === 0 ? true : undefined), 'the window does not shut');
}

/** Waits until the window is open for at least so long. */
async function untilLeft(studio: TestStudio, bearer: string, ms: number): Promise<void> {
  await untilOpen(studio, bearer);
  await sleep(Math.max(0, (await leftMs(studio, bearer)) - ms));
}

async function untilClosed(studio: TestStudio, bearer: string, ticketIds: readonly string[]): Promise<TicketOnWire[]> {
  return until(async () => {
    const { body } = await studio.call('GET', '/studio/v1/tables/tickets', undefined, bearer);
    const tickets = (body['tickets'] as TicketOnWire[]).filter(({ ticketId }) => ticketIds.includes(ticketId));
    return tickets.every(({ state }) => ['settled', 'cancelled', 'refused'].includes(state)) ? tickets : undefined;
  }, 'tickets are still open');
}

/** Reads the events of a table. */
function watch(t: TestContext, url: string): Watched {
  const states: RoundTableOnWire[] = [];
  const request = get(url, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) states.push(JSON.parse(data) as RoundTableOnWire);
      }
    });
    response.on('error', () => undefined);
  });
  request.on('error', () => undefined);
  t.after(() => request.destroy());
  return { states, close: () => void request.destroy() };
}

/** The win states each position with its pushed part, and the turnover of all. */
function checkResult(gameCode: string, player: string, ticket: TicketOnWire): void {
  const rules = findRules(gameCode) ?? assert.fail(gameCode);
  const outcome = rules.outcomeOf((ticket.round as unknown as RoundFactsOnWire).numbers ?? []);
  const isWin = ({ operation, body }: (typeof wallet.calls)[number]): boolean =>
    operation === 'win' && body['playerId'] === player;
  const { body } = wallet.calls.find(isWin) ?? assert.fail(`${gameCode}: no win`);
  assert.deepEqual(
    (body['positions'] as { type: string; stake: string; pushed?: string }[]).map(({ type, stake, pushed }) => [
      type,
      amountOf(stake),
      pushed === undefined ? zeroMoney : amountOf(pushed),
    ]),
    ticket.positions.map(({ type, stake }) => {
      const { pushed } = findPlace(rules, type)?.returned(outcome) ?? {};
      const share = pushed === undefined ? 0 : pushed === 'half' ? 5_000 : 10_000;
      return [type, amountOf(stake), percentFloor(amountOf(stake), share)];
    }),
  );
  const stakes = new Map(ticket.positions.map(({ type, stake }) => [type, amountOf(stake)]));
  const returned = (type: string): PlaceReturn => findPlace(rules, type)?.returned(outcome) ?? assert.fail(type);
  assert.equal(amountOf(String(body['validBet'])), computeCounted(rules, stakes, returned));
}

function dueOf(gameCode: string, ticket: TicketOnWire): Money {
  const rules = findRules(gameCode) ?? assert.fail(gameCode);
  const outcome = rules.outcomeOf((ticket.round as unknown as RoundFactsOnWire).numbers ?? []);
  return ticket.positions.reduce((sum, { type, stake }) => {
    const { perMille } = findPlace(rules, type)?.returned(outcome) ?? { perMille: 0 };
    return add(sum, percentFloor(amountOf(stake), perMille * 10));
  }, zeroMoney);
}

function amountOf(text: string | undefined): Money {
  return parseProviderAmount(text ?? '') ?? money(-1n);
}
