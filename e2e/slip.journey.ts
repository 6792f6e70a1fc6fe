// The deposit page: a bank slip is credited, and each invalid slip is reported with its reason.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { encodeSlipQr } from '@chaba/contract/slip-qr';
import { openDatabase, sql } from '@chaba/database';
import type { Page } from 'playwright-core';

import { openMobilePage } from '#testing/product/browser';
import { closeAlert } from './members.ts';
import {
  drawCode,
  makeMember,
  openAs,
  operator,
  toPngFile,
  transfer,
  type JourneyMember,
  type SlipPicture,
} from './money.ts';
import { startProduct } from './product.ts';
import { checkScreen } from './screens.ts';
import { pollUntil } from '#testing/product/until';
import { testInFull } from '#testing/extent';

const product = await startProduct();

const PATH = '/user/deposit';
/** The job runs every five seconds. */
const CREDIT_TIMEOUT_MS = 120_000;

/** Chooses a picture and returns the text of the alert. */
async function sendPicture(page: Page, picture: SlipPicture): Promise<string> {
  await page.locator('input[type=file]').setInputFiles(picture);
  return closeAlert(page);
}

async function openDeposit(member?: JourneyMember, options: Parameters<typeof openMobilePage>[0] = {}) {
  const owner = member ?? (await makeMember(product));
  const page = await openMobilePage(options);
  await openAs(page, product, owner, PATH);
  await page.getByRole('heading', { name: 'เลือกบัญชีที่ต้องการโอน' }).waitFor();
  return { page, member: owner };
}

/** Slips are retried after a minute or more (deposits.test.ts); this makes them due at once. */
async function makeRetriesDue(): Promise<void> {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
  await database.execute(sql`update slip set next_attempt_at = now() where state = 'waiting'`);
  await database.close();
}

/** Returns the unmatched transfer of this amount once the feed has reported it. */
async function findUnmatchedMovement(amount: number): Promise<string> {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1 });
  let found: { id: string } | undefined;
  const isReported = async (): Promise<boolean> => {
    found = await database.oneOrNone(sql`
      select bank_movement_id::text as id from bank_movement where state = 'seen' and amount_e4 = ${BigInt(amount) * 10_000n}`);
    return found !== undefined;
  };
  await pollUntil(isReported, { message: `the feed does not report ${amount} baht`, timeoutMs: CREDIT_TIMEOUT_MS });
  await database.close();
  return `D${found?.id ?? ''}`;
}

const getPhone = (member: JourneyMember): string => (member.info as { readonly PhoneNumber: string }).PhoneNumber;

const balanceChip = (page: Page, amount: string) => page.getByRole('banner').getByText(amount);

test('credits the member for a slip and updates the balance without a reload', async () => {
  const { page, member } = await openDeposit();
  const { slip } = await transfer(product, member, 500.25);
  const alertText = await sendPicture(page, slip);
  assert.match(alertText, /^แจ้งเตือน\nฝากเงินสำเร็จ 500\.25 บาท/);
  await page.getByText('ตรวจสลิปเรียบร้อยแล้ว').waitFor();
  await page.getByText('+500.25 บาท').waitFor();
  await page.getByText('ยอดใหม่ 500.25 บาท').waitFor();
  await page.getByText(/^อ้างอิง D/).waitFor();
  await balanceChip(page, '500.25').waitFor();
  await checkScreen(page);

  await page.getByRole('button', { name: 'ส่งสลิปอื่น' }).click();
  assert.match(await sendPicture(page, slip), /สลิปนี้ถูกใช้งานแล้ว/);
  await page.getByText('ส่งสลิปไม่สำเร็จ').waitFor();
  await checkScreen(page);
});

test('shows the account to transfer to and the rules, and copies the number', async () => {
  const { page } = await openDeposit(undefined, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByText('โอนจากบัญชีของคุณ').waitFor();
  await page.getByText('999-8-88777-6').waitFor();
  await page.getByRole('button', { name: 'คัดลอก เลขที่บัญชี ธนาคารกสิกรไทย' }).click();
  await page.getByText('คัดลอกแล้ว').first().waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '9998887776');

  const rules = page.getByRole('listitem').filter({ hasText: 'ไม่มียอดฝากขั้นต่ำ' });
  assert.equal(await rules.locator('xpath=..').getByRole('listitem').count(), 6);
  await page.getByText('หากเงินไม่เข้าภายใน 5 นาที กรุณาอัปโหลดสลิป').waitFor();
  await page.getByText('ฝากเงินสดหรือฝากผ่านตู้ กรุณาติดต่อแอดมิน').waitFor();
  const bank = page.getByRole('link', { name: 'ไปที่ธนาคารจำลอง' });
  assert.equal(
    await bank.getAttribute('href'),
    `${product.sandboxUrl}/bank?fromBankCode=004&toBankCode=004&toAccount=9998887776`,
  );

  await page.getByRole('tab', { name: 'วอลเล็ท' }).click();
  await page.getByText('089-111-2222').waitFor();
  await checkScreen(page);
});

testInFull('saves the QR of an account as a picture', async () => {
  const { page } = await openDeposit();
  await page.getByRole('button', { name: 'แสดง QR ของบัญชี ธนาคารกสิกรไทย' }).click();
  const sheet = page.getByRole('dialog', { name: 'สแกนเพื่อโอน' });
  await sheet.getByRole('img').waitFor();
  await checkScreen(page);
  const download = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'บันทึกรูป QR' }).click();
  assert.equal((await download).suggestedFilename(), 'chaba-qr-9998887776.png');
});

testInFull('reports a missing file without a request', async () => {
  const { page } = await openDeposit();
  let isRequested = false;
  page.on('request', (request) => {
    if (request.url().includes('pullslip')) isRequested = true;
  });
  await page.getByRole('button', { name: 'ส่งสลิป', exact: true }).click();
  assert.match(await closeAlert(page), /^แจ้งเตือน\nno files/);
  assert.equal(isRequested, false);
});

testInFull('reports a picture without a slip at once, without a request', async () => {
  const { page } = await openDeposit();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('pullslip')) requests.push(request.url());
  });
  const wrong: readonly (readonly [string, SlipPicture, RegExp])[] = [
    ['not an image', toPngFile(Buffer.from('hello')), /รองรับเฉพาะไฟล์รูปภาพ JPG, PNG หรือ WebP/],
    ['a document', { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }, /รองรับเฉพาะไฟล์รูปภาพ/],
    ['too large', toPngFile(Buffer.alloc(10 * 1024 * 1024 + 1)), /ไฟล์ใหญ่เกิน 10 MB/],
    ['no QR', await drawCode('4004', 'Code128'), /ไม่พบ QR ในสลิป/],
    ['an address', await drawCode('https://example.com'), /QR นี้ไม่ใช่ QR ตรวจสอบสลิป/],
    [
      'a payment QR',
      await drawCode('00020101021129370016A000000677010111011300668911122225802TH530376463046B4B'),
      /QR นี้เป็น QR สำหรับรับเงิน/,
    ],
    ['a broken one', await drawCode('004600060000010103014022520261121broken51'), /อ่าน QR ในสลิปได้ไม่ครบ/],
  ];
  for (const [name, picture, sentence] of wrong) {
    assert.match(await sendPicture(page, picture), sentence, name);
  }
  assert.deepEqual(requests, []);
});

/** A picture drawn by the browser from others, each at its place; without a background it is transparent. */
async function compose(
  page: Page,
  size: readonly [width: number, height: number],
  parts: readonly { readonly picture: SlipPicture; readonly at: readonly [number, number, number] }[],
  { type = 'image/png', background = '', cut = '' } = {},
): Promise<Buffer> {
  const drawn = parts.map(({ picture, at }) => ({
    source: `data:${picture.mimeType};base64,${picture.buffer.toString('base64')}`,
    at,
  }));
  const given = { drawn, size, type, background, cut };
  const encoded = await page.evaluate(
    async ({ drawn: images, size: [width, height], type: to, background: fill, cut: erase }) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [width, height];
      const pen = canvas.getContext('2d');
      if (!pen) return '';
      pen.fillStyle = fill || 'transparent';
      pen.fillRect(0, 0, width, height);
      for (const { source, at } of images) {
        const image = new Image();
        image.src = source;
        await image.decode();
        pen.drawImage(image, at[0], at[1], at[2], (at[2] * image.height) / image.width);
      }
      if (erase !== '') {
        // Pixels of one shade become transparent.
        const pixels = pen.getImageData(0, 0, width, height);
        for (let at = 0; at < pixels.data.length; at += 4) {
          const isLight = (pixels.data[at] ?? 0) > 127;
          if (isLight === (erase === 'light')) pixels.data[at + 3] = 0;
        }
        pen.putImageData(pixels, 0, 0);
      }
      return canvas.toDataURL(to, 0.85).split(',')[1] ?? '';
    },
    given,
  );
  return Buffer.from(encoded, 'base64');
}

testInFull('finds the slip in a long chat, on a transparent picture and under any type name', async () => {
  const { page, member } = await openDeposit();
  const friend = await drawCode('https://line.me/ti/p/abcdefghij');
  const payment = await drawCode('00020101021129370016A000000677010111011300668911122225802TH530376463046B4B');
  const credit = async (amount: number, draw: (slip: SlipPicture) => Promise<Omit<SlipPicture, 'name'>>) => {
    const { slip } = await transfer(product, member, amount);
    const picture = { name: 'slip', ...(await draw(slip)) };
    assert.match(await sendPicture(page, picture), new RegExp(`ฝากเงินสำเร็จ ${amount}\\.00 บาท`), `${amount}`);
    await page.getByRole('button', { name: 'ส่งสลิปอื่น' }).click();
  };
  const chat = [1_080, 7_200] as const;
  for (const [amount, above] of [
    [201, friend],
    [202, payment],
  ] as const) {
    await credit(amount, async (slip) => ({
      mimeType: 'image/jpeg',
      buffer: await compose(
        page,
        chat,
        [
          { picture: above, at: [90, 300, 420] },
          { picture: slip, at: [560, 5_700, 480] },
        ],
        { type: 'image/jpeg', background: '#8cabd9' },
      ),
    }));
  }
  await credit(203, async (slip) => ({
    mimeType: 'image/png',
    buffer: await compose(page, [1_080, 1_900], [{ picture: slip, at: [0, 0, 1_080] }], { cut: 'light' }),
  }));
  const code = async (amount: number, cut: string) => {
    const { transRef } = await transfer(product, member, amount);
    const drawn = await drawCode(encodeSlipQr({ kind: 'BANK_SLIP', sendingBank: '004', transRef }));
    const buffer = await compose(page, [600, 600], [{ picture: drawn, at: [40, 40, 520] }], { cut });
    assert.match(await sendPicture(page, toPngFile(buffer)), new RegExp(`ฝากเงินสำเร็จ ${amount}\\.00 บาท`), cut);
    await page.getByRole('button', { name: 'ส่งสลิปอื่น' }).click();
  };
  await code(204, 'light');
  for (const [index, mimeType] of [
    'image/jpg',
    'image/pjpeg',
    '',
    'application/octet-stream',
    'image/png',
    'image/heic',
  ].entries()) {
    await credit(210 + index, async (slip) => ({
      mimeType,
      buffer: await compose(page, [1_080, 1_900], [{ picture: slip, at: [0, 0, 1_080] }], {
        type: 'image/jpeg',
        background: '#fff',
      }),
    }));
  }
  await checkScreen(page);

  const both = { picture: friend, at: [90, 300, 420] } as const;
  const noSlip = await compose(page, chat, [both, { picture: payment, at: [560, 5_700, 300] }], { background: '#fff' });
  assert.match(await sendPicture(page, toPngFile(noSlip)), /QR นี้เป็น QR สำหรับรับเงิน/);
  // Chromium opens no HEIC.
  const heic = Buffer.from('0000001866747970686569630000000068656963', 'hex');
  assert.match(
    await sendPicture(page, { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic }),
    /รองรับเฉพาะไฟล์รูปภาพ/,
  );
});

testInFull(
  "shows the server's message for a slip of another member or account, an unknown slip and an old one",
  async () => {
    const [{ page, member }, stranger] = [await openDeposit(), await makeMember(product)];
    const others = await transfer(product, stranger, 90);
    assert.match(await sendPicture(page, others.slip), /บัญชีผู้โอนไม่ตรงกับบัญชีที่ผูกกับสมาชิก/);
    await page.getByText('อยู่ระหว่างเจ้าหน้าที่ตรวจสอบ').first().waitFor();

    const elsewhere = await transfer(product, member, 91, { toBankCode: '004', toAccount: '1230000799' });
    assert.match(await sendPicture(page, elsewhere.slip), /บัญชีผู้รับไม่ใช่บัญชีของระบบ/);

    const forged = encodeSlipQr({ kind: 'BANK_SLIP', sendingBank: '004', transRef: 'Forged0000000000001' });
    assert.match(await sendPicture(page, await drawCode(forged)), /ไม่พบรายการโอนนี้/);

    const at = new Date(Date.now() - 49 * 3_600_000).toISOString();
    const old = await transfer(product, member, 92, { at });
    assert.match(await sendPicture(page, old.slip), /สลิปนี้โอนเกิน 48 ชั่วโมงแล้ว/);
    await page.getByRole('heading', { name: 'สลิปที่กำลังตรวจสอบ' }).waitFor();
    await balanceChip(page, '0.00').waitFor();
  },
);

testInFull("lists a transfer from another person's account with its next step until an operator decides", async () => {
  const [{ page, member }, other] = [await openDeposit(), await makeMember(product)];
  const [first, second] = [await transfer(product, other, 93), await transfer(product, other, 94)];
  const next = /เจ้าหน้าที่จะตรวจสอบ แล้วเติมเครดิตหรือคืนเงินไปยังบัญชีต้นทาง ไม่ต้องโอนซ้ำ/;
  assert.match(await sendPicture(page, first.slip), next);
  assert.match(await sendPicture(page, second.slip), next);
  await page.reload();
  const watched = page.getByRole('listitem').filter({ hasText: next });
  await watched.nth(1).waitFor();
  await watched.first().getByText('อยู่ระหว่างเจ้าหน้าที่ตรวจสอบ').waitFor();
  await checkScreen(page);

  await page.goto(`${product.url}/user/history`);
  const row = (sentence: RegExp) => page.getByRole('listitem').filter({ hasText: sentence });
  await row(next).nth(1).waitFor();
  await row(next).first().getByText('ยอดตามสลิป').waitFor();
  await row(next).first().getByText('รอดำเนินการ').waitFor();
  await checkScreen(page);

  const [returned, given] = [await findUnmatchedMovement(93), await findUnmatchedMovement(94)];
  await row(next).last().getByRole('button').click();
  const receipt = page.getByRole('dialog', { name: 'รายละเอียดรายการ' });
  await receipt.getByText(new RegExp(`^D0*${returned.slice(1)}$`)).waitFor();
  await checkScreen(page);

  await operator(product, 'return-deposit', returned, '--reason', 'the sender is not the member');
  await operator(product, 'credit-deposit', given, '--member', getPhone(member), '--reason', 'of the same family');
  await page.reload();
  await row(/ยอดโอนนี้ถูกคืนไปยังบัญชีต้นทางแล้ว/)
    .getByText('ล้มเหลว')
    .waitFor();
  await page.getByText('+94.00').waitFor();
  assert.equal(await row(next).count(), 0);
  await checkScreen(page);
});

testInFull('credits a slip that the bank cannot confirm yet while the page is open', async () => {
  const { page, member } = await openDeposit();
  const down = await transfer(product, member, 70, { query: '?slip=down' });
  assert.match(await sendPicture(page, down.slip), /ระบบธนาคารขัดข้องชั่วคราว/);
  const pending = await transfer(product, member, 80, { query: '?slip=pending' });
  assert.match(await sendPicture(page, pending.slip), /ธนาคารกำลังประมวลผล/);
  await page.getByRole('heading', { name: 'สลิปที่กำลังตรวจสอบ' }).waitFor();
  await page.getByText('รอธนาคารยืนยัน').nth(1).waitFor();
  await checkScreen(page);

  for (const { transRef } of [down, pending]) {
    await fetch(`${product.sandboxUrl}/bank/done/${transRef}/slip`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'slip=ok',
      redirect: 'manual',
    });
  }
  await makeRetriesDue();
  await page.getByText('เงินเข้าแล้ว').nth(1).waitFor({ timeout: CREDIT_TIMEOUT_MS });
  await balanceChip(page, '150.00').waitFor();
});

test('credits a transfer of the bank’s feed without a slip', async () => {
  const { page, member } = await openDeposit();
  await transfer(product, member, 65, { query: '?feed=on' });
  await balanceChip(page, '65.00').waitFor();
});

testInFull(
  'disputes a slip of a transfer credited to another member and updates the balance after the decision',
  async () => {
    const { page, member } = await openDeposit();
    const other = await makeMember(product);
    const { slip } = await transfer(product, member, 66, { query: '?feed=on&sender=none' });
    const movement = await findUnmatchedMovement(66);
    await operator(product, 'credit-deposit', movement, '--member', getPhone(other), '--reason', 'said so in the chat');

    assert.match(await sendPicture(page, slip), /เจ้าหน้าที่กำลังตรวจสอบว่ายอดโอนนี้เป็นของใคร ไม่ต้องโอนซ้ำ/);
    await page.getByText('กำลังตรวจสอบเจ้าของยอด').waitFor();
    await page.getByText('66.00').first().waitFor();
    await checkScreen(page);
    await operator(product, 'credit-deposit', movement, '--member', getPhone(member), '--reason', 'the slip proves it');
    await page.getByText('เงินเข้าแล้ว').waitFor();
    await balanceChip(page, '66.00').waitFor();
  },
);

test('repeats the same request after a lost response and credits once', async () => {
  const { page, member } = await openDeposit(undefined, { expected: /ERR_FAILED|ERR_CONNECTION/ });
  const { slip } = await transfer(product, member, 300);
  let isLost = true;
  await page.route('**/pullslip', async (route) => {
    if (!isLost) return route.continue();
    isLost = false;
    // The server receives the request; only the response is lost.
    await route.fetch();
    return route.abort();
  });
  assert.match(await sendPicture(page, slip), /ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้/);
  await page.getByRole('button', { name: 'ส่งอีกครั้ง' }).click();
  assert.match(await closeAlert(page), /ฝากเงินสำเร็จ 300\.00 บาท/);
  await page.getByText(/^อ้างอิง D/).waitFor();
  await balanceChip(page, '300.00').waitFor();
});

testInFull('reports that it needs a connection while offline', async () => {
  const { page, member } = await openDeposit(undefined, { expected: /ERR_INTERNET_DISCONNECTED/ });
  const { slip } = await transfer(product, member, 30);
  // The reader is loaded before the connection is lost, as after an earlier slip on the phone.
  await sendPicture(page, await drawCode('x'));
  await page.context().setOffline(true);
  await page.getByText('ต้องเชื่อมต่ออินเทอร์เน็ตเพื่อทำรายการนี้').first().waitFor();
  assert.match(await sendPicture(page, slip), /ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้/);
  await page.getByText('ยังไม่ได้ส่งสลิป กดส่งอีกครั้งเมื่อเชื่อมต่อได้').waitFor();
  await page.context().setOffline(false);
  await page.getByText('กลับมาออนไลน์แล้ว').waitFor();
  await page.getByRole('button', { name: 'ส่งอีกครั้ง' }).click();
  assert.match(await closeAlert(page), /ฝากเงินสำเร็จ 30\.00 บาท/);
});

testInFull('loads the reader again after a lost connection and reads the chosen picture', async () => {
  const { page, member } = await openDeposit(undefined, { expected: /ERR_FAILED/ });
  const { slip } = await transfer(product, member, 40);
  const [worker, wasm] = [/\/assets\/slip-reader\.worker-[^/]+\.js$/, /\/assets\/zxing_reader-[^/]+\.wasm$/];
  const sendAgain = page.getByRole('button', { name: 'ส่งอีกครั้ง' });
  const lost = /ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้/;

  await page.route(worker, (route) => route.abort());
  assert.match(await sendPicture(page, slip), lost);
  await page.unroute(worker);
  await page.route(wasm, (route) => route.abort());
  await sendAgain.click();
  assert.match(await closeAlert(page), lost);
  await page.unroute(wasm);

  // A connection without a response; the timeout is shortened to zero.
  await page.route(worker, () => undefined);
  const originalTimeout = await page.evaluateHandle(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = () => timeout.call(AbortSignal, 1);
    return timeout;
  });
  await sendAgain.click();
  assert.match(await closeAlert(page), lost);
  await page.getByRole('img', { name: 'รูปสลิปที่เลือก' }).waitFor();
  await checkScreen(page);
  await originalTimeout.evaluate((timeout) => {
    AbortSignal.timeout = timeout;
  });
  await page.unroute(worker);
  await sendAgain.click();
  assert.match(await closeAlert(page), /ฝากเงินสำเร็จ 40\.00 บาท/);
});

testInFull('offers a reload when the reader was removed with an older build', async () => {
  const { page, member } = await openDeposit(undefined, { expected: /404|\/assets\// });
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/(?:slip-reader|zxing)/.test(pathname)) files.add(pathname);
  });
  assert.match(await sendPicture(page, await drawCode('https://example.com')), /QR นี้ไม่ใช่ QR ตรวจสอบสลิป/);
  const { slip } = await transfer(product, member, 50);
  const reloadButton = page.getByRole('button', { name: 'โหลดหน้าใหม่' });
  // Some hosts return the first page instead of 404 for a missing file.
  for (const answer of [{ status: 404 }, { contentType: 'text/html', body: '' }]) {
    for (const file of files) {
      await page.route(`**${file}`, (route) => route.fulfill(answer));
      // An idle page may have loaded the reader before the file was removed.
      await page.reload();
      await page.getByRole('heading', { name: 'เลือกบัญชีที่ต้องการโอน' }).waitFor();
      await page.locator('input[type=file]').setInputFiles(slip);
      await reloadButton.waitFor();
      assert.equal(await page.getByRole('alertdialog').count(), 0);
      await page.unroute(`**${file}`);
      const loaded = page.waitForEvent('load');
      await reloadButton.click();
      await loaded;
      await page.getByRole('heading', { name: 'เลือกบัญชีที่ต้องการโอน' }).waitFor();
    }
  }
  assert.match(await sendPicture(page, slip), /ฝากเงินสำเร็จ 50\.00 บาท/);
});

testInFull('confirms a changed promotion and shows it after the reload', async () => {
  const { page } = await openDeposit();
  const selector = page.getByRole('switch', { name: 'รับโปรโมชั่น', includeHidden: true });
  assert.equal(await selector.getAttribute('aria-checked'), 'false');
  await selector.click();
  const question = page.getByRole('alertdialog');
  await question.getByText('คุณต้องการเปลี่ยนสถานะเป็น รับโปรโมชั่น ใช่หรือไม่').waitFor();
  await question.getByRole('button', { name: 'ไม่ใช่' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal(await selector.getAttribute('aria-checked'), 'false');

  await selector.click();
  await question.getByRole('button', { name: 'ใช่', exact: true }).click();
  await page.getByText('อัพเดทสภานะโปรโมชั่นเรียบร้อยแล้ว').waitFor();
  assert.equal(await selector.getAttribute('aria-checked'), 'false', 'the stored value, not the sent one');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('alertdialog').getByRole('button', { name: 'ตกลง' }).click();
  await reloaded;
  await page.getByRole('switch', { name: 'รับโปรโมชั่น', checked: true }).waitFor();
});

test('names the contact when there is no receiving account', async () => {
  const member = await makeMember(product);
  const page = await openMobilePage();
  await page.route('**/info/deposit', (route) =>
    route.fulfill({ json: { success: true, data: [], requestId: 'none' } }),
  );
  await openAs(page, product, member, PATH);
  await page.getByText('ยังไม่มีบัญชีรับฝากในขณะนี้ กรุณาติดต่อแอดมิน').waitFor();
  await checkScreen(page);
});
