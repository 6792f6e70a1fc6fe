// Lists and details of waiting items: those of the queues without a page of their own, and deposits.
//
// Always true: names and account numbers of members and senders leave masked. A candidate is of the operator's site.
//
// Elsewhere: the items (modules/operators/queue-items.ts), deposits (modules/deposits/deposit-review.ts), marks
// (queue-rows.ts), the actions (modules/operators).

import { maskAccountNumber } from '@chaba/contract/banks';
import type {
  DepositCandidateFacts,
  DepositDetail,
  DepositQueue,
  DepositRow,
  ItemDetail,
  ItemRow,
} from '@chaba/contract/back-office/queue-wire';
import { isItemQueue, type ItemQueue, type QueueName } from '@chaba/contract/back-office/queues';
import type { RowPage } from '@chaba/contract/back-office/wire';

import { formatReference, parseReference } from '#core/references';
import {
  movements,
  type DepositCandidate,
  type DepositReview,
  explainCandidate,
  loadDepositReview,
} from '#modules/deposits';
import { findMember, findMemberByPhone, loadMembers, type Member } from '#modules/members';
import { toWireAmount } from '#core/wire-amount';
import { type Acting, formatRequest } from '#operators/actions';
import { failOperator } from '#operators/operator-error';
import { findItem, listItems, type WaitingItem } from '#operators/queue-items';
import { listOpenRequests } from '#operators/requests';
import { maskName } from '#operators/withdrawal-actions';

import type { BackOfficeContext } from './context.ts';
import { maySeeQueue } from './queue.routes.ts';
import { loadMarks, type Marks, sortPutOff, toItemMarks } from './queue-rows.ts';
import type { Handlers } from './routes.ts';

// ── items of the queues without a page of their own ──

/** The items of a queue, those of a page that were put off last. */
export async function readItems(
  context: BackOfficeContext,
  acting: Acting,
  page: { readonly queue: ItemQueue; readonly before: bigint | undefined; readonly limit: number },
): Promise<RowPage<ItemRow>> {
  const { siteId } = acting;
  const { queue } = page;
  const { items, next } = await listItems(context.database, siteId, page);
  const subjects = items.map(({ subject }) => subject);
  const [requests, marks] = await Promise.all([
    listOpenRequests(context.database, siteId, subjects),
    loadMarks(context, siteId),
  ]);
  const rows = items.map((item) => toItemRow(item, { request: requests.get(item.subject), marks, acting, queue }));
  return { rows: sortPutOff(rows), next };
}

function toItemRow(
  item: WaitingItem,
  of: {
    readonly request: bigint | undefined;
    readonly marks: Marks;
    readonly acting: Acting;
    readonly queue: ItemQueue;
  },
): ItemRow {
  return {
    item: item.item,
    since: item.since?.toISOString() ?? null,
    amount: item.amount === undefined ? null : toWireAmount(item.amount),
    memberId: item.memberId === undefined ? null : String(item.memberId),
    facts: item.facts,
    request: of.request === undefined ? null : formatRequest(of.request),
    ...toItemMarks(of.marks, of.acting, { queue: of.queue, item: item.item }),
  };
}

async function readItem(
  context: BackOfficeContext,
  acting: Acting,
  of: { readonly queue: ItemQueue; readonly item: string },
): Promise<ItemDetail> {
  const found = (await findItem(context.database, acting.siteId, of)) ?? failOperator('NOT_FOUND');
  const [requests, marks] = await Promise.all([
    listOpenRequests(context.database, acting.siteId, [found.subject]),
    loadMarks(context, acting.siteId),
  ]);
  const { queue } = of;
  return {
    ...toItemRow(found, { request: requests.get(found.subject), marks, acting, queue }),
    queue,
    offers: found.offers,
    table: found.table ?? null,
    text: found.text ?? null,
    tries: found.tries ?? null,
  };
}

// ── deposits ──

const STATES: Readonly<Record<Exclude<DepositQueue, 'recent'>, readonly ('seen' | 'claimed' | 'disputed')[]>> = {
  waiting: ['seen', 'claimed'],
  disputed: ['disputed'],
};

export async function readDeposits(
  context: BackOfficeContext,
  acting: Acting,
  {
    queue,
    before,
    limit,
  }: { readonly queue: DepositQueue; readonly before: bigint | undefined; readonly limit: number },
): Promise<RowPage<DepositRow>> {
  const { database } = context;
  const { siteId } = acting;
  const listed =
    queue === 'recent'
      ? await movements.listRecent(database, siteId, { before, limit })
      : await movements.listWaiting(database, siteId, STATES[queue]);
  const references = listed.map(({ movementId }) => formatReference('deposit', movementId));
  const [requests, marks] = await Promise.all([
    listOpenRequests(database, siteId, references),
    loadMarks(context, siteId),
  ]);
  const rows = listed.map((movement) => toDepositRow(movement, { requests, marks, acting }));
  const last = queue === 'recent' && listed.length === limit ? listed.at(-1) : undefined;
  return { rows: sortPutOff(rows), next: last ? String(last.movementId) : null };
}

type RowContext = {
  readonly requests: ReadonlyMap<string, bigint>;
  readonly marks: Marks;
  readonly acting: Acting;
};

function toDepositRow(movement: movements.Movement, { requests, marks, acting }: RowContext): DepositRow {
  const reference = formatReference('deposit', movement.movementId);
  const request = requests.get(reference);
  const queue: QueueName = movement.state === 'disputed' ? 'deposit-disputes' : 'deposits';
  const { line } = movement;
  return {
    reference,
    createdAt: movement.createdAt.toISOString(),
    transferredAt: movement.transferredAt.toISOString(),
    state: movement.state,
    amount: toWireAmount(movement.amount),
    from: formatAccount(movement.senderBank ?? line?.senderBank, movement.senderAccount ?? line?.senderTail),
    sender: maskSender(movement.senderName ?? line?.senderName),
    reason: movement.reason,
    hint: findHint(movement, acting.siteId),
    hasSlip: movement.slipAt !== null,
    hasLine: line !== null,
    request: request === undefined ? null : formatRequest(request),
    ...toItemMarks(marks, acting, { queue, item: reference }),
  };
}

function findHint({ proven, line, holder }: movements.Movement, siteId: number): DepositRow['hint'] {
  if (proven?.siteId === siteId) return 'proven';
  if (line?.named?.siteId === siteId) return 'named';
  return holder?.siteId === siteId ? 'claimed' : null;
}

/** "KBANK ··3334", of what the report shows. */
function formatAccount(bank: string | null | undefined, account: string | null | undefined): string {
  const [tail = ''] = /\d{1,4}$/.exec(account ?? '') ?? [];
  return `${bank ?? ''} ${tail === '' ? '' : `··${tail}`}`.trim();
}

/** First name and initial, as of members. */
function maskSender(name: string | null | undefined): string {
  const parts = (name ?? '').trim().split(/\s+/);
  const lastName = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  return maskName({ firstName: parts.slice(0, Math.max(1, parts.length - 1)).join(' '), lastName });
}

async function readDeposit(context: BackOfficeContext, acting: Acting, reference: string): Promise<DepositDetail> {
  const { database } = context;
  const { siteId } = acting;
  const review = await requireDeposit(context, acting, reference);
  const { movement, slips, candidates } = review;
  const { holder } = movement;
  const ownHolder = holder?.siteId === siteId ? holder : undefined;
  const ids = [
    ...candidates.map(({ memberId }) => memberId),
    ...slips.map(({ memberId }) => memberId),
    ...(ownHolder ? [ownHolder.memberId] : []),
  ];
  const [members, requests, marks] = await Promise.all([
    loadMembers(database, siteId, ids),
    listOpenRequests(database, siteId, [formatReference('deposit', movement.movementId)]),
    loadMarks(context, siteId),
  ]);
  const heldBy = ownHolder && members.get(ownHolder.memberId);
  return {
    ...toDepositRow(movement, { requests, marks, acting }),
    to: maskAccountNumber(review.receivingAccount).slice(-7),
    line: toLine(movement),
    slips: slips.flatMap((slip) => {
      const member = members.get(slip.memberId);
      if (!member) return [];
      const { sentAt, state, code, sendingBank: bank, transRef } = slip;
      const name = { memberId: String(member.id), member: maskName(member) };
      return { ...name, sentAt: sentAt.toISOString(), state, code, bank, transRef };
    }),
    slipAt: movement.slipAt?.toISOString() ?? null,
    slipsElsewhere: review.slipsElsewhere,
    holder: heldBy ? { memberId: String(heldBy.id), member: maskName(heldBy) } : null,
    candidates: candidates.flatMap((candidate) => {
      const member = members.get(candidate.memberId);
      return member ? toCandidate(candidate, member) : [];
    }),
  };
}

async function requireDeposit(
  { database }: BackOfficeContext,
  { siteId }: Acting,
  reference: string,
): Promise<DepositReview> {
  const depositId = parseReference('deposit', reference) ?? failOperator('FIELD_INVALID', { field: 'deposit' });
  return (await loadDepositReview(database, siteId, depositId)) ?? failOperator('NOT_FOUND');
}

function toLine({ line }: movements.Movement): DepositDetail['line'] {
  if (line === null) return null;
  return {
    bookedAt: line.bookedAt.toISOString(),
    receivedAt: line.receivedAt.toISOString(),
    from: formatAccount(line.senderBank, line.senderTail),
    sender: maskSender(line.senderName),
    transRef: line.transRef,
  };
}

function toCandidate({ memberId, reasons }: DepositCandidate, member: Member): DepositCandidateFacts {
  return {
    memberId: String(memberId),
    member: maskName(member),
    registeredAt: member.registeredAt.toISOString(),
    account: formatAccount(member.bankCode, member.bankAccount),
    totalDeposit: toWireAmount(member.totalDeposit),
    isLocked: member.isLocked,
    reasons,
  };
}

const PHONE = /^0\d{9}$/;
const MEMBER = /^M?(\d{1,18})$/i;

/** A member by whole telephone number or by number, with what speaks for and against. */
async function readCandidate(
  context: BackOfficeContext,
  acting: Acting,
  of: { readonly reference: string; readonly member: string },
): Promise<DepositCandidateFacts> {
  const { database } = context;
  const { siteId } = acting;
  const [, digits] = MEMBER.exec(of.member) ?? failOperator('FIELD_INVALID', { field: 'member' });
  const member = PHONE.test(of.member)
    ? await findMemberByPhone(database, siteId, of.member)
    : await findMember(database, siteId, BigInt(digits ?? ''));
  if (!member) return failOperator('NOT_FOUND');
  const { movement } = await requireDeposit(context, acting, of.reference);
  return toCandidate(await explainCandidate(database, siteId, { movement, memberId: member.id }), member);
}

export function createItemHandlers(context: BackOfficeContext): Pick<Handlers, 'item' | 'deposit' | 'candidate'> {
  return {
    async item({ acting, params, query }) {
      const { queue = '' } = params;
      const { item = '' } = query;
      if (!isItemQueue(queue)) return failOperator('NOT_FOUND');
      if (!maySeeQueue(acting, queue)) failOperator('PERMISSION_MISSING');
      return readItem(context, acting, { queue, item });
    },
    deposit: ({ acting, params }) => readDeposit(context, acting, params['reference'] ?? ''),
    candidate: ({ acting, params }) =>
      readCandidate(context, acting, { reference: params['reference'] ?? '', member: params['member'] ?? '' }),
  };
}
