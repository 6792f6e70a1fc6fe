// Service level objectives over the last minutes: availability and latency of wallet and member requests.
//
//     counters of this process ──every 10 s──▶ sums of 5 and 60 minutes ─▶ process_beat ─▶ summed over all processes
//
// Always true: the sums are differences of the metrics' own counters, so a request costs nothing more. A process keeps
// one reading per minute of the last hour. Fewer than ten slow requests are good, and fewer than ten failures are not
// broken: one of five requests of an idle product says nothing.
//
// Elsewhere: the metrics (core/metrics.ts), alerts with the same limits (deploy/prometheus/rules.yml).

import { errorResponses, httpDuration, httpRequests, liveDelay, walletDuration } from '#core/metrics';

/** Cumulative counts; a histogram by the upper limits of its buckets. */
export type Counts = {
  readonly walletCalls: number;
  readonly walletFailures: number;
  readonly requests: number;
  readonly failures: number;
  readonly walletSeconds: Buckets;
  readonly memberSeconds: Buckets;
  readonly liveSeconds: Buckets;
};
type Buckets = Readonly<Record<string, number>>;
export type Promises = { readonly five: Counts; readonly sixty: Counts };
/** The report of a process in its heartbeat; one of an older version names no breakers. */
export type BeatReport = Promises & { readonly openBreakers?: readonly string[] };
export type Level = 'good' | 'degraded' | 'broken';
export type PromiseLine = { readonly level: Level; readonly text: string };

const MINUTE_MS = 60_000;
const READINGS_MAX = 61;
const PROVIDER_ROUTES = /^\/(?:seamless|integrations)\//;

function readCounts(): Counts {
  const isOfProviders = ([route = '']: readonly string[]): boolean => PROVIDER_ROUTES.test(route);
  const isFailure = ([, status]: readonly string[]): boolean => status === '5xx';
  const serverErrors = httpRequests.sum((values) => !isOfProviders(values) && isFailure(values));
  const maintenance = errorResponses.sum(([code]) => code === 'MAINTENANCE');
  return {
    // A call fails with 500 wherever it fails, also before the wallet has it; 4xx is a wrong signature.
    walletCalls: httpRequests.sum((values) => isOfProviders(values) && values[1] !== '4xx'),
    walletFailures: httpRequests.sum((values) => isOfProviders(values) && isFailure(values)),
    requests: httpRequests.sum((values) => !isOfProviders(values)),
    failures: Math.max(0, serverErrors - maintenance),
    walletSeconds: walletDuration.sumBuckets(),
    memberSeconds: httpDuration.sumBuckets(),
    liveSeconds: liveDelay.sumBuckets(),
  };
}

export type MinuteSums = { add(now: number): Promises };

/** Keeps a reading per minute and returns the differences to now. */
export function createMinuteSums(read: () => Counts = readCounts): MinuteSums {
  const readings: { readonly at: number; readonly counts: Counts }[] = [];
  return {
    add(now) {
      const counts = read();
      const last = readings.at(-1);
      if (last === undefined || now - last.at >= MINUTE_MS) readings.push({ at: now, counts });
      if (readings.length > READINGS_MAX) readings.shift();
      const since = (minutes: number): Counts => {
        const first = readings.find(({ at }) => at >= now - minutes * MINUTE_MS) ?? readings[0];
        return first === undefined ? counts : combine(counts, first.counts, (one, other) => one - other);
      };
      return { five: since(5), sixty: since(60) };
    },
  };
}

/** The sum over all processes. */
export function sumCounts(all: readonly Counts[]): Counts | undefined {
  const [first, ...others] = all;
  if (first === undefined) return undefined;
  return others.reduce((total, counts) => combine(total, counts, (one, other) => one + other), first);
}

function combine(one: Counts, other: Counts, apply: (one: number, other: number) => number): Counts {
  const buckets = (these: Buckets, those: Buckets): Buckets =>
    Object.fromEntries(
      Object.keys({ ...these, ...those }).map((limit) => [limit, apply(these[limit] ?? 0, those[limit] ?? 0)]),
    );
  return {
    walletCalls: apply(one.walletCalls, other.walletCalls),
    walletFailures: apply(one.walletFailures, other.walletFailures),
    requests: apply(one.requests, other.requests),
    failures: apply(one.failures, other.failures),
    walletSeconds: buckets(one.walletSeconds, other.walletSeconds),
    memberSeconds: buckets(one.memberSeconds, other.memberSeconds),
    liveSeconds: buckets(one.liveSeconds, other.liveSeconds),
  };
}

// ── evaluation ───────────────────────────────────────────────────────────────────────────────────────────────────────

const WALLET_BUDGET = 0.0005;
const MEMBER_BUDGET = 0.001;
/** The burn rate at which a budget of 30 days is spent in two days. */
const FAST_BURN = 14.4;
/** The alerts have the same minimum (deploy/prometheus/rules.yml). */
const JUDGED_MIN = 10;

export function evaluatePromises(counts: Counts): PromiseLine[] {
  return [
    evaluateFailures('wallet calls', counts.walletCalls, counts.walletFailures, WALLET_BUDGET),
    evaluateFailures('member requests', counts.requests, counts.failures, MEMBER_BUDGET),
    evaluateLatency('wallet p99', counts.walletSeconds, 0.99, 0.05),
    evaluateLatency('member p95', counts.memberSeconds, 0.95, 0.1),
    evaluateLatency('member p99', counts.memberSeconds, 0.99, 0.3),
    evaluateLatency('live update p95', counts.liveSeconds, 0.95, 0.5),
  ];
}

function evaluateFailures(name: string, total: number, failed: number, budget: number): PromiseLine {
  const ratio = total === 0 ? 0 : failed / total;
  const isBroken = ratio > budget * FAST_BURN && failed >= JUDGED_MIN;
  const level = ratio <= budget ? 'good' : isBroken ? 'broken' : 'degraded';
  return {
    level,
    text: `${name}: ${total}, failed ${failed} (${formatPercent(ratio)}, allowed ${formatPercent(budget)})`,
  };
}

/** Within the limit good, within twice the limit degraded. A value stands for the upper end of its bucket. */
function evaluateLatency(name: string, buckets: Buckets, quantile: number, limitSeconds: number): PromiseLine {
  const value = computeQuantile(buckets, quantile);
  if (value === undefined) return { level: 'good', text: `${name}: no calls` };
  const isJudged = countAbove(buckets, limitSeconds) >= JUDGED_MIN;
  const level = value <= limitSeconds || !isJudged ? 'good' : value <= limitSeconds * 2 ? 'degraded' : 'broken';
  const shown = Number.isFinite(value) ? `${Math.round(value * 1_000)} ms` : 'beyond the last bucket';
  return { level, text: `${name}: ≤ ${shown} (allowed ${Math.round(limitSeconds * 1_000)} ms)` };
}

/** Observations above the highest bucket within the limit. */
function countAbove(buckets: Buckets, limitSeconds: number): number {
  const counts = Object.entries(buckets);
  const within = counts.filter(([limit]) => Number(limit) <= limitSeconds).map(([, count]) => count);
  return (buckets['+Inf'] ?? 0) - Math.max(0, ...within);
}

/** The upper limit of the bucket that holds the quantile; undefined without observations. */
export function computeQuantile(buckets: Buckets, quantile: number): number | undefined {
  const limits = Object.entries(buckets)
    .map(([limit, count]) => ({ limit: limit === '+Inf' ? Infinity : Number(limit), count }))
    .toSorted((one, other) => one.limit - other.limit);
  const total = limits.at(-1)?.count ?? 0;
  if (total <= 0) return undefined;
  return limits.find(({ count }) => count >= quantile * total)?.limit;
}

function formatPercent(ratio: number): string {
  return `${Math.round(ratio * 100_000) / 1_000} %`;
}
