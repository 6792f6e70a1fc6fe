// The contract against the specification: endpoints, payloads, messages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';

import { baht, fromBaht, type Money } from '@chaba/money';
import fc from 'fast-check';
import * as z from 'zod/mini';

import { bahtSchema, toMoney, positiveBahtSchema } from './amounts.ts';
import { messageText } from './messages.text.ts';
import { type Endpoint, isSuccess, getValidationErrorCode, listErrorCodes, getSuccessValue } from './endpoint.ts';
import { idempotencyKeySchema } from './idempotency-key.ts';
import { endpoints } from './endpoints.ts';
import { isErrorCode, allErrorCodes, getHttpStatus } from './error-codes.ts';
import { errorMessages } from './error-messages.text.ts';
import { bet, betwin } from './seamless.ts';

/** The endpoints of spec §7, and paths that we add. */
const specification = `
  GET  /v2/prefix
  GET  /v2/setting
  POST /auth-service/v1/login
  POST /auth-service/v1/signup
  POST /auth-service/v1/checkPhone
  POST /auth-service/v1/checkBank
  GET  /auth-service/v1/refresh
  PUT  /auth-service/v1/change-password
  GET  /user-profile-composite/v1/info/promotion
  POST /user-profile-composite/v1/users/setting
  GET  /wheel-script/script
  GET  /wheel-script/html5
  GET  /user-profile-composite/v1/profile/balance
  GET  /user-profile-composite/v1/history/deposit
  GET  /user-profile-composite/v1/history/withdraw
  GET  /user-profile-composite/v1/history/transfer
  GET  /user-profile-composite/v1/info/deposit
  POST /user-profile-composite/v1/topup-api/pullslip
  GET  /user-profile-composite/v1/users/cashback/vertify
  GET  /rolling-composite/v1/get-rolling
  POST /user-profile-composite/v1/topup/itemcode/redeem
  GET  /user-profile-composite/v1/users/affiliate
  GET  /user-profile-composite/v1/users/affiliate/vertify
  GET  /fund-composite/v1/withdrawal/condition
  POST /fund-composite/v1/withdrawal
  POST /prize-composite/v1/spins
`;

const member = {
  phoneNumber: '0812345678',
  Password: 'demo1234',
  Confirm_Password: 'demo1234',
  BankAccount: '1112223334',
  BankCode: '014',
  firstName: 'สมหญิง',
  lastName: 'ใจดี',
  affiliateKey: '',
  isBonus: true,
  WalletId: '0812345678',
};

/** The payload of every endpoint of spec §7 that has one. */
const payloads: Readonly<Record<string, object>> = {
  login: { phoneNumber: '0812345678', Password: 'demo1234' },
  signup: member,
  checkPhone: { phoneNumber: '0812345678' },
  checkBank: { BankAccount: '1112223334', BankCode: '014' },
  changePassword: {
    phone_number: '0812345678',
    old_Password: 'demo1234',
    Password: 'newer5678',
    Confirm_Password: 'newer5678',
  },
  changeSetting: { isBonus: false },
  sendSlip: { barcode: '0046000600000101030140225202602055hQ2wXk9TbLm4ZrEa5102TH9104936E' },
  redeemItemCode: { redeem_code: 'WELCOME50' },
  requestWithdrawal: { Amount: 300, Channel: 'BANK' },
  spinWheel: { OpenBox: 1 },
};

const bonusInfo = {
  bonusId: null,
  isBonus: true,
  TurnoverType: 1,
  needTurnover: 500,
  nowTurnover: 120.5,
  maxWithdrawType: 2,
  maxWithdrawAmount: 0,
  reviceDate: null,
  DepositAmount: 500,
};
const internalWallet = {
  mainWallet: 0,
  gameWallet: 1284.5,
  affiliateWallet: 0,
  cashbackWallet: 0,
  residualWallet: 0,
  prizeWallet: 3,
  spinWallet: 0,
};
const user = {
  PhoneNumber: '0812345678',
  BankAccount: '1112223334',
  BankCode: '014',
  regisdate: '2026-11-05T14:07:00.000Z',
  ItemCode: null,
  totalDeposit: 500,
  totalWithdraw: 0,
  affiliateKey: 'AbC123',
  GameInfo: { username: 'chaba0001', password: '', Partner: 'default' },
  userRank: { userRank: 'silver', userExp: 0 },
  internalWallet,
  userName: { firstName: 'สมหญิง', lastName: 'ใจดี', fullName: 'สมหญิง ใจดี' },
  BonusInfo: bonusInfo,
};
const promotion = {
  _id: 'welcome',
  title: 'ต้อนรับสมาชิกใหม่',
  ImageUrl: '/art/welcome.svg',
  minimumDeposit: 100,
  TurnoverAmount: 3,
  DepositType: 1,
  MaxBonus: 1000,
  MaxBonusType: 2,
  MaxWithdrawAmount: 0,
  MaxWithdrawType: 2,
};
const level = { enable: true, percent: 0.5 };
const configuration = {
  appId: 'chaba',
  LineId: '@chaba',
  logoUrl: '/logo.svg',
  theme: 'gold',
  alertyImage: '',
  alertyMessage: '',
  Maintenance: false,
  Partner: 'default',
  Disabled: false,
  getNameBank: true,
  cashBack: { Image: '', Payout: 5, minWithdraw: 1, usecashBack: true },
  Affiliate: {
    Image: '',
    useAffiliate: true,
    minWithdraw: 100,
    turnover: 1,
    percent: { level1: level, level2: { enable: false, percent: 0 } },
    autoWithdraw: { useautoWithdraw: true, maxautoWithdraw: 1000 },
  },
  Withdraw: { canWithdraw: true, minWithdraw: 100, maxWithdraw: 50000, autoWithdraw: true },
  ProductList: [{ ch: 'studio', img: '/s.svg', gameType: 'EGAMES', category: 'EGAMES', name: 'Studio', isOpen: true }],
  PromotionList: [promotion],
  appName: 'Chaba',
  Mode: 'play',
  calendar: 'buddhist',
  helpLine: '1323',
};
const deposit = {
  id: 'D1',
  TransType: 'DEPOSIT',
  Amount: 500,
  createdAt: '2026-11-05T14:07:00.000Z',
  Status: 1,
  BonusInfo: { _id: null },
};

/** Response data of the specification, in full shapes. */
const responses: Readonly<Record<string, unknown>> = {
  login: user,
  refresh: user,
  getPrefix: configuration,
  getSetting: { LineId: '@chaba', Prefix: configuration },
  checkBank: { firstName: 'สมหญิง', lastName: 'ใจดี', token: 'signed' },
  listPromotions: [promotion],
  depositHistory: {
    Transaction: [deposit, { ...deposit, TransType: 'CASHBACK' }, { ...deposit, BonusInfo: { _id: 'ITEMCODE' } }],
    nextCursor: null,
  },
  listDepositAccounts: [
    { BankCode: '004', BankAccount: '9998887776', fullName: 'บริษัท ชบา เกมส์ จำกัด', BankName: 'ธนาคารกสิกรไทย' },
    { phoneNumber: '0891112222', fullName: 'บริษัท ชบา เกมส์ จำกัด', BankName: 'ทรูมันนี่ วอลเล็ท' },
  ],
  getAffiliate: {
    balance: 0,
    transaction: [],
    waiting: 0,
    Users: [{ phoneNumber: '081-xxx-5678', level: 1, createdAt: '2026-11-05T14:07:00Z', isActive: true, Amount: 0 }],
    transaction_incomes: [],
    setting: { useAffiliate: true, minWithdraw: 100, turnover: 1, percent: { level1: level, level2: level } },
  },
  getBalance: { balance: 1284.5, internalWallet, BonusInfo: bonusInfo, remaining: 379.5, at: '2026-11-05T14:07:00Z' },
};

/** Messages of spec §4, §5 and §8, byte for byte. */
const messages: readonly [string, string][] = [
  [errorMessages.LOGIN_INVALID({}), 'เบอร์โทรศัพท์ หรือ รหัสผ่าน ไม่ถูกต้อง'],
  [errorMessages.PHONE_INVALID({}), 'หมายเลขโทรศัพท์ ไม่ถูกต้อง กรุณากรอกใหม่'],
  [errorMessages.BANK_INCOMPLETE({}), 'กรุณากรอกข้อมูลก่อนยืนยัน'],
  [errorMessages.WITHDRAW_BELOW_MINIMUM({ minimum: baht(100) }), 'ถอนเงินขั้นต่ำ 100 บาท'],
  [errorMessages.PASSWORD_INCOMPLETE({}), 'กรุณากรอกข้อมูลให้ครบ'],
  [errorMessages.CASHBACK_NONE({}), 'คุณไม่มียอดเสีย ไม่สามารถกดรับได้'],
  [errorMessages.SLIP_NO_FILE({}), 'no files'],
  [messageText.noConnection, 'ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้'],
  [messageText.noticeTitle, 'แจ้งเตือน'],
  [messageText.registered, 'ลงทะเบียนเรียบร้อยแล้ว'],
  [messageText.copied, 'คัดลอกแล้ว'],
  [messageText.withdrawn, 'ถอนเงินสำเร็จ'],
  [messageText.cashbackClaimed, 'Success!'],
  [messageText.passwordChanged, 'เปลี่ยนรหัสผ่านเรียบร้อยแล้ว'],
  [messageText.promotionUpdated, 'อัพเดทสภานะโปรโมชั่นเรียบร้อยแล้ว'],
  [messageText.promotionQuestion(true), 'คุณต้องการเปลี่ยนสถานะเป็น รับโปรโมชั่น ใช่หรือไม่'],
  [messageText.promotionQuestion(false), 'คุณต้องการเปลี่ยนสถานะเป็น ไม่รับโปรโมชั่น ใช่หรือไม่'],
  [messageText.noData, 'ไม่มีข้อมูล'],
  [messageText.statusPending, 'รอดำเนินการ'],
  [messageText.statusFailed, 'ล้มเหลว'],
  [messageText.playMoney, 'เครดิตทดลอง ไม่มีมูลค่าเป็นเงินจริง'],
];

function named(name: string): Endpoint {
  const found = endpoints.find((entry) => entry.name === name);
  assert.ok(found, `no endpoint is named ${name}`);
  return found.endpoint;
}

test('defines every endpoint of the specification and marks all others as extensions', () => {
  const expected = specification
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/\s+/, ' '));
  const defined = endpoints
    .filter(({ endpoint }) => !endpoint.isExtension)
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  assert.deepEqual(defined.toSorted(), expected.toSorted());
});

test('gives every endpoint a unique name and a unique method and path', () => {
  assert.equal(new Set(endpoints.map(({ name }) => name)).size, endpoints.length);
  assert.equal(new Set(endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).size, endpoints.length);
});

test('accepts every payload of the specification unchanged', () => {
  const withBody = endpoints.filter(({ endpoint }) => !endpoint.isExtension && endpoint.body);
  assert.deepEqual(withBody.map(({ name }) => name).toSorted(), Object.keys(payloads).toSorted());
  for (const { name, endpoint } of withBody) {
    assert.ok(endpoint.body);
    assert.deepEqual(z.parse(endpoint.body, payloads[name]), payloads[name], name);
  }
});

test('parses every response of the specification unchanged', () => {
  for (const [name, response] of Object.entries(responses)) {
    assert.deepEqual(z.parse(named(name).data, response), response, name);
  }
  assert.deepEqual(z.parse(named('getPrefix').data, { ...configuration, newer: 1 }), configuration);
});

test('rejects an unknown field in a member request', () => {
  for (const [name, payload] of Object.entries(payloads)) {
    const { body } = named(name);
    assert.ok(body);
    const result = z.safeParse(body, { ...payload, isAdmin: true });
    assert.equal(result.success, false, name);
    assert.equal(getValidationErrorCode(named(name), result.error?.issues ?? []), 'INVALID_REQUEST', name);
  }
});

test('ignores an unknown field in a provider request', () => {
  const part = { playerId: 'p', token: 't', gameCode: 'g', roundId: 'r', currency: 'THB' };
  assert.ok(z.safeParse(bet.body, { ...part, txId: '1', amount: '10.0000', newer: {} }).success);
  const spin = { operation: 'bet', txId: '1', amount: '10' };
  assert.ok(z.safeParse(betwin.body, { ...part, transactions: [spin], newer: 1 }).success);
  assert.equal(z.safeParse(betwin.body, { ...part, transactions: [] }).success, false);
  for (const amount of [10, '10.00001', '-1', '01', '1e3', '', null]) {
    assert.equal(z.safeParse(bet.body, { ...part, txId: '1', amount }).success, false, String(amount));
  }
});

test('accepts an amount only as a number of whole satang', () => {
  for (const amount of [0.01, 1, 300.5, 999_999_999_999.99]) {
    assert.equal(z.parse(positiveBahtSchema, amount), amount);
    assert.equal(toMoney(amount), fromBaht(amount));
  }
  const invalid = [0, -1, 0.001, 1e21, Number.NaN, Number.POSITIVE_INFINITY, '300', true, null, [300], {}, 300n];
  for (const amount of invalid) {
    assert.equal(z.safeParse(positiveBahtSchema, amount).success, false, inspect(amount));
  }
  assert.equal(z.parse(bahtSchema, 0), 0);
  fc.assert(
    fc.property(fc.double(), (number) => {
      if (z.safeParse(positiveBahtSchema, number).success) assert.ok(toMoney(number) > 0n);
    }),
  );
});

test('maps an invalid body to the error code of its form', () => {
  const toCode = (name: string, payload: object) => {
    const { body } = named(name);
    assert.ok(body);
    return getValidationErrorCode(named(name), z.safeParse(body, payload).error?.issues ?? []);
  };
  assert.equal(toCode('login', { phoneNumber: '081', Password: 'x' }), 'LOGIN_INVALID');
  assert.equal(toCode('login', { phoneNumber: '0812345678', Password: '' }), 'LOGIN_INVALID');
  assert.equal(toCode('checkPhone', { phoneNumber: '0212345678' }), 'PHONE_INVALID');
  assert.equal(toCode('checkBank', { BankAccount: '123', BankCode: '014' }), 'BANK_INCOMPLETE');
  assert.equal(toCode('signup', { ...member, Confirm_Password: '' }), 'PASSWORD_INCOMPLETE');
  assert.equal(toCode('changePassword', { ...payloads['changePassword'], old_Password: '' }), 'PASSWORD_INCOMPLETE');
  assert.equal(toCode('requestWithdrawal', { Amount: 0.001, Channel: 'BANK' }), 'WITHDRAW_AMOUNT_INVALID');
  assert.equal(toCode('requestWithdrawal', { Amount: 300, Channel: 'CASH' }), 'INVALID_REQUEST');
  assert.equal(toCode('redeemItemCode', { redeem_code: '' }), 'CODE_EMPTY');
  assert.equal(toCode('redeemItemCode', { redeem_code: 7 }), 'CODE_EMPTY');
  assert.equal(toCode('changeSetting', [] as object), 'INVALID_REQUEST');
});

test('normalises a pasted account number to digits', () => {
  const { body } = named('checkBank');
  assert.ok(body);
  for (const BankAccount of ['111-2-22333-4', '111 222 3334', '๑๑๑๒๒๒๓๓๓๔']) {
    assert.deepEqual(z.parse(body, { BankAccount, BankCode: '014' }), { BankAccount: '1112223334', BankCode: '014' });
  }
  for (const BankAccount of ['', '11122233345', '1112223334x', '1-1-1-2-2-2-3-3-3-4', 1112223334]) {
    assert.equal(z.safeParse(body, { BankAccount, BankCode: '014' }).success, false, String(BankAccount));
  }
});

test('composes and trims a name and limits it to 100 plain characters', () => {
  const { body } = named('signup');
  assert.ok(body);
  const typed = z.parse(body, { ...member, firstName: '  สมหญิง ', lastName: 'ก'.repeat(100) });
  assert.equal((typed as { firstName: string }).firstName, 'สมหญิง');
  for (const firstName of ['<b>', 'a\u0000b', 'ก'.repeat(101)]) {
    assert.equal(z.safeParse(body, { ...member, firstName }).success, false, firstName);
  }
});

test('accepts success true, and 0 only where the specification allows it', () => {
  for (const { name, endpoint } of endpoints) {
    assert.equal(isSuccess(endpoint, true), true, name);
    assert.equal(isSuccess(endpoint, 0), ['changePassword', 'refresh'].includes(name), name);
    for (const value of [false, 1, '0', 'true', null, undefined]) assert.equal(isSuccess(endpoint, value), false, name);
    assert.equal(getSuccessValue(endpoint), name === 'changePassword' ? 0 : true, name);
  }
});

test('has a status and a Thai message for every error code, except the English one of the specification', () => {
  const params = {
    minimum: 8,
    maximum: 15,
    remaining: 1,
    hours: 48,
    waitSeconds: 5,
    waitMinutes: 15,
    spins: 8,
    games: 'x',
  };
  const money = { ...params, minimum: baht(100), maximum: baht(100), remaining: baht(1), returned: baht(1) };
  for (const code of allErrorCodes) {
    const format: (params: object) => string = errorMessages[code] as (params: object) => string;
    const message = format(code === 'PASSWORD_LENGTH' ? params : money);
    if (code !== 'SLIP_NO_FILE') assert.match(message, /[\u0E00-\u0E7F]/, code);
    assert.doesNotMatch(message, /undefined|NaN|\[object/, code);
    assert.ok(getHttpStatus(code) >= 400 && getHttpStatus(code) < 600, code);
  }
  assert.deepEqual(Object.keys(errorMessages).toSorted(), [...allErrorCodes].toSorted());
  assert.equal(isErrorCode('toString'), false);
});

test('uses 401 only for a missing session and for an invalid signature', () => {
  const codes = allErrorCodes.filter((code) => getHttpStatus(code) === 401);
  assert.deepEqual(codes.toSorted(), ['INVALID_SIGNATURE', 'SESSION_EXPIRED', 'SIGN_IN_REQUIRED']);
  for (const { endpoint } of endpoints) {
    const isBrowser = endpoint.auth === 'none' || endpoint.auth === 'member';
    assert.equal(listErrorCodes(endpoint).includes('SESSION_EXPIRED'), endpoint.auth === 'member');
    assert.equal(listErrorCodes(endpoint).includes('INVALID_SIGNATURE'), !isBrowser);
  }
});

test('has the messages of the specification byte for byte', () => {
  for (const [actual, specified] of messages) assert.equal(actual, specified);
});

test('formats amounts in messages as on screen, except in the minimum message of the specification', () => {
  const minimum = fromBaht(100.5) as Money;
  assert.equal(errorMessages.WITHDRAW_BELOW_MINIMUM({ minimum }), 'ถอนเงินขั้นต่ำ 100.50 บาท');
  assert.equal(errorMessages.TURNOVER_NOT_MET({ remaining: baht(1_000) }), 'ยังขาดยอดเทิร์นโอเวอร์อีก 1,000.00 บาท');
});

test('accepts only short plain idempotency keys', () => {
  assert.ok(z.safeParse(idempotencyKeySchema, crypto.randomUUID()).success);
  for (const key of ['', 'a b', 'ก', 'x'.repeat(129), 'a\n']) {
    assert.equal(z.safeParse(idempotencyKeySchema, key).success, false, key);
  }
});
