// Every screen of the back office in both languages, both modes and at three widths, as the role with every permission:
// accessible, without sideways scrolling, a report of the content security policy or a request to another host.
//
// Always true: the process runs in this test on a database of its own. Pages are those of the menu of the role, and
// those that open from them.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';

import { reportNames } from '@chaba/contract/back-office/reports';
import type { Role } from '@chaba/contract/back-office/roles';
import { baht } from '@chaba/money';
import type { Page } from 'playwright-core';

import { BACK_OFFICE_ROOT, buildPages } from '#ops/start/page-builds';
import { requestWithdrawal } from '#server/modules/withdrawals/withdrawals';
import { buildTestOffice } from '#server/testing/build-back-office';
import { createMember } from '#server/testing/factories';
import { openMobilePage } from '#testing/product/browser';

import { findViolations } from './axe.ts';

await buildPages(() => undefined, 'back office');
const { office, database, chaba } = await buildTestOffice({ config: { port: 0, backOfficeRoot: BACK_OFFICE_ROOT } });
await office.fastify.listen({ host: '127.0.0.1', port: 0 });
const { port } = office.fastify.server.address() as AddressInfo;
const url = `http://localhost:${port}`;

const member = await createMember(database, chaba, { money: baht(90_000), firstName: 'อรทัย', lastName: 'บุญมี' });
const reference = `M${String(member.id).padStart(8, '0')}`;
await requestWithdrawal(database, {
  siteId: chaba.id,
  memberId: member.id,
  amount: baht(7_000),
  idempotencyKey: 'K',
});

const WIDTHS = {
  wide: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 700 },
};
const languages = ['th', 'en'] as const;
const looks = ['dark', 'light'] as const;
/** Pages that open from others. */
const INNER = [
  `members/${reference}`,
  'offers/codes',
  'site/announcements',
  'site/terms',
  'members?state=locked',
  'withdrawals?queue=recent',
  ...reportNames.map((name) => `reports/${name}`),
];
/** Answers without a session, to an inner report without parameters, to a role without the page, and made errors. */
const EXPECTED = /40[0134]|503|Failed to load resource/;

type Variant = {
  readonly language: (typeof languages)[number];
  readonly look: (typeof looks)[number];
  readonly width: keyof typeof WIDTHS;
};

/** A demo operator of the role, signed in; `hosts` are those that the page called. */
async function signIn(role: Role, { language, look, width }: Variant): Promise<{ page: Page; hosts: Set<string> }> {
  const page = await openMobilePage({ viewport: WIDTHS[width], hasTouch: width !== 'wide', expected: EXPECTED });
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.addInitScript(
    ([stored]) => {
      localStorage.setItem('chaba-back-office', stored);
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`policy: ${violatedDirective} ${blockedURI}`);
      });
    },
    [JSON.stringify({ language, look })] as const,
  );
  await page.goto(url);
  await page.getByLabel(language === 'th' ? 'ชื่อผู้ใช้' : 'Name').fill(`demo-${role}`);
  await page.getByLabel(language === 'th' ? 'รหัสผ่าน' : 'Password', { exact: true }).fill('demo1234');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').first().waitFor();
  return { page, hosts };
}

/** The pages of the menu, which a phone keeps in its sheet. */
async function listPages(role: Role): Promise<string[]> {
  const { page } = await signIn(role, { language: 'th', look: 'dark', width: 'wide' });
  const links = await page.locator('nav a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  await page.context().close();
  return [...new Set(links.filter((link) => link.startsWith('/chaba/')))];
}

async function untilShown(page: Page): Promise<void> {
  await page.locator('main').first().waitFor();
  await page.waitForFunction(() => document.querySelector('main .animate-pulse') === null);
}

async function findFaults(page: Page, place: string): Promise<string[]> {
  const violations = await findViolations(page, { isWithoutFrames: true });
  const found = violations.map(
    ({ id, nodes }) => `${place}: ${id} ${nodes.map(({ target }) => String(target)).join(' ')}`,
  );
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return beyond > 0 ? [...found, `${place}: ${beyond} px beyond the width`] : found;
}

async function walk(role: Role, variant: Variant, paths: readonly string[]): Promise<string[]> {
  const { page, hosts } = await signIn(role, variant);
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(url + path);
    await untilShown(page);
    faults.push(...(await findFaults(page, `${role} ${variant.language} ${variant.look} ${variant.width} ${path}`)));
  }
  assert.deepEqual([...hosts], [`localhost:${port}`]);
  await page.context().close();
  return faults;
}

const inner = INNER.map((path) => `/chaba/${path}`);

test('is accessible on every page as risk, which sees all, in both languages, modes and widths', async () => {
  const paths = [...(await listPages('risk')), ...inner];
  assert.ok(paths.length > 30);
  const faults: string[] = [];
  for (const language of languages) {
    for (const look of looks) {
      for (const width of ['wide', 'phone'] as const) {
        faults.push(...(await walk('risk', { language, look, width }, paths)));
      }
    }
  }
  faults.push(...(await walk('risk', { language: 'th', look: 'light', width: 'narrow' }, paths)));
  assert.deepEqual(faults, []);
});

test('says on every list that it could not be loaded, keeps the menu, and offers to try again', async () => {
  const paths = (await listPages('risk')).filter((path) => !/account|handover/.test(path));
  const { page } = await signIn('risk', { language: 'th', look: 'dark', width: 'phone' });
  await page.route(
    /\/back-office\/v1\/sites\/chaba\/(?:lists|settings|dashboard|reports|business-days|exports)/,
    (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"SERVER_BUSY","params":{}}' }),
  );
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(url + path);
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('navigation').first().waitFor();
    faults.push(...(await findFaults(page, `error of ${path}`)));
  }
  assert.deepEqual(faults, []);
  await page.context().close();
});
