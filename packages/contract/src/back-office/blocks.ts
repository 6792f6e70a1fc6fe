// Block lists as data: the kinds of values that may neither sign up nor deposit.
//
// Elsewhere: the rules (modules/blocks), the actions (risk-actions.ts).

export const blockKinds = ['phone', 'account', 'device', 'address'] as const;
export type BlockKind = (typeof blockKinds)[number];

export type BlockRow = {
  readonly id: string;
  readonly kind: BlockKind;
  /** Masked. */
  readonly label: string;
  readonly memberId: string | null;
  readonly reason: string;
  readonly addedBy: string;
  readonly addedAt: string;
};
