// The profit hunter itself: stories without a fault give no finding, planted wrong outcomes do.
//
// Elsewhere: the hunter (hunt.ts), random stories (oracle.heavy.test.ts), the long run: npm run prove -- hunt.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type Sql, sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';

import { LeakModel } from '#testing/oracle/models/leaks/leaks';
import { exposureOf } from '#testing/oracle/models/leaks/exposure';
import type { MODEL_KINDS, StoryFact } from './facts.ts';
import { PlainTerms } from '#testing/oracle/models/leaks/plain-terms';
import { formatRow, readRows } from './rows.ts';
import { type StoryRunner, type StoryRun, withStoryRunner } from './story-runner.ts';
import { testInFull } from '#testing/extent';
import { corrected } from '#testing/oracle/stories/corrected-stories';
import { CAPPED, faultless, GIVEN_UP, LOST_WEEK, PAID_OUT } from '#testing/oracle/stories/faultless-stories';
import { writtenStories } from '#testing/oracle/stories/written-stories';

const database = await testDatabase({ poolSize: 2 });

async function record(runner: StoryRunner, text: string): Promise<StoryRun> {
  const replayed = await runner.replay(readRows(text));
  const transcript = replayed.played.map(({ row, word }) => formatRow(row, word)).join('\n');
  assert.equal(replayed.finding, undefined, transcript);
  return replayed;
}

test('finds nothing in stories without a fault', async () => {
  await withStoryRunner(database.ownerUrl, async (runner) => {
    for (const text of Object.values({ ...faultless, ...corrected })) await record(runner, text);
  });
});

testInFull('finds nothing in the written stories', async () => {
  await withStoryRunner(database.ownerUrl, async (runner) => {
    for (const text of Object.values(writtenStories)) await record(runner, text);
  });
});

// ── planted outcomes ─────────────────────────────────────────────────────────────────────────────────────────────────

type PlantedChange = readonly [story: string, change: (facts: readonly StoryFact[]) => readonly StoryFact[]];
type Entry = Extract<StoryFact, { kind: 'entry' }>;

const BAHT = 10_000n;
const isEntry = (fact: StoryFact, from: string, to: string): fact is Entry =>
  fact.kind === 'entry' && fact.from === from && fact.to === to;
const entry = (from: string, to: string, baht: bigint): StoryFact => ({
  kind: 'entry',
  member: 'M1',
  from,
  to,
  amount: baht * BAHT,
  round: undefined,
  playedIn: undefined,
});
/** Changes every transfer between two accounts. */
const entries =
  (from: string, to: string, change: (found: Entry) => readonly StoryFact[]) => (facts: readonly StoryFact[]) =>
    facts.flatMap((fact) => (isEntry(fact, from, to) ? change(fact) : [fact]));
const by = (baht: bigint) => (found: Entry) => [{ ...found, amount: found.amount + baht * BAHT }];
const before =
  (kind: StoryFact['kind'], ...planted: readonly StoryFact[]) =>
  (facts: readonly StoryFact[]) =>
    facts.flatMap((fact) => (fact.kind === kind ? [...planted, fact] : [fact]));
const lines = (change: Partial<Extract<StoryFact, { kind: 'line' }>>) => (facts: readonly StoryFact[]) =>
  facts.map((fact) => (fact.kind === 'line' ? { ...fact, ...change } : fact));
const payouts = (change: { readonly amount: bigint }) => (facts: readonly StoryFact[]) =>
  facts.map((fact) => (fact.kind === 'submitted' || fact.kind === 'payout' ? { ...fact, ...change } : fact));
const lastLine = (state: string) => (facts: readonly StoryFact[]) => {
  const place = facts.findIndex(({ kind }) => kind === 'line');
  const line = facts[place];
  assert.ok(line?.kind === 'line');
  return facts.toSpliced(place + 2, 0, { ...line, state }, { kind: 'step', row: 'planted' });
};
const SERVED = { kind: 'line', member: 'M1', no: 1, source: 'ITEMCODE', need: 50n * BAHT, now: 50n * BAHT } as const;

/** One planted outcome per kind of finding. */
const plants: Readonly<Record<(typeof MODEL_KINDS)[number], PlantedChange>> = {
  'credited-more-than-arrived': [PAID_OUT, entries('bank', 'game', (found) => [found, found])],
  'arrived-and-not-booked': [PAID_OUT, entries('bank', 'game', by(-1n))],
  'paid-more-than-owned': [PAID_OUT, payouts({ amount: 301n * BAHT })],
  'paid-without-turnover': [PAID_OUT, lines({ need: 301n * BAHT })],
  'paid-while-locked': [PAID_OUT, before('submitted', { kind: 'locked', member: 'M1', isLocked: true })],
  'paid-while-indebted': [PAID_OUT, before('submitted', entry('receivable', 'games', 1n))],
  'returned-payout-lost': [
    PAID_OUT,
    before('end', { kind: 'payout', member: 'M1', withdrawal: 'K1', amount: 200n * BAHT, did: 'returned' }),
  ],
  'turnover-above-exposure': [PAID_OUT, (facts) => facts.map(halved)],
  'game-result-differs': [PAID_OUT, entries('games', 'game', by(1n))],
  'taken-without-reason': [PAID_OUT, before('end', entry('game', 'elsewhere', 1n))],
  'cap-exceeded': [CAPPED, payouts({ amount: 201n * BAHT })],
  'own-money-capped': [
    CAPPED,
    entries('withdrawalHeld', 'residual', (found) => [found, entry('game', 'residual', 1n)]),
  ],
  'line-lost-early': [CAPPED, lastLine('lost')],
  'line-closed-early': [CAPPED, lastLine('closed')],
  'win-taken-twice': [
    CAPPED,
    before(
      'end',
      { ...SERVED, cap: 200n * BAHT, state: 'closed' },
      { kind: 'step', row: 'planted' },
      {
        ...(entry('game', 'games', 100n) as Entry),
        round: 'r1',
      },
      entry('receivable', 'games', 400n),
      { kind: 'step', row: 'planted' },
    ),
  ],
  'result-withheld': [
    CAPPED,
    before(
      'end',
      { ...SERVED, cap: 200n * BAHT, state: 'closed' },
      { kind: 'step', row: 'planted' },
      { ...(entry('games', 'game', 100n) as Entry), round: 'r1' },
      { ...(entry('game', 'residual', 200n) as Entry), round: 'r1' },
      { kind: 'step', row: 'planted' },
    ),
  ],
  'bonus-kept': [GIVEN_UP, entries('game', 'bonusCost', by(-1n))],
  'own-money-taken-with-bonus': [GIVEN_UP, entries('game', 'bonusCost', by(1n))],
  'bonus-kept-by-exclusion': [
    GIVEN_UP,
    (facts) => [
      ...facts.slice(
        0,
        facts.findIndex((fact) => isEntry(fact, 'game', 'bonusCost')),
      ),
      { kind: 'excluded', member: 'M1' },
      { kind: 'submitted', member: 'M1', withdrawal: 'K1', amount: 71n * BAHT },
    ],
  ],
  'coins-above-play': [PAID_OUT, before('submitted', { kind: 'coins', member: 'M1', coins: 3n, cause: 'turnover' })],
  'coins-of-returned-deposit': [
    PAID_OUT,
    before(
      'end',
      { kind: 'coins', member: 'M1', coins: 2n, cause: 'deposit' },
      { kind: 'coins', member: 'M1', coins: 0n, cause: 'job' },
    ),
  ],
  'cashback-above-loss': [LOST_WEEK, entries('cashbackCost', 'cashback', by(1n))],
  'cashback-lost': [LOST_WEEK, entries('cashbackCost', 'cashback', () => [])],
};

/** A bet that is recorded with half of its risk. */
function halved(fact: StoryFact): StoryFact {
  return fact.kind === 'bet' ? { ...fact, stake: fact.stake / 2n } : fact;
}

test('finds each planted outcome in a recorded story', async () => {
  await withStoryRunner(database.ownerUrl, async (runner) => {
    const recorded = new Map<string, readonly StoryFact[]>();
    for (const [kind, [text, change]] of Object.entries(plants)) {
      const facts = recorded.get(text) ?? (await record(runner, text)).story.facts;
      recorded.set(text, facts);
      const leaks = new LeakModel();
      for (const fact of change(facts)) leaks.apply(fact);
      assert.ok(
        leaks.findings.some((finding) => finding.kind === kind),
        `${kind}: ${leaks.findings.map((finding) => `${finding.kind} (${finding.detail})`).join(', ') || 'nothing'}`,
      );
    }
  });
});

/** Outcomes that the plain sums must see by itself. */
const plainPlants: Readonly<Record<string, PlantedChange>> = {
  'a payout above own money': [PAID_OUT, payouts({ amount: 301n * BAHT })],
  'a payout above a cap': [CAPPED, payouts({ amount: 201n * BAHT })],
  'a free spin of a capped code, played after it closed': [
    CAPPED,
    before(
      'end',
      { ...SERVED, cap: 200n * BAHT, state: 'closed' },
      { ...(entry('games', 'game', 200n) as Entry), round: 'r1' },
      { kind: 'submitted', member: 'M1', withdrawal: 'K2', amount: 200n * BAHT },
    ),
  ],
  'winnings of a bonus that was given up': [
    GIVEN_UP,
    before('end', { kind: 'submitted', member: 'M1', withdrawal: 'K1', amount: 71n * BAHT }),
  ],
  'money of a deposit that was sent back': [
    PAID_OUT,
    before(
      'submitted',
      { kind: 'taken-back', member: 'M1', transfer: 'T1', amount: 300n * BAHT },
      entry('game', 'bank', 101n),
    ),
  ],
};

test('finds each planted outcome by plain sums of the terms', async () => {
  await withStoryRunner(database.ownerUrl, async (runner) => {
    for (const [what, [text, change]] of Object.entries(plainPlants)) {
      const { facts } = (await record(runner, text)).story;
      const [before, after] = [new PlainTerms(), new PlainTerms()];
      for (const fact of facts) before.apply(fact);
      for (const fact of change(facts)) after.apply(fact);
      assert.deepEqual(before.findings, [], what);
      assert.deepEqual(
        after.findings.map(({ kind }) => kind),
        ['above-plain-terms'],
        what,
      );
    }
  });
});

/** More left under the last payout of the story: by its row, and by the journal. */
const morePaid = (baht: bigint): readonly Sql[] => [
  sql`update withdrawal set amount_e4 = amount_e4 + ${baht * BAHT} where withdrawal_id = (select max(withdrawal_id) from withdrawal)`,
  sql`update ledger_transfer set amount_e4 = amount_e4 + ${baht * BAHT} where to_kind = account_kind('payouts')
    and key ~ (select 'withdrawal:' || max(withdrawal_id) || ':' from withdrawal)`,
];

/** Faults in the books that the audit rule on terms must report at the end of a story. */
const auditPlants: Readonly<Record<string, readonly [story: string, how: readonly Sql[]]>> = {
  'a payout above a cap that is closed': [CAPPED, morePaid(101n)],
  'a payout above a cap after a result was undone under it and given again': [
    `
    code      M1  CAPPED
    bet       M1  all  tx=b1  round=r1
    win       M1  600.00  tx=w1  round=r1  closed=yes
    adjust    M1  100.00  ref=w1  tx=x1
    adjust    M1  600.00  ref=w1  tx=x2
    withdraw  M1  200.00  key=K1
    submit
    paid      K1`,
    morePaid(1n),
  ],
  'a payout of a bonus whose turnover was never met': [
    `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  700.00  round=r1
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
    [sql`update turnover_requirement set required_e4 = progress_e4 + 1`],
  ],
  'a payout of a capped code whose turnover was never met': [
    CAPPED,
    [sql`update turnover_requirement set required_e4 = progress_e4 + 1, state = 'active', closed_at = null`],
  ],
  'more than what was paid of a bonus that was revoked afterwards': [
    `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  1500.00  round=r1
    withdraw  M1  100.00  key=K1
    submit
    bet       M1  50.00  tx=b2  round=r2
    paid      K1
    win       M1  50.00  tx=w2  round=r2  closed=yes
    take-back  M1  T1`,
    morePaid(160n).slice(1),
  ],
  'more than a cap that is open allows after a result was undone beside it': [
    `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  600.00  round=r1
    code      M1  FREECAP
    betwin    M1  50.00  1000.00  round=r2
    adjust    M1  0.00  ref=r1-win  tx=x1
    award     M1  900.00  tx=a1
    withdraw  M1  all  key=K1
    submit`,
    morePaid(1n).slice(0, 1),
  ],
  'more than what left before a code that repaid its debt': [
    `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    withdraw  M1  all  key=K1
    submit
    adjust    M1  270.00  ref=r1-win  tx=x1
    code      M1  CAPPED
    paid      K1`,
    morePaid(1n),
  ],
  'a payout above a cap that closed after a deposit was sent back': [
    `
    code      M1  FREECAP
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    release   M1
    betwin    M1  all  1800.00  round=r1
    withdraw  M1  350.00  key=K1
    submit
    take-back  M1  T1
    paid      K1`,
    morePaid(1n),
  ],
  'a free round of a code whose cap was closed before it': [
    `
    code      M1  CAPPED
    bet       M1  all  tx=b1  round=r1
    win       M1  600.00  tx=w1  round=r1  spins=2  by=ended
    withdraw  M1  200.00  key=K1
    submit
    paid      K1
    free      M1  500.00  of=r1  tx=f1`,
    morePaid(1n),
  ],
};

test('finds each planted fault of the books by the audit rule on terms', async () => {
  await withStoryRunner(database.ownerUrl, async (runner) => {
    for (const [what, [text, how]] of Object.entries(auditPlants)) {
      await runner.play(async (storyRun) => {
        for (const each of readRows(text)) await storyRun.run(each);
        const { product } = storyRun.story;
        assert.deepEqual(await product.auditTerms(), [], what);
        await product.past.transactionAsOwner(async (tx) => {
          for (const change of how) assert.ok((await tx.execute(change)) > 0, what);
        });
        assert.equal((await product.auditTerms()).length, 1, what);
      });
    }
  });
});

test('counts the risk of bets after netting opposite sides', () => {
  const bet = (...sides: readonly [string, bigint][]) => ({
    market: 'm1',
    stake: sides.reduce((sum, [, stake]) => sum + stake, 0n),
    positions: sides.map(([type, stake]) => ({ type, stake })),
  });
  assert.equal(exposureOf([bet(['red', 100n]), bet(['black', 70n])]), 30n);
  assert.equal(exposureOf([bet(['red', 100n]), { ...bet(['black', 70n]), market: 'm2' }]), 170n);
  assert.equal(exposureOf([{ market: 'm1', stake: 40n, positions: [] }, bet(['call', 10n], ['put', 10n])]), 40n);
  const numbers = (count: number) =>
    bet(...Array.from({ length: count }, (_, n) => [`number${n}`, 1n] as [string, bigint]));
  assert.deepEqual(
    [1, 20, 36, 37].map((count) => exposureOf([numbers(count)])),
    [1n, 20n, 1n, 1n],
  );
});
