// Adapter for a host that implements the specification without our extensions. Loaded after such a host has responded;
// pages do not depend on it.
//
//     extension that only reads    returns nothing, or data of the specification's endpoints
//     extension that acts          fails; its controls are hidden, because there is nothing to act on
//     endpoint of the spec         sent without our header and fields; missing response fields are filled in
//
// Always true: a missing amount is zero and never guessed; a header that the host's CORS may reject is not sent.

import type { Transport } from '@chaba/contract/endpoint';
import { PENDING, RENEW_SESSION_HEADER } from '@chaba/contract/codes';
import type { UserInfo } from '@chaba/contract/members';

import { ApiError } from './api-error.ts';
import { failureText } from '#lib/lib.text';
import { fallbackMember } from '#lib/member/member-fallback';
import { getSignedInMember } from '#lib/member/session';
import { fallbackSite } from '#lib/site/site-fallback';
import { isRecord, readJson, storageKeys } from '#lib/browser/storage';

type SpecInput = {
  readonly body?: unknown;
  readonly query?: unknown;
  readonly idempotencyKey?: string;
  readonly [name: string]: unknown;
};
type Shape = Readonly<Record<string, unknown>>;

const HISTORY = '/user-profile-composite/v1/history/';
const ALL_HISTORY = `${HISTORY}deposit`;
const kinds: Readonly<Record<string, readonly string[]>> = {
  [`${HISTORY}deposit`]: ['DEPOSIT', 'AFFILIATE', 'CASHBACK'],
  [`${HISTORY}withdraw`]: ['WITHDRAW'],
  [`${HISTORY}transfer`]: ['DEPOSIT', 'AFFILIATE', 'CASHBACK', 'WITHDRAW'],
};

const codeEffect = {
  Amount: 0,
  coins: 0,
  needTurnover: 0,
  maxWithdrawAmount: 0,
  remainingBefore: 0,
  remainingAfter: 0,
};
const promotion = {
  _id: '',
  title: '',
  ImageUrl: '',
  minimumDeposit: 0,
  TurnoverAmount: 0,
  DepositType: 2,
  MaxBonus: 0,
  MaxBonusType: 2,
  MaxWithdrawAmount: 0,
  MaxWithdrawType: 2,
};
const noNames = { firstName: '', lastName: '', token: '' };
const provider = { ch: '', img: '', gameType: '*', category: 'EGAMES', name: '', isOpen: true };
const affiliate = {
  balance: 0,
  waiting: 0,
  transaction: [{ id: '', Amount: 0, createdAt: '', Status: PENDING }],
  Users: [{ phoneNumber: '', level: 1, createdAt: '', isActive: true, Amount: 0 }],
  transaction_incomes: [{ day: '', level: 1, phoneNumber: '', Amount: 0, isReleased: true }],
};
const movement = {
  id: '',
  TransType: 'DEPOSIT',
  Amount: 0,
  createdAt: '',
  Status: PENDING,
  BonusInfo: { _id: null },
  BankCode: '',
  BankAccount: '',
  finishedAt: null,
};

/** Two claims are GETs in the specification; our pages use their POST extensions, which such a host lacks. */
const CLAIM = /\/vertify$/;

/** Ours also takes the phone number. */
const CHECK_BANK = '/auth-service/v1/checkBank';

/** The request of an endpoint on such a host. */
export function toSpecRequest(
  endpoint: Transport,
  { idempotencyKey: _ours, body, query: _filter, ...given }: SpecInput,
) {
  const { [RENEW_SESSION_HEADER]: _renewal, ...headers } = isRecord(given['headers']) ? given['headers'] : {};
  const input: Shape = { ...given, headers };
  const path = endpoint.path in kinds ? ALL_HISTORY : endpoint.path;
  const { remember: _remember, deviceMark: _mark, ...fields } = isRecord(body) ? body : {};
  const { phoneNumber: _phone, ...account } = fields;
  const known = endpoint.path === CHECK_BANK ? account : fields;
  const method = CLAIM.test(path) ? 'GET' : endpoint.method;
  return { endpoint: { ...endpoint, path, method }, input: body === undefined ? input : { ...input, body: known } };
}

/** The local response of an extension; undefined for an endpoint of the specification. */
export function getExtensionDefault(endpoint: Transport): unknown {
  if (!endpoint.isExtension || CLAIM.test(endpoint.path)) return undefined;
  const answer = createExtensionDefaults()[endpoint.path];
  if (answer === undefined) throw new ApiError('NOT_FOUND', failureText.generic);
  return answer;
}

/** The response that pages require, built from the host's response. */
export function completeResponse(
  endpoint: Transport,
  { query }: SpecInput,
  answer: unknown,
): { data: unknown; message: string } {
  const envelope = isRecord(answer) ? answer : {};
  const data = 'data' in envelope ? envelope['data'] : answer;
  const message = typeof envelope['message'] === 'string' ? envelope['message'] : '';
  if (endpoint.path in kinds) return { data: toHistory(data, endpoint.path, query), message };
  const read = readers[endpoint.path];
  return { data: read ? read(data) : (data ?? {}), message };
}

const readers: Readonly<Record<string, (data: unknown) => unknown>> = {
  '/v2/prefix': toSite,
  '/auth-service/v1/login': toMember,
  '/auth-service/v1/refresh': toMember,
  [CHECK_BANK]: toBankNames,
  '/user-profile-composite/v1/info/promotion': (data) => fill(toList(data), [promotion]),
  '/user-profile-composite/v1/info/deposit': (data) => fill(toList(data), [{ fullName: '', BankName: '' }]),
  '/user-profile-composite/v1/profile/balance': toBalance,
  '/user-profile-composite/v1/topup/itemcode/redeem': (data) => fill(data, codeEffect),
  '/user-profile-composite/v1/topup-api/pullslip': (data) =>
    fill(data, { depositId: '', Amount: 0, wallet: 'gameWallet' }),
  '/user-profile-composite/v1/users/affiliate': (data) =>
    fill(data, { ...affiliate, setting: { ...getSite().Affiliate } }),
  '/user-profile-composite/v1/users/affiliate/vertify': (data) => fill(data, { Amount: 0, Status: 1 }),
  '/user-profile-composite/v1/users/cashback/vertify': (data) => fill(data, { Amount: 0 }),
  '/rolling-composite/v1/get-rolling': (data) => fill(data, { ...computeTurnover(), lines: [] }),
  '/fund-composite/v1/withdrawal/condition': toWithdrawCondition,
  '/fund-composite/v1/withdrawal': (data) => fill(data, { withdrawalId: '', Amount: 0, Status: PENDING }),
  '/prize-composite/v1/spins': (data) =>
    fill(data, {
      prize: { index: 0, title: '', kind: 'NONE', Amount: 0 },
      prizeWallet: Math.max(0, getWallets().prizeWallet - 1),
      spinWallet: getWallets().spinWallet,
    }),
};

function createExtensionDefaults(): Readonly<Record<string, unknown>> {
  const { cashBack } = getSite();
  return {
    '/v2/terms': { version: 0, text: '', publishedAt: null },
    '/auth-service/v1/logout': {},
    '/auth-service/v1/device-forget': {},
    '/auth-service/v1/sessions': { sessions: [], devices: [] },
    '/user-profile-composite/v1/users/bonus': { current: null, bonusId: null, history: [] },
    '/user-profile-composite/v1/users/bonus/quote': { best: null, offers: [], isBonus: false, hasActiveBonus: false },
    '/user-profile-composite/v1/users/cashback': {
      cashbackWallet: getWallets().cashbackWallet,
      Payout: cashBack.Payout,
      minWithdraw: cashBack.minWithdraw,
      cycle: 'week',
      periods: [],
    },
    '/user-profile-composite/v1/topup-api/slips': { slips: [] },
    [`${HISTORY}bet`]: { Transaction: [], nextCursor: null },
    [`${HISTORY}position`]: { range: 'today', stakes: 0, payouts: 0, net: 0, deposits: 0, withdrawals: 0 },
    '/game-composite/v1/games': { providers: getSite().ProductList, games: [] },
    '/game-composite/v1/rounds': { rounds: [] },
    '/prize-composite/v1/wheel': {
      prizeWallet: getWallets().prizeWallet,
      spinWallet: getWallets().spinWallet,
      version: 0,
      prizes: [],
      coinDeposit: null,
      coinTurnover: null,
      seedHash: '',
      clientSeed: '',
      nonce: 0,
      spins: [],
    },
  };
}

/** A feature without a flag counts as open: such a host rejects the request itself. */
const openFeatures = {
  cashBack: { ...fallbackSite.cashBack, usecashBack: true },
  Affiliate: { ...fallbackSite.Affiliate, useAffiliate: true },
  Withdraw: { ...fallbackSite.Withdraw, canWithdraw: true },
};

function toSite(data: unknown): unknown {
  const given = isRecord(data) ? data : {};
  const products = given['ProductList'] ?? given['productList'] ?? given['Product'];
  const promotions = given['PromotionList'] ?? given['promotionList'] ?? given['Promotion'];
  const whole = fill(
    { ...given, ProductList: products, PromotionList: promotions },
    {
      ...fallbackSite,
      ...openFeatures,
      ProductList: [provider],
      PromotionList: [promotion],
    },
  ) as typeof fallbackSite;
  return {
    ...whole,
    theme: given['theme'] ?? fallbackSite.theme,
    // Such a host sends no play-money flag, and the client must not assume one.
    Mode: 'licensed',
    ProductList: whole.ProductList.map((entry) => ({ ...entry, name: entry.name || entry.ch })),
  };
}

/** Without a token the bank confirmed nothing: the member types the names (spec §5). */
function toBankNames(data: unknown): unknown {
  const { firstName, lastName, token } = fill(data, noNames) as typeof noNames;
  return { firstName, lastName, ...(token === '' ? {} : { token }) };
}

function toMember(data: unknown): unknown {
  const whole = fill(data, fallbackMember) as UserInfo;
  const { firstName, lastName, fullName } = whole.userName;
  return { ...whole, userName: { firstName, lastName, fullName: fullName || `${firstName} ${lastName}`.trim() } };
}

/** The specification names "balance" without a type: a number, or a record that holds one. */
function toBalance(data: unknown): unknown {
  const given = isRecord(data) ? data : { balance: data };
  const shown = toNumber(given['balance']) ?? toNumber(given['gameWallet']) ?? getWallets().gameWallet;
  return {
    ...fillRecord(given, {
      internalWallet: { ...getWallets() },
      BonusInfo: getSignedInMember()?.BonusInfo ?? fallbackMember.BonusInfo,
    }),
    ...(isRecord(given['internalWallet']) ? {} : { internalWallet: { ...getWallets(), gameWallet: shown } }),
    balance: shown,
    remaining: computeTurnover().remaining,
    at: new Date().toISOString(),
  };
}

function toWithdrawCondition(data: unknown): unknown {
  const { canWithdraw, minWithdraw, maxWithdraw } = getSite().Withdraw;
  return fill(data, {
    canWithdraw,
    minWithdraw,
    maxWithdraw,
    gameWallet: getWallets().gameWallet,
    ...computeTurnover(),
    maxWithdrawAmount: getSignedInMember()?.BonusInfo.maxWithdrawAmount ?? 0,
    willRemove: 0,
    reasons: [],
  });
}

/** The list is in data.Transaction, filtered by TransType (spec §7). */
function toHistory(data: unknown, path: string, query: unknown): unknown {
  const requested = isRecord(query) ? query['TransType'] : undefined;
  const wanted = typeof requested === 'string' ? requested.split(',') : (kinds[path] ?? []);
  const all = fill(toList(isRecord(data) ? data['Transaction'] : data), [movement]) as (typeof movement)[];
  const Transaction = all
    .map((item, index) => ({ ...item, id: item.id || String(index + 1) }))
    .filter(({ TransType }) => wanted.includes(TransType));
  return { Transaction, nextCursor: null, totals: null };
}

function getSite(): typeof fallbackSite {
  const ProductList = readJson(storageKeys.gameList, Array.isArray) ?? [];
  return { ...fallbackSite, ...readJson(storageKeys.prefix, isRecord), ProductList };
}

function getWallets(): UserInfo['internalWallet'] {
  return (getSignedInMember() ?? fallbackMember).internalWallet;
}

function computeTurnover() {
  const { needTurnover, nowTurnover } = getSignedInMember()?.BonusInfo ?? fallbackMember.BonusInfo;
  const hundredths = Math.max(0, Math.round(needTurnover * 100) - Math.round(nowTurnover * 100));
  return { needTurnover, nowTurnover, remaining: hundredths / 100 };
}

function toList(data: unknown): unknown {
  return Array.isArray(data) ? data : [];
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Fills the fields of the pattern that the value lacks. A list's first entry is the pattern of each. */
function fill(value: unknown, pattern: unknown): unknown {
  if (Array.isArray(pattern)) {
    const [one] = pattern as unknown[];
    return Array.isArray(value) ? value.map((part: unknown) => (one === undefined ? part : fill(part, one))) : [];
  }
  if (isRecord(pattern)) return fillRecord(value, pattern);
  if (typeof pattern === 'number') return toNumber(value) ?? pattern;
  if (typeof pattern === 'boolean') return typeof value === 'boolean' ? value : pattern;
  if (typeof pattern === 'string') return typeof value === 'number' ? String(value) : isText(value) ? value : pattern;
  return value ?? pattern;
}

function fillRecord(value: unknown, pattern: Shape): Shape {
  const given = isRecord(value) ? value : {};
  const parts = Object.entries(pattern).map(([name, part]) => [name, fill(given[name], part)] as const);
  return { ...given, ...Object.fromEntries(parts) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
