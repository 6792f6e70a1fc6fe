// Plain sums of the terms: withdrawn − deposited is at most what the terms allow, for each member of a story.
//
//     allowed = gifts without terms + results of rounds under no terms + the part of each bonus and capped code
//
//     a cap               at most cap − deposit
//     a met bonus         bonus + results under it
//     turnover not met    nothing; as far as play under it lost own money, less than nothing
//     given up, lost      the same, whatever a result becomes later
//
// Always true: a result belongs to the terms under which its round began, whenever it arrives; a free spin belongs to
// the round that granted it. Amounts are sums of the story's facts: there is no wallet, no order of steps and no rule
// of the product here, and nothing of the other model is used.
//
// Elsewhere: the model that separates causes (leaks.ts), the facts (facts.ts).

import { max, min } from '#testing/oracle/arithmetic';
import type { Finding, LineFact, StoryFact } from '#testing/oracle/facts';

type FactOf<Kind extends StoryFact['kind']> = Extract<StoryFact, { kind: Kind }>;
type Terms = {
  readonly line: number;
  readonly cap: bigint | undefined;
  readonly gift: bigint;
  deposit: bigint;
  readonly transfer: string | undefined;
  /** The game wallet when the terms began. */
  readonly own: bigint;
  isMet: boolean;
  isOpen: boolean;
  isGivenUp: boolean;
  isLost: boolean;
  /** A payout was submitted under it. */
  isUsed: boolean;
  net: bigint;
};
type Payout = { amount: bigint; isOut: boolean; hasFailed: boolean };

/** A position below this amount counts as lost, and stays with the member. */
const SPENT_BELOW = 50_000n;
type StepSums = { deposit: bigint; gift: bigint; transfer: string | undefined; isSentBackBeside: boolean };

const NO_SUMS: StepSums = { deposit: 0n, gift: 0n, transfer: undefined, isSentBackBeside: false };
const GAMES = ['games', 'awards', 'tips'];
const WALLETS = ['game', 'main', 'withdrawalHeld', 'winsHeld', 'receivable'];
const REMOVED = ['residual', 'residualTaken'];

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
  readonly #payouts = new Map<string, Payout>();
  #deposited = 0n;
  /** Gifts without terms, and results of rounds under no terms. */
  #free = 0n;
  #game = 0n;
  /** Stakes of bets that the journal does not contain yet. */
  #staked = 0n;
  #undone = 0n;
  #step: StepSums = { ...NO_SUMS };

  constructor(member: string) {
    this.#member = member;
  }

  apply(fact: StoryFact): void {
    switch (fact.kind) {
      case 'entry':
        return this.#add(fact);
      case 'bet':
        this.#begin(fact.round);
        if (!fact.isFree) this.#staked += fact.stake;
        return;
      case 'line':
        return this.#follow(fact);
      case 'excluded':
        for (const terms of this.#terms) if (terms.isOpen && !terms.isMet) terms.isGivenUp = true;
        return;
      case 'taken-back':
        return this.#takeBack(fact.transfer);
      case 'submitted':
        for (const terms of this.#terms) if (terms.isOpen) terms.isUsed = true;
        this.#payouts.set(fact.withdrawal, { amount: fact.amount, isOut: true, hasFailed: false });
        return this.#evaluate(fact.withdrawal);
      case 'payout':
        return this.#settle(fact);
      case 'time':
      case 'joined':
      case 'expected':
      case 'bet-state':
      case 'spins':
      case 'coins':
      case 'locked':
      case 'requested':
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
    this.#step = { ...NO_SUMS };
  }

  #add({ from, to, amount, round }: FactOf<'entry'>): void {
    if (from === 'game') this.#game -= amount;
    if (to === 'game') this.#game += amount;
    const [isOut, isIn] = [WALLETS.includes(from), WALLETS.includes(to)];
    const other = isIn ? from : to;
    if (isOut === isIn || REMOVED.includes(other) || other === 'payouts') return;
    const change = isIn ? amount : -amount;
    if (GAMES.includes(other)) {
      if (isOut) this.#countUndone(amount);
      const terms = this.#begin(round ?? '');
      if (terms) terms.net += change;
      else this.#free += change;
    } else if (other === 'bank' || other === 'unmatched') {
      this.#deposited += change;
      this.#step.deposit += change;
      // Other terms may pay for a deposit that is sent back, as for a result that is undone.
      if (from === 'game' && this.#step.isSentBackBeside) this.#undone += amount;
    } else if (isIn && (from === 'bonusCost' || from === 'codeCost')) this.#step.gift += amount;
    else if (isIn) this.#free += amount;
  }

  /** A result undone beside terms may be paid from their money. */
  #countUndone(amount: bigint): void {
    const staked = min(this.#staked, amount);
    this.#staked -= staked;
    if (this.#terms.some(({ isOpen }) => isOpen)) this.#undone += amount - staked;
  }

  /** The terms under which a round began: a cap before a bonus without one. */
  #begin(round: string): Terms | undefined {
    if (!this.#rounds.has(round)) {
      const open = this.#terms.filter(({ isOpen, isGivenUp }) => isOpen && !isGivenUp);
      this.#rounds.set(round, open.find(({ cap }) => cap !== undefined) ?? open[0]);
    }
    return this.#rounds.get(round);
  }

  #follow({ no, source, cap, need, now, state }: LineFact): void {
    let terms = this.#terms.find(({ line }) => line === no);
    if (!terms && this.#step.gift > 0n && (source === 'BONUS' || (source === 'ITEMCODE' && cap !== undefined))) {
      const { gift } = this.#step;
      const deposit = source === 'BONUS' ? this.#step.deposit : 0n;
      const own = max(0n, this.#game - gift - deposit);
      const begun = { isMet: false, isOpen: true, isGivenUp: false, isLost: false, isUsed: false, net: 0n };
      const { transfer } = this.#step;
      terms = { line: no, cap, gift, deposit, transfer, own, ...begun };
      this.#terms.push(terms);
      this.#step.gift = 0n;
    }
    if (!terms) return;
    terms.isMet = now >= need;
    terms.isOpen = state === 'active' || state === 'complete';
    terms.isLost = state === 'lost';
    if (['cancelled', 'expired', 'revoked'].includes(state)) terms.isGivenUp = true;
  }

  #takeBack(taken: string): void {
    const open = this.#terms.filter(({ isOpen }) => isOpen);
    const terms = open.find(({ deposit, transfer }) => deposit > 0n && transfer === taken);
    this.#step.isSentBackBeside = open.some((each) => each !== terms);
    if (!terms) return;
    terms.deposit = 0n;
    terms.isGivenUp = true;
  }

  #settle({ withdrawal, amount, did }: FactOf<'payout'>): void {
    const payout = this.#payouts.get(withdrawal) ?? { amount, isOut: false, hasFailed: false };
    this.#payouts.set(withdrawal, payout);
    // A bank that pays what it reported failed is in dispute with the site, not with the terms.
    if (did === 'paid' && payout.hasFailed) return;
    payout.hasFailed ||= did === 'failed';
    const wasOut = payout.isOut;
    payout.isOut = did === 'paid';
    if (payout.isOut && !wasOut) this.#evaluate(withdrawal);
  }

  #evaluate(withdrawal: string): void {
    let withdrawn = 0n;
    for (const { amount, isOut } of this.#payouts.values()) if (isOut) withdrawn += amount;
    const allowed = this.#terms.reduce((sum, terms) => sum + computeAllowed(terms), this.#free + this.#undone);
    const excess = withdrawn - this.#deposited - allowed;
    if (excess <= 0n) return;
    this.findings.push({
      kind: 'above-plain-terms',
      member: this.#member,
      amount: excess,
      detail: `${withdrawal}: more left than was deposited and the terms allow`,
      cause: '',
    });
  }
}

/** The part of a bonus or code in the amount that may leave; below zero: play under it lost own money. */
function computeAllowed({ cap, gift, deposit, own, isMet, isOpen, isGivenUp, isLost, isUsed, net }: Terms): bigint {
  const result = gift + net;
  if (!isMet && isOpen && !isGivenUp) return min(0n, result);
  const rest = isLost ? SPENT_BELOW : 0n;
  if ((isGivenUp || !isMet) && !isUsed) return max(min(0n, net), -(own + deposit)) + rest;
  return (cap === undefined ? result : min(max(0n, cap - deposit), result)) + rest;
}
