// Story commands for a provider's day: its requests use the real wallet routes, and its feed reports them,
// unchanged or changed.
//
//     bet      M1  10.00  tx=b1  round=r1  OK         // carried out, and reported by the feed; feed=no: not reported
//     edit     b1  amount=10.0001          done       // the feed's line has another value
//     at       b1  23:59:59                moved      // the time of execution; +01:00:00 a day later, -22:00:00 a day
//     before
//     day      differences=1  theirs=1  ours=1        // compares the day; with on=after or on=before the next one or
//     the one before
//     differs  b1  amount 10.0001 10.0000             // the discrepancy of a transaction

import assert from 'node:assert/strict';
import { after } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { money, parseProviderAmount, formatProviderAmount, zeroMoney } from '@chaba/money';

import { UpstreamUnavailableError } from '#core/signed-http-client';
import type { ProviderClient, ProviderRound, ProviderTransaction } from '#modules/provider-protocol';
import {
  reconcileDay,
  compareDueDays,
  type Comparing,
  comparisons,
  type ReconciliationReport,
  spanOfDay,
} from '#modules/reconciliation';

import { buildTestApp, type TestApp } from './build-app.ts';
import { operatorCommands } from './operator-commands.ts';
import { type Arguments, checkStory, type Command, type Commands } from './story.ts';
import { walletCommands } from './wallet-commands.ts';

export const database = await testDatabase();
const app: TestApp = await buildTestApp({ database });
export const { chaba: site } = app;
/** The product never changes an applied transaction; the stories change its time through the owner. */
const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
after(() => owner.close());
const { log } = app.context;
const provider = 'test';
const { from: start, to } = await spanOfDay(database, undefined);
export const noon = new Date(start.getTime() + 12 * 3_600_000);
const began = await database.one<{ at: Date }>(sql`select now() as at`);

type Line = { -readonly [Name in keyof ProviderTransaction]: ProviderTransaction[Name] };
export const feed: Line[] = [];
const rounds = new Map<string, Line[]>();
const silentRounds = new Set<string>();
let pagesOf = (lines: readonly Line[]): readonly (readonly Line[])[] => [lines];
let until: Date | undefined;
let isDown = false;
let isCircling = false;

const calls: ProviderClient = {
  games: async () => [],
  async roundDetails(roundId): Promise<ProviderRound> {
    if (silentRounds.has(roundId)) throw new UpstreamUnavailableError('the provider does not report the round');
    const reported = [...feed.filter((line) => line.roundId === roundId), ...(rounds.get(roundId) ?? [])];
    return { state: reported.length === 0 ? 'unknown' : 'settled', calls: reported, facts: [] };
  },
  async transactions(from, end, cursor) {
    const wanted = feed.filter(({ at }) => at >= from && at < end);
    const pages = pagesOf(wanted);
    const page = Number(cursor ?? '0');
    if (isDown && page === pages.length - 1) throw new UpstreamUnavailableError('connection lost');
    const next = isCircling ? '0' : `${page + 1}`;
    return { calls: [...(pages[page] ?? [])], cursor: isCircling || page + 1 < pages.length ? next : undefined, until };
  },
  kick: async () => undefined,
  useKey: async () => undefined,
};
export const comparing: Comparing = { database, site, provider, calls, log, isPlayMoney: false };

const lineOf = (given: Arguments, operation: Line['operation'], playerId: string): Line => ({
  operation,
  txId: operation === 'endRound' ? '' : (given.named['tx'] ?? ''),
  refTxId: given.named['ref'] ?? '',
  roundId: operation === 'award' ? '' : (given.named['round'] ?? 'r1'),
  gameCode: operation === 'award' ? '' : 'test-slot',
  playerId,
  amount: given.plain[1] === undefined ? undefined : given.amount(1),
  isFree: given.named['free'] !== undefined,
  isRoundClosed: operation === 'endRound' || given.named['closed'] !== undefined,
  isCancelled: false,
  at: noon,
});

/**
 * The feed is complete until this many hours after the compared day. `late` misses the deadline at every hour of today.
 */
const wholeFor: Readonly<Record<string, number>> = { late: -25, untilOne: 1, complete: 2 };

const wallet = walletCommands(app);

/** Sends the provider's request; an applied transaction is added to its feed. */
const reported =
  (name: string, operation: Line['operation']): Command =>
  async (story, given) => {
    const outcome = await (wallet[name] as Command)(story, given);
    const { playerId } = await story.member(given.at(0));
    if (outcome === 'OK' && given.named['feed'] !== 'no') feed.push(lineOf(given, operation, playerId));
    return outcome;
  };

let compared: ReconciliationReport | undefined;

const dayCommands: Commands = {
  ...operatorCommands(app),
  session: wallet['session'] as Command,
  bet: reported('bet', 'bet'),
  win: reported('win', 'win'),
  rollback: reported('rollback', 'rollback'),
  adjust: reported('adjust', 'adjust'),
  award: reported('award', 'award'),
  tip: reported('tip', 'tip'),
  end: reported('end', 'endRound'),
  async betwin(story, given) {
    const outcome = await (wallet['betwin'] as Command)(story, given);
    const { playerId } = await story.member(given.at(0));
    const round = given.named['round'] ?? 'r1';
    const line = { ...lineOf(given, 'bet', playerId), txId: `${round}-bet` };
    const win = {
      ...line,
      operation: 'win',
      txId: `${round}-win`,
      refTxId: `${round}-bet`,
      amount: given.amount(2),
    } as const;
    feed.push(line, { ...win, isRoundClosed: true });
    return outcome;
  },
  /** A feed line without a request. */
  async list(story, given) {
    const { playerId } = await story.member(given.at(0));
    const { plain } = given;
    const operation = given.at(1) as Line['operation'];
    feed.push(
      lineOf(
        { ...given, plain: [plain[0] ?? '', ...plain.slice(2)], amount: () => given.amount(2) },
        operation,
        playerId,
      ),
    );
    return 'done';
  },
  /** Changes fields of a feed line. */
  async edit(story, given) {
    const line = feed.find(({ txId }) => txId === given.at(0)) ?? assert.fail(`no line ${given.at(0)}`);
    const { amount, operation, round, game, ref, member, cancelled, free, closed } = given.named;
    if (amount !== undefined) line.amount = parseProviderAmount(amount);
    if (operation !== undefined) line.operation = operation as Line['operation'];
    if (round !== undefined) line.roundId = round;
    if (game !== undefined) line.gameCode = game;
    if (ref !== undefined) line.refTxId = ref;
    if (member !== undefined) line.playerId = (await story.member(member)).playerId;
    if (cancelled !== undefined) line.isCancelled = true;
    if (free !== undefined) line.isFree = free === 'yes';
    if (closed !== undefined) line.isRoundClosed = true;
    return 'done';
  },
  /**
   * Removes a transaction from the feed; the feed reports its round at the given hours after the end of the day
   * (negative: before it). For a run shortly after midnight, times within an hour after the end are in the future, and
   * a feed cannot report them.
   */
  async roundAt(_story, given) {
    const index = feed.findIndex(({ txId }) => txId === given.at(0));
    const [line] = feed.splice(index, 1);
    assert.ok(line);
    const at = new Date(to.getTime() + Number(given.at(1)) * 3_600_000);
    rounds.set(line.roundId, [...(rounds.get(line.roundId) ?? []), { ...line, at }]);
    return 'later';
  },
  /** Removes a transaction from the feed. */
  async removes(_story, given) {
    const index = feed.findIndex(({ txId }) => txId === given.at(0));
    assert.ok(index >= 0);
    feed.splice(index, 1);
    return 'removed';
  },
  /** The provider cannot report the state of a round. */
  async silent(_story, given) {
    silentRounds.add(given.at(0));
    return 'silent';
  },
  at: (_story, given) => moveTo(given.at(0), given.at(1), 'ours'),
  feedAt: (_story, given) => moveTo(given.at(0), given.at(1), 'theirs'),
  /** Sets the behaviour of the feed from now on. */
  async feed(_story, given) {
    const how = given.at(0);
    isDown = how === 'failing';
    isCircling = how === 'circling';
    const hours = wholeFor[how];
    until = hours === undefined ? undefined : new Date(to.getTime() + hours * 3_600_000);
    const otherwise = (line: Line) => ({ ...line, amount: money((line.amount ?? 0n) + 1n) });
    pagesOf = (lines) =>
      how === 'twice' ? [lines, lines] : how === 'otherwise' ? [lines, lines.map(otherwise)] : [lines];
    return 'set';
  },
  /** Ages orphan wins by a day. */
  async later(story, given) {
    await database.execute(sql`update orphan_win set received_at = received_at - interval '25 hours'`);
    return (operatorCommands(app)['minute'] as Command)(story, given);
  },
  async day(_story, given) {
    // Transactions without a set time are moved to noon.
    await owner.execute(sql`
      update wallet_transaction set created_at = ${noon}
      where created_at >= ${began.at} and tx_id <> all(${[...movedHere]}::text[])`);
    try {
      compared = await reconcileDay(comparing, dayNamed(given.named['on']));
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) return error.message;
      throw error;
    }
    const count = (side: 'theirs' | 'ours' | 'theirsElsewhere' | 'oursElsewhere') =>
      String(compared?.byOperation.reduce((sum, each) => sum + each[side].count, 0));
    return {
      on: given.named['on'] ?? '',
      differences: String(compared.discrepancyCount),
      theirs: count('theirs'),
      ours: count('ours'),
      elsewhere: `${count('theirsElsewhere')}/${count('oursElsewhere')}`,
      twice: String(compared.repeatedLines),
    };
  },
  /** Compares all due days; returns the result of the previous day. */
  async due() {
    await compareDueDays(comparing);
    const made = (await comparisons(database, site.id)).find((each) => each.day === dayNamed('before'));
    return { differences: String(made?.discrepancyCount) };
  },
  async sums(_story, given) {
    const kind = compared?.byOperation.find(({ operation }) => operation === given.at(0));
    return {
      theirs: formatProviderAmount(kind?.theirs.amount ?? zeroMoney),
      ours: formatProviderAmount(kind?.ours.amount ?? zeroMoney),
    };
  },
  async differs(_story, given) {
    const found = compared?.discrepancies.filter(({ txId }) => txId === given.at(0)) ?? [];
    return found.map(({ kind, provider, wallet }) => `${kind} ${provider ?? '-'} ${wallet ?? '-'}`).join(', ');
  },
};

const movedHere = new Set<string>();
const dayNamed = (name: string | undefined): string => daysAgo(name === 'after' ? -1 : name === 'before' ? 1 : 0);

async function moveTo(txId: string, time: string, side: 'ours' | 'theirs'): Promise<string> {
  const date = dayNamed(time.startsWith('+') ? 'after' : time.startsWith('-') ? 'before' : undefined);
  const at = new Date(`${date}T${time.replace(/^[+-]/, '')}+07:00`);
  if (side === 'ours') {
    movedHere.add(txId);
    await owner.execute(
      sql`update wallet_transaction set created_at = ${at} where tx_id = ${txId} and created_at >= ${start}`,
    );
    await owner.execute(sql`update held_win set held_at = ${at} where tx_id = ${txId} and state = 'held'`);
  }
  for (const line of feed) if (side === 'theirs' && line.txId === txId) line.at = at;
  return 'moved';
}

/** Runs a story on an empty day. */
export async function storyOfADay(table: string): Promise<void> {
  feed.length = 0;
  rounds.clear();
  silentRounds.clear();
  movedHere.clear();
  pagesOf = (lines) => [lines];
  until = undefined;
  isDown = false;
  isCircling = false;
  try {
    await checkStory({ database, site, commands: dayCommands }, table);
  } finally {
    // Removes the transactions from the compared days, so that a failed story does not affect the next.
    await owner.execute(sql`update wallet_transaction set created_at = created_at - interval '60 days'`);
  }
}

export function setDown(isItDown: boolean): void {
  isDown = isItDown;
}

/** The Bangkok day that is this number of days before the compared one. */
export const daysAgo = (days: number): string =>
  new Date(start.getTime() - days * 86_400_000 + 7 * 3_600_000).toISOString().slice(0, 10);
