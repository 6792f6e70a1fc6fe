// Commands about games: providers and their keys, held and orphan wins, stuck rounds, reconciliation.
//
// Elsewhere: the operations (play), the audited actions (modules/operators), the command line (main.ts).

import { formatBaht, parseBaht, formatProviderAmount, zeroMoney } from '@chaba/money';
import { UpstreamUnavailableError } from '@chaba/server/core/signed-http-client';
import { findMember, findMemberIdsByPlayerId } from '@chaba/server/modules/members';
import {
  createProviderClients,
  keysOf,
  openFeeds,
  listOverfullDays,
  listRefusedCalls,
  listRoundedDays,
  sumRefusedCalls,
  listUndeliveredKicks,
} from '@chaba/server/modules/providers';
import {
  comparisons,
  listOrphanWins,
  owingMembers,
  reconcileDay,
  stuckRounds,
  type ReconciliationReport,
  unappliedRollbacks,
  waitingHeldWins,
} from '@chaba/server/modules/reconciliation';
import { listWaitingSpins } from '@chaba/server/modules/free-spins';

import { act } from './act.ts';
import { type CommandContext, findMemberRef, parseDay } from './command-context.ts';
import { formatTable, formatTime } from './printing.ts';
import { UsageError } from './usage-error.ts';

const REPORTS_SHOWN_MAX = 30;
const REFUSED_SHOWN_MAX = 100;
/** A body shrinks by at most so much when its tokens are hidden; a longer one was cut. */
const REDACTED_BYTES = 2_048;
const NOTICE_LENGTH_MIN = 3;
const NOTICE_LENGTH_MAX = 120;

/** Lists the items of the review queue that concern games. */
export async function listGames({ database, site }: CommandContext): Promise<string> {
  const [held, unbet, rollbacks, stuck, spins, owing, kicks, days] = await Promise.all([
    waitingHeldWins(database, site.id),
    listOrphanWins(database, site.id),
    unappliedRollbacks(database, site.id),
    stuckRounds(database, site.id),
    listWaitingSpins(database, site.id),
    owingMembers(database, site.id),
    listUndeliveredKicks(database, site.id),
    comparisons(database, site.id),
  ]);
  const loadPhone = async (memberId: bigint) => (await findMember(database, site.id, memberId))?.phone ?? `${memberId}`;
  const parts = [
    await formatSection('Wins held above the cap:', held, async (win) => [
      win.provider,
      win.txId,
      `${formatBaht(win.amount)} baht`,
      await loadPhone(win.memberId),
      formatTime(win.heldAt),
    ]),
    await formatSection('Wins without their bet:', unbet, async (win) => [
      win.provider,
      win.txId,
      `round ${win.roundId}`,
      `${formatBaht(win.amount)} baht`,
      await loadPhone(win.memberId),
      `${win.state}, received ${win.attempts} times`,
      formatTime(win.receivedAt),
    ]),
    await formatSection(
      'Rollbacks of settled bets that were answered OK and changed nothing:',
      rollbacks,
      async (rollback) => [
        rollback.provider,
        rollback.txId,
        `of bet ${rollback.refTxId}`,
        rollback.roundId === '' ? '' : `round ${rollback.roundId}`,
        await loadPhone(rollback.memberId),
        formatTime(rollback.receivedAt),
      ],
    ),
    await formatSection('Stuck rounds:', stuck, async (round) => [
      round.provider,
      round.roundId,
      `${formatBaht(round.stake)} baht`,
      await loadPhone(round.memberId),
      `provider reports ${round.providerState.replace('_', ' ')}`,
      formatTime(round.openedAt),
    ]),
    await formatSection('Free spins that wait for their player:', spins, async (round) => [
      round.provider,
      round.roundId,
      `${round.spins} spins`,
      round.gameCode,
      await loadPhone(round.memberId),
      formatTime(round.openedAt),
    ]),
    await formatSection('Members who owe for a corrected win:', owing, async ({ memberId, amount }) => [
      await loadPhone(memberId),
      `${formatBaht(amount)} baht`,
    ]),
    await formatSection('Undelivered kicks:', kicks, async ({ memberId, provider }) => [
      provider,
      await loadPhone(memberId),
    ]),
    ...(await formatDays(days)),
    await formatRefused(database, site.id),
  ].filter((part) => part !== '');
  return parts.length === 0 ? `No game item is in the review queue of ${site.code}.` : parts.join('\n\n');
}

function formatDays(days: readonly ReconciliationReport[]): Promise<string[]> {
  return Promise.all([
    formatSection(
      'Days with discrepancies:',
      days.filter(({ discrepancyCount, isClosed }) => discrepancyCount > 0 && isClosed !== true),
      async (day) => [day.day, day.provider, `${day.discrepancyCount} differences`],
    ),
    formatSection(
      'Days that could not be reconciled:',
      days.filter(({ failure }) => failure !== undefined),
      async (day) => [day.day, day.provider, `tried ${day.failures ?? 0} times`, day.failure ?? ''],
    ),
  ]);
}

async function formatRefused(database: CommandContext['database'], siteId: number): Promise<string> {
  return formatSection(
    'Requests rejected for good in the last 30 days (refused-calls lists them):',
    await sumRefusedCalls(database, siteId),
    async ({ provider, code, calls, lastReceivedAt }) => [provider, code, `${calls}`, formatTime(lastReceivedAt)],
  );
}

async function formatSection<Row>(
  title: string,
  rows: readonly Row[],
  cells: (row: Row) => Promise<readonly string[]>,
): Promise<string> {
  return rows.length === 0 ? '' : `${title}\n${formatTable(await Promise.all(rows.map(cells)))}`;
}

/** Lists providers that can call the wallet, with their caps and keys. */
export async function listProviders({ database, site }: CommandContext): Promise<string> {
  const rows = await Promise.all(
    site.catalogue.providers.map(async ({ ch: provider, closure, winCap }) => {
      const keys = (await keysOf(database, site, provider)).map(
        ({ keyId, isLive }) => `${keyId}${isLive ? '' : ' (retired)'}`,
      );
      const cap = winCap === undefined ? 'usual cap' : `cap ${formatBaht(winCap)} baht`;
      return [provider, closure === undefined ? 'open' : 'closed', cap, keys.join(', ')];
    }),
  );
  return formatTable(rows);
}

export async function setOpen(
  context: CommandContext,
  typed: string | undefined,
  state: string | undefined,
  closer = 'operator',
): Promise<string> {
  const provider = parseProvider(context, typed);
  const { notice } = context.given;
  if (state !== 'open' && state !== 'closed') throw new UsageError('Name the state: open or closed.', 2);
  if (closer !== 'operator' && closer !== 'studio') throw new UsageError('Closed by: operator or studio.', 2);
  if (notice !== undefined) checkNotice(notice);
  if (state === 'open') return act(context, 'provider.open', { provider });
  return act(context, 'provider.close', { provider, closer, notice: notice ?? '' });
}

export async function setWinCap(
  context: CommandContext,
  typed: string | undefined,
  amount: string | undefined,
): Promise<string> {
  const provider = parseProvider(context, typed);
  const winCap = parseBaht(amount ?? '');
  if (winCap === undefined || winCap === 0n) throw new UsageError('Name the amount in baht, for example 50000.', 2);
  return act(context, 'provider.set-win-cap', { provider, amount: amount ?? '' });
}

export async function createKey(context: CommandContext, typed: string | undefined): Promise<string> {
  return act(context, 'provider.create-key', { provider: parseProvider(context, typed) });
}

/** Sends the newest key id to a provider with a key API, which signs with that key from then on. */
export async function resendKey(context: CommandContext, typed: string | undefined): Promise<string> {
  return act(context, 'provider.hand-key', { provider: parseProvider(context, typed) });
}

export async function retireKey(
  context: CommandContext,
  typed: string | undefined,
  keyId: string | undefined,
): Promise<string> {
  const provider = parseProvider(context, typed);
  if (keyId === undefined) throw new UsageError('Name the key: providers lists them.', 2);
  // The key that a provider signs with is not visible here, and retiring it stops its payouts too.
  if (!context.given.isConfirmed) {
    throw new UsageError(
      `Every call signed with ${keyId} is rejected from then on, payouts too, and this is irreversible. Ask ${provider} which key it signs with, then add --confirm.`,
      2,
    );
  }
  return act(context, 'provider.retire-key', { provider, key: keyId });
}

export async function decideHeldWin(
  context: CommandContext,
  { typed, txId, action }: NamedWin & { readonly action: 'win.release' | 'win.refuse' },
): Promise<string> {
  const provider = parseProvider(context, typed);
  if (txId === undefined) throw new UsageError('Name the win: games lists them.', 2);
  return act(context, action, { provider, transaction: txId, member: await findMemberRef(context) });
}

type NamedWin = { readonly typed: string | undefined; readonly txId: string | undefined };

/** Removes a rollback from the list after the operator settled it with the provider. */
export async function dismissRollback(context: CommandContext, typed: string | undefined, txId: string | undefined) {
  const provider = parseProvider(context, typed);
  if (txId === undefined) throw new UsageError('Name the rollback: games lists them.', 2);
  return act(context, 'rollback.dismiss', { provider, transaction: txId, member: await findMemberRef(context) });
}

/** Removes an orphan win that expired, or that could not be paid when its bet arrived, from the list. */
export async function dismissWin(
  context: CommandContext,
  typed: string | undefined,
  txId: string | undefined,
): Promise<string> {
  const provider = parseProvider(context, typed);
  if (txId === undefined) throw new UsageError('Name the win: games lists them.', 2);
  return act(context, 'win.dismiss', { provider, transaction: txId, member: await findMemberRef(context) });
}

export async function decideStuckRound(
  context: CommandContext,
  {
    typed,
    roundId,
    action,
  }: {
    readonly typed: string | undefined;
    readonly roundId: string | undefined;
    readonly action: 'round.settle' | 'round.void';
  },
): Promise<string> {
  const provider = parseProvider(context, typed);
  if (roundId === undefined) throw new UsageError('Name the round: games lists them.', 2);
  return act(context, action, { provider, round: roundId });
}

/** settle-spins <code> <round> <amount>: pays for waiting free spins and ends their round. */
export async function settleFreeSpins(
  context: CommandContext,
  typed: string | undefined,
  roundId: string | undefined,
  paid = '',
): Promise<string> {
  if (parseBaht(paid) === undefined) throw new UsageError('Name the amount in baht, for example 120.', 2);
  return act(context, 'spins.settle', { ...(await readSpins(context, typed, roundId)), amount: paid });
}

/** void-spins <code> <round> */
export async function voidFreeSpins(
  context: CommandContext,
  typed: string | undefined,
  roundId: string | undefined,
): Promise<string> {
  return act(context, 'spins.void', await readSpins(context, typed, roundId));
}

async function readSpins(
  context: CommandContext,
  typed: string | undefined,
  round: string | undefined,
): Promise<Readonly<Record<'provider' | 'round' | 'member' | 'notice', string>>> {
  const provider = parseProvider(context, typed);
  const { notice } = context.given;
  if (round === undefined) throw new UsageError('Name the round: games lists them.', 2);
  if (notice === undefined) throw new UsageError('Add --notice "…": the reason that the member reads.', 2);
  checkNotice(notice);
  return { provider, round, member: await findMemberRef(context), notice };
}

function checkNotice(notice: string): void {
  if (notice.length >= NOTICE_LENGTH_MIN && notice.length <= NOTICE_LENGTH_MAX) return;
  throw new UsageError(`A notice has ${NOTICE_LENGTH_MIN} to ${NOTICE_LENGTH_MAX} characters.`, 2);
}

/** refused-calls [<code>]: the kept requests that were rejected for good, newest first. */
export async function listRefused(context: CommandContext, typed: string | undefined): Promise<string> {
  const { database, site } = context;
  const provider = typed === undefined ? undefined : parseProvider(context, typed);
  const [calls, days] = await Promise.all([
    listRefusedCalls(database, site.id, { provider, limit: REFUSED_SHOWN_MAX }),
    listOverfullDays(database, site.id),
  ]);
  const overfull = days.filter((day) => provider === undefined || day.provider === provider);
  if (calls.length === 0 && overfull.length === 0) return `No request was rejected for good at ${site.code}.`;
  const rows = calls.map((call) => [
    formatTime(call.lastReceivedAt),
    call.provider,
    call.path,
    call.code,
    call.times === 1 ? 'once' : `${call.times} times`,
    call.body.length === 0 ? '(empty)' : call.body,
    ...(call.bodyBytes > Buffer.byteLength(call.body) + REDACTED_BYTES ? [`of ${call.bodyBytes} bytes`] : []),
  ]);
  return [
    formatTable(rows),
    ...overfull.map((day) => `${day.day}: ${day.provider} sent ${day.calls}; the first 10,000 of the day are kept.`),
  ].join('\n');
}

export async function reconcile(
  context: CommandContext,
  typed: string | undefined,
  day: string | undefined,
): Promise<string> {
  const { database, config, site } = context;
  if (typed === undefined) {
    const [reports, rounded] = await Promise.all([
      comparisons(database, site.id),
      listRoundedDays(database, site.id, REPORTS_SHOWN_MAX),
    ]);
    const compared =
      reports.length === 0 ? `No day of ${site.code} was compared yet.` : formatTable(reports.map(formatSummary));
    const title = 'Amounts rounded to 0.0001 baht, with the sum applied beyond the stated one:';
    const differences = await formatSection(title, rounded, async ({ day, provider: code, count, bets, wins }) => [
      day,
      code,
      `${count} calls`,
      `stakes ${bets} baht`,
      `payouts ${wins} baht`,
    ]);
    return differences === '' ? compared : `${compared}\n\n${differences}`;
  }
  const provider = parseProvider(context, typed);
  if (day !== undefined) parseDay(day);
  const feed = await openFeeds(database, config, createProviderClients(database, config))(site, provider);
  if (!feed) throw new UsageError(`${provider} has no transaction feed: see docs/providers.md.`);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const reconciliation = { database, site, provider, calls: feed, log, isPlayMoney: config.mode === 'play' };
  const report = await reconcileDay(reconciliation, day).catch((error: unknown) => {
    if (!(error instanceof UpstreamUnavailableError)) throw error;
    throw new UsageError(`${provider} cannot be compared now: ${error.message}. Nothing was recorded.`);
  });
  return formatReport(context, report);
}

/** close-day <code> <day>: the discrepancies of the day were decided. */
export async function closeDay(context: CommandContext, typed = '', day = ''): Promise<string> {
  const provider = parseProvider(context, typed);
  parseDay(day);
  return act(context, 'day.close', { provider, day });
}

/** Formats a reconciled day: totals per operation on both sides, then each discrepancy. */
async function formatReport({ database, site }: CommandContext, report: ReconciliationReport): Promise<string> {
  const { byOperation, discrepancies, discrepancyCount, repeatedLines } = report;
  const isSplit = byOperation.some((each) => each.theirsElsewhere.count + each.oursElsewhere.count > 0);
  const sides = isSplit
    ? (['theirs', 'ours', 'theirsElsewhere', 'oursElsewhere'] as const)
    : (['theirs', 'ours'] as const);
  const kinds = byOperation.map((each) => [
    each.operation,
    ...sides.flatMap((side) => [`${each[side].count}`, formatProviderAmount(each[side].amount)]),
  ]);
  const elsewhere = ['theirs, ours on another day', 'baht', 'ours, theirs on another day', 'baht'];
  const head = ['', 'theirs', 'baht', 'ours', 'baht', ...(isSplit ? elsewhere : [])];
  const members = await findMemberIdsByPlayerId(database, site.id, [
    ...new Set(discrepancies.map((each) => each.playerId)),
  ]);
  const loadName = async (playerId: string) => {
    const memberId = members.get(playerId);
    const member = memberId === undefined ? undefined : await findMember(database, site.id, memberId);
    return member?.phone ?? playerId;
  };
  const lines = await Promise.all(
    discrepancies.map(async ({ txId, operation, playerId, roundId, kind, provider, wallet }) => [
      txId === '' ? '-' : txId,
      operation,
      await loadName(playerId),
      roundId === '' ? '-' : roundId,
      kind,
      provider ?? '-',
      wallet ?? '-',
    ]),
  );
  const more = discrepancyCount - discrepancies.length;
  return [
    formatTable([formatSummary(report)]),
    ...(kinds.length === 0 ? [] : [formatTable([head, ...kinds])]),
    ...(lines.length === 0
      ? []
      : [formatTable([['call', 'operation', 'member', 'round', 'what', 'theirs', 'ours'], ...lines])]),
    ...(more === 0 ? [] : [`and ${more} more`]),
    ...(repeatedLines === 0 ? [] : [`${repeatedLines} lines of the feed are exact duplicates and count once.`]),
  ].join('\n\n');
}

function formatSummary({
  day,
  provider,
  byOperation,
  discrepancyCount,
  failure,
  failures,
}: ReconciliationReport): string[] {
  if (failure !== undefined) return [day, provider, '', '', `not compared, tried ${failures} times: ${failure}`];
  const side = (name: 'theirs' | 'ours') => {
    const sumOf = (operation: 'bet' | 'win') =>
      formatBaht(byOperation.find((each) => each.operation === operation)?.[name].amount ?? zeroMoney);
    const count = byOperation.reduce((sum, each) => sum + each[name].count, 0);
    return `${name}: ${count} calls, ${sumOf('bet')} staked, ${sumOf('win')} paid`;
  };
  const formatVerdict = ['no difference', '1 difference'][discrepancyCount] ?? `${discrepancyCount} differences`;
  return [day, provider, side('theirs'), side('ours'), formatVerdict];
}

/** The code of a provider of the site. */
export function parseProvider({ site }: CommandContext, typed: string | undefined): string {
  const provider = typed ?? '';
  if (!site.catalogue.findProvider(provider)) throw new UsageError(`There is no provider "${provider}".`, 2);
  return provider;
}
