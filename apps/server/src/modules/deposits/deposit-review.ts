// The facts of a bank movement for an operator: its slips, and the members who may have sent it, ranked with reasons.
//
// Always true: nothing is decided here, and a candidate is of the operator's own site. The ranking compares with the
// rules that match lines and slips (`compareNames`, account tails); the operator sees each reason.
//
// Elsewhere: the decisions (operator-decisions.ts), the rules (slip-rules.ts, line-rules.ts).

import type { Queryable } from '@chaba/database';

import { compareNames } from '#modules/names';
import { listMembersByAccountTail } from '#modules/members';
import { loadAccountNumber } from '#modules/receiving-accounts';

import * as store from './deposits.store.ts';
import type { ReviewedSlip } from './deposits.store.ts';
import * as movements from './movements.store.ts';
import type { Movement } from './movements.store.ts';
import { SENDER_TAIL_MIN } from './feed-matching.ts';

export type { ReviewedSlip } from './deposits.store.ts';

/**
 * `proven`: the slip shows the member's account and name. `named`: the bank's line names this member only. `slip`: sent
 * a slip of it. `holder`: has the claim or the credit. `tail`: the account ends alike. `name`, `nameDiffers`: the
 * sender's name. `paidBefore`: earlier transfers of this sender were credited to the member.
 */
export type CandidateReason = 'proven' | 'named' | 'slip' | 'holder' | 'tail' | 'name' | 'nameDiffers' | 'paidBefore';

export type DepositCandidate = { readonly memberId: bigint; readonly reasons: readonly CandidateReason[] };

export type DepositReview = {
  readonly movement: Movement;
  readonly receivingAccount: string;
  /** Slips of members of this site; of other sites only their number. */
  readonly slips: readonly ReviewedSlip[];
  readonly slipsElsewhere: number;
  readonly candidates: readonly DepositCandidate[];
};

const CANDIDATES_MAX = 9;
const WEIGHTS: Readonly<Record<CandidateReason, number>> = {
  proven: 8,
  named: 6,
  slip: 4,
  holder: 4,
  tail: 3,
  name: 2,
  paidBefore: 2,
  nameDiffers: -3,
};

/** By the movement's number or that of a deposit of it. Undefined: none on an account that the site uses. */
export async function loadDepositReview(
  database: Queryable,
  siteId: number,
  depositId: bigint,
): Promise<DepositReview | undefined> {
  const movement = await movements.findMovementAt(database, siteId, depositId);
  if (!movement) return undefined;
  const slips = await store.listSlips(database, movement);
  const own = slips.filter((slip) => slip.siteId === siteId);
  return {
    movement,
    receivingAccount: await loadAccountNumber(database, movement.siteId, movement.receivingAccountId),
    slips: own,
    slipsElsewhere: slips.length - own.length,
    candidates: await rankCandidates(database, siteId, { movement, slips: own }),
  };
}

/** The reasons for and against one member, who need not be among the ranked ones. */
export async function explainCandidate(
  database: Queryable,
  siteId: number,
  of: { readonly movement: Movement; readonly memberId: bigint },
): Promise<DepositCandidate> {
  const { movement, memberId } = of;
  const slips = (await store.listSlips(database, movement)).filter((slip) => slip.siteId === siteId);
  const ranked = await rankCandidates(database, siteId, { movement, slips });
  return ranked.find((candidate) => candidate.memberId === memberId) ?? { memberId, reasons: [] };
}

async function rankCandidates(
  database: Queryable,
  siteId: number,
  { movement, slips }: { readonly movement: Movement; readonly slips: readonly ReviewedSlip[] },
): Promise<DepositCandidate[]> {
  const found = new Map<bigint, Set<CandidateReason>>();
  const note = (memberId: bigint, reason: CandidateReason): void => {
    found.set(memberId, (found.get(memberId) ?? new Set()).add(reason));
  };
  const { proven, holder, line } = movement;
  if (proven?.siteId === siteId) note(proven.memberId, 'proven');
  if (line?.named?.siteId === siteId) note(line.named.memberId, 'named');
  if (holder?.siteId === siteId) note(holder.memberId, 'holder');
  for (const { memberId } of slips) note(memberId, 'slip');
  const sender = getSender(movement);
  if (sender.tail !== undefined) {
    const { tail, bankCode } = sender;
    for (const { memberId, fullName } of await listMembersByAccountTail(database, siteId, { tail, bankCode })) {
      note(memberId, 'tail');
      if (sender.name === undefined) continue;
      const match = compareNames(fullName, sender.name);
      if (match !== 'review') note(memberId, match === 'match' ? 'name' : 'nameDiffers');
    }
  }
  const paidBefore = await movements.listEarlierPayers(database, siteId, { movement, memberIds: [...found.keys()] });
  for (const memberId of paidBefore) note(memberId, 'paidBefore');
  const weigh = (reasons: Iterable<CandidateReason>): number =>
    [...reasons].reduce((sum, reason) => sum + WEIGHTS[reason], 0);
  return [...found]
    .map(([memberId, reasons]) => ({ memberId, reasons: [...reasons] }))
    .toSorted((one, other) => weigh(other.reasons) - weigh(one.reasons) || Number(one.memberId - other.memberId))
    .slice(0, CANDIDATES_MAX);
}

/** The digits at the end of the sender's account, as many as slip or line show, and the name. */
function getSender({ senderAccount, senderBank, senderName, line }: Movement): {
  readonly tail: string | undefined;
  readonly bankCode: string | undefined;
  readonly name: string | undefined;
} {
  const [shown = ''] = /\d*$/.exec(senderAccount ?? line?.senderTail ?? '') ?? [];
  return {
    tail: shown.length >= SENDER_TAIL_MIN ? shown : undefined,
    bankCode: senderBank ?? line?.senderBank ?? undefined,
    name: senderName ?? line?.senderName ?? undefined,
  };
}
