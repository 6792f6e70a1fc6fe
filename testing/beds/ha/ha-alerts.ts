// Prometheus and Alertmanager beside the bed, and the webhook that receives their alerts.
//
// Always true: rules.yml and alertmanager.yml of deploy/ are unchanged. prometheus.yml has the targets and the token of
// the bed, and the job of Patroni that is a comment there. All end with the namespaces of the bed.
//
// Elsewhere: the bed (ha-bed.ts), the faults (ha-faults.ts), alerts by their own causes (alert-bed.ts).

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';

import { startAlertReceiver } from '@chaba/ops/status/alert-receiver';
import { endProcess } from '#testing/product/edge-process';

import { deployed, type HaBed, NODES, PASSWORD, replaceOnce, until } from './ha-bed.ts';

/** The port that alertmanager.yml names. */
const RECEIVER_PORT = 9094;
const PROMETHEUS = '127.0.0.1:9090';
const ALERTMANAGER = '127.0.0.1:9093';
const READY_WITHIN_MS = 180_000;
/** A rate needs two scrapes. */
const SCRAPES_MIN = 3;

/** A line of the webhook about an alert that pages. */
export type ReceivedPage = { readonly name: string; readonly at: number; readonly isFiring: boolean };

export class AlertWatch {
  readonly #folder: string;
  /** Server processes and Patronis. */
  readonly #targets: number;
  readonly #pages: ReceivedPage[] = [];
  #programs: readonly ChildProcess[] = [];

  constructor(bed: HaBed) {
    const metricsAddresses = bed.listMetricsAddresses();
    this.#folder = path.join(bed.home, 'alerts');
    this.#targets = metricsAddresses.length + NODES.length;
    fs.mkdirSync(this.#folder);
    const write = (name: string, text: string): void => fs.writeFileSync(path.join(this.#folder, name), text);
    write('metrics-token', PASSWORD);
    write('rules.yml', deployed('prometheus/rules.yml'));
    write('alertmanager.yml', deployed('alertmanager/alertmanager.yml'));
    write('prometheus.yml', adaptConfig(metricsAddresses, path.join(this.#folder, 'metrics-token')));
  }

  async open(): Promise<void> {
    const log = path.join(this.#folder, 'received.log');
    await startAlertReceiver({
      port: RECEIVER_PORT,
      write: (line) => {
        fs.appendFileSync(log, `${line}\n`);
        const [, state, severity, name = ''] = line.split(/ {2}/);
        if (severity === 'page') this.#pages.push({ name, at: Date.now(), isFiring: state === 'firing' });
      },
    });
  }

  /**
   * Starts both programs anew, and waits until every target was scraped: the failures of the fault before would stay in
   * the windows for an hour.
   */
  async restart(): Promise<void> {
    for (const child of this.#programs) await endProcess(child);
    const folder = this.#folder;
    for (const name of ['alertmanager', 'data']) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
    this.#programs = [
      start(folder, 'prometheus-alertmanager', [
        `--config.file=${folder}/alertmanager.yml`,
        `--storage.path=${folder}/alertmanager`,
        `--web.listen-address=${ALERTMANAGER}`,
        '--cluster.listen-address=',
      ]),
      start(folder, 'prometheus', [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=${PROMETHEUS}`,
      ]),
    ];
    await until('every target is scraped', () => this.#areScraped().catch(() => false), READY_WITHIN_MS);
  }

  async #areScraped(): Promise<boolean> {
    const { ok } = await fetch(`http://${ALERTMANAGER}/-/ready`);
    const up = 'up{job=~"chaba|patroni"}';
    const scraped = await query(`count(count_over_time(${up}[1m]) >= ${SCRAPES_MIN} and ${up} == 1)`);
    return ok && scraped === this.#targets;
  }

  /** Pages since a moment, each name with its first time. */
  listPages(since: number): ReceivedPage[] {
    const firing = this.#pages.filter(({ at, isFiring }) => isFiring && at > since);
    return firing.filter((page, place) => firing.findIndex(({ name }) => name === page.name) === place);
  }

  /** The first page since a moment, of any name or of this one; undefined if none came in time. */
  async findPage(since: number, withinMs: number, name?: string): Promise<ReceivedPage | undefined> {
    const find = (): ReceivedPage | undefined =>
      this.listPages(since).find((page) => name === undefined || page.name === name);
    await until('a page', () => find() !== undefined, withinMs).catch(() => undefined);
    return find();
  }

  untilResolved(name: string, since: number, withinMs: number): Promise<void> {
    const isResolved = (): boolean =>
      this.#pages.some((page) => page.name === name && !page.isFiring && page.at > since);
    return until(`${name} is resolved`, isResolved, withinMs);
  }
}

/** Undefined, with one line, where a program is missing. */
export async function openAlertWatch(bed: HaBed): Promise<AlertWatch | undefined> {
  const programs = ['prometheus', 'prometheus-alertmanager'];
  const missing = programs.filter((name) => spawnSync(name, ['--version']).error !== undefined);
  if (missing.length > 0) {
    console.log(`Alerts are not received: ${missing.join(', ')} is missing on this machine.`);
    return undefined;
  }
  const watch = new AlertWatch(bed);
  await watch.open();
  return watch;
}

function start(folder: string, command: string, words: readonly string[]): ChildProcess {
  const log = fs.openSync(path.join(folder, `${command}.log`), 'a');
  const child = spawn(command, words, { cwd: folder, stdio: ['ignore', log, log] });
  fs.closeSync(log);
  return child;
}

function adaptConfig(metricsAddresses: readonly string[], token: string): string {
  const withToken = replaceOnce(
    deployed('prometheus/prometheus.yml'),
    '# authorization: { credentials_file: /etc/prometheus/metrics-token }',
    `authorization: { credentials_file: ${token} }`,
  );
  const withTargets = replaceOnce(withToken, '["127.0.0.1:9100"]', JSON.stringify(metricsAddresses));
  const job = /^ {2}# - job_name: patroni\n(?: {2}# {3}.*\n)+/m.exec(withTargets)?.[0];
  assert.ok(job, 'the job of Patroni is a comment of prometheus.yml');
  return replaceOnce(withTargets, job, job.replaceAll(/^ {2}# /gm, '  '));
}

/** The value of an expression without labels. */
async function query(expression: string): Promise<number> {
  const response = await fetch(`http://${PROMETHEUS}/api/v1/query?query=${encodeURIComponent(expression)}`);
  type Answer = { readonly data?: { readonly result: readonly { readonly value: readonly [number, string] }[] } };
  const { data } = (await response.json()) as Answer;
  return Number(data?.result[0]?.value[1]);
}
