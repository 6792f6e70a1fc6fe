// Lighthouse in a browser with a profile of its own.

import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

import { freePort } from '@chaba/embedded-postgres';
import { findChromium } from '#testing/product/chromium';

export type LighthouseResult = {
  readonly finalDisplayedUrl: string;
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { readonly id: string }[] }>
  >;
  readonly audits: Readonly<
    Record<string, { readonly id: string; readonly score: number | null; readonly numericValue?: number }>
  >;
  readonly environment: { readonly benchmarkIndex: number };
};
type Lighthouse = (
  url: string,
  flags: object,
  config?: object,
) => Promise<{ readonly lhr: LighthouseResult } | undefined>;

export type LighthouseBrowser = {
  /** Pages of this context and those of Lighthouse share cookies and storage. */
  readonly context: BrowserContext;
  /** Fails where the page led elsewhere. */
  run(url: string, flags: object): Promise<LighthouseResult>;
  close(): Promise<void>;
};

export async function openLighthouse(options: BrowserContextOptions = {}): Promise<LighthouseBrowser> {
  // Lighthouse's types require compiler options that differ from ours; the used part is declared above.
  const { default: lighthouse } = (await import('lighthouse')) as unknown as { default: Lighthouse };
  const port = await freePort();
  const { executablePath, args, env } = await findChromium();
  // Lighthouse opens its page in the same profile, so values in the storage of this context apply there.
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-lighthouse-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    executablePath,
    env,
    args: [...args, `--remote-debugging-port=${port}`],
    headless: true,
  });
  return {
    context,
    async run(url, flags) {
      const answer = await lighthouse(url, { port, output: 'json', logLevel: 'error', ...flags });
      if (!answer) throw new Error(`Lighthouse did not answer for ${url}; is the product running there?`);
      const { pathname } = new URL(url);
      if (new URL(answer.lhr.finalDisplayedUrl).pathname !== pathname) throw new Error(`${url} redirected elsewhere`);
      return answer.lhr;
    },
    async close() {
      await context.close();
      fs.rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** The failed audits of a category. */
export function listFaults({ categories, audits }: LighthouseResult, category: string): string[] {
  const ids = new Set(categories[category]?.auditRefs.map(({ id }) => id));
  return Object.values(audits).flatMap(({ id, score }) => (score === 0 && ids.has(id) ? [id] : []));
}
