// Endpoints of a member's identity: sign-up, sign-in, session, password, balance.

import * as z from 'zod/mini';

import { RENEW_SESSION_HEADER } from './codes.ts';
import { bahtSchema, countSchema, percentSchema, timestampSchema } from './amounts.ts';
import { cleanAccountNumber, isAccountNumber } from './banks.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  BANK_ACCOUNT_INPUT_LENGTH_MAX,
  MEMBER_BODY_BYTES_MAX,
  NAME_LENGTH_MAX,
  WALLET_ID_LENGTH_MAX,
} from './constraints.ts';
import { PHONE_PATTERN } from './phones.ts';

const phoneSchema = z.string().check(z.regex(PHONE_PATTERN));
const bankCodeSchema = z.string().check(z.regex(/^\d{3}$/));

/** Normalises pasted dashes, spaces and Thai digits to digits. */
const bankAccountSchema = z
  .string()
  .check(z.maxLength(BANK_ACCOUNT_INPUT_LENGTH_MAX), z.overwrite(cleanAccountNumber), z.refine(isAccountNumber));

const deviceMarkSchema = z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/)));

const loginPasswordSchema = z.string().check(z.minLength(1), z.maxLength(20));

/** Length in code points, not UTF-16 units, so that client and server count a Thai name alike. */
const nameSchema = z.string().check(
  z.overwrite((name) => name.normalize('NFC').trim()),
  z.regex(/^[^\p{Cc}<>]*$/u),
  z.refine((name) => [...name].length <= NAME_LENGTH_MAX),
);

/** The seven wallets (spec §3). Prize coins and free spins are counts, the others baht. */
export const internalWallet = z.object({
  mainWallet: bahtSchema,
  gameWallet: bahtSchema,
  affiliateWallet: bahtSchema,
  cashbackWallet: bahtSchema,
  residualWallet: bahtSchema,
  prizeWallet: countSchema,
  spinWallet: countSchema,
});

/** The member's bonus and required turnover (spec §3). */
export const bonusInfo = z.object({
  bonusId: z.nullable(z.string()),
  isBonus: z.boolean(),
  TurnoverType: z.number(),
  needTurnover: bahtSchema,
  nowTurnover: bahtSchema,
  maxWithdrawType: z.number(),
  /** Zero: no limit. */
  maxWithdrawAmount: bahtSchema,
  /** When the bonus was received; the spelling is the specification's. */
  reviceDate: z.nullable(timestampSchema),
  DepositAmount: bahtSchema,
});

/** The signed-in member (spec §3). GameInfo.password is always empty: games are launched by URL. */
export const userInfo = z.object({
  PhoneNumber: z.string(),
  BankAccount: z.string(),
  BankCode: z.string(),
  regisdate: timestampSchema,
  ItemCode: z.nullable(z.string()),
  totalDeposit: bahtSchema,
  totalWithdraw: bahtSchema,
  affiliateKey: z.string(),
  GameInfo: z.object({ username: z.string(), password: z.literal(''), Partner: z.string() }),
  userRank: z.object({ userRank: z.string(), userExp: percentSchema }),
  internalWallet,
  userName: z.object({ firstName: z.string(), lastName: z.string(), fullName: z.string() }),
  BonusInfo: bonusInfo,
});

/** The member's wallets: returned by profile/balance and sent by the live `wallet` event. */
export const balance = z.object({
  /** The game wallet: the one playable and withdrawable balance. */
  balance: bahtSchema,
  internalWallet,
  BonusInfo: bonusInfo,
  /** Missing turnover. */
  remaining: bahtSchema,
  /** Extension: the part of mainWallet from failed or returned payouts that counts under a withdrawal limit. */
  returned: z.optional(bahtSchema),
  /** Database time: the response with the later time wins. */
  at: timestampSchema,
});

export type InternalWallet = z.output<typeof internalWallet>;
export type BonusInfo = z.output<typeof bonusInfo>;
export type UserInfo = z.output<typeof userInfo>;
export type Balance = z.output<typeof balance>;

const renewingHeaders = z.object({ [RENEW_SESSION_HEADER]: z.optional(z.literal('1')) });

/**
 * With that header: the tokens that replace the caller's. No `deviceToken` means the device is no longer remembered.
 */
const renewed = z.object({ authToken: z.optional(z.string()), deviceToken: z.optional(z.string()) });

const signedIn = z.object({
  authToken: z.string(),
  /** Present if `remember` was set: signs this device in without a password. */
  deviceToken: z.optional(z.string()),
  /** Extension: the version of the terms in force if the member has not accepted it. It blocks no function. */
  termsVersion: z.optional(countSchema),
});

export const login = defineEndpoint({
  method: 'POST',
  path: '/auth-service/v1/login',
  auth: 'none',
  summary: 'Signs a member in with phone number and password.',
  body: z.strictObject({
    phoneNumber: z.string().check(z.regex(/^\d{10}$/)),
    Password: loginPasswordSchema,
    /** Extension: requests a device token. */
    remember: z.optional(z.boolean()),
    /** Extension: id of the browser, the same for every member on it. */
    deviceMark: deviceMarkSchema,
  }),
  data: userInfo,
  envelopeFields: signedIn,
  errorCodes: ['LOGIN_INVALID', 'LOGIN_RATE_LIMITED', 'MEMBER_LOCKED', 'SERVER_BUSY'],
  whenInvalid: { phoneNumber: 'LOGIN_INVALID', Password: 'LOGIN_INVALID' },
});

export const deviceLogin = defineEndpoint({
  method: 'POST',
  path: '/auth-service/v1/device-login',
  auth: 'none',
  summary: 'Signs a remembered device in; the device token changes each time.',
  body: z.strictObject({
    phoneNumber: phoneSchema,
    deviceToken: z.string().check(z.minLength(20), z.maxLength(200)),
    deviceMark: deviceMarkSchema,
  }),
  data: userInfo,
  envelopeFields: signedIn,
  errorCodes: ['DEVICE_TOKEN_INVALID', 'MEMBER_LOCKED'],
  whenInvalid: { '*': 'DEVICE_TOKEN_INVALID' },
  isExtension: true,
});

export const deleteRememberedDevice = defineEndpoint({
  method: 'POST',
  path: '/auth-service/v1/device-forget',
  auth: 'none',
  summary: 'Deletes a remembered device. Succeeds for an unknown one too.',
  body: z.strictObject({ deviceToken: z.string().check(z.minLength(1), z.maxLength(200)) }),
  data: z.object({}),
  errorCodes: [],
  isExtension: true,
});

export const signup = defineEndpoint({
  method: 'POST',
  path: '/auth-service/v1/signup',
  auth: 'none',
  summary: 'Registers a member. With a valid bank-check token the names come from the bank.',
  headers: z.object({ tokenBank: z.optional(z.string().check(z.maxLength(2_000))) }),
  body: z.strictObject({
    phoneNumber: phoneSchema,
    Password: z.string().check(z.minLength(1), z.maxLength(200)),
    Confirm_Password: z.string().check(z.minLength(1), z.maxLength(200)),
    BankAccount: bankAccountSchema,
    BankCode: bankCodeSchema,
    firstName: z.optional(nameSchema),
    lastName: z.optional(nameSchema),
    // An invalid key, of any length, does not reject the sign-up.
    affiliateKey: z.optional(z.nullable(z.string().check(z.maxLength(MEMBER_BODY_BYTES_MAX)))),
    isBonus: z.optional(z.boolean()),
    WalletId: z.optional(z.nullable(z.string().check(z.maxLength(WALLET_ID_LENGTH_MAX)))),
  }),
  data: z.object({ PhoneNumber: z.string() }),
  errorCodes: [
    'PHONE_TAKEN',
    'REGISTRATION_BLOCKED',
    'BANK_UNKNOWN',
    'BANK_ACCOUNT_TAKEN',
    'BANK_TOKEN_INVALID',
    'BANK_CHECK_REQUIRED',
    'SIGNUP_INCOMPLETE',
    'WALLET_ID_TAKEN',
    'PASSWORD_LENGTH',
    'PASSWORD_TOO_COMMON',
    'PASSWORD_MISMATCH',
    'SERVER_BUSY',
  ],
  whenInvalid: {
    phoneNumber: 'PHONE_INVALID',
    BankAccount: 'BANK_INCOMPLETE',
    BankCode: 'BANK_INCOMPLETE',
    Password: 'PASSWORD_INCOMPLETE',
    Confirm_Password: 'PASSWORD_INCOMPLETE',
    firstName: 'NAME_INVALID',
    lastName: 'NAME_INVALID',
    WalletId: 'WALLET_ID_INVALID',
  },
});

export const checkPhone = defineEndpoint({
  method: 'POST',
  path: '/auth-service/v1/checkPhone',
  auth: 'none',
  summary: 'Checks that a phone number is free: step one of the registration.',
  body: z.strictObject({
    phoneNumber: phoneSchema,
    /** Extension: id of the browser, for attempt limits. */
    deviceMark: deviceMarkSchema,
  }),
  data: z.object({ phoneNumber: z.string() }),
  errorCodes: ['PHONE_TAKEN', 'REGISTRATION_BLOCKED'],
  whenInvalid: { phoneNumber: 'PHONE_INVALID' },
});

export const checkBank = defineEndpoint({
  method: 'POST',
  path: '/auth-service/v1/checkBank',
  auth: 'none',
  summary: 'Requests the account name from the bank: step two of the registration.',
  body: z.strictObject({
    BankAccount: bankAccountSchema,
    BankCode: bankCodeSchema,
    /** Extension: the phone number of step one, for attempt limits. */
    phoneNumber: z.optional(phoneSchema),
    /** Extension: id of the browser, for attempt limits. */
    deviceMark: deviceMarkSchema,
  }),
  /** All or none; without a token the member types the names. The surname is cut to its first letter until sign-up. */
  data: z.object({
    firstName: z.optional(z.string()),
    lastName: z.optional(z.string()),
    token: z.optional(z.string()),
  }),
  errorCodes: [
    'BANK_UNKNOWN',
    'BANK_NOT_RETAIL',
    'BANK_ACCOUNT_NOT_FOUND',
    'BANK_ACCOUNT_CLOSED',
    'BANK_ACCOUNT_JURISTIC',
    'BANK_ACCOUNT_TAKEN',
  ],
  whenInvalid: { '*': 'BANK_INCOMPLETE' },
});

export const refresh = defineEndpoint({
  method: 'GET',
  path: '/auth-service/v1/refresh',
  auth: 'member',
  summary: 'Checks and extends the session, and returns the member.',
  data: userInfo,
  errorCodes: [],
  successAsZero: 'accepted',
});

export const logout = defineEndpoint({
  method: 'POST',
  path: '/auth-service/v1/logout',
  auth: 'member',
  summary: 'Ends this session.',
  data: z.object({}),
  errorCodes: [],
  isExtension: true,
});

export const changePassword = defineEndpoint({
  method: 'PUT',
  path: '/auth-service/v1/change-password',
  auth: 'member',
  summary: 'Changes the password and ends all other sessions, the remembered devices and the game sessions.',
  headers: renewingHeaders,
  body: z.strictObject({
    phone_number: phoneSchema,
    old_Password: z.string().check(z.minLength(1), z.maxLength(200)),
    Password: z.string().check(z.minLength(1), z.maxLength(200)),
    Confirm_Password: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  data: z.object({}),
  errorCodes: [
    'PASSWORD_LENGTH',
    'PASSWORD_TOO_COMMON',
    'PASSWORD_MISMATCH',
    'PASSWORD_OLD_WRONG',
    'PASSWORD_UNCHANGED',
    'PHONE_MISMATCH',
    'SERVER_BUSY',
  ],
  envelopeFields: renewed,
  whenInvalid: { phone_number: 'PHONE_INVALID', '*': 'PASSWORD_INCOMPLETE' },
  successAsZero: 'answered',
});

export const startRecovery = defineEndpoint({
  method: 'POST',
  path: '/auth-service/v1/recovery',
  auth: 'none',
  summary: 'Requests a new password; the answer is alike for every phone. An operator gives a code for the number.',
  body: z.strictObject({ phoneNumber: phoneSchema, deviceMark: deviceMarkSchema }),
  data: z.object({
    /** Kept by this browser alone. */
    token: z.string(),
    /** Six digits that the person names to the operator. */
    number: z.string(),
    expiresAt: timestampSchema,
  }),
  errorCodes: [],
  whenInvalid: { phoneNumber: 'PHONE_INVALID' },
  isExtension: true,
});

export const completeRecovery = defineEndpoint({
  method: 'POST',
  path: '/auth-service/v1/recovery/password',
  auth: 'none',
  summary: 'Sets a new password by the code of an operator, once, and ends all sessions and devices.',
  body: z.strictObject({
    token: z.string().check(z.minLength(20), z.maxLength(200)),
    /** Spaces and hyphens are ignored. */
    code: z.string().check(z.minLength(1), z.maxLength(60)),
    Password: z.string().check(z.minLength(1), z.maxLength(200)),
    Confirm_Password: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  data: z.object({}),
  errorCodes: ['RECOVERY_CODE_WRONG', 'PASSWORD_LENGTH', 'PASSWORD_TOO_COMMON', 'PASSWORD_MISMATCH', 'SERVER_BUSY'],
  whenInvalid: { token: 'RECOVERY_CODE_WRONG', code: 'RECOVERY_CODE_WRONG', '*': 'PASSWORD_INCOMPLETE' },
  isExtension: true,
});

/** UserInfo has the account masked, so that a stored copy or an open page does not reveal it. */
export const revealBankAccount = defineEndpoint({
  method: 'POST',
  path: '/auth-service/v1/bank-account',
  auth: 'member',
  summary: 'Returns the own account number in full, after the password.',
  body: z.strictObject({ Password: z.string().check(z.minLength(1), z.maxLength(200)) }),
  data: z.object({ BankCode: z.string(), BankAccount: z.string() }),
  errorCodes: ['PASSWORD_WRONG', 'SERVER_BUSY'],
  whenInvalid: { '*': 'PASSWORD_INCOMPLETE' },
  isExtension: true,
});

export const changeSetting = defineEndpoint({
  method: 'POST',
  path: '/user-profile-composite/v1/users/setting',
  auth: 'member',
  summary: 'Sets whether the member receives promotions.',
  body: z.strictObject({ isBonus: z.boolean() }),
  data: z.object({ isBonus: z.boolean() }),
  errorCodes: [],
});

export const getBalance = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/profile/balance',
  auth: 'member',
  summary: 'Every wallet of the member and the current turnover.',
  data: balance,
  errorCodes: [],
});

const memberSession = z.object({
  sessionId: z.string(),
  createdAt: timestampSchema,
  lastSeenAt: timestampSchema,
  /** Browser and operating system; empty if unknown. */
  device: z.string(),
  isCurrent: z.boolean(),
});

const rememberedDevice = z.object({
  deviceId: z.string(),
  /** Browser and operating system; empty if unknown. */
  device: z.string(),
  createdAt: timestampSchema,
  lastUsedAt: timestampSchema,
  /** 30 days after the last sign-in by password on the device. */
  expiresAt: timestampSchema,
  isCurrent: z.boolean(),
});

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/auth-service/v1/sessions',
  auth: 'member',
  summary: 'Active sessions and remembered devices of the member.',
  data: z.object({ sessions: z.array(memberSession), devices: z.array(rememberedDevice) }),
  errorCodes: [],
  isExtension: true,
});

export const endOtherSessions = defineEndpoint({
  method: 'POST',
  path: '/auth-service/v1/sessions/end-others',
  auth: 'member',
  summary: 'Ends all other sessions, the remembered devices and the game sessions.',
  headers: renewingHeaders,
  data: z.object({ ended: countSchema }),
  envelopeFields: renewed,
  errorCodes: [],
  isExtension: true,
});

export const revokeDevice = defineEndpoint({
  method: 'POST',
  path: '/auth-service/v1/devices/revoke',
  auth: 'member',
  summary:
    'Deletes a remembered device and its sessions; for another device also the game sessions. Succeeds if unknown.',
  body: z.strictObject({ deviceId: z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)) }),
  data: z.object({}),
  errorCodes: [],
  isExtension: true,
});
