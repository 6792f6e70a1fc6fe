// Security events: changes of accounts and rejected signatures, as rows for operators.
//
// Always true: an event of a transaction is written in that transaction, an event of a rejected request in its own, so
// that it persists. Equal events of an hour share one row with a count. Invalid signatures are counted in memory and
// written every two seconds, because anonymous callers control their number. No row contains a phone number, an address
// or a token.
//
// Elsewhere: sources of events (members, http/register-route.ts, play), alarms for repeated events (audit), the
// operator's list (operators).

import type { Database, Queryable } from '@chaba/database';

import type { Log } from '#core/context';

import * as store from './security.store.ts';
import type { SecurityEventKind, RecordedSecurityEvent, RepeatedEvents } from './security.store.ts';

export type { SecurityEventKind } from './security.store.ts';

type SecurityEvent = {
  readonly kind: SecurityEventKind;
  readonly memberId?: bigint | undefined;
  /** Common property of equal events: a device name, the hash of a network, a key. */
  readonly subject?: string;
};

/** Number of events of a kind within an hour at one site that raises an alarm. */
const ALARM_FROM: Readonly<Partial<Record<SecurityEventKind, number>>> = {
  device_token_reused: 3,
  login_locked: 50,
  address_locked: 20,
  // Ten a minute: anyone can send a few unsigned calls.
  signature_invalid: 600,
};
const SHOWN_MAX = 200;
const SUBJECT_LENGTH_MAX = 100;
const WRITE_EVERY_MS = 2_000;
/** Above the number of real keys; made-up keys are counted as "unknown key". */
const COUNTED_MAX = 1_000;

/** Records one event, in the caller's transaction if there is one. */
export async function recordSecurityEvent(database: Queryable, siteId: number, event: SecurityEvent): Promise<void> {
  await store.countEvents(database, siteId, { ...toRow(event), count: 1 });
}

/** Newest first; of one member if given. */
export function listSecurityEvents(
  database: Queryable,
  siteId: number,
  memberId?: bigint,
): Promise<RecordedSecurityEvent[]> {
  return store.listEvents(database, siteId, { memberId, limit: SHOWN_MAX });
}

/** Kinds that reached their alarm count this hour and occurred within the last minute. */
export function findRepeatedEvents(database: Queryable, siteId: number): Promise<RepeatedEvents[]> {
  const limits = Object.entries(ALARM_FROM).map(([kind, most]) => ({ kind, most }));
  return store.findRepeated(database, siteId, limits);
}

type SignatureWatch = {
  /** Counts a message with an invalid signature. Without a site it counts for the first one. */
  count(siteId: number | undefined, subject: string): void;
  /** Writes the counts; logs a failed write. */
  flush(): Promise<void>;
};

export function createSignatureWatch(database: Database, log: Log): SignatureWatch {
  let counted = new Map<string, { readonly siteId: number | undefined; readonly subject: string; count: number }>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const written = counted;
    counted = new Map();
    try {
      for (const { siteId, subject, count } of written.values()) {
        const site = siteId ?? (await store.firstSiteId(database));
        if (site === undefined) continue;
        await store.countEvents(database, site, { ...toRow({ kind: 'signature_invalid', subject }), count });
      }
    } catch (error) {
      log.error({ err: error }, 'security events not written');
    }
  }

  return {
    flush,
    count(siteId, subject) {
      const key = `${siteId ?? ''}/${subject}`;
      const known = counted.get(key);
      if (known) known.count += 1;
      else if (counted.size < COUNTED_MAX) counted.set(key, { siteId, subject, count: 1 });
      timer ??= setTimeout(() => void flush(), WRITE_EVERY_MS).unref();
    },
  };
}

function toRow({ kind, memberId, subject = '' }: SecurityEvent) {
  return { kind, memberId: memberId ?? null, subject: subject.slice(0, SUBJECT_LENGTH_MAX) };
}
