// Shapes that the back office sends, as types. Amounts are decimal texts in baht, times ISO texts, ids texts.
//
// Always true: account numbers and names of members are masked in every shape.

import type { ActionName } from './actions.ts';
import type { ItemMarks } from './queue-wire.ts';
import type { Grade, Permission, Role } from './roles.ts';

export type SiteAccess = {
  readonly code: string;
  readonly name: string;
  readonly roles: readonly Role[];
};

export type SessionFacts = {
  readonly operator: { readonly name: string; readonly displayName: string; readonly isDemo: boolean };
  readonly factor: 'passkey' | 'totp' | 'demo';
  readonly hasPasskey: boolean;
  readonly hasTotp: boolean;
  readonly sites: readonly SiteAccess[];
  /** Seconds until the session ends without an act, and in any case. */
  readonly idleSeconds: number;
  readonly endsInSeconds: number;
  /** Seconds that the step-up is still valid; 0: none. */
  readonly stepUpSeconds: number;
  readonly mode: 'play' | 'licensed';
  /** Rules that play mode relaxes, by name. */
  readonly relaxations: readonly string[];
  readonly version: string;
};

export type WithdrawalQueue = 'waiting' | 'unsent' | 'stuck' | 'disputed' | 'recent';

export type WithdrawalRow = ItemMarks & {
  readonly reference: string;
  readonly createdAt: string;
  readonly amount: string;
  readonly state: string;
  readonly memberId: string;
  readonly member: string;
  readonly destination: string;
  /** Review reasons, a wait reason, or the bank's last answer. */
  readonly reasons: readonly string[];
  /** An open request about it. */
  readonly request: string | null;
};

export type WithdrawalFacts = {
  readonly reference: string;
  readonly state: string;
  readonly amount: string;
  readonly removed: string;
  readonly member: string;
  readonly memberId: string;
  readonly destination: string;
  readonly reviewReasons: readonly string[];
  readonly verdict: 'submit' | 'wait' | 'review' | 'repay' | 'none';
  readonly verdictReasons: readonly string[];
  readonly payout: string | null;
};

export type WithdrawalDetail = {
  readonly facts: WithdrawalFacts;
  readonly factsHash: string;
  readonly createdAt: string;
  readonly decidedBy: string | null;
  readonly closedAt: string | null;
  readonly position: {
    readonly playable: string;
    readonly parked: string;
    readonly owed: string;
    readonly openRounds: number;
    readonly isLocked: boolean;
    readonly lines: readonly { readonly source: string; readonly required: string; readonly progress: string }[];
  };
  readonly history: {
    readonly totalDeposit: string;
    readonly totalWithdraw: string;
    readonly paid: number;
    readonly paidToday: number;
    readonly failedToday: number;
    readonly registeredAt: string;
    readonly isNameVerified: boolean;
  };
  readonly request: string | null;
  /** The amount is above what this operator may approve alone today. */
  readonly needsSecondPerson: boolean;
  /** Seconds in which the approval of an operator can be taken back; 0: the bank may be called; null: it was. */
  readonly graceSeconds: number | null;
  /** The verdict in sentences: each check with the figures it compared. */
  readonly why: readonly WithdrawalReason[];
};

/** A check of the deciding function with its figures: decimal amounts, or numbers. */
export type WithdrawalReason = {
  readonly check: string;
  readonly isPassed: boolean;
  readonly figures: Readonly<Record<string, string>>;
};

export type RequestRow = {
  readonly request: string;
  readonly action: ActionName;
  readonly subject: string;
  readonly requestedBy: string;
  readonly requestedAt: string;
  readonly expiresAt: string;
  readonly reason: string;
  readonly isOwn: boolean;
  readonly canDecide: boolean;
  readonly verdict: 'approved' | 'rejected' | 'withdrawn' | null;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly decisionReason: string | null;
};

export type RequestDetail = RequestRow & {
  readonly contentHash: string;
  readonly input: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Roles that may decide, and the signed-in people who have one. */
  readonly decidingRoles: readonly Role[];
  readonly signedIn: readonly string[];
};

export type OperatorRow = {
  readonly name: string;
  readonly displayName: string;
  readonly roles: readonly Role[];
  readonly isDemo: boolean;
  readonly state: 'invited' | 'active' | 'locked' | 'disabled';
  readonly passkeys: number;
  readonly hasTotp: boolean;
  readonly sessions: number;
  readonly seenAt: string | null;
};

export type LimitRow = {
  readonly role: Role;
  readonly action: ActionName;
  readonly amount: string;
  readonly day: string;
  readonly isDefault: boolean;
};

/** A receiving account of the site. */
export type AccountRow = {
  readonly id: string;
  /** Bank code and number as operators write it: `004/1234567890`, or the phone of a wallet. */
  readonly account: string;
  readonly bankCode: string | null;
  readonly holder: string;
  readonly promptPay: string | null;
  /** The id that replaces it later, and when. */
  readonly nextPromptPay: { readonly id: string | null; readonly from: string } | null;
  /** `coming`: shown from `shownFrom` on. `full`: a ceiling is reached. */
  readonly state: 'open' | 'coming' | 'full' | 'closed';
  readonly shownFrom: string;
  readonly closedAt: string | null;
  readonly place: number;
  readonly rotation: string | null;
  readonly today: string;
  readonly dayMax: string | null;
  readonly total: string;
  readonly totalMax: string | null;
  /** Percent of the ceiling that is nearer; null: no ceiling. */
  readonly usedPercent: number | null;
  readonly request: string | null;
};

export type AuditRow = {
  readonly sequence: string;
  readonly actedAt: string;
  readonly operator: string;
  readonly role: string;
  readonly channel: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly outcome: string;
  readonly code: string | null;
  readonly request: string | null;
  readonly factor: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly hash: string;
};

/** A page of a member and the person who opened it; or a member whose data stood in full in a file, and its person. */
export type AccessRow = {
  /** The number of the access or file, and of the member. */
  readonly access: string;
  readonly at: string;
  readonly operator: string;
  readonly member: string;
  /** The list of the file and its request; null: a page. */
  readonly list: string | null;
  readonly request: string | null;
};

export type ChainState = {
  readonly entries: string;
  readonly head: string;
  readonly isWhole: boolean;
  readonly problems: readonly string[];
};

/** `lookedBackTo`: a filter without an index ended the page early; rows older than that were not read yet. */
export type RowPage<Row> = {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly lookedBackTo?: string | null;
};

export type ActionOutcome = {
  readonly outcome: string;
  /** The request that waits for a second person. */
  readonly request?: string;
  /** Shown once: the link of an invitation. */
  readonly link?: string;
  /** Shown once: a revealed value. */
  readonly secret?: string;
  /** Lines of an import by their outcome. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The job that runs the rows of a file. */
  readonly import?: string;
};

/** A file before its import: sums, and every line that cannot be read. */
export type FilePreview = {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly bad: readonly { readonly no: number; readonly text: string; readonly reason: string }[];
};

export type PermissionFacts = { readonly permission: Permission; readonly grade: Grade };

/** The proof of a step-up or of a decision. */
export type FactorProof =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'demo'; readonly password: string }
  | {
      readonly kind: 'passkey';
      readonly response: unknown;
      /** Of the options of a decision. */
      readonly nonce?: string | undefined;
    };

/** `enrolmentCode`: a recovery code was used, and a new factor must be set up with this code. */
/** `hostEntries`: what the host did at the sites of an admin since the sign-in before. */
export type SignInOutcome =
  | { readonly session: SessionFacts; readonly hostEntries: number }
  | { readonly enrolmentCode: string };

export type Enrolment = {
  readonly name: string;
  readonly displayName: string;
  /** otpauth:// address for an authenticator app, and its secret as text. */
  readonly totpUri: string;
  readonly totpSecret: string;
  readonly passkey: unknown;
};

export type Enrolled = { readonly recoveryCodes: readonly string[]; readonly session: SessionFacts };

export type OwnAccount = {
  readonly sessions: readonly {
    readonly id: string;
    readonly factor: string;
    readonly deviceName: string;
    readonly createdAt: string;
    readonly actedAt: string;
    readonly isThis: boolean;
  }[];
  readonly passkeys: readonly { readonly id: string; readonly label: string; readonly createdAt: string }[];
  readonly recoveryCodesLeft: number;
};
