// Lengths, sizes and times that client and server share: those of spec §9, then those that the project sets.

/** Spec §5: exactly ten characters. */
export const PHONE_LENGTH = 10;

/** Spec §5: an account number has 10 or 12 digits; the input takes 15 characters, for pasted dashes. */
export const BANK_ACCOUNT_LENGTHS = [10, 12] as const;
export const BANK_ACCOUNT_INPUT_LENGTH_MAX = 15;

/** Spec §5: the login inputs take 6 to 20 characters, registration at most 15. */
export const LOGIN_INPUT_LENGTH_MIN = 6;
export const LOGIN_INPUT_LENGTH_MAX = 20;
/** A code by which an operator lets a member set a new password: 80 bits, without letters that look like digits. */
export const RECOVERY_CODE_LENGTH = 16;
export const RECOVERY_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 15;

export const NAME_LENGTH_MAX = 100;
export const WALLET_ID_LENGTH_MAX = 100;

/** Terms of use of a site, as the table of their versions holds them. */
export const TERMS_LENGTH_MAX = 60_000;

/** A bank statement with more lines is refused as a whole. */
export const STATEMENT_LINES_MAX = 5_000;

/** Spec §5: the withdraw amount input. */
export const AMOUNT_INPUT_LENGTH_MAX = 8;

/** Spec §9: the member uploads a slip if money has not arrived within five minutes. */
export const SLIP_NOTICE_MINUTES = 5;
/** A larger image is not read. */
export const SLIP_IMAGE_BYTES_MAX = 10 * 1024 * 1024;
/** A longer text is not a slip. Slips have about 70 characters; payment QR codes may reach this length. */
export const SLIP_TEXT_LENGTH_MAX = 512;
/** An operator reviews a transfer older than this. */
export const SLIP_AGE_HOURS_MAX = 48;

/** Spec §9: the spin request is sent after one second; the result is shown 1.5 s after the spin opens. */
export const SPIN_DELAY_MS = 1_000;
export const SPIN_RESULT_DELAY_MS = 1_500;
/** Spec §7: the fixed box value of a spin. */
export const SPIN_BOX = 1;

/** Spec §2: the QR widget. */
export const QR_SIZE_PX = 256;
export const QR_LEVEL = 'H';

export const REFERRAL_KEY_PATTERN = /^[A-Za-z0-9]{4,32}$/;
export const REFERRAL_DAYS_KEPT = 30;

/**
 * Percent of a stake that counts as turnover at tables and markets without positions: such a bet may cover both sides.
 */
export const TABLE_WITHOUT_POSITIONS_PERCENT = 50;

export const HISTORY_PAGE_SIZE = 20;
/** Provider and round id, encoded for a URL. */
export const BET_ID_LENGTH_MAX = 280;
export const CURSOR_LENGTH_MAX = 400;

/** Accounts, phones and bank codes in reports of the bank, separators and masks included. */
export const FEED_ACCOUNT_LENGTH_MAX = 40;

export const IDEMPOTENCY_KEY_LENGTH_MAX = 128;

/** Lifetime of a bank-check token, which is single-use. */
export const BANK_TOKEN_MINUTES = 10;
export const DEVICE_TOKEN_DAYS = 30;
export const SESSION_IDLE_MINUTES = 30;
export const SESSION_HOURS_MAX = 24;

/** Lifetime of a single-use launch URL. */
export const LAUNCH_SECONDS = 60;

export const MEMBER_BODY_BYTES_MAX = 16 * 1024;
export const PROVIDER_BODY_BYTES_MAX = 64 * 1024;
/** Deliveries of 16,000 lines. Of a longer body this much is read. */
export const BANK_BODY_BYTES_MAX = 8 * 1024 * 1024;
export const PROVIDER_ID_LENGTH_MAX = 128;
export const PROVIDER_TRANSACTIONS_MAX = 50;
/** Free spins of a round that may wait. */
export const PROVIDER_FREE_SPINS_MAX = 1_000;

/** The interval of heartbeats on the live stream, by which a lost connection is detected. */
export const LIVE_HEARTBEAT_SECONDS = 15;

/** The highest amount of a member's own limit, in baht. */
export const MEMBER_LIMIT_MAX = 99_999_999;

/** The highest time limit: one minute less than a day. */
export const LIMIT_MINUTES_MAX = 1_439;

/** The lengths of a play break: time-outs, and exclusions from six months on. */
export const timeOutLengths = ['24h', '7d', '30d', '42d'] as const;
export const exclusionLengths = ['6m', '1y', '5y', 'forever'] as const;
export const playBreakLengths = [...timeOutLengths, ...exclusionLengths] as const;
export type PlayBreakLength = (typeof playBreakLengths)[number];
