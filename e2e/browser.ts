// A real Chromium for journeys: a phone in Bangkok that reads Thai.
//
// Always true: a page that throws or logs an error fails its test when the page is closed, whatever else the test looked
// at. Each member has a context of his own: nothing is shared between two of them but the server.

import assert from 'node:assert/strict';
import { after } from 'node:test';

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

import { findChromium } from '#scripts/chromium';

export type PhoneOptions = BrowserContextOptions & {
  /** Console errors this journey provokes on purpose, such as the browser's own line about an answer 4xx. */
  readonly expected?: RegExp;
};

const PHONE = { width: 390, height: 844 };
// For a machine that is busy with something else; a journey that goes well never waits so long.
const PATIENCE_MS = 30_000;
// The browser writes a line of its own for every answer that is a refusal; that is no fault of the page.
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/;

let browser: Promise<Browser> | undefined;
// Registered when a test file imports this, so it belongs to the file and not to whichever test asked first.
after(async () => (await browser)?.close());

/** A page in a fresh context; closed when the test that asked for it is over. */
export async function openPhone({ expected, ...options }: PhoneOptions = {}): Promise<Page> {
  const opened: { close?: () => Promise<void> } = {};
  after(() => opened.close?.());
  const context = await (await openBrowser()).newContext({
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
  opened.close = async () => {
    await context.close();
    assert.deepEqual(faults, [], 'the page reported errors');
  };
  return context.newPage();
}

function openBrowser(): Promise<Browser> {
  browser ??= launch();
  return browser;
}

async function launch(): Promise<Browser> {
  const { executablePath, args } = await findChromium();
  return chromium.launch({ executablePath, args: [...args], headless: true });
}

/** Copying ends a moment after the click; waits until the clipboard holds it. */
export async function untilCopied(page: Page, wanted: RegExp): Promise<void> {
  await page.waitForFunction(
    async ([source]) => new RegExp(source).test(await navigator.clipboard.readText()),
    [wanted.source] as const,
    { polling: 100 },
  );
}
