// What is done to the product and to the plain book at once: each step says what should come of it, does it, and compares.
//
// Always true: a step chooses by numbers that were drawn beforehand, so the same seed does the same again; after every step the
// member's wallets and turnover lines are those of the book.
//
// Elsewhere: the rules of the book (book.ts and its neighbours), running many of them (model-run.ts).

import assert from 'node:assert/strict';

import { balancesOf } from '@chaba/ledger';
import { money } from '@chaba/money';
import fc from 'fast-check';

import { chart } from '#core/chart-of-accounts';
import { isRefusal } from '#core/refusal';
import { cancelBonus, openLinesOf, redeemCode } from '#modules/bonuses';
import { claimCashback as claim } from '#modules/cashback';
import { releaseMainWallet } from '#modules/deposits';
import { approveWithdrawal, rejectWithdrawal, requestWithdrawal, settlePayout } from '#modules/withdrawals';
import { type Deed, type Lifetime, part, playing } from '#testing/lifetime';
import type { TestMember } from '#testing/factories';

import { balance, type Book, type BookMember, type BookRound, openLines } from './book.ts';
import { claimCashback, passTime } from './cashback-book.ts';
import { cancelBet, cancelWin, placeBet, settleRound } from './play-book.ts';

export type Real = {
  readonly life: Lifetime;
  readonly members: readonly TestMember[];
  readonly withdrawals: Map<number, bigint>;
  /** What each provider was told last, to say it again. */
  readonly told: Map<number, Deed>;
  /** How often each kind of step was answered how. */
  readonly outcomes: Map<string, number>;
  names: number;
};

type Step = fc.AsyncCommand<Book, Real>;
type Both = { readonly book: Book; readonly real: Real; readonly member: BookMember; readonly person: TestMember };

const WALLETS = ['game', 'main', 'cashback', 'residual', 'withdrawalHeld', 'receivable'] as const;
const SECOND_HOURS = 1 / 3_600;

/** A step of one member: what the product says and what the book says. */
class Deal implements Step {
  readonly name: string;
  readonly index: number;
  readonly isPossible: (member: BookMember) => boolean;
  readonly act: (both: Both) => Promise<readonly [said: string, expected: () => string]>;

  constructor(name: string, index: number, act: Deal['act'], isPossible: Deal['isPossible'] = () => true) {
    this.name = name;
    this.index = index;
    this.act = act;
    this.isPossible = isPossible;
  }

  check(book: Readonly<Book>): boolean {
    return this.isPossible(book.member(this.index));
  }

  async run(book: Book, real: Real): Promise<void> {
    const member = book.member(this.index);
    const person = real.members[this.index];
    assert.ok(person);
    await real.life.wait(SECOND_HOURS);
    const [said, expected] = await this.act({ book, real, member, person });
    count(real, `${this.name.replace(/ [\d].*/, '')}: ${said}`);
    passTime(book, real.life.now().getTime());
    assert.equal(said, expected(), this.toString());
    await compare(real.life, person, member, this.toString());
  }

  toString(): string {
    return `M${this.index} ${this.name}`;
  }
}

/** Time passes for everybody. */
class Wait implements Step {
  readonly hours: number;
  constructor(hours: number) {
    this.hours = hours;
  }
  check(): boolean {
    return true;
  }
  async run(book: Book, real: Real): Promise<void> {
    count(real, 'wait');
    await real.life.wait(this.hours);
    passTime(book, real.life.now().getTime());
    for (const [index, person] of real.members.entries()) {
      await compare(real.life, person, book.member(index), this.toString());
    }
  }
  toString(): string {
    return `wait ${this.hours} h`;
  }
}

function count({ outcomes }: Real, name: string): void {
  outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
}

async function compare({ past, site }: Lifetime, person: TestMember, member: BookMember, where: string): Promise<void> {
  const wallets = await balancesOf(past, site.id, person.id, chart);
  assert.deepEqual(
    Object.fromEntries(WALLETS.map((name) => [name, wallets[name]])),
    Object.fromEntries(WALLETS.map((name) => [name, balance(member, name)])),
    where,
  );
  const lines = await past.transaction((tx) => openLinesOf(tx, site.id, [person.id]));
  assert.deepEqual(
    lines.map(({ source, need, now, withdrawCap }) => ({ source, need, now, cap: withdrawCap })),
    openLines(member).map(({ source, need, now, cap }) => ({ source, need, now, cap })),
    where,
  );
}

/** What was answered: a word, or the code of the refusal. */
async function wordOf(word: string, asking: Promise<unknown>): Promise<string> {
  try {
    await asking;
    return word;
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

const nameIn = (real: Real): string => `model-${(real.names += 1)}`;

// ── money ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const deposit = (index: number, amount: bigint): Step =>
  new Deal(`deposit ${amount}`, index, async ({ book, real, member, person }) => [
    await real.life.deposit(person, money(amount)),
    () => book.deposit(member, amount),
  ]);

const release = (index: number): Step =>
  new Deal('release', index, async ({ book, real, member, person }) => {
    const asked = { siteId: person.siteId, memberId: person.id, idempotencyKey: nameIn(real) };
    return [await wordOf('released', releaseMainWallet(real.life.past, asked)), () => book.release(member)];
  });

const redeem = (index: number, typed: string): Step =>
  new Deal(`redeem ${typed}`, index, async ({ book, real, member, person }) => {
    const asked = { siteId: person.siteId, memberId: person.id, typed, idempotencyKey: nameIn(real), isLimited: false };
    return [await wordOf('redeemed', redeemCode(real.life.past, asked)), () => book.redeem(member, typed)];
  });

const cancel = (index: number): Step =>
  new Deal('cancel bonus', index, async ({ book, real, member, person }) => [
    await wordOf('cancelled', cancelBonus(real.life.past, person.siteId, person.id)),
    () => book.cancelBonus(member),
  ]);

const claimed = (index: number): Step =>
  new Deal('claim', index, async ({ book, real, member, person }) => {
    const asked = { siteId: person.siteId, memberId: person.id, idempotencyKey: nameIn(real) };
    return [await wordOf('claimed', claim(real.life.past, asked)), () => claimCashback(book, member)];
  });

const withdraw = (index: number, amount: bigint, isAll: boolean): Step =>
  new Deal(`withdraw ${isAll ? 'all' : amount}`, index, async ({ book, real, member, person }) => {
    const wanted = isAll ? (balance(member, 'game') / 100n) * 100n || 1n : amount;
    const asked = { siteId: person.siteId, memberId: person.id, amount: money(wanted), idempotencyKey: nameIn(real) };
    let said = '';
    const refused = await wordOf(
      '',
      requestWithdrawal(real.life.past, asked).then(({ withdrawalId, state }) => {
        real.withdrawals.set(index, withdrawalId);
        said = state;
      }),
    );
    return [refused || said, () => book.withdraw(member, wanted)];
  });

const decide = (index: number, to: 'approved' | 'rejected'): Step =>
  new Deal(to, index, async ({ book, real, member, person }) => {
    const withdrawalId = real.withdrawals.get(index) ?? 0n;
    const decision = { siteId: person.siteId, withdrawalId, decidedBy: 'model' };
    const say = to === 'approved' ? approveWithdrawal : rejectWithdrawal;
    return [await real.life.past.transaction((tx) => say(tx, decision)), () => book.decide(member, to)];
  });

const settle = (index: number, to: 'paid' | 'failed'): Step =>
  new Deal(
    `bank says ${to}`,
    index,
    async ({ book, real, member, person }) => {
      const payoutId = `P${person.siteId}-${real.withdrawals.get(index) ?? 0n}`;
      return [
        await settlePayout(real.life.past, { payoutId, status: to, reason: undefined }),
        () => book.settle(member, to),
      ];
    },
    // What the bank says twice is told elsewhere (withdrawals.test.ts).
    ({ withdrawals }) => withdrawals.some(({ state }) => state === 'approved'),
  );

// ── play ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const deedOf = (real: Real, person: TestMember, round: BookRound) =>
  playing(person, round.id, real.life.site, round.gameCode);

async function tell(real: Real, index: number, deed: Deed): Promise<string> {
  const said = await real.life.decide(deed);
  if (said === 'OK') real.told.set(index, deed);
  return said;
}

type BetWish = { readonly slot: number; readonly amount: bigint; readonly isAll: boolean; readonly isFresh: boolean };

const bet = (index: number, { slot, amount, isAll, isFresh }: BetWish): Step =>
  new Deal(`bet ${isAll ? 'all' : amount} in ${slot}${isFresh ? ' anew' : ''}`, index, async (both) => {
    const { book, real, member, person } = both;
    const stake = isAll ? balance(member, 'game') || 1n : amount;
    const known = isFresh ? undefined : member.rounds.get(slot);
    const round = known ?? newRound(nameIn(real), slot);
    const txId = nameIn(real);
    const deed = { ...deedOf(real, person, round), parts: [part('bet', txId, money(stake))], isRoundClosed: false };
    const place = (): string => {
      if (known) return placeBet(book, member, { round, txId, amount: stake });
      round.openedAt = book.now;
      member.allRounds.push(round);
      const expected = placeBet(book, member, { round, txId, amount: stake });
      if (expected === 'OK') member.rounds.set(slot, round);
      else member.allRounds.pop();
      return expected;
    };
    return [await tell(real, index, deed), place];
  });

function newRound(id: string, slot: number): BookRound {
  const gameCode = slot % 2 === 0 ? 'test-slot' : 'test-table';
  const empty = { bets: [], payout: 0n, turnover: 0n, wins: [], settledAt: undefined };
  return { id, gameCode, openedAt: 0, state: 'open', ...empty };
}

const hasRound =
  (slot: number) =>
  ({ rounds }: BookMember): boolean =>
    rounds.has(slot);

function roundAt(member: BookMember, slot: number): BookRound {
  const round = member.rounds.get(slot);
  assert.ok(round, 'a step about a round is possible when there is one');
  return round;
}

type WinWish = { readonly slot: number; readonly tenths: bigint; readonly isClosed: boolean };

const win = (index: number, { slot, tenths, isClosed }: WinWish): Step =>
  new Deal(
    `win ${tenths} tenths in ${slot}${isClosed ? ', closed' : ''}`,
    index,
    async ({ book, real, member, person }) => {
      const round = roundAt(member, slot);
      const open = round.bets.filter(({ state }) => state === 'open');
      const payout = (open.reduce((sum, { stake }) => sum + stake, 0n) * tenths) / 10n;
      const txId = nameIn(real);
      const parts = [part('win', txId, money(payout))];
      return [
        await tell(real, index, { ...deedOf(real, person, round), parts, isRoundClosed: isClosed }),
        () => settleRound(book, member, { round, txId, payout, isClosed }),
      ];
    },
    hasRound(slot),
  );

type SpinWish = { readonly stake: bigint; readonly tenths: bigint; readonly isTable: boolean };

/** A round from stake to payout in one call. */
const spin = (index: number, { stake, tenths, isTable }: SpinWish): Step =>
  new Deal(`spin ${stake} for ${tenths} tenths`, index, async ({ book, real, member, person }) => {
    const round = newRound(nameIn(real), isTable ? 1 : 0);
    const payout = (stake * tenths) / 10n;
    const [betId, winId] = [`${round.id}-bet`, `${round.id}-win`];
    const parts = [part('bet', betId, money(stake)), part('win', winId, money(payout))];
    const place = (): string => {
      round.openedAt = book.now;
      member.allRounds.push(round);
      const expected = placeBet(book, member, { round, txId: betId, amount: stake });
      if (expected === 'OK') return settleRound(book, member, { round, txId: winId, payout, isClosed: true });
      member.allRounds.pop();
      return expected;
    };
    return [await tell(real, index, { ...deedOf(real, person, round), parts, isRoundClosed: true }), place];
  });

/** Takes back a bet or a win of the round, the one that the number points at. */
const rollback = (index: number, slot: number, of: 'bet' | 'win', pick: number): Step => {
  const targets = (member: BookMember) => {
    const round = member.rounds.get(slot);
    return (of === 'bet' ? round?.bets : round?.wins) ?? [];
  };
  return new Deal(
    `take back ${of} ${pick} in ${slot}`,
    index,
    async ({ book, real, member, person }) => {
      const round = roundAt(member, slot);
      const all = targets(member);
      const { txId: refTxId } = all[pick % all.length] ?? { txId: '' };
      const { provider, catalogue, memberId, refusesStakes, roundId, gameCode } = deedOf(real, person, round);
      const common = { provider, catalogue, memberId, refusesStakes, roundId, gameCode };
      const said = await tell(real, index, { ...common, operation: 'rollback', txId: nameIn(real), refTxId });
      const undo = of === 'bet' ? cancelBet : cancelWin;
      return [said, () => undo(book, member, round, refTxId)];
    },
    (member) => targets(member).length > 0,
  );
};

/** The provider did not hear us and says the same again: the same answer, and nothing moves. */
const again = (index: number): Step =>
  new Deal('again', index, async ({ real }) => {
    const deed = real.told.get(index);
    return [deed === undefined ? 'OK' : await real.life.decide(deed), () => 'OK'];
  });

// ── how they are drawn ───────────────────────────────────────────────────────────────────────────────────────────────────

const BAHT = 10_000n;
const amounts = fc.constantFrom(
  ...[50, 100, 300, 1_000, 2_500, 9_000].map((whole) => BigInt(whole) * BAHT),
  1_000_100n,
);
const stakes = fc.oneof(
  fc.constantFrom(100n, 10n * BAHT, 499_900n, 50n * BAHT, 500_100n, 300n * BAHT),
  fc.bigInt({ min: 1n, max: 500n * BAHT }),
);
const member = fc.nat({ max: 2 });
const slot = fc.nat({ max: 3 });

/** All kinds of steps; those of play are drawn more often, as in life. */
export const steps: fc.Arbitrary<Step>[] = [
  ...Array.from({ length: 4 }, () => fc.tuple(member, amounts).map(([index, amount]) => deposit(index, amount))),
  ...Array.from({ length: 3 }, () =>
    fc
      .tuple(
        member,
        fc.record({
          slot,
          amount: stakes,
          isAll: fc.constantFrom(false, false, false, false, true),
          isFresh: fc.boolean(),
        }),
      )
      .map(([index, wish]) => bet(index, wish)),
  ),
  ...Array.from({ length: 4 }, () =>
    fc
      .tuple(member, fc.record({ slot, tenths: fc.constantFrom(0n, 5n, 10n, 19n, 35n), isClosed: fc.boolean() }))
      .map(([index, wish]) => win(index, wish)),
  ),
  ...Array.from({ length: 9 }, () =>
    fc
      .tuple(
        member,
        fc.record({
          stake: fc.constantFrom(5n * BAHT, 50n * BAHT, 120n * BAHT, 300n * BAHT),
          tenths: fc.constantFrom(5n, 8n, 10n, 11n, 15n),
          isTable: fc.constantFrom(false, false, true),
        }),
      )
      .map(([index, wish]) => spin(index, wish)),
  ),
  fc.tuple(member, slot, fc.nat({ max: 9 })).map(([index, at, pick]) => rollback(index, at, 'bet', pick)),
  fc.tuple(member, slot, fc.nat({ max: 9 })).map(([index, at, pick]) => rollback(index, at, 'win', pick)),
  member.map(again),
  member.map(release),
  fc
    .tuple(member, fc.constantFrom('CAPPED', 'PLAIN', 'SCARCE', 'UNKNOWN'))
    .map(([index, typed]) => redeem(index, typed)),
  member.map(cancel),
  member.map(claimed),
  fc.tuple(member, amounts, fc.boolean()).map(([index, amount, isAll]) => withdraw(index, amount, isAll)),
  member.map((index) => withdraw(index, 0n, true)),
  fc.tuple(member, fc.constantFrom('approved' as const, 'rejected' as const)).map(([index, to]) => decide(index, to)),
  ...Array.from({ length: 3 }, () =>
    fc
      .tuple(member, fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const))
      .map(([index, to]) => settle(index, to)),
  ),
  fc.constantFrom(1, 5, 24, 100, 170, 740).map((hours) => new Wait(hours)),
];
