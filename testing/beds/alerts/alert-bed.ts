// A real Prometheus with the alert rules of deploy/, for tests that produce the cause of each alert and carry out the
// action of its rule (deploy/prometheus/rules.yml).
//
// Always true: expressions, metrics and thresholds are those of rules.yml. Only times differ: an alert has no delay,
// and its windows of minutes to days are 20 s, so that it also ends within a test.
//
// Elsewhere: delays and windows as they are written (rules.test.yml), delivery (prometheus.heavy.test.ts).

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@chaba/embedded-postgres';

import { ROOT } from '@chaba/ops/core/root';

type DeployedDashboard = {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
};

const WINDOW = '20s';
/** Of counted restarts, each of which takes seconds, more on a busy machine. */
const RESTARTS_WINDOW = '60s';
/** Facts of the job `measure` are a minute old at most; some alerts need a second turn. */
const WITHIN_MS = 180_000;
const LOOK_MS = 500;

/** A scraped job. `extra` is YAML of the scrape configuration, as for blackbox_exporter. */
export type AlertTarget = { readonly job: string; readonly addresses: readonly string[]; readonly extra?: string };

export type AlertTrial = {
  readonly alert: string;
  /** Produces what the summary of the alert says. */
  readonly cause: () => unknown;
  /** Does what the row of the alert says. */
  readonly action: () => unknown;
};

/** A line of a result: its labels and its value. */
export type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number };

export type AlertBed = {
  readonly listFiring: () => Promise<string[]>;
  /** The lines of an expression, with the short window. */
  readonly query: (expression: string) => Promise<Sample[]>;
  /** Waits until a panel of deploy/grafana shows a line with these labels above the value. */
  readonly untilShown: (
    dashboard: string,
    title: string,
    labels: Readonly<Record<string, string>>,
    above?: number,
  ) => Promise<void>;
  /** Fires each alert by its cause, all at once, and ends each by the action of its row. */
  readonly tryAlerts: (trials: readonly AlertTrial[]) => Promise<void>;
  readonly untilFiring: (alert: string) => Promise<void>;
  readonly untilSilent: (alert: string) => Promise<void>;
};

/** Names each program that is missing on this machine, and prints that these alerts are not tried. */
export function listMissingPrograms(...programs: readonly string[]): string[] {
  const missing = ['prometheus', ...programs].filter((name) => spawnSync(name, ['--version']).error !== undefined);
  if (missing.length > 0) console.log(`Not tried: ${missing.join(', ')} are not installed on this machine.`);
  return missing;
}

/** Starts a program that ends with the test or file that started it. */
export function startProgram(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(command, args, { cwd: os.tmpdir(), stdio: 'ignore', env: { ...process.env, ...env } });
  after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  return child;
}

/** Starts Prometheus; it ends with the test or file that opened it. */
export async function openAlertBed(targets: readonly AlertTarget[]): Promise<AlertBed> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-alerts-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.writeFileSync(path.join(folder, 'rules.yml'), readShortRules());
  fs.writeFileSync(path.join(folder, 'prometheus.yml'), formatConfig(targets));
  const port = await freePort();
  startProgram('prometheus', [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  const listFiring = (): Promise<string[]> => loadFiring(port);
  const untilFiring = (alert: string): Promise<void> =>
    waitUntil(`${alert} fires`, async () => (await listFiring()).includes(alert));
  const untilSilent = (alert: string): Promise<void> =>
    waitUntil(`${alert} ends`, async () => !(await listFiring()).includes(alert));
  await waitUntil('the first scrape', () => hasScraped(port, targets));

  async function tryAlerts(trials: readonly AlertTrial[]): Promise<void> {
    await Promise.all(trials.map(({ alert }) => untilSilent(alert)));
    await Promise.all(trials.map(({ cause }) => cause()));
    await Promise.all(trials.map(({ alert }) => untilFiring(alert)));
    await Promise.all(trials.map(({ action }) => action()));
    await Promise.all(trials.map(({ alert }) => untilSilent(alert)));
  }
  const query = (expression: string): Promise<Sample[]> => loadSamples(port, shortenWindows(expression));

  async function untilShown(
    dashboard: string,
    title: string,
    labels: Readonly<Record<string, string>>,
    above = 0,
  ): Promise<void> {
    const file = fs.readFileSync(path.join(ROOT, 'deploy', 'grafana', `${dashboard}.json`), 'utf8');
    const panel = (JSON.parse(file) as DeployedDashboard).panels.find((each) => each.title === title);
    assert.ok(panel, `the dashboard ${dashboard} has a panel ${title}`);
    const isShown = (line: Sample): boolean =>
      line.value > above && Object.entries(labels).every(([name, value]) => line.labels[name] === value);
    await waitUntil(`${dashboard}, ${title} shows ${JSON.stringify(labels)} above ${above}`, async () => {
      const lines = await Promise.all(panel.targets.map(({ expr }) => query(expr)));
      return lines.flat().some(isShown);
    });
  }
  return { listFiring, query, untilShown, tryAlerts, untilFiring, untilSilent };
}

function readShortRules(): string {
  const rules = fs
    .readFileSync(path.join(ROOT, 'deploy', 'prometheus', 'rules.yml'), 'utf8')
    .replaceAll(/^ +for: .+\n/gm, '');
  return shortenWindows(rules);
}

const shortenWindows = (text: string): string =>
  text
    .replaceAll(/(changes\([^[]*)\[\d+[mhd]\]/g, `$1[${RESTARTS_WINDOW}]`)
    .replaceAll(/\[\d+[mhd]\]/g, `[${WINDOW}]`)
    .replaceAll(/offset \d+[mhd]/g, `offset ${WINDOW}`);

function formatConfig(targets: readonly AlertTarget[]): string {
  return [
    'global: { scrape_interval: 1s, evaluation_interval: 1s }',
    'rule_files: [rules.yml]',
    'scrape_configs:',
    ...targets.flatMap(({ job, addresses, extra = '' }) => [
      `  - job_name: ${job}`,
      '    static_configs:',
      `      - targets: ${JSON.stringify(addresses)}`,
      ...extra.split('\n').map((line) => `    ${line}`),
    ]),
    '',
  ].join('\n');
}

type AlertsAnswer = {
  readonly data: {
    readonly alerts: readonly { readonly state: string; readonly labels: { readonly alertname: string } }[];
  };
};

async function loadFiring(port: number): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`);
  const { data } = (await answer.json()) as AlertsAnswer;
  return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
}

type SamplesAnswer = {
  readonly data: {
    readonly result: readonly { readonly metric: Sample['labels']; readonly value: readonly [number, string] }[];
  };
};

async function loadSamples(port: number, expression: string): Promise<Sample[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`);
  const { data } = (await answer.json()) as SamplesAnswer;
  return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
}

async function hasScraped(port: number, targets: readonly AlertTarget[]): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=count(up)`);
  const count = targets.reduce((sum, { addresses }) => sum + addresses.length, 0);
  return new RegExp(`"value":\\[[\\d.]+,"${count}"\\]`).test(await answer.text());
}

/** Repeats work until it is stopped; the stop throws an error of the work. */
export function repeat(work: () => Promise<unknown>, pauseMs: number): { readonly stop: () => Promise<void> } {
  const over = new AbortController();
  const running = (async () => {
    for (; !over.signal.aborted; await sleep(pauseMs)) await work();
  })();
  running.catch(() => undefined);
  return {
    stop() {
      over.abort();
      return running;
    },
  };
}

export async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + WITHIN_MS; Date.now() < until; await sleep(LOOK_MS)) {
    if (await isTrue().catch(() => false)) return;
  }
  assert.fail(`not within ${WITHIN_MS / 1_000} s: ${what}`);
}
