// The prize wheel: a free spin or a coin pays, the server draws and posts the prize, then the animation runs.
//
// Always true: payment, draw and prize are one transaction that starts with the member's lane lock. The draw (draw.ts)
// depends on the seeds, the nonce and the weights only. The commitment to the server's seed is published before the
// member can choose a client seed. A nonce is drawn once: the same idempotency key returns the same prize. A version of
// the wheel never changes.
//
// Elsewhere: earning coins (coins.ts), the frame that shows the wheel (wheel-frame.ts).

import { randomBytes } from 'node:crypto';

import type { Database, Queryable, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { money, multiply } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { assert, fail } from '#core/domain-error';
import { addTurnoverRequirement } from '#modules/requirements';
import { creditOwnMoney } from '#modules/own-money';
import { requireNoPlayBreak } from '#modules/play-breaks';
import { loadPosition } from '#modules/position';

import { takeBackOwedCoins } from './coins.ts';
import { computeCommitment, drawIndex } from './draw.ts';
import * as store from './wheel.store.ts';

export { collectOwedCoins, rewardDeposits, rewardTurnover } from './coins.ts';
export { demoWheel } from './demo-wheel.ts';
export type { WheelSegment as Field, FieldKind, ShownSpin, WheelVersion } from './wheel.store.ts';

export { findCurrentWheel as findWheel, insertWheel as ensureWheel } from './wheel.store.ts';

const SEED_BYTES = 32;
const CLIENT_SEED_BYTES = 8;
const SPINS_SHOWN = 20;
const ONE = money(1n);

type SpinRequest = { readonly siteId: number; readonly memberId: bigint; readonly idempotencyKey: string };

type Drawn = Omit<store.SpinRecord, 'createdAt'>;

export function spin(database: Database, request: SpinRequest): Promise<Drawn> {
  const { siteId, memberId, idempotencyKey } = request;
  return database.transaction(async (tx) => {
    await ledger.lockLanes(tx, siteId, [memberId]);
    const before = await store.findSpinByKey(tx, siteId, memberId, idempotencyKey);
    if (before) return before;
    await requireNoPlayBreak(tx, siteId, memberId);

    const wheel = await requireOpenWheel(tx, siteId);
    await takeBackOwedCoins(tx, siteId, memberId);
    const { spins, coins } = (await loadPosition(tx, siteId, memberId)).parked;
    if (spins === 0n && coins === 0n) fail('INSUFFICIENT_COINS');
    const paidWith = spins > 0n ? 'SPIN' : 'COIN';
    const seed = await ensureSeed(tx, siteId, memberId);
    const nonce = seed.nextNonce;
    const index = drawIndex({ ...seed, nonce }, listWeights(wheel));
    const field = wheel.segments[index];
    assert(field, 'the drawn index is a segment of the wheel');

    await postSpin(tx, { siteId, memberId, paidWith, field, name: `wheel:${memberId}:${seed.seedNo}:${nonce}` }, wheel);
    const after = await ledger.getBalances(tx, siteId, memberId, chart);
    const drawn: Drawn = {
      seedNo: seed.seedNo,
      nonce,
      clientSeed: seed.clientSeed,
      version: wheel.version,
      paidWith,
      index,
      kind: field.kind,
      amount: field.amount,
      coinsAfter: after.coin,
      spinsAfter: after.spin,
    };
    await store.insertSpin(tx, siteId, memberId, { ...drawn, idempotencyKey });
    publishAfterCommit(tx, siteId, memberId);
    return drawn;
  });
}

type SpinPosting = {
  readonly siteId: number;
  readonly memberId: bigint;
  readonly paidWith: 'COIN' | 'SPIN';
  readonly field: store.WheelSegment;
  readonly name: string;
};

const PRIZES = {
  BAHT: { from: chart.prizeCost, to: chart.game },
  COIN: { from: chart.coinIssue, to: chart.coin },
  SPIN: { from: chart.spinIssue, to: chart.spin },
} as const;

async function postSpin(tx: Transaction, posting: SpinPosting, wheel: store.WheelVersion): Promise<void> {
  const { siteId, memberId, paidWith, field, name } = posting;
  const payment =
    paidWith === 'SPIN' ? { from: chart.spin, to: chart.spinIssue } : { from: chart.coin, to: chart.coinIssue };
  const transfers = [{ ownerId: memberId, ...payment, amount: ONE, reason: 'wheel spin', key: `${name}:paid` }];
  if (field.kind !== 'NONE') {
    const way = PRIZES[field.kind];
    transfers.push({
      ownerId: memberId,
      ...way,
      amount: money(field.amount),
      reason: 'wheel prize',
      key: `${name}:prize`,
    });
  }
  const postings = await ledger.postTransfers(tx, siteId, transfers);
  assert(
    postings.every(({ outcome }) => outcome === 'posted'),
    'the balance was read under the lane lock, and a nonce is drawn once',
  );
  if (field.kind !== 'BAHT') return;
  const playable = await creditOwnMoney(tx, siteId, { memberId, amount: money(field.amount), key: `${name}:prize` });
  await addTurnoverRequirement(tx, siteId, {
    memberId,
    source: 'WHEEL',
    required: multiply(playable, wheel.turnoverTimes),
    causeId: name,
  });
}

export type WheelState = {
  readonly wheel: store.WheelVersion;
  readonly coins: bigint;
  readonly spins: bigint;
  /** SHA-256 of the server's seed, published before its use. */
  readonly seedHash: string;
  readonly clientSeed: string;
  readonly nextNonce: number;
  /** Newest first. */
  readonly spinsMade: readonly store.ShownSpin[];
};

/** The member's view: weights, commitment, and the latest spins with the data that verifies them. */
export function loadWheelState(database: Database, siteId: number, memberId: bigint): Promise<WheelState> {
  return database.transaction(async (tx) => {
    // The first read creates a seed; later reads take no lane lock and write nothing.
    if (!(await store.findOpenSeed(tx, siteId, memberId))) await ledger.lockLanes(tx, siteId, [memberId]);
    return loadState(tx, siteId, memberId);
  });
}

/**
 * Sets the member's client seed. An unused commitment stays, so the client seed can be chosen after the hash is known.
 * A used server seed is revealed, and the next one is random and independent of the client seed.
 */
export function changeSeed(
  database: Database,
  siteId: number,
  memberId: bigint,
  clientSeed: string,
): Promise<WheelState> {
  return database.transaction(async (tx) => {
    await ledger.lockLanes(tx, siteId, [memberId]);
    const seed = await store.findOpenSeed(tx, siteId, memberId);
    if (seed && seed.nextNonce > 0) {
      await store.revealSeed(tx, siteId, memberId, seed.seedNo);
      await createSeed(tx, siteId, memberId, clientSeed);
    } else if (seed) {
      await store.setClientSeed(tx, siteId, memberId, seed.seedNo, clientSeed);
    } else {
      await createSeed(tx, siteId, memberId, clientSeed);
    }
    return loadState(tx, siteId, memberId);
  });
}

async function loadState(tx: Transaction, siteId: number, memberId: bigint): Promise<WheelState> {
  const wheel = await requireOpenWheel(tx, siteId);
  const seed = await ensureSeed(tx, siteId, memberId);
  const balances = await ledger.getBalances(tx, siteId, memberId, chart);
  return {
    wheel,
    coins: balances.coin,
    spins: balances.spin,
    seedHash: computeCommitment(seed.serverSeed),
    clientSeed: seed.clientSeed,
    nextNonce: seed.nextNonce,
    spinsMade: await store.listLatestSpins(tx, siteId, memberId, SPINS_SHOWN),
  };
}

export async function isWheelOpen(database: Queryable, siteId: number): Promise<boolean> {
  return (await store.findCurrentWheel(database, siteId))?.isOn === true;
}

async function requireOpenWheel(tx: Queryable, siteId: number): Promise<store.WheelVersion> {
  const wheel = await store.findCurrentWheel(tx, siteId);
  return wheel?.isOn === true ? wheel : fail('WHEEL_CLOSED');
}

async function ensureSeed(tx: Transaction, siteId: number, memberId: bigint): Promise<store.Seed> {
  const seed = await store.findOpenSeed(tx, siteId, memberId);
  return seed ?? createSeed(tx, siteId, memberId, randomBytes(CLIENT_SEED_BYTES).toString('hex'));
}

function createSeed(tx: Transaction, siteId: number, memberId: bigint, clientSeed: string): Promise<store.Seed> {
  return store.insertSeed(tx, siteId, { memberId, serverSeed: randomBytes(SEED_BYTES), clientSeed });
}

const listWeights = (wheel: store.WheelVersion): number[] => wheel.segments.map((field) => field.weight);
