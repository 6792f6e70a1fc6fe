// npm run operator -- <what>: decides what waits for a person, until there is a back office. See `--help`.
//
// Always true: every act needs a reason and is recorded with it (modules/operators). What is printed is for the operator's
// eyes: names and accounts, the latter but for the last digits hidden. Errors are one sentence.
//
// Exit codes: 0 done or listed, 1 it could not be done, 2 the command was not understood.

import * as os from 'node:os';
import { parseArgs } from 'node:util';

import { maskAccountNumber } from '@chaba/contract/banks';
import { type Database, isDatabaseUnavailable, openDatabase } from '@chaba/database';
import { formatBaht, parseBaht } from '@chaba/money';
import { ConfigError, readConfig } from '@chaba/server/core/config';
import { requireOperatorLogin } from '@chaba/server/core/database-login';
import { connectPubSub } from '@chaba/server/core/pubsub';
import { errorFacts } from '@chaba/server/core/redaction';
import { formatReference } from '@chaba/server/core/references';
import { calculateDays, listHeldResults, listWaitingIncomeWithdrawals } from '@chaba/server/modules/affiliates';
import { calculateDueWeeks } from '@chaba/server/modules/cashback';
import { type Member, findPlayBreak } from '@chaba/server/modules/members';
import * as operators from '@chaba/server/modules/operators';
import { listSites, type Site } from '@chaba/server/modules/site';

import { flags, UsageError } from './site-settings.ts';
import { actedBy, dayOf, type CommandContext, type CommandOptions, memberOf, nameOf } from './command-context.ts';
import * as deposits from './deposit-commands.ts';
import { closeAuditFinding, enterBankBalance, listFindings, showBankBook } from './audit-commands.ts';
import { compareCatalogue } from './catalogue-command.ts';
import { endExclusion, listPauses, pause, pauseText } from './pause-commands.ts';
import { listCosts } from './cost-command.ts';
import { listWaiting } from './review-queue-command.ts';
import { endCode, endPromotion, listCodes, listPromotions, makeCode, setPromotion } from './promotion-commands.ts';
import { listAccounts, setPromptPay } from './account-commands.ts';
import { runTerms } from './terms-commands.ts';
import * as games from './play-commands.ts';
import { HELP } from './help.ts';
import { factsOf, table, timeOf } from './printing.ts';
import { listEvents } from './security-commands.ts';
import { decideWithdrawal, listWithdrawals } from './withdrawal-commands.ts';

type Command = (context: CommandContext, ...words: (string | undefined)[]) => Promise<string>;

const commands: Readonly<Record<string, Command>> = {
  waiting: listWaiting,
  withdrawals: listWithdrawals,
  deposits: deposits.listDeposits,
  acts: listActs,
  flags: async ({ site }) => flagsOf(site),
  approve: async (context, reference) => decideWithdrawal(context, reference, operators.approve),
  reject: async (context, reference) => decideWithdrawal(context, reference, operators.reject),
  'stop-payout': async (context, reference) => decideWithdrawal(context, reference, operators.stop),
  'confirm-paid': async (context, reference) => decideWithdrawal(context, reference, operators.confirmAsPaid),
  'confirm-failed': async (context, reference) => decideWithdrawal(context, reference, operators.confirmAsFailed),
  attach: deposits.assignDeposit,
  return: deposits.returnDeposit,
  dispute: deposits.disputeDeposit,
  statement: deposits.handInStatement,
  income: listIncome,
  pay: async (context, reference) => decideIncome(context, reference, 'paid'),
  refuse: async (context, reference) => decideIncome(context, reference, 'rejected'),
  release: async (context, phone, day) => reviewHeldCommission(context, phone, { day, state: 'released' }),
  drop: async (context, phone, day) => reviewHeldCommission(context, phone, { day, state: 'dropped' }),
  take: takeIncome,
  calculate,
  promotions: (context, ...words) => (context.given.isCost ? listCosts(context, ...words) : listPromotions(context)),
  promotion: setPromotion,
  'end-promotion': endPromotion,
  revoke: revokeBonus,
  codes: listCodes,
  code: makeCode,
  'end-code': endCode,
  games: games.listGames,
  providers: games.listProviders,
  provider: games.setOpen,
  'win-cap': games.setWinCap,
  key: games.giveKey,
  'hand-key': games.handKey,
  'retire-key': games.takeKey,
  'release-win': async (context, typed, txId) => games.decideWin(context, { typed, txId, state: 'released' }),
  'refuse-win': async (context, typed, txId) => games.decideWin(context, { typed, txId, state: 'refused' }),
  'forget-win': games.forgetGivenUp,
  'dismiss-rollback': games.dismissUnapplied,
  'settle-round': async (context, typed, roundId) => games.decideRound(context, { typed, roundId, to: 'settle' }),
  'void-round': async (context, typed, roundId) => games.decideRound(context, { typed, roundId, to: 'void' }),
  reconcile: games.reconcile,
  catalogue: compareCatalogue,
  security: listEvents,
  findings: listFindings,
  'close-finding': closeAuditFinding,
  'bank-book': showBankBook,
  balance: enterBankBalance,
  member: async (context, phone) => describe(context, await memberOf(context, phone)),
  lock: async (context, phone) => setLock(context, phone, true),
  unlock: async (context, phone) => setLock(context, phone, false),
  pauses: listPauses,
  pause,
  'lift-exclusion': endExclusion,
  set: setFlag,
  terms: runTerms,
  accounts: listAccounts,
  promptpay: setPromptPay,
};

process.exitCode = await run(process.argv.slice(2));

async function run(words: readonly string[]): Promise<number> {
  try {
    const given = readWords(words);
    if (given === 'help') {
      console.log(HELP);
      return 0;
    }
    console.log(await act(given));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(error.message);
      return error.exitCode;
    }
    const sentence = error instanceof ConfigError ? error.message : undefined;
    // The output of an unexpected error may end in a log file of the shell.
    console.error(sentence ?? errorFacts(error).stack);
    return 1;
  }
}

function readWords(args: readonly string[]): CommandOptions | 'help' {
  const text = { type: 'string' } as const;
  const options = {
    site: text,
    reason: text,
    operator: text,
    member: text,
    sure: { type: 'boolean' },
    cost: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.help === true || positionals[0] === 'help' || positionals.length === 0) return 'help';
    const operator = (values.operator ?? os.userInfo().username).slice(0, operators.OPERATOR_LENGTH_MAX);
    return {
      words: positionals,
      reason: values.reason?.trim(),
      operator,
      member: values.member,
      isSure: values.sure === true,
      isCost: values.cost === true,
      siteCode: values.site,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message.split('. ')[0] : 'This was not understood';
    throw new UsageError(`${why}. See --help.`, 2);
  }
}

async function act(given: CommandOptions): Promise<string> {
  const [name = '', ...words] = given.words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`There is no command "${name}": see --help.`, 2);

  const config = readConfig();
  await requireOperatorLogin(config).catch(asUnavailable);
  const { databaseUrl: url, jobStatementTimeoutMs: statementTimeoutMs } = config;
  const database = openDatabase({ url, poolSize: 3, statementTimeoutMs, applicationName: 'chaba operator' });
  try {
    // The running server hears of changes through the database; closing sends what still waits.
    const closeNotices = await connectPubSub(database, () => undefined);
    try {
      return await command({ database, site: await siteOf(database, given.siteCode), given }, ...words);
    } finally {
      await closeNotices();
    }
  } catch (error) {
    asUnavailable(error);
  } finally {
    await database.close();
  }
}

function asUnavailable(error: unknown): never {
  throw isDatabaseUnavailable(error) ? new UsageError('The database does not answer: is Chaba running?') : error;
}

async function siteOf(database: Database, code: string | undefined): Promise<Site> {
  const sites = await listSites(database);
  const site = code === undefined ? sites[0] : sites.find((candidate) => candidate.code === code);
  if (site) return site;
  const codes = sites.map((candidate) => candidate.code).join(', ');
  throw new UsageError(
    codes === '' ? 'There is no brand yet: start Chaba once.' : `There is no brand "${code}": it is one of ${codes}.`,
  );
}

async function listActs({ database, site }: CommandContext): Promise<string> {
  const acts = await operators.listAuditEntries(database, site.id);
  if (acts.length === 0) return `No operator has acted at ${site.code}.`;
  return table(
    acts.map((done) => [timeOf(done.actedAt), done.operator, done.act, done.subject, done.reason, factsOf(done.facts)]),
  );
}

async function listIncome({ database, site }: CommandContext): Promise<string> {
  const waiting = (await listWaitingIncomeWithdrawals(database, site.id)).map(async (one) => [
    formatReference('deposit', one.movementId),
    `${formatBaht(one.amount)} baht`,
    await nameOf(database, site.id, one.memberId),
  ]);
  const held = (await listHeldResults(database, site.id)).map(async (one) => [
    `held ${one.day}`,
    `${formatBaht(one.payable)} baht`,
    await nameOf(database, site.id, one.memberId),
    `same ${one.suspicions.join(', ')}`,
  ]);
  const rows = await Promise.all([...waiting, ...held]);
  return rows.length === 0 ? `No referral income waits at ${site.code}.` : table(rows);
}

async function decideIncome(
  context: CommandContext,
  reference: string | undefined,
  state: 'paid' | 'rejected',
): Promise<string> {
  const movementId = deposits.depositIdOf(reference);
  const outcome = await operators.decideIncome(context.database, actedBy(context), { movementId, state });
  const name = formatReference('deposit', movementId);
  if (outcome === 'not_waiting') throw new UsageError(`${name} does not wait for a decision at ${context.site.code}.`);
  if (outcome === 'not_enough') throw new UsageError(`${name} is more than the affiliate wallet holds now.`);
  return `${name} is ${outcome}.`;
}

async function reviewHeldCommission(
  context: CommandContext,
  phone: string | undefined,
  { day, state }: { readonly day: string | undefined; readonly state: 'released' | 'dropped' },
): Promise<string> {
  const named = dayOf(day);
  const by = actedBy(context);
  const { id: memberId, phone: name } = await memberOf(context, phone);
  const outcome = await operators.decideHeldIncome(context.database, by, { memberId, day: named, state });
  if (outcome === 'not_waiting') throw new UsageError(`Nothing of ${name} is held for ${named}.`);
  return `The income of ${name} for ${named} is ${outcome}.`;
}

async function takeIncome(
  context: CommandContext,
  phone: string | undefined,
  typed: string | undefined,
): Promise<string> {
  const amount = parseBaht(typed ?? '');
  if (amount === undefined || amount === 0n) throw new UsageError('Say how much in baht, for example 100.00.', 2);
  const by = actedBy(context);
  const member = await memberOf(context, phone);
  const taken = await operators.takeIncome(context.database, by, { memberId: member.id, amount });
  return `${formatBaht(taken)} baht were taken from the affiliate wallet of ${member.phone}.`;
}

async function calculate({ database, site }: CommandContext): Promise<string> {
  if (readConfig().mode !== 'play') throw new UsageError('Only play money is calculated before its time.');
  const cashback = await calculateDueWeeks(database, site, true);
  const income = await calculateDays(database, site, true);
  return `New at ${site.code}: cashback of ${cashback} members for days that are over, referral income of ${income} members.`;
}

async function setLock(context: CommandContext, phone: string | undefined, isLocked: boolean): Promise<string> {
  const by = actedBy(context);
  const member = await memberOf(context, phone);
  if (member.isLocked === isLocked) {
    throw new UsageError(`${member.phone} is ${isLocked ? 'locked already' : 'not locked'}.`);
  }
  await operators.lock(context.database, by, { memberId: member.id, isLocked });
  return `${member.phone} is ${isLocked ? 'locked' : 'unlocked'}.`;
}

async function revokeBonus(context: CommandContext, phone: string | undefined): Promise<string> {
  const by = actedBy(context);
  const member = await memberOf(context, phone);
  const outcome = await operators.revokeBonus(context.database, by, member.id);
  if (outcome === 'not_waiting') throw new UsageError(`No bonus of ${member.phone} is running.`);
  if (outcome === 'bet_open') throw new UsageError(`A bet of ${member.phone} waits for its result: try again then.`);
  return `The bonus of ${member.phone} is ${outcome}.`;
}

async function describe({ database, site }: CommandContext, member: Member): Promise<string> {
  const paused = await findPlayBreak(database, site.id, member.id);
  return table([
    ['phone', member.phone],
    ['name', `${member.firstName} ${member.lastName}${member.isNameVerified ? '' : ' (typed by the member)'}`],
    ['account', `${member.bankCode} ${maskAccountNumber(member.bankAccount)}`],
    ['deposits', `${formatBaht(member.totalDeposit)} baht`],
    ['withdrawals', `${formatBaht(member.totalWithdraw)} baht`],
    ['registered', timeOf(member.registeredAt)],
    ['state', member.isLocked ? 'locked' : 'open'],
    ['break', paused ? pauseText(paused) : 'none'],
  ]);
}

async function setFlag(context: CommandContext, name: string | undefined, value: string | undefined): Promise<string> {
  const flag = Object.hasOwn(flags, name ?? '') ? flags[name ?? ''] : undefined;
  if (!flag) {
    throw new UsageError(`There is no flag "${name ?? ''}": it is one of ${Object.keys(flags).join(', ')}.`, 2);
  }
  if (value === undefined) throw new UsageError(`Say what ${name} is to be: see --help.`, 2);
  const to = flag.write(value);
  const minimum = to.withdrawMin ?? context.site.withdraw.minimum;
  const maximum = to.withdrawMax ?? context.site.withdraw.maximum;
  if (minimum <= 0n || minimum > maximum) {
    throw new UsageError('minWithdraw must be above zero and not above maxWithdraw.');
  }
  const site = await operators.change(context.database, actedBy(context), to);
  return `${name} of ${site.code} is ${flag.read(site) || 'empty'}.`;
}

function flagsOf(site: Site): string {
  return table(Object.entries(flags).map(([name, flag]) => [name, flag.read(site)]));
}
