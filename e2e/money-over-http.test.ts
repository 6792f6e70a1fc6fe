// Money over HTTP alone: a member signs up, transfers at the sandbox's bank, sends slips and requests withdrawals, with
// each failure of a bank. The server and the sandbox are processes, the signatures are real.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { BANK_KEY_ID } from '#server/core/context';
import { createSignedHttpClient } from '#server/core/signed-http-client';
import { deriveSecret } from '#server/core/signature';
import { auditAll } from '#server/modules/audit/audit';
import { compareBankBook } from '#server/modules/audit/bank-book';
import { createStatementBank } from '#server/modules/audit/statement-bank';

import { operator } from './money.ts';
import { startProduct } from './product.ts';
import { pollUntil } from '#testing/product/until';

const SITE_ACCOUNT = { toBankCode: '004', toAccount: '9998887776' };
const PAID_WITHIN_MS = 60_000;

const product = await startProduct();
const database = openDatabase({ url: product.databaseUrl, poolSize: 2 });
test.after(() => database.close());
// These journeys do not play; other tests cover the turnover requirement of a deposit.
await operator(product, 'set', 'depositTurnover', '0', '--reason', 'journeys without play');

const statements = createStatementBank(
  createSignedHttpClient({
    name: 'statement service',
    baseUrl: product.sandboxUrl,
    keyId: BANK_KEY_ID,
    secret: deriveSecret('sandbox-secret', BANK_KEY_ID),
  }),
);
/** Compares with the bank without delays: posted transfers are on the statements, outgoing transfers are posted. */
const compareWithBank = () =>
  compareBankBook(database, statements, { reportHours: 1, postHours: 0, payHours: 0, returnHours: 0 });
assert.deepEqual(await compareWithBank(), { findings: [], unread: [] });

type ApiResponse = {
  readonly status: number;
  readonly success: boolean;
  readonly code?: string;
  // The contract's own tests check the shape of responses; a journey reads only the fields it needs.
  readonly data: Record<string, never>;
  readonly authToken?: string;
};
type Member = { readonly token: string; readonly account: string };

async function call(
  method: string,
  path: string,
  sent: { body?: object; token?: string; headers?: Record<string, string> } = {},
): Promise<ApiResponse> {
  const { body, token, headers } = sent;
  const response = await fetch(product.url + path, {
    method,
    headers: {
      'api-key': 'chaba-sandbox',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { 'api-auth': token }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as Omit<ApiResponse, 'status'>) };
}

let phones = 0;

/** A member with this bound account, by the names that the bank returns. */
async function join(account: string): Promise<Member> {
  phones += 1;
  const phone = `08111100${String(phones).padStart(2, '0')}`;
  const checked = await call('POST', '/auth-service/v1/checkBank', { body: { BankAccount: account, BankCode: '004' } });
  const { firstName, lastName, token } = checked.data;
  const body = {
    phoneNumber: phone,
    Password: 'chaba-2569x',
    Confirm_Password: 'chaba-2569x',
    BankAccount: account,
    BankCode: '004',
    firstName,
    lastName,
    affiliateKey: '',
    isBonus: false,
    WalletId: '',
  };
  assert.equal(
    (await call('POST', '/auth-service/v1/signup', { body, headers: { tokenBank: String(token) } })).status,
    200,
  );
  const signedIn = await call('POST', '/auth-service/v1/login', {
    body: { phoneNumber: phone, Password: 'chaba-2569x' },
  });
  return { token: signedIn.authToken ?? '', account };
}

async function transfer(member: Member, amount: number, query = '', to: object = SITE_ACCOUNT): Promise<string> {
  const response = await fetch(`${product.sandboxUrl}/bank/transfers${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fromBankCode: '004', fromAccount: member.account, ...to, amount }),
  });
  return ((await response.json()) as { slipQr: string }).slipQr;
}

function sendSlip(member: Member, barcode: string): Promise<ApiResponse> {
  return call('POST', '/user-profile-composite/v1/topup-api/pullslip', { body: { barcode }, token: member.token });
}

function withdraw(member: Member, amount: number, idempotencyKey: string): Promise<ApiResponse> {
  const sent = {
    body: { Amount: amount, Channel: 'BANK' },
    token: member.token,
    headers: { 'idempotency-key': idempotencyKey },
  };
  return call('POST', '/fund-composite/v1/withdrawal', sent);
}

async function loadWallets({ token }: Member): Promise<{ game: number; main: number }> {
  const { data } = await call('GET', '/user-profile-composite/v1/profile/balance', { token });
  const { gameWallet, mainWallet } = data['internalWallet'] as unknown as { gameWallet: number; mainWallet: number };
  return { game: gameWallet, main: mainWallet };
}

/** Returns the newest withdrawal's Status once it is no longer pending. */
async function untilFinished({ token }: Member): Promise<number> {
  let status = 2;
  const isFinished = async (): Promise<boolean> => {
    const { data } = await call('GET', '/user-profile-composite/v1/history/withdraw', { token });
    const [newest] = data['Transaction'] as unknown as { Status: number }[];
    status = newest?.Status ?? status;
    return status !== 2;
  };
  await pollUntil(isFinished, { message: 'the withdrawal is still pending', timeoutMs: PAID_WITHIN_MS });
  return status;
}

test('credits a slip and pays the balance to the bound account', async () => {
  const member = await join('1230000701');
  const slip = await transfer(member, 500.25);
  assert.equal((await sendSlip(member, slip)).status, 200);
  assert.deepEqual([(await sendSlip(member, slip)).code], ['DUPLICATE_SLIP']);
  assert.deepEqual(await loadWallets(member), { game: 500.25, main: 0 });

  assert.equal((await withdraw(member, 300, 'first')).status, 200);
  assert.deepEqual(await loadWallets(member), { game: 200.25, main: 0 });
  assert.equal(await untilFinished(member), 1);
  assert.equal((await withdraw(member, 300, 'first')).status, 200, 'a repeated request is the same withdrawal');
  assert.deepEqual(await loadWallets(member), { game: 200.25, main: 0 });
});

test('credits a transfer once that both the feed and a slip report', async () => {
  const member = await join('1230000702');
  const slip = await transfer(member, 150, '?feed=on');
  const answers = await Promise.all([sendSlip(member, slip), sendSlip(member, slip), sendSlip(member, slip)]);
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
  const feedLine = sql`select from feed_line where amount_e4 = 1500000`;
  await pollUntil(async () => (await database.rows(feedLine)).length === 1, {
    message: 'the feed did not report the transfer',
  });
  assert.deepEqual(await loadWallets(member), { game: 150, main: 0 });
});

test('credits nothing for a slip of another member, to another account, or without a bank response', async () => {
  const [owner, stranger] = [await join('1230000703'), await join('1230000704')];
  const slip = await transfer(owner, 90);
  assert.equal((await sendSlip(stranger, slip)).code, 'SLIP_SENDER_MISMATCH');
  assert.equal((await sendSlip(owner, slip)).status, 200);
  const elsewhere = await transfer(owner, 91, '', { toBankCode: '004', toAccount: '1230000799' });
  assert.equal((await sendSlip(owner, elsewhere)).code, 'SLIP_RECEIVER_MISMATCH');
  assert.equal((await sendSlip(owner, await transfer(owner, 92, '?slip=pending'))).code, 'SLIP_PENDING');
  assert.equal((await sendSlip(owner, await transfer(owner, 93, '?slip=down'))).code, 'SLIP_VERIFIER_UNAVAILABLE');
  assert.deepEqual(
    [await loadWallets(owner), await loadWallets(stranger)],
    [
      { game: 90, main: 0 },
      { game: 0, main: 0 },
    ],
  );
});

test('credits one slip and pays one withdrawal for a hundred concurrent requests of each', async () => {
  const member = await join('1230000705');
  const slip = await transfer(member, 1_000);
  const sent = await Promise.all(Array.from({ length: 100 }, () => sendSlip(member, slip)));
  assert.equal(sent.filter(({ status }) => status === 200).length, 1);
  assert.deepEqual(await loadWallets(member), { game: 1_000, main: 0 });

  const statuses = await Promise.all(Array.from({ length: 100 }, (_, turn) => withdraw(member, 1_000, `race-${turn}`)));
  assert.equal(statuses.filter(({ status }) => status === 200).length, 1);
  assert.ok(statuses.every(({ status }) => status === 200 || status === 409 || status === 422));
  assert.equal(await untilFinished(member), 1);
  assert.deepEqual(await loadWallets(member), { game: 0, main: 0 });
});

test('parks a returned payout in the main wallet, and an operator decides the next withdrawal', async () => {
  const member = await join('1230000004');
  await sendSlip(member, await transfer(member, 400));
  await withdraw(member, 300, 'fails');
  assert.equal(await untilFinished(member), 3);
  assert.deepEqual(await loadWallets(member), { game: 100, main: 300 });
  const released = await call('POST', '/fund-composite/v1/main-wallet/release', { body: {}, token: member.token });
  assert.equal(released.status, 200);
  assert.deepEqual(await loadWallets(member), { game: 400, main: 0 });

  const { data } = await withdraw(member, 200, 'looked-at');
  await operator(product, 'reject', String(data['withdrawalId']), '--reason', 'the account is closed');
  assert.equal(await untilFinished(member), 3);
  assert.deepEqual(await loadWallets(member), { game: 400, main: 0 });
});

test("pays once when the server is killed during the bank's payment", async () => {
  const member = await join('1230000706');
  await sendSlip(member, await transfer(member, 250));
  assert.equal((await withdraw(member, 250, 'killed')).status, 200);
  await product.killServer();
  await product.startServer();
  assert.equal(await untilFinished(member), 1);
  assert.equal((await withdraw(member, 250, 'killed')).status, 200);
  assert.deepEqual(await loadWallets(member), { game: 0, main: 0 });
  assert.deepEqual(await auditAll(database), []);
  assert.deepEqual(await compareWithBank(), { findings: [], unread: [] });
});
