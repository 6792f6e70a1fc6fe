// Random concurrent transfers and holds of few owners on many connections, repeats included, compared with the returned
// results: each key moves money once, balances equal the posted transfers, and the audit is clean.
//
// CHABA_FUZZ_SECONDS sets the least duration; CHABA_FUZZ_SEED repeats a run (the order of connections varies).

import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import type { Money } from '@chaba/money';

import {
  type AccountKind,
  audit,
  getBalances,
  getHouseBalance,
  installChart,
  placeHold,
  postTransfers,
  postHold,
  type TransferRequest,
  voidHold,
} from './ledger.ts';
import { chart, newSite } from './testing/story.ts';

const SECONDS = Number(process.env['CHABA_FUZZ_SECONDS'] ?? 1);
const SEED = Number(process.env['CHABA_FUZZ_SEED'] ?? Date.now() % 1_000_000_007);
const CONNECTIONS = 8;
const OWNERS = 12;
const MOVEMENTS_MIN = 1_000;

const database = await testDatabase({ poolSize: CONNECTIONS });
before(() => installChart(database, chart));

/** Mulberry32: a small generator with identical results on every platform. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const routes: readonly (readonly [AccountKind, AccountKind])[] = [
  [chart.bank, chart.cash],
  [chart.games, chart.cash],
  [chart.cash, chart.games],
  [chart.cash, chart.games],
  [chart.cash, chart.savings],
  [chart.savings, chart.cash],
  [chart.debt, chart.games],
  [chart.games, chart.debt],
  [chart.coinIssue, chart.coin],
  [chart.coin, chart.coinIssue],
];

type Recorded = {
  /** Posted transfers by key. */
  readonly posted: Map<string, TransferRequest>;
  readonly sent: TransferRequest[];
  /** Holds by name, with their state. */
  readonly holds: Map<
    string,
    { ownerId: bigint; holdId: string; amount: Money; state: 'placed' | 'posted' | 'voided' }
  >;
  movements: number;
};

function randomRequest(random: (below: number) => number, recorded: Recorded, name: string): TransferRequest {
  const again = recorded.sent[random(Math.max(1, recorded.sent.length))];
  if (again && random(4) === 0) return random(8) === 0 ? { ...again, amount: (again.amount + 1n) as Money } : again;
  const [from, to] = routes[random(routes.length)] ?? [chart.bank, chart.cash];
  const request = {
    from,
    to,
    reason: 'fuzz',
    key: name,
    ownerId: BigInt(1 + random(OWNERS)),
    amount: BigInt(1 + random(1_000_000)) as Money,
  };
  recorded.sent.push(request);
  return request;
}

async function postRandomTransfers(
  random: (below: number) => number,
  siteId: number,
  recorded: Recorded,
  name: string,
) {
  const count = 1 + random(6);
  const requests = Array.from({ length: count }, (_, place) => randomRequest(random, recorded, `${name}/${place}`));
  const isFailing = random(12) === 0;
  try {
    const postings = await database.transaction(async (tx) => {
      const answers = await postTransfers(tx, siteId, requests);
      if (isFailing) throw new Error('afterwards');
      return answers;
    });
    for (const [index, { outcome }] of postings.entries()) {
      const request = requests[index];
      if (!request || outcome !== 'posted') continue;
      assert.ok(!recorded.posted.has(request.key), `${request.key} was posted twice`);
      recorded.posted.set(request.key, request);
    }
  } catch (error) {
    if (!isFailing) throw error;
  }
  recorded.movements += count;
}

async function changeRandomHold(random: (below: number) => number, siteId: number, recorded: Recorded, name: string) {
  const known = [...recorded.holds.values()][random(Math.max(1, recorded.holds.size))];
  recorded.movements += 1;
  if (known && random(2) === 0) {
    const close = random(2) === 0 ? postHold : voidHold;
    const outcome = await database.transaction((tx) => close(tx, siteId, known));
    if (outcome === 'not_open') return;
    assert.equal(known.state, 'placed', `hold ${known.holdId} was closed twice`);
    known.state = outcome;
    return;
  }
  const hold = { ownerId: BigInt(1 + random(OWNERS)), holdId: name, amount: BigInt(1 + random(500_000)) as Money };
  const accounts = { from: chart.cash, held: chart.held, to: chart.payouts, reason: 'fuzz' };
  const outcome = await database.transaction((tx) => placeHold(tx, siteId, { ...hold, ...accounts }));
  if (outcome === 'placed') recorded.holds.set(name, { ...hold, state: 'placed' });
}

/** Expected balances, from the returned results. */
function computeExpected(recorded: Recorded): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (ownerId: bigint, kind: AccountKind, amount: bigint): void => {
    const key = kind.kind >= 100 ? kind.name : `${ownerId}:${kind.name}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  for (const { ownerId, from, to, amount } of recorded.posted.values()) {
    add(ownerId, from, -amount);
    add(ownerId, to, amount);
  }
  for (const { ownerId, amount, state } of recorded.holds.values()) {
    if (state === 'voided') continue;
    add(ownerId, chart.cash, -amount);
    add(ownerId, state === 'placed' ? chart.held : chart.payouts, amount);
  }
  return sums;
}

test('keeps balances and keys consistent under random concurrent transfers', async (t) => {
  t.diagnostic(`CHABA_FUZZ_SEED=${SEED}`);
  const siteId = await newSite(database, 3);
  const recorded: Recorded = { posted: new Map(), sent: [], holds: new Map(), movements: 0 };
  const until = Date.now() + SECONDS * 1_000;
  const walk = async (connection: number): Promise<void> => {
    const random = createRandom(SEED + connection);
    for (let step = 0; Date.now() < until || recorded.movements < MOVEMENTS_MIN; step += 1) {
      const name = `${connection}/${step}`;
      await (random(5) === 0 ? changeRandomHold : postRandomTransfers)(random, siteId, recorded, name);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => walk(connection)));
  t.diagnostic(
    `${recorded.movements} movements requested, ${recorded.posted.size} posted, ${recorded.holds.size} holds`,
  );

  assert.deepEqual(await audit(database, siteId), [], `seed ${SEED}`);
  const closed = [...recorded.holds.values()].filter(({ state }) => state !== 'placed').length;
  const { count } = await database.one<{ count: bigint }>(sql`
    select count(*) as count from ledger_transfer where site_id = ${siteId}`);
  assert.equal(Number(count), recorded.posted.size + recorded.holds.size + closed, `seed ${SEED}`);

  const expected = computeExpected(recorded);
  for (let ownerId = 1n; ownerId <= BigInt(OWNERS); ownerId += 1n) {
    const balances = await getBalances(database, siteId, ownerId, chart);
    for (const kind of Object.values(chart).filter((each) => each.kind < 100)) {
      const name = kind.name as keyof typeof chart;
      assert.equal(balances[name], expected.get(`${ownerId}:${name}`) ?? 0n, `owner ${ownerId} ${name}, seed ${SEED}`);
    }
  }
  for (const kind of Object.values(chart).filter((each) => each.kind >= 100)) {
    assert.equal(
      await getHouseBalance(database, siteId, kind),
      expected.get(kind.name) ?? 0n,
      `${kind.name}, seed ${SEED}`,
    );
  }
});
