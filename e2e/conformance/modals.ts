// The header of the specification and the screens that open over a page (§2), in a browser.
//
// Elsewhere: the parts of each screen (screens.ts).

import { untilHydrated } from '#testing/product/browser';
import assert from 'node:assert/strict';

import { openAsMember, type Walk } from './walk.ts';

/** The title of each modal screen of the specification in the menu. */
const modals = [
  ['affiliate, with the link and the withdraw button', 'แนะนำเพื่อน', /ถอนรายได้/],
  ['history', 'ประวัติ', /ประวัติถอน/],
  ['withdraw', 'ถอนเงิน', /จำนวนเงินที่ต้องการถอน/],
  ['wheel', 'กงล้อลุ้นโชค', /เหรียญ/],
  ['deposit', 'ฝากเงิน', /เงื่อนไขการฝากเงิน/],
  ['deposit-auto: bank accounts, chat bot, rules', 'ฝากเงินอัตโนมัติ', /ธนาคาร.*แจ้งฝากผ่านแชทบอท.*เงื่อนไขการฝากเงิน/s],
  ['deposit-wallet: wallet accounts, chat bot, rules', 'ฝากเงินผ่านวอลเล็ท', /วอลเล็ท.*แจ้งฝากผ่านแชทบอท.*เงื่อนไขการฝากเงิน/s],
  ['cashback', 'คืนยอดเสีย', /กดรับยอดคืน/],
  ['promotions', 'โปรโมชั่น', /โปรโมชั่นทั้งหมด/],
  ['profile and change password', 'ข้อมูลสมาชิก', /เปลี่ยนรหัสผ่าน/],
  ['item code', 'เครดิตฟรี', /กรอกโค้ดรับเครดิตฟรี/],
] as const;

export async function openModals(all: Walk): Promise<void> {
  const { page, checkRow } = all;
  await openAsMember(all, '/user/slot');
  for (const [name, title, shows] of modals) {
    await checkRow('2', `modal screen: ${name}`, `presses ${title} in the menu on /user/slot, then back`, async () => {
      await page.getByRole('button', { name: 'เปิดเมนู' }).click();
      const menu = page.getByRole('dialog', { name: 'เมนู' });
      await menu.getByRole('link', { name: title, exact: true }).click();
      const screen = page.getByRole('dialog', { name: title, exact: true });
      await screen.filter({ hasText: shows }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/user/slot');
      await page.goBack();
      await screen.waitFor({ state: 'detached' });
      return `a dialog titled “${title}” over the page`;
    });
  }
}

export async function checkHeader({ page, url, checkRow }: Walk): Promise<void> {
  await page.goto(url);
  await untilHydrated(page);
  const header = page.getByRole('banner');
  for (const [name, sign] of [
    ['เข้าสู่ระบบ', 'จดจำการเข้าสู่ระบบ'],
    ['สมัครสมาชิก', 'ตรวจสอบเบอร์โทรศัพท์'],
  ] as const) {
    await checkRow('2', `header: the button ${name} opens a modal`, 'presses it on /', async () => {
      await header.getByRole('link', { name, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(sign).first().waitFor();
      assert.equal(new URL(page.url()).pathname, '/');
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
      return `a dialog with “${sign}” over /`;
    });
  }
  await checkRow('2', 'header: a scroll-to-top button', 'scrolls down, presses it', async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByRole('button', { name: /ขึ้นบน|ด้านบน|บนสุด/ }).click();
    await page.waitForFunction(() => scrollY === 0);
    return 'at the top';
  });
}
