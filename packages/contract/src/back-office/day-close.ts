// The close of a business day: its lines in groups, its differences, the shapes of a list of days and of one day.
//
// Always true: amounts are decimal texts in baht, days YYYY-MM-DD of Bangkok, times ISO texts. The accounts of a group
// have one sign, so that its total adds up: what the bank holds and what gifts cost is shown with the other sign.
//
// Elsewhere: the figures (modules/reports), the actions (day-actions.ts).

/** Groups of a day in the order of the page. `statement`: the accounts as their banks report them. */
export const dayGroups = [
  'statement',
  'bank',
  'provider',
  'games',
  'players',
  'payouts',
  'gifts-owed',
  'debts',
  'costs',
  'adjustments',
] as const;
export type DayGroup = (typeof dayGroups)[number];

type AccountEntry = { readonly group: DayGroup; readonly isFlipped?: true };

/** The group of each ledger account in baht. */
const accounts: Readonly<Record<number, AccountEntry>> = {
  1: { group: 'players' },
  2: { group: 'players' },
  3: { group: 'gifts-owed' },
  4: { group: 'gifts-owed' },
  5: { group: 'players' },
  8: { group: 'payouts' },
  9: { group: 'players' },
  90: { group: 'debts' },
  100: { group: 'bank', isFlipped: true },
  101: { group: 'bank', isFlipped: true },
  102: { group: 'games' },
  103: { group: 'games' },
  104: { group: 'games' },
  105: { group: 'costs', isFlipped: true },
  106: { group: 'costs', isFlipped: true },
  107: { group: 'costs', isFlipped: true },
  108: { group: 'costs', isFlipped: true },
  109: { group: 'costs', isFlipped: true },
  110: { group: 'costs', isFlipped: true },
  // Of senders that are not identified yet.
  111: { group: 'players' },
  112: { group: 'adjustments', isFlipped: true },
};

/** The group of a line such as `account 100`, `provider pg` or `bank receiving:3`. */
export function findDayGroup(line: string): AccountEntry {
  const [kind = '', name = ''] = line.split(' ', 2);
  if (kind === 'bank') return { group: 'statement' };
  if (kind === 'provider') return { group: 'provider' };
  return accounts[Number(name)] ?? { group: 'adjustments' };
}

export type DayState = 'counting' | 'open' | 'closed';

export type DayRow = {
  readonly day: string;
  /** `counting`: the night count has not reached it. */
  readonly state: DayState;
  readonly differences: number;
  readonly unexplained: number;
  readonly closedBy: string | null;
  readonly closedAt: string | null;
  /** The figures differ from those at the close. */
  readonly isChanged: boolean;
};

export type DayPage = { readonly rows: readonly DayRow[]; readonly next: string | null };

export type DayLine = {
  readonly line: string;
  readonly group: DayGroup;
  /** The number of a ledger account, a provider, or a bank account in masked form. */
  readonly name: string;
  readonly opening: string;
  readonly in: string;
  readonly out: string;
  readonly closing: string;
};

/**
 * `sums`: stored and counted again. `account`: balance by movements and by the journal. `play`: providers and journal.
 * `provider`: a compared day with discrepancies, or one that could not be compared. `bank`: lines of the bank without a
 * row of ours. `finding`: of the hourly audit. `changed`: a line since the close.
 */
export const differenceKinds = ['sums', 'account', 'play', 'provider', 'bank', 'finding', 'changed'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export type DayDifference = {
  readonly subject: string;
  readonly state: string;
  readonly kind: DifferenceKind;
  /** The account, the provider or the finding. */
  readonly name: string;
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly detail: string | null;
  readonly explanation: { readonly text: string; readonly by: string; readonly at: string } | null;
};

export type DayClose = {
  readonly no: number;
  readonly closedBy: string;
  readonly closedAt: string;
  readonly reopenedBy: string | null;
  readonly reopenedAt: string | null;
  readonly request: string | null;
};

export type DayDetail = {
  readonly day: string;
  readonly state: DayState;
  readonly lines: readonly DayLine[];
  readonly differences: readonly DayDifference[];
  /** All closes, the newest first. */
  readonly closes: readonly DayClose[];
  /** An open request to reopen it. */
  readonly request: string | null;
  /** `sequence:hash` of the last entry of the audit chain, for the printed page; empty: no entry. */
  readonly head: string;
};
