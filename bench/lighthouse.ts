// npm run bench -- lighthouse [address] [runs] [page …]: the public pages of a running product (npm start) as Lighthouse sees them
// on a phone with slow 4G, the median of so many runs.
//
// Always true: accessibility, best practices and SEO below 100 fail the run, because they do not depend on the machine;
// performance is printed beside the machine's own benchmark index and fails nothing, because on a busy host it is noise.

import { chromium } from 'playwright-core';

import { freePort } from '@chaba/database/embedded';
import { findChromium } from '#scripts/chromium';

type Result = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { readonly id: string; readonly score: number | null; readonly numericValue?: number }>
  >;
  readonly environment: { readonly benchmarkIndex: number };
};
type Lighthouse = (url: string, flags: object, config?: object) => Promise<{ readonly lhr: Result } | undefined>;

const PAGES = ['/', '/login', '/register', '/promotion'];
const WHOLE = ['accessibility', 'best-practices', 'seo'] as const;
const SLOWEST = 4;
const MID_TIER_INDEX = 300;

const [site = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`, runs = '5', ...only] = process.argv.slice(2);
// Its own types want settings that ours do not take; the part used here is written above.
const { default: lighthouse } = (await import('lighthouse')) as unknown as { default: Lighthouse };

const port = await freePort();
const { executablePath, args } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  args: [...args, `--remote-debugging-port=${port}`],
  headless: true,
});
try {
  const index = (await look('/login', 1)).environment.benchmarkIndex;
  const slowdown = Math.min(SLOWEST, Math.max(1, index / MID_TIER_INDEX));
  console.log(
    `benchmark index ${Math.round(index)}, CPU slowed ${rounded(slowdown, 10)} times, median of ${runs} runs\n`,
  );
  console.log('page         performance  accessibility  best practices  SEO   FCP s  LCP s    CLS  requests  KB');
  for (const page of only.length > 0 ? only : PAGES) {
    const results: Result[] = [];
    for (let run = 0; run < Number(runs); run += 1) results.push(await look(page, slowdown));
    report(page, results);
  }
} finally {
  await browser.close();
}

async function look(page: string, cpuSlowdownMultiplier: number): Promise<Result> {
  const answer = await lighthouse(site + page, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', ...WHOLE],
    throttling: { rttMs: 150, throughputKbps: 1_638.4, cpuSlowdownMultiplier },
  });
  if (!answer) throw new Error(`Lighthouse did not answer for ${page}; is the product running at ${site}?`);
  return answer.lhr;
}

function report(page: string, results: readonly Result[]): void {
  const score = (name: string) => Math.round(100 * median(results.map((one) => one.categories[name]?.score ?? 0)));
  const figure = (name: string) => median(results.map((one) => one.audits[name]?.numericValue ?? 0));
  const whole = WHOLE.map(score);
  console.log(
    [
      page.padEnd(12),
      String(score('performance')).padStart(11),
      String(whole[0]).padStart(14),
      String(whole[1]).padStart(15),
      String(whole[2]).padStart(4),
      seconds(figure('first-contentful-paint')).padStart(7),
      seconds(figure('largest-contentful-paint')).padStart(6),
      rounded(figure('cumulative-layout-shift'), 1_000).padStart(6),
      String(requestsOf(results)).padStart(9),
      String(Math.round(figure('total-byte-weight') / 1_000)).padStart(4),
    ].join(' '),
  );
  if (whole.every((value) => value === 100)) return;
  process.exitCode = 1;
  const [last] = results;
  const faults = Object.values(last?.audits ?? {}).filter((audit) => audit.score === 0);
  console.log(`  not whole: ${faults.map(({ id }) => id).join(', ')}`);
}

function requestsOf(results: readonly Result[]): number {
  const counts = results.map((one) => {
    const { details } = (one.audits['network-requests'] ?? {}) as { details?: { items?: readonly unknown[] } };
    return details?.items?.length ?? 0;
  });
  return median(counts);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function seconds(ms: number): string {
  return rounded(ms / 1_000, 100);
}

function rounded(value: number, parts: number): string {
  return String(Math.round(value * parts) / parts);
}
