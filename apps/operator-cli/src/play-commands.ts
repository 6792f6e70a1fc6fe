// The operator's commands about games: providers and their keys, wins above a cap, rounds that stay open, days that differ.
//
// Elsewhere: what each of them does (play), the audited actions (modules/operators), the command line (main.ts).

import { formatBaht, parseBaht, providerAmount, zeroMoney } from '@chaba/money';
import { readConfig } from '@chaba/server/core/config';
import { UpstreamUnavailableError } from '@chaba/server/core/signed-http-client';
import { findMember, findMemberIdsByPlayerId } from '@chaba/server/modules/members';
import * as operators from '@chaba/server/modules/operators';
import { gameNamesOf } from '@chaba/server/modules/play';
import {
  aggregators,
  queriedProviders,
  createProviderClients,
  keysOf,
  openFeeds,
  settingsOf,
  untoldKicks,
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

import { UsageError } from './site-settings.ts';
import { actedBy, dayOf, type CommandContext, memberOf } from './command-context.ts';
import { table, timeOf } from './printing.ts';

/** What of the games waits for a person. */
export async function listGames({ database, site }: CommandContext): Promise<string> {
  const [held, unbet, rollbacks, stuck, owing, kicks, days] = await Promise.all([
    waitingHeldWins(database, site.id),
    listOrphanWins(database, site.id),
    unappliedRollbacks(database, site.id),
    stuckRounds(database, site.id),
    owingMembers(database, site.id),
    untoldKicks(database, site.id),
    comparisons(database, site.id),
  ]);
  const name = async (memberId: bigint) => (await findMember(database, site.id, memberId))?.phone ?? `${memberId}`;
  const parts = [
    await listed('Wins above the cap:', held, async (win) => [
      win.provider,
      win.txId,
      `${formatBaht(win.amount)} baht`,
      await name(win.memberId),
      timeOf(win.heldAt),
    ]),
    await listed('Wins without their bet:', unbet, async (win) => [
      win.provider,
      win.txId,
      `round ${win.roundId}`,
      `${formatBaht(win.amount)} baht`,
      await name(win.memberId),
      `${win.state}, came ${win.tries} times`,
      timeOf(win.cameAt),
    ]),
    await listed(
      'Rollbacks of settled bets that were answered OK and changed nothing:',
      rollbacks,
      async (rollback) => [
        rollback.provider,
        rollback.txId,
        `of bet ${rollback.refTxId}`,
        rollback.roundId === '' ? '' : `round ${rollback.roundId}`,
        await name(rollback.memberId),
        timeOf(rollback.receivedAt),
      ],
    ),
    await listed('Rounds that stay open:', stuck, async (round) => [
      round.provider,
      round.roundId,
      `${formatBaht(round.stake)} baht`,
      await name(round.memberId),
      `provider says ${round.told}`,
      timeOf(round.openedAt),
    ]),
    await listed('Members who owe for a corrected win:', owing, async ({ memberId, amount }) => [
      await name(memberId),
      `${formatBaht(amount)} baht`,
    ]),
    await listed('Players a provider was not told to let go:', kicks, async ({ memberId, provider }) => [
      provider,
      await name(memberId),
    ]),
    await listed(
      'Days that differ from the provider:',
      days.filter(({ differenceCount }) => differenceCount > 0),
      async (day) => [day.day, day.provider, `${day.differenceCount} differences`],
    ),
    await listed(
      'Days that could not be compared with the provider:',
      days.filter(({ failure }) => failure !== undefined),
      async (day) => [day.day, day.provider, `tried ${day.failures ?? 0} times`, day.failure ?? ''],
    ),
  ].filter((part) => part !== '');
  return parts.length === 0 ? `Nothing of the games waits at ${site.code}.` : parts.join('\n\n');
}

async function listed<Row>(
  title: string,
  rows: readonly Row[],
  cells: (row: Row) => Promise<readonly string[]>,
): Promise<string> {
  return rows.length === 0 ? '' : `${title}\n${table(await Promise.all(rows.map(cells)))}`;
}

/** Providers that can send calls, with their keys. */
export async function listProviders({ database, site }: CommandContext): Promise<string> {
  const settings = await settingsOf(database, site.id);
  const names = [...new Set([...queriedProviders, ...aggregators, 'test', ...settings.keys()])];
  const rows = await Promise.all(
    names.map(async (provider) => {
      const { isOpen, winCap } = settings.get(provider) ?? { isOpen: true, winCap: undefined };
      const keys = (await keysOf(database, site, provider)).map(
        ({ keyId, isLive }) => `${keyId}${isLive ? '' : ' (retired)'}`,
      );
      const cap = winCap === undefined ? 'usual cap' : `cap ${formatBaht(winCap)} baht`;
      return [provider, isOpen ? 'open' : 'closed', cap, keys.join(', ')];
    }),
  );
  return table(rows);
}

export async function setOpen(
  context: CommandContext,
  typed: string | undefined,
  word: string | undefined,
): Promise<string> {
  const provider = providerOf(context, typed);
  if (word !== 'open' && word !== 'closed') throw new UsageError('Say whether it is to be open or closed.', 2);
  await operators.setProviderOpen(context.database, actedBy(context), { provider, isOpen: word === 'open' });
  return `${provider} is ${word} at ${context.site.code}.`;
}

export async function setWinCap(
  context: CommandContext,
  typed: string | undefined,
  amount: string | undefined,
): Promise<string> {
  const provider = providerOf(context, typed);
  const winCap = parseBaht(amount ?? '');
  if (winCap === undefined || winCap === 0n) throw new UsageError('Say how much in baht, for example 50000.', 2);
  await operators.setWinCap(context.database, actedBy(context), { provider, winCap });
  return `A win of ${provider} above ${formatBaht(winCap)} baht waits for a person.`;
}

export async function giveKey(context: CommandContext, typed: string | undefined): Promise<string> {
  const { site } = context;
  const provider = providerOf(context, typed);
  const key = await operators.giveKey(context.database, actedBy(context), site, { provider, secrets: readConfig() });
  if (key === 'two_keys') throw new UsageError(`${provider} has two good keys already: retire one first.`);
  return `Key ${key.keyId} is good from now on. Its secret, told only now: ${key.secret}\n${await handOver(context, provider)}`;
}

/** Tells a provider that can be told to sign with its newest key. */
export async function handKey(context: CommandContext, typed: string | undefined): Promise<string> {
  const provider = providerOf(context, typed);
  await operators.recordKeyHandover(context.database, actedBy(context), provider);
  return handOver(context, provider);
}

async function handOver({ database, site }: CommandContext, provider: string): Promise<string> {
  const keyId = (await keysOf(database, site, provider)).findLast(({ isLive }) => isLive)?.keyId;
  const calls = await createProviderClients(database, readConfig())(site, provider);
  if (!calls || keyId === undefined) return `Hand it to ${provider} by a way that nobody else reads.`;
  try {
    await calls.useKey(keyId);
    return `${provider} signs with ${keyId} from now on: the older one can be retired.`;
  } catch {
    return `${provider} does not answer and signs as before: hand-key ${provider} tells it again. Retire nothing until then.`;
  }
}

export async function takeKey(
  context: CommandContext,
  typed: string | undefined,
  keyId: string | undefined,
): Promise<string> {
  const provider = providerOf(context, typed);
  if (keyId === undefined) throw new UsageError('Say which key: providers lists them.', 2);
  // Nobody here can see which key a provider signs with, and a wrong guess stops its payouts too.
  if (!context.given.isSure) {
    throw new UsageError(
      `Every call signed with ${keyId} is refused from then on, payouts too, and it cannot be made good again. Ask ${provider} which key it signs with, then say --sure.`,
      2,
    );
  }
  const outcome = await operators.retireKey(context.database, actedBy(context), context.site, { provider, keyId });
  if (outcome === 'not_waiting') throw new UsageError(`${provider} has no good key ${keyId}.`);
  if (outcome === 'not_enough') throw new UsageError(`${provider} has no other good key: give one first.`);
  return `Key ${keyId} is refused from now on.`;
}

export async function decideWin(
  context: CommandContext,
  { typed, txId, state }: { typed: string | undefined; txId: string | undefined; state: 'released' | 'refused' },
): Promise<string> {
  const provider = providerOf(context, typed);
  if (txId === undefined) throw new UsageError('Say which win: games lists them.', 2);
  const { member } = context.given;
  const memberId = member === undefined ? undefined : (await memberOf(context, member)).id;
  const outcome = await operators.decideWin(context.database, actedBy(context), { provider, txId, state, memberId });
  if (outcome === 'not_waiting') throw new UsageError(`No win ${txId} of ${provider} waits at ${context.site.code}.`);
  if (outcome === 'not_single') {
    throw new UsageError(`Several members have a win ${txId}: say whose by --member <phone>.`);
  }
  return `The win ${txId} is ${outcome}.`;
}

/** The provider and a person agree about it: it leaves the list. */
export async function dismissUnapplied(context: CommandContext, typed: string | undefined, txId: string | undefined) {
  const provider = providerOf(context, typed);
  if (txId === undefined) throw new UsageError('Say which rollback: games lists them.', 2);
  const { member } = context.given;
  const memberId = member === undefined ? undefined : (await memberOf(context, member)).id;
  const found = await operators.dismissRollback(context.database, actedBy(context), { provider, txId, memberId });
  if (found === 'not_waiting') {
    throw new UsageError(`No rollback ${txId} of ${provider} waits at ${context.site.code}.`);
  }
  if (found === 'not_single') {
    throw new UsageError(`Several members have a rollback ${txId}: say whose by --member <phone>.`);
  }
  return `The rollback ${txId} is off the list. Nothing moved.`;
}

/** A win whose bet never came, or that could not be paid when it did: seen to, and off the list. */
export async function forgetGivenUp(
  context: CommandContext,
  typed: string | undefined,
  txId: string | undefined,
): Promise<string> {
  const provider = providerOf(context, typed);
  if (txId === undefined) throw new UsageError('Say which win: games lists them.', 2);
  const { member } = context.given;
  const memberId = member === undefined ? undefined : (await memberOf(context, member)).id;
  const found = await operators.dismissOrphanWin(context.database, actedBy(context), { provider, txId, memberId });
  if (found === 'not_waiting') {
    throw new UsageError(
      `No win ${txId} of ${provider} was given up at ${context.site.code}; one that waits is tried for a day.`,
    );
  }
  if (found === 'not_single') {
    throw new UsageError(`Several members have a win ${txId}: say whose by --member <phone>.`);
  }
  return `The win ${txId} is off the list. Nothing was paid for it.`;
}

export async function decideRound(
  context: CommandContext,
  { typed, roundId, to }: { typed: string | undefined; roundId: string | undefined; to: 'settle' | 'void' },
): Promise<string> {
  const provider = providerOf(context, typed);
  if (roundId === undefined) throw new UsageError('Say which round: games lists them.', 2);
  const by = actedBy(context);
  const waiting = (await stuckRounds(context.database, context.site.id)).filter(
    (round) => round.provider === provider && round.roundId === roundId,
  );
  if (waiting.length === 0) throw new UsageError(`No round ${roundId} of ${provider} waits at ${context.site.code}.`);
  if (to === 'settle' && waiting.some(({ told }) => told !== 'settled')) {
    throw new UsageError(`${provider} did not say how round ${roundId} ended: it can be voided.`);
  }
  const outcome = await operators.decideRound(context.database, by, context.site, { provider, roundId, to });
  if (outcome === 'held') return `Round ${roundId} of ${provider} is settled; its win is above the cap: see games.`;
  return `Round ${roundId} of ${provider} is ${outcome.replace('_', ' ')}.`;
}

export async function reconcile(
  context: CommandContext,
  typed: string | undefined,
  day: string | undefined,
): Promise<string> {
  const { database, site } = context;
  if (typed === undefined) {
    const made = await comparisons(database, site.id);
    return made.length === 0 ? `No day of ${site.code} was compared yet.` : table(made.map(summaryOf));
  }
  const provider = providerOf(context, typed);
  if (day !== undefined) dayOf(day);
  const config = readConfig();
  const calls = await openFeeds(database, config, createProviderClients(database, config))(site, provider);
  if (!calls) throw new UsageError(`${provider} cannot be asked for its calls: see docs/providers.md.`);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const comparing = { database, site, provider, calls, log, isPlayMoney: config.mode === 'play' };
  const made = await reconcileDay(comparing, day).catch((error: unknown) => {
    if (!(error instanceof UpstreamUnavailableError)) throw error;
    throw new UsageError(`${provider} cannot be compared now: ${error.message}. Nothing was written down.`);
  });
  return reportOf(context, made);
}

/** A day in tables: what each kind of call came to on both sides, and call by call what differs. */
async function reportOf({ database, site }: CommandContext, made: ReconciliationReport): Promise<string> {
  const { byOperation, differences, differenceCount, toldTwice } = made;
  const isSplit = byOperation.some((each) => each.theirsElsewhere.count + each.oursElsewhere.count > 0);
  const sides = isSplit
    ? (['theirs', 'ours', 'theirsElsewhere', 'oursElsewhere'] as const)
    : (['theirs', 'ours'] as const);
  const kinds = byOperation.map((each) => [
    each.operation,
    ...sides.flatMap((side) => [`${each[side].count}`, providerAmount(each[side].amount)]),
  ]);
  const elsewhere = ['theirs, ours on another day', 'baht', 'ours, theirs on another day', 'baht'];
  const head = ['', 'theirs', 'baht', 'ours', 'baht', ...(isSplit ? elsewhere : [])];
  const members = await findMemberIdsByPlayerId(database, site.id, [
    ...new Set(differences.map((each) => each.playerId)),
  ]);
  const nameOf = async (playerId: string) => {
    const memberId = members.get(playerId);
    const member = memberId === undefined ? undefined : await findMember(database, site.id, memberId);
    return member?.phone ?? playerId;
  };
  const lines = await Promise.all(
    differences.map(async ({ txId, operation, playerId, roundId, what, theirs, ours }) => [
      txId === '' ? '-' : txId,
      operation,
      await nameOf(playerId),
      roundId === '' ? '-' : roundId,
      what,
      theirs ?? '-',
      ours ?? '-',
    ]),
  );
  const more = differenceCount - differences.length;
  return [
    table([summaryOf(made)]),
    ...(kinds.length === 0 ? [] : [table([head, ...kinds])]),
    ...(lines.length === 0
      ? []
      : [table([['call', 'operation', 'member', 'round', 'what', 'theirs', 'ours'], ...lines])]),
    ...(more === 0 ? [] : [`and ${more} more`]),
    ...(toldTwice === 0 ? [] : [`${toldTwice} lines of the feed were told twice, word for word, and count once.`]),
  ].join('\n\n');
}

function summaryOf({ day, provider, byOperation, differenceCount, failure, failures }: ReconciliationReport): string[] {
  if (failure !== undefined) return [day, provider, '', '', `not compared, tried ${failures} times: ${failure}`];
  const side = (name: 'theirs' | 'ours') => {
    const sumOf = (operation: 'bet' | 'win') =>
      formatBaht(byOperation.find((each) => each.operation === operation)?.[name].amount ?? zeroMoney);
    const count = byOperation.reduce((sum, each) => sum + each[name].count, 0);
    return `${name}: ${count} calls, ${sumOf('bet')} staked, ${sumOf('win')} paid`;
  };
  const verdict = ['no difference', '1 difference'][differenceCount] ?? `${differenceCount} differences`;
  return [day, provider, side('theirs'), side('ours'), verdict];
}

function providerOf({ site }: CommandContext, typed: string | undefined): string {
  const provider = typed ?? '';
  const known = new Set([...queriedProviders, ...aggregators, ...gameNamesOf(site)]);
  if (!known.has(provider) || provider.includes('/')) throw new UsageError(`There is no provider "${provider}".`, 2);
  return provider;
}
