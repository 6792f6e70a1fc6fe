// The model of a hunt story: one record per member, and the house's bank account against the transfers that arrived.
//
// Always true: it receives facts only and never stops; findings are collected in `findings`, in order.
//
// Elsewhere: one member (member-leaks.ts), the facts (facts.ts).

import type { StoryFact, Finding, FindingKind } from '#testing/oracle/facts';
import { MemberLeaks } from './member-leaks.ts';

export class LeakModel {
  readonly #members = new Map<string, MemberLeaks>();
  readonly #ofHouse: Finding[] = [];
  readonly #reported = new Map<string, { amount: bigint; isByFeed: boolean }>();
  #credited = 0n;
  readonly #muted: ReadonlySet<FindingKind>;
  #sequence = 0;
  #at = 0;

  /** Findings of muted kinds are ignored, so that their consequences are found. */
  constructor(muted: readonly FindingKind[] = []) {
    this.#muted = new Set(muted);
  }

  get findings(): readonly Finding[] {
    return [...this.#ofHouse, ...[...this.#members.values()].flatMap(({ findings }) => findings)];
  }

  member(name: string): MemberLeaks {
    let member = this.#members.get(name);
    if (!member) {
      member = new MemberLeaks(name, this.#muted);
      member.setTime(this.#at);
      this.#members.set(name, member);
    }
    return member;
  }

  apply(fact: StoryFact): void {
    this.#sequence += 1;
    switch (fact.kind) {
      case 'time':
        this.#at = fact.at;
        for (const member of this.#members.values()) member.setTime(fact.at);
        return;
      case 'reported':
        return this.#applyReport(fact);
      case 'slice':
        for (const { cashback } of this.#members.values()) cashback.isSliced = true;
        return;
      case 'step':
        return this.#endStep(fact.row);
      case 'end':
        return this.#end(fact.isCashbackRun);
      case 'entry':
        if (fact.from === 'bank') this.#credited += fact.amount;
        if (fact.member !== undefined) this.member(fact.member).apply(fact, this.#sequence);
        return;
      case 'joined':
      case 'bet':
      case 'bet-state':
      case 'expected':
      case 'line':
      case 'spins':
      case 'coins':
      case 'taken-back':
      case 'locked':
      case 'excluded':
      case 'requested':
      case 'approved':
      case 'submitted':
      case 'payout':
        this.member(fact.member).apply(fact, this.#sequence);
    }
  }

  #applyReport({ transfer, amount, isByFeed }: Extract<StoryFact, { kind: 'reported' }>): void {
    for (const member of this.#members.values()) member.noteTransfer(transfer);
    const known = this.#reported.get(transfer);
    this.#reported.set(transfer, { amount, isByFeed: isByFeed || known?.isByFeed === true });
  }

  #endStep(row: string): void {
    for (const member of this.#members.values()) member.endStep(this.#sequence);
    const excess = this.#credited - this.#arrived(false);
    if (excess > 0n) this.#find('credited-more-than-arrived', excess, row);
  }

  #end(isCashbackRun: boolean): void {
    for (const member of this.#members.values()) member.end(this.#at, isCashbackRun);
    const missing = this.#arrived(true) - this.#credited;
    if (missing > 0n) this.#find('arrived-and-not-booked', missing, 'reported by the feed, and not in the books');
  }

  #arrived(isByFeedOnly: boolean): bigint {
    let total = 0n;
    for (const { amount, isByFeed } of this.#reported.values()) if (isByFeed || !isByFeedOnly) total += amount;
    return total;
  }

  #find(kind: Finding['kind'], amount: bigint, detail: string): void {
    if (this.#muted.has(kind)) return;
    this.#ofHouse.push({ kind, member: undefined, amount, detail, cause: detail.split(' ', 1)[0] ?? '' });
  }
}
