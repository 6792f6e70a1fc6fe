// Every length, size and time that both sides keep to. Spec §9, then what rules leave to us.

/** Spec §5: exactly ten characters. */
export const PHONE_LENGTH = 10;

/** Spec §5: an account number has 10 or 12 digits; the field takes 15, for pasted dashes. */
export const BANK_ACCOUNT_LENGTHS = [10, 12] as const;
export const BANK_ACCOUNT_INPUT_LENGTH_MAX = 15;

/** Spec §5: the login inputs take 6 to 20 characters, registration at most 15. */
export const LOGIN_INPUT_LENGTH_MIN = 6;
export const LOGIN_INPUT_LENGTH_MAX = 20;
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 15;

export const NAME_LENGTH_MAX = 100;
export const WALLET_ID_LENGTH_MAX = 100;

/** Spec §5: the withdraw amount input. */
export const AMOUNT_INPUT_LENGTH_MAX = 8;

/** Spec §9: upload a slip when money has not arrived within five minutes. */
export const SLIP_NOTICE_MINUTES = 5;
/** A picture larger than this is not read at all. */
export const SLIP_IMAGE_BYTES_MAX = 10 * 1024 * 1024;
/** A longer text is no slip, whatever it says; a payment QR may be this long, a slip has 70. */
export const SLIP_TEXT_LENGTH_MAX = 512;
/** A transfer older than this is for a person to look at. */
export const SLIP_AGE_HOURS_MAX = 48;

/** Spec §9: the spin call is sent after one second, the result shown 1.5 s after the spin opens. */
export const SPIN_DELAY_MS = 1_000;
export const SPIN_RESULT_DELAY_MS = 1_500;
/** Spec §7: the fixed box value of a spin. */
export const SPIN_BOX = 1;

/** Spec §2: the QR widget. */
export const QR_SIZE_PX = 256;
export const QR_LEVEL = 'H';

export const REFERRAL_KEY_PATTERN = /^[A-Za-z0-9]{4,32}$/;
export const REFERRAL_DAYS_KEPT = 30;

export const ITEM_CODE_LENGTH_MAX = 32;

/** Percent of a stake that counts as turnover at live tables and markets that name no positions: such a bet may be on both sides. */
export const TABLE_WITHOUT_POSITIONS_PERCENT = 50;

export const HISTORY_PAGE_SIZE = 20;
/** A provider and its round, in letters that an address takes. */
export const BET_ID_LENGTH_MAX = 280;
export const CURSOR_LENGTH_MAX = 400;

export const IDEMPOTENCY_KEY_LENGTH_MAX = 128;

/** A bank-check token lives this long and works once. */
export const BANK_TOKEN_MINUTES = 10;
export const DEVICE_TOKEN_DAYS = 30;
export const SESSION_IDLE_MINUTES = 30;
export const SESSION_HOURS_MAX = 24;

/** A launch address opens its game once, within this time. */
export const LAUNCH_SECONDS = 60;

export const MEMBER_BODY_BYTES_MAX = 16 * 1024;
export const PROVIDER_BODY_BYTES_MAX = 64 * 1024;
export const PROVIDER_ID_LENGTH_MAX = 128;
export const PROVIDER_TRANSACTIONS_MAX = 50;

/** The interval of heartbeats on the live stream, so that a dead line is noticed. */
export const LIVE_HEARTBEAT_SECONDS = 15;

/** The highest amount of a member's own limit, in baht. */
export const OWN_LIMIT_MAX = 99_999_999;

/** The highest time limit: one minute less than a day. */
export const LIMIT_MINUTES_MAX = 1_439;
