// npm run bench -- lighthouse [address] [runs] [page …]: Lighthouse on pages of a running product (npm start), for a
// phone with slow 4G: the median of the runs, for a visitor and for the signed-in demo member.
//
// Always true: a median below its floor, or above, fails the run. Accessibility, best practices and SEO do not depend
// on the machine; the rest does: it is printed with the machine's own index, by which the processor is slowed.

import type { BrowserContext } from 'playwright-core';

import { signInDemo } from '#testing/product/sign-in';

import { type LighthouseResult, listFaults, openLighthouse } from './lighthouse-run.ts';
import { median } from './observed.ts';

const PAGES = ['/', '/login', '/register', '/promotion', '/user/home', '/user/game', '/user/deposit'];
const WHOLE = ['accessibility', 'best-practices', 'seo'] as const;
/** SEO does not apply to pages behind the sign-in. */
const getFullScoreCategories = (page: string): readonly string[] => (isMemberPage(page) ? WHOLE.slice(0, 2) : WHOLE);
const isMemberPage = (page: string): boolean => page.startsWith('/user/');
const PERFORMANCE_MIN = { visitor: 90, member: 85 };
const FCP_MS_MAX = 1_800;
const LCP_MS_MAX = 2_500;
const CLS_MAX = 0.05;
const TTI_MS_MAX = 3_500;
const SLOWEST = 4;
const MID_TIER_INDEX = 300;

const [site = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`, runs = '5', ...only] = process.argv.slice(2);
const session = await signInDemo(site);
const browser = await openLighthouse();
try {
  const index = (await runLighthouse('/login', 1)).environment.benchmarkIndex;
  const slowdown = Math.min(SLOWEST, Math.max(1, index / MID_TIER_INDEX));
  console.log(
    `benchmark index ${Math.round(index)}, CPU slowed ${formatRounded(slowdown, 10)} times, median of ${runs} runs\n`,
  );
  console.log(
    'page           performance  accessibility  best practices  SEO   FCP s  LCP s  TTI s    CLS  requests  KB',
  );
  for (const page of only.length > 0 ? only : PAGES) {
    const results: LighthouseResult[] = [];
    for (let run = 0; run < Number(runs); run += 1) results.push(await runLighthouse(page, slowdown));
    report(page, results);
  }
} finally {
  await browser.close();
}

/** Clears the storage except the sign-in. */
async function resetStorage(context: BrowserContext, stored: Readonly<Record<string, string>>): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${site}/robots.txt`);
  await page.evaluate((entries) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await page.close();
}

async function runLighthouse(page: string, cpuSlowdownMultiplier: number): Promise<LighthouseResult> {
  const { token, member } = session;
  const stored = isMemberPage(page) ? { AccessToken: token, UserInfo: JSON.stringify(member) } : {};
  await resetStorage(browser.context, stored);
  return browser.run(site + page, {
    onlyCategories: ['performance', ...WHOLE],
    throttling: { rttMs: 150, throughputKbps: 1_638.4, cpuSlowdownMultiplier },
  });
}

function report(page: string, results: readonly LighthouseResult[]): void {
  const score = (name: string) => Math.round(100 * median(results.map((one) => one.categories[name]?.score ?? 0)));
  const figure = (name: string) => median(results.map((one) => one.audits[name]?.numericValue ?? 0));
  const performance = score('performance');
  const [fcp, lcp, tti, cls] = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'interactive',
    'cumulative-layout-shift',
  ].map(figure) as [number, number, number, number];
  console.log(
    [
      page.padEnd(14),
      String(performance).padStart(11),
      ...WHOLE.map((name, column) => String(score(name)).padStart([14, 15, 4][column] ?? 0)),
      formatSeconds(fcp).padStart(7),
      formatSeconds(lcp).padStart(6),
      formatSeconds(tti).padStart(6),
      formatRounded(cls, 1_000).padStart(6),
      String(countRequests(results)).padStart(9),
      String(Math.round(figure('total-byte-weight') / 1_000)).padStart(4),
    ].join(' '),
  );
  const [last] = results;
  for (const name of getFullScoreCategories(page).filter((one) => score(one) < 100)) {
    fail(`${name} ${score(name)}: ${last === undefined ? '' : listFaults(last, name).join(', ')}`);
  }
  const least = isMemberPage(page) ? PERFORMANCE_MIN.member : PERFORMANCE_MIN.visitor;
  if (performance < least) fail(`performance below ${least}`);
  if (fcp > FCP_MS_MAX) fail(`first paint above ${formatSeconds(FCP_MS_MAX)} s`);
  if (['/', '/user/game'].includes(page) && lcp > LCP_MS_MAX) {
    fail(`largest paint above ${formatSeconds(LCP_MS_MAX)} s`);
  }
  if (page === '/user/game' && tti > TTI_MS_MAX) fail(`interactive after more than ${formatSeconds(TTI_MS_MAX)} s`);
  if (cls > CLS_MAX) fail(`moved by more than ${CLS_MAX}`);
}

function fail(sentence: string): void {
  process.exitCode = 1;
  console.log(`  beyond a limit: ${sentence}`);
}

function countRequests(results: readonly LighthouseResult[]): number {
  const counts = results.map((one) => {
    const { details } = (one.audits['network-requests'] ?? {}) as { details?: { items?: readonly unknown[] } };
    return details?.items?.length ?? 0;
  });
  return median(counts);
}

function formatSeconds(ms: number): string {
  return formatRounded(ms / 1_000, 100);
}

function formatRounded(value: number, parts: number): string {
  return String(Math.round(value * parts) / parts);
}
