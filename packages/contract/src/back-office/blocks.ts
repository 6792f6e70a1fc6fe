// Block lists as data: the kinds of values that may neither sign up nor deposit.
//
// Elsewhere: the rules (modules/blocks), the actions (risk-actions.ts), imports as jobs (modules/reports).

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

/** Rows of an import file besides its headings, and its characters. */
export const BLOCK_ROWS_MAX = 5_000;
export const BLOCK_FILE_LENGTH_MAX = 400_000;
export const BLOCK_COLUMNS = ['kind', 'value', 'reason'] as const;

/**
 * Why a row is not run. `kind`: none of the kinds. `value`: no such phone, account, address or member. `cells`: more
 * cells than headings. `twice`: stands in a row before. `reason`: its length.
 */
export const blockRowProblems = ['kind', 'value', 'reason', 'cells', 'twice'] as const;
export type BlockRowProblem = (typeof blockRowProblems)[number];

export const importStates = ['waiting', 'running', 'done', 'failed', 'stopped'] as const;
export type ImportState = (typeof importStates)[number];

export type ImportRow = {
  /** I and its number. */
  readonly import: string;
  readonly file: string;
  readonly state: ImportState;
  readonly failure: string | null;
  readonly rows: number;
  readonly finished: number;
  readonly blocked: number;
  /** Blocked before. */
  readonly existing: number;
  /** Rows with a problem, and those that were refused. */
  readonly bad: number;
  readonly by: string;
  readonly reason: string;
  readonly createdAt: string;
  readonly finishedAt: string | null;
};

export type ImportFile = { readonly name: string; readonly text: string };
