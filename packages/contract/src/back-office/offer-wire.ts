// Shapes of promotions and codes: rows, one with its versions and draft, an estimate of terms that were typed.
//
// Always true: amounts and shares are decimal texts; times are ISO texts. Terms have the names and the form of the
// lines that `promotion.publish` takes.

import type { PublishedPromotion } from '@chaba/contract/bonuses';

/** Term name → value, such as `turnover` → `15x`. */
export type PromotionTerms = Readonly<Record<string, string>>;

/** `spent`: the budget gives no bonus any more. `draft`: never published. */
export type PromotionState = 'offered' | 'spent' | 'ended' | 'draft';

export type DraftFacts = { readonly savedBy: string; readonly savedAt: string };

/** The most expensive deposit against optimal play, with the coins, cashback and commission of the same play. */
export type PromotionCost = {
  readonly deposit: string;
  readonly bonus: string;
  /** Average cost of a member at most. */
  readonly cost: string;
  /** Percent of the bonus; `null`: no limit. */
  readonly share: string | null;
  /** The same without coins, cashback and commission. */
  readonly shareAlone: string | null;
  /** Percent that the share may have. */
  readonly bound: string;
  readonly isWithinBound: boolean;
};

export type PromotionRow = {
  readonly promotion: string;
  readonly state: PromotionState;
  /** In force; those of the draft where nothing was published. */
  readonly terms: PromotionTerms;
  readonly given: string;
  /** Null: no ceiling. */
  readonly budget: string | null;
  /** 0: nothing was published. */
  readonly version: number;
  readonly draft: DraftFacts | null;
  /** The open request about it. */
  readonly request: string | null;
  /** Null: no deposit brings a bonus. */
  readonly cost: PromotionCost | null;
};

export type PromotionVersionFacts = {
  readonly version: number;
  readonly publishedAt: string;
  /** Null: published before versions, or by the host. */
  readonly request: string | null;
  readonly terms: PromotionTerms;
};

export type PromotionDetail = Omit<PromotionRow, 'draft'> & {
  readonly inForce: PromotionTerms | null;
  readonly draft: (DraftFacts & { readonly terms: PromotionTerms }) | null;
  /** Newest first. */
  readonly versions: readonly PromotionVersionFacts[];
};

/** The offer of a deposit; null: no bonus. */
export type EstimatedOffer = {
  readonly deposit: string;
  readonly offer: {
    readonly bonus: string;
    readonly need: string;
    /** Null: no maximum. */
    readonly cap: string | null;
  } | null;
};

export type PromotionEstimate = {
  /** All terms, with those that were not typed. */
  readonly terms: PromotionTerms;
  readonly offers: readonly EstimatedOffer[];
  readonly cost: PromotionCost | null;
  /** Taken out on average by the best play that was found, less the deposit. */
  readonly bestPlay: string | null;
  /** As members receive it. */
  readonly card: PublishedPromotion;
};

/** Deposits of an estimate, in baht. */
export const ESTIMATED_DEPOSITS = [100, 300, 500, 1_000] as const;

export type ItemCodeRow = {
  readonly code: string;
  readonly amount: string;
  readonly coins: string;
  readonly turnover: string;
  /** Null: no maximum. */
  readonly cap: string | null;
  readonly used: number;
  /** Null: any number. */
  readonly usesMax: number | null;
  readonly each: number;
  readonly endsAt: string | null;
  readonly isOver: boolean;
};

export type CodeBatchRow = {
  /** B12 */
  readonly batch: string;
  /** Empty: imported. */
  readonly prefix: string;
  readonly codes: number;
  readonly used: number;
  readonly madeBy: string;
  readonly madeAt: string;
  readonly request: string | null;
  readonly endedAt: string | null;
  readonly endedBy: string | null;
};

/** A file that is recorded before it is sent. */
export type CodeFile = { readonly name: string; readonly text: string };

export type WheelFacts = {
  readonly version: number;
  readonly isOn: boolean;
  /** The lines that `wheel.publish` takes. */
  readonly lines: string;
  readonly fields: readonly {
    readonly kind: string;
    /** Decimal baht, or a count. */
    readonly amount: string;
    readonly weight: string;
    /** Percent. */
    readonly chance: string;
  }[];
  /** Average baht that a coin wins. */
  readonly worth: string;
  /** Of the house edge of the play that earns it, in the most expensive game, and its bound; with a unit. */
  readonly share: string;
  readonly bound: string;
  readonly isWithinBound: boolean;
};

/** Terms of cashback and referral: name of the setting → value. */
type SettingTerms = Readonly<Record<string, string>>;

export type OfferTermsFacts = {
  readonly inForce: SettingTerms;
  /** Newest first; the last one was in force before the first change. */
  readonly versions: readonly {
    readonly version: number;
    readonly publishedAt: string | null;
    readonly request: string | null;
    readonly terms: SettingTerms;
  }[];
  readonly wheel: WheelFacts | null;
};
