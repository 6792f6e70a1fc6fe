// Facts of a hunted story: what the outside world did, what the journal says moved, and how turnover lines stand. The book of
// colours knows nothing else, so a recorded list of facts can be judged again, and changed to plant a wrong outcome.
//
// Always true: amounts count 1/10,000 baht; facts come in the order in which they happened, and `step` ends what one row did.
//
// Elsewhere: where facts come from (stage.ts), what is concluded from them (book.ts).

export type BetState = 'open' | 'settled' | 'void';
export type Position = { readonly type: string; readonly stake: bigint };

export type LineFact = {
  readonly kind: 'line';
  readonly member: string;
  readonly no: number;
  readonly source: string;
  readonly need: bigint;
  readonly now: bigint;
  readonly cap: bigint | undefined;
  readonly state: string;
};

export type Fact =
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'joined'; readonly member: string }
  /** One transfer of the journal. Without a member it moved between accounts of the house. */
  | {
      readonly kind: 'entry';
      readonly member: string | undefined;
      readonly from: string;
      readonly to: string;
      readonly amount: bigint;
      /** The round or prize that a game provider moved it for. */
      readonly round: string | undefined;
    }
  | {
      readonly kind: 'bet';
      readonly member: string;
      readonly txId: string;
      readonly round: string;
      /** Rounds of one market window are one market. */
      readonly market: string;
      readonly stake: bigint;
      readonly isFree: boolean;
      readonly positions: readonly Position[];
    }
  | { readonly kind: 'bet-state'; readonly member: string; readonly txId: string; readonly state: BetState }
  /** What the calls of game providers in this step are worth to the member. */
  | { readonly kind: 'expected'; readonly member: string; readonly amount: bigint; readonly round: string | undefined }
  | LineFact
  | { readonly kind: 'locked'; readonly member: string; readonly isLocked: boolean }
  | { readonly kind: 'excluded'; readonly member: string }
  | { readonly kind: 'requested'; readonly member: string; readonly withdrawal: string }
  | { readonly kind: 'approved'; readonly member: string; readonly withdrawal: string }
  /** The product submits a payout to the bank for the first time. */
  | { readonly kind: 'submitted'; readonly member: string; readonly withdrawal: string; readonly amount: bigint }
  /** What the bank did with it, whatever it says. */
  | {
      readonly kind: 'payout';
      readonly member: string;
      readonly withdrawal: string;
      readonly amount: bigint;
      readonly did: 'paid' | 'failed' | 'returned';
    }
  /** A real transfer to an account of the house, reported to the product by a slip or a feed line for the first time. */
  | { readonly kind: 'reported'; readonly transfer: string; readonly amount: bigint; readonly isByFeed: boolean }
  | { readonly kind: 'slice' }
  | { readonly kind: 'step'; readonly row: string }
  | { readonly kind: 'end'; readonly isCashbackRun: boolean };

export type FindingKind =
  | 'cap-exceeded'
  | 'own-money-capped'
  | 'bonus-kept'
  | 'bonus-kept-by-exclusion'
  | 'own-money-taken-with-bonus'
  | 'win-taken-twice'
  | 'line-lost-early'
  | 'line-closed-early'
  | 'paid-while-indebted'
  | 'paid-while-locked'
  | 'paid-without-turnover'
  | 'credited-more-than-arrived'
  | 'arrived-and-not-booked'
  | 'turnover-above-exposure'
  | 'paid-more-than-owned'
  | 'returned-payout-lost'
  | 'cashback-above-loss'
  | 'cashback-lost'
  | 'game-result-differs'
  | 'taken-without-reason'
  | 'product-error';

export type Finding = {
  readonly kind: FindingKind;
  readonly member: string | undefined;
  /** How much too much left, or how much the member is short of. */
  readonly amount: bigint;
  readonly detail: string;
  /** Findings of one kind with other causes are other findings; `''` where the kind says all. */
  readonly cause: string;
};
