// Entities, rules and limits of the specification that are visible over HTTP (§3, §4, §5, §7, §8, §9).
//
// Elsewhere: the single endpoints (api.test.ts).

import assert from 'node:assert/strict';

import {
  type ConformanceResponse,
  type Client,
  deposit,
  KEY,
  type ConformanceMember,
  prepareSignup,
  signUp,
} from './client.ts';
import { specifiedCalls } from './endpoints.ts';
import type { Report } from './report.ts';
import {
  bankAccount,
  checkShape,
  countFields,
  configuration,
  depositItem,
  describeFields,
  type Entity,
  gameProvider,
  promotion,
  userInfo,
  walletAccount,
  withdrawItem,
} from './shapes.ts';
import { createAccountNumber, freePhone } from '#e2e/members';
import { operator } from '#e2e/money';
import type { Product } from '#e2e/product';
import { pollUntil } from '#testing/product/until';

export type ApiContext = {
  readonly product: Product;
  readonly client: Client;
  /** A member with deposits, withdrawals, claimed cashback and referral income. */
  readonly member: ConformanceMember;
  /** A member that redeemed a code. */
  readonly player: ConformanceMember;
};

const CHECK_BANK = 'POST /auth-service/v1/checkBank';
const CHECK_PHONE = 'POST /auth-service/v1/checkPhone';
const SIGNUP = 'POST /auth-service/v1/signup';
const LOGIN = 'POST /auth-service/v1/login';
const REFRESH = 'GET /auth-service/v1/refresh';
const PASSWORD = 'PUT /auth-service/v1/change-password';
const PREFIX = 'GET /v2/prefix';
const HISTORY = 'GET /user-profile-composite/v1/history/deposit';
const ACCOUNTS = 'GET /user-profile-composite/v1/info/deposit';
const SETTING = 'POST /user-profile-composite/v1/users/setting';
const WITHDRAWAL = 'POST /fund-composite/v1/withdrawal';
const CASHBACK = 'GET /user-profile-composite/v1/users/cashback/vertify';
const AFFILIATE = 'GET /user-profile-composite/v1/users/affiliate/vertify';
const SPINS = 'POST /prize-composite/v1/spins';

const BANK_CODES = '014 002 004 006 034 011 017 020 022 024 025 030 033 073 067 069 066'.split(' ');
const CATEGORIES = ['LIVECASINO', 'EGAMES', 'POKER', 'TRADING'];

type Item = Readonly<Record<string, unknown>>;

async function listHistory(client: Client, token: string, query = ''): Promise<Item[]> {
  const { body } = await client(`${HISTORY}${query}`, { token });
  return (body['data'] as { Transaction: Item[] }).Transaction;
}

async function loadProducts(client: Client, key: string): Promise<{ category: string }[]> {
  const { body } = await client(PREFIX, { headers: { 'api-key': key } });
  return (body['data'] as { ProductList: { category: string }[] }).ProductList;
}

export function requireEntities(report: Report, { client, member, player }: ApiContext): void {
  const entity = (shape: Entity, where: string, load: () => Promise<readonly unknown[]>): void => {
    report.require('3', `${shape.name}: ${describeFields(shape.fields)}`, where, async () => {
      const values = await load();
      const extensions = [...new Set(values.flatMap((value) => checkShape(shape, value)))].toSorted();
      assert.ok(values.length > 0, 'nothing was loaded');
      const found = `${countFields(shape.fields)} fields, each of its type`;
      return extensions.length === 0 ? found : `${found}; extensions: ${extensions.join(', ')}`;
    });
  };
  const data = async (call: string, token?: string) => (await client(call, { token })).body['data'];

  entity(userInfo, 'login and refresh, of members with and without a history', async () => {
    const users = await Promise.all([member, player].map(({ token }) => data(REFRESH, token)));
    const payload = { phoneNumber: player.phone, Password: player.password };
    return [...users, (await client(LOGIN, { payload })).body['data']];
  });
  entity(configuration, '`GET /v2/prefix`', async () => [await data(PREFIX)]);
  entity(promotion, '`GET /user-profile-composite/v1/info/promotion`', async () => {
    return (await data('GET /user-profile-composite/v1/info/promotion')) as unknown[];
  });
  entity(gameProvider, 'every provider of both catalogues', async () => [
    ...(await loadProducts(client, KEY)),
    ...(await loadProducts(client, 'lanna-sandbox')),
  ]);
  entity(depositItem, 'the history: DEPOSIT, AFFILIATE and CASHBACK', async () => {
    const items = await listHistory(client, member.token);
    return items.filter(({ TransType }) => TransType !== 'WITHDRAW');
  });
  entity(withdrawItem, 'the history: WITHDRAW', async () => {
    const items = await listHistory(client, member.token);
    return items.filter(({ TransType }) => TransType === 'WITHDRAW');
  });
  const accounts = async () => (await data(ACCOUNTS, member.token)) as Item[];
  entity(bankAccount, `\`${ACCOUNTS}\`: bank accounts`, async () => {
    return (await accounts()).filter((account) => 'BankCode' in account);
  });
  entity(walletAccount, `\`${ACCOUNTS}\`: wallet accounts, which have no BankCode`, async () => {
    return (await accounts()).filter((account) => !('BankCode' in account));
  });
  requireCatalogues(report, client);
  requireUserFacts(report, { client, member, player });
}

function requireCatalogues(report: Report, client: Client): void {
  for (const [statement, key, counts] of [
    ['default catalogue: 10 live casino, 15 slot, 1 poker, 1 trading', KEY, [10, 15, 1, 1]],
    ['catalogue of the partner: 9 live casino, 40 slot, 1 poker, no trading', 'lanna-sandbox', [9, 40, 1, 0]],
  ] as const) {
    report.require('3', statement, 'counts the product list of the configuration', async () => {
      const products = await loadProducts(client, key);
      const found = CATEGORIES.map((wanted) => products.filter(({ category }) => category === wanted).length);
      assert.deepEqual(found, counts);
      return found.join(', ');
    });
  }
  report.require('3', `bank list: the codes ${BANK_CODES.join(' ')}`, 'checks an account at each bank', async () => {
    for (const BankCode of BANK_CODES) {
      const { body, text } = await client(CHECK_BANK, { payload: { BankAccount: createAccountNumber('8'), BankCode } });
      // The bank may reject the account, but not the code.
      assert.ok(body['success'] === true || !/^BANK_(UNKNOWN|INCOMPLETE)$/.test(String(body['code'])), text);
    }
    const { body } = await client(CHECK_BANK, { payload: { BankAccount: createAccountNumber('8'), BankCode: '999' } });
    assert.equal(body['success'], false);
    return `${BANK_CODES.length} codes accepted, 999 rejected`;
  });
}

function requireUserFacts(
  report: Report,
  { client, member, player }: Pick<ApiContext, 'client' | 'member' | 'player'>,
): void {
  const user = async ({ token }: ConformanceMember) => {
    return (await client(REFRESH, { token })).body['data'] as Readonly<Record<string, unknown>>;
  };
  report.require('3', 'UserInfo.ItemCode: the redeemed code', 'redeems WELCOME50, then refreshes', async () => {
    assert.equal((await user(player))['ItemCode'], 'WELCOME50');
    return 'WELCOME50';
  });
  report.require('3', 'UserInfo.totalDeposit, totalWithdraw', 'deposits 2,100, withdraws 100, refreshes', async () => {
    // A withdrawal counts when the bank has paid it.
    await pollUntil(async () => (await user(member))['totalWithdraw'] === 100);
    assert.equal((await user(member))['totalDeposit'], 2_100);
    return '2100 and 100';
  });
  report.require('4', 'promotion opt-in: isBonus of BonusInfo', 'sends both values, refreshes', async () => {
    for (const isBonus of [true, false]) {
      await client(SETTING, { payload: { isBonus }, token: member.token });
      assert.equal(((await user(member))['BonusInfo'] as { isBonus: boolean }).isBonus, isBonus);
    }
    return 'true and false';
  });
}

export function requireRules(report: Report, context: ApiContext): void {
  requireHeaders(report, context);
  requireOpenPaths(report, context);
  requireHistoryTypes(report, context);
  requireLengths(report, context);
  requireMessages(report, context);
}

function requireHeaders(report: Report, { client, member }: ApiContext): void {
  report.require('7', 'api-key: fixed for the application', 'sends an unknown key to every call', async () => {
    for (const { call } of specifiedCalls) {
      const { status } = await client(call, { token: member.token, headers: { 'api-key': 'nobody' } });
      assert.equal(status, 403, call);
    }
    return `${specifiedCalls.length} calls: 403`;
  });
  report.require('7', 'api-auth is sent when a token is stored', 'sends an ended token to public calls', async () => {
    const reads = specifiedCalls.filter(({ call, isPublic }) => isPublic === true && call.startsWith('GET '));
    for (const { call } of reads) {
      assert.equal((await client(call, { token: 'ended' })).status, 200, call);
    }
    const payload = { phoneNumber: freePhone() };
    assert.equal((await client(CHECK_PHONE, { payload, token: 'ended' })).status, 200);
    return 'accepted';
  });
  report.require('7', 'every message is Thai', 'reads the message of each rejected call', async () => {
    const messages = new Set<string>();
    for (const { call } of specifiedCalls) {
      const { body } = await client(call, { headers: { 'api-key': 'nobody' } });
      messages.add(String(body['message']));
      const rejected = await client(call, call.startsWith('GET ') ? {} : { payload: {} });
      if (rejected.body['success'] === false) messages.add(String(rejected.body['message']));
    }
    for (const message of messages) assert.match(message, /^[^a-z]*[ก-๙][^a-z]*$/i);
    return `${messages.size} messages`;
  });
  report.require('4', 'a changed password keeps the session of the caller', 'changes it, refreshes', async () => {
    const { phone, password, token } = await signUp(client);
    const payload = {
      phone_number: phone,
      old_Password: password,
      Password: 'Moklek-2569',
      Confirm_Password: 'Moklek-2569',
    };
    assert.equal((await client(PASSWORD, { payload, token })).body['success'], 0);
    assert.equal((await client(REFRESH, { token })).status, 200);
    return 'signed in with the same token';
  });
}

/** Calls whose path or form the specification leaves open. */
function requireOpenPaths(report: Report, { product, client, member }: ApiContext): void {
  report.require('7', 'the second configuration call fills LineId and Prefix', '`GET /v2/setting`', async () => {
    const { status, body } = await client('GET /v2/setting');
    const { LineId, Prefix } = body['data'] as { LineId: unknown; Prefix: unknown };
    assert.deepEqual([status, typeof LineId, typeof Prefix], [200, 'string', 'object']);
    checkShape(configuration, Prefix);
    return `200; LineId ${String(LineId)}, Prefix with the ${countFields(configuration.fields)} fields of the configuration`;
  });
  report.require('7', 'the two claims as POST on the same path', 'sends both without money to claim', async () => {
    const { token } = await signUp(client);
    const codes: string[] = [];
    for (const path of [CASHBACK, AFFILIATE].map((call) => call.replace('GET ', ''))) {
      const [get, post] = [
        await client(`GET ${path}`, { token }),
        await client(`POST ${path}`, { token, payload: {} }),
      ];
      assert.deepEqual([post.status, post.body['code']], [get.status, get.body['code']], path);
      codes.push(`${post.status} ${String(post.body['code'])}`);
    }
    return `as the GET: ${codes.join(' and ')}`;
  });
  const statement = 'a wheel script of a third-party content host is also loaded';
  report.require('7', statement, 'reads the frame without one, then with one that the site names', async () => {
    const load = async () => (await client('GET /wheel-script/html5', { token: member.token })).text;
    const scripts = (text: string) => [...text.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => src);
    assert.deepEqual(scripts(await load()), ['/wheel-script/script']);
    const url = 'https://content.example/wheel.js';
    await operator(product, 'set', 'wheelScript', url, '--reason', 'a content host');
    await pollUntil(async () => scripts(await load()).length === 2);
    const named = scripts(await load());
    await operator(product, 'set', 'wheelScript', '', '--reason', 'none again');
    assert.deepEqual(named, ['/wheel-script/script', url]);
    return 'none by default; the named one in the sandboxed frame of the wheel, on purpose not in the page';
  });
}

function requireHistoryTypes(report: Report, { client, member }: ApiContext): void {
  const all = ['AFFILIATE', 'CASHBACK', 'DEPOSIT', 'WITHDRAW'];
  report.require('7', `history/deposit without a query: ${all.join(', ')}`, 'reads the types of the list', async () => {
    const found = (await listHistory(client, member.token)).map(({ TransType }) => String(TransType));
    assert.deepEqual([...new Set(found)].toSorted(), all);
    return all.join(', ');
  });
  report.require('7', 'history/deposit filtered by TransType', 'requests each type', async () => {
    for (const type of all) {
      const items = await listHistory(client, member.token, `?TransType=${type}`);
      assert.ok(items.length > 0, type);
      assert.ok(items.every(({ TransType }) => TransType === type));
    }
    return 'that type alone';
  });
}

function requireLengths(report: Report, { product, client }: ApiContext): void {
  const decided = ({ status, text }: ConformanceResponse): string => {
    assert.ok(status === 200 || (status >= 400 && status < 500), text);
    return status === 200 ? 'accepted' : 'rejected';
  };
  const lengths = (
    section: string,
    statement: string,
    wanted: Readonly<Record<string, string>>,
    send: (value: string) => Promise<ConformanceResponse>,
  ) => {
    report.require(section, statement, `sends ${Object.keys(wanted).join(', ')}`, async () => {
      const found: Record<string, string> = {};
      for (const name of Object.keys(wanted)) found[name] = decided(await send(name));
      assert.deepEqual(found, wanted);
      return Object.entries(found)
        .map(([name, result]) => `${name}: ${result}`)
        .join(', ');
    });
  };
  const digits = (name: string) => createAccountNumber('8').padStart(15, '1').slice(-Number.parseInt(name));
  lengths(
    '5',
    'phone: exactly 10 characters',
    { '9 digits': 'rejected', '10 digits': 'accepted', '11 digits': 'rejected' },
    (name) =>
      client(CHECK_PHONE, { payload: { phoneNumber: freePhone().padEnd(11, '0').slice(0, Number.parseInt(name)) } }),
  );
  lengths(
    '5',
    'account number: 10 or 12 characters',
    {
      '9 digits': 'rejected',
      '10 digits': 'accepted',
      '11 digits': 'rejected',
      '12 digits': 'accepted',
      '13 digits': 'rejected',
    },
    (name) =>
      client(CHECK_BANK, { payload: { BankAccount: digits(name), BankCode: name === '12 digits' ? '030' : '004' } }),
  );
  const signup = async (changes: object, account?: string): Promise<ConformanceResponse> => {
    const { payload, headers } = await prepareSignup(client, '', account);
    return client(SIGNUP, { payload: { ...payload, ...changes }, headers });
  };
  lengths(
    '5',
    'registration: password max 15',
    { '15 characters': 'accepted', '16 characters': 'rejected' },
    (name) => {
      const password = 'Krasae-2569-moklek'.slice(0, Number.parseInt(name));
      return signup({ Password: password, Confirm_Password: password });
    },
  );
  lengths(
    '5',
    'registration: wallet id max 100',
    { '100 characters': 'accepted', '101 characters': 'rejected' },
    (name) => signup({ WalletId: freePhone().padEnd(Number.parseInt(name), 'w') }),
  );
  for (const field of ['firstName', 'lastName']) {
    lengths(
      '5',
      `registration: ${field} max 100`,
      { '100 characters': 'accepted', '101 characters': 'rejected' },
      (name) =>
        // The bank check is unavailable for this account: the member types the names.
        signup(
          { firstName: 'กานดา', lastName: 'ใจดี', [field]: 'ก'.repeat(Number.parseInt(name)) },
          createAccountNumber('0002'),
        ),
    );
  }
  report.require('9', 'deposit minimum: none', 'sends the slip of a transfer of 0.01 baht', async () => {
    const member = await signUp(client);
    await deposit(product, client, member, 0.01);
    const [item] = await listHistory(client, member.token);
    assert.deepEqual([item?.['Amount'], item?.['Status']], [0.01, 1]);
    return 'credited';
  });
  report.require('7', 'withdrawal: Channel is always BANK', 'sends WALLET', async () => {
    const member = await signUp(client);
    return decided(await client(WITHDRAWAL, { payload: { Amount: 100, Channel: 'WALLET' }, token: member.token }));
  });
}

/** Each request fails once; the sentence is the one of §5 where the specification has one. */
function requireMessages(report: Report, { client, member }: ApiContext): void {
  const rejected = (
    section: string,
    statement: string,
    check: string,
    send: () => Promise<ConformanceResponse>,
    sentence?: string,
  ) => {
    report.require(section, statement, check, async () => {
      const { status, body, text } = await send();
      assert.ok(status >= 400 && status < 500 && body['success'] === false, text);
      const message = String(body['message']);
      if (sentence !== undefined) assert.equal(message, sentence);
      assert.match(message, /[ก-๙]/);
      return `${status} “${message}”`;
    });
  };
  const poorMember = signUp(client);
  const callAsPoorMember = async (call: string, payload?: object) => {
    return client(call, { token: (await poorMember).token, ...(payload ? { payload } : {}) });
  };
  rejected(
    '5',
    'login with a wrong password',
    'sends one',
    () => client(LOGIN, { payload: { phoneNumber: member.phone, Password: 'not-the-password' } }),
    'เบอร์โทรศัพท์ หรือ รหัสผ่าน ไม่ถูกต้อง',
  );
  rejected(
    '5',
    'login with a phone number of 9 characters',
    'sends one',
    () => client(LOGIN, { payload: { phoneNumber: member.phone.slice(1), Password: member.password } }),
    'เบอร์โทรศัพท์ หรือ รหัสผ่าน ไม่ถูกต้อง',
  );
  rejected(
    '5',
    'registration with a wrong phone number',
    'sends 9 characters',
    () => client(CHECK_PHONE, { payload: { phoneNumber: '081234567' } }),
    'หมายเลขโทรศัพท์ ไม่ถูกต้อง กรุณากรอกใหม่',
  );
  rejected(
    '5',
    'registration without a bank',
    'sends an empty code',
    () => client(CHECK_BANK, { payload: { BankAccount: createAccountNumber('8'), BankCode: '' } }),
    'กรุณากรอกข้อมูลก่อนยืนยัน',
  );
  rejected(
    '5',
    'change password with an empty field',
    'sends an empty confirmation',
    () =>
      callAsPoorMember(PASSWORD, {
        phone_number: member.phone,
        old_Password: 'a',
        Password: 'b',
        Confirm_Password: '',
      }),
    'กรุณากรอกข้อมูลให้ครบ',
  );
  rejected(
    '5',
    'withdrawal below the minimum of the configuration',
    'sends 99.99 of 100',
    () => callAsPoorMember(WITHDRAWAL, { Amount: 99.99, Channel: 'BANK' }),
    'ถอนเงินขั้นต่ำ 100 บาท',
  );
  rejected(
    '7',
    'withdrawal also passes the minimum amount: it changes nothing',
    'sends a minimum of 1',
    () => callAsPoorMember(WITHDRAWAL, { Amount: 50, Channel: 'BANK', minWithdraw: 1 }),
    'ถอนเงินขั้นต่ำ 100 บาท',
  );
  rejected(
    '5',
    'cashback claim without a loss',
    'claims',
    () => callAsPoorMember(CASHBACK),
    'คุณไม่มียอดเสีย ไม่สามารถกดรับได้',
  );
  rejected('8', 'phone check: the server’s message', 'sends a phone number of a member', () =>
    client(CHECK_PHONE, { payload: { phoneNumber: member.phone } }),
  );
  rejected('8', 'bank check: the server’s message', 'sends an account unknown to the bank', () =>
    client(CHECK_BANK, { payload: { BankAccount: createAccountNumber('0000'), BankCode: '004' } }),
  );
  rejected('8', 'signup: the server’s message', 'sends a phone number of a member', async () => {
    const { payload, headers } = await prepareSignup(client);
    return client(SIGNUP, { payload: { ...payload, phoneNumber: member.phone }, headers });
  });
  rejected('8', 'withdraw: the server’s message', 'withdraws more than the balance', () =>
    callAsPoorMember(WITHDRAWAL, { Amount: 500, Channel: 'BANK' }),
  );
  rejected('8', 'affiliate withdraw: the server’s message', 'withdraws without income', () =>
    callAsPoorMember(AFFILIATE),
  );
  rejected('8', 'wheel: the server’s message', 'spins without a coin', () => callAsPoorMember(SPINS, { OpenBox: 1 }));
}
