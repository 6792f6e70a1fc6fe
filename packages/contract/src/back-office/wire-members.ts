// Shapes of members and of the search, as types. Amounts are decimal texts in baht, times ISO texts, ids texts.
//
// Always true: names, phones and account numbers of members are masked in every shape.

/** A rule that stands against something, by the code of the function that decides, with its figures. */
export type Reason = { readonly code: string; readonly params: Readonly<Record<string, string>> };

export type MemberState = 'locked' | 'excluded' | 'break' | 'open';

export type MemberListRow = {
  /** "M00000012" */
  readonly reference: string;
  readonly tags: readonly string[];
  readonly name: string;
  readonly phone: string;
  /** Absent: the roles do not show it. */
  readonly account?: string;
  readonly state: MemberState;
  readonly deposits: string;
  readonly withdrawals: string;
  readonly playable: string;
  /** The first reason against a withdrawal now; null: none. */
  readonly restriction: Reason | null;
  readonly registeredAt: string;
  readonly seenAt: string;
};

export type FoundKind = 'member' | 'withdrawal' | 'deposit' | 'request' | 'transfer';

/** A hit of the search with a distinguishing detail. `member`: the member that it belongs to. */
export type Found = {
  readonly kind: FoundKind;
  readonly reference: string;
  readonly title: string;
  readonly detail: string;
  readonly member: string | null;
};

export type SearchAnswer = {
  readonly found: readonly Found[];
  /** Kinds whose source did not answer in time. */
  readonly unanswered: readonly FoundKind[];
};

export type TurnoverLine = {
  readonly source: string;
  readonly required: string;
  readonly progress: string;
  readonly remaining: string;
  /** The most that may leave under it; null: no cap. */
  readonly cap: string | null;
  readonly bonus: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
};

export type MemberLimitRow = {
  readonly kind: 'deposit' | 'loss' | 'stake' | 'time';
  readonly span: string;
  /** Baht, or minutes. */
  readonly most: string;
  readonly used: string | null;
  /** True while a looser value is scheduled. */
  readonly isLoosening: boolean;
};

export type LinkedRow = {
  readonly reference: string;
  readonly name: string;
  readonly relation: 'referrer' | 'friend' | 'device' | 'address' | 'device address';
  readonly state: MemberState;
  readonly deposits: string;
  readonly registeredAt: string;
};

export type NoteRow = {
  readonly id: string;
  readonly text: string;
  readonly isPinned: boolean;
  readonly writtenBy: string;
  readonly createdAt: string;
};

export type MemberDetail = {
  /** The id of the member, for the request of another identity. */
  readonly memberId: string;
  readonly tags: readonly string[];
  /** Pinned ones first. */
  readonly notes: readonly NoteRow[];
  readonly reference: string;
  readonly name: string;
  readonly phone: string;
  readonly account: string;
  readonly playerId: string;
  readonly state: MemberState;
  /** End of a play break; null: no break, or without end. */
  readonly breakUntil: string | null;
  readonly isNameVerified: boolean;
  readonly acceptsBonus: boolean;
  readonly registeredAt: string;
  readonly seenAt: string;
  readonly deposits: string;
  readonly withdrawals: string;
  readonly position: {
    readonly playable: string;
    readonly inPlay: string;
    readonly openRounds: number;
    readonly held: string;
    readonly main: string;
    readonly cashback: string;
    readonly affiliate: string;
    readonly residual: string;
    readonly coins: string;
    readonly spins: string;
    readonly owed: string;
    readonly frozen: string;
    readonly lines: readonly TurnoverLine[];
  };
  readonly leaving: { readonly reference: string; readonly amount: string; readonly state: string } | null;
  /** Why the member cannot withdraw now; empty: the minimum can be withdrawn. */
  readonly withdrawReasons: readonly Reason[];
  readonly bonus: {
    /** The amount that the promotions are explained for: of the last deposit, else 100 baht. */
    readonly amount: string;
    readonly deposit: string | null;
    readonly obstacle: string | null;
    readonly granted: string | null;
    readonly promotions: readonly {
      readonly id: string;
      readonly title: string;
      /** The first term that fails; null: it would be granted. */
      readonly against: Reason | null;
      readonly bonus: string | null;
    }[];
  };
  readonly limits: readonly MemberLimitRow[];
  /** Open alerts about harm; empty for roles without protection. */
  readonly harm: readonly {
    readonly rule: string;
    readonly figure: string;
    readonly threshold: string;
    readonly foundAt: string;
  }[];
  readonly linked: readonly LinkedRow[];
  readonly friends: number;
  readonly second: number;
  /** An open request about the member. */
  readonly request: string | null;
};

export type TimelineRow = {
  readonly kind: string;
  readonly id: string;
  readonly at: string;
  readonly code: string;
  readonly amount: string | null;
  /** The reference of a deposit or withdrawal. */
  readonly reference: string | null;
  readonly data: Readonly<Record<string, string>>;
};

export type TimelinePage = { readonly events: readonly TimelineRow[]; readonly next: string | null };

/** Why something did not count, did not come, or is held: codes and figures of the functions that decided. */
export type MemberWhy = {
  /** Bets that added no turnover, or less than their stake. */
  readonly bets: readonly {
    readonly round: string;
    readonly provider: string;
    readonly game: string;
    readonly at: string;
    readonly stake: string;
    readonly counted: string;
    readonly reason: string;
  }[];
  readonly bonuses: readonly {
    readonly title: string;
    readonly bonus: string;
    readonly required: string;
    readonly progress: string;
    readonly state: string;
    readonly reason: string;
    readonly grantedAt: string;
    readonly changedAt: string;
  }[];
  /** Transfers that were not credited at once, and slips. */
  readonly movements: readonly {
    readonly kind: 'deposit' | 'slip';
    readonly reference: string;
    readonly at: string;
    readonly amount: string | null;
    readonly state: string;
    readonly reason: string | null;
  }[];
  /** Days of referral income: the sum of the friends, what an earlier loss took, why it is held. */
  readonly days: readonly {
    readonly day: string;
    readonly sum: string;
    readonly carried: string;
    readonly payable: string;
    readonly state: string;
    readonly suspicions: readonly string[];
    readonly releasesAt: string;
  }[];
  /** Cashback: stakes − payouts + corrections − gifts, at most the own money; of it the percentage. */
  readonly weeks: readonly {
    readonly from: string;
    readonly to: string;
    readonly state: string;
    readonly stakes: string;
    readonly payouts: string;
    readonly gifts: string;
    readonly corrections: string;
    readonly ownMoney: string;
    readonly loss: string;
    readonly percentBp: number;
    readonly carried: string;
    readonly amount: string;
  }[];
};

export type MemberStatementRow = {
  /** Null: the play of the day. */
  readonly at: string | null;
  readonly day: string;
  /** The number of the account of the house that the money came from or went to. */
  readonly account: string;
  /** Of a deposit or withdrawal. */
  readonly reference: string | null;
  /** Decimal baht; one of the two is null. */
  readonly moneyIn: string | null;
  readonly moneyOut: string | null;
  /** After the line. */
  readonly balance: string;
};

/** The statement of a member: opening, each transfer with the house in its order, closing. */
export type StatementFacts = {
  readonly reference: string;
  readonly name: string;
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly opening: string;
  readonly closing: string;
  readonly moneyIn: string;
  readonly moneyOut: string;
  readonly lines: readonly MemberStatementRow[];
  /** The head of the audit chain; empty: it has no entry. */
  readonly head: string;
  readonly madeAt: string;
};

/** Days of a statement at most. */
export const STATEMENT_DAYS_MAX = 92;
