// What the conformance test looks at, gathered once from a running product: as a visitor, as somebody who registers and
// as the demo member.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';

import * as limits from '@chaba/contract/limits';
import type { Page } from 'playwright-core';

import { calls, memberAddresses, publicAddresses, redirects } from './conformance.ts';
import { accountEnding, freePhone, passPhoneStep, signIn } from './members.ts';

export type Facts = {
  /** Address asked for → where it led and what the tab says. */
  readonly pages: ReadonlyMap<string, { readonly path: string; readonly title: string }>;
  /** Every script that the site delivers. */
  readonly code: string;
  readonly journeys: ReadonlyMap<string, string>;
  readonly statuses: ReadonlyMap<string, number>;
  /** "step: label" → attributes. */
  readonly fields: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly banks: readonly string[];
  /** api-key → how many of live casino, slot, poker, trading. */
  readonly catalogues: ReadonlyMap<string, readonly number[]>;
  readonly stored: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly home: string;
  readonly deposit: string;
  readonly history: string;
  readonly limits: typeof limits;
};

const CATEGORIES = ['LIVECASINO', 'EGAMES', 'POKER', 'TRADING'];

export async function gatherFacts(url: string, openPage: () => Promise<Page>): Promise<Facts> {
  const pages = new Map<string, { path: string; title: string }>();
  const fields = new Map<string, Record<string, string>>();
  const visitor = await openPage();
  const banks = await lookAsVisitor(visitor, url, pages, fields);
  const member = await openPage();
  const seen = await lookAsMember(member, url, pages, fields);
  return {
    pages,
    fields,
    banks,
    ...seen,
    code: await codeOf(url),
    journeys: journeyTexts(),
    statuses: await statusesOf(url),
    catalogues: await cataloguesOf(url),
    limits,
  };
}

type Pages = Map<string, { path: string; title: string }>;
type Fields = Map<string, Record<string, string>>;

async function lookAsVisitor(page: Page, url: string, pages: Pages, fields: Fields): Promise<string[]> {
  await page.goto(url);
  for (const [address, title] of publicAddresses) pages.set(address, await walkTo(page, address, title));
  pages.set('/user/login', await walkTo(page, '/user/login', publicAddresses[1]?.[1]));
  await keepField(page, fields, 'login', 'เบอร์โทรศัพท์');
  await keepField(page, fields, 'login', 'รหัสผ่าน');
  for (const address of ['/nothing', '/user/deposit']) {
    pages.set(`visitor ${address}`, await walkTo(page, address, undefined, '/'));
  }
  await page.goto(`${url}/register/A7K2M9`);
  await passPhoneStep(page, freePhone());
  const radios = page.getByRole('radio');
  await radios.first().waitFor();
  await page.getByRole('button', { name: /แสดงอีก \d+ ธนาคาร/ }).click();
  const banks = await radios.evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).value));
  await page.getByRole('radio', { name: 'ธนาคารกสิกรไทย' }).check();
  await keepField(page, fields, 'bank', 'เลขที่บัญชี');
  await page.getByLabel('เลขที่บัญชี').fill(accountEnding('8'));
  await page.getByRole('button', { name: 'ตรวจสอบบัญชี' }).click();
  for (const label of ['ตั้งรหัสผ่าน', 'หมายเลขวอลเล็ท', 'นามสกุล', 'รหัสผู้แนะนำ']) {
    await keepField(page, fields, 'details', label);
  }
  return banks;
}

async function lookAsMember(page: Page, url: string, pages: Pages, fields: Fields) {
  const asked: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/profile/balance')) asked.push(request.headers());
  });
  await page.goto(`${url}/register/A7K2M9`);
  await page.getByLabel('เบอร์โทรศัพท์', { exact: true }).waitFor();
  await signIn(page, url);
  const main = page.getByRole('main');
  await main.getByText('รหัสสมาชิก').waitFor();
  const home = await main.innerText();
  for (const [address, title] of memberAddresses) pages.set(address, await walkTo(page, address, title));
  for (const [from, to] of redirects) pages.set(from, await walkTo(page, from, undefined, to));
  const textOf = async (address: string, sign: RegExp): Promise<string> => {
    await walkTo(page, address);
    await main.getByText(sign).first().waitFor();
    return main.innerText();
  };
  const deposit = await textOf('/user/deposit', /เงื่อนไขการฝากเงิน/);
  const history = await textOf('/user/transactions', /\d [ap]m/);
  await walkTo(page, '/user/withdraw');
  await keepField(page, fields, 'withdraw', 'จำนวนเงินที่ต้องการถอน');
  const stored = await page.evaluate(() => Object.keys(localStorage));
  return { home, deposit, history, stored, headers: asked.at(-1) ?? {} };
}

/** Goes there inside the running app, as a link would; answers where that led. */
async function walkTo(page: Page, address: string, title?: string, path?: string) {
  await page.evaluate((to) => {
    history.pushState({ idx: 99 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, address);
  if (path !== undefined) await page.waitForFunction((wanted) => location.pathname === wanted, path);
  if (title !== undefined) {
    await page.waitForFunction((wanted) => document.title === wanted, title).catch(() => undefined);
  }
  return { path: new URL(page.url()).pathname, title: await page.title() };
}

async function keepField(page: Page, fields: Fields, step: string, label: string): Promise<void> {
  const found = page.getByLabel(label, { exact: false }).filter({ visible: true }).first();
  await found.waitFor();
  fields.set(
    `${step}: ${label}`,
    await found.evaluate((input) => ({
      ...Object.fromEntries([...input.attributes].map(({ name, value }) => [name, value])),
      value: (input as HTMLInputElement).value,
    })),
  );
}

/** The service worker names every script; those that it keeps only when seen are named by the scripts themselves. */
async function codeOf(url: string): Promise<string> {
  const worker = await (await fetch(`${url}/service-worker.js`)).text();
  const [, list = '[]'] = /"files":(\[[^\]]*\])/.exec(worker) ?? [];
  const files = (JSON.parse(list) as string[]).filter((file) => file.endsWith('.js'));
  assert.ok(files.length > 20, 'the site names its scripts');
  const texts = await Promise.all(files.map(async (file) => (await fetch(url + file)).text()));
  return texts.join('\n');
}

function journeyTexts(): Map<string, string> {
  const names = fs.readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  return new Map(
    names.map((name) => [name.replace('.test.ts', ''), fs.readFileSync(path.join(import.meta.dirname, name), 'utf8')]),
  );
}

async function statusesOf(url: string): Promise<Map<string, number>> {
  const answers = calls.map(async (call) => {
    const [method = '', address = ''] = call.split(' ');
    const { status } = await fetch(url + address, {
      method,
      headers: { 'api-key': 'chaba-sandbox', 'content-type': 'application/json', 'accept-language': 'th' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    return [call, status] as const;
  });
  return new Map(await Promise.all(answers));
}

async function cataloguesOf(url: string): Promise<Map<string, readonly number[]>> {
  const counts = new Map<string, readonly number[]>();
  for (const key of ['chaba-sandbox', 'lanna-sandbox']) {
    const answer = await fetch(`${url}/v2/prefix`, { headers: { 'api-key': key } });
    const { data } = (await answer.json()) as { data: { ProductList: { category: string }[] } };
    const of = (wanted: string) => data.ProductList.filter(({ category }) => category === wanted).length;
    counts.set(key, CATEGORIES.map(of));
  }
  return counts;
}
