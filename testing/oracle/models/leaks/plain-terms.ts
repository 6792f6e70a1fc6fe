// Plain sums of the terms: what left is at most what deposits, results and terms allow, for each member of a story.
//
//     allowed = deposits + gifts without terms + results of rounds under no terms, and from the oldest terms on
//
//     a cap               at most what is allowed without its deposit + the cap
//     a met bonus         + bonus + results under it
//     turnover not met    nothing; as far as play under it lost own money, less than nothing
//     given up, lost      the same, whatever a result becomes later
//
// Own money that is undone while terms are open, or a debt that their money repays, uses a cap as a payout does: own
// money counts below zero. Where terms are given up or lost, what left under them stays left, and own money below zero
// is owed; of met terms with a cap only what exceeds it. A deposit that is sent back from the game wallet counts as
// left; as far as the member owes it, it was never made.
//
// Always true: a result belongs to the terms under which its round began, whenever it arrives, and a stake to those of
// its bet. A free spin belongs to the paid bets of the round that granted it, by their stakes. Other results count for
// stakes that joined their round too, so the sum is a maximum. Amounts are sums of the story's facts: there is no
// wallet and no rule of the product here, and nothing of the other model is used. A removal is no fact of a sum:
// whatever is removed or comes back, the same may leave.
//
// Elsewhere: the model that separates causes (leaks.ts), the facts (facts.ts).

import { max, min } from '#testing/oracle/arithmetic';
import type { Finding, RequirementFact, StoryFact } from '#testing/oracle/facts';

type FactOf<Kind extends StoryFact['kind']> = Extract<StoryFact, { kind: Kind }>;
type Terms = {
  readonly line: number;
  readonly cap: bigint | undefined;
  readonly gift: bigint;
  readonly deposit: bigint;
  readonly transfer: string | undefined;
  /** The game wallet less debts when the terms began, without gift and deposit; below zero for a debt. */
  readonly own: bigint;
  /** Payouts that were requested before the terms began. */
  readonly earlier: ReadonlySet<string>;
  /** Payouts that were submitted while the terms were met. */
  readonly payouts: Set<string>;
  /** Deposits that were sent back from the game wallet: before the terms began, and under them. */
  sentBackBefore: bigint;
  sentBack: bigint;
  isMet: boolean;
  isOpen: boolean;
  isGivenUp: boolean;
  isLost: boolean;
  net: bigint;
  /** Losses under these terms, by older terms that were given up: their winnings were played with, and lost first. */
  readonly lostBeside: Map<Terms, bigint>;
  /**
   * From the end of terms that are given up or lost: what left by then above what they allow; below zero where all
   * money was lost.
   */
  spare: bigint;
  /** Results that stakes which joined rounds of before shared, by round. */
  readonly shared: Map<string, bigint>;
  /** The amount that had been removed, or lost above a cap, when the terms were lost. */
  gone: bigint;
};
/** A paid bet, with the terms under which it was placed. */
type Stake = { readonly round: string; readonly stake: bigint; readonly terms: Terms | undefined };
type Payout = { amount: bigint; isOut: boolean; hasFailed: boolean };
type StepSums = {
  deposit: bigint;
  gift: bigint;
  transfer: string | undefined;
  /** Money from outside play. */
  arrived: bigint;
  /** Of a deposit that is sent back. */
  sentBack: bigint;
  owed: bigint;
  takenBack: Terms | undefined;
  /** Debt that money of the game wallet repaid. */
  repaid: bigint;
  /** The round in which a free spin was played. */
  spinOf: string | undefined;
  /** The terms under which a bet joined a round that had begun before them. */
  joined: Terms | undefined;
  prizes: { readonly round: string; readonly terms: Terms; readonly amount: bigint }[];
};

/** A position below this amount counts as lost, and stays with the member. */
const SPENT_BELOW = 50_000n;
const GAMES = ['games', 'awards', 'tips'];
const WALLETS = ['game', 'main', 'withdrawalHeld', 'winsHeld', 'receivable'];
const REMOVED = ['residual', 'residualTaken'];
const GIVEN_UP = ['cancelled', 'expired', 'revoked'];
const beginStep = (): StepSums => ({
  deposit: 0n,
  gift: 0n,
  transfer: undefined,
  arrived: 0n,
  sentBack: 0n,
  owed: 0n,
  takenBack: undefined,
  repaid: 0n,
  spinOf: undefined,
  joined: undefined,
  prizes: [],
});

/** The sums of a story: one account of each member. */
export class PlainTerms {
  readonly #members = new Map<string, PlainAccount>();

  get findings(): readonly Finding[] {
    return [...this.#members.values()].flatMap(({ findings }) => findings);
  }

  apply(fact: StoryFact): void {
    if (fact.kind === 'reported') for (const account of this.#members.values()) account.noteTransfer(fact.transfer);
    if (fact.kind === 'step') for (const account of this.#members.values()) account.endStep();
    if (!('member' in fact) || fact.member === undefined) return;
    const account = this.#members.get(fact.member) ?? new PlainAccount(fact.member);
    this.#members.set(fact.member, account);
    account.apply(fact);
  }
}

class PlainAccount {
  readonly findings: Finding[] = [];
  readonly #member: string;
  readonly #terms: Terms[] = [];
  readonly #rounds = new Map<string, Terms | undefined>();
  readonly #stakes = new Map<string, Stake>();
  readonly #payouts = new Map<string, Payout>();
  #deposited = 0n;
  /** Sent back from the game wallet. */
  #sentBack = 0n;
  /** Gifts without terms, and results of rounds under no terms. */
  #free = 0n;
  /** The game wallet less debts. */
  #game = 0n;
  #step = beginStep();

  constructor(member: string) {
    this.#member = member;
  }

  apply(fact: StoryFact): void {
    switch (fact.kind) {
      case 'entry':
        return this.#add(fact);
      case 'bet':
        return this.#place(fact);
      case 'bet-state':
        if (fact.state === 'void') this.#stakes.delete(fact.txId);
        return;
      case 'line':
        return this.#follow(fact);
      case 'excluded':
        for (const terms of this.#terms) if (terms.isOpen && !terms.isMet) terms.isGivenUp = true;
        return;
      case 'taken-back':
        return this.#takeBack(fact.transfer);
      case 'requested':
        this.#payoutOf(fact.withdrawal);
        return;
      case 'submitted':
        return this.#submit(fact);
      case 'payout':
        return this.#settle(fact);
      case 'time':
      case 'joined':
      case 'expected':
      case 'spins':
      case 'coins':
      case 'locked':
      case 'approved':
      case 'reported':
      case 'slice':
      case 'step':
      case 'end':
    }
  }

  noteTransfer(transfer: string): void {
    this.#step.transfer = transfer;
  }

  endStep(): void {
    // A code without a cap has no terms here: its turnover is checked elsewhere.
    this.#free += this.#step.gift;
    this.#step = beginStep();
  }

  #add({ from, to, amount, round }: FactOf<'entry'>): void {
    if (from === 'game' || from === 'receivable') this.#game -= amount;
    if (to === 'game' || to === 'receivable') this.#game += amount;
    if (from === 'game' && to === 'receivable') this.#step.repaid += amount;
    const [isOut, isIn] = [WALLETS.includes(from), WALLETS.includes(to)];
    const other = isIn ? from : to;
    if (isOut === isIn || REMOVED.includes(other) || other === 'payouts') return;
    const change = isIn ? amount : -amount;
    if (GAMES.includes(other)) this.#addResult(round ?? '', change, other === 'awards');
    else if (from === 'game' && to === 'bank') {
      this.#sentBack += amount;
      this.#step.sentBack += amount;
    } else if (other === 'bank' || other === 'unmatched') {
      this.#deposited += change;
      this.#step.deposit += change;
      if (isIn) this.#step.arrived += amount;
      if (from === 'receivable') this.#step.owed += amount;
    } else if (isIn && (from === 'bonusCost' || from === 'codeCost')) this.#step.gift += amount;
    else if (isIn) {
      this.#free += amount;
      this.#step.arrived += amount;
    }
  }

  #addResult(round: string, change: bigint, isPrize: boolean): void {
    const began = this.#begin(round);
    const { joined, spinOf } = this.#step;
    if (joined && change < 0n) {
      joined.net += change;
      return;
    }
    const isSpin = spinOf === round && change > 0n;
    let rest = change;
    for (const [terms, share] of this.#shareByStakes(round, change)) {
      if (terms === undefined || terms === began) continue;
      terms.net += isSpin ? share : countShare(terms, round, share);
      if (isSpin) rest -= share;
    }
    this.#addOwnResult(round, { terms: began, change: rest, isPrize });
  }

  /** The shares of newer terms are rounded down. */
  #shareByStakes(round: string, amount: bigint): ReadonlyMap<Terms | undefined, bigint> {
    const stakes = [...this.#stakes.values()].filter((each) => each.round === round);
    const all = stakes.reduce((sum, { stake }) => sum + stake, 0n);
    const byTerms = Map.groupBy(stakes, ({ terms }) => terms);
    return new Map(
      [...byTerms].map(([terms, of]) => [terms, (amount * of.reduce((sum, { stake }) => sum + stake, 0n)) / all]),
    );
  }

  #addOwnResult(
    round: string,
    of: { readonly terms: Terms | undefined; readonly change: bigint; readonly isPrize: boolean },
  ): void {
    const { terms, change, isPrize } = of;
    if (!terms) {
      this.#free += change;
      if (isPrize) this.#step.arrived += change;
      return;
    }
    terms.net += change;
    if (isPrize) this.#step.prizes.push({ round, terms, amount: change });
  }

  /** The terms under which a round began: a cap before a bonus without one. */
  #begin(round: string): Terms | undefined {
    if (!this.#rounds.has(round)) {
      this.#rounds.set(round, this.#findTerms());
    }
    return this.#rounds.get(round);
  }

  #findTerms(): Terms | undefined {
    const open = this.#terms.filter(({ isOpen, isGivenUp }) => isOpen && !isGivenUp);
    return open.find(({ cap }) => cap !== undefined) ?? open[0];
  }

  /** A later bet of a round is under the terms that began since; a free round of its own has no paid bets. */
  #place({ txId, round, market, stake, isFree }: FactOf<'bet'>): void {
    const began = this.#begin(round);
    if (isFree) {
      if (market === round) this.#step.spinOf = round;
      return;
    }
    const now = this.#findTerms();
    const terms = now !== undefined && now.line > (began?.line ?? 0) ? now : began;
    this.#step.joined = terms === began ? undefined : terms;
    this.#stakes.set(txId, { round, stake, terms });
  }

  #follow({ no, source, cap, need, now, state }: RequirementFact): void {
    const hasTerms = source === 'BONUS' || (source === 'ITEMCODE' && cap !== undefined);
    const known = this.#terms.find(({ line }) => line === no);
    const terms = known ?? (hasTerms && this.#step.gift > 0n ? this.#beginTerms(no, source, cap) : undefined);
    if (!terms) return;
    const wasOpen = terms.isOpen;
    terms.isMet = now >= need;
    terms.isOpen = state === 'active' || state === 'complete';
    terms.isLost = state === 'lost';
    if (GIVEN_UP.includes(state)) terms.isGivenUp = true;
    if (wasOpen && !terms.isOpen) this.#endTerms(terms);
  }

  #beginTerms(line: number, source: string, cap: bigint | undefined): Terms {
    const { gift, transfer } = this.#step;
    const deposit = source === 'BONUS' ? max(0n, this.#step.deposit - this.#step.repaid) : 0n;
    const own = this.#game - gift - deposit;
    const sums = { sentBackBefore: this.#sentBack, sentBack: 0n, net: 0n, spare: 0n, gone: 0n };
    const maps = { lostBeside: new Map(), shared: new Map() };
    const states = { isMet: false, isOpen: true, isGivenUp: false, isLost: false };
    const payouts = { earlier: new Set(this.#payouts.keys()), payouts: new Set<string>() };
    const terms: Terms = { line, cap, gift, deposit, transfer, own, ...payouts, ...sums, ...maps, ...states };
    this.#terms.push(terms);
    this.#step.gift = 0n;
    return terms;
  }

  #endTerms(terms: Terms): void {
    terms.sentBack = this.#sentBack - terms.sentBackBefore;
    if (terms.isLost) return this.#loseTerms(terms);
    const { takenBack, owed } = this.#step;
    // A bonus ends before its deposit is debited. A cap that closes takes what left above it, or the member owes it.
    const below = this.#allowBelow(terms) + (takenBack === terms ? owed : 0n);
    terms.spare = terms.isGivenUp ? this.#computeSpareAtEnd(terms, below) : 0n;
    if (!terms.isGivenUp) return;
    for (const newer of this.#terms.slice(this.#terms.indexOf(terms) + 1)) {
      if (newer.isOpen && newer.net < 0n) newer.lostBeside.set(terms, -newer.net);
    }
  }

  /**
   * All money is lost, so nothing but what left is allowed: of terms with a cap at most what they allow, of others
   * without what they paid for own money below zero. What arrives in the same step arrives after it.
   */
  #loseTerms(terms: Terms): void {
    for (const prize of this.#step.prizes) {
      if (prize.terms !== terms) continue;
      terms.net -= prize.amount;
      this.#free += prize.amount;
      this.#step.arrived += prize.amount;
      this.#rounds.set(prize.round, undefined);
    }
    const { arrived, gift } = this.#step;
    const below = this.#allowBelow(terms) - arrived;
    const debt = min(0n, this.#game - arrived - gift);
    const left = this.#left() + debt;
    const allowed = computeAllowed({ ...terms, isLost: false }, below);
    const { before, under } = this.#sumLeft(terms);
    const unmet = below < before ? below + under : left;
    const met = terms.cap === undefined ? left : below - terms.deposit + terms.cap;
    terms.spare = min(left, terms.isMet ? met : unmet) - allowed;
    terms.gone = max(0n, below + terms.gift + computeNet(terms) - min(left, terms.isMet ? met : unmet));
  }

  /** The bonus of the deposit was revoked before it was sent back. */
  #takeBack(taken: string): void {
    const terms = this.#terms.find(({ isOpen, deposit, transfer }) => isOpen && deposit > 0n && transfer === taken);
    if (!terms) return;
    terms.isGivenUp = true;
    terms.sentBackBefore += this.#step.sentBack;
    this.#step.takenBack = terms;
  }

  #submit({ withdrawal, amount }: FactOf<'submitted'>): void {
    for (const terms of this.#terms) {
      const { isOpen, isMet, isGivenUp, earlier, payouts } = terms;
      if (isOpen && isMet && !isGivenUp && !earlier.has(withdrawal)) payouts.add(withdrawal);
    }
    Object.assign(this.#payoutOf(withdrawal), { amount, isOut: true });
    this.#evaluate(withdrawal);
  }

  #settle({ withdrawal, amount, did }: FactOf<'payout'>): void {
    const payout = this.#payoutOf(withdrawal);
    payout.amount = amount;
    // A bank that pays what it reported failed is in dispute with the site, not with the terms.
    if (did === 'paid' && payout.hasFailed) return;
    payout.hasFailed ||= did === 'failed';
    const wasOut = payout.isOut;
    payout.isOut = did === 'paid';
    if (payout.isOut && !wasOut) this.#evaluate(withdrawal);
  }

  #payoutOf(withdrawal: string): Payout {
    const payout = this.#payouts.get(withdrawal) ?? { amount: 0n, isOut: false, hasFailed: false };
    this.#payouts.set(withdrawal, payout);
    return payout;
  }

  #evaluate(withdrawal: string): void {
    const all = this.#terms.reduce((sum, { gift, net }) => sum + gift + net, this.#deposited + this.#free);
    const excess = this.#left() - min(this.#allowBelow(undefined), all);
    if (excess <= 0n) return;
    this.findings.push({
      kind: 'above-plain-terms',
      member: this.#member,
      amount: excess,
      detail: `${withdrawal}: more left than was deposited and the terms allow`,
      cause: '',
    });
  }

  /** The amount that may leave without these terms and newer ones; undefined: all of it. */
  #allowBelow(end: Terms | undefined): bigint {
    let allowed = this.#deposited + this.#free;
    for (const terms of this.#terms) {
      if (terms === end) break;
      const isServing = terms.isMet && !terms.isGivenUp;
      const spare = !terms.isOpen ? terms.spare : isServing ? 0n : this.#computeSpare(terms, allowed);
      const sinceLoss = computeSinceLoss(terms, allowed);
      allowed = computeAllowed(terms, allowed) + spare;
      if (terms.isLost) allowed = max(allowed, sinceLoss);
    }
    return allowed;
  }

  /**
   * Money that left under terms that are given up stays left, and is charged to own money and deposit first. Own money
   * below zero was paid by the terms, so it is owed.
   */
  #computeSpareAtEnd(terms: Terms, below: bigint): bigint {
    const { before, under } = this.#sumLeft(terms);
    const allowed = computeAllowed(terms, below);
    if (below < before) return below + under - allowed;
    return max(0n, before + under - allowed);
  }

  /** Money that left before open terms began and under them, above what they allow. */
  #computeSpare(terms: Terms, below: bigint): bigint {
    const { before, under } = this.#sumLeft(terms);
    return max(0n, before + under - computeAllowed(terms, below));
  }

  #sumLeft(terms: Terms): { readonly before: bigint; readonly under: bigint } {
    const { earlier, payouts, sentBackBefore } = terms;
    const sentBack = terms.isOpen ? this.#sentBack - sentBackBefore : terms.sentBack;
    const before = this.#sumOut((name) => earlier.has(name)) + sentBackBefore;
    return { before, under: this.#sumOut((name) => payouts.has(name)) + sentBack };
  }

  #left(): bigint {
    return this.#sumOut(() => true) + this.#sentBack;
  }

  #sumOut(isCounted: (withdrawal: string) => boolean): bigint {
    return [...this.#payouts].reduce(
      (sum, [name, { amount, isOut }]) => (isOut && isCounted(name) ? sum + amount : sum),
      0n,
    );
  }
}

/** Counts the share that a joined stake has of a result; returns no more of a reversed one than was counted. */
function countShare({ shared }: Terms, round: string, share: bigint): bigint {
  const before = shared.get(round) ?? 0n;
  const counted = max(share, -before);
  shared.set(round, before + counted);
  return counted;
}

/** Results under terms, without losses of what older terms lost when they were given up. */
function computeNet({ net, lostBeside }: Terms): bigint {
  return [...lostBeside].reduce((sum, [older, lost]) => sum + min(lost, max(0n, older.net)), net);
}

/** The amount that may leave with lost terms: what left by then and results since, which repay the debt first. */
function computeSinceLoss(terms: Terms, below: bigint): bigint {
  const { cap, gift, deposit, isMet, gone } = terms;
  const all = below + gift + computeNet(terms) - gone;
  const limit = !isMet ? below : cap === undefined ? all : below - deposit + cap;
  return min(all, limit) + SPENT_BELOW;
}

/** The amount that may leave with these terms; `below`: without them and newer ones. */
function computeAllowed(terms: Terms, below: bigint): bigint {
  const { cap, gift, deposit, own, isMet, isOpen, isGivenUp, isLost } = terms;
  const net = computeNet(terms);
  const all = below + gift + net;
  if (!isMet && isOpen && !isGivenUp) return min(below, all);
  const rest = isLost ? SPENT_BELOW : 0n;
  // Play loses own money and deposit first.
  if (isGivenUp || !isMet) return below + max(min(0n, net), -max(0n, own + deposit)) + rest;
  return (cap === undefined ? all : min(all, below - deposit + cap)) + rest;
}
