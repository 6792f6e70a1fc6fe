// The record of one member: where the money is, which part is own money, and how much may leave.
//
// Facts of a step are collected and evaluated when the step ends, so that a bonus, its requirement and its deposit are
// evaluated together.
//
// Always true: no rule of the product is used here. A step is evaluated by the money that moved, never by the result of
// a use case.
//
// Elsewhere: where money is (member-money.ts), bonds (bound-bonus.ts), payouts (payouts.ts), turnover (turnover.ts),
// cashback (cashback.ts), money of the house (leaks.ts).

import { abs, max, min } from '#testing/oracle/arithmetic';
import type { BoundBonus } from './bound-bonus.ts';
import * as bonds from './bound-bonus.ts';
import { CoinBook } from './coins.ts';
import { CashbackBook } from './cashback.ts';
import type { BetState, StoryFact, Finding, FindingKind, RequirementFact, StakePosition } from '#testing/oracle/facts';
import { MemberMoney } from './member-money.ts';
import { PayoutBook } from './payouts.ts';
import { emptyStep, type StepRecord } from './step-record.ts';
import { type CountedRequirement, isOpen, overcounted, riskedSince } from './turnover.ts';

const GAMES = ['games', 'awards', 'tips'];
/** Losses below the minimum carry over. */
const CASHBACK_SLACK = 10_000n;
const REMOVED = ['residual', 'residualTaken'];
const GIVEN_UP = ['bonusCost', 'codeCost', 'residualTaken'];
type Entry = Extract<StoryFact, { kind: 'entry' }>;
export class MemberLeaks {
  readonly name: string;
  readonly cashback = new CashbackBook();
  readonly #coins = new CoinBook();
  readonly findings: Finding[] = [];
  /** Finding kinds that do not end a story. */
  readonly #muted: ReadonlySet<FindingKind>;
  readonly #money = new MemberMoney();
  readonly #payouts = new PayoutBook();
  readonly #lines = new Map<number, CountedRequirement>();
  #bonds: BoundBonus[] = [];
  #step = emptyStep();
  #isLocked = false;
  #lockedAt = 0;
  #owesSince = 0;
  #isExcluded = false;
  #now = 0;

  constructor(name: string, muted: ReadonlySet<FindingKind>) {
    this.name = name;
    this.#muted = muted;
  }

  setTime(at: number): void {
    this.cashback.setTime(at);
    this.#money.setTime(at);
  }

  /** A deposit of this step is of this transfer. */
  noteTransfer(transfer: string): void {
    this.#step.transfer = transfer;
  }

  apply(fact: StoryFact, sequence: number): void {
    this.#now = sequence;
    switch (fact.kind) {
      case 'entry':
        return this.#applyEntry(fact);
      case 'bet':
        return this.#applyBet(fact);
      case 'bet-state':
        return this.#applyBetState(fact.txId, fact.state);
      case 'expected':
        return this.#applyExpected(fact.amount, fact.round);
      case 'spins':
        if (fact.isStated) this.cashback.setWaiting(fact.playedIn, fact.waiting > 0);
        return this.#money.setSpins(fact.round, fact.waiting);
      case 'coins':
        return this.#applyCoins(fact.cause, fact.coins);
      case 'taken-back':
        return this.#applyTakenBack(fact);
      case 'line':
        this.#step.lines.push(fact);
        return;
      case 'locked':
        this.#isLocked = fact.isLocked;
        this.#lockedAt = sequence;
        return;
      case 'excluded':
        return this.#applyExclusion();
      case 'requested':
        return this.#payouts.request(fact.withdrawal, sequence);
      case 'approved':
        return this.#payouts.approve(fact.withdrawal, sequence);
      case 'submitted':
        return this.#applySubmission(fact.withdrawal, fact.amount);
      case 'payout':
        return this.#applyPayout(fact);
      case 'time':
      case 'joined':
      case 'reported':
      case 'slice':
      case 'step':
      case 'end':
    }
  }

  // ── money ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  #applyEntry({ from, to, amount, round, playedIn = '' }: Entry): void {
    const [isOut, isIn] = [this.#money.isOwnAccount(from), this.#money.isOwnAccount(to)];
    this.#money.add(from, -amount);
    this.#money.add(to, amount);
    if (from === 'receivable') this.#owesSince = this.#now;
    if (from === 'cashbackCost' && to === 'cashback') this.#applyCashback(amount);
    if (from === 'winsHeld' || to === 'winsHeld') this.#countHeld(round, to === 'winsHeld' ? amount : -amount);
    if (from === 'game' && to === 'receivable') this.#step.repaid += amount;
    if (isOut === isIn) return;
    if (round !== undefined && (REMOVED.includes(from) || REMOVED.includes(to))) {
      if (from === 'residualTaken') this.cashback.returnTaken(amount);
      if (to === 'residualTaken') this.cashback.take(amount);
      return this.#countRemovalShare(isIn ? from : to, { round, playedIn, delta: isIn ? amount : -amount });
    }
    if (GAMES.includes(isIn ? from : to)) {
      const delta = isIn ? amount : -amount;
      if (from !== 'awards') this.cashback.lose(playedIn, -delta);
      else this.cashback.isPlain = false;
      return this.#countPlay(round ?? '', delta, playedIn);
    }
    if (isIn) this.#countInflow(from, to, amount);
    else this.#countOutflow(from, to, amount);
  }

  #countInflow(from: string, to: string, amount: bigint): void {
    if (from === 'payouts') {
      this.#payouts.paidByJournal -= amount;
      return;
    }
    if (from === 'residual') return this.#returnRemoval(amount);
    this.#step.arrived += amount;
    if (from === 'bank' || from === 'unmatched') {
      this.#step.deposit += amount;
      this.#coins.deposit(amount);
      this.cashback.addDeposit(amount);
    } else if (from === 'bonusCost') this.#step.bonus += amount;
    else if (from === 'codeCost') this.#step.code += amount;
    if (from !== 'bank' && from !== 'unmatched' && from !== 'cashback') this.cashback.addGift(amount);
    for (const bond of this.#bonds) {
      const apart = this.#sumApart(bond) - (to === 'main' ? amount : 0n);
      bonds.recordExcessLoss(bond, this.#payouts.gone(), apart);
      bond.laterOwn += amount;
    }
  }

  #countOutflow(from: string, to: string, amount: bigint): void {
    // Sent back to the sender: money of the game wallet left, and the rest is counted with the fact.
    if (to === 'bank') {
      if (from === 'game') this.#step.sentBack += amount;
      return;
    }
    if (to === 'payouts') this.#payouts.paidByJournal += amount;
    else if (to === 'residual') {
      this.#step.removedByCap += amount;
      this.#takeLater(amount);
    } else if (GIVEN_UP.includes(to)) {
      this.#step.givenUp += amount;
      this.#takeLater(amount);
      if (to === 'bonusCost') this.cashback.removeGift(amount);
      // A debt for what a bonus paid is no result.
      if (to === 'residualTaken' && from === 'game') this.cashback.take(amount);
    } else this.#find('taken-without-reason', amount, `${from} to ${to}`);
  }

  /** Later terms take what had arrived and was won after the end of earlier ones. */
  #takeLater(amount: bigint): void {
    for (const bond of this.#bonds) {
      if (!this.#isRunning(bond)) bond.laterOwn -= amount;
    }
  }

  /** A removal that comes back with its payout stays under its cap, and is own money of terms that began since. */
  #returnRemoval(amount: bigint): void {
    this.#takeLater(-amount);
    for (const bond of this.#bonds) {
      if (this.#isRunning(bond) && bond.startedAt > this.#payouts.lastReturned) bond.laterOwn += amount;
    }
  }

  /** The bonus of the deposit ends. What did not leave the game wallet is own money less of everything else. */
  #applyTakenBack({ transfer, amount }: Extract<StoryFact, { kind: 'taken-back' }>): void {
    const { sentBack } = this.#step;
    this.cashback.isPlain = false;
    this.#coins.deposit(-amount);
    this.#payouts.sentBack += sentBack;
    for (const bond of this.#bonds) {
      if (bond.endedAt === undefined && bond.deposit > 0n && bond.transfer === transfer) {
        bonds.withdrawDeposit(bond, this.#now, { left: this.#payouts.gone(), sentBack });
        this.#removeGift(bond);
        this.#step.withdrawn.add(bond);
      } else bond.laterOwn -= amount - sentBack;
    }
  }

  #applyCoins(cause: string, coins: bigint): void {
    this.#coins.issue(cause, coins);
    const excess = this.#coins.excessOfTurnover();
    if (excess > 0n) this.#find('coins-above-play', excess, 'more coins than the turnover of own money brings');
    const isSpent = coins < 0n && cause !== 'deposit';
    const kept = isSpent || cause === 'job' ? this.#coins.excessOfDeposits(isSpent ? -coins : 0n) : 0n;
    if (kept > 0n) this.#find('coins-of-returned-deposit', kept, 'more coins than deposits that stayed');
  }

  #applyCashback(amount: bigint): void {
    this.cashback.given += amount;
    const excess = this.cashback.given - this.cashback.most();
    if (excess > 0n) this.#find('cashback-above-loss', excess, 'more cashback than the loss of own money brings');
  }

  #countPlay(round: string, delta: bigint, playedIn: string): void {
    this.#step.played += delta;
    this.#money.beginRound(round, this.#now);
    this.#money.addResult(round, delta);
    const staked = min(this.#step.staked, max(0n, -delta));
    this.#step.staked -= staked;
    for (const bond of this.#bonds) {
      if (!this.#money.isUnder(bond, round)) {
        bond.laterOwn += delta;
        if (!this.#money.isJoined(bond, round)) continue;
        // A bet under the bond shares the results of the round by the stakes.
        this.#step.results.push({ bond, playedIn, amount: delta + staked });
        bond.takenBeside += max(0n, delta);
      } else {
        bond.playNet += delta;
        if (this.#money.hasBegunAfter(round, bond.submittedAt)) bond.playNetSinceSubmission += delta;
        if (bond.givenUp && delta > 0n) bond.playAfterGivingUp += delta;
        if (bond.endedAt !== undefined) this.#step.corrected.set(bond, (this.#step.corrected.get(bond) ?? 0n) + delta);
      }
    }
  }

  /**
   * A corrected result changes the amount removed at the end of its bonus, and own money of the bonds after it. Caps of
   * one payout bind singly: what another of them returns is no own money.
   */
  #countRemovalShare(
    account: string,
    { round, playedIn, delta }: { readonly round: string; readonly playedIn: string; readonly delta: bigint },
  ): void {
    const under = this.#bonds.filter((bond) => this.#money.isUnder(bond, round));
    for (const bond of this.#bonds) {
      const isJoint =
        bond.cap !== undefined &&
        under.some(
          ({ cap, submittedAt = 0, endedAt }) =>
            cap !== undefined &&
            submittedAt > bond.startedAt &&
            submittedAt < (endedAt ?? Infinity) &&
            endedAt === bond.endedAt,
        );
      // A later cap took it from what had arrived and was won after the bonus.
      const isLater = account === 'residual' && bond.givenUp !== undefined && this.#isCappedSince(bond);
      if (!isLater && (under.includes(bond) || isJoint)) continue;
      bond.laterOwn += delta;
      if (this.#money.isJoined(bond, round)) this.#step.results.push({ bond, playedIn, amount: delta });
    }
  }

  #isCappedSince({ endedAt = Infinity }: BoundBonus): boolean {
    return this.#bonds.some(({ cap, submittedAt = 0 }) => cap !== undefined && submittedAt > endedAt);
  }

  #countHeld(round: string | undefined, delta: bigint): void {
    this.cashback.isPlain = false;
    if (round === undefined) return;
    this.#money.beginRound(round, this.#now);
    for (const bond of this.#bonds) {
      if (!this.#money.isUnder(bond, round)) continue;
      bond.heldPending += delta;
      if (bond.givenUp && delta < 0n) bond.playAfterGivingUp -= delta;
    }
  }

  // ── play ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  #applyBet(bet: Extract<StoryFact, { kind: 'bet' }>): void {
    const { txId, round, playedIn, market, stake, isFree } = bet;
    const positions: readonly StakePosition[] = bet.positions;
    this.#money.beginRound(round, this.#now);
    // The ledger records the stake now; a cashback loss begins with the result.
    if (!isFree) this.cashback.lose(playedIn, -stake);
    // A stake that joins a round of before the cap was applied, or of an ended bonus, is the member's.
    for (const bond of isFree ? [] : this.#bonds) {
      if (!this.#money.isUnder(bond, round)) continue;
      if (bond.endedAt !== undefined) bond.stakedAfter += stake;
      else if (bond.submittedAt !== undefined && !this.#money.hasBegunAfter(round, bond.submittedAt)) {
        bond.lostBetween += stake;
      }
    }
    // An exclusion ends these as soon as their play is settled: they bind no new bet, and newer terms bind it then.
    const given = this.#bonds.filter((bond) => bond.givenUp?.isByExclusion === true && this.#isRunning(bond));
    const ending = Math.min(...given.map(({ requirementNo }) => requirementNo));
    const isBound = [...this.#lines.values()].some(
      (line) => isOpen(line) && line.no < ending && (line.source === 'BONUS' || line.cap !== undefined),
    );
    const placed = { positions, isBound, placedAt: this.#now, state: 'open' } as const;
    this.#money.bets.set(txId, { round, playedIn, market, stake, isFree, ...placed });
    if (isFree) return;
    this.cashback.setOpenStake(playedIn, this.#sumOpenIn(playedIn));
    this.#step.staked += stake;
    for (const bond of this.#bonds) if (this.#money.isJoined(bond, round)) bond.joined += stake;
  }

  #applyBetState(txId: string, state: BetState): void {
    const bet = this.#money.bets.get(txId);
    if (!bet || bet.state === state) return;
    const stake = bet.isFree ? 0n : bet.stake;
    const [wasOpen, isOpenNow] = [bet.state === 'open', state === 'open'];
    if (bet.state !== 'open') this.cashback.isPlain = false;
    bet.state = state;
    this.#step.changed.add(bet);
    if (wasOpen === isOpenNow) return;
    this.cashback.setOpenStake(bet.playedIn, this.#sumOpenIn(bet.playedIn));
    const settled = isOpenNow ? -stake : stake;
    if (state === 'void') this.cashback.lose(bet.playedIn, settled);
    else this.cashback.settle(bet.playedIn, settled);
    for (const bond of this.#bonds) {
      if (bet.placedAt >= bond.startedAt) continue;
      bond.laterOwn -= settled;
    }
  }

  readonly #sumOpenIn = (round: string): bigint => this.#money.openStakes(({ playedIn }) => playedIn === round);

  /** A result of a forfeited bonus may go to the house directly, without crossing the member's accounts. */
  #applyExpected(amount: bigint, round: string | undefined): void {
    const isGivenUp =
      round !== undefined && this.#bonds.some((bond) => bond.givenUp && this.#money.isUnder(bond, round));
    this.#step.expected += isGivenUp && this.#step.played === 0n && amount > 0n ? 0n : amount;
  }

  // ── withdrawals
  // ────────────────────────────────────────────────────────────────────────────────────────────────────────

  #applySubmission(withdrawal: string, amount: bigint): void {
    const payout = this.#payouts.submit(withdrawal, amount, this.#now);
    this.#countEarlier();
    for (const bond of this.#bonds) bonds.recordSubmission(bond, this.#now);
    this.cashback.isPlain = false;
    const debt = -this.#money.balance('receivable');
    const causeSince = (moment: number) => (moment < payout.approvedAt ? 'before the approval' : 'after the approval');
    const detail = `${withdrawal} is submitted to the bank`;
    if (debt > 0n) this.#find('paid-while-indebted', min(amount, debt), detail, causeSince(this.#owesSince));
    if (this.#isLocked) this.#find('paid-while-locked', amount, detail, causeSince(this.#lockedAt));
    const missing = [...this.#lines.values()].find(
      (line) => isOpen(line) && line.now < line.need && line.startedAt < payout.requestedAt && !this.#hasRisked(line),
    );
    if (missing && !this.#isExcluded) {
      this.#find('paid-without-turnover', amount, `${withdrawal}: line ${missing.no} of ${missing.source} is not met`);
    }
    this.#checkLeaving();
  }

  #applyPayout({ withdrawal, amount, did }: Extract<StoryFact, { kind: 'payout' }>): void {
    // A submitted amount was evaluated at its submission.
    const isContradiction = did === 'paid' && this.#payouts.hasFailed(withdrawal);
    const isMore = this.#payouts.settle(withdrawal, amount, did);
    this.#countEarlier();
    if (!isMore) return;
    if (isContradiction) this.#concede();
    else this.#checkLeaving();
  }

  #countEarlier(): void {
    for (const bond of this.#bonds) {
      bond.leftEarlier = this.#payouts.left(bond.startedAt) - bond.paidAtStart;
    }
  }

  /** The bank paid what it had reported failed: the product could not keep the amount from leaving. */
  #concede(): void {
    const left = this.#payouts.gone();
    for (const bond of this.#bonds) {
      const most = bonds.mostToLeave(bond, this.#money.openStakesUnder(bond));
      if (most !== undefined) bond.conceded += max(0n, left - most);
    }
  }

  /** Whether the amount risked since the requirement began reaches it. */
  #hasRisked({ need, startedAt }: CountedRequirement): boolean {
    return riskedSince(startedAt, [...this.#money.bets.values()]) >= need;
  }

  #checkLeaving(): void {
    const left = this.#payouts.left();
    const owned = this.#money.worth() + this.#payouts.paidByJournal;
    if (left > owned) this.#find('paid-more-than-owned', left - owned, 'more left than the member ever had');
    const gone = this.#payouts.gone();
    for (const bond of this.#bonds) {
      const most = bonds.mostToLeave(bond, this.#money.openStakesUnder(bond));
      if (most === undefined || gone <= most) continue;
      const kind: FindingKind = bond.givenUp ? bonds.keptKind(bond) : 'cap-exceeded';
      const isLost = this.#lines.get(bond.requirementNo)?.state === 'lost';
      this.#find(
        kind,
        gone - most,
        `line ${bond.requirementNo}${bond.givenUp ? ' was given up' : ''}`,
        isLost ? 'lost line' : '',
      );
    }
  }

  /** An exclusion forfeits every bonus with incomplete turnover, independent of the product's action. */
  #applyExclusion(): void {
    this.#isExcluded = true;
    const given = this.#bonds.filter(({ isMet, endedAt }) => !isMet && endedAt === undefined);
    for (const bond of given) {
      bonds.forfeit(bond, this.#now, this.#payouts.gone(), true);
      this.#removeGift(bond);
      // For each bonus the other bonuses are own money, and all are forfeited together.
      const gifts = given.reduce((sum, other) => (other === bond ? sum : sum + other.gift), 0n);
      if (bond.givenUp) {
        const { own } = bond.givenUp;
        bond.givenUp = { ...bond.givenUp, own: min(own, max(0n, own - gifts)) };
      }
    }
  }

  /** For older bonds the gift had arrived as own money. */
  #removeGift({ startedAt, gift }: BoundBonus): void {
    for (const older of this.#bonds) {
      if (older.startedAt < startedAt && older.endedAt === undefined) older.laterOwn -= gift;
    }
  }

  // ── the end of a step ──────────────────────────────────────────────────────────────────────────────────────────────

  endStep(sequence: number): void {
    this.#now = sequence;
    const step = this.#step;
    this.#step = emptyStep();
    for (const { bond, playedIn, amount } of step.results) {
      bond.joined -= this.#money.shareOfJoined(bond, { playedIn, amount, changed: step.changed });
    }
    const difference = step.played - step.expected;
    if (difference !== 0n) this.#find('game-result-differs', abs(difference), 'a game paid or took another amount');
    for (const [bond, change] of step.corrected) this.#checkCorrected(bond, change);
    if (step.removedByCap > 0n) this.#checkCapRemoval(step.removedByCap);
    const ended = step.lines.flatMap((line) => this.#applyLine(line, step));
    const given = [...new Set([...ended, ...step.withdrawn])];
    this.#countTakenBeside(given, step.givenUp);
    this.#coins.play([...this.#money.bets.values()]);
    if (step.givenUp > 0n || given.length > 0) this.#checkGivingUp(given, step);
    const excess =
      step.lines.length > 0 ? overcounted([...this.#lines.values()], [...this.#money.bets.values()]) : undefined;
    if (excess) this.#find('turnover-above-exposure', excess.by, `line ${excess.line.no} of ${excess.line.source}`);
  }

  end(now: number, isCashbackRun: boolean): void {
    const returned = this.#payouts.paidByJournal - this.#payouts.left();
    if (returned > 0n) this.#find('returned-payout-lost', returned, 'the bank returned it and no account was credited');
    const missing = this.cashback.least(now) - this.cashback.given;
    const isLost = isCashbackRun && missing > CASHBACK_SLACK;
    if (isLost) this.#find('cashback-lost', missing, 'weeks are over and were never paid for');
  }

  /**
   * The end of a bonus already removed a win above it, so undoing the win removes nothing. A result that is given again
   * is the member's as far as the end of the bonus leaves it, and repays a debt first.
   */
  #checkCorrected(bond: BoundBonus, change: bigint): void {
    // Winnings of a lost bonus were lost with it, and losses of a deposit that was sent back are owed.
    // An exclusion removes nothing before the last round is settled.
    if (bond.mayOwe || this.#isUnderAnother(bond) || (bond.givenUp && this.#isRunning(bond))) return;
    // Each of several bonuses at a time allows no more than the others.
    const floors = this.#bonds
      .filter((each) => bonds.isBeside(each, bond))
      .map((each) => bonds.leastOwned(each) + each.leftAtStart);
    const short = floors.reduce(min) - this.#payouts.gone() - this.#money.worth();
    const how = bond.givenUp ? 'was given up' : 'had served';
    if (short <= 0n) return;
    this.#find(change < 0n ? 'win-taken-twice' : 'result-withheld', short, `line ${bond.requirementNo} ${how}`);
  }

  #isRunning({ requirementNo }: BoundBonus): boolean {
    const line = this.#lines.get(requirementNo);
    return line !== undefined && isOpen(line);
  }

  /** An older bonus was forfeited together with this one; its check covers own money. */
  #isUnderAnother({ startedAt, endedAt, givenUp }: BoundBonus): boolean {
    return this.#bonds.some(
      (each) => givenUp && each.givenUp && each.endedAt === endedAt && each.startedAt < startedAt,
    );
  }

  #checkCapRemoval(removed: bigint): void {
    const capped = this.#bonds.filter(({ cap, endedAt }) => cap !== undefined && endedAt === undefined);
    if (capped.length === 0) {
      this.#find('own-money-capped', removed, 'no bonus with a cap is open');
      return;
    }
    // Money in play and held money was not removed and remains.
    const left = this.#spendable() + this.#money.openStakes() + this.#money.balance('winsHeld');
    const floors = capped.map((bond) => {
      const own = bonds.ownOf(bond) - bond.takenBeside - bond.sunk;
      return (bond.cap ?? 0n) + own - bonds.lossSinceSubmission(bond) - (this.#payouts.gone() - bond.leftAtStart);
    });
    const short = min(removed, floors.reduce(min) - left);
    if (short > 0n) this.#find('own-money-capped', short, 'the cap removed own money');
    const oldest = capped.map(({ startedAt }) => startedAt).reduce((first, each) => (each < first ? each : first));
    for (const bond of this.#bonds) {
      if (bond.endedAt !== undefined || bond.startedAt <= oldest) continue;
      // An older cap removes own money of this bond as far as it is in none of what stays beside the code. What play
      // under both lost made the removal smaller: it is in none either.
      const own = bonds.ownOf(bond) - bond.takenBeside - (this.#payouts.left() - bond.leftAtStart);
      const excess = own - max(0n, left - (bond.isCode ? bond.gift : 0n));
      bond.takenBeside += min(removed + max(0n, -bond.playNet), max(0n, excess));
    }
  }

  /**
   * Money that went with an older bonus was own money of the newer ones, as far as it was there when they began; the
   * gift and what it won may have been lost under them before it went.
   */
  #countTakenBeside(given: readonly BoundBonus[], removed: bigint): void {
    for (const bond of this.#bonds) {
      const older = given.filter(({ startedAt }) => startedAt < bond.startedAt);
      if (bond.endedAt !== undefined || older.length === 0) continue;
      const lost = older.map((each) => each.gift + max(0n, this.#money.sumWonBetween(each, bond)));
      bond.takenBeside += max(removed, ...lost);
    }
  }

  #checkGivingUp(given: readonly BoundBonus[], { givenUp: removed, owedByLoss }: StepRecord): void {
    if (given.length === 0) {
      const expected = this.#bonds.reduce((sum, bond) => sum + bond.playAfterGivingUp, owedByLoss);
      if (removed > expected) this.#find('taken-without-reason', removed - expected, 'no bonus was given up');
      return;
    }
    const spendable = this.#spendable() + this.balance('receivable');
    // An operator may revoke a bonus before an exclusion ends the codes beside it.
    const running = this.#bonds.filter((bond) => bond.givenUp?.isByExclusion === true && this.#isRunning(bond));
    const gifts = running.reduce((sum, { gift }) => sum + gift, 0n);
    for (const bond of given) {
      const most = (bonds.mostToLeave(bond, this.#money.openStakesUnder(bond)) ?? 0n) + gifts - this.#payouts.gone();
      if (spendable > most) {
        this.#find(bonds.keptKind(bond), spendable - most, `line ${bond.requirementNo} was given up`);
      }
      if (bond.mayOwe || this.#isUnderAnother(bond)) continue;
      const since = bond.laterOwn - (this.#payouts.gone() - (bond.givenUp?.left ?? 0n));
      const least =
        bonds.leastKept(bond, bonds.mostLossOf(bond)) +
        (bond.givenUp?.debt ?? 0n) +
        since -
        bond.takenBeside -
        this.#money.sumHeldOutside(bond) -
        this.#money.openStakes();
      const short = min(removed, least - spendable);
      if (short > 0n) this.#find('own-money-taken-with-bonus', short, `line ${bond.requirementNo} was given up`);
    }
  }

  // ── requirements
  // ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Returns the bonds that the requirement forfeited. */
  #applyLine(fact: RequirementFact, step: StepRecord): BoundBonus[] {
    const { no, source, cap, need, now, state } = fact;
    const known = this.#lines.get(no);
    if (!known) {
      this.#lines.set(no, { no, source, cap, startedAt: this.#now, need, now, state });
      const gift = source === 'BONUS' ? step.bonus : source === 'ITEMCODE' ? step.code : 0n;
      if (gift > 0n) {
        const deposit = source === 'BONUS' ? max(0n, step.deposit - step.repaid) : 0n;
        // Money on its way to the bank counts as left.
        const ownAtStart = this.#money.worth() - this.#payouts.onItsWay() - gift - deposit;
        const leftAtStart = this.#payouts.gone();
        const { transfer } = step;
        const paidAtStart = this.#payouts.left();
        const begun = { startedAt: this.#now, gift, deposit, transfer, ownAtStart, leftAtStart, paidAtStart };
        this.#bonds.push(bonds.beginBond(fact, begun));
      }
      return [];
    }
    const before = { ...known };
    Object.assign(known, { need, now, state });
    const bond = this.#bonds.find(({ requirementNo }) => requirementNo === no);
    if (bond) bond.isMet = now >= need;
    if (!isOpen(before) || isOpen(known)) return [];
    if (state === 'lost') this.#checkLost(known, step.arrived);
    if (state === 'closed' && before.now < before.need && !this.#isExcluded) {
      this.#find('line-closed-early', before.need - before.now, `line ${no} of ${source}`);
    }
    return bond === undefined ? [] : this.#endBond(bond, state, step);
  }

  #endBond(bond: BoundBonus, state: string, step: StepRecord): BoundBonus[] {
    const { arrived } = step;
    const isSpent = state === 'lost' && this.#money.isSpent(arrived);
    const rest = max(0n, this.#money.position());
    if (bond.endedAt !== undefined) {
      if (!bond.givenUp) return [];
      // All was lost before an exclusion could remove anything.
      if (isSpent) bonds.concedeRest(bond, this.#payouts.gone(), rest - arrived);
      bonds.excludeApart(bond, this.#sumApart(bond));
      return [bond];
    }
    // A requirement that was lost early stays binding, so that an illegitimate payout is found.
    if (state === 'lost' && !isSpent) return [];
    if (state === 'lost') {
      const owed = bonds.lose(bond, this.#now, { left: this.#payouts.gone(), rest, arrived });
      step.owedByLoss = max(step.owedByLoss, owed);
      return [];
    }
    if (state === 'closed' && bond.cap === undefined) {
      this.#bonds = this.#bonds.filter((each) => each !== bond);
      return [];
    }
    if (state === 'closed') {
      bond.endedAt = this.#now;
      return [];
    }
    bonds.forfeit(bond, this.#now, this.#payouts.gone(), false);
    bonds.excludeApart(bond, this.#sumApart(bond));
    this.#removeGift(bond);
    return [bond];
  }

  /** Own money that play under the bond cannot lose: stakes of other rounds, parked money and held withdrawals. */
  #sumApart(bond: BoundBonus): bigint {
    const staked = this.#money.openStakes() - this.#money.openStakesUnder(bond);
    return staked + this.#spendable() - this.balance('game');
  }

  #checkLost({ no, source }: CountedRequirement, arrived: bigint): void {
    if (this.#money.isSpent(arrived)) return;
    const where = this.#money.places();
    this.#find(
      'line-lost-early',
      this.#money.position(),
      `line ${no} of ${source} is lost with money in ${where}`,
      where,
    );
  }

  balance(account: string): bigint {
    return this.#money.balance(account);
  }

  /** Money that could be requested, or is held for a withdrawal not yet submitted to the bank. */
  #spendable(): bigint {
    const held = this.balance('withdrawalHeld') - this.#payouts.onItsWay();
    return this.balance('game') + this.balance('main') + max(0n, held);
  }

  #find(kind: FindingKind, amount: bigint, detail: string, cause = ''): void {
    if (this.#muted.has(kind)) return;
    this.findings.push({ kind, member: this.name, amount, detail, cause });
  }
}
