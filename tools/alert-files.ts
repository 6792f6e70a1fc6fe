// Renders alert rules as the files of Prometheus and as the table of their page.
//
// Elsewhere: the rules (alerts.ts).

import * as fs from 'node:fs';
import path from 'node:path';

import { ROOT } from '#ops/core/root';

export type Series = Readonly<Record<string, string>>;
export type Alert = {
  readonly name: string;
  readonly severity: 'page' | 'ticket';
  readonly expr: string;
  readonly wait?: string;
  readonly summary: string;
  readonly action: string;
  /** Series in promtool's notation, at one value per minute; a list has a test for each entry. */
  readonly fires: Series | readonly Series[];
  readonly silent: Series | readonly Series[];
  /** Labels that the expression keeps. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly at?: string;
  /** Time between the values of the series; a minute by default. */
  readonly step?: '15s';
  /** Needs hours: one value per ten minutes, in a file of its own. */
  readonly isLong?: true;
};
export type Recording = { readonly record: string; readonly expr: string };

const AT = '20m';
const HEAD = '# Written by `node tools/alerts.ts` from tools/alerts.ts.';
const TABLE = /<!-- alerts -->[^]*<!-- \/alerts -->/;
const text = (value: string): string => JSON.stringify(value);

/** Files by their path, as they must be in the repository. */
export function renderAlertFiles(
  alerts: readonly Alert[],
  recordings: readonly Recording[],
): Readonly<Record<string, string>> {
  const readme = 'deploy/prometheus/README.md';
  const page = fs.readFileSync(path.join(ROOT, readme), 'utf8');
  return {
    'deploy/prometheus/rules.yml': renderRules(alerts, recordings),
    'deploy/prometheus/rules.test.yml': renderTests(alerts, false),
    'deploy/prometheus/rules.long.test.yml': renderTests(alerts, true),
    [readme]: page.replace(TABLE, `<!-- alerts -->\n${renderTable(alerts)}\n<!-- /alerts -->`),
  };
}

function renderRules(alerts: readonly Alert[], recordings: readonly Recording[]): string {
  const ratios = recordings.flatMap(({ record, expr }) => [`      - record: ${record}`, `        expr: ${text(expr)}`]);
  const rules = alerts.flatMap(({ name, severity, expr, wait, summary, action }) => [
    `      - alert: ${name}`,
    `        expr: ${text(expr)}`,
    ...(wait === undefined ? [] : [`        for: ${wait}`]),
    `        labels: { severity: ${severity} }`,
    '        annotations:',
    `          summary: ${text(summary)}`,
    `          action: ${text(action)}`,
    `          runbook: deploy/prometheus/README.md#${name.toLowerCase()}`,
  ]);
  // One group, evaluated in order: an alert reads the ratios of the same moment.
  return [HEAD, 'groups:', '  - name: chaba', '    rules:', ...ratios, ...rules, ''].join('\n');
}

function renderTests(alerts: readonly Alert[], isLong: boolean): string {
  const tests = alerts
    .filter((alert) => (alert.isLong === true) === isLong)
    .flatMap((alert) => [
      ...[alert.fires].flat().map((series) => renderTest(alert, series, true)),
      ...[alert.silent].flat().map((series) => renderTest(alert, series, false)),
    ]);
  const interval = isLong ? '10m' : '1m';
  return [HEAD, 'rule_files: [rules.yml]', `evaluation_interval: ${interval}`, 'tests:', ...tests, ''].join('\n');
}

function renderTest(
  { name, severity, summary, action, labels = {}, at = AT, isLong, step }: Alert,
  series: Series,
  isFiring: boolean,
): string {
  const input = Object.entries(series).flatMap(([each, values]) => [
    `      - series: ${text(each)}`,
    `        values: ${text(values)}`,
  ]);
  const expected = isFiring
    ? [
        '        exp_alerts:',
        `          - exp_labels: ${JSON.stringify({ severity, ...labels })}`,
        `            exp_annotations: ${JSON.stringify({ summary, action, runbook: `deploy/prometheus/README.md#${name.toLowerCase()}` })}`,
      ]
    : ['        exp_alerts: []'];
  return [
    `  - name: ${name} ${isFiring ? 'fires' : 'stays silent'}`,
    `    interval: ${step ?? (isLong === true ? '10m' : '1m')}`,
    '    input_series:',
    ...input,
    '    alert_rule_test:',
    `      - eval_time: ${at}`,
    `        alertname: ${name}`,
    ...expected,
  ].join('\n');
}

function renderTable(alerts: readonly Alert[]): string {
  const rows = alerts.map(
    ({ name, severity, summary, action }) =>
      `| <a id="${name.toLowerCase()}"></a>${name} | ${severity} | ${summary} | ${action} |`,
  );
  return ['| Alert | | Cause | Action |', '|---|---|---|---|', ...rows].join('\n');
}
