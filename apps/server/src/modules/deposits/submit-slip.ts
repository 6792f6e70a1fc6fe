// The use case of a slip, from its reference to the response, and the job that retries slips without an answer.
//
//     1 repeatAnswer    the reference is decided for this member: the same answer
//     2 verify          the bank's answer, queried outside any transaction
//     3 compareSlip     receiver, sender and time
//     4 loadFacts       one transaction from here: the lanes are locked, the movement of the slip is identified
//     5 evaluate        the decision, with every reason in order
//     6 recordSlip      movement, deposit, entries, bonus and slip
//
//     pending, or no answer ──▶ waiting: retried after 1, 2, 5, 10 and 30 minutes, or when the slip is sent again
//
// Always true: a slip and a feed line of one transfer share one movement, because both lock the house lane of the
// owning site before they read. The movement belongs to the transfer and not to its first report: a slip of another
// person leaves it unclaimed, and its owner can still send it. The response to a duplicate does not name the member
// with the credit.
//
// Elsewhere: the QR code (deposits.routes.ts, contract), the decisions (slip-rules.ts), the writes (record.ts), the
// other report (bank-feed.ts).

import { setTimeout as sleep } from 'node:timers/promises';

import { SLIP_AGE_HOURS_MAX } from '@chaba/contract/constraints';
import type { Database, Transaction } from '@chaba/database';
import { lockLanes } from '@chaba/ledger';

import { assert, fail } from '#core/domain-error';
import { forEachConcurrent } from '#core/for-each-concurrent';
import { runExclusive } from '#core/keyed-mutex';
import { publishMemberChanged } from '#core/member-events';
import { findHoldReason } from '#modules/limits';
import { loadMember } from '#modules/members';

import * as deposits from './deposits.store.ts';
import * as store from './movements.store.ts';
import * as accounts from './receiving-accounts.store.ts';
import { type CreditedDeposit, recordSlip, type SentSlip } from './record.ts';
import {
  compareSlip,
  type Decision,
  evaluate,
  type ReceivedSlip,
  repeatAnswer,
  RETRY_MINUTES,
  type Sender,
  type SlipFacts,
  type SlipOutcome,
  type SlipProblem,
  toSlipPart,
  UNANSWERED,
} from './slip-rules.ts';
import type { SlipVerifier } from './slip-verifier.ts';

export type SlipContext = {
  readonly database: Database;
  readonly verifier: SlipVerifier;
  readonly isRateLimited: boolean;
};

export type SlipCredit = Pick<CreditedDeposit, 'depositId' | 'amount' | 'state'>;

type SlipResult = { readonly credited: SlipCredit } | { readonly problem: SlipProblem };

/** Outcomes that cost a query of the bank; their number is limited so that guessing references does not pay. */
const GUESSES: readonly SlipProblem[] = ['SLIP_NOT_FOUND', 'SLIP_RECEIVER_MISMATCH', 'SLIP_SENDER_MISMATCH'];
const GUESSES_MAX = 5;
const UNANSWERED_MAX = 30;
const ATTEMPT_LIMITS = [
  [GUESSES, GUESSES_MAX],
  [UNANSWERED, UNANSWERED_MAX],
] as const;
const ATTEMPT_WINDOW_SECONDS = 10 * 60;
/** As long as checks of other processes take at most. */
const TURN_TIMEOUT_MS = 10_000;
const TURN_POLL_MS = 100;

/** The outcome of each answer of the bank without a slip. */
const UNVERIFIED = {
  NOT_FOUND: 'SLIP_NOT_FOUND',
  PENDING: 'SLIP_PENDING',
  TEMPORARY: 'SLIP_VERIFIER_UNAVAILABLE',
} as const;

const DUE_SLIPS_MAX = 20;
const CONCURRENT_RETRIES_MAX = 4;
const POSTPONE_SECONDS = 60;
const LATEST_SLIPS = 20;

/**
 * The member's request: the credit, or a domain error with the reason. The key that credited the slip gets its credit
 * again.
 */
export async function submitSlip(context: SlipContext, sent: SentSlip): Promise<SlipCredit> {
  const { database, isRateLimited } = context;
  const { siteId, memberId } = sent;
  // Slips of one member run one at a time in this process, so that they are answered in their order.
  const answer = await (isRateLimited
    ? runExclusive(`slip/${siteId}/${memberId}`, () => withSlipAttempt(context, sent, () => submit(context, sent)))
    : submit(context, sent));
  if ('credited' in answer) return answer.credited;
  const { problem } = answer;
  if (!isRateLimited) await deposits.insertAttempt(database, siteId, memberId, problem);
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

/** Counts the attempt before the bank is queried, and gives it its outcome afterwards. */
async function withSlipAttempt(
  { database }: SlipContext,
  sent: SentSlip,
  work: () => Promise<SlipResult>,
): Promise<SlipResult> {
  const attemptId = await consumeAttempt(database, sent);
  let outcome: string | undefined;
  try {
    const result = await work();
    if ('problem' in result) outcome = result.problem;
    return result;
  } finally {
    await deposits.finishAttempt(database, sent.siteId, attemptId, outcome);
  }
}

/**
 * Counts one attempt; all processes share the limit, because the member's lane is locked. Where checks of other
 * processes may still exhaust the limit, it waits for their outcome.
 */
async function consumeAttempt(database: Database, sent: SentSlip): Promise<bigint> {
  for (const until = Date.now() + TURN_TIMEOUT_MS; ; await sleep(TURN_POLL_MS)) {
    const attempt = await database.transaction((tx) => tryAttempt(tx, sent));
    if ('id' in attempt) return attempt.id;
    if (attempt.isFinal || Date.now() > until) fail('TOO_MANY_REQUESTS', { waitSeconds: attempt.waitSeconds });
  }
}

type SlipAttempt = { readonly id: bigint } | { readonly isFinal: boolean; readonly waitSeconds: number };

async function tryAttempt(tx: Transaction, { siteId, memberId }: SentSlip): Promise<SlipAttempt> {
  await lockLanes(tx, siteId, [memberId]);
  for (const [outcomes, most] of ATTEMPT_LIMITS) {
    const window = { memberId, windowSeconds: ATTEMPT_WINDOW_SECONDS, outcomes };
    const { spent, checking, secondsToWait } = await deposits.countAttempts(tx, siteId, window);
    if (spent + checking >= most) return { isFinal: spent >= most, waitSeconds: Math.max(1, secondsToWait) };
  }
  return { id: await deposits.startAttempt(tx, siteId, memberId) };
}

/** The job: retries slips that the bank could not verify. Returns the number of slips. */
export async function retryPendingSlips(context: SlipContext, siteId: number): Promise<number> {
  const due = await deposits.claimDueSlips(context.database, siteId, DUE_SLIPS_MAX, POSTPONE_SECONDS);
  await forEachConcurrent(due, CONCURRENT_RETRIES_MAX, (slip) => retrySlip(context, siteId, slip));
  return due.length;
}

async function retrySlip({ database, verifier }: SlipContext, siteId: number, slip: deposits.DueSlip): Promise<void> {
  const { memberId, sendingBank, transRef, tries } = slip;
  const result = await settle({ database, verifier }, { siteId, memberId, sendingBank, transRef });
  if (!('problem' in result) || !UNANSWERED.includes(result.problem)) return;

  const code = result.problem;
  const minutes = RETRY_MINUTES[tries];
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
  const received = (await loadRepeatedAnswer(database, sent)) ?? (await receive(database, verifier, sent));
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

/**
 * The slip as the bank verifies it, compared with the site's accounts and the member; or the reason that ends it here.
 */
async function receive(
  database: Database,
  verifier: SlipVerifier,
  sent: SentSlip,
): Promise<ReceivedSlip | Decision<SlipOutcome>> {
  const answer = await verifier.verify(sent);
  if (answer.code !== 'OK') return { outcome: UNVERIFIED[answer.code] };
  const { slip } = answer;

  const sender = await loadSender(database, sent);
  const [ours, others] = await Promise.all([
    accounts.listReceivingAccounts(database, sent.siteId),
    accounts.listForeignAccounts(database, sent.siteId),
  ]);
  const comparison = compareSlip(slip, sender, ours, await deposits.databaseTime(database), others);
  if (comparison.kind === 'not_ours') return { outcome: 'SLIP_RECEIVER_MISMATCH' };
  const receiver = ours.find(({ receivingAccountId }) => receivingAccountId === comparison.receivingAccountId);
  assert(receiver, 'a slip is compared with the accounts of its site');
  const account = await accounts.findOwnedAccount(database, receiver);
  assert(account, 'the first site that has an account owns it');
  const member = { siteId: sent.siteId, memberId: sent.memberId };
  return { member, slip, comparison, account, part: toSlipPart(member, slip, sender, comparison) };
}

async function loadSender(database: Database, { siteId, memberId }: SentSlip): Promise<Sender> {
  const member = await loadMember(database, siteId, memberId);
  // A wallet id is free text; only a mobile number can be compared with a wallet.
  const isPhone = /^0[689]\d{8}$/.test(member.walletId ?? '');
  return {
    bankCode: member.bankCode,
    bankAccount: member.bankAccount,
    fullName: `${member.firstName} ${member.lastName}`,
    walletPhone: isPhone && member.walletId ? member.walletId : member.phone,
  };
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
