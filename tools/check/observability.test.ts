// Alert rules and dashboards name declared metrics only, each declared metric is used, and each alert has its tests.
//
// Elsewhere: promtool, which runs these tests, and a real Prometheus with these rules (testing/beds/alerts).

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { parse } from 'yaml';

import { en } from '#back-office/text/words-en.text';
import { metrics } from '#server/core/metrics';

import { dashboards, renderDashboards } from '#tools/dashboards';
import { ROOT } from '#ops/core/root';

type Rule = { readonly expr: string } & (
  | { readonly record: string }
  | {
      readonly alert: string;
      readonly labels: { readonly severity: string };
      readonly annotations: Readonly<Record<'summary' | 'action', string>>;
    }
);
type RuleTest = {
  readonly input_series: readonly unknown[];
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
};

const PROMETHEUS = path.join(ROOT, 'deploy', 'prometheus');
const TESTS = ['rules.test.yml', 'rules.long.test.yml'];
const readYaml = (name: string): unknown => parse(fs.readFileSync(path.join(PROMETHEUS, name), 'utf8'));

/** Metrics of other exporters, by exporter. */
const EXTERNAL: Readonly<Record<string, readonly string[]>> = {
  prometheus: ['up'],
  patroni: ['patroni_primary', 'patroni_sync_standby'],
  postgres_exporter: [
    'pg_up',
    'pg_replication_lag_seconds',
    'pg_replication_is_replica',
    'pg_stat_replication_pg_wal_lsn_diff',
    'pg_locks_count',
    'pg_database_wraparound_age_datfrozenxid_seconds',
    'pg_stat_archiver_failed_count',
    'pg_stat_archiver_last_archive_age',
    'pg_stat_bgwriter_checkpoints_req_total',
    'pg_stat_bgwriter_checkpoints_timed_total',
    'pg_stat_user_tables_n_dead_tup',
  ],
  node_exporter: ['node_filesystem_avail_bytes', 'node_filesystem_size_bytes'],
  blackbox_exporter: ['probe_ssl_earliest_cert_expiry', 'probe_success'],
};
const METRIC = /\b(?:chaba|process|nodejs|pg|patroni|node|probe)[_:][A-Za-z0-9_:]+|\bup\b/g;
const SUFFIX = /_(?:bucket|sum|count)$/;

const { groups } = readYaml('rules.yml') as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.flatMap((rule) => ('alert' in rule ? [rule] : []));
const recordings = rules.flatMap((rule) => ('record' in rule ? [rule] : []));
const declared = new Map(metrics.families.map((family) => [family.name, family]));
const recorded = new Set(recordings.map(({ record }) => record));
const external = new Set(Object.values(EXTERNAL).flat());
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...dashboards.flatMap(({ panels }) => panels.flatMap(({ lines }) => Object.values(lines))),
];

/** Names in an expression, without label values. */
function listMetrics(expression: string): string[] {
  return expression.replaceAll(/"[^"]*"/g, '""').match(METRIC) ?? [];
}

function toFamily(name: string): string {
  const base = name.replace(SUFFIX, '');
  return declared.get(base)?.type === 'histogram' ? base : name;
}

function findUndeclared(all: readonly string[]): string[] {
  return all
    .flatMap(listMetrics)
    .filter((name) => !declared.has(toFamily(name)) && !recorded.has(name) && !external.has(name));
}

function findUnused(all: readonly string[]): string[] {
  const used = new Set(all.flatMap(listMetrics).map(toFamily));
  return [...declared.keys()].filter((name) => !used.has(name));
}

test('uses declared metrics only, and every declared metric', () => {
  assert.ok(expressions.length > 100, `${expressions.length} expressions`);
  assert.deepEqual(findUndeclared(expressions), []);
  assert.deepEqual(findUnused(expressions), []);
  const names = new Set(expressions.flatMap(listMetrics));
  assert.deepEqual(
    [...external].filter((name) => !names.has(name)),
    [],
  );
});

test('reports a planted metric that is not declared, and one that nothing uses', () => {
  assert.deepEqual(findUndeclared(['rate(chaba_gone_total[5m])']), ['chaba_gone_total']);
  assert.ok(
    findUnused(expressions.filter((each) => !each.includes('chaba_live_streams'))).includes('chaba_live_streams'),
  );
});

test('gives no metric a label that Prometheus sets itself', () => {
  const taken = metrics.families.filter(({ labels }) =>
    labels.some((label) => label === 'job' || label === 'instance'),
  );
  assert.deepEqual(
    taken.map(({ name }) => name),
    [],
  );
});

test('names labels that their metric has', () => {
  const wrong = expressions.flatMap((expression) =>
    [...expression.matchAll(/\b(chaba_[a-z_]+)\{([^}]*)\}/g)].flatMap(([, name = '', labels = '']) => {
      const known = declared.get(toFamily(name))?.labels ?? [];
      const given = [...labels.matchAll(/(\w+)(?:=|!)/g)].map(([, label = '']) => label);
      const all = [...known, 'job', ...(name.endsWith('_bucket') ? ['le'] : [])];
      return given.filter((label) => !all.includes(label)).map((label) => `${name}: ${label}`);
    }),
  );
  assert.deepEqual(wrong, []);
});

test('has a series with which each alert fires and one with which it stays silent', () => {
  const tests = TESTS.flatMap((name) => (readYaml(name) as { readonly tests: readonly RuleTest[] }).tests);
  assert.ok(tests.every(({ input_series: series }) => series.length > 0));
  const expected = tests.flatMap((each) => each.alert_rule_test);
  const tested = (isFiring: boolean): Set<string> =>
    new Set(expected.filter((each) => each.exp_alerts.length > 0 === isFiring).map(({ alertname }) => alertname));
  const names = new Set(alerts.map(({ alert }) => alert));
  assert.deepEqual(tested(true), names);
  assert.deepEqual(tested(false), names);
  assert.equal(names.size, alerts.length);
});

test('names the cause and the action of each alert, and its urgency', () => {
  for (const { alert, labels, annotations } of alerts) {
    assert.ok(annotations.summary.endsWith('.') && annotations.action.length > 10, alert);
    assert.match(labels.severity, /^(page|ticket)$/, alert);
  }
});

test('names the page of the back office in each action for operators, before the command', () => {
  const titles = Object.values(en.pages).join('|');
  const page = new RegExp(`[Bb]ack office, page (?:${titles})|page (?:${titles}) of the back office`);
  const wrong = alerts.filter(({ annotations: { action } }) => {
    const command = action.indexOf('npm run operator');
    const named = action.search(page);
    return command >= 0 && (named < 0 || named > command);
  });
  assert.deepEqual(
    wrong.map(({ alert }) => alert),
    [],
  );
});

test('has a trial of each alert: its cause on the real product, and its action', () => {
  const trials = fs
    .globSync(['testing/beds/{alerts/*.heavy.test,ha/ha-*}.ts', 'tools/release/*.heavy.test.ts'], { cwd: ROOT })
    .map((name) => fs.readFileSync(path.join(ROOT, name), 'utf8'))
    .join('\n');
  assert.deepEqual(
    alerts.map(({ alert }) => alert).filter((alert) => !trials.includes(`'${alert}'`)),
    [],
  );
});

test('has current files of dashboards (fix: node tools/dashboards.ts)', () => {
  for (const [file, content] of Object.entries(renderDashboards())) {
    assert.equal(fs.readFileSync(path.join(ROOT, file), 'utf8'), content, file);
  }
});
