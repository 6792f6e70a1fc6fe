// Routes, fields, texts and formats of the specification that a walk over the screens shows (§2, §3, §5, §9), as a
// table.
//
// Elsewhere: the walk (facts.ts), the report (screens.heavy.test.ts), actions of a member
// (journeys.ts).

import assert from 'node:assert/strict';

import type { ScreenFacts, ConformanceLine } from './line.ts';
import { screenLines } from './screens.ts';

/** Whether the lists below contain the page under another address. */
export function isRepeated(address: string): boolean {
  return /\/(?:A7K2M9|EGAMES|baccarat|poker|trading)$/.test(address);
}

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

const bankCodes = '014 002 004 006 034 011 017 020 022 024 025 030 033 073 067 069 066'.split(' ');

/** The address at which a walk ended. */
function endsAt(from: string, to: string): ConformanceLine['check'] {
  return ({ pages }) => {
    assert.equal(pages.get(from)?.path, to);
    return `ends at ${to}`;
  };
}

const routes: readonly ConformanceLine[] = [
  ...[...publicAddresses, ...memberAddresses].map(([address, title]): ConformanceLine => {
    const check = (facts: ScreenFacts) => {
      assert.deepEqual(facts.pages.get(address), { path: address, title });
      return `title “${title}”`;
    };
    return { section: '2', statement: `route ${address}`, where: 'opens the address, reads path and title', check };
  }),
  {
    section: '2',
    statement: 'route /user/login',
    where: 'the login page',
    check: ({ pages }) => {
      assert.equal(pages.get('/user/login')?.title, 'เข้าสู่ระบบ · ชบา');
      return 'title “เข้าสู่ระบบ · ชบา”';
    },
  },
  {
    section: '2',
    statement: 'any other public path → /',
    where: 'a visitor on /nothing',
    check: endsAt('visitor /nothing', '/'),
  },
  ...redirects.map(([from, to]): ConformanceLine => {
    const check = endsAt(from, to);
    return {
      section: from === '/nothing' ? '4' : '2',
      statement: `${from} → ${to}`,
      where: 'a signed-in member',
      check,
    };
  }),
  {
    section: '4',
    statement: 'member area without a token → /',
    where: 'a visitor on /user/deposit',
    check: endsAt('visitor /user/deposit', '/'),
  },
  {
    section: '2',
    statement: 'history mode: no hash in a path',
    where: 'every address above',
    check: ({ pages }) => {
      assert.ok([...pages.values()].every(({ path }) => !path.includes('#')));
      return `${pages.size} paths, none with #`;
    },
  },
];

/** An attribute of a field on a screen. */
function field(
  section: string,
  statement: string,
  name: string,
  wanted: Readonly<Record<string, string>>,
): ConformanceLine {
  return {
    section,
    statement,
    where: `the field “${name}”`,
    check: ({ fields }) => {
      const attributes = fields.get(name);
      assert.ok(attributes, `there is no field “${name}”`);
      for (const [attribute, value] of Object.entries(wanted)) assert.equal(attributes[attribute], value, attribute);
      return Object.entries(wanted)
        .map(([attribute, value]) => `${attribute}=“${value}”`)
        .join(' ');
    },
  };
}

/** A field whose maximum is a check: cutting would make another number or password of the input. */
function uncutField(statement: string, name: string, wanted: Readonly<Record<string, string>>): ConformanceLine {
  const line = field('5', statement, name, wanted);
  return {
    ...line,
    check: (facts) => {
      assert.ok(!('maxlength' in (facts.fields.get(name) ?? {})), `“${name}” cuts its input`);
      return `${line.check(facts) ?? ''}; on purpose no maxlength: more is kept, explained and not sent`;
    },
  };
}

/** The text of a screen without the addresses of its links. */
const withoutAddresses = (read: string): string => read.replaceAll(/\S*(?:\/|127\.0\.0\.1|localhost)\S*/g, ' ');

const limits: readonly ConformanceLine[] = [
  uncutField('login inputs: phone 6 to 20', 'login: เบอร์โทรศัพท์', { minlength: '6' }),
  uncutField('login inputs: password 6 to 20', 'login: รหัสผ่าน', { minlength: '6' }),
  uncutField('bank account field max 15', 'bank: เลขที่บัญชี', { inputmode: 'numeric' }),
  uncutField('registration password max 15', 'details: ตั้งรหัสผ่าน', { type: 'password' }),
  field('5', 'wallet id max 100', 'details: หมายเลขวอลเล็ท', { maxlength: '100' }),
  field('5', 'names max 100, locked when the bank returned them', 'details: นามสกุล', {
    maxlength: '100',
    readonly: '',
  }),
  field('5', 'the referral code is read-only and filled from the path', 'details: รหัสผู้แนะนำ', {
    readonly: '',
    value: 'A7K2M9',
  }),
  field('5', 'withdraw amount max 8 characters', 'withdraw: จำนวนเงินที่ต้องการถอน', { maxlength: '8' }),
  {
    section: '3',
    statement: '17 banks with their codes',
    where: 'the bank step of the registration',
    check: ({ banks }) => {
      assert.deepEqual(banks.toSorted(), bankCodes.toSorted());
      return banks.join(' ');
    },
  },
  {
    section: '3',
    statement: 'local storage: AccessToken, UserInfo, Prefix, shareToken, the game list, promotions',
    where: 'the browser of a signed-in member',
    check: ({ stored }) => {
      const wanted = ['AccessToken', 'GameList', 'Prefix', 'Promotions', 'UserInfo', 'shareToken'];
      assert.deepEqual(
        wanted.filter((key) => !stored.includes(key)),
        [],
      );
      return wanted.join(', ');
    },
  },
  {
    section: '7',
    statement: 'every request: JSON content type, Accept-Language th, api-key, api-auth with the token',
    where: 'the requests of the pages',
    check: ({ headers }) => {
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers['accept-language'], 'th');
      assert.ok(headers['api-key']);
      assert.ok(headers['api-auth']);
      return `${headers['content-type']}, ${headers['accept-language']}, a key and a token`;
    },
  },
  {
    section: '9',
    statement: 'numbers as 0,0.00',
    where: 'every figure with decimals and every figure of baht on the screens above',
    check: ({ screens }) => {
      const wrong = [...screens].flatMap(([address, read]) =>
        // Percentages keep the decimals of the configuration; the addresses of links are no figures.
        [...withoutAddresses(read).matchAll(/(?<![\d.,/:-])\d[\d,]*\.\d+(?![\d.]|\s?%)|\d[\d,.]*(?= บาท)/g)]
          .map(([figure]) => figure)
          .filter((figure) => !/^\d{1,3}(?:,\d{3})*(?:\.\d\d)?$/.test(figure))
          .map((figure) => `${address}: ${figure}`),
      );
      assert.deepEqual(wrong, []);
      return `${screens.size} screens, each figure as 0,0.00 or whole baht with thousands separated`;
    },
  },
  {
    section: '9',
    statement: 'day, month name, year, 12-hour time with am/pm',
    where: 'the history',
    // The day is shown once above its lines, the time on each of them.
    check: ({ history }) => {
      assert.match(history, /\b\d{1,2} [ก-๙.]+ \d{4}\b/);
      assert.match(history, /\b(?:1[0-2]|[1-9]):\d\d [ap]m\b/);
      return 'as 5 กุมภาพันธ์ 2569 above the lines, as 3:07 pm on each';
    },
  },
  {
    section: '9',
    statement: 'every time in 12-hour format with am/pm',
    where: 'every time on the screens above',
    check: ({ screens }) => {
      const wrong = [...screens].flatMap(([address, read]) =>
        [...withoutAddresses(read).matchAll(/(?<![\d:.])\d{1,2}:\d\d(?![\d:])(?! [ap]m\b)/g)].map(
          ([time]) => `${address}: ${time}`,
        ),
      );
      assert.deepEqual(wrong, []);
      return `${screens.size} screens, no time without am or pm`;
    },
  },
  {
    section: '3',
    statement: 'bank catalogue: a short code and a colour for each bank',
    where: 'the marks of the bank step of the registration',
    check: ({ marks }) => {
      assert.equal(marks.length, bankCodes.length);
      assert.ok(marks.every(({ word, colour }) => /^[A-Zก-๙][\wก-๙.-]*$/i.test(word) && colour.startsWith('rgb(')));
      assert.equal(new Set(marks.map(({ colour }) => colour)).size >= 10, true);
      return marks.map(({ word, colour }) => `${word} ${colour}`).join(' · ');
    },
  },
  {
    section: '9',
    statement: 'a default support id and app name in the initial state',
    where: 'the landing page without a response of the configuration call',
    check: ({ fallback }) => {
      assert.match(fallback.chat, /^https:\/\/line\.me\/R\/ti\/p\/%40/);
      return `${fallback.chat}, “${fallback.title}”`;
    },
  },
  {
    section: '2',
    statement: 'rank shown as fixed silver, 0.00%',
    where: 'the member card',
    check: ({ home }) => {
      assert.match(home, /ซิลเวอร์ 0\.00%/);
      return '“ซิลเวอร์ 0.00%”';
    },
  },
  {
    section: '2',
    statement: 'upload a slip if money has not arrived within 5 minutes',
    where: '/user/deposit',
    check: ({ deposit }) => {
      assert.match(deposit, /หากเงินไม่เข้าภายใน 5 นาที กรุณาอัปโหลดสลิป/);
      return '“หากเงินไม่เข้าภายใน 5 นาที กรุณาอัปโหลดสลิป”';
    },
  },
  {
    section: '2',
    statement:
      'the deposit rules: no minimum, check the number, bank app only, bound account only, turnover, no responsibility',
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
      return rules.map((rule) => `“${rule}”`).join(' · ');
    },
  },
  {
    section: '9',
    statement: 'the spin is sent after 1000 ms, the result shown after 1500 ms',
    where: 'measures a spin on /user/spinner from the tap and from the response',
    // The clocks of page and network differ slightly; a busy machine adds time and never removes any.
    check: ({ spin }) => {
      assert.ok(spin.callMs > 950, `sent after ${spin.callMs} ms`);
      assert.ok(spin.resultMs > 1_450, `shown after ${spin.resultMs} ms`);
      return 'at least 950 and 1450 ms as the page measures';
    },
  },
  {
    section: '9',
    statement: 'QR widget: 256, level H',
    where: 'the code of an account on /user/deposit, read from the screen',
    check: ({ qr }) => {
      assert.deepEqual(qr, { widthPx: 256, heightPx: 256, level: 'H' });
      return `${qr.widthPx} × ${qr.heightPx}, level ${qr.level}`;
    },
  },
  {
    section: '2',
    statement: 'QR widget: error-correction level L, M, Q or H, default H',
    where: 'gives the widget each level and none, reads its codes from the screen',
    check: ({ qrLevels }) => {
      const expected = { L: 'L', M: 'M', Q: 'Q', H: 'H', '': 'H' };
      assert.deepEqual(Object.fromEntries(qrLevels), expected);
      return [...qrLevels].map(([given, read]) => `${given || 'none'}: ${read}`).join(', ');
    },
  },
];

export const lines: readonly ConformanceLine[] = [...routes, ...screenLines, ...limits];
