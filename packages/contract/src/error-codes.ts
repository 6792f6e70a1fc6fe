// Error codes: identifiers of expected rejections, each with its message parameters and HTTP status.
//
// Always true: invariant errors have no code here. 401 means a missing or expired session (rules §3); the only other
// 401 is an invalid provider signature, which browsers never receive.
//
// Elsewhere: Thai messages (error-messages.text), the codes of each endpoint (endpoint modules).

import type { Money } from '@chaba/money';

type NoFacts = Record<never, never>;

type Refusal<Facts> = {
  readonly status: number;
  /** Never set: carries the type of the parameters. */
  readonly facts?: Facts;
};

function no<Facts = NoFacts>(status: number): Refusal<Facts> {
  return { status };
}

const general = {
  INVALID_REQUEST: no(400),
  NOT_FOUND: no(404),
  METHOD_NOT_ALLOWED: no(405),
  BODY_TOO_LARGE: no(413),
  UNSUPPORTED_MEDIA_TYPE: no(415),
  TOO_MANY_REQUESTS: no<{ readonly waitSeconds: number }>(429),
  SERVER_BUSY: no(503),
  INTERNAL: no(500),

  UNKNOWN_API_KEY: no(403),
  SITE_DISABLED: no(403),
  MAINTENANCE: no(503),

  SIGN_IN_REQUIRED: no(401),
  SESSION_EXPIRED: no(401),
  MEMBER_LOCKED: no(403),
  INVALID_SIGNATURE: no(401),

  IDEMPOTENCY_KEY_INVALID: no(400),
  IDEMPOTENCY_KEY_REUSED: no(409),
  REQUEST_IN_PROGRESS: no(409),
} as const;

const members = {
  LOGIN_INVALID: no(422),
  LOGIN_RATE_LIMITED: no<{ readonly waitMinutes: number }>(429),
  DEVICE_TOKEN_INVALID: no(422),

  PHONE_INVALID: no(422),
  PHONE_TAKEN: no(409),

  BANK_INCOMPLETE: no(422),
  BANK_UNKNOWN: no(422),
  BANK_NOT_RETAIL: no(422),
  BANK_ACCOUNT_NOT_FOUND: no(422),
  BANK_ACCOUNT_CLOSED: no(422),
  BANK_ACCOUNT_JURISTIC: no(422),
  BANK_ACCOUNT_TAKEN: no(409),
  BANK_TOKEN_INVALID: no(422),
  BANK_CHECK_REQUIRED: no(422),

  SIGNUP_INCOMPLETE: no(422),
  NAME_INVALID: no(422),
  WALLET_ID_INVALID: no(422),
  WALLET_ID_TAKEN: no(409),

  PASSWORD_INCOMPLETE: no(422),
  PASSWORD_LENGTH: no<{ readonly minimum: number; readonly maximum: number }>(422),
  PASSWORD_TOO_COMMON: no(422),
  PASSWORD_MISMATCH: no(422),
  PASSWORD_OLD_WRONG: no(422),
  PASSWORD_UNCHANGED: no(422),
  PHONE_MISMATCH: no(403),
} as const;

const deposits = {
  SLIP_NO_FILE: no(422),
  SLIP_NO_QR: no(422),
  NOT_A_SLIP: no(422),
  SLIP_IS_PAYMENT_QR: no(422),
  SLIP_UNREADABLE: no(422),
  DUPLICATE_SLIP: no(409),
  SLIP_ALREADY_CREDITED: no(409),
  SLIP_PENDING: no(409),
  SLIP_VERIFIER_UNAVAILABLE: no(409),
  SLIP_NOT_FOUND: no(422),
  SLIP_RECEIVER_MISMATCH: no(422),
  SLIP_SENDER_MISMATCH: no(422),
  SLIP_TOO_OLD: no<{ readonly hours: number }>(422),
  SLIP_UNDER_REVIEW: no(409),
  SLIP_DISPUTED: no(409),
  SLIP_RETURNED: no(409),
  SLIP_NOT_YOURS: no(409),
  SLIP_AMOUNT_MISMATCH: no(422),
  SLIP_OVER_LIMIT: no(409),
  MAIN_WALLET_EMPTY: no(422),
  DEPOSIT_LIMIT_REACHED: no(403),
  LIMIT_AMOUNT_INVALID: no(422),
  LIMIT_MINUTES_INVALID: no(422),
  LIMIT_CHANGE_NOT_FOUND: no(422),
  LIMIT_TOO_EARLY: no(409),
} as const;

const withdrawals = {
  WITHDRAW_CLOSED: no(403),
  WITHDRAW_AMOUNT_INVALID: no(422),
  WITHDRAW_BELOW_MINIMUM: no<{ readonly minimum: Money }>(422),
  WITHDRAW_ABOVE_MAXIMUM: no<{ readonly maximum: Money }>(422),
  WITHDRAW_ABOVE_CAP: no<{ readonly maximum: Money }>(422),
  TURNOVER_NOT_MET: no<{ readonly remaining: Money }>(422),
  WITHDRAW_ALREADY_OPEN: no(409),
  WITHDRAW_FROZEN: no(403),
  WITHDRAW_BET_OPEN: no(409),
  WITHDRAW_WIN_HELD: no(409),
  WITHDRAW_BONUS_ENDING: no(409),
  WITHDRAW_DISPUTED: no(409),
  INSUFFICIENT_FUNDS: no(422),
} as const;

const play = {
  GAME_UNKNOWN: no(404),
  GAME_PROVIDER_UNKNOWN: no(404),
  GAME_IN_MAINTENANCE: no(409),
  GAME_EXCLUDED_BY_BONUS: no(422),
  GAME_LAUNCH_FAILED: no(409),
  PLAY_FROZEN: no(403),
  PLAY_BREAK_ACTIVE: no(403),
  TIME_LIMIT_REACHED: no(403),
  BET_UNKNOWN: no(404),
  PROVIDER_UNAVAILABLE: no(409),
  PROVIDER_ROUND_NOT_FOUND: no(404),
} as const;

const gifts = {
  BONUS_NOT_AVAILABLE: no(422),
  BONUS_NONE_ACTIVE: no(422),
  BONUS_HAS_OPEN_BET: no(409),
  CODE_EMPTY: no(422),
  ITEM_CODE_INVALID: no(422),
  CASHBACK_CLOSED: no(403),
  CASHBACK_NONE: no(422),
  CASHBACK_BELOW_MINIMUM: no<{ readonly minimum: Money }>(422),
  AFFILIATE_CLOSED: no(403),
  AFFILIATE_NONE: no(422),
  AFFILIATE_BELOW_MINIMUM: no<{ readonly minimum: Money }>(422),
  WHEEL_CLOSED: no(403),
  INSUFFICIENT_COINS: no(422),
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
export type ErrorParams<Code extends ErrorCode> = NonNullable<(typeof errorCodes)[Code]['facts']>;

/** Codes whose message has no parameters. */
export type PlainRefusalCode = {
  [Code in ErrorCode]: keyof ErrorParams<Code> extends never ? Code : never;
}[ErrorCode];

export const refusalCodes = Object.keys(errorCodes) as readonly ErrorCode[];

export function isRefusalCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}

export function statusOf(code: ErrorCode): number {
  return errorCodes[code].status;
}
