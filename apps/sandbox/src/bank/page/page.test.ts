import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { deriveTesterToken } from '@chaba/sandbox-kit/testers';

import { openBank, type OpenBank, SECRETS } from '#bank/testing/open-bank';

let bank: OpenBank;
before(async () => {
  bank = await openBank();
});
after(() => bank.close());

const order = {
  fromBankCode: '014',
  fromAccount: '111-2-22333-4',
  toKind: 'bank',
  toBankCode: '004',
  toAccount: '9998887776',
  toPhone: '',
  amount: '1,234.50',
  feed: 'off',
  slip: 'ok',
};

const get = (target: string): Promise<Response> => fetch(bank.url + target);
const send = (target: string, fields: Record<string, string>): Promise<Response> =>
  fetch(bank.url + target, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

test('sends a policy that allows local resources only and no framing', async () => {
  const response = await get('/bank');
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'; script-src 'self';/);
  assert.match(policy, /frame-ancestors 'none'/);
  const page = await response.text();
  assert.doesNotMatch(page, /https?:|style="|onclick|<script>/);
  assert.match(page, /เครดิตทดลอง ไม่มีมูลค่าเป็นเงินจริง/);
  for (const [, file = ''] of page.matchAll(/(?:href|src)="(\/bank\/assets\/[^"]+)"/g)) {
    assert.equal((await get(file)).status, 200, file);
  }
});

test('fills the form from a link and shows the account holders', async () => {
  const query = 'fromBankCode=014&fromAccount=1112223334&toPhone=0891112222&amount=500';
  const page = await (await get(`/bank?${query}`)).text();
  assert.match(page, /value="1112223334"/);
  assert.match(page, /นางสาว สมหญิง ใจดี/);
  assert.match(page, /บริษัท ชบา เกมส์ จำกัด/);
  assert.match(page, /value="wallet" checked/);
  assert.match(page, /name="amount" value="500"/);
});

test('escapes values of the address', async () => {
  const page = await (await get(`/bank?amount=${encodeURIComponent('"><script>alert(1)</script>')}`)).text();
  assert.doesNotMatch(page, /<script>/);
});

test('redirects a submitted form to its slip, and a repeated one to the same slip', async () => {
  const first = await send('/bank', { ...order, attempt: 'A-1' });
  assert.equal(first.status, 303);
  const again = await send('/bank', { ...order, attempt: 'A-1' });
  assert.equal(again.headers.get('location'), first.headers.get('location'));

  const page = await (await get(String(first.headers.get('location')))).text();
  assert.match(page, /1,234<small>\.50<\/small>/);
  assert.match(page, /111-2-22333-4/);
  const [, picture = ''] = /<img class="slip" src="([^"]+)"/.exec(page) ?? [];
  assert.equal((await get(picture)).headers.get('content-type'), 'image/png');
});

test('shows a Thai message, marks the invalid field and preserves the input', async () => {
  const wrong: [Record<string, string>, RegExp, string][] = [
    [{ amount: '' }, /กรุณาใส่จำนวนเงิน/, 'amount'],
    [{ amount: '-5' }, /กรุณาใส่จำนวนเงิน/, 'amount'],
    [{ fromBankCode: '' }, /กรุณาเลือกธนาคาร/, 'fromBankCode'],
    [{ toAccount: '12345' }, /เลขบัญชีต้องมี 10 หรือ 12 หลัก/, 'toAccount'],
    [{ toAccount: '9998880000' }, /ไม่พบบัญชีนี้/, 'toAccount'],
    [{ toAccount: '9998880001' }, /บัญชีนี้ปิดแล้ว/, 'toAccount'],
    [{ toKind: 'wallet', toPhone: '021234567' }, /เบอร์โทรศัพท์ต้องมี 10 หลัก/, 'toPhone'],
    [{ toBankCode: '014', toAccount: '1112223334' }, /ต้องไม่ใช่บัญชีเดียวกัน/, 'toAccount'],
  ];
  for (const [change, sentence, field] of wrong) {
    const response = await send('/bank', { ...order, ...change, attempt: '' });
    const page = await response.text();
    assert.ok(response.status >= 400 && response.status < 500, JSON.stringify(change));
    assert.match(page, sentence);
    assert.match(page, new RegExp(`name="${field}"[^>]*aria-invalid="true"`));
    assert.match(page, /value="111-2-22333-4"/);
  }
});

test('changes the slip behaviour and sends the feed line on request', async () => {
  const { headers } = await send('/bank', { ...order, attempt: 'A-2' });
  const place = String(headers.get('location'));
  await send(`${place}/slip`, { slip: 'down' });
  const transRef = place.split('/').at(-1);
  const request = { sendingBank: '014', transRef };
  assert.deepEqual((await bank.askSigned('POST', '/slip-api/v1/verify', request)).body, { code: 'TEMPORARY' });

  assert.match(await (await get(place)).text(), /ยังไม่ได้แจ้ง/);
  await send(`${place}/feed`, {});
  await bank.server.waitFor('/integrations/bank/v1/feed', 1);
  assert.match(await (await get(place)).text(), /เว็บไซต์รับทราบแล้ว/);
});

test('shows a page for an unknown slip', async () => {
  const response = await get('/bank/done/nosuchslip');
  assert.equal(response.status, 404);
  assert.match(await response.text(), /ไม่พบรายการโอนนี้/);
});

test('opens the controls by the link for testers, and the page without them otherwise', async () => {
  const { headers } = await send('/bank', { ...order, attempt: 'A-3' });
  const place = String(headers.get('location'));
  // A phone behind a proxy of this machine.
  const phone = { 'x-forwarded-for': '192.168.1.33' };
  const open = (target: string, cookie = ''): Promise<Response> =>
    fetch(bank.url + target, { headers: { ...phone, cookie }, redirect: 'manual' });
  const plain = await (await open(place)).text();
  assert.match(plain, /โอนเงินสำเร็จ/);
  assert.doesNotMatch(plain, /พฤติกรรมสำหรับทดสอบ/);
  const account = '/bank/accounts/014/1112223334';
  assert.deepEqual(((await (await open(account)).json()) as Record<string, unknown>)['balance'], undefined);
  for (const control of ['slip', 'feed']) {
    const response = await fetch(`${bank.url}${place}/${control}`, { method: 'POST', headers: phone });
    assert.equal(response.status, 403);
  }

  const token = deriveTesterToken(SECRETS.bank);
  const link = await open(`/bank?token=${token}&amount=500`);
  assert.deepEqual([link.status, link.headers.get('location')], [303, '/bank?amount=500']);
  const cookie = link.headers.get('set-cookie') ?? '';
  assert.match(cookie, /; HttpOnly; SameSite=Lax$/);
  assert.match(await (await open(place, cookie.split(';')[0])).text(), /พฤติกรรมสำหรับทดสอบ/);
  assert.match(await (await open(account, cookie.split(';')[0])).text(), /"balance":/);

  const wrong = await open('/bank?token=wrong');
  assert.deepEqual([wrong.status, wrong.headers.get('set-cookie')], [403, null]);
  assert.match(await wrong.text(), /ลิงก์สำหรับผู้ทดสอบใช้ไม่ได้/);
});
