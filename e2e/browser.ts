// A real Chromium for journeys: a phone in Bangkok that reads Thai.
//
// Always true: a page that throws or logs an error fails its test when the page is closed, whatever else the test looked
// at. Each member has a context of his own: nothing is shared between two of them but the server. A test that fails tells
// where its pages were, what stood there and what they had to say, with a picture in out/failures, and how the logs of its
// processes ended.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

import { printProcessLogs } from '#server/testing/process-log';
import { findSmallChromium } from '#scripts/chromium';
import { ROOT } from '#scripts/settings';

export type PhoneOptions = BrowserContextOptions & {
  /** Console errors this journey provokes on purpose, such as the browser's own line about an answer 4xx. */
  readonly expected?: RegExp;
};

/** What the hooks of a test are told of it. */
type Over = { readonly name: string; readonly passed: boolean };

const PHONE = { width: 390, height: 844 };
// For a machine that is busy with something else; a journey that goes well never waits so long.
const PATIENCE_MS = 30_000;
const FAILURES = path.join(ROOT, 'out', 'failures');
const TOLD_LETTERS = 600;
const LOOK_MS = 10_000;
// The browser writes a line of its own for every answer that is a refusal; that is no fault of the page.
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/;

// Started when a test file imports this: the product starts meanwhile, and neither needs the other. It belongs to the file and not
// to whichever test asks first.
const browser = launch();
// Whoever opens a page hears why there is none.
browser.catch(() => undefined);
after(async () => (await browser).close());

/** A page in a fresh context; closed when the test that asked for it is over. */
export async function openMobilePage({ expected, ...options }: PhoneOptions = {}): Promise<Page> {
  const opened: { close?: (test: Over | undefined) => Promise<void> } = {};
  after((test: unknown) => opened.close?.(test as Over | undefined));
  const context = await (await browser).newContext({
    viewport: PHONE,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    hasTouch: true,
    reducedMotion: 'reduce',
    // What a service worker keeps is told of in one journey (app.test.ts); in the others it would only fetch ahead.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  const hear = (text: string): void => {
    if (!REFUSAL.test(text) && expected?.test(text) !== true) faults.push(text);
  };
  context.on('weberror', (fault) => hear(String(fault.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') hear(message.text());
  });
  opened.close = async (test) => {
    if (test !== undefined && (!test.passed || faults.length > 0)) {
      await tellPages(test.name, context.pages(), faults);
      printProcessLogs(test.name);
    }
    await context.close();
    assert.deepEqual(faults, [], 'the page reported errors');
  };
  return context.newPage();
}

/** What the log of a failed run needs to tell why, when nobody can look. */
async function tellPages(test: string, pages: readonly Page[], faults: readonly string[]): Promise<void> {
  if (pages.length > 0) console.error(`✖ ${test}: what its pages showed`);
  for (const page of pages) {
    console.error(`  at ${page.url()}`);
    for (const frame of page.frames()) {
      const words = await frame.locator('body').innerText({ timeout: LOOK_MS }).catch(String);
      console.error(`  “${words.replaceAll(/\s+/g, ' ').slice(0, TOLD_LETTERS)}”`);
    }
    const picture = path.join(FAILURES, `${process.pid}-${Date.now()}.png`);
    fs.mkdirSync(FAILURES, { recursive: true });
    const drawn = page.screenshot({ path: picture, timeout: LOOK_MS });
    console.error(`  ${await drawn.then(() => path.relative(ROOT, picture), String)}`);
  }
  for (const fault of faults) console.error(`  the page reported: ${fault}`);
}

async function launch(): Promise<Browser> {
  const { executablePath, args, env } = await findSmallChromium();
  return chromium.launch({ executablePath, args: [...args], env, headless: true });
}

/** Copying ends a moment after the click; waits until the clipboard holds it. */
export async function untilCopied(page: Page, wanted: RegExp): Promise<void> {
  await page.waitForFunction(
    async ([source]) => new RegExp(source).test(await navigator.clipboard.readText()),
    [wanted.source] as const,
    { polling: 100 },
  );
}
