// The specification line by line: its routes, texts, calls, limits and constants, each with where it is in the running
// site and how that is seen. The page docs/conformance.md is made of this table.
//
// Elsewhere: what is gathered of the running site (conformance-facts.ts), the test of every line (conformance.test.ts).

import assert from 'node:assert/strict';

import type { Facts } from './conformance-facts.ts';
import { screenLines } from './conformance-screens.ts';

export type Line = {
  readonly section: string;
  readonly says: string;
  readonly where: string;
  /** Throws when the running site does not have it. */
  readonly check: (facts: Facts) => void;
};

export const publicAddresses: readonly (readonly [address: string, title: string])[] = [
  ['/', 'ชบา'],
  ['/login', 'เข้าสู่ระบบ · ชบา'],
  ['/register', 'สมัครสมาชิก · ชบา'],
  ['/register/A7K2M9', 'สมัครสมาชิก · ชบา'],
  ['/promotion', 'โปรโมชั่น · ชบา'],
];

export const memberAddresses: readonly (readonly [address: string, title: string])[] = [
  ['/user/home', 'ชบา'],
  ['/user/home/A7K2M9', 'ชบา'],
  ['/user/profile', 'ข้อมูลสมาชิก · ชบา'],
  ['/user/account', 'บัญชีของฉัน · ชบา'],
  ['/user/deposit', 'ฝากเงิน · ชบา'],
  ['/user/withdraw', 'ถอนเงิน · ชบา'],
  ['/user/menu', 'เมนู · ชบา'],
  ['/user/game', 'ค่ายเกม · ชบา'],
  ['/user/game/EGAMES', 'ค่ายเกม · ชบา'],
  ['/user/spinner', 'กงล้อลุ้นโชค · ชบา'],
  ['/user/transactions', 'ประวัติการทำรายการ · ชบา'],
  ['/user/cash_back', 'คืนยอดเสีย · ชบา'],
  ['/user/free_credit', 'เครดิตฟรี · ชบา'],
  ['/user/affiliate', 'แนะนำเพื่อน · ชบา'],
  ['/user/promotion', 'โปรโมชั่น · ชบา'],
  ['/user/history', 'ประวัติ · ชบา'],
  ['/user/slot', 'สล็อต · ชบา'],
  ['/user/baccarat', 'บาคาร่า · ชบา'],
  ['/user/poker', 'โป๊กเกอร์ · ชบา'],
  ['/user/trading', 'เทรดดิ้ง · ชบา'],
  ['/user/transactions-withdraw', 'ประวัติถอน · ชบา'],
  ['/user/transactions-deposit', 'ประวัติฝาก · ชบา'],
];

/** From, to: §2 and §4. */
export const redirects: readonly (readonly [from: string, to: string])[] = [
  ['/user/', '/user/home'],
  ['/user/nothing', '/user/home'],
  ['/nothing', '/user/home'],
];

/** Section 7, and two calls whose paths it does not show. */
export const calls = [
  'GET /v2/prefix',
  'POST /auth-service/v1/login',
  'POST /auth-service/v1/signup',
  'POST /auth-service/v1/checkPhone',
  'POST /auth-service/v1/checkBank',
  'GET /auth-service/v1/refresh',
  'PUT /auth-service/v1/change-password',
  'GET /user-profile-composite/v1/info/promotion',
  'POST /user-profile-composite/v1/users/setting',
  'GET /wheel-script/script',
  'GET /wheel-script/html5',
  'GET /user-profile-composite/v1/profile/balance',
  'GET /user-profile-composite/v1/history/deposit',
  'GET /user-profile-composite/v1/info/deposit',
  'POST /user-profile-composite/v1/topup-api/pullslip',
  'GET /user-profile-composite/v1/users/cashback/vertify',
  'GET /rolling-composite/v1/get-rolling',
  'POST /user-profile-composite/v1/topup/itemcode/redeem',
  'GET /user-profile-composite/v1/users/affiliate',
  'GET /user-profile-composite/v1/users/affiliate/vertify',
  'GET /fund-composite/v1/withdrawal/condition',
  'POST /fund-composite/v1/withdrawal',
  'POST /prize-composite/v1/spins',
] as const;

const bankCodes = '014 002 004 006 034 011 017 020 022 024 025 030 033 073 067 069 066'.split(' ');

const routes: readonly Line[] = [
  ...[...publicAddresses, ...memberAddresses].map(([address, title]): Line => {
    const check = (facts: Facts) => assert.deepEqual(facts.pages.get(address), { path: address, title });
    return { section: '2', says: `route ${address}`, where: `title “${title}”`, check };
  }),
  {
    section: '2',
    says: 'route /user/login',
    where: 'the login page',
    check: ({ pages }) => assert.equal(pages.get('/user/login')?.title, 'เข้าสู่ระบบ · ชบา'),
  },
  {
    section: '2',
    says: 'any other public path → /',
    where: 'a visitor on /nothing',
    check: ({ pages }) => assert.equal(pages.get('visitor /nothing')?.path, '/'),
  },
  ...redirects.map(([from, to]): Line => {
    const check = (facts: Facts) => assert.equal(facts.pages.get(from)?.path, to);
    return { section: from === '/nothing' ? '4' : '2', says: `${from} → ${to}`, where: 'a signed-in member', check };
  }),
  {
    section: '4',
    says: 'member area without a token → /',
    where: 'a visitor on /user/deposit',
    check: ({ pages }) => assert.equal(pages.get('visitor /user/deposit')?.path, '/'),
  },
  {
    section: '2',
    says: 'history mode: no hash in a path',
    where: 'every address above',
    check: ({ pages }) => assert.ok([...pages.values()].every(({ path }) => !path.includes('#'))),
  },
];

/** A sentence byte for byte; {…} is filled in. The journey is where a member sees it. */
function sentence(section: string, words: string, journey: string): Line {
  return {
    section,
    says: `“${words}”`,
    where: `e2e/${journey}.test.ts`,
    check: ({ code, journeys }) => {
      const parts = words.split(/\{\w+\}/).filter((part) => part !== '');
      for (const part of parts) assert.ok(code.includes(part), `the site does not hold “${part}”`);
      const [stem = ''] = parts;
      assert.ok(journeys.get(journey)?.includes(stem.trim()), `the journey does not see “${stem}”`);
    },
  };
}

const sentences: readonly Line[] = [
  sentence('2', 'ไม่มีข้อมูล', 'history'),
  sentence('4', 'อนุมัติแล้ว', 'history'),
  sentence('4', 'รอดำเนินการ', 'withdraw'),
  sentence('4', 'ล้มเหลว', 'history'),
  sentence('4', 'เครดิตฟรี', 'free-credit'),
  sentence('4', 'ไม่รับโบนัส', 'history'),
  sentence('4', 'รับโบนัส', 'history'),
  sentence('4', 'ลงทะเบียนเรียบร้อยแล้ว', 'register'),
  sentence('4', 'อัพเดทสภานะโปรโมชั่นเรียบร้อยแล้ว', 'promotions'),
  sentence('5', 'เบอร์โทรศัพท์ หรือ รหัสผ่าน ไม่ถูกต้อง', 'login'),
  sentence('5', 'หมายเลขโทรศัพท์ ไม่ถูกต้อง กรุณากรอกใหม่', 'register'),
  sentence('5', 'กรุณากรอกข้อมูลก่อนยืนยัน', 'register'),
  sentence('5', 'ถอนเงินขั้นต่ำ {min} บาท', 'withdraw'),
  sentence('5', 'กรุณากรอกข้อมูลให้ครบ', 'profile'),
  sentence('5', 'คุณไม่มียอดเสีย ไม่สามารถกดรับได้', 'cashback'),
  sentence('5', 'no files', 'deposit'),
  sentence('8', 'ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้', 'foreign-host'),
  sentence('8', 'แจ้งเตือน', 'deposit'),
  sentence('8', 'คัดลอกแล้ว', 'deposit'),
  sentence('8', 'ถอนเงินสำเร็จ', 'withdraw'),
  sentence('8', 'Success!', 'cashback'),
  sentence('8', 'เปลี่ยนรหัสผ่านเรียบร้อยแล้ว', 'profile'),
  sentence('8', 'คุณต้องการเปลี่ยนสถานะเป็น {choice} ใช่หรือไม่', 'promotions'),
];

const served: readonly Line[] = calls.map((call) => ({
  section: '7',
  says: `\`${call}\``,
  where: 'the running server',
  check: ({ statuses }) => {
    const status = statuses.get(call) ?? 0;
    assert.ok(status > 0 && status !== 404 && status !== 405 && status < 500, `it answers ${status}`);
  },
}));

/** An attribute of a field on a screen. */
function field(section: string, says: string, name: string, wanted: Readonly<Record<string, string>>): Line {
  return {
    section,
    says,
    where: `the field “${name}”`,
    check: ({ fields }) => {
      const attributes = fields.get(name);
      assert.ok(attributes, `there is no field “${name}”`);
      for (const [attribute, value] of Object.entries(wanted)) assert.equal(attributes[attribute], value, attribute);
    },
  };
}

const limits: readonly Line[] = [
  field('5', 'login inputs: phone 6 to 20', 'login: เบอร์โทรศัพท์', { minlength: '6', maxlength: '20' }),
  field('5', 'login inputs: password 6 to 20', 'login: รหัสผ่าน', { minlength: '6', maxlength: '20' }),
  field('5', 'bank account field max 15', 'bank: เลขที่บัญชี', { maxlength: '15' }),
  field('5', 'registration password max 15', 'details: ตั้งรหัสผ่าน', { maxlength: '15', type: 'password' }),
  field('5', 'wallet id max 100', 'details: หมายเลขวอลเล็ท', { maxlength: '100' }),
  field('5', 'names max 100, locked when the bank told them', 'details: นามสกุล', { maxlength: '100', readonly: '' }),
  field('5', 'the referral code is read-only and filled from the path', 'details: รหัสผู้แนะนำ', {
    readonly: '',
    value: 'A7K2M9',
  }),
  field('5', 'withdraw amount max 8 characters', 'withdraw: จำนวนเงินที่ต้องการถอน', { maxlength: '8' }),
  {
    section: '3',
    says: '17 banks with their codes',
    where: 'the bank step of the registration',
    check: ({ banks }) => assert.deepEqual(banks.toSorted(), bankCodes.toSorted()),
  },
  {
    section: '3',
    says: 'default catalogue: 10 live casino, 15 slot, 1 poker, 1 trading',
    where: 'the brand ชบา',
    check: ({ catalogues }) => assert.deepEqual(catalogues.get('chaba-sandbox'), [10, 15, 1, 1]),
  },
  {
    section: '3',
    says: 'a partner’s catalogue: 9 live casino, 40 slot, 1 poker, no trading',
    where: 'the brand ล้านนา',
    check: ({ catalogues }) => assert.deepEqual(catalogues.get('lanna-sandbox'), [9, 40, 1, 0]),
  },
  {
    section: '3',
    says: 'local storage: AccessToken, UserInfo, Prefix, shareToken, the game list, promotions',
    where: 'the browser of a signed-in member',
    check: ({ stored }) => {
      const wanted = ['AccessToken', 'GameList', 'Prefix', 'Promotions', 'UserInfo', 'shareToken'];
      assert.deepEqual(
        wanted.filter((key) => !stored.includes(key)),
        [],
      );
    },
  },
  {
    section: '7',
    says: 'every request: JSON content type, Accept-Language th, api-key, api-auth with the token',
    where: 'what the pages send',
    check: ({ headers }) => {
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers['accept-language'], 'th');
      assert.ok(headers['api-key']);
      assert.ok(headers['api-auth']);
    },
  },
  {
    section: '9',
    says: 'numbers as 0,0.00',
    where: 'the member card',
    check: ({ home }) => assert.match(home, /\b(?:\d{1,3}(?:,\d{3})*)\.\d\d\b/),
  },
  {
    section: '9',
    says: 'day, month name, year, 12-hour time with am/pm',
    where: 'the history',
    // The day stands once above its lines, the time on each of them.
    check: ({ history }) => {
      assert.match(history, /\b\d{1,2} [ก-๙.]+ \d{4}\b/);
      assert.match(history, /\b(?:1[0-2]|[1-9]):\d\d [ap]m\b/);
    },
  },
  {
    section: '2',
    says: 'rank shown as fixed silver, 0.00%',
    where: 'the member card',
    check: ({ home }) => assert.match(home, /ซิลเวอร์ 0\.00%/),
  },
  {
    section: '2',
    says: 'upload a slip if money has not arrived within 5 minutes',
    where: '/user/deposit',
    check: ({ deposit }) => assert.match(deposit, /5 นาที/),
  },
  {
    section: '2',
    says: 'the deposit rules: no minimum, check the number, bank app only, bound account only, turnover, no responsibility',
    where: '/user/deposit',
    check: ({ deposit }) => {
      const rules = [
        'ไม่มียอดฝากขั้นต่ำ',
        'กรุณาตรวจสอบเลขบัญชีก่อนฝากเงินทุกครั้ง',
        'โอนเงินผ่านแอปธนาคารเท่านั้น',
        'ต้องโอนจากบัญชีที่ผูกกับสมาชิกเท่านั้น มิฉะนั้นเงินจะไม่เข้าระบบ',
        'ยอดเทิร์นโอเวอร์คือยอดเดิมพันที่ออกผลแล้วทั้งหมด',
        'ทางเว็บไซต์จะไม่รับผิดชอบทุกกรณี',
      ];
      assert.deepEqual(
        rules.filter((rule) => !deposit.includes(rule)),
        [],
      );
    },
  },
  {
    section: '9',
    says: 'the spin is sent after 1000 ms, the result shown after 1500 ms',
    where: 'a spin on /user/spinner',
    // The clocks of page and network differ a little; a busy machine is late, never early.
    check: ({ spin, limits }) => {
      assert.ok(spin.callMs > 950, `sent after ${spin.callMs} ms`);
      assert.ok(spin.resultMs > 1_450, `shown after ${spin.resultMs} ms`);
      assert.deepEqual([limits.SPIN_DELAY_MS, limits.SPIN_RESULT_DELAY_MS], [1_000, 1_500]);
    },
  },
  {
    section: '9',
    says: 'QR widget: 256, level H',
    where: 'the code of an account on /user/deposit, read from the screen',
    check: ({ qr }) => assert.deepEqual(qr, { widthPx: 256, heightPx: 256, level: 'H' }),
  },
];

export const lines: readonly Line[] = [...routes, ...screenLines, ...sentences, ...served, ...limits].toSorted(
  (one, other) => Number(one.section) - Number(other.section),
);

export function conformancePage(): string {
  const rows = lines.map(({ section, says, where }) => `| §${section} | ${says} | ${where} | passed |`);
  return [
    '# Conformance',
    '',
    'Every route, text, call, limit and constant of the specification, and where the running site has it. Made by',
    '`e2e/conformance.test.ts`, which finds each line in a running product and holds this page to what it found;',
    'change `e2e/conformance.ts` and run it with `WRITE=1`, not this page.',
    '',
    `| Section | The specification | Where | |`,
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    `${lines.length} lines.`,
    '',
  ].join('\n');
}
