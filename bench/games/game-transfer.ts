// Bytes that the page of a game transfers, by the address of each response: code, look, symbol sheet, definition,
// backdrop.
//
// Always true: the sheet and the definition of a slot are parts of its page; each is counted by the compressed bytes
// that the page has without it.

import { gzipSync } from 'node:zlib';

import type { CDPSession, Page, Response } from 'playwright-core';

export type Part = 'code' | 'look' | 'fonts' | 'sheet' | 'definition' | 'backdrop' | 'data';
/** In kilobytes. */
export type TransferParts = Readonly<Record<Part | 'total', number>>;

/** Limits of the parts of a slot and of the cards, in kilobytes. Fonts and data count in the total only. */
export const PART_KB_MAX: Partial<TransferParts> = { code: 34, look: 9, sheet: 22, definition: 4, backdrop: 16 };
/** A table transfers no sheet, definition and backdrop; its code and look are those of all tables. */
export const TABLE_PART_KB_MAX: Partial<TransferParts> = { code: 40, look: 12 };
export const CODE_FILES_MAX = 3;

const DEFINITION = /<script type="application\/json" id="slot-page">.*?<\/script>/s;
const SHEET = /"sheet":"[^"]*"/;

type Meter = {
  /** Files of code until now. */
  countScripts(): number;
  /** Bytes until now, with those of the page split by its text. */
  split(document: Response): Promise<TransferParts>;
};

/** Counts the responses of a page from now on. */
export async function startMeter(devtools: CDPSession): Promise<Meter> {
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  let scripts = 0;
  devtools.on('Network.responseReceived', ({ requestId, response, type }) => {
    addresses.set(requestId, response.url);
    if (type === 'Script') scripts += 1;
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength));
  await devtools.send('Network.enable');
  return {
    countScripts: () => scripts,
    async split(document) {
      const sums = { code: 0, look: 0, fonts: 0, sheet: 0, definition: 0, backdrop: 0, data: 0, total: 0 };
      for (const [requestId, size] of bytes) {
        const address = addresses.get(requestId) ?? '';
        if (!address.startsWith('http')) continue;
        sums[partOf(address)] += size;
        sums.total += size;
      }
      const html = await document.text();
      const [all, drawn, bare] = [packed(html), packed(html.replace(SHEET, '')), packed(html.replace(DEFINITION, ''))];
      sums.sheet = all - drawn;
      sums.definition = drawn - bare;
      sums.code -= sums.sheet + sums.definition;
      return Object.fromEntries(
        Object.entries(sums).map(([part, size]) => [part, Math.round(size / 100) / 10]),
      ) as TransferParts;
    },
  };
}

/** Whether the page is painted before its backdrop arrives; true without a backdrop in a file of its own. */
export function isBackdropLater(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY;
    const backdrops = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.svg')) as PerformanceResourceTiming[];
    return backdrops.every(({ responseEnd }) => responseEnd >= painted);
  });
}

function partOf(address: string): Part {
  const { pathname } = new URL(address);
  if (/\.js$|^\/games\//.test(pathname)) return 'code';
  if (pathname.endsWith('.css')) return 'look';
  if (pathname.endsWith('.woff2')) return 'fonts';
  return pathname.endsWith('.svg') ? 'backdrop' : 'data';
}

function packed(text: string): number {
  return gzipSync(text, { level: 9 }).length;
}
