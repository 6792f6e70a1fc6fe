// Posts changes of the status to a webhook, in the format of Alertmanager, so that one receiver serves both.
//
// Always true: a line is posted when it appears and when it is gone, and again every hour while it lasts. Posted lines
// are stored in the data folder, because the database may be unreachable. A post that fails is repeated by the next
// run.
//
// Elsewhere: the receiver (alert-receiver.ts), Alertmanager (deploy/alertmanager).

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

import type { Status } from '@chaba/server/modules/operations';

import { CommandError } from '#ops/core/command';
import { ensureDataDir } from '#ops/core/settings';

type WebhookAlert = {
  readonly status: 'firing' | 'resolved';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly fingerprint: string;
};
type Posted = Readonly<Record<string, { readonly alert: WebhookAlert; readonly postedAt: number }>>;

const FILE = 'ops-webhook.json';
const REPEAT_MS = 3_600_000;
const TIMEOUT_MS = 10_000;
const SEVERITIES = { good: 'none', degraded: 'ticket', broken: 'page' } as const;

export async function postChanges(url: string, status: Status, dataDir: string): Promise<void> {
  if (!URL.canParse(url)) throw new CommandError('--webhook needs an address that begins with http:// or https://.');
  ensureDataDir(dataDir);
  const file = path.join(dataDir, FILE);
  const before = readPosted(file);
  const now = Date.now();
  const firing = listAlerts(status, before);
  const current = new Set(firing.map(({ fingerprint }) => fingerprint));
  const due = firing.filter(({ fingerprint }) => now - (before[fingerprint]?.postedAt ?? 0) >= REPEAT_MS);
  const resolved = Object.values(before)
    .filter(({ alert }) => !current.has(alert.fingerprint))
    .map(({ alert }): WebhookAlert => ({ ...alert, status: 'resolved' }));
  const alerts = [...due, ...resolved];
  if (alerts.length > 0) await post(url, alerts);
  const posted = firing.map((alert) => {
    const isPosted = due.includes(alert);
    return [alert.fingerprint, { alert, postedAt: isPosted ? now : (before[alert.fingerprint]?.postedAt ?? now) }];
  });
  fs.writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(posted)), { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
}

/** Figures change with every run, so they are no part of a line's identity. */
function listAlerts({ sections, at }: Status, before: Posted): WebhookAlert[] {
  return sections.flatMap(({ title, lines }) =>
    lines.flatMap(({ level, text, action = '' }): WebhookAlert[] => {
      if (level === 'good') return [];
      const name = `${title}: ${text.replace(/\d+(?:\.\d+)?(?: (?:s|min|h|days)\b)?/g, '#')}`;
      const fingerprint = createHash('sha256').update(name).digest('hex').slice(0, 16);
      return [
        {
          status: 'firing',
          labels: { alertname: `ops: ${title}`, severity: SEVERITIES[level] },
          annotations: { summary: text, action },
          startsAt: before[fingerprint]?.alert.startsAt ?? at.toISOString(),
          fingerprint,
        },
      ];
    }),
  );
}

async function post(url: string, alerts: readonly WebhookAlert[]): Promise<void> {
  const isFiring = alerts.some(({ status }) => status === 'firing');
  const body = JSON.stringify({
    version: '4',
    status: isFiring ? 'firing' : 'resolved',
    receiver: 'ops',
    alerts,
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
  } catch (error) {
    throw new CommandError(
      `The webhook did not take the alerts: ${error instanceof Error ? error.message : 'unknown'}.`,
    );
  }
}

function readPosted(file: string): Posted {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Posted;
  } catch {
    // The first run, or a half-written file: everything is posted again.
    return {};
  }
}
