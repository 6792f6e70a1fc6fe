// Adjustments of members' balances as a list: their states and the shape that is sent.
//
// Always true: a row is a request of two people; only an approved one moved money.
//
// Elsewhere: the actions (actions.ts), the posting (modules/adjustments).

export const adjustmentStates = ['open', 'done', 'rejected', 'withdrawn', 'expired'] as const;
export type AdjustmentState = (typeof adjustmentStates)[number];
export const adjustmentDirections = ['credit', 'debit'] as const;
export const adjustmentKinds = ['goodwill', 'correction', 'confiscation'] as const;

export type AdjustmentRow = {
  /** "R12" */
  readonly request: string;
  readonly state: AdjustmentState;
  readonly direction: (typeof adjustmentDirections)[number];
  readonly adjustmentKind: (typeof adjustmentKinds)[number];
  /** Reference of the member. */
  readonly member: string;
  /** Masked. */
  readonly name: string;
  /** Decimal baht, below zero for a debit. */
  readonly amount: string;
  /** Times the credited amount. */
  readonly turnover: number;
  /** Where the proof is. */
  readonly evidence: string;
  /** The text that the member reads. */
  readonly notice: string;
  readonly reason: string;
  readonly requestedBy: string;
  readonly requestedAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly decisionReason: string | null;
};
