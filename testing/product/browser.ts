// A real Chromium for journeys: a phone in Bangkok with Thai as its language.
//
// Always true: an error or console error of a page fails its test when the page is closed. Each member has a separate
// context. A failing test prints the addresses, content and console of its pages, a picture in out/failures, and the
// end of the logs of its processes.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

import { printProcessLogs } from '@chaba/server/testing/process-log';
import { findSmallChromium } from './chromium.ts';
import { ROOT } from '@chaba/ops/core/root';

import { removeYoungFunctions } from './old-browser.ts';

export type PhoneOptions = BrowserContextOptions & {
  /** Console errors that this journey provokes, such as the browser's line for a 4xx response. */
  readonly expected?: RegExp;
  /** For journeys before hydration: navigation resolves when the HTML is loaded. */
  readonly isEarly?: boolean;
  /** A phone of the oldest promised browsers (old-browser.ts). */
  readonly isOld?: boolean;
};

/** The ended test, as its hooks receive it. */
type EndedTest = { readonly name: string; readonly passed: boolean };

const PHONE = { width: 390, height: 844 };
// The timeout for a busy machine; a passing journey does not reach it.
const TIMEOUT_MS = 60_000;
const FAILURES = path.join(ROOT, 'out', 'failures');
const PRINTED_CHARACTERS_MAX = 600;
const PRINT_TIMEOUT_MS = 10_000;
// The browser logs every 4xx response, which is not an error of the page.
const REJECTED_REQUEST = /^Failed to load resource: the server responded with a status of 4\d\d/;

// Started at the import of this file, concurrently with the product. It belongs to the test file, so it is not closed
// after the first test.
const browser = launch();
// A launch error is reported to each opened page.
browser.catch(() => undefined);
after(async () => (await browser).close());

/** Opens a page in a fresh context; the test that opened it closes it. */
export async function openMobilePage({
  expected,
  isEarly = false,
  isOld = false,
  ...options
}: PhoneOptions = {}): Promise<Page> {
  const opened: { close?: (test: EndedTest | undefined) => Promise<void> } = {};
  after((test: unknown) => opened.close?.(test as EndedTest | undefined));
  const context = await (await browser).newContext({
    viewport: PHONE,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    hasTouch: true,
    reducedMotion: 'reduce',
    // Service workers have their own journey (app.journey.ts); in the others they would only prefetch.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  if (isOld) await removeYoungFunctions(context);
  const faults: string[] = [];
  const recordFault = (text: string): void => {
    if (!REJECTED_REQUEST.test(text) && expected?.test(text) !== true) faults.push(text);
  };
  context.on('weberror', (fault) => recordFault(String(fault.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') recordFault(message.text());
  });
  opened.close = async (test) => {
    if (test !== undefined && (!test.passed || faults.length > 0)) {
      await printPages(test.name, context.pages(), faults);
      printProcessLogs(test.name);
    }
    await context.close();
    assert.deepEqual(faults, [], 'the page reported errors');
  };
  const page = await context.newPage();
  return isEarly || options.javaScriptEnabled === false ? page : withHydration(page);
}

/** Opens and reloads addresses until React has hydrated them: a button does nothing before. */
function withHydration(page: Page): Page {
  const open = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...address) => {
    const response = await open(...address);
    await untilHydrated(page);
    return response;
  };
  page.reload = async (...how) => {
    const response = await reload(...how);
    await untilHydrated(page);
    return response;
  };
  return page;
}

/** Prints the state of the pages for the analysis of a failed run. */
async function printPages(test: string, pages: readonly Page[], faults: readonly string[]): Promise<void> {
  if (pages.length > 0) console.error(`✖ ${test}: state of its pages`);
  for (const page of pages) {
    console.error(`  at ${page.url()}`);
    for (const frame of page.frames()) {
      const text = await frame.locator('body').innerText({ timeout: PRINT_TIMEOUT_MS }).catch(String);
      console.error(`  “${text.replaceAll(/\s+/g, ' ').slice(0, PRINTED_CHARACTERS_MAX)}”`);
    }
    const picture = path.join(FAILURES, `${process.pid}-${Date.now()}.png`);
    fs.mkdirSync(FAILURES, { recursive: true });
    const saved = page.screenshot({ path: picture, timeout: PRINT_TIMEOUT_MS });
    console.error(`  ${await saved.then(() => path.relative(ROOT, picture), String)}`);
  }
  for (const fault of faults) console.error(`  the page reported: ${fault}`);
}

async function launch(): Promise<Browser> {
  const { executablePath, args, env } = await findSmallChromium();
  return chromium.launch({ executablePath, args: [...args], env, headless: true });
}

/** Waits until the clipboard holds a text that matches: copying ends shortly after the click. */
export async function untilCopied(page: Page, wanted: RegExp): Promise<void> {
  await page.waitForFunction(
    async ([source]) => new RegExp(source).test(await navigator.clipboard.readText()),
    [wanted.source] as const,
    { polling: 100 },
  );
}

/** Waits until React has hydrated a rendered page; resolves at once on any other page. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#root[data-page]') === null);
}
