// The bank's feed: what arrived on our accounts, told by the bank itself, often without saying clearly from whom.
//
// Always true: a line counts once, however often and in whatever order it is sent, and belongs to one movement. It credits only when
// exactly one member of the sites that share the account fits and no slip of that member explains it; otherwise the money is kept as
// unmatched and an operator decides. A line whose reference is known with another amount or account credits nothing and disputes the
// movement. Every booking holds the house lane of the owning site, so a slip that is sent at this moment meets the same movement.
//
// Elsewhere: matching members (feed-matching.ts), which slip a line belongs to (movement-matching.ts), the other report (slips.ts).

import type { Database, Queryable, Transaction } from '@chaba/database';

import { forEachConcurrent } from '#core/for-each-concurrent';
import { assert } from '#core/domain-error';
import { listMembersByAccountTail } from '#modules/members';

import { type Credited, reasonToHold } from './deposit-postings.ts';
import * as deposits from './deposits.store.ts';
import * as feedLines from './feed-lines.store.ts';
import {
  type Candidate,
  type FeedLine,
  fingerprintOf,
  identifyLine,
  onlyCandidate,
  SAME_BOOKING_WITHIN_MS,
  SENDER_TAIL_MIN,
  STATEMENT_LINE,
} from './feed-matching.ts';
import { placeLine } from './movement-matching.ts';
import {
  claim,
  credit,
  displaceLine,
  dispute,
  toMemberKey,
  loadComparable,
  lockSites,
  moveLines,
  recordSeen,
} from './record.ts';
import * as store from './movements.store.ts';
import type { Movement } from './movements.store.ts';
import * as accounts from './receiving-accounts.store.ts';
import type { OwnedAccount } from './receiving-accounts.store.ts';
import { readStatementLine } from './statement-lines.ts';

export type ReceivedLine = FeedLine & { readonly receiver: accounts.ReceiverName };

const MATCH_AGAIN_MAX = 100;

export type LineOutcome =
  | 'credited'
  | 'parked'
  | 'review'
  | 'attached'
  | 'unmatched'
  | 'disputed'
  | 'known'
  | 'not_ours';

/** Takes the lines one by one: when one fails the bank sends them all again, and those taken are known. */
export async function receiveFeed(database: Database, lines: readonly ReceivedLine[]): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = [];
  for (const line of lines) outcomes.push(await receiveLine(database, line));
  return outcomes;
}

async function receiveLine(database: Database, line: ReceivedLine): Promise<LineOutcome> {
  const account = await accounts.findOwnedAccount(database, line.receiver);
  if (!account) return 'not_ours';
  if ((await identify(database, account, line)).kind === 'known') return 'known';
  const named = await findCandidate(database, account, line);
  const reference = formatReference(line);

  return database.transaction(async (tx) => {
    const first = reference && (await store.findByReference(tx, reference.sendingBank, reference.transRef));
    await lockSites(tx, first ? [account.siteId, first.siteId] : [account.siteId], [named]);
    const identity = await identify(tx, account, line);
    if (identity.kind === 'known') return 'known';
    if (identity.kind === 'contradicts') return disputeLine(tx, account, identity.feedLineId);
    const row = { ...line, fingerprint: fingerprintOf(account.receivingAccountId, line), ...account, named };
    if (identity.kind === 'twin') {
      await feedLines.insertFeedLine(tx, account.siteId, { ...row, twinOf: identity.feedLineId });
      return 'known';
    }
    const place = { account, line, named, row: { ...row, twinOf: undefined } };
    const known = reference && (await store.findByReference(tx, reference.sendingBank, reference.transRef));
    return known ? meetReference(tx, place, known) : placeAmong(tx, place);
  });
}

type Place = {
  readonly account: OwnedAccount;
  readonly line: ReceivedLine;
  readonly named: Candidate | undefined;
  readonly row: feedLines.NewLine;
};

/** The same line as one received before. */
async function identify(database: Queryable, account: OwnedAccount, line: ReceivedLine) {
  const at = line.transferredAt.getTime();
  const similar = await feedLines.listSimilarLines(database, account, {
    bankLineId: line.bankLineId === STATEMENT_LINE ? undefined : line.bankLineId,
    amount: line.amount,
    from: new Date(at - SAME_BOOKING_WITHIN_MS),
    to: new Date(at + SAME_BOOKING_WITHIN_MS),
  });
  return identifyLine(line, similar);
}

/** The bank's own id came again with another amount: an operator decides about its movement. */
async function disputeLine(tx: Transaction, account: OwnedAccount, feedLineId: bigint): Promise<LineOutcome> {
  const movement = await store.findMovementOfLine(tx, account.siteId, feedLineId);
  if (!movement || movement.state === 'disputed') return 'known';
  await dispute(tx, movement, 'LINE_CHANGED');
  return 'disputed';
}

/** A slip or another line has reported this reference. */
async function meetReference(tx: Transaction, place: Place, known: Movement): Promise<LineOutcome> {
  const { account, line, row } = place;
  const isSameAccount = known.siteId === account.siteId && known.receivingAccountId === account.receivingAccountId;
  const isCertain = line.transRef !== undefined && known.line?.transRef === line.transRef;
  if (isSameAccount && known.amount === line.amount) {
    // Another line with this reference: the bank sent it under two ids.
    if (isCertain) return 'known';
    await displaceLine(tx, known);
    return attach(tx, place, known.movementId);
  }

  // The line is money of its own until an operator decides otherwise.
  const reason = isSameAccount ? 'AMOUNT_DIFFERS' : 'ACCOUNT_DIFFERS';
  const feedLineId = await feedLines.insertFeedLine(tx, account.siteId, row);
  await dispute(tx, await recordSeen(tx, account.siteId, newMovement(place, { feedLineId, reason })), reason);
  await dispute(tx, known, reason);
  return 'disputed';
}

/** Compared with everything else of this account and amount. */
async function placeAmong(tx: Transaction, place: Place): Promise<LineOutcome> {
  const { account, line, named, row } = place;
  const { rows, known } = await loadComparable(tx, account, {
    amount: line.amount,
    at: line.transferredAt,
    member: named,
  });
  const report = { ...line, bookedAt: line.transferredAt, named: named && toMemberKey(named) };
  const found = placeLine(report, known);
  if (found.kind === 'joins') {
    await moveLines(tx, rows, found.moves);
    return attach(tx, place, found.movementId);
  }
  const feedLineId = await feedLines.insertFeedLine(tx, account.siteId, row);
  const reason = named ? undefined : 'NO_SINGLE_MEMBER';
  if (!named) {
    await recordSeen(tx, account.siteId, newMovement(place, { feedLineId, reason }));
    return 'unmatched';
  }
  const held = found.kind === 'doubtful' ? 'BOOKED_LATE' : await reasonToHold(tx, named, line.amount);
  if (held) {
    await claim(tx, await recordSeen(tx, account.siteId, newMovement(place, { feedLineId, reason })), named, held);
    return 'review';
  }
  const movement = await store.insertMovement(tx, account.siteId, newMovement(place, { feedLineId, reason }));
  return (await credit(tx, movement, named)).state;
}

function newMovement(
  { account, line }: Place,
  { feedLineId, reason }: { readonly feedLineId: bigint; readonly reason: string | undefined },
): store.NewMovement {
  const isContradiction = reason === 'AMOUNT_DIFFERS' || reason === 'ACCOUNT_DIFFERS';
  return {
    receivingAccountId: account.receivingAccountId,
    firstSeen: 'feed',
    amount: line.amount,
    transferredAt: line.transferredAt,
    slip: undefined,
    // The reference stays with the movement that had it first.
    reference: isContradiction ? undefined : formatReference(line),
    senderBank: line.senderBank,
    senderAccount: line.senderTail,
    senderName: line.senderName,
    feedLineId,
    reason,
  };
}

/** A slip was quicker: the line joins its movement. It may still decide what the slip could not. */
async function attach(tx: Transaction, { account, named, row }: Place, movementId: bigint): Promise<LineOutcome> {
  const feedLineId = await feedLines.insertFeedLine(tx, account.siteId, row);
  await store.setLines(tx, account.siteId, new Map([[movementId, feedLineId]]));
  const movement = await store.loadMovement(tx, { siteId: account.siteId, movementId });
  if (movement.state !== 'seen' || !named) return 'attached';
  return giveOrHold(tx, movement, named);
}

/** Unmatched money is matched to this member: credited, or held for an operator. */
async function giveOrHold(tx: Transaction, movement: Movement, named: Candidate): Promise<Credited | 'review'> {
  const held = await reasonToHold(tx, named, movement.amount);
  if (!held) return (await credit(tx, movement, named)).state;
  await claim(tx, movement, named, held);
  return 'review';
}

export type StatementOutcome = LineOutcome | 'NOT_A_STATEMENT_LINE' | 'UNKNOWN_RECEIVER';

/** Lines of text as a bank writes them to its customer, one outcome for each. The same line twice is known. */
export async function receiveStatement(
  database: Database,
  siteId: number,
  bankCode: string,
  texts: readonly string[],
): Promise<StatementOutcome[]> {
  const ours = await accounts.receivingAccounts(database, siteId);
  const now = await deposits.databaseTime(database);
  const outcomes: StatementOutcome[] = [];
  for (const text of texts) {
    const reading = readStatementLine(bankCode, text, ours, now);
    outcomes.push(reading.ok ? await receiveLine(database, reading.line) : reading.reason);
  }
  return outcomes;
}

/** The job: a member who signed up after the money came may be its owner. Only a name that fits says so. */
export async function rematchDeposits(database: Database, siteId: number): Promise<number> {
  let credited = 0;
  await forEachConcurrent(
    await store.listUnclaimedMovements(database, siteId, MATCH_AGAIN_MAX),
    1,
    async (movement) => {
      const { line } = movement;
      if (!line?.senderTail || line.senderBank === null || line.senderName === null) return;
      const told = { senderTail: line.senderTail, senderBank: line.senderBank, senderName: line.senderName };
      const named = await findCandidate(database, movement, told);
      if (named && (await creditUnclaimed(database, movement, named))) credited += 1;
    },
  );
  return credited;
}

function creditUnclaimed(database: Database, { siteId, movementId }: Movement, named: Candidate): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockSites(tx, [siteId], [named]);
    const movement = await store.loadMovement(tx, { siteId, movementId });
    if (movement.state !== 'seen' || !movement.line) return false;
    // A slip of the same member may be the same transfer: then an operator decides.
    const around = { amount: movement.amount, at: movement.transferredAt, member: named };
    const { known } = await loadComparable(tx, movement, around);
    const others = known.filter((other) => other.movementId !== movementId);
    const { bookedAt, senderBank, senderTail, senderName } = movement.line;
    assert(senderBank !== null && senderTail !== null && senderName !== null, 'only such lines are listed');
    const report = { bookedAt, senderBank, senderTail, senderName, transRef: undefined, named: toMemberKey(named) };
    if (placeLine(report, others).kind !== 'new') {
      await claim(tx, movement, named, 'BOOKED_LATE');
      return false;
    }
    return (await giveOrHold(tx, movement, named)) !== 'review';
  });
}

/** The only member, of all sites that share the account, with a matching bound account and name. */
async function findCandidate(
  database: Database,
  account: OwnedAccount,
  line: Pick<FeedLine, 'senderTail' | 'senderBank' | 'senderName'> & { readonly receiver?: accounts.ReceiverName },
): Promise<Candidate | undefined> {
  const { senderTail, senderBank } = line;
  if (!senderTail || senderTail.length < SENDER_TAIL_MIN) return undefined;
  // A wallet shows phones: their digits are no bank account's.
  if (line.receiver?.kind === 'wallet' && senderBank === undefined) return undefined;
  const candidates: Candidate[] = [];
  for (const siteId of await accounts.listSitesOfAccount(database, account)) {
    const members = await listMembersByAccountTail(database, siteId, { tail: senderTail, bankCode: senderBank });
    candidates.push(...members.map((member) => ({ siteId, ...member })));
  }
  return onlyCandidate(line, candidates);
}

function formatReference({ senderBank, transRef }: FeedLine): { sendingBank: string; transRef: string } | undefined {
  return senderBank !== undefined && transRef !== undefined ? { sendingBank: senderBank, transRef } : undefined;
}
