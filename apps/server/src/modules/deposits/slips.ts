// A member sends a slip: the way from its reference to money, in the order of rules §5.
//
//     known here? ─▶ ask the bank ─▶ judge ─▶ one transaction: the row of the transfer, its entries, what became of the slip
//                        │ pending or down
//                        └▶ waiting: asked again after 1, 2, 5, 10 and 30 minutes, or when the member sends it again
//
// Always true: the bank is asked outside any transaction. A slip and a feed line of one transfer meet in one row, because both
// lock the receiving account before they look. The row belongs to the transfer, not to whoever spoke of it first: a
// stranger's try with somebody's slip leaves it unmatched, and its owner can still send it. What a duplicate is told never
// says who used it.
//
// Elsewhere: the QR text (slip door, contract), the bank's answer (slip-verifier.ts), the verdict (slip-judging.ts), the other
// messenger (feed.ts).

import { SLIP_AGE_HOURS_MAX } from '@chaba/contract/limits';
import type { Database, Transaction } from '@chaba/database';
import { lockLanes } from '@chaba/ledger';
import type { Money } from '@chaba/money';

import { signalAfterCommit, signalMember } from '#core/live';
import { oneAtATime } from '#core/one-at-a-time';
import { assert, refuse } from '#core/refusal';
import { sideBySide } from '#core/side-by-side';
import { memberById } from '#modules/members';

import { bookArrival, bookCredit, creditState, reasonToHold } from './booking.ts';
import * as store from './deposits.store.ts';
import { findSameTransfer, MEETING_WINDOW_MS } from './feed-matching.ts';
import { judgeSlip, maskOf, type Sender, type VerifiedSlip, type Verdict } from './slip-judging.ts';
import type { SlipReference, SlipVerifier } from './slip-verifier.ts';
import * as slips from './slips.store.ts';

export type SlipDesk = {
  readonly database: Database;
  readonly verifier: SlipVerifier;
  readonly isRateLimited: boolean;
};

export type SentSlip = SlipReference & {
  readonly siteId: number;
  readonly memberId: bigint;
  /** Names the member's question; the job has none. */
  readonly idempotencyKey?: string;
};

/** Every no that a slip can meet once its QR was read. */
export type SlipProblem =
  | 'DUPLICATE_SLIP'
  | 'SLIP_ALREADY_CREDITED'
  | 'SLIP_PENDING'
  | 'SLIP_VERIFIER_DOWN'
  | 'SLIP_NOT_FOUND'
  | 'SLIP_RECEIVER_MISMATCH'
  | 'SLIP_SENDER_MISMATCH'
  | 'SLIP_TOO_OLD'
  | 'SLIP_UNDER_REVIEW'
  | 'SLIP_OVER_LIMIT';

export type CreditedSlip = {
  readonly depositId: bigint;
  readonly amount: store.Deposit['amount'];
  readonly state: 'credited' | 'parked';
};

type Outcome = { readonly credited: CreditedSlip } | { readonly problem: SlipProblem; readonly depositId?: bigint };

/** Failures for which the bank was asked in vain: guessing references must not be worth while. */
const GUESSES: readonly SlipProblem[] = ['SLIP_NOT_FOUND', 'SLIP_RECEIVER_MISMATCH', 'SLIP_SENDER_MISMATCH'];
const GUESSES_MAX = 5;
const UNANSWERED: readonly SlipProblem[] = ['SLIP_PENDING', 'SLIP_VERIFIER_DOWN'];
const UNANSWERED_MAX = 30;
const IN_REVIEW: readonly SlipProblem[] = ['SLIP_UNDER_REVIEW', 'SLIP_TOO_OLD', 'SLIP_OVER_LIMIT'];
const BUDGET_SECONDS = 10 * 60;

/** When a slip without an answer is asked again, counted from the first time (rules §5). */
const ASK_AGAIN_MINUTES: readonly number[] = [1, 2, 5, 10, 30];
const DUE_SLIPS_MAX = 20;
const ASKED_AT_ONCE = 4;
const PUT_OFF_SECONDS = 60;
const LATEST_SLIPS = 20;

/** The member's own call. Answers the credit or refuses with the reason; the question that was credited gets the same answer again. */
export function sendSlip(desk: SlipDesk, sent: SentSlip): Promise<CreditedSlip> {
  if (!desk.isRateLimited) return answerSlip(desk, sent);
  // Guesses sent at once must not all pass before the first of them counts.
  return oneAtATime(`slip/${sent.siteId}/${sent.memberId}`, async () => {
    await checkBudget(desk.database, sent);
    return answerSlip(desk, sent);
  });
}

async function answerSlip(desk: SlipDesk, sent: SentSlip): Promise<CreditedSlip> {
  if (await slips.isKeyOfAnother(desk.database, sent.siteId, sent)) refuse('IDEMPOTENCY_KEY_REUSED');
  const outcome = await settle(desk, sent);
  if ('credited' in outcome) return outcome.credited;
  const first =
    outcome.problem === 'DUPLICATE_SLIP' ? await slips.creditByKey(desk.database, sent.siteId, sent) : undefined;
  if (first) return first;
  await slips.insertAttempt(desk.database, sent.siteId, sent.memberId, outcome.problem);
  if (outcome.problem === 'SLIP_TOO_OLD') refuse('SLIP_TOO_OLD', { hours: SLIP_AGE_HOURS_MAX });
  refuse(outcome.problem);
}

/** The job: asks again about slips that the bank could not answer for. Answers how many were asked. */
export async function askAgainAboutSlips(desk: SlipDesk, siteId: number): Promise<number> {
  const due = await slips.takeDueSlips(desk.database, siteId, DUE_SLIPS_MAX, PUT_OFF_SECONDS);
  await sideBySide(due, ASKED_AT_ONCE, (slip) => askAgain(desk, siteId, slip));
  return due.length;
}

export function latestSlips(database: Database, siteId: number, memberId: bigint): Promise<slips.SlipOfMember[]> {
  return slips.latestSlips(database, siteId, memberId, LATEST_SLIPS);
}

async function askAgain(desk: SlipDesk, siteId: number, slip: slips.DueSlip): Promise<void> {
  const { memberId, sendingBank, transRef, tries } = slip;
  const outcome = await settle(desk, { siteId, memberId, sendingBank, transRef });
  if (!('problem' in outcome) || !UNANSWERED.includes(outcome.problem)) return;

  const minutes = ASK_AGAIN_MINUTES[tries];
  if (minutes !== undefined) {
    await slips.putOffSlip(desk.database, siteId, { ...slip, secondsAfterFirst: minutes * 60, code: outcome.problem });
    return;
  }
  await slips.closeSlip(desk.database, siteId, {
    ...slip,
    state: 'refused',
    code: outcome.problem,
    depositId: undefined,
  });
  signalMember(siteId, memberId);
}

async function checkBudget(database: Database, { siteId, memberId }: SentSlip): Promise<void> {
  const window = { memberId, windowSeconds: BUDGET_SECONDS };
  const guesses = await slips.countAttempts(database, siteId, { ...window, outcomes: GUESSES });
  if (guesses.count >= GUESSES_MAX) refuse('TOO_MANY_REQUESTS', { waitSeconds: guesses.secondsToWait });
  const unanswered = await slips.countAttempts(database, siteId, { ...window, outcomes: UNANSWERED });
  if (unanswered.count >= UNANSWERED_MAX) refuse('TOO_MANY_REQUESTS', { waitSeconds: unanswered.secondsToWait });
}

async function settle(desk: SlipDesk, sent: SentSlip): Promise<Outcome> {
  const { database } = desk;
  const known = await knownProblem(database, sent);
  if (known) return close(database, sent, known);

  const answer = await desk.verifier.verify(sent);
  if (answer.code !== 'OK') {
    if (answer.code === 'NOT_FOUND') return close(database, sent, { problem: 'SLIP_NOT_FOUND' });
    return wait(database, sent, answer.code === 'PENDING' ? 'SLIP_PENDING' : 'SLIP_VERIFIER_DOWN');
  }

  const sender = await senderOf(database, sent);
  const accounts = await store.receivingAccounts(database, sent.siteId);
  const verdict = judgeSlip(answer.slip, sender, accounts, await store.databaseTime(database));
  if (verdict.kind === 'not_ours') return close(database, sent, { problem: 'SLIP_RECEIVER_MISMATCH' });
  return database.transaction((tx) => book(tx, sent, answer.slip, verdict));
}

/** What we can say without asking the bank. */
async function knownProblem(database: Database, sent: SentSlip): Promise<Outcome | undefined> {
  const known = await store.findByReference(database, sent.siteId, sent.sendingBank, sent.transRef);
  if (!known || known.state === 'unmatched') return undefined;
  if (known.state !== 'review') {
    const isTheirs = known.firstSeen === 'feed' && known.memberId === sent.memberId && known.state !== 'returned';
    return isTheirs ? { problem: 'SLIP_ALREADY_CREDITED', depositId: known.depositId } : { problem: 'DUPLICATE_SLIP' };
  }
  // What it waits for is said again, as it was said first.
  return known.memberId === sent.memberId
    ? { problem: reviewProblem({ reason: known.reviewReason }), depositId: known.depositId }
    : undefined;
}

/** Everything that depends on the transfer's row, in one transaction. */
async function book(
  tx: Transaction,
  sent: SentSlip,
  slip: VerifiedSlip,
  judged: Exclude<Verdict, { kind: 'not_ours' }>,
): Promise<Outcome> {
  const { siteId, memberId } = sent;
  // Money that finds no member moves between house accounts only, whose lane is that of owner 0; so does what is held.
  await lockLanes(tx, siteId, judged.kind === 'credit' ? [memberId, 0n] : [0n]);
  await store.lockReceivingAccount(tx, siteId, judged.receivingAccountId);
  const verdict = await held(tx, sent, slip.amount, judged);

  const known = await store.findByReference(tx, siteId, sent.sendingBank, sent.transRef);
  if (known) return closeIn(tx, sent, await decideKnown(tx, sent, known, verdict, 'DUPLICATE_SLIP'));

  const line = await meetLine(tx, sent, slip, verdict);
  if (line) return closeIn(tx, sent, await decideKnown(tx, sent, line, verdict, 'SLIP_ALREADY_CREDITED'));

  return closeIn(tx, sent, await bookNew(tx, sent, slip, verdict));
}

/** Money of somebody on a break, or above the own limit, is not played with: a person sends it back, whoever told of it. */
async function held(
  tx: Transaction,
  sent: SentSlip,
  amount: Money,
  verdict: Exclude<Verdict, { kind: 'not_ours' }>,
): Promise<Exclude<Verdict, { kind: 'not_ours' }>> {
  const reason = verdict.kind === 'credit' ? await reasonToHold(tx, sent, amount) : undefined;
  return reason ? { ...verdict, kind: 'review', reason } : verdict;
}

/** The transfer has a row already: from another slip, or from the feed. */
async function decideKnown(
  tx: Transaction,
  { siteId, memberId }: SentSlip,
  known: store.Deposit,
  verdict: Exclude<Verdict, { kind: 'not_ours' }>,
  whenCredited: 'DUPLICATE_SLIP' | 'SLIP_ALREADY_CREDITED',
): Promise<Outcome> {
  const { depositId } = known;
  if (verdict.kind === 'mismatch') return { problem: 'SLIP_SENDER_MISMATCH', depositId };
  if (known.state !== 'unmatched' && known.state !== 'review') return { problem: whenCredited, depositId };

  if (verdict.kind === 'review') {
    if (known.state === 'unmatched') {
      await store.decideDeposit(tx, siteId, depositId, {
        state: 'review',
        memberId,
        decidedBy: 'system',
        reviewReason: verdict.reason,
      });
    }
    return { problem: reviewProblem(verdict), depositId };
  }
  const state = await creditState(tx, siteId, memberId);
  const isDecided = await store.decideDeposit(tx, siteId, depositId, {
    state,
    memberId,
    decidedBy: 'system',
    reviewReason: undefined,
  });
  if (!isDecided) return { problem: whenCredited, depositId };
  await bookCredit(tx, siteId, { ...known, memberId }, { from: 'unmatched', state });
  return { credited: { depositId, amount: known.amount, state } };
}

/** The feed was quicker: its row gets the reference, and there is one row for one transfer. */
async function meetLine(
  tx: Transaction,
  sent: SentSlip,
  slip: VerifiedSlip,
  verdict: Exclude<Verdict, { kind: 'not_ours' }>,
): Promise<store.Deposit | undefined> {
  const { siteId, memberId } = sent;
  const senderAccount = maskOf(slip.sender.account ?? slip.sender.phone) || undefined;
  const lines = await store.withoutReference(
    tx,
    siteId,
    meetingOf(slip, verdict.receivingAccountId),
    verdict.kind === 'mismatch' ? undefined : memberId,
  );
  const same = findSameTransfer(
    { transferredAt: slip.transferredAt, senderBank: slip.sendingBank, senderAccount },
    lines,
  );
  if (!same) return undefined;
  await store.attachReference(tx, siteId, same.depositId, { ...sent, senderAccount, senderName: slip.sender.name });
  const deposit = await store.findDeposit(tx, siteId, same.depositId);
  assert(deposit, 'the row was read a moment ago under the lock of its account');
  return deposit;
}

async function bookNew(
  tx: Transaction,
  sent: SentSlip,
  slip: VerifiedSlip,
  verdict: Exclude<Verdict, { kind: 'not_ours' }>,
): Promise<Outcome> {
  const { siteId, memberId } = sent;
  const credit = verdict.kind === 'credit' ? await creditState(tx, siteId, memberId) : undefined;
  const deposit = await store.insertDeposit(tx, siteId, {
    memberId: verdict.kind === 'mismatch' ? undefined : memberId,
    receivingAccountId: verdict.receivingAccountId,
    state: credit ?? (verdict.kind === 'review' ? 'review' : 'unmatched'),
    firstSeen: 'slip',
    amount: slip.amount,
    transferredAt: slip.transferredAt,
    sendingBank: sent.sendingBank,
    transRef: sent.transRef,
    senderBank: slip.sendingBank,
    senderAccount: maskOf(slip.sender.account ?? slip.sender.phone),
    senderName: slip.sender.name,
    reviewReason: verdict.kind === 'credit' ? undefined : verdict.reason,
  });
  // The bank answered differently about one reference, and it stands with another receiving account: first come.
  if (!deposit) return { problem: 'DUPLICATE_SLIP' };
  const { depositId } = deposit;

  if (credit) {
    await bookCredit(tx, siteId, { ...deposit, memberId }, { from: 'bank', state: credit });
    return { credited: { depositId, amount: deposit.amount, state: credit } };
  }
  await bookArrival(tx, siteId, deposit);
  return { problem: verdict.kind === 'review' ? reviewProblem(verdict) : 'SLIP_SENDER_MISMATCH', depositId };
}

function reviewProblem(verdict: { readonly reason: string | null }): SlipProblem {
  if (verdict.reason === 'LIMIT_REACHED') return 'SLIP_OVER_LIMIT';
  return verdict.reason === 'TOO_OLD' ? 'SLIP_TOO_OLD' : 'SLIP_UNDER_REVIEW';
}

async function senderOf(database: Database, { siteId, memberId }: SentSlip): Promise<Sender> {
  const member = await memberById(database, siteId, memberId);
  // A wallet id is free text; only a mobile number can be compared with a wallet (payments §4.3).
  const isPhone = /^0[689]\d{8}$/.test(member.walletId ?? '');
  return {
    bankCode: member.bankCode,
    bankAccount: member.bankAccount,
    fullName: `${member.firstName} ${member.lastName}`,
    walletPhone: isPhone && member.walletId ? member.walletId : member.phone,
  };
}

function meetingOf(slip: VerifiedSlip, receivingAccountId: bigint) {
  const at = slip.transferredAt.getTime();
  return {
    receivingAccountId,
    amount: slip.amount,
    from: new Date(at - MEETING_WINDOW_MS),
    to: new Date(at + MEETING_WINDOW_MS),
  };
}

async function wait(database: Database, sent: SentSlip, problem: SlipProblem): Promise<Outcome> {
  const [firstTryMinutes = 1] = ASK_AGAIN_MINUTES;
  await slips.keepWaiting(database, sent.siteId, { ...sent, code: problem, firstTryInSeconds: firstTryMinutes * 60 });
  return { problem };
}

function close(database: Database, sent: SentSlip, outcome: Outcome): Promise<Outcome> {
  return database.transaction((tx) => closeIn(tx, sent, outcome));
}

/** Writes what became of the slip, in the transaction that decided it. */
async function closeIn(tx: Transaction, sent: SentSlip, outcome: Outcome): Promise<Outcome> {
  const state = slipStateOf(outcome);
  const code = 'problem' in outcome && state !== 'credited' ? outcome.problem : undefined;
  const depositId = 'credited' in outcome ? outcome.credited.depositId : outcome.depositId;
  const creditedKey = 'credited' in outcome ? sent.idempotencyKey : undefined;
  await slips.closeSlip(tx, sent.siteId, { ...sent, state, code, depositId, creditedKey });
  signalAfterCommit(tx, sent.siteId, sent.memberId);
  return outcome;
}

function slipStateOf(outcome: Outcome): 'credited' | 'review' | 'refused' {
  if ('credited' in outcome || outcome.problem === 'SLIP_ALREADY_CREDITED') return 'credited';
  return IN_REVIEW.includes(outcome.problem) ? 'review' : 'refused';
}
