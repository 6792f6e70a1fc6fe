// The device of an operator: a window of the back office with its sign-in, counted keys, measured tasks, and a record
// of requests that failed.
//
// Always true: a rejected or failed request that the device does not expect is a fault.

import assert from 'node:assert/strict';

import type { Locator, Page, Response } from 'playwright-core';

import { DEMO_PASSWORD } from '#server/core/demo';
import { openMobilePage } from '#testing/product/browser';

const WIDE = { viewport: { width: 1280, height: 800 }, hasTouch: false };
/** The browser reports the answer 401 of a page that has no session. */
const EXPECTED = /401/;
const UNAUTHORIZED = 401;
const FAILED_FROM = 400;

export type Measured = {
  readonly task: string;
  readonly seconds: number;
  readonly keys: number;
  readonly target: string;
};

export type Device = {
  readonly page: Page;
  /** Rejected and failed requests. */
  readonly faults: readonly string[];
  signIn(name: string): Promise<void>;
  /** Ends the session at the page of the account. */
  signOut(): Promise<void>;
  press(key: string): Promise<void>;
  /** Types into the focused field: one key for each character. */
  type(text: string): Promise<void>;
  /** Measures time and keys of a task; fails above the number of keys. */
  measure(
    task: string,
    target: { readonly text: string; readonly keysMax?: number },
    work: () => Promise<void>,
  ): Promise<void>;
};

/** Opens a device of the back office at this address; what it measures is added to `measured`. */
export async function openDevice(url: string, kind: 'computer' | 'phone', measured: Measured[]): Promise<Device> {
  const page = await openMobilePage({ ...(kind === 'computer' ? WIDE : {}), expected: EXPECTED });
  const faults: string[] = [];
  page.on('response', (response) => {
    if (isFault(response)) faults.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // A page that is left ends its requests.
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') faults.push(`${reason} ${request.url()}`);
  });
  let keys = 0;
  return {
    page,
    faults,
    async signIn(name) {
      await page.goto(url);
      await page.getByLabel('ชื่อผู้ใช้').fill(name);
      await page.getByLabel('รหัสผ่าน', { exact: true }).fill(DEMO_PASSWORD);
      await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
      await page.getByRole('navigation').first().waitFor();
    },
    async signOut() {
      await page.goto(`${url}/chaba/account`);
      await page.getByRole('button', { name: 'ออกจากระบบ', exact: true }).click();
      await page.getByLabel('ชื่อผู้ใช้').waitFor();
    },
    async press(key) {
      keys += 1;
      await page.keyboard.press(key);
    },
    async type(text) {
      keys += text.length;
      await page.keyboard.type(text);
    },
    async measure(task, { text, keysMax }, work) {
      keys = 0;
      const begin = performance.now();
      await work();
      measured.push({ task, seconds: (performance.now() - begin) / 1_000, keys, target: text });
      if (keysMax !== undefined) assert.ok(keys <= keysMax, `${task}: ${keys} keys`);
    },
  };
}

function isFault(response: Response): boolean {
  return response.status() >= FAILED_FROM && response.status() !== UNAUTHORIZED;
}

/** Confirms the open dialog with a reason, and with the factor where one is due. */
export async function confirmDialog(page: Page, action: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('เหตุผล (ภายใน)').fill(reason);
  const factor = dialog.getByLabel('รหัสผ่านตัวอย่าง');
  if (await factor.isVisible()) await factor.fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Decides the open request that this row names, as its second person. */
export async function approveRequest({ page }: Device, url: string, row: Locator): Promise<void> {
  await page.goto(`${url}/chaba/requests`);
  await row.click();
  await page.getByRole('button', { name: 'อนุมัติคำขอ' }).click();
  await confirmDialog(page, 'อนุมัติคำขอ', 'ตรวจซ้ำแล้ว');
}

/** The measured tasks as one table of text. */
export function formatMeasured(measured: readonly Measured[]): string {
  const rows = measured.map(({ task, seconds, keys, target }) => [
    task,
    `${Math.round(seconds * 10) / 10} s`,
    keys === 0 ? '–' : `${keys} K`,
    target,
  ]);
  const table = [['task', 'time', 'keys', 'target'], ...rows];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
