// The use case of a slip, from its reference to the response, and the job that retries slips without an answer.
//
//     1 repeatAnswer    the reference is decided for this member: the same answer
//     2 receiveSlip     the bank's answer outside any transaction, compared in receiver, sender and time
//     3 loadFacts       one transaction from here: the lanes are locked, the movement of the slip is identified
//     4 evaluate        the decision, with every reason in order
//     5 recordSlip      movement, deposit, entries, bonus and slip
//
//     pending, or no answer ──▶ waiting: retried after 1, 2, 5, 10 and 30 minutes, or when the slip is sent again
//
// Always true: a slip and a feed line of one transfer share one movement, because both lock the house lane of the
// owning site before they read. The movement belongs to the transfer and not to its first report: a slip of another
// person leaves it unclaimed, and its owner can still send it. The response to a duplicate does not name the member
// with the credit.
//
// Elsewhere: the QR code (deposits.routes.ts, contract), attempts (slip-attempts.ts), the bank's answer
// (slip-verifier.ts), the decisions (slip-rules.ts), the writes (record.ts), the other report (bank-feed.ts).

import { SLIP_AGE_HOURS_MAX } from '@chaba/contract/constraints';
import type { Database, Transaction } from '@chaba/database';

import { assert, fail } from '#core/domain-error';
import { forEachConcurrent } from '#core/for-each-concurrent';
import { publishMemberChanged } from '#core/member-events';
import { findHoldReason } from '#modules/limits';

import * as deposits from './deposits.store.ts';
import * as store from './movements.store.ts';
import { type CreditedDeposit, recordSlip, type SentSlip } from './record.ts';
import { withSlipAttempt } from './slip-attempts.ts';
import {
  type Decision,
  evaluate,
  type ReceivedSlip,
  repeatAnswer,
  RETRY_MINUTES,
  type SlipFacts,
  type SlipOutcome,
  type SlipProblem,
  UNANSWERED,
} from './slip-rules.ts';
import { receiveSlip, type SlipVerifier } from './slip-verifier.ts';

export type SlipContext = {
  readonly database: Database;
  readonly verifier: SlipVerifier;
  readonly isRateLimited: boolean;
};

export type SlipCredit = Pick<CreditedDeposit, 'depositId' | 'amount' | 'state'>;

type SlipResult = { readonly credited: SlipCredit } | { readonly problem: SlipProblem };

const DUE_SLIPS_MAX = 20;
const CONCURRENT_RETRIES_MAX = 4;
const POSTPONE_SECONDS = 60;
const LATEST_SLIPS = 20;

/**
 * The member's request: the credit, or a domain error with the reason. The key that credited the slip gets its credit
 * again.
 */
export async function submitSlip(context: SlipContext, sent: SentSlip): Promise<SlipCredit> {
  const result = await withSlipAttempt(context, sent, () => submit(context, sent));
  if ('credited' in result) return result.credited;
  const { problem } = result;
  if (problem === 'SLIP_TOO_OLD') fail('SLIP_TOO_OLD', { hours: SLIP_AGE_HOURS_MAX });
  fail(problem);
}

async function submit(context: SlipContext, sent: SentSlip): Promise<SlipResult> {
  const { database } = context;
  const { siteId } = sent;
  if (await deposits.isKeyOfAnotherSlip(database, siteId, sent)) fail('IDEMPOTENCY_KEY_REUSED');
  const result = await settle(context, sent);
  if ('credited' in result) return result;
  const { problem } = result;
  const isCredited = problem === 'DUPLICATE_SLIP' || problem === 'SLIP_ALREADY_CREDITED';
  const first = isCredited ? await deposits.findCreditByKey(database, siteId, sent) : undefined;
  return first ? { credited: first } : result;
}

/** The job: retries slips that the bank could not verify. Returns the number of slips. */
export async function retryPendingSlips(context: SlipContext, siteId: number): Promise<number> {
  const due = await deposits.claimDueSlips(context.database, siteId, DUE_SLIPS_MAX, POSTPONE_SECONDS);
  await forEachConcurrent(due, CONCURRENT_RETRIES_MAX, (slip) => retrySlip(context, siteId, slip));
  return due.length;
}

async function retrySlip({ database, verifier }: SlipContext, siteId: number, slip: deposits.DueSlip): Promise<void> {
  const { memberId, sendingBank, transRef, attempts } = slip;
  const result = await settle({ database, verifier }, { siteId, memberId, sendingBank, transRef });
  if (!('problem' in result) || !UNANSWERED.includes(result.problem)) return;

  const code = result.problem;
  const minutes = RETRY_MINUTES[attempts];
  if (minutes !== undefined) {
    await deposits.postponeSlip(database, siteId, { ...slip, secondsAfterFirst: minutes * 60, code });
    return;
  }
  await deposits.closeSlip(database, siteId, { ...slip, state: 'refused', code, movement: undefined });
  publishMemberChanged(siteId, memberId);
}

export function listLatestSlips(
  database: Database,
  siteId: number,
  memberId: bigint,
): Promise<deposits.SlipOfMember[]> {
  return deposits.listLatestSlips(database, siteId, memberId, LATEST_SLIPS);
}

/** Processes one slip from its reference to its record. */
async function settle({ database, verifier }: Omit<SlipContext, 'isRateLimited'>, sent: SentSlip): Promise<SlipResult> {
  const received = (await loadRepeatedAnswer(database, sent)) ?? (await receiveSlip(database, verifier, sent));
  return database.transaction(async (tx) => {
    const decision = 'comparison' in received ? await decide(tx, received) : received;
    const { deposit } = await recordSlip(tx, decision, sent);
    const { outcome } = decision;
    if (outcome !== 'credited') return { problem: outcome };
    assert(deposit, 'a credited slip has a deposit');
    return { credited: deposit };
  });
}

/** The decision about the reference as it is known before the bank is queried. */
async function loadRepeatedAnswer(database: Database, sent: SentSlip): Promise<Decision<SlipOutcome> | undefined> {
  const movement = await store.findByReference(database, sent.sendingBank, sent.transRef);
  if (!movement) return undefined;
  const senders = await deposits.listSlipSenders(database, movement);
  const wasReturned = await deposits.hasReturnedDeposit(database, sent, movement);
  return repeatAnswer(sent, { movement, senders, wasReturned });
}

async function decide(tx: Transaction, received: ReceivedSlip): Promise<Decision<SlipOutcome>> {
  const facts = await loadFacts(tx, received);
  return facts ? evaluate(received, facts) : { outcome: 'SLIP_PENDING' };
}

/**
 * Locks the lanes and identifies the bank movement of the slip. Undefined where the reference was written meanwhile at
 * a site whose lane is not locked; the next try locks it.
 */
async function loadFacts(tx: Transaction, received: ReceivedSlip): Promise<SlipFacts | undefined> {
  const { member, slip, comparison, account } = received;
  const { sendingBank, transRef, amount } = slip;
  const first = await store.findByReference(tx, sendingBank, transRef);
  const owners = [account.siteId, ...(first ? [first.siteId] : [])];
  await store.lockSites(tx, owners, comparison.kind === 'mismatch' ? [] : [member]);
  const holdReason = comparison.kind === 'credit' ? await findHoldReason(tx, member, amount) : undefined;

  const known = await store.findByReference(tx, sendingBank, transRef, { account, amount, isLineOnly: true });
  if (known && !owners.includes(known.siteId)) return undefined;
  const around = { amount, at: slip.transferredAt, member };
  const comparable = known ? [] : await store.listComparableMovements(tx, account, around);
  return { holdReason, known, comparable };
}
