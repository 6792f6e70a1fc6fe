import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import test, { after, before } from 'node:test';

import { decodeSlipQr, formatReference } from '@chaba/contract/slip-qr';
import { PNG } from 'pngjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

import { newTransRef } from './trans-ref.ts';
import { openBank, type OpenBank } from './testing/open-bank.ts';

let bank: OpenBank;
before(async () => {
  bank = await openBank();
});
after(() => bank.close());

const order = { fromBankCode: '014', fromAccount: '1112223334', toBankCode: '004', toAccount: '9998887776' };

test('creates a slip whose QR code contains sending bank and reference', async () => {
  const made = await bank.transfer();
  assert.match(made.transRef, /^20\d{6}[A-Za-z0-9]{17}$/);
  assert.equal(made.slipImageUrl, `${bank.url}/bank/slips/${made.transRef}.png`);

  const reading = decodeSlipQr(made.slipQr);
  assert.ok(reading.ok);
  assert.deepEqual(formatReference(reading.slip), { sendingBank: '014', transRef: made.transRef });
});

test('renders a slip as a phone screen with a readable QR code', async () => {
  await prepareZXingModule({
    overrides: {
      wasmBinary: (await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))).buffer,
    },
    fireImmediately: true,
  });
  for (const fromBankCode of ['014', '002', '025', '069']) {
    const made = await bank.transfer('', { fromBankCode, fromAccount: '2223334445', amount: '1234.50' });
    const response = await fetch(made.slipImageUrl);
    assert.equal(response.headers.get('content-type'), 'image/png');
    const file = Buffer.from(await response.arrayBuffer());
    const { width, height } = PNG.sync.read(file);
    assert.deepEqual([width, height], [1080, 1920]);

    const [code] = await readBarcodes(new Uint8Array(file), { formats: ['QRCode'] });
    assert.equal(code?.text, made.slipQr);
  }
});

test('generates unique references in the format of the bank', () => {
  const atMs = Date.parse('2026-02-05T15:07:09+07:00');
  const shapes: [string, RegExp][] = [
    ['014', /^20260205[A-Za-z0-9]{17}$/],
    ['002', /^20260205150709\d{11}$/],
    ['004', /^016036150709[A-Z]{3}\d{5}$/],
    ['006', /^C20260205\d{12}$/],
    ['011', /^260205150709\d{6}$/],
    ['025', /^KMA260205150709[A-Za-z0-9]{10}$/],
    ['030', /^260205150709I\d{10}B$/],
    ['034', /^MPI\d{22}$/],
    ['069', /^TR\d{16}$/],
    ['024', /^20260205150709\d{10}$/],
  ];
  for (const [bankCode, shape] of shapes) assert.match(newTransRef(bankCode, atMs), shape);
  assert.equal(new Set(Array.from({ length: 2_000 }, () => newTransRef('014', atMs))).size, 2_000);
});

test('transfers to and from a wallet', async () => {
  const toWallet = await bank.ask('POST', '/bank/transfers', {
    fromBankCode: '014',
    fromAccount: '1112223334',
    toPhone: '089-111-2222',
    amount: 300,
  });
  assert.equal(toWallet.status, 200);
  const request = { sendingBank: '014', transRef: toWallet.body['transRef'] };
  const { body } = await bank.askSigned('POST', '/slip-api/v1/verify', request);
  const slip = body['slip'] as Record<string, unknown>;
  assert.equal(slip['receivingBank'], '');
  assert.deepEqual(slip['receiver'], {
    displayName: 'บริษัท ชบา เกมส์ จำกัด',
    name: 'CHABA GAMES CO., LTD.',
    proxy: { type: 'MSISDN', value: 'xxx-xxx-2222' },
  });

  const fromWallet = await bank.ask('POST', '/bank/transfers', {
    fromPhone: '0812345678',
    toPhone: '0891112222',
    amount: 20,
  });
  const reading = decodeSlipQr(String(fromWallet.body['slipQr']));
  assert.ok(reading.ok && reading.slip.kind === 'TRUEMONEY_SLIP');
});

test('assigns a wallet to the named account holder, also for later transfers', async () => {
  const send = (over: Record<string, unknown>) =>
    bank.ask('POST', '/bank/transfers', { fromPhone: '0898765432', toPhone: '0891112222', amount: 20, ...over });
  const senderOf = async ({ body }: { readonly body: Record<string, unknown> }) => {
    const request = { sendingBank: 'TRUEMONEY', transRef: body['transRef'] };
    const { slip } = (await bank.askSigned('POST', '/slip-api/v1/verify', request)).body as {
      slip: { sender: unknown };
    };
    return slip.sender;
  };
  const shown = {
    displayName: 'น.ส. สมหญิง ใ',
    name: 'MISS SOMYING J',
    proxy: { type: 'MSISDN', value: 'xxx-xxx-5432' },
  };
  assert.notDeepEqual(await senderOf(await send({})), shown);
  assert.deepEqual(await senderOf(await send({ fromBankCode: '014', fromAccount: '111-2-22333-4' })), shown);
  assert.deepEqual(await senderOf(await send({})), shown);
  const { status, body } = await send({ fromBankCode: '014', fromAccount: '12' });
  assert.deepEqual([status, body['code']], [400, 'INVALID_ACCOUNT']);
});

test('rejects an invalid field by name and moves no money', async () => {
  const wrong: [number, string, Record<string, unknown>][] = [
    [400, 'INVALID_REQUEST', { amount: 0 }],
    [400, 'INVALID_REQUEST', { amount: -1 }],
    [400, 'INVALID_REQUEST', { amount: 0.001 }],
    [400, 'INVALID_REQUEST', { amount: '1e3' }],
    [400, 'INVALID_REQUEST', { amount: '5.123' }],
    [400, 'INVALID_REQUEST', { amount: 100_000_000 }],
    [400, 'INVALID_REQUEST', { amount: null }],
    [400, 'INVALID_REQUEST', { amount: [5] }],
    [400, 'INVALID_BANK', { amount: 5, fromBankCode: '999' }],
    [400, 'INVALID_BANK', { amount: 5, toBankCode: undefined }],
    [400, 'INVALID_ACCOUNT', { amount: 5, toAccount: '12345678901' }],
    [400, 'INVALID_PHONE', { amount: 5, toPhone: '0212345678' }],
    [404, 'ACCOUNT_NOT_FOUND', { amount: 5, toAccount: '9998880000' }],
    [409, 'ACCOUNT_CLOSED', { amount: 5, fromAccount: '9998880001' }],
    [422, 'SAME_ACCOUNT', { amount: 5, toBankCode: '014', toAccount: '1112223334' }],
  ];
  const before = await bank.ask('GET', '/bank/accounts/004/9998887776');
  for (const [status, code, change] of wrong) {
    const answer = await bank.ask('POST', '/bank/transfers', { ...order, ...change });
    assert.deepEqual([answer.status, answer.body['code']], [status, code], JSON.stringify(change));
    assert.ok(String(answer.body['message']).length > 10);
  }
  const broken = await fetch(`${bank.url}/bank/transfers`, { method: 'POST', body: '{' });
  assert.equal(broken.status, 400);
  const wrongQuery = await bank.ask('POST', '/bank/transfers?feed=maybe', { ...order, amount: 5 });
  assert.equal(wrongQuery.status, 400);
  assert.deepEqual(await bank.ask('GET', '/bank/accounts/004/9998887776'), before);
});

test('creates one transfer per attempt key', async () => {
  const send = async (): Promise<unknown> => {
    const response = await fetch(`${bank.url}/bank/transfers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'the first try' },
      body: JSON.stringify({ ...order, amount: 1 }),
    });
    return response.json();
  };
  const answers = await Promise.all([send(), send(), send(), send(), send()]);
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
});

test('moves both balances and tops up the sender', async () => {
  const rich = { toBankCode: '006', toAccount: '7770001112' };
  await bank.transfer('', { fromAccount: '8880001112', ...rich, amount: 99_999_999.99 });
  await bank.transfer('', { fromAccount: '8880001112', ...rich, amount: '0.01' });
  const { body } = await bank.ask('GET', '/bank/accounts/006/7770001112');
  assert.equal(body['balance'], '101000000.00');
});
