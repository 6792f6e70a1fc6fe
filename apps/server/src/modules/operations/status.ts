// The status of the whole installation as lines: good, degraded or broken, each with its action.
//
// Always true: every line that is not good names an action. The status is read from the database only, so every process
// and the command show the same; without a database the status is broken.
//
// Elsewhere: the page (page.ts), the command (apps/ops/src/ops.ts), what an operator decides (npm run operator).

import type { Queryable } from '@chaba/database';

import * as store from './operations.store.ts';
import { type BeatReport, evaluatePromises, type Level, type PromiseLine, sumCounts } from './promises.ts';

export type { Level } from './promises.ts';

export type StatusLine = {
  readonly level: Level;
  readonly text: string;
  /** The action to take; always given unless the level is good. */
  readonly action?: string;
};
export type StatusSection = { readonly title: string; readonly lines: readonly StatusLine[] };
export type Status = { readonly level: Level; readonly at: Date; readonly sections: readonly StatusSection[] };

/** Two missed beats and the time of a check. */
const SILENT_SECONDS = 25;
/** A process that was stopped in order is shown for a while: the stop may have been a mistake. */
const STOPPED_SHOWN_SECONDS = 3_600;
const DRILL_DAYS_MAX = 8;
const BACKUP_HOURS_MAX = 26;
const DAY_SECONDS = 86_400;
const TRANSACTION_SECONDS_MAX = 60;
const TRANSACTION_AGE_MAX = 1_000_000_000;
const CONNECTIONS_PART_MAX = 0.9;
const PENDING_NAMED = 3;

export type StatusOptions = {
  readonly missingMigrations: readonly string[];
  readonly isBackupExpected: boolean;
  /** A primary without synchronous_standby_names is broken (DATABASE_SYNC=required). */
  readonly isStandbyRequired: boolean;
  /** The standby that may decode for the reporting database. */
  readonly replica?: Queryable | undefined;
};

export async function loadStatus(
  database: Queryable,
  { missingMigrations, isBackupExpected, isStandbyRequired, replica }: StatusOptions,
): Promise<Status> {
  const [beats, facts, migrations, jobs, records, audit, recoveries, differences, waiting, keys, cells] =
    await Promise.all([
      store.listBeats(database),
      store.loadDatabaseFacts(database),
      store.listMigrations(database),
      store.listJobs(database),
      store.listRecords(database),
      store.loadAuditFacts(database),
      store.listRecoveries(database),
      store.listDifferences(database),
      store.listWaiting(database),
      store.listSecondKeys(database),
      store.loadCellState(database, replica),
    ]);
  return toStatus([
    { title: 'Processes', lines: listProcessLines(beats) },
    ...listPromiseSections(beats),
    {
      title: 'Database',
      lines: [...listDatabaseLines(facts, isStandbyRequired), toMigrationLine(migrations.length, missingMigrations)],
    },
    { title: 'Outside services', lines: listBreakerLines(beats) },
    { title: 'Jobs', lines: jobs.map((job) => toJobLine(job, getRunningSeconds(beats))) },
    { title: 'Waiting for a person', lines: listWaitingLines(waiting) },
    {
      title: 'Money',
      lines: [toAuditLine(audit), ...recoveries.map(toRecoveryLine), ...differences.map(toDifferenceLine)],
    },
    { title: 'Backups', lines: listRecordLines(records, isBackupExpected) },
    ...listSecretSections(beats, keys),
    ...listCellSections(cells),
  ]);
}

/** The status when the database does not answer. */
export function createUnreachableStatus(reason: string): Status {
  const action = 'start PostgreSQL, or correct DATABASE_URL; the log of PostgreSQL names the cause';
  return toStatus([{ title: 'Database', lines: [{ level: 'broken', text: `does not answer: ${reason}`, action }] }]);
}

/** The status of a database that lacks tables of the status. */
export function createUnmigratedStatus(pending: readonly string[]): Status {
  return toStatus([{ title: 'Database', lines: [toMigrationLine(0, pending)] }]);
}

function toStatus(sections: readonly StatusSection[]): Status {
  const levels = new Set(sections.flatMap(({ lines }) => lines.map(({ level }) => level)));
  const level = levels.has('broken') ? 'broken' : levels.has('degraded') ? 'degraded' : 'good';
  return { level, at: new Date(), sections };
}

type ListedBeat = Awaited<ReturnType<typeof store.listBeats>>[number];

const isAlive = ({ state, secondsAgo }: ListedBeat): boolean => state !== 'stopped' && secondsAgo <= SILENT_SECONDS;

const isServer = ({ program }: Pick<ListedBeat, 'program'>): boolean => program === 'server';

function listProcessLines(beats: readonly ListedBeat[]): StatusLine[] {
  const shown = beats.filter(({ state, secondsAgo }) => state !== 'stopped' || secondsAgo < STOPPED_SHOWN_SECONDS);
  // If some processes are missing, the others serve (degraded); if all are missing, none serves (broken).
  const servers = beats.filter(isServer);
  const missingServer: Level = servers.some((beat) => isAlive(beat) && beat.state === 'ready') ? 'degraded' : 'broken';
  const lines = shown.map((beat): StatusLine => {
    const { instance, program, version, commit, state, secondsAgo, startedAt } = beat;
    const missing = isServer(beat) ? missingServer : 'degraded';
    const name = `${instance}  ${isServer(beat) ? '' : `${program}  `}${version} (${commit})`;
    if (state === 'stopped') {
      const action = 'start it again, or ignore this line if the stop was intended';
      return { level: missing, text: `${name}  stopped ${formatAge(secondsAgo)} ago`, action };
    }
    if (!isAlive(beat)) {
      const action = 'the process died or hangs: read its log, restart it, and check the machine';
      return { level: missing, text: `${name}  silent for ${formatAge(secondsAgo)}`, action };
    }
    const since = formatAge((Date.now() - startedAt.getTime()) / 1_000);
    if (state === 'ready') return { level: 'good', text: `${name}  ready for ${since}` };
    return { level: 'degraded', text: `${name}  ${state}`, action: 'wait a minute; read its log if it stays so' };
  });
  if (shown.some(isServer)) return lines;
  const action = 'start one: npm start, or the service of the machine';
  return [{ level: 'broken', text: 'no process runs', action }, ...lines];
}

/** Two sections: the last 5 and 60 minutes, over all processes that run. */
function listPromiseSections(beats: readonly ListedBeat[]): StatusSection[] {
  const alive = listReports(beats);
  const five = sumCounts(alive.map((promises) => promises.five));
  const sixty = sumCounts(alive.map((promises) => promises.sixty));
  if (five === undefined || sixty === undefined) return [];
  return [
    { title: 'Last 5 minutes', lines: evaluatePromises(five).map(withAction) },
    { title: 'Last 60 minutes', lines: evaluatePromises(sixty).map(withAction) },
  ];
}

function listReports(beats: readonly ListedBeat[]): BeatReport[] {
  return beats.filter((beat) => isServer(beat) && isAlive(beat)).map(({ promises }) => promises as BeatReport);
}

function listBreakerLines(beats: readonly ListedBeat[]): StatusLine[] {
  const reports = listReports(beats);
  const open = Map.groupBy(
    reports.flatMap(({ openBreakers = [] }) => openBreakers),
    (name) => name,
  );
  if (open.size === 0) return [{ level: 'good', text: 'no circuit breaker is open' }];
  return [...open].map(([name, processes]) => ({
    level: 'degraded',
    text: `${name}: circuit breaker open in ${processes.length} of ${reports.length} processes`,
    action: 'ask the party; what waits for it is retried by itself, and the next success closes the breaker',
  }));
}

/** A fence stands for seconds; a longer one is of a command that ended before its time. */
const FENCED_SECONDS_MAX = 30;
const REPORTING_BYTES_MAX = 256 * 2 ** 20;

/** Sites that move or have moved, and the reporting database; none in an installation of one cell. */
function listCellSections({ cell, moves, reporting }: store.CellState): StatusSection[] {
  const lines = moves.filter(({ isDeleted, state }) => !isDeleted && state !== 'served').map(toMoveLine);
  if (reporting !== null) {
    const megabytes = Math.round(reporting.lagBytes / 2 ** 20);
    const text = `reporting database: ${reporting.isFollowing ? 'follows' : 'has stopped'}, ${megabytes} MB behind`;
    const action =
      'start the reporting database; npm run ops -- reporting repairs a lost slot; DATABASE_REPLICA_URL names a standby that decodes';
    lines.push(limited(reporting.isFollowing && reporting.lagBytes <= REPORTING_BYTES_MAX, text, action));
  }
  return lines.length === 0 ? [] : [{ title: `Cell ${cell}`, lines }];
}

function toMoveLine({ site, state, otherCell, secondsAgo }: store.MoveFacts): StatusLine {
  const age = formatAge(secondsAgo);
  if (state === 'away') return { level: 'good', text: `${site}: served by cell ${otherCell}, its rows are still here` };
  if (state === 'arriving') return { level: 'good', text: `${site}: comes from cell ${otherCell}, for ${age}` };
  if (state === 'leaving') return { level: 'good', text: `${site}: moves to cell ${otherCell}, for ${age}` };
  const text = `${site}: refused for ${age}, on its way to cell ${otherCell}`;
  const action = 'the command has ended in between: repeat npm run ops -- move-site, or end the move with --abort';
  return { level: secondsAgo > FENCED_SECONDS_MAX ? 'broken' : 'degraded', text, action };
}

/** Adds the sites that this database serves although the list of cells names another one: it was restored to before. */
export function withMisplaced(status: Status, misplaced: readonly { site: string; cell: number }[]): Status {
  if (misplaced.length === 0) return status;
  const lines = misplaced.map(
    ({ site, cell }): StatusLine => ({
      level: 'broken',
      text: `${site}: cell ${cell} serves it, and this database would serve it too`,
      action: 'npm run ops -- cells --fence, before any process starts',
    }),
  );
  return toStatus([...status.sections, { title: 'List of cells', lines }]);
}

/** Secrets that are being rotated; none while each has one value. A second value is no fault. */
function listSecretSections(beats: readonly ListedBeat[], keys: readonly store.SecondKey[]): StatusSection[] {
  const alive = beats.filter(isAlive);
  const names = [...new Set(alive.flatMap(({ secondSecrets }) => Object.keys(secondSecrets)))].toSorted();
  const lines = names.map((name): StatusLine => {
    const having = alive.filter(({ secondSecrets }) => name in secondSecrets);
    const uses = having.map(({ startedAt, secondSecrets }) => {
      const used = secondSecrets[name as keyof typeof secondSecrets] ?? undefined;
      return { at: used === undefined ? startedAt : new Date(used), isUsed: used !== undefined };
    });
    const quietSeconds = (Date.now() - Math.max(...uses.map(({ at }) => at.getTime()))) / 1_000;
    const what = uses.some(({ isUsed }) => isUsed) ? 'last used' : 'not used since the start';
    const advice = quietSeconds > DAY_SECONDS ? 'remove it when it is the old one' : 'keep it';
    return {
      level: 'good',
      text: `${name} has a second value in ${having.length} of ${alive.length} processes, ${what} ${formatAge(quietSeconds)} ago: ${advice}`,
    };
  });
  for (const { name, isNeeded, secondsAgo } of keys) {
    const advice = isNeeded ? 'the old one is still needed' : 'remove the old one: npm run ops -- rotate';
    lines.push({ level: 'good', text: `${name} was rotated ${formatAge(secondsAgo)} ago: ${advice}` });
  }
  return lines.length === 0 ? [] : [{ title: 'Secrets', lines }];
}

function withAction({ level, text }: PromiseLine): StatusLine {
  if (level === 'good') return { level, text };
  const action = text.includes('failed')
    ? 'search the log for "request failed" and "wallet request failed"; check the database and its connections'
    : 'check the processors, the event loop lag of /metrics, slow statements and waiting connections';
  return { level, text, action };
}

function listDatabaseLines(facts: store.DatabaseFacts, isStandbyRequired: boolean): StatusLine[] {
  const size = `${Math.round(Number(facts.bytes) / 2 ** 20)} MB`;
  const lines: StatusLine[] = facts.isReplica
    ? [
        {
          level: 'broken',
          text: `PostgreSQL ${facts.version} is a standby and only reads`,
          action: 'point DATABASE_URL at the primary, or promote this server',
        },
      ]
    : [{ level: 'good', text: `PostgreSQL ${facts.version}, primary, ${size}` }];
  lines.push(toStandbyLine(facts, isStandbyRequired));
  const { connections, connectionsMax, oldestTransactionSeconds } = facts;
  lines.push(
    limited(
      connections <= connectionsMax * CONNECTIONS_PART_MAX,
      `${connections} of ${connectionsMax} connections`,
      'lower DATABASE_POOL_SIZE or raise max_connections',
    ),
    limited(
      oldestTransactionSeconds <= TRANSACTION_SECONDS_MAX,
      `oldest transaction ${formatAge(oldestTransactionSeconds)}`,
      'find it in pg_stat_activity by xact_start; pg_terminate_backend ends it',
    ),
    limited(
      facts.transactionIdAge <= TRANSACTION_AGE_MAX,
      `transaction id age ${Math.round(facts.transactionIdAge / 1_000_000)} million`,
      'vacuum (freeze) the database; find what holds autovacuum back',
    ),
  );
  return lines;
}

function toStandbyLine(facts: store.DatabaseFacts, isStandbyRequired: boolean): StatusLine {
  const { expectsSynchronous, standbys, synchronousStandbys } = facts;
  if (expectsSynchronous && synchronousStandbys === 0) {
    const action = 'start a standby (pctl list), or grant pg_monitor to the product if one runs';
    return { level: 'broken', text: 'no synchronous standby is seen: commits wait, and money stops', action };
  }
  if (expectsSynchronous) return { level: 'good', text: `${standbys} standbys, ${synchronousStandbys} synchronous` };
  const text = `${standbys} standbys, none synchronous: commits go on with one copy`;
  if (!isStandbyRequired) return { level: 'good', text };
  const action = 'set synchronous_standby_names (Patroni: synchronous_mode and synchronous_mode_strict)';
  return { level: 'broken', text, action };
}

function limited(isGood: boolean, text: string, action: string): StatusLine {
  return isGood ? { level: 'good', text } : { level: 'degraded', text, action };
}

function toMigrationLine(applied: number, pending: readonly string[]): StatusLine {
  if (pending.length === 0) return { level: 'good', text: `${applied} migrations applied, none pending` };
  const action = 'apply them: npm run migrate -- --apply with DATABASE_OWNER_URL';
  const names = pending.length > PENDING_NAMED ? `${pending.length}, from ${pending[0]}` : pending.join(', ');
  return { level: 'broken', text: `pending migrations: ${names}`, action };
}

/** For how long processes have run that could do a job. */
function getRunningSeconds(beats: readonly ListedBeat[]): number {
  const starts = beats.filter((beat) => isServer(beat) && isAlive(beat)).map(({ startedAt }) => startedAt.getTime());
  return starts.length === 0 ? Number.POSITIVE_INFINITY : (Date.now() - Math.min(...starts)) / 1_000;
}

function toJobLine({ job, everyMs, successSecondsAgo, lastError }: store.JobFacts, runningSeconds: number): StatusLine {
  // Three intervals, and the time that a lease outlives its holder.
  const limit = (3 * everyMs) / 1_000 + 60;
  if (successSecondsAgo !== null && successSecondsAgo <= limit) {
    return { level: 'good', text: `${job}: ${formatAge(successSecondsAgo)} ago` };
  }
  // It could not run while the product was stopped.
  const isJustStarted = lastError === null && runningSeconds <= limit;
  if (successSecondsAgo !== null && isJustStarted && successSecondsAgo > runningSeconds) {
    return { level: 'good', text: `${job}: ${formatAge(successSecondsAgo)} ago, due since the start` };
  }
  const when = successSecondsAgo === null ? 'no success yet' : `last success ${formatAge(successSecondsAgo)} ago`;
  if (successSecondsAgo === null && lastError === null) return { level: 'good', text: `${job}: first run` };
  const action = `search the log for "job failed" with job=${job}; CHABA_JOBS must be on in one process`;
  return { level: 'degraded', text: `${job}: ${when}${lastError === null ? '' : ` (${lastError})`}`, action };
}

/** Age in seconds from which an item is overdue, by kind. */
const OVERDUE_SECONDS: Readonly<Record<string, number>> = { withdrawal: 1_800, deposit: 900, payout: 900 };

function listWaitingLines(waiting: readonly store.WaitingFacts[]): StatusLine[] {
  if (waiting.length === 0) return [{ level: 'good', text: 'nothing' }];
  return waiting.map(({ kind, site, items, oldestSeconds }) =>
    limited(
      oldestSeconds <= (OVERDUE_SECONDS[kind] ?? DAY_SECONDS),
      `${site}  ${kind.replaceAll('_', ' ')}: ${items}, the oldest ${formatAge(oldestSeconds)}`,
      'decide them: back office, page Queues; or npm run operator -- review-queue',
    ),
  );
}

function toAuditLine({ findings, oldestRunSecondsAgo }: store.AuditFacts): StatusLine {
  if (findings > 0) {
    const action =
      'back office, page Queues; or npm run operator -- findings --site SITE. Stop withdrawals if money is wrong, keep the database';
    return { level: 'broken', text: `audit: ${findings} open findings`, action };
  }
  const isRecent = oldestRunSecondsAgo !== null && oldestRunSecondsAgo < 3 * 3_600;
  const when = oldestRunSecondsAgo === null ? 'not run yet' : `${formatAge(oldestRunSecondsAgo)} ago`;
  return isRecent || oldestRunSecondsAgo === null
    ? { level: 'good', text: `audit: no open findings, ${when}` }
    : {
        level: 'degraded',
        text: `audit: last run ${when}`,
        action: 'search the log for "job failed" with job=audit-new-rows',
      };
}

function toRecoveryLine({ site, secondsAgo, isCompared }: store.RecoveryFacts): StatusLine {
  const text = `${site}  payouts are held since the recovery of the database ${formatAge(secondsAgo)} ago`;
  const action = isCompared
    ? `decide what was found: back office, page Queues; or npm run operator -- findings --site ${site}, reconcile; then release-payouts`
    : 'npm run ops -- compare-outside, until bank and providers have answered everything';
  return { level: 'degraded', text, action };
}

function toDifferenceLine({ site, provider, day, differences }: store.DifferenceFacts): StatusLine {
  const text = `${site}  reconciliation of ${provider}, ${day}: ${differences} discrepancies`;
  if (differences === 0) return { level: 'good', text };
  const command = `npm run operator -- reconcile ${provider} ${day} --site ${site}`;
  return {
    level: 'broken',
    text,
    action: `back office, page Queues; or ${command}. Clear each with the provider, then close-day`,
  };
}

function listRecordLines(records: readonly store.OperationsRecord[], isBackupExpected: boolean): StatusLine[] {
  const record = (kind: string, secondsMax: number, name: string, action: string): StatusLine => {
    const found = records.find((each) => each.kind === kind);
    if (found === undefined) {
      const text = `${name}: never recorded`;
      return isBackupExpected ? { level: 'degraded', text, action } : { level: 'good', text };
    }
    const text = `${name}: ${formatAge(found.secondsAgo)} ago`;
    return found.secondsAgo <= secondsMax ? { level: 'good', text } : { level: 'degraded', text, action };
  };
  const newest = records
    .filter(({ kind }) => kind === 'backup_full' || kind === 'backup_diff')
    .toSorted((one, other) => one.secondsAgo - other.secondsAgo)[0]?.kind;
  return [
    record(
      newest ?? 'backup_full',
      BACKUP_HOURS_MAX * 3_600,
      'backup',
      'npm run ops -- backup, or that of pgBackRest (docs/running.md)',
    ),
    record('restore_drill', DRILL_DAYS_MAX * DAY_SECONDS, 'restore drill', 'npm run ops -- drill (deploy/pgbackrest)'),
  ];
}

function formatAge(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 2 * 3_600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 2 * DAY_SECONDS) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / DAY_SECONDS)} days`;
}
