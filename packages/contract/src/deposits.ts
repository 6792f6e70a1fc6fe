// Endpoints of incoming money: receiving accounts, slips, the bank feed.

import * as z from 'zod/mini';

import { bahtSchema, timestampSchema } from './amounts.ts';
import { FEED_ACCOUNT_LENGTH_MAX } from './constraints.ts';
import { defineEndpoint } from './endpoint.ts';
import { balance } from './members.ts';

/**
 * A receiving account (spec §3). A wallet has neither BankCode nor BankAccount: its phoneNumber is the account number.
 */
export const depositAccount = z.object({
  BankCode: z.optional(z.string()),
  BankAccount: z.optional(z.string()),
  phoneNumber: z.optional(z.string()),
  fullName: z.string(),
  BankName: z.string(),
  /** Extension: the payee id of a PromptPay code; absent in play mode and for an account without one. */
  promptPayId: z.optional(z.string()),
});

export type DepositAccount = z.output<typeof depositAccount>;

export const listDepositAccounts = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/info/deposit',
  auth: 'member',
  summary: 'The receiving accounts for the member, wallets included.',
  data: z.array(depositAccount),
  errorCodes: ['PLAY_BREAK_ACTIVE', 'DEPOSIT_LIMIT_REACHED', 'DEPOSIT_BLOCKED'],
});

export const sendSlip = defineEndpoint({
  method: 'POST',
  path: '/user-profile-composite/v1/topup-api/pullslip',
  auth: 'member',
  summary: 'Credits the transfer that the QR text of a slip identifies, after the bank confirms it.',
  // No length limit: an over-long text gets NOT_A_SLIP like any other text that is not a slip.
  body: z.strictObject({ barcode: z.string() }),
  data: z.object({
    depositId: z.string(),
    Amount: bahtSchema,
    /** mainWallet: the deposit is parked while a capped bonus is open. */
    wallet: z.enum(['gameWallet', 'mainWallet']),
  }),
  errorCodes: [
    'SLIP_NO_QR',
    'NOT_A_SLIP',
    'SLIP_IS_PAYMENT_QR',
    'SLIP_UNREADABLE',
    'DUPLICATE_SLIP',
    'SLIP_ALREADY_CREDITED',
    'SLIP_PENDING',
    'SLIP_VERIFIER_UNAVAILABLE',
    'SLIP_NOT_FOUND',
    'SLIP_RECEIVER_MISMATCH',
    'SLIP_SENDER_MISMATCH',
    'SLIP_TOO_OLD',
    'SLIP_UNDER_REVIEW',
    'SLIP_DISPUTED',
    'SLIP_RETURNED',
    'SLIP_NOT_YOURS',
    'SLIP_OVER_LIMIT',
  ],
  whenInvalid: { barcode: 'SLIP_NO_QR' },
});

/** waiting: retried. review: an operator decides. disputed: an operator decides between two members, or on a return. */
export const slipStates = ['waiting', 'review', 'disputed', 'credited', 'refused'] as const;

export const listSlips = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/topup-api/slips',
  auth: 'member',
  summary: 'The latest slips of the member and every open one, with their state, newest first.',
  data: z.object({
    slips: z.array(
      z.object({
        slipId: z.string(),
        state: z.enum(slipStates),
        /** The current error code and its message. */
        code: z.nullable(z.string()),
        message: z.nullable(z.string()),
        Amount: z.nullable(bahtSchema),
        createdAt: timestampSchema,
        nextTryAt: z.nullable(timestampSchema),
        /** Support reference of a reviewed slip that has no row in the deposit history. */
        reference: z.nullable(z.string()),
      }),
    ),
  }),
  errorCodes: [],
  isExtension: true,
});

export const releaseParkedDeposit = defineEndpoint({
  method: 'POST',
  path: '/fund-composite/v1/main-wallet/release',
  auth: 'member',
  summary: 'Moves the whole mainWallet balance to gameWallet.',
  body: z.strictObject({}),
  data: z.object({ Amount: bahtSchema, balance }),
  errorCodes: ['MAIN_WALLET_EMPTY'],
  isExtension: true,
});

const decimalText = z.string().check(z.regex(/^(0|[1-9]\d{0,11})\.\d{2}$/));
const TEXT_LENGTH_MAX = 250;
const digitsText = z.string().check(z.maxLength(FEED_ACCOUNT_LENGTH_MAX));

/**
 * One line of the bank statement. Fields that the bank does not supply are absent. An amount of 0.00 or below zero is a
 * line without incoming money.
 */
export const feedLine = z.object({
  lineId: z.string().check(z.minLength(1), z.maxLength(100)),
  receivingBankCode: z.optional(digitsText),
  receivingAccount: z.optional(digitsText),
  receivingPhone: z.optional(digitsText),
  amount: decimalText,
  at: timestampSchema,
  senderBankCode: z.optional(digitsText),
  senderTail: z.optional(digitsText),
  senderName: z.optional(z.string().check(z.maxLength(TEXT_LENGTH_MAX))),
  /** The transfer reference, if the bank supplies it; identical to the one on the slip. */
  transRef: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{1,25}$/))),
  balanceAfter: z.optional(z.string().check(z.regex(/^-?(0|[1-9]\d{0,11})\.\d{2}$/))),
});

/** The receiver alone, of a line that is unreadable otherwise. */
export const feedReceiver = z.pick(feedLine, { receivingBankCode: true, receivingAccount: true, receivingPhone: true });

export type FeedReceiver = z.output<typeof feedReceiver>;
export type FeedLineBody = z.output<typeof feedLine>;

export const receiveBankFeed = defineEndpoint({
  method: 'POST',
  path: '/integrations/bank/v1/feed',
  auth: 'bank',
  summary:
    'Lines of the bank statement. Resent until acknowledged; each line counts once. A line or delivery of another form is acknowledged and kept for an operator.',
  body: z.object({ lines: z.array(z.union([feedLine, z.unknown()])) }),
  data: z.object({}),
  errorCodes: [],
  isExtension: true,
});
