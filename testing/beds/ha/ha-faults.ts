// The faults of the bed: the fault, its repair, and the conditions that must hold meanwhile.
//
// Elsewhere: the bed (ha-bed.ts), rounds and figures (testing/beds/ha/main.ts), load and books (ha-load.ts), alerts
// (ha-alerts.ts).

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, openDatabase, sql } from '@chaba/database';

import type { AlertWatch } from './ha-alerts.ts';
import { type HaBed, NODES, type Node, until } from './ha-bed.ts';
import type { CallAnswer } from './ha-load.ts';

/** Time without a primary after which a lock is free, and the promise of a failover. */
const TTL_MS = 20_000;
const FAILOVER_MS = 30_000;
const SWITCHOVER_MS = 5_000;
const ETCD_AWAY_MS = 120_000;
const ALERT_WITHIN_MS = 60_000;
/** The delay of NoSynchronousStandby, two scrapes and two evaluations. */
const ALL_ALERTS_WITHIN_MS = 150_000;
/** The end of an alert is sent a minute after it at most. */
const RESOLVED_WITHIN_MS = 180_000;
const FROZEN_STANDBY_MS = 3_000;
const REPLACED_WITHIN_MS = 120_000;
/** Answers that were on their way when a fault began. */
const ON_THE_WAY_MS = 250;

export type FaultRun = {
  readonly bed: HaBed;
  /** Undefined where no fault of the plan needs it, or its programs are missing. */
  readonly alerts: AlertWatch | undefined;
  readonly answers: () => readonly CallAnswer[];
  /** Prints an observation of a round. */
  readonly note: (text: string) => void;
  /** Prints a promise that was not kept; the round counts as broken. */
  readonly miss: (text: string) => void;
  /** Ends the fault; run after the first OK, and when the round fails. */
  readonly onHeal: (heal: () => Promise<void> | void) => void;
};

export type BedFault = {
  readonly number: number;
  readonly title: string;
  readonly rounds: number;
  /** The longest time from the fault to the first OK; undefined without a promise. */
  readonly firstOkMs?: number;
  /** The promise counts from the last OK before the longest gap, not from the command. */
  readonly isPlanned?: boolean;
  /** No call may fail. */
  readonly isSilent?: boolean;
  readonly needsFakeClock?: boolean;
  readonly needsAlerts?: boolean;
  /** Begins the fault; resolves with the time at which it began. */
  readonly inject: (run: FaultRun) => Promise<number>;
};

async function killNode({ bed, onHeal }: FaultRun, node: Node): Promise<number> {
  const at = Date.now();
  bed.killPatroni(node);
  bed.killPostmaster(node);
  onHeal(() => bed.startPatroni(node));
  return at;
}

export const faults: readonly BedFault[] = [
  {
    number: 1,
    title: 'kill -9 of the postmaster of the primary',
    rounds: 20,
    firstOkMs: FAILOVER_MS,
    async inject({ bed }) {
      const primary = await bed.findPrimary();
      const at = Date.now();
      bed.killPostmaster(primary);
      return at;
    },
  },
  {
    number: 2,
    title: 'kill -9 of Patroni and postmaster of the primary, not started again',
    rounds: 20,
    firstOkMs: FAILOVER_MS,
    inject: async (run) => killNode(run, await run.bed.findPrimary()),
  },
  {
    number: 3,
    title: 'link of the primary cut while it lives',
    rounds: 20,
    firstOkMs: FAILOVER_MS,
    async inject({ bed, onHeal }) {
      const primary = await bed.findPrimary();
      const at = Date.now();
      bed.cutLink(primary);
      onHeal(() => bed.joinLink(primary));
      return at;
    },
  },
  {
    number: 4,
    title: 'all PostgreSQL processes of the primary frozen',
    rounds: 5,
    needsAlerts: true,
    inject: freezePrimary,
  },
  {
    number: 5,
    title: 'synchronous standby killed',
    rounds: 5,
    firstOkMs: TTL_MS,
    inject: async (run) => killNode(run, await run.bed.findSyncStandby()),
  },
  {
    number: 6,
    title: 'etcd leader killed',
    rounds: 5,
    isSilent: true,
    async inject({ bed, onHeal }) {
      const leader = bed.findEtcdLeader();
      const at = Date.now();
      bed.killEtcd(leader);
      onHeal(() => bed.startEtcd(leader));
      await sleep(TTL_MS);
      return at;
    },
  },
  {
    number: 7,
    title: 'all etcd killed for 2 min',
    rounds: 5,
    isSilent: true,
    async inject({ bed, onHeal }) {
      const at = Date.now();
      for (const node of NODES) bed.killEtcd(node);
      onHeal(() => {
        for (const node of NODES) bed.startEtcd(node);
      });
      await sleep(ETCD_AWAY_MS);
      return at;
    },
  },
  {
    number: 8,
    title: 'planned switchover',
    rounds: 5,
    firstOkMs: SWITCHOVER_MS,
    isPlanned: true,
    async inject({ bed }) {
      const [leader, candidate] = [await bed.findPrimary(), await bed.findSyncStandby()];
      const at = Date.now();
      await bed.patronictl(leader, 'switchover', '--leader', leader, '--candidate', candidate, '--force', 'chaba');
      return at;
    },
  },
  {
    number: 9,
    title: 'disk of the WAL full on the primary',
    rounds: 5,
    inject: fillWalDisk,
  },
  { number: 10, title: 'pg_cancel_backend on commits that wait for the standby', rounds: 5, inject: cancelCommits },
  {
    number: 11,
    title: 'half of the server processes killed together with (2)',
    rounds: 20,
    firstOkMs: FAILOVER_MS,
    async inject(run) {
      const primary = await run.bed.findPrimary();
      run.onHeal(() => run.bed.startServers('app1'));
      const [at] = await Promise.all([killNode(run, primary), run.bed.killServers('app1')]);
      return at;
    },
  },
  {
    number: 12,
    title: 'clock of the primary put back by 5 min',
    rounds: 5,
    needsFakeClock: true,
    async inject({ bed, onHeal }) {
      const primary = await bed.findPrimary();
      const at = Date.now();
      bed.setClock(primary, '-300');
      onHeal(() => bed.setClock(primary, '+0'));
      await sleep(TTL_MS);
      return at;
    },
  },
  {
    number: 13,
    title: 'primary and synchronous standby killed until their alerts page',
    rounds: 2,
    needsAlerts: true,
    inject: killBoth,
  },
  {
    number: 14,
    title: 'all databases killed until an alert pages',
    rounds: 2,
    needsAlerts: true,
    inject: killAll,
  },
];

/**
 * The status must be broken in 60 s. The watchdog ends it like a failover; otherwise an alert must page in 60 s, and
 * the operator's failover must end it.
 */
async function freezePrimary(run: FaultRun): Promise<number> {
  const { bed, alerts, answers, note, onHeal } = run;
  await alerts?.restart();
  const primary = await bed.findPrimary();
  const resets = bed.resets.length;
  const at = Date.now();
  bed.signalPostgres(primary, 'SIGSTOP');
  onHeal(() => bed.signalPostgres(primary, 'SIGCONT'));
  const isBroken = async (): Promise<boolean> =>
    (await bed.readStatusPage('app2-1').catch(() => '')).includes('does not answer');
  await until('the status is broken, with the reason', isBroken, ALERT_WITHIN_MS);
  note(`status broken after ${Math.round((Date.now() - at) / 100) / 10} s`);
  await sleep(Math.max(0, FAILOVER_MS - (Date.now() - at)));
  if (bed.resets.length > resets) note('the watchdog reset the machine');
  if (answers().some((answer) => answer.isOk && answer.at > Date.now() - 2_000)) return at;
  await requirePage(run, at);
  const candidate = await bed.findSyncStandby();
  await bed.patronictl(candidate, 'failover', '--candidate', candidate, '--force', 'chaba');
  note('ended by patronictl failover');
  return at;
}

/** Waits for the page. Those of budgets do not count: with an hour of good calls before the fault they stay silent. */
async function requirePage({ alerts, miss }: FaultRun, at: number): Promise<void> {
  if (!alerts) return;
  const page = await alerts.findPage(at, 2 * ALERT_WITHIN_MS, 'NoDatabase');
  if (!page || page.at - at > ALERT_WITHIN_MS) miss(`no page within ${ALERT_WITHIN_MS / 1_000} s`);
}

/** Kills machines; returns how to start one. Those that are down at the end of the fault are started then. */
function killNodes({ bed, onHeal }: FaultRun, nodes: readonly Node[]): (node: Node) => void {
  const down = new Set(nodes);
  for (const node of nodes) {
    bed.killPatroni(node);
    bed.killPostmaster(node);
  }
  const start = (node: Node): void => {
    if (down.delete(node)) bed.startPatroni(node);
  };
  onHeal(() => {
    for (const node of nodes) start(node);
  });
  return start;
}

/** The third node lacks commits, so it may not become primary. The start of the synchronous standby ends it. */
async function killBoth(run: FaultRun): Promise<number> {
  const { bed, alerts } = run;
  await alerts?.restart();
  const [primary, standby] = [await bed.findPrimary(), await bed.findSyncStandby()];
  const third = NODES.find((node) => node !== primary && node !== standby);
  assert.ok(third);
  const at = Date.now();
  const start = killNodes(run, [primary, standby]);
  await requirePage(run, at);
  for (const name of ['NoPrimary', 'NoSynchronousStandby']) {
    if (alerts) assert.ok(await alerts.findPage(at, ALL_ALERTS_WITHIN_MS, name), `${name} pages`);
  }
  await sleep(Math.max(0, FAILOVER_MS - (Date.now() - at)));
  const list = await bed.patronictl(third, 'list', 'chaba');
  assert.ok(list.includes(third), list);
  assert.doesNotMatch(list, /Leader/);
  start(standby);
  await alerts?.untilResolved('NoPrimary', at, RESOLVED_WITHIN_MS);
  await alerts?.untilResolved('NoSynchronousStandby', at, RESOLVED_WITHIN_MS);
  return at;
}

/** The last leader is started first, and then a standby, because commits wait for one. */
async function killAll(run: FaultRun): Promise<number> {
  const { bed, alerts, note } = run;
  await alerts?.restart();
  const [primary, standby] = [await bed.findPrimary(), await bed.findSyncStandby()];
  const at = Date.now();
  const start = killNodes(run, NODES);
  await requirePage(run, at);
  await sleep(Math.max(0, FAILOVER_MS - (Date.now() - at)));
  start(primary);
  const isLeader = (): Promise<boolean> =>
    bed.findPrimary().then(
      (node) => node === primary,
      () => false,
    );
  await until('the last leader is primary again', isLeader, REPLACED_WITHIN_MS);
  note(`primary again after ${Math.round((Date.now() - at) / 100) / 10} s`);
  start(standby);
  return at;
}

/**
 * Fills the disk and uses up the files of the WAL that are already there, until another node is the primary. pg_rewind
 * fails on the full disk, so the node is cloned anew when it has space.
 */
async function fillWalDisk({ bed, onHeal }: FaultRun): Promise<number> {
  const primary = await bed.findPrimary();
  const owner = openDatabase({ url: await bed.ownerUrl(), poolSize: 1 });
  await owner.rows(sql`select 1`);
  const at = Date.now();
  bed.fillDisk(primary);
  onHeal(async () => {
    bed.freeDisk(primary);
    await bed.patronictl(primary, 'reinit', 'chaba', primary, '--force');
  });
  const isReplaced = async (): Promise<boolean> => {
    const next = sql`select pg_logical_emit_message(false, 'fault', 'disk full'), pg_switch_wal()`;
    await owner.rows(next).catch(() => undefined);
    return (await bed.findPrimary()) !== primary;
  };
  try {
    await until('another node is primary', isReplaced, REPLACED_WITHIN_MS);
  } finally {
    await owner.destroy();
  }
  return at;
}

/** Freezes both standbys, cancels the waits of commits, and proves that nothing is answered OK meanwhile. */
async function cancelCommits({ bed, answers, note, onHeal }: FaultRun): Promise<number> {
  const primary = await bed.findPrimary();
  const owner = openDatabase({ url: await bed.ownerUrl(), poolSize: 1 });
  const standbys = NODES.filter((node) => node !== primary);
  const thaw = (): void => {
    for (const node of standbys) bed.signalPostgres(node, 'SIGCONT');
  };
  onHeal(thaw);
  await owner.rows(sql`select 1`);
  for (const node of standbys) bed.signalPostgres(node, 'SIGSTOP');
  const at = Date.now();
  try {
    const cancelled = await cancelWaits(owner, at + FROZEN_STANDBY_MS);
    const until = Date.now();
    thaw();
    const early = answers().filter((answer) => answer.isOk && answer.at > at + ON_THE_WAY_MS && answer.at < until);
    assert.equal(early.length, 0, 'nothing is answered OK before it is replicated');
    assert.ok(cancelled > 0, 'commits were cancelled');
    note(`${cancelled} waits cancelled`);
  } finally {
    await owner.destroy();
  }
  return at;
}

async function cancelWaits(owner: Database, deadline: number): Promise<number> {
  let cancelled = 0;
  while (Date.now() < deadline) {
    const rows = await owner.rows(
      sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
    );
    cancelled += rows.length;
    await sleep(50);
  }
  return cancelled;
}
