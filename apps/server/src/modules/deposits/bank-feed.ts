// The use cases of the bank's feed: lines of arrivals, statements as text, and the job that finds members of unclaimed
// money.
//
//     identify the line ─▶ find its member ─▶ one transaction: lock, load the facts, evaluateLine, record
//
// Always true: a line counts once, in whatever order and however often it is sent, and belongs to one movement. The
// house lane of the owning site is locked before the facts are read, so a slip that is sent concurrently meets the same
// movement.
//
// Elsewhere: equal lines and members (feed-matching.ts), the decisions (line-rules.ts), the writes (record.ts), the
// other report (submit-slip.ts).

import {
  type Database,
  databaseTime,
  isConflict,
  isDatabaseUnavailable,
  type Queryable,
  type Transaction,
} from '@chaba/database';

import { forEachConcurrent } from '#core/for-each-concurrent';
import { assert } from '#core/domain-error';
import { findHoldReason } from '#modules/limits';
import { listNewcomers, listMembersByAccountTail } from '#modules/members';
import {
  findOwnedAccount,
  listReceivingAccounts,
  listSitesOfAccount,
  listSitesOfAccounts,
  type OwnedAccount,
  type ReceiverName,
} from '#modules/receiving-accounts';

import {
  type Candidate,
  computeFingerprint,
  type FeedLine,
  identifyLine,
  type LineIdentity,
  onlyCandidate,
  type ReceivedLine,
  SAME_BOOKING_WITHIN_MS,
  SENDER_TAIL_MIN,
  showsName,
  STATEMENT_LINE,
} from './feed-matching.ts';
import { dateLine } from './feed-dates.ts';
import { evaluateLine, evaluateUnclaimed, type LineFacts, type LineOutcome } from './line-rules.ts';
import * as store from './movements.store.ts';
import type { Movement } from './movements.store.ts';
import { record, type Recorded } from './record.ts';
import type { Decision } from './slip-rules.ts';
import { readStatement, type StatementRow } from './statement-table.ts';

const LINES_AT_ONCE = 200;
const MATCHED_BEFORE_MS = 60_000;

export type FeedOutcome = LineOutcome | 'parked' | 'not_ours';

/**
 * Receives the lines one by one, each whatever becomes of the others. Where the database failed, the bank sends all
 * again, and the lines received before have the outcome `known`. A line that fails for itself is reported to
 * `onFailed`.
 */
export async function receiveFeed(
  database: Database,
  lines: readonly ReceivedLine[],
  onFailed?: (line: ReceivedLine, error: unknown) => void,
): Promise<(FeedOutcome | 'failed')[]> {
  const outcomes: (FeedOutcome | 'failed')[] = [];
  const failures: unknown[] = [];
  for (const line of lines) {
    try {
      outcomes.push(await receiveLine(database, line));
    } catch (error) {
      if (!onFailed || isTransient(error)) failures.push(error);
      else onFailed(line, error);
      outcomes.push('failed');
      // Without a database the other lines fail too.
      if (isDatabaseUnavailable(error)) break;
    }
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error('line failed', { cause: failure });
  return outcomes;
}

/** The same line may succeed when it is sent again. */
function isTransient(error: unknown): boolean {
  return isDatabaseUnavailable(error) || isConflict(error);
}

/** The site that owns the account, if one does. */
export async function findAccountSite(database: Database, receiver: ReceiverName): Promise<number | undefined> {
  return (await findOwnedAccount(database, receiver))?.siteId;
}

async function receiveLine(database: Database, received: ReceivedLine): Promise<FeedOutcome> {
  const account = await findOwnedAccount(database, received.receiver);
  if (!account) return 'not_ours';
  const now = await databaseTime(database);
  const line = dateLine(received, now);
  if ((await identify(database, account, line)).kind === 'known') {
    // A lock is written, so this commit waits until the line is replicated: after the response the bank does not send
    // the line again.
    await database.transaction((tx) => store.lockSites(tx, [account.siteId], []));
    return 'known';
  }
  const named = await findCandidate(database, account, line);

  return database.transaction(async (tx) => {
    const decision = evaluateLine(line, await loadFacts(tx, line, { account, named, now }));
    const { deposit } = await recordReport(tx, decision);
    return deposit ? deposit.state : decision.outcome;
  });
}

/** Locks the lanes and identifies the bank movement of the line. */
async function loadFacts(
  tx: Transaction,
  line: FeedLine,
  { account, named, now }: Pick<LineFacts, 'account' | 'named' | 'now'>,
): Promise<LineFacts> {
  const first = await findByReferenceOf(tx, account, line);
  await store.lockSites(tx, first ? [account.siteId, first.siteId] : [account.siteId], [named]);
  const identity = await identify(tx, account, line);
  const contradicted =
    identity.kind === 'contradicts'
      ? await store.findMovementOfLine(tx, account.siteId, identity.feedLineId)
      : undefined;
  const known = await findByReferenceOf(tx, account, line);
  const holdReason = named && (await findHoldReason(tx, named, line.amount));
  const comparable = await listComparable(tx, line, { account, named, known });
  return { account, named, now, identity, contradicted, known, holdReason, comparable };
}

/** A line that displaces another one is compared around the slip of its reference. */
function listComparable(
  tx: Transaction,
  { amount, transferredAt }: FeedLine,
  { account, named, known }: Pick<LineFacts, 'account' | 'named' | 'known'>,
): Promise<Movement[]> {
  if (!known) return store.listComparableMovements(tx, account, { amount, at: transferredAt, member: named });
  if (!known.line) return Promise.resolve([]);
  const at = known.slipAt ?? known.transferredAt;
  return store.listComparableMovements(tx, known, { amount: known.amount, at, member: undefined });
}

async function recordReport(tx: Transaction, decision: Decision): Promise<Recorded> {
  const recorded = await record(tx, decision);
  assert(typeof recorded !== 'string', 'a line debits no credit');
  return recorded;
}

/** The line among those received before. */
async function identify(database: Queryable, account: OwnedAccount, line: FeedLine): Promise<LineIdentity> {
  const at = line.transferredAt.getTime();
  const similar = await store.listSimilarLines(database, account, {
    bankLineId: line.bankLineId === STATEMENT_LINE ? undefined : line.bankLineId,
    fingerprint: computeFingerprint(account.receivingAccountId, line),
    amount: line.amount,
    from: new Date(at - SAME_BOOKING_WITHIN_MS),
    to: new Date(at + SAME_BOOKING_WITHIN_MS),
  });
  return identifyLine(line, similar);
}

function findByReferenceOf(
  tx: Transaction,
  account: OwnedAccount,
  { senderBank, transRef, amount }: FeedLine,
): Promise<Movement | undefined> {
  return senderBank !== undefined && transRef !== undefined
    ? store.findByReference(tx, senderBank, transRef, { account, amount, isLineOnly: false })
    : Promise.resolve(undefined);
}

export type StatementOutcome = FeedOutcome | Exclude<StatementRow['reading'], { readonly ok: true }>['reason'];

/** A file of a bank: who wrote it, and the account of a table. */
export type StatementFile = { readonly bankCode: string; readonly accountId?: bigint | undefined };

/** Reads the lines of a statement and changes nothing. */
export async function previewStatement(
  database: Queryable,
  siteId: number,
  { bankCode, accountId }: StatementFile,
  texts: readonly string[],
): Promise<StatementRow[]> {
  const ours = await listReceivingAccounts(database, siteId);
  const account = ours.find((each) => each.receivingAccountId === accountId && each.bankCode === bankCode);
  return readStatement({ bankCode, account }, texts, { accounts: ours, now: await databaseTime(database) });
}

/**
 * Lines of text as a bank writes them to its customer, one outcome for each. A repeated line has the outcome `known`.
 */
export async function receiveStatement(
  database: Database,
  siteId: number,
  file: StatementFile,
  texts: readonly string[],
): Promise<StatementOutcome[]> {
  const outcomes: StatementOutcome[] = [];
  for (const { reading } of await previewStatement(database, siteId, file, texts)) {
    outcomes.push(reading.ok ? await receiveLine(database, reading.line) : reading.reason);
  }
  return outcomes;
}

/**
 * The job: credits unclaimed lines of the last thirty days to members who signed up later and match account and name.
 * Returns the number of credits. At most `linesAtOnce` lines are in memory.
 */
export async function rematchDeposits(
  database: Database,
  siteId: number,
  linesAtOnce: number = LINES_AT_ONCE,
): Promise<number> {
  let credited = 0;
  await forEachConcurrent(linesOfNewcomers(database, siteId, linesAtOnce), 1, async (line) => {
    const named = await findCandidate(database, { siteId, receivingAccountId: line.receivingAccountId }, line);
    if (named && (await rematch(database, { siteId, movementId: line.movementId }, named))) credited += 1;
  });
  return credited;
}

/** Unclaimed lines, newest first, whose sender matches a member that signed up after their arrival. */
async function* linesOfNewcomers(
  database: Database,
  siteId: number,
  linesAtOnce: number,
): AsyncGenerator<store.UnclaimedLine> {
  const siteIds = await listSitesOfAccounts(database, siteId);
  let after: store.UnclaimedLine | undefined;
  do {
    const lines = await store.listUnclaimedLines(database, siteId, { after, limit: linesAtOnce });
    const oldest = lines.at(-1);
    if (oldest === undefined) return;
    const of = {
      since: toMatchedAt(oldest),
      bankCodes: [...new Set(lines.map(({ senderBank }) => senderBank))],
      tails: [...new Set(lines.map(toTail))],
    };
    const members: Newcomer[] = [];
    for (const id of siteIds) members.push(...(await listNewcomers(database, id, of)));
    const byTail = Map.groupBy(members, ({ tail }) => tail);
    yield* lines.filter((line) => byTail.get(toTail(line))?.some((member) => isNewSender(member, line)));
    after = lines.length === linesAtOnce ? oldest : undefined;
  } while (after);
}

const toTail = ({ senderTail }: store.UnclaimedLine): string => senderTail.slice(-SENDER_TAIL_MIN);

/** The members of a line are matched up to a minute before it is inserted. */
const toMatchedAt = ({ createdAt }: store.UnclaimedLine): Date => new Date(createdAt.getTime() - MATCHED_BEFORE_MS);

type Newcomer = Awaited<ReturnType<typeof listNewcomers>>[number];

function isNewSender({ bankCode, registeredAt, fullName }: Newcomer, line: store.UnclaimedLine): boolean {
  return bankCode === line.senderBank && registeredAt > toMatchedAt(line) && showsName(line, fullName);
}

function rematch(
  database: Database,
  { siteId, movementId }: Pick<Movement, 'siteId' | 'movementId'>,
  named: Candidate,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await store.lockSites(tx, [siteId], [named]);
    const movement = await store.loadMovement(tx, { siteId, movementId });
    const { amount, transferredAt } = movement;
    const comparable = await store.listComparableMovements(tx, movement, { amount, at: transferredAt, member: named });
    const holdReason = await findHoldReason(tx, named, amount);
    const decision = evaluateUnclaimed(movement, named, { comparable, holdReason });
    await recordReport(tx, decision);
    return decision.outcome === 'credited';
  });
}

/** The tail, or each that it can be where its last digit is hidden. */
function listTails(tail: string | undefined): readonly string[] {
  if (!tail || tail.replaceAll('x', '').length < SENDER_TAIL_MIN) return [];
  if (/^\d+x$/.test(tail)) return Array.from({ length: 10 }, (_, last) => tail.replace('x', String(last)));
  return /^\d+$/.test(tail) ? [tail] : [];
}

/** The only member, of all sites that share the account, with a matching bound account and name. */
async function findCandidate(
  database: Database,
  account: OwnedAccount,
  line: Pick<FeedLine, 'senderTail' | 'senderBank' | 'senderName'> & { readonly receiver?: ReceiverName },
): Promise<Candidate | undefined> {
  const { senderTail, senderBank } = line;
  const tails = listTails(senderTail);
  if (tails.length === 0) return undefined;
  // Wallet reports contain phones, whose digits match no bank account.
  if (line.receiver?.kind === 'wallet' && senderBank === undefined) return undefined;
  const candidates: Candidate[] = [];
  for (const siteId of await listSitesOfAccount(database, account)) {
    for (const tail of tails) {
      const members = await listMembersByAccountTail(database, siteId, { tail, bankCode: senderBank });
      candidates.push(...members.map((member) => ({ siteId, ...member })));
    }
  }
  return onlyCandidate(line, candidates);
}
