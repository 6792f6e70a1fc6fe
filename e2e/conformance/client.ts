// A client that implements the specification only: the endpoints of §7 with their headers, and members with money and
// history created through them.
//
// Always true: every request has the four headers of §7, a GET its JSON content type too; no extension is sent.

import assert from 'node:assert/strict';

import { openDatabase, sql } from '@chaba/database';

import { calculateDays, releaseDue } from '#server/modules/affiliates/affiliates';
import { calculate } from '#server/modules/cashback/cashback';
import { listSites } from '#server/modules/site/site';

import { createAccountNumber, freePhone } from '#e2e/members';
import type { Product } from '#e2e/product';
import { playRound, authenticateSession } from '#e2e/wallet';

export type ConformanceResponse = {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** Empty for a response that is no JSON. */
  readonly body: Readonly<Record<string, unknown>>;
};
export type Sent = {
  readonly payload?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};
export type Client = (call: string, sent?: Sent) => Promise<ConformanceResponse>;
export type ConformanceMember = { readonly phone: string; readonly account: string; token: string; password: string };

export const KEY = 'chaba-sandbox';
const BANK = '004';
const PASSWORD = 'Krasae-2569';
const AN_HOUR_MS = 3_600_000;

export function createClient(url: string, key = KEY): Client {
  return async (call, { payload, token, headers = {} } = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        'accept-language': 'th',
        'api-key': key,
        ...(token === undefined ? {} : { 'api-auth': token }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const body = type.startsWith('application/json') ? (JSON.parse(text) as ConformanceResponse['body']) : {};
    return { status: response.status, type: type.split(';')[0] ?? '', text, body };
  };
}

/** The payload of a sign-up with a bank check, and its token. */
export async function prepareSignup(client: Client, affiliateKey = '', account = createAccountNumber('8')) {
  const bank = { BankAccount: account, BankCode: BANK };
  const { body } = await client('POST /auth-service/v1/checkBank', { payload: bank });
  const { firstName, lastName, token } = body['data'] as Readonly<Record<string, string>>;
  const payload = {
    phoneNumber: freePhone(),
    Password: PASSWORD,
    Confirm_Password: PASSWORD,
    ...bank,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    affiliateKey,
    isBonus: false,
    WalletId: '',
  };
  return { payload, headers: token === undefined ? {} : { tokenBank: token } };
}

export async function signUp(client: Client, affiliateKey?: string): Promise<ConformanceMember> {
  const { payload, headers } = await prepareSignup(client, affiliateKey);
  const signedUp = await client('POST /auth-service/v1/signup', { payload, headers });
  assert.equal(signedUp.body['success'], true, signedUp.text);
  const { phoneNumber: phone, BankAccount: account } = payload;
  const { body } = await client('POST /auth-service/v1/login', { payload: { phoneNumber: phone, Password: PASSWORD } });
  return { phone, account, password: PASSWORD, token: String(body['authToken']) };
}

/** The text of a slip for a transfer at the sandbox's bank. */
export async function transferTo(product: Product, { account }: ConformanceMember, amount: number): Promise<string> {
  const response = await fetch(`${product.sandboxUrl}/bank/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      fromBankCode: BANK,
      fromAccount: account,
      toBankCode: BANK,
      toAccount: '9998887776',
      amount,
    }),
  });
  return ((await response.json()) as { slipQr: string }).slipQr;
}

export async function deposit(
  product: Product,
  client: Client,
  member: ConformanceMember,
  amount: number,
): Promise<void> {
  const payload = { barcode: await transferTo(product, member, amount) };
  const { body, text } = await client('POST /user-profile-composite/v1/topup-api/pullslip', {
    payload,
    token: member.token,
  });
  assert.equal(body['success'], true, text);
}

/** A member with a friend: both deposited and lost, so there is cashback and referral income to claim. */
export async function makeMemberWithHistory(product: Product, client: Client): Promise<ConformanceMember> {
  const member = await signUp(client);
  const { body } = await client('GET /auth-service/v1/refresh', { token: member.token });
  const friend = await signUp(client, (body['data'] as { affiliateKey: string }).affiliateKey);
  for (const [owner, amount, stake, roundId] of [
    [member, 2_000, '480', 'conformance-a'],
    [friend, 40_000, '10000', 'conformance-b'],
  ] as const) {
    await deposit(product, client, owner, amount);
    await playRound(product, await authenticateSession(product, owner.token), { roundId, stake, payout: '0' });
  }
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
  try {
    for (const site of await listSites(database)) {
      await calculate(database, site, { from: new Date(Date.now() - AN_HOUR_MS), to: new Date(Date.now() + 1) });
      await calculateDays(database, site, true);
      await database.execute(sql`update affiliate_result set releases_at = now() where state = 'pending'`);
      await releaseDue(database, site.id);
    }
  } finally {
    await database.close();
  }
  return member;
}
