// Rules, configuration and an alert from end to end, with the real Prometheus and Alertmanager of the machine (Debian:
// prometheus, prometheus-alertmanager). Where they are missing the test prints one line.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@chaba/embedded-postgres';
import { testDatabase } from '@chaba/database/testing';
import { startServerProcess } from '@chaba/server/testing/server-process';

import { startAlertReceiver } from '@chaba/ops/status/alert-receiver';
import { ROOT } from '@chaba/ops/core/root';

const DEPLOY = path.join(ROOT, 'deploy');
const WITHIN_MS = 150_000;
const MISSING = ['promtool', 'prometheus', 'amtool', 'prometheus-alertmanager'].filter(
  (name) => spawnSync(name, ['--version']).error !== undefined,
);
const isInstalled = MISSING.length === 0;
if (!isInstalled) console.log(`Not checked: ${MISSING.join(', ')} are not installed on this machine.`);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-prometheus-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

function check(command: string, args: readonly string[], input?: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    ...(input === undefined ? {} : { input }),
  });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stdout}${stderr}`);
}

function start(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { cwd: folder, stdio: 'ignore' });
  after(async () => {
    if (child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  return child;
}

async function waitUntil(what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> {
  for (const until = Date.now() + WITHIN_MS; Date.now() < until; await sleep(500)) {
    if (await Promise.resolve(isTrue()).catch(() => false)) return;
  }
  assert.fail(`${what} did not happen within ${WITHIN_MS / 1_000} s`);
}

test('passes the checks and the rule tests of Prometheus and Alertmanager', () => {
  if (!isInstalled) return;
  check('promtool', ['check', 'rules', path.join(DEPLOY, 'prometheus', 'rules.yml')]);
  check('promtool', ['test', 'rules', path.join(DEPLOY, 'prometheus', 'rules.test.yml')]);
  check('promtool', ['test', 'rules', path.join(DEPLOY, 'prometheus', 'rules.long.test.yml')]);
  check('promtool', ['check', 'config', path.join(DEPLOY, 'prometheus', 'prometheus.yml')]);
  check('amtool', ['check-config', path.join(DEPLOY, 'alertmanager', 'alertmanager.yml')]);
});

test('fires NoServer through Alertmanager to the webhook when the server dies, and resolves it', async () => {
  if (!isInstalled) return;
  const database = await testDatabase();
  const [metricsPort, prometheusPort, alertmanagerPort] = [await freePort(), await freePort(), await freePort()];
  const server = await startServerProcess(database.url, { METRICS_PORT: String(metricsPort) });
  const page = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  check('promtool', ['check', 'metrics'], page);

  const lines: string[] = [];
  const receiver = await startAlertReceiver({ port: 0, write: (line) => void lines.push(line) });
  after(() => receiver.close());
  const replaced = (file: string, values: readonly (readonly [string, string])[]): string => {
    const target = path.join(folder, path.basename(file));
    const text = fs.readFileSync(path.join(DEPLOY, file), 'utf8');
    fs.writeFileSync(
      target,
      values.reduce((all, [from, to]) => all.replaceAll(from, to), text),
    );
    return target;
  };
  replaced('prometheus/rules.yml', []);
  const alertmanager = replaced('alertmanager/alertmanager.yml', [
    ['127.0.0.1:9094', `127.0.0.1:${receiver.port}`],
    ['group_wait: 5s', 'group_wait: 1s'],
    ['group_interval: 1m', 'group_interval: 2s'],
  ]);
  const prometheus = replaced('prometheus/prometheus.yml', [
    ['interval: 15s', 'interval: 1s'],
    ['127.0.0.1:9093', `127.0.0.1:${alertmanagerPort}`],
    ['127.0.0.1:9100', `127.0.0.1:${metricsPort}`],
  ]);
  start('prometheus-alertmanager', [
    `--config.file=${alertmanager}`,
    `--storage.path=${folder}/alertmanager`,
    `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
    '--cluster.listen-address=',
  ]);
  start('prometheus', [
    `--config.file=${prometheus}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${prometheusPort}`,
  ]);
  const query = encodeURIComponent('chaba_build_info');
  await waitUntil('the first scrape', async () => {
    const found = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/query?query=${query}`);
    return /"version":"/.test(await found.text());
  });
  assert.deepEqual(
    lines.filter((line) => line.includes('NoServer')),
    [],
  );
  await server.kill();
  await waitUntil('the alert', () =>
    lines.some((line) => /firing {2}page {2}NoServer {2}No server process/.test(line)),
  );
  await server.start();
  await waitUntil('the end of the alert', () => lines.some((line) => /resolved {2}page {2}NoServer/.test(line)));
});
