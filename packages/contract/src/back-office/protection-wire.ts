// Shapes of the protection of members that the back office sends: breaks, limits, requests for looser ones.
//
// Always true: times are ISO texts, amounts decimal texts in baht; names of members are masked.

import type { RiskRuleName } from './risk.ts';
import type { MemberState } from './wire-members.ts';

export const protectionChips = ['breaks', 'exclusions', 'requests', 'limits', 'markers'] as const;
export type ProtectionChip = (typeof protectionChips)[number];

export type ProtectedLimit = {
  readonly kind: 'deposit' | 'loss' | 'stake' | 'time';
  readonly span: string;
  /** Baht, or minutes. */
  readonly most: string;
  /** A looser value that the member requested; `null` in `most`: no limit. */
  readonly requested: { readonly most: string | null; readonly at: string } | null;
};

export type ProtectionRow = {
  /** "M00000012" */
  readonly reference: string;
  readonly name: string;
  readonly state: MemberState;
  /** End of the present break; null: no break, or without end. */
  readonly breakUntil: string | null;
  /** Breaks and exclusions that began within 90 days. */
  readonly recentBreaks: number;
  readonly limits: readonly ProtectedLimit[];
  /** Marks of harm that no person has decided: rules with an open alert. */
  readonly markers: readonly RiskRuleName[];
};
