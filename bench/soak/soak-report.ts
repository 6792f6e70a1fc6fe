// The report of a soak: the measured values compared with the objectives of its plan, as one page.
//
// Always true: a failure counts as a fault's own only in the time of a fault that may cause one. Pure: figures in, text
// out.

import type { Failure } from './soak-load.ts';

export type Slot = {
  /** Seconds from the start of the load. */
  readonly from: number;
  readonly calls: number;
  readonly walletP50: number;
  readonly walletP99: number;
  readonly memberP99: number;
  /** Resident memory of all server processes, MB. */
  readonly memory: number;
};

export type SoakFault = {
  readonly name: string;
  /** Seconds from the start of the load. */
  readonly from: number;
  readonly to: number;
  /** Whether calls may fail meanwhile. */
  readonly mayFail: boolean;
  readonly note: string;
};

export type SoakFigures = {
  readonly plan: string;
  readonly hours: number;
  readonly about: readonly string[];
  /** Calls a second. */
  readonly capacity: number;
  readonly rate: number;
  readonly slots: readonly Slot[];
  /** Slots before this second warm up and hold the faults. */
  readonly evaluatedFrom: number;
  readonly faults: readonly SoakFault[];
  /** `at` in seconds from the start of the load. */
  readonly failures: readonly Failure[];
  readonly acknowledged: number;
  readonly written: number;
  /** Of the audit. */
  readonly findings: readonly string[];
};

export type Check = { readonly name: string; readonly isMet: boolean; readonly measured: string };

const MEMORY_RISE_MAX = 1.05;
const P99_RISE_MAX = 1.2;
/** The promise at 60 % of capacity. */
const WALLET_P99_MAX_MS = 50;
const FINDINGS_SHOWN = 3;
/** Slots of a third of the evaluated time, at least. */
const SLOTS_MIN = 2;

export function evaluateSoak(figures: SoakFigures): Check[] {
  const { slots, evaluatedFrom, acknowledged, written, findings, rate } = figures;
  const evaluated = slots.filter(({ from }) => from >= evaluatedFrom);
  const third = Math.max(SLOTS_MIN, Math.floor(evaluated.length / 3));
  const [first, last] = [evaluated.slice(0, third), evaluated.slice(-third)];
  const compare = (name: string, key: 'memory' | 'walletP99' | 'memberP99', max: number): Check => {
    const [before, after] = [first, last].map((part) => median(part.map((slot) => slot[key]))) as [number, number];
    const measured = `${round(before)} → ${round(after)} (× ${Math.round((after / before) * 1_000) / 1_000})`;
    return { name, isMet: after / before <= max, measured };
  };
  const strange = listUnexplainedFailures(figures);
  const walletP99 = median(evaluated.map((slot) => slot.walletP99));
  const reached = median(evaluated.map(({ calls }) => calls)) / slotSeconds(slots);
  return [
    compare('memory of the servers, MB, flat within 5 %', 'memory', MEMORY_RISE_MAX),
    compare('p99 of wallet calls, ms, flat within 20 %', 'walletP99', P99_RISE_MAX),
    {
      name: 'p99 of wallet calls is at most 50 ms',
      isMet: walletP99 <= WALLET_P99_MAX_MS,
      measured: String(round(walletP99)),
    },
    compare('p99 of members, ms, flat within 20 %', 'memberP99', P99_RISE_MAX),
    {
      name: 'the load was held: calls/s ≥ 98 % of the planned',
      isMet: reached >= rate * 0.98,
      measured: `${round(reached)} of ${round(rate)}`,
    },
    {
      name: "no failed call but a fault's own",
      isMet: strange.length === 0,
      measured: strange.length === 0 ? `${figures.failures.length} of the faults` : describe(strange),
    },
    {
      name: 'every acknowledged wallet call is written once',
      isMet: acknowledged === written,
      measured: `${acknowledged} acknowledged, ${written} written`,
    },
    {
      name: 'the audit is clean',
      isMet: findings.length === 0,
      measured: [`${findings.length} findings`, ...findings.slice(0, FINDINGS_SHOWN)].join('; '),
    },
  ];
}

/** Failures outside every fault that may cause them. */
function listUnexplainedFailures({ failures, faults }: SoakFigures): Failure[] {
  return failures.filter(({ at }) => !faults.some(({ from, to, mayFail }) => mayFail && at >= from && at <= to));
}

export function formatReport(figures: SoakFigures, checks: readonly Check[]): string {
  const { plan, hours, about, capacity, rate, faults, slots } = figures;
  const isPassed = checks.every(({ isMet }) => isMet);
  return [
    `# Soak, plan ${plan}, ${hours} h: ${isPassed ? 'passed' : 'NOT PASSED'}`,
    '',
    ...about,
    `Capacity ${round(capacity)} calls/s; load ${round(rate)} calls/s.`,
    '',
    '| Promise | | Measured |',
    '|---|---|---|',
    ...checks.map(({ name, isMet, measured }) => `| ${name} | ${isMet ? 'yes' : 'NO'} | ${measured} |`),
    '',
    '| Fault | from s | to s | calls may fail | failed | |',
    '|---|---|---|---|---|---|',
    ...faults.map(({ name, from, to, mayFail, note }) => {
      const failed = figures.failures.filter(({ at }) => at >= from && at <= to).length;
      return `| ${name} | ${round(from)} | ${round(to)} | ${mayFail ? 'yes' : 'no'} | ${failed} | ${note} |`;
    }),
    '',
    '| from s | calls | wallet p50 ms | wallet p99 ms | members p99 ms | memory MB |',
    '|---|---|---|---|---|---|',
    ...slots.map(
      (slot) =>
        `| ${round(slot.from)} | ${slot.calls} | ${round(slot.walletP50)} | ${round(slot.walletP99)} | ${round(slot.memberP99)} | ${round(slot.memory)} |`,
    ),
    '',
  ].join('\n');
}

function slotSeconds(slots: readonly Slot[]): number {
  return (slots[1]?.from ?? 0) - (slots[0]?.from ?? 0);
}

function describe(failures: readonly Failure[]): string {
  const counts = new Map<string, number>();
  for (const { kind, what } of failures) counts.set(`${kind} ${what}`, (counts.get(`${kind} ${what}`) ?? 0) + 1);
  return [...counts].map(([what, count]) => `${count} × ${what}`).join(', ');
}

const round = (value: number): number => Math.round(value * 10) / 10;
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
