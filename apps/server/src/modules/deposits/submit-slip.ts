// A member sends a slip: the way from its reference to money, in the order of rules §5.
//
//     known here? ─▶ ask the bank ─▶ judge ─▶ one transaction: the movement, its deposit and entries, what became of the slip
//                        │ pending or down
//                        └▶ waiting: asked again after 1, 2, 5, 10 and 30 minutes, or when the member sends it again
//
// Always true: the bank is queried outside any transaction. A slip and a feed line of one transfer meet in one movement, because both
// lock the house lane of the owning site before they read. The movement belongs to the transfer, not to the first report
// of it first: a stranger's try with somebody's slip leaves it unclaimed, and its owner can still send it. Such a try stays open until the
// money is credited or returned. A slip that proves money which another member got, or which went back, credits nothing and is disputed.
// The response to a duplicate does not name the member with the credit.
//
// Elsewhere: the QR text (slip door, contract), the bank's answer (slip-verifier.ts), the verdict (slip-rules.ts), which movement a
// slip reports (movement-matching.ts), the other report (feed.ts).

import { SLIP_AGE_HOURS_MAX } from '@chaba/contract/constraints';
import { TRUEMONEY_SENDER } from '@chaba/contract/slip-qr';
import type { Database, Queryable, Transaction } from '@chaba/database';

import { signalAfterCommit, publishMemberChanged } from '#core/member-events';
import { runExclusive } from '#core/keyed-mutex';
import { assert, fail } from '#core/domain-error';
import { forEachConcurrent } from '#core/for-each-concurrent';
import { loadMember } from '#modules/members';

import * as deposits from './deposits.store.ts';
import { getHolder, isSameMember } from './record.ts';
import { findByReference, type Movement, type SlipPart } from './movements.store.ts';
import * as accounts from './receiving-accounts.store.ts';
import {
  bookSlip,
  type CreditedSlip,
  creditedProblem,
  isProvenByHolder,
  type JudgedSlip,
  reviewProblem,
  type SentSlip,
  type SlipOutcome,
  type SlipProblem,
} from './slip-booking.ts';
import { evaluateSlip, maskOf, type OurVerdict, type Sender, type VerifiedSlip } from './slip-rules.ts';
import type { SlipVerifier } from './slip-verifier.ts';
import * as slips from './slips.store.ts';

export type { CreditedSlip } from './slip-booking.ts';

export type SlipContext = {
  readonly database: Database;
  readonly verifier: SlipVerifier;
  readonly isRateLimited: boolean;
};

/** Failures for which the bank was asked in vain: guessing references must not be worth while. */
const GUESSES: readonly SlipProblem[] = ['SLIP_NOT_FOUND', 'SLIP_RECEIVER_MISMATCH', 'SLIP_SENDER_MISMATCH'];
const GUESSES_MAX = 5;
const UNANSWERED: readonly SlipProblem[] = ['SLIP_PENDING', 'SLIP_VERIFIER_UNAVAILABLE'];
const UNANSWERED_MAX = 30;
/** An operator decides about the money: it is on our account. */
const IN_REVIEW: readonly SlipProblem[] = [
  'SLIP_UNDER_REVIEW',
  'SLIP_TOO_OLD',
  'SLIP_OVER_LIMIT',
  'SLIP_SENDER_MISMATCH',
];
const BUDGET_SECONDS = 10 * 60;

/** When a slip without an answer is asked again, counted from the first time (rules §5). */
const ASK_AGAIN_MINUTES: readonly number[] = [1, 2, 5, 10, 30];
const DUE_SLIPS_MAX = 20;
const ASKED_AT_ONCE = 4;
const PUT_OFF_SECONDS = 60;
const LATEST_SLIPS = 20;

/** The member's own call. Answers the credit or refuses with the reason; the question that was credited gets the same answer again. */
export function submitSlip(context: SlipContext, sent: SentSlip): Promise<CreditedSlip> {
  if (!context.isRateLimited) return answerSlip(context, sent);
  // Guesses sent at once must not all pass before the first of them counts.
  return runExclusive(`slip/${sent.siteId}/${sent.memberId}`, async () => {
    await checkBudget(context.database, sent);
    return answerSlip(context, sent);
  });
}

async function answerSlip(context: SlipContext, sent: SentSlip): Promise<CreditedSlip> {
  if (await slips.isKeyOfAnother(context.database, sent.siteId, sent)) fail('IDEMPOTENCY_KEY_REUSED');
  const outcome = await settle(context, sent);
  if ('credited' in outcome) return outcome.credited;
  const isCredited = outcome.problem === 'DUPLICATE_SLIP' || outcome.problem === 'SLIP_ALREADY_CREDITED';
  const first = isCredited ? await slips.creditByKey(context.database, sent.siteId, sent) : undefined;
  if (first) return first;
  await slips.insertAttempt(context.database, sent.siteId, sent.memberId, outcome.problem);
  if (outcome.problem === 'SLIP_TOO_OLD') fail('SLIP_TOO_OLD', { hours: SLIP_AGE_HOURS_MAX });
  fail(outcome.problem);
}

/** The job: asks again about slips that the bank could not answer for. Answers how many were asked. */
export async function retryPendingSlips(context: SlipContext, siteId: number): Promise<number> {
  const due = await slips.takeDueSlips(context.database, siteId, DUE_SLIPS_MAX, PUT_OFF_SECONDS);
  await forEachConcurrent(due, ASKED_AT_ONCE, (slip) => retryPendingLoads(context, siteId, slip));
  return due.length;
}

export function latestSlips(database: Database, siteId: number, memberId: bigint): Promise<slips.SlipOfMember[]> {
  return slips.latestSlips(database, siteId, memberId, LATEST_SLIPS);
}

async function retryPendingLoads(context: SlipContext, siteId: number, slip: slips.DueSlip): Promise<void> {
  const { memberId, sendingBank, transRef, tries } = slip;
  const outcome = await settle(context, { siteId, memberId, sendingBank, transRef });
  if (!('problem' in outcome) || !UNANSWERED.includes(outcome.problem)) return;

  const minutes = ASK_AGAIN_MINUTES[tries];
  if (minutes !== undefined) {
    await slips.putOffSlip(context.database, siteId, {
      ...slip,
      secondsAfterFirst: minutes * 60,
      code: outcome.problem,
    });
    return;
  }
  await slips.closeSlip(context.database, siteId, {
    ...slip,
    state: 'refused',
    code: outcome.problem,
    movement: undefined,
  });
  publishMemberChanged(siteId, memberId);
}

async function checkBudget(database: Database, { siteId, memberId }: SentSlip): Promise<void> {
  const window = { memberId, windowSeconds: BUDGET_SECONDS };
  const guesses = await slips.countAttempts(database, siteId, { ...window, outcomes: GUESSES });
  if (guesses.count >= GUESSES_MAX) fail('TOO_MANY_REQUESTS', { waitSeconds: guesses.secondsToWait });
  const unanswered = await slips.countAttempts(database, siteId, { ...window, outcomes: UNANSWERED });
  if (unanswered.count >= UNANSWERED_MAX) fail('TOO_MANY_REQUESTS', { waitSeconds: unanswered.secondsToWait });
}

async function settle(context: SlipContext, sent: SentSlip): Promise<SlipOutcome> {
  const { database } = context;
  const known = await knownProblem(database, sent);
  if (known) return close(database, sent, known);

  const answer = await context.verifier.verify(sent);
  if (answer.code !== 'OK') {
    if (answer.code === 'NOT_FOUND') return close(database, sent, { problem: 'SLIP_NOT_FOUND' });
    return wait(database, sent, answer.code === 'PENDING' ? 'SLIP_PENDING' : 'SLIP_VERIFIER_UNAVAILABLE');
  }

  const sender = await senderOf(database, sent);
  const [ours, others] = await Promise.all([
    accounts.receivingAccounts(database, sent.siteId),
    accounts.listForeignAccounts(database, sent.siteId),
  ]);
  const verdict = evaluateSlip(answer.slip, sender, ours, await deposits.databaseTime(database), others);
  if (verdict.kind === 'not_ours') return close(database, sent, { problem: 'SLIP_RECEIVER_MISMATCH' });
  const receiver = ours.find(({ receivingAccountId }) => receivingAccountId === verdict.receivingAccountId);
  assert(receiver, 'a slip is judged by the accounts of its site');
  const account = await accounts.findOwnedAccount(database, receiver);
  assert(account, 'the first site that has an account owns it');
  const judged: JudgedSlip = { ...answer.slip, account, part: toSlipPart(sent, answer.slip, sender, verdict) };
  return database.transaction(async (tx) => closeIn(tx, sent, await bookSlip(tx, sent, judged, verdict)));
}

/** What we can say without asking the bank. */
async function knownProblem(database: Database, sent: SentSlip): Promise<SlipOutcome | undefined> {
  const movement = await findByReference(database, sent.sendingBank, sent.transRef);
  if (!movement) return undefined;
  const isTheirs = isSameMember(getHolder(movement), sent);
  switch (movement.state) {
    case 'seen':
      return undefined;
    case 'claimed':
      // The first answer is repeated.
      return isTheirs ? { problem: reviewProblem(movement), movement } : undefined;
    case 'credited':
      if (isTheirs) return { problem: creditedProblem(movement), movement };
      return (
        (await saidBefore(database, sent, movement, ['SLIP_NOT_YOURS', 'DUPLICATE_SLIP'])) ??
        (isProvenByHolder(movement) ? { problem: 'DUPLICATE_SLIP' } : undefined)
      );
    case 'returned':
      return (await deposits.hasReturnedDeposit(database, sent, movement))
        ? { problem: 'SLIP_RETURNED', movement }
        : saidBefore(database, sent, movement, ['SLIP_RETURNED']);
    case 'disputed': {
      if (isTheirs) return { problem: 'SLIP_DISPUTED', movement };
      const senders = await slips.listSlipSenders(database, movement);
      const isKnown = senders.some((sender) => isSameMember(sender, sent) && sender.state === 'disputed');
      return isKnown ? { problem: 'SLIP_DISPUTED', movement } : undefined;
    }
  }
}

/** The decision about this slip, where it is one of these. */
async function saidBefore(
  database: Queryable,
  sent: SentSlip,
  movement: Movement,
  decisions: readonly SlipProblem[],
): Promise<SlipOutcome | undefined> {
  const senders = await slips.listSlipSenders(database, movement);
  const code = senders.find((sender) => isSameMember(sender, sent))?.code;
  const problem = decisions.find((decision) => decision === code);
  return problem && { problem, movement };
}

async function senderOf(database: Database, { siteId, memberId }: SentSlip): Promise<Sender> {
  const member = await loadMember(database, siteId, memberId);
  // A wallet id is free text; only a mobile number can be compared with a wallet (payments §4.3).
  const isPhone = /^0[689]\d{8}$/.test(member.walletId ?? '');
  return {
    bankCode: member.bankCode,
    bankAccount: member.bankAccount,
    fullName: `${member.firstName} ${member.lastName}`,
    walletPhone: isPhone && member.walletId ? member.walletId : member.phone,
  };
}

/** What the slip reports. A proven sender is identified by the member's whole bound account. */
function toSlipPart(sent: SentSlip, slip: VerifiedSlip, sender: Sender, verdict: OurVerdict): SlipPart {
  const isProven = verdict.kind === 'credit' || (verdict.kind === 'review' && verdict.isSenderProven);
  const bound = slip.sendingBank === TRUEMONEY_SENDER ? sender.walletPhone : sender.bankAccount;
  const shown = maskOf(slip.sender.account ?? slip.sender.phone) || undefined;
  return {
    slipAt: slip.transferredAt,
    sendingBank: slip.sendingBank,
    transRef: slip.transRef,
    senderAccount: isProven ? bound : shown,
    senderName: slip.sender.name,
    proven: isProven ? { siteId: sent.siteId, memberId: sent.memberId, fullName: sender.fullName } : undefined,
  };
}

async function wait(database: Queryable, sent: SentSlip, problem: SlipProblem): Promise<SlipOutcome> {
  const [firstTryMinutes = 1] = ASK_AGAIN_MINUTES;
  await slips.storeOrphanWin(database, sent.siteId, {
    ...sent,
    code: problem,
    firstTryInSeconds: firstTryMinutes * 60,
  });
  return { problem };
}

function close(database: Database, sent: SentSlip, outcome: SlipOutcome): Promise<SlipOutcome> {
  return database.transaction((tx) => closeIn(tx, sent, outcome));
}

/** Writes what became of the slip, in the transaction that decided it. */
async function closeIn(tx: Transaction, sent: SentSlip, outcome: SlipOutcome): Promise<SlipOutcome> {
  if ('problem' in outcome && UNANSWERED.includes(outcome.problem)) return wait(tx, sent, outcome.problem);
  const state = slipStateOf(outcome);
  const code = 'problem' in outcome && state !== 'credited' ? outcome.problem : undefined;
  const creditedKey = 'credited' in outcome ? sent.idempotencyKey : undefined;
  await slips.closeSlip(tx, sent.siteId, { ...sent, state, code, movement: outcome.movement, creditedKey });
  signalAfterCommit(tx, sent.siteId, sent.memberId);
  return outcome;
}

function slipStateOf(outcome: SlipOutcome): Exclude<slips.SlipState, 'waiting'> {
  if ('credited' in outcome || outcome.problem === 'SLIP_ALREADY_CREDITED') return 'credited';
  if (outcome.problem === 'SLIP_DISPUTED') return 'disputed';
  return IN_REVIEW.includes(outcome.problem) ? 'review' : 'refused';
}
