// The operator's commands: reads the words of one, runs it on the database of the settings, returns what it prints.
//
// Always true: every action requires a person or the host, a reason, and has an audit entry (modules/operators). Output
// may contain member names; account numbers are masked except for the last digits. Errors are one sentence.
//
// Exit codes: 0 success, 1 action rejected or failed, 2 invalid usage.
//
// Elsewhere: the program (main.ts).

import { parseArgs } from 'node:util';

import { maskAccountNumber } from '@chaba/contract/banks';
import { type Database, isDatabaseUnavailable, openDatabase } from '@chaba/database';
import { formatBaht, parseBaht } from '@chaba/money';
import { type Config, ConfigError, readConfig } from '@chaba/server/core/config';
import { requireOperatorLogin } from '@chaba/server/core/database-login';
import { connectPubSub } from '@chaba/server/core/pubsub';
import { redactError } from '@chaba/server/core/redaction';
import { formatReference } from '@chaba/server/core/references';
import { calculateDays, listHeldResults, listWaitingIncomeWithdrawals } from '@chaba/server/modules/affiliates';
import { calculateDueWeeks } from '@chaba/server/modules/cashback';
import { type Member } from '@chaba/server/modules/members';
import { findPlayBreak } from '@chaba/server/modules/play-breaks';
import { checkFlags, flags, requireFlag } from '@chaba/server/modules/operator-input';
import { formatMemberRef, listLatestEntries } from '@chaba/server/modules/operators';
import { listSites, type Site } from '@chaba/server/modules/site';

import { act } from './act.ts';
import { adjustBalance } from './adjustment-commands.ts';
import {
  parseDay,
  type CommandContext,
  type CommandOptions,
  type InstallationContext,
  requireMember,
  requireReason,
  loadMemberName,
} from './command-context.ts';
import * as deposits from './deposit-commands.ts';
import { closeAuditFinding, enterBankBalance, listFindings, releasePayouts, showBankBook } from './audit-commands.ts';
import { compareCatalogue } from './catalogue-command.ts';
import { formatPlayBreak, liftExclusion, listPlayBreaks, startPlayBreak } from './play-break-commands.ts';
import { listCosts } from './cost-command.ts';
import { listReviewQueue } from './review-queue-command.ts';
import { endCode, endPromotion, listCodes, listPromotions, createCode, setPromotion } from './promotion-commands.ts';
import { closeAccount, listAccounts, openAccount, setCeilings, setPlace, setPromptPay } from './account-commands.ts';
import { runTerms } from './terms-commands.ts';
import * as games from './play-commands.ts';
import { addProvider, importGames, setProvider, syncGames } from './provider-commands.ts';
import { HELP } from './help.ts';
import { login, logout } from './identity.ts';
import { cleanText, formatFacts, formatTable, formatTime } from './printing.ts';
import { listEvents } from './security-commands.ts';
import { inviteOperator, verifyAudit } from './people-commands.ts';
import { decideRequest, listRequests } from './request-commands.ts';
import { createSite, showSites } from './site-commands.ts';
import { UsageError } from './usage-error.ts';
import { decideWithdrawal, listWithdrawals, recordLostPayout } from './withdrawal-commands.ts';

type Command = (context: CommandContext, ...words: (string | undefined)[]) => Promise<string>;

const commands: Readonly<Record<string, Command>> = {
  'review-queue': listReviewQueue,
  withdrawals: listWithdrawals,
  deposits: deposits.listDeposits,
  'audit-log': listAuditLog,
  flags: async ({ site }) => formatFlags(site),
  approve: async (context, reference) => decideWithdrawal(context, reference, 'withdrawal.approve'),
  reject: async (context, reference) => decideWithdrawal(context, reference, 'withdrawal.reject'),
  'stop-payout': async (context, reference) => decideWithdrawal(context, reference, 'withdrawal.stop'),
  'confirm-paid': async (context, reference) => decideWithdrawal(context, reference, 'payout.confirm-paid'),
  'confirm-failed': async (context, reference) => decideWithdrawal(context, reference, 'payout.confirm-failed'),
  'record-payout': recordLostPayout,
  'credit-deposit': deposits.creditDeposit,
  'return-deposit': deposits.returnDeposit,
  dispute: deposits.disputeDeposit,
  'import-statement': deposits.importStatement,
  'bank-reports': deposits.listBankReports,
  'close-report': deposits.closeBankReport,
  income: listIncome,
  pay: async (context, reference) => decideIncomeWithdrawal(context, reference, 'income.pay'),
  'reject-income': async (context, reference) => decideIncomeWithdrawal(context, reference, 'income.refuse'),
  release: async (context, phone, day) => reviewHeldCommission(context, phone, { day, action: 'income.release' }),
  'reject-income-day': async (context, phone, day) =>
    reviewHeldCommission(context, phone, { day, action: 'income.drop' }),
  take: clawBackIncome,
  credit: async (context, ...words) => adjustBalance(context, 'credit', words),
  debit: async (context, ...words) => adjustBalance(context, 'debit', words),
  calculate,
  promotions: (context, ...words) => (context.given.isCost ? listCosts(context, ...words) : listPromotions(context)),
  promotion: setPromotion,
  'end-promotion': endPromotion,
  revoke: revokeBonus,
  codes: listCodes,
  code: createCode,
  'end-code': endCode,
  games: games.listGames,
  providers: games.listProviders,
  provider: games.setOpen,
  'add-provider': addProvider,
  'set-provider': setProvider,
  'import-games': importGames,
  'sync-games': syncGames,
  'win-cap': games.setWinCap,
  key: games.createKey,
  'hand-key': games.resendKey,
  'retire-key': games.retireKey,
  'release-win': async (context, typed, txId) => games.decideHeldWin(context, { typed, txId, action: 'win.release' }),
  'reject-win': async (context, typed, txId) => games.decideHeldWin(context, { typed, txId, action: 'win.refuse' }),
  'dismiss-win': games.dismissWin,
  'dismiss-rollback': games.dismissRollback,
  'settle-round': async (context, typed, roundId) =>
    games.decideStuckRound(context, { typed, roundId, action: 'round.settle' }),
  'void-round': async (context, typed, roundId) =>
    games.decideStuckRound(context, { typed, roundId, action: 'round.void' }),
  'settle-spins': games.settleFreeSpins,
  'void-spins': games.voidFreeSpins,
  'refused-calls': games.listRefused,
  reconcile: games.reconcile,
  'close-day': games.closeDay,
  catalogue: compareCatalogue,
  security: listEvents,
  findings: listFindings,
  'close-finding': closeAuditFinding,
  'release-payouts': releasePayouts,
  'bank-book': showBankBook,
  balance: enterBankBalance,
  member: async (context, phone) => describeMember(context, await requireMember(context, phone)),
  lock: async (context, phone) => setMemberLock(context, phone, true),
  unlock: async (context, phone) => setMemberLock(context, phone, false),
  'play-breaks': listPlayBreaks,
  'start-play-break': startPlayBreak,
  'lift-exclusion': liftExclusion,
  set: setFlag,
  terms: runTerms,
  accounts: listAccounts,
  'open-account': openAccount,
  'close-account': closeAccount,
  promptpay: setPromptPay,
  'account-limits': setCeilings,
  'account-order': setPlace,
  'invite-operator': inviteOperator,
  requests: listRequests,
  decide: decideRequest,
};

type InstallationCommand = (context: InstallationContext, ...words: (string | undefined)[]) => Promise<string>;

/** Commands that need no site. */
const installationCommands: Readonly<Record<string, InstallationCommand>> = {
  sites: showSites,
  'create-site': createSite,
  'verify-audit': verifyAudit,
  login,
  logout,
};

type Settings = Parameters<typeof readConfig>[0];

export type CommandResult = { readonly code: number; readonly out: string; readonly err: string };

/** The database of commands, open until it is closed. */
export type OperatorDatabase = { readonly database: Database; readonly close: () => Promise<void> };

/**
 * Runs one command.
 *
 * @param environment by default that of the process
 * @param opened a database that stays open for further commands; by default it is opened for this one
 */
export async function runOperator(
  words: readonly string[],
  environment?: Settings,
  opened?: OperatorDatabase,
): Promise<CommandResult> {
  try {
    const given = parseCommandLine(words);
    const text = given === 'help' ? HELP : await runCommand(given, environment, opened);
    return { code: 0, out: `${cleanText(text)}\n`, err: '' };
  } catch (error) {
    const code = error instanceof UsageError ? error.exitCode : 1;
    const isExpected = error instanceof UsageError || error instanceof ConfigError;
    // Redacted, because the output of an unexpected error can end up in a log file.
    return { code, out: '', err: `${cleanText(isExpected ? error.message : (redactError(error).stack ?? ''))}\n` };
  }
}

function parseCommandLine(args: readonly string[]): CommandOptions | 'help' {
  const text = { type: 'string' } as const;
  const options = {
    site: text,
    reason: text,
    notice: text,
    operator: text,
    member: text,
    confirm: { type: 'boolean' },
    host: { type: 'boolean' },
    head: text,
    cost: { type: 'boolean' },
    code: text,
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.help === true || positionals[0] === 'help' || positionals.length === 0) return 'help';
    return {
      words: positionals,
      reason: values.reason?.trim(),
      notice: values.notice?.trim(),
      operator: values.operator,
      code: values.code,
      member: values.member,
      isConfirmed: values.confirm === true,
      isCost: values.cost === true,
      isHost: values.host === true,
      head: values.head,
      siteCode: values.site,
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message.split('. ')[0] : 'Invalid arguments';
    throw new UsageError(`${problem}. See --help.`, 2);
  }
}

async function runCommand(
  given: CommandOptions,
  environment: Settings,
  opened: OperatorDatabase | undefined,
): Promise<string> {
  const [name = '', ...words] = given.words;
  const command = findCommand(name);
  const config = readOperatorConfig(environment);
  const { database, close } = opened ?? (await openOperatorDatabase(environment).catch(rethrowError));
  try {
    return await command({ database, config, environment, given }, ...words);
  } catch (error) {
    return rethrowError(error);
  } finally {
    if (opened === undefined) await close();
  }
}

/**
 * Opens the database of the settings and connects to the running servers. Closing it sends them the messages about what
 * the commands changed, if they were not sent yet.
 *
 * @throws {ConfigError} the login is not the operator's
 */
export async function openOperatorDatabase(environment: Settings): Promise<OperatorDatabase> {
  const config = readOperatorConfig(environment);
  await requireOperatorLogin(config);
  const { databaseUrl: url, jobStatementTimeoutMs: statementTimeoutMs } = config;
  const database = openDatabase({ url, poolSize: 3, statementTimeoutMs, applicationName: 'chaba operator' });
  try {
    const closePubSub = await connectPubSub(database, () => undefined);
    return {
      database,
      async close() {
        await closePubSub();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Licensed mode rejects root for servers. A command may run as root, which can read the secrets in any case. */
function readOperatorConfig(environment: Settings): Config {
  return readConfig(environment, new Date(), false);
}

function findCommand(name: string): InstallationCommand {
  const ofInstallation = Object.hasOwn(installationCommands, name) ? installationCommands[name] : undefined;
  if (ofInstallation) return ofInstallation;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`There is no command "${name}": see --help.`, 2);
  return async (context, ...words) =>
    command({ ...context, site: await requireSite(context.database, context.given.siteCode) }, ...words);
}

function rethrowError(error: unknown): never {
  throw isDatabaseUnavailable(error) ? new UsageError('The database does not answer: is Chaba running?') : error;
}

async function requireSite(database: Database, code: string | undefined): Promise<Site> {
  const sites = await listSites(database);
  const site = code === undefined ? sites[0] : sites.find((candidate) => candidate.code === code);
  if (site) return site;
  const codes = sites.map((candidate) => candidate.code).join(', ');
  throw new UsageError(
    codes === ''
      ? 'There is no site yet: create-site makes one, see --help.'
      : `There is no site "${code}": it is one of ${codes}.`,
  );
}

/** The latest entries of the chain of the site. */
async function listAuditLog({ database, site }: CommandContext): Promise<string> {
  const entries = await listLatestEntries(database, site.id);
  if (entries.length === 0) return `The audit log of ${site.code} is empty.`;
  return formatTable(
    entries.map(({ content }) => {
      const entry = JSON.parse(content) as StoredEntry;
      return [
        formatTime(new Date(entry.actedMs)),
        entry.operator,
        entry.channel,
        entry.outcome,
        entry.action,
        entry.subject,
        entry.reason ?? '',
        formatFacts(entry.after ?? {}),
      ];
    }),
  );
}

type StoredEntry = Readonly<Record<'operator' | 'channel' | 'outcome' | 'action' | 'subject', string>> & {
  readonly actedMs: number;
  readonly reason?: string;
  readonly after?: Readonly<Record<string, unknown>>;
};

async function listIncome({ database, site }: CommandContext): Promise<string> {
  const waiting = (await listWaitingIncomeWithdrawals(database, site.id)).map(async (one) => [
    formatReference('deposit', one.movementId),
    `${formatBaht(one.amount)} baht`,
    await loadMemberName(database, site.id, one.memberId),
  ]);
  const held = (await listHeldResults(database, site.id)).map(async (one) => [
    `held ${one.day}`,
    `${formatBaht(one.payable)} baht`,
    await loadMemberName(database, site.id, one.memberId),
    `same ${one.suspicions.join(', ')}`,
  ]);
  const rows = await Promise.all([...waiting, ...held]);
  return rows.length === 0 ? `No referral income waits at ${site.code}.` : formatTable(rows);
}

async function decideIncomeWithdrawal(
  context: CommandContext,
  reference: string | undefined,
  action: 'income.pay' | 'income.refuse',
): Promise<string> {
  return act(context, action, { withdrawal: formatReference('deposit', deposits.parseDepositId(reference)) });
}

async function reviewHeldCommission(
  context: CommandContext,
  phone: string | undefined,
  { day, action }: { readonly day: string | undefined; readonly action: 'income.release' | 'income.drop' },
): Promise<string> {
  const named = parseDay(day);
  requireReason(context.given);
  const { id } = await requireMember(context, phone);
  return act(context, action, { member: formatMemberRef(id), day: named });
}

async function clawBackIncome(
  context: CommandContext,
  phone: string | undefined,
  typed: string | undefined,
): Promise<string> {
  const amount = parseBaht(typed ?? '');
  if (amount === undefined || amount === 0n) throw new UsageError('Name the amount in baht, for example 100.00.', 2);
  requireReason(context.given);
  const { id } = await requireMember(context, phone);
  return act(context, 'income.take-back', { member: formatMemberRef(id), amount: typed ?? '' });
}

async function calculate({ database, config, given, site }: CommandContext): Promise<string> {
  if (!given.isHost) throw new UsageError('The host calculates before its time: add --host.', 2);
  if (config.mode !== 'play') throw new UsageError('Only play money is calculated before its time.');
  const cashback = await calculateDueWeeks(database, site, true);
  const income = await calculateDays(database, site, true);
  return `New at ${site.code}: cashback of ${cashback} members for days that are over, referral income of ${income} members.`;
}

async function setMemberLock(context: CommandContext, phone: string | undefined, isLocked: boolean): Promise<string> {
  requireReason(context.given);
  const member = await requireMember(context, phone);
  if (member.isLocked === isLocked) {
    throw new UsageError(`${member.phone} is ${isLocked ? 'locked already' : 'not locked'}.`);
  }
  return act(context, isLocked ? 'member.lock' : 'member.unlock', { member: formatMemberRef(member.id) });
}

async function revokeBonus(context: CommandContext, phone: string | undefined): Promise<string> {
  requireReason(context.given);
  const { id } = await requireMember(context, phone);
  return act(context, 'bonus.revoke', { member: formatMemberRef(id) });
}

async function describeMember({ database, site }: CommandContext, member: Member): Promise<string> {
  const paused = await findPlayBreak(database, site.id, member.id);
  return formatTable([
    ['phone', member.phone],
    ['name', `${member.firstName} ${member.lastName}${member.isNameVerified ? '' : ' (typed by the member)'}`],
    ['account', `${member.bankCode} ${maskAccountNumber(member.bankAccount)}`],
    ['deposits', `${formatBaht(member.totalDeposit)} baht`],
    ['withdrawals', `${formatBaht(member.totalWithdraw)} baht`],
    ['registered', formatTime(member.registeredAt)],
    ['state', member.isLocked ? 'locked' : 'open'],
    ['break', paused ? formatPlayBreak(paused) : 'none'],
  ]);
}

async function setFlag(context: CommandContext, name = '', value?: string): Promise<string> {
  const flag = requireFlag(name);
  if (value === undefined) throw new UsageError(`Name the value of ${name}: see --help.`, 2);
  checkFlags(context.site, flag.write(value));
  return act(context, flag.action, { flag: name, value });
}

function formatFlags(site: Site): string {
  return formatTable(flags.map(({ name, read }) => [name, read(site)]));
}
