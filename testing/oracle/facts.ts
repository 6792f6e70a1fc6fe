// Facts of a hunt story: external events, ledger transfers, and states of turnover requirements. The model uses nothing
// else, so a recorded list of facts can be evaluated again, and changed to plant a wrong outcome.
//
// Always true: amounts count 1/10,000 baht. Facts are in order of occurrence, and `step` ends the facts of one row.
//
// Elsewhere: the source of facts (story-runner.ts), conclusions (leaks.ts).

export type BetState = 'open' | 'settled' | 'void';
export type StakePosition = { readonly type: string; readonly stake: bigint };

export type RequirementFact = {
  readonly kind: 'line';
  readonly member: string;
  readonly no: number;
  readonly source: string;
  readonly need: bigint;
  readonly now: bigint;
  readonly cap: bigint | undefined;
  readonly state: string;
};

export type StoryFact =
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'joined'; readonly member: string }
  /** One ledger transfer. Without a member it moved between house accounts. */
  | {
      readonly kind: 'entry';
      readonly member: string | undefined;
      readonly from: string;
      readonly to: string;
      readonly amount: bigint;
      /** The round or prize of the game provider that caused it; of a free round without a name, the paid one. */
      readonly round: string | undefined;
      /** The round of the provider's request. */
      readonly playedIn: string | undefined;
    }
  | {
      readonly kind: 'bet';
      readonly member: string;
      readonly txId: string;
      readonly round: string;
      readonly playedIn: string;
      /** Rounds of one market window share one market. */
      readonly market: string;
      readonly stake: bigint;
      readonly isFree: boolean;
      readonly positions: readonly StakePosition[];
    }
  /** Free spins of a round that wait to be played. `isStated`: the provider stated their number. */
  | {
      readonly kind: 'spins';
      readonly member: string;
      readonly round: string;
      readonly playedIn: string;
      readonly waiting: number;
      readonly isStated: boolean;
    }
  | { readonly kind: 'bet-state'; readonly member: string; readonly txId: string; readonly state: BetState }
  /** The net effect of the provider's requests in this step on the member. */
  | { readonly kind: 'expected'; readonly member: string; readonly amount: bigint; readonly round: string | undefined }
  | RequirementFact
  /** Coins that the product issued; negative: taken back, or owed. `cause`: deposit, turnover or another gift. */
  | { readonly kind: 'coins'; readonly member: string; readonly coins: bigint; readonly cause: string }
  /** An operator sends a credited transfer back to its sender. */
  | { readonly kind: 'taken-back'; readonly member: string; readonly transfer: string; readonly amount: bigint }
  | { readonly kind: 'locked'; readonly member: string; readonly isLocked: boolean }
  | { readonly kind: 'excluded'; readonly member: string }
  | { readonly kind: 'requested'; readonly member: string; readonly withdrawal: string }
  | { readonly kind: 'approved'; readonly member: string; readonly withdrawal: string }
  /** The product submits a payout to the bank for the first time. */
  | { readonly kind: 'submitted'; readonly member: string; readonly withdrawal: string; readonly amount: bigint }
  /** The bank's action, independent of its reports. */
  | {
      readonly kind: 'payout';
      readonly member: string;
      readonly withdrawal: string;
      readonly amount: bigint;
      readonly did: 'paid' | 'failed' | 'returned';
    }
  /**
   * A real transfer to an account of the house, reported to the product by a slip or a feed line for the first time.
   */
  | { readonly kind: 'reported'; readonly transfer: string; readonly amount: bigint; readonly isByFeed: boolean }
  | { readonly kind: 'slice' }
  | { readonly kind: 'step'; readonly row: string }
  | { readonly kind: 'end'; readonly isCashbackRun: boolean };

/** Kinds of the model (leaks.ts). */
export const MODEL_KINDS = [
  'cap-exceeded',
  'own-money-capped',
  'bonus-kept',
  'bonus-kept-by-exclusion',
  'own-money-taken-with-bonus',
  'win-taken-twice',
  'result-withheld',
  'line-lost-early',
  'line-closed-early',
  'paid-while-indebted',
  'paid-while-locked',
  'paid-without-turnover',
  'credited-more-than-arrived',
  'arrived-and-not-booked',
  'turnover-above-exposure',
  'paid-more-than-owned',
  'returned-payout-lost',
  'cashback-above-loss',
  'cashback-lost',
  'coins-above-play',
  'coins-of-returned-deposit',
  'game-result-differs',
  'taken-without-reason',
] as const;

export type FindingKind =
  | (typeof MODEL_KINDS)[number]
  /** Of the plain sums (plain-terms.ts). */
  | 'above-plain-terms'
  /** Of the audit, at the end of a story. */
  | 'audit-finding'
  /** An error of the product that is no `DomainError`. */
  | 'product-error';

export type Finding = {
  readonly kind: FindingKind;
  readonly member: string | undefined;
  /** The excess that left, or the amount that the member lacks. */
  readonly amount: bigint;
  readonly detail: string;
  /** Separates findings of one kind by cause; `''` where the kind is sufficient. */
  readonly cause: string;
};
