// Error codes: identifiers of expected rejections, each with its message parameters and HTTP status.
//
// Always true: invariant errors have no code here. 401 means a missing or expired session; the only other 401 is
// an invalid provider signature, which browsers never receive.
//
// Elsewhere: Thai messages (error-messages.text), the codes of each endpoint (endpoint modules).

import type { Money } from '@chaba/money';

type NoParams = Record<never, never>;

type ErrorDefinition<Params> = {
  readonly status: number;
  /** Never set: carries the type of the parameters. */
  readonly params?: Params;
};

function defineError<Params = NoParams>(status: number): ErrorDefinition<Params> {
  return { status };
}

const general = {
  INVALID_REQUEST: defineError(400),
  NOT_FOUND: defineError(404),
  METHOD_NOT_ALLOWED: defineError(405),
  BODY_TOO_LARGE: defineError(413),
  UNSUPPORTED_MEDIA_TYPE: defineError(415),
  TOO_MANY_REQUESTS: defineError<{ readonly waitSeconds: number }>(429),
  SERVER_BUSY: defineError(503),
  INTERNAL: defineError(500),

  UNKNOWN_API_KEY: defineError(403),
  SITE_DISABLED: defineError(403),
  MAINTENANCE: defineError<{ readonly waitSeconds: number }>(503),

  SIGN_IN_REQUIRED: defineError(401),
  SESSION_EXPIRED: defineError(401),
  MEMBER_LOCKED: defineError(403),
  INVALID_SIGNATURE: defineError(401),

  IDEMPOTENCY_KEY_INVALID: defineError(400),
  IDEMPOTENCY_KEY_REUSED: defineError(409),
  REQUEST_IN_PROGRESS: defineError(409),
} as const;

const members = {
  LOGIN_INVALID: defineError(422),
  LOGIN_RATE_LIMITED: defineError<{ readonly waitMinutes: number }>(429),
  DEVICE_TOKEN_INVALID: defineError(422),

  PHONE_INVALID: defineError(422),
  PHONE_TAKEN: defineError(409),
  REGISTRATION_BLOCKED: defineError(403),

  BANK_INCOMPLETE: defineError(422),
  BANK_UNKNOWN: defineError(422),
  BANK_NOT_RETAIL: defineError(422),
  BANK_ACCOUNT_NOT_FOUND: defineError(422),
  BANK_ACCOUNT_CLOSED: defineError(422),
  BANK_ACCOUNT_JURISTIC: defineError(422),
  BANK_ACCOUNT_TAKEN: defineError(409),
  BANK_TOKEN_INVALID: defineError(422),
  BANK_CHECK_REQUIRED: defineError(422),

  SIGNUP_INCOMPLETE: defineError(422),
  NAME_INVALID: defineError(422),
  WALLET_ID_INVALID: defineError(422),
  WALLET_ID_TAKEN: defineError(409),

  PASSWORD_INCOMPLETE: defineError(422),
  PASSWORD_LENGTH: defineError<{ readonly minimum: number; readonly maximum: number }>(422),
  PASSWORD_TOO_COMMON: defineError(422),
  PASSWORD_MISMATCH: defineError(422),
  PASSWORD_OLD_WRONG: defineError(422),
  PASSWORD_WRONG: defineError(422),
  PASSWORD_UNCHANGED: defineError(422),
  RECOVERY_CODE_WRONG: defineError(422),
  PHONE_MISMATCH: defineError(403),
} as const;

const deposits = {
  SLIP_NO_FILE: defineError(422),
  SLIP_NO_QR: defineError(422),
  NOT_A_SLIP: defineError(422),
  SLIP_IS_PAYMENT_QR: defineError(422),
  SLIP_UNREADABLE: defineError(422),
  DUPLICATE_SLIP: defineError(409),
  SLIP_ALREADY_CREDITED: defineError(409),
  SLIP_PENDING: defineError(409),
  SLIP_VERIFIER_UNAVAILABLE: defineError(409),
  SLIP_NOT_FOUND: defineError(422),
  SLIP_RECEIVER_MISMATCH: defineError(422),
  SLIP_SENDER_MISMATCH: defineError(422),
  SLIP_TOO_OLD: defineError<{ readonly hours: number }>(422),
  SLIP_UNDER_REVIEW: defineError(409),
  SLIP_DISPUTED: defineError(409),
  SLIP_RETURNED: defineError(409),
  SLIP_NOT_YOURS: defineError(409),
  SLIP_AMOUNT_MISMATCH: defineError(422),
  SLIP_OVER_LIMIT: defineError(409),
  MAIN_WALLET_EMPTY: defineError(422),
  DEPOSIT_LIMIT_REACHED: defineError(403),
  DEPOSIT_BLOCKED: defineError(403),
  LIMIT_AMOUNT_INVALID: defineError(422),
  LIMIT_MINUTES_INVALID: defineError(422),
  LIMIT_CHANGE_NOT_FOUND: defineError(422),
  LIMIT_TOO_EARLY: defineError(409),
} as const;

const withdrawals = {
  WITHDRAW_CLOSED: defineError(403),
  WITHDRAW_AMOUNT_INVALID: defineError(422),
  WITHDRAW_BELOW_MINIMUM: defineError<{ readonly minimum: Money }>(422),
  WITHDRAW_ABOVE_MAXIMUM: defineError<{ readonly maximum: Money }>(422),
  WITHDRAW_ABOVE_CAP: defineError<{ readonly maximum: Money }>(422),
  WITHDRAW_RETURNED_WAITS: defineError<{ readonly returned: Money }>(409),
  TURNOVER_NOT_MET: defineError<{ readonly remaining: Money }>(422),
  WITHDRAW_ALREADY_OPEN: defineError(409),
  WITHDRAW_FROZEN: defineError(403),
  WITHDRAW_BET_OPEN: defineError(409),
  WITHDRAW_FREE_SPINS: defineError<{ readonly spins: number; readonly games: string }>(409),
  WITHDRAW_WIN_HELD: defineError(409),
  WITHDRAW_BONUS_ENDING: defineError(409),
  WITHDRAW_DISPUTED: defineError(409),
  INSUFFICIENT_FUNDS: defineError(422),
} as const;

const play = {
  GAME_UNKNOWN: defineError(404),
  GAME_PROVIDER_UNKNOWN: defineError(404),
  GAME_IN_MAINTENANCE: defineError(409),
  GAME_EXCLUDED_BY_BONUS: defineError(422),
  GAME_LAUNCH_FAILED: defineError(409),
  PLAY_FROZEN: defineError(403),
  PLAY_BREAK_ACTIVE: defineError(403),
  TIME_LIMIT_REACHED: defineError(403),
  BET_UNKNOWN: defineError(404),
  PROVIDER_UNAVAILABLE: defineError(409),
  PROVIDER_ROUND_NOT_FOUND: defineError(404),
} as const;

const gifts = {
  BONUS_NOT_AVAILABLE: defineError(422),
  BONUS_NONE_ACTIVE: defineError(422),
  BONUS_HAS_OPEN_BET: defineError(409),
  BONUS_HAS_FREE_SPINS: defineError<{ readonly spins: number; readonly games: string }>(409),
  BONUS_HAS_OPEN_WITHDRAWAL: defineError(409),
  CODE_EMPTY: defineError(422),
  ITEM_CODE_INVALID: defineError(422),
  CASHBACK_CLOSED: defineError(403),
  CASHBACK_NONE: defineError(422),
  CASHBACK_BELOW_MINIMUM: defineError<{ readonly minimum: Money }>(422),
  AFFILIATE_CLOSED: defineError(403),
  AFFILIATE_NONE: defineError(422),
  AFFILIATE_BELOW_MINIMUM: defineError<{ readonly minimum: Money }>(422),
  WHEEL_CLOSED: defineError(403),
  INSUFFICIENT_COINS: defineError(422),
} as const;

export const errorCodes = {
  ...general,
  ...members,
  ...deposits,
  ...withdrawals,
  ...play,
  ...gifts,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Parameters of the message of a code. */
export type ErrorParams<Code extends ErrorCode> = NonNullable<(typeof errorCodes)[Code]['params']>;

/** Codes whose message has no parameters. */
export type PlainErrorCode = {
  [Code in ErrorCode]: keyof ErrorParams<Code> extends never ? Code : never;
}[ErrorCode];

export const allErrorCodes = Object.keys(errorCodes) as readonly ErrorCode[];

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}

export function getHttpStatus(code: ErrorCode): number {
  return errorCodes[code].status;
}
