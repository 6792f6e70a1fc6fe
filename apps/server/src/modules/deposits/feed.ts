// The bank's feed: what arrived on our accounts, told by the bank itself, often without saying clearly from whom.
//
// Always true: a line counts once, however often and in whatever order it is sent. It credits only when exactly one member
// fits; otherwise the money is kept as unmatched and a person decides. Whoever books holds the lane, then the receiving
// account, so a slip of the same transfer that is sent at this moment meets the same row.
//
// Elsewhere: who fits (feed-matching.ts), the other messenger (slips.ts).

import type { Database, Transaction } from '@chaba/database';
import { lockLanes } from '@chaba/ledger';

import { assert } from '#core/refusal';
import { sideBySide } from '#core/side-by-side';
import { membersByAccountTail } from '#modules/members';

import { bookArrival, bookCredit, creditState, reasonToHold } from './booking.ts';
import * as store from './deposits.store.ts';
import {
  type Candidate,
  type FeedLine,
  findSameTransfer,
  fingerprintOf,
  MEETING_WINDOW_MS,
  onlyCandidate,
  SENDER_TAIL_MIN,
} from './feed-matching.ts';
import { creditSlipsOf } from './slips.store.ts';
import { readStatementLine } from './statement-lines.ts';

export type ReceivedLine = FeedLine & {
  readonly receiver: { readonly kind: 'bank' | 'wallet'; readonly bankCode: string | null; readonly account: string };
};

const MATCH_AGAIN_MAX = 100;

export type LineOutcome = 'credited' | 'parked' | 'review' | 'attached' | 'unmatched' | 'known' | 'not_ours';

/** Takes the lines one by one: when one fails the bank sends them all again, and those taken are known. */
export async function receiveFeed(database: Database, lines: readonly ReceivedLine[]): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = [];
  for (const line of lines) outcomes.push(await receiveLine(database, line));
  return outcomes;
}

async function receiveLine(database: Database, line: ReceivedLine): Promise<LineOutcome> {
  const [account, ...others] = await store.findReceivingAccounts(database, line.receiver);
  // An account that is ours twice names no brand, and a guess is worse than a person looking at the bank's own list.
  if (!account || others.length > 0) return 'not_ours';

  const { siteId, receivingAccountId } = account;
  const fingerprint = fingerprintOf(receivingAccountId, line);
  if (await store.findByFingerprint(database, siteId, fingerprint)) return 'known';
  const candidate = await findCandidate(database, siteId, line);

  return database.transaction(async (tx) => {
    await lockLanes(tx, siteId, candidate ? [candidate.memberId, 0n] : [0n]);
    await store.lockReceivingAccount(tx, siteId, receivingAccountId);
    if (await store.findByFingerprint(tx, siteId, fingerprint)) return 'known';
    const placed = { siteId, receivingAccountId, fingerprint, candidate };
    return (await meetSlip(tx, line, placed)) ?? (await bookNew(tx, line, placed));
  });
}

export type StatementOutcome = LineOutcome | 'NOT_A_STATEMENT_LINE' | 'UNKNOWN_RECEIVER';

/** Lines of text as a bank writes them to its customer, one outcome for each. The same line twice is known. */
export async function receiveStatement(
  database: Database,
  siteId: number,
  bankCode: string,
  texts: readonly string[],
): Promise<StatementOutcome[]> {
  const ours = await store.receivingAccounts(database, siteId);
  const now = await store.databaseTime(database);
  const outcomes: StatementOutcome[] = [];
  for (const text of texts) {
    const reading = readStatementLine(bankCode, text, ours, now);
    outcomes.push(reading.ok ? await receiveLine(database, reading.line) : reading.reason);
  }
  return outcomes;
}

/** The job: a member who signed up after the money came may be its owner. Only a name that fits says so. */
export async function matchAgain(database: Database, siteId: number): Promise<number> {
  let credited = 0;
  await sideBySide(await store.unmatchedLines(database, siteId, MATCH_AGAIN_MAX), 1, async (deposit) => {
    const { depositId, senderAccount, senderBank, senderName } = deposit;
    if (senderAccount === null || senderBank === null || senderName === null) return;
    const told = { senderTail: senderAccount, senderBank, senderName };
    const candidate = await findCandidate(database, siteId, told);
    if (candidate && (await creditUnmatched(database, siteId, depositId, candidate.memberId))) credited += 1;
  });
  return credited;
}

function creditUnmatched(database: Database, siteId: number, depositId: bigint, memberId: bigint): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockLanes(tx, siteId, [memberId]);
    const deposit = await store.findDeposit(tx, siteId, depositId);
    assert(deposit, 'it was listed a moment ago, and deposits are never deleted');
    const outcome = await decide(tx, siteId, { ...deposit, memberId });
    return outcome === 'credited' || outcome === 'parked';
  });
}

type Placed = {
  readonly siteId: number;
  readonly receivingAccountId: bigint;
  readonly fingerprint: string;
  readonly candidate: Candidate | undefined;
};

async function findCandidate(
  database: Database,
  siteId: number,
  line: Pick<FeedLine, 'senderTail' | 'senderBank' | 'senderName'>,
): Promise<Candidate | undefined> {
  const { senderTail, senderBank } = line;
  if (!senderTail || senderTail.length < SENDER_TAIL_MIN) return undefined;
  return onlyCandidate(line, await membersByAccountTail(database, siteId, { tail: senderTail, bankCode: senderBank }));
}

/** A slip was quicker: the line joins its row. It may still decide what the slip could not. */
async function meetSlip(tx: Transaction, line: ReceivedLine, placed: Placed): Promise<LineOutcome | undefined> {
  const { siteId, receivingAccountId, fingerprint, candidate } = placed;
  const depositId = await findKnown(tx, line, placed);
  if (depositId === undefined) return undefined;
  if (await store.hasLine(tx, siteId, depositId)) return 'known';

  await store.insertFeedLine(tx, siteId, { ...line, fingerprint, receivingAccountId, depositId });
  const deposit = await store.findDeposit(tx, siteId, depositId);
  assert(deposit, 'the row was read a moment ago under the lock of its account');
  if (deposit.state !== 'unmatched' || !candidate) return 'attached';

  const { memberId } = candidate;
  const outcome = await decide(tx, siteId, { ...deposit, memberId });
  if (outcome === 'credited' || outcome === 'parked') await creditSlipsOf(tx, siteId, { depositId, memberId });
  return outcome;
}

/** Money that waited turns out to be this member's: credited, or held for a person. */
async function decide(
  tx: Transaction,
  siteId: number,
  deposit: store.Deposit & { readonly memberId: bigint },
): Promise<'credited' | 'parked' | 'review' | 'attached'> {
  const { depositId, memberId } = deposit;
  const reviewReason = await reasonToHold(tx, { siteId, memberId }, deposit.amount);
  if (reviewReason) {
    const held = { state: 'review', memberId, decidedBy: 'system', reviewReason } as const;
    return (await store.decideDeposit(tx, siteId, depositId, held)) ? 'review' : 'attached';
  }
  const state = await creditState(tx, siteId, memberId);
  const to = { state, memberId, decidedBy: 'system', reviewReason: undefined };
  if (!(await store.decideDeposit(tx, siteId, depositId, to))) return 'attached';
  await bookCredit(tx, siteId, deposit, { from: 'unmatched', state });
  return state;
}

/** The transfer that the line speaks of, when a slip has told of it: by its reference, else by everything else. */
async function findKnown(tx: Transaction, line: ReceivedLine, placed: Placed): Promise<bigint | undefined> {
  const { siteId, receivingAccountId } = placed;
  const reference = referenceOf(line);
  if (reference) {
    const deposit = await store.findByReference(tx, siteId, reference.sendingBank, reference.transRef);
    return deposit?.depositId;
  }
  const at = line.transferredAt.getTime();
  const meeting = {
    receivingAccountId,
    amount: line.amount,
    from: new Date(at - MEETING_WINDOW_MS),
    to: new Date(at + MEETING_WINDOW_MS),
  };
  const known = await store.withoutLine(tx, siteId, meeting);
  const same = findSameTransfer(
    { transferredAt: line.transferredAt, senderBank: line.senderBank, senderAccount: line.senderTail },
    known,
  );
  return same?.depositId;
}

function referenceOf({ senderBank, transRef }: FeedLine): { sendingBank: string; transRef: string } | undefined {
  return senderBank !== undefined && transRef !== undefined ? { sendingBank: senderBank, transRef } : undefined;
}

async function bookNew(tx: Transaction, line: ReceivedLine, placed: Placed): Promise<LineOutcome> {
  const { siteId, receivingAccountId, fingerprint, candidate } = placed;
  const held = candidate && (await reasonToHold(tx, { siteId, memberId: candidate.memberId }, line.amount));
  const credit = candidate && !held ? await creditState(tx, siteId, candidate.memberId) : undefined;
  const deposit = await store.insertDeposit(tx, siteId, {
    memberId: candidate?.memberId,
    receivingAccountId,
    state: credit ?? (held ? 'review' : 'unmatched'),
    firstSeen: 'feed',
    amount: line.amount,
    transferredAt: line.transferredAt,
    sendingBank: referenceOf(line)?.sendingBank,
    transRef: referenceOf(line)?.transRef,
    senderBank: line.senderBank,
    senderAccount: line.senderTail,
    senderName: line.senderName,
    reviewReason: candidate ? held : 'NO_SINGLE_MEMBER',
  });
  assert(deposit, 'a reference that is known was met before');
  await store.insertFeedLine(tx, siteId, { ...line, fingerprint, receivingAccountId, depositId: deposit.depositId });

  if (!candidate || !credit) {
    await bookArrival(tx, siteId, deposit);
    return held ? 'review' : 'unmatched';
  }
  await bookCredit(tx, siteId, { ...deposit, memberId: candidate.memberId }, { from: 'bank', state: credit });
  return credit;
}
