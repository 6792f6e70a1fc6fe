// Contacts, complaints and canned replies: their lists, and one complaint with its course.
//
// Always true: names of members leave masked.
//
// Elsewhere: rules (modules/casework), actions (modules/operators), marks (queue-rows.ts).

import type { ComplaintDetail, ComplaintRow, ContactRow, ReplyRow } from '@chaba/contract/back-office/case-wire';
import type { ComplaintCategory, ComplaintChip, ContactChannel } from '@chaba/contract/back-office/cases';
import { PAGE_ROWS } from '@chaba/contract/back-office/lists';
import type { RowPage } from '@chaba/contract/back-office/wire';

import { formatReference } from '#core/references';
import {
  type Complaint,
  type Contact,
  findComplaint,
  listComplaints,
  listContacts,
  listContactsOf,
} from '#modules/complaints';
import { listReplies } from '#modules/casework';
import { loadMembers, type Member } from '#modules/members';
import { type Acting } from '#operators/actions';
import { failOperator } from '#operators/operator-error';
import { listEntries } from '#operators/audit-chain';
import { loadCaseWorkers, parseComplaint } from '#operators/case-actions';
import { maskName } from '#operators/withdrawal-actions';

import type { BackOfficeContext } from './context.ts';
import { loadMarks, type Marks, sortPutOff, toItemMarks } from './queue-rows.ts';
import type { Handlers } from './routes.ts';

type Given = { readonly filter: Readonly<Record<string, string>>; readonly before: bigint | undefined };

/** Open complaints are shown by their deadline, at most so many; closed ones are paged. */
const OPEN_SHOWN = 200;
const STEPS_SHOWN = 20;

export async function readComplaints(
  context: BackOfficeContext,
  acting: Acting,
  { filter, before }: Given,
): Promise<RowPage<ComplaintRow>> {
  const { database } = context;
  const chip = (filter['queue'] ?? 'open') as ComplaintChip;
  const isClosed = chip === 'closed';
  const found = await listComplaints(database, acting.siteId, {
    chip,
    category: filter['category'] as ComplaintCategory | undefined,
    operatorId: acting.session.operatorId,
    before,
    limit: isClosed ? PAGE_ROWS : OPEN_SHOWN,
  });
  const [members, marks] = await Promise.all([
    loadMembers(
      database,
      acting.siteId,
      found.map(({ memberId }) => memberId),
    ),
    loadMarks(context, acting.siteId),
  ]);
  const rows = found.map((complaint) => toComplaintRow(complaint, { members, marks, acting }));
  const last = isClosed && found.length === PAGE_ROWS ? found.at(-1) : undefined;
  return { rows: sortPutOff(rows), next: last ? String(last.complaintId) : null };
}

function toComplaintRow(
  complaint: Complaint,
  of: { readonly members: ReadonlyMap<bigint, Member>; readonly marks: Marks; readonly acting: Acting },
): ComplaintRow {
  const { complaintId, memberId, category, channel, summary, state, isOverdue, owner, isEscalated } = complaint;
  const reference = formatReference('complaint', complaintId);
  return {
    reference,
    memberId: String(memberId),
    member: toName(of.members, memberId),
    category,
    channel,
    summary,
    state,
    openedAt: complaint.openedAt.toISOString(),
    dueAt: complaint.dueAt.toISOString(),
    isOverdue,
    owner,
    isEscalated,
    answer: complaint.answer,
    outcome: complaint.outcome,
    ...toItemMarks(of.marks, of.acting, { queue: 'complaints', item: reference }),
  };
}

function toName(members: ReadonlyMap<bigint, Member>, memberId: bigint): string {
  const member = members.get(memberId);
  return member === undefined ? formatReference('member', memberId) : maskName(member);
}

export async function readContacts(
  { database }: BackOfficeContext,
  { siteId }: Acting,
  { filter, before }: Given,
): Promise<RowPage<ContactRow>> {
  const channel = filter['channel'] as ContactChannel | undefined;
  const found = await listContacts(database, siteId, { channel, before, limit: PAGE_ROWS });
  const members = await loadMembers(
    database,
    siteId,
    found.map(({ memberId }) => memberId),
  );
  const last = found.length === PAGE_ROWS ? found.at(-1) : undefined;
  return { rows: found.map((contact) => toContactRow(contact, members)), next: last ? String(last.contactId) : null };
}

function toContactRow(contact: Contact, members: ReadonlyMap<bigint, Member>): ContactRow {
  const { contactId, memberId, channel, direction, summary, chatUrl, writtenBy, createdAt } = contact;
  return {
    id: String(contactId),
    at: createdAt.toISOString(),
    memberId: String(memberId),
    member: toName(members, memberId),
    channel,
    direction,
    summary,
    chatUrl,
    by: writtenBy,
  };
}

export async function readReplies({ database }: BackOfficeContext, { siteId }: Acting): Promise<RowPage<ReplyRow>> {
  const rows = (await listReplies(database, siteId)).map(({ replyId, changedAt, ...reply }) => ({
    id: String(replyId),
    ...reply,
    changedAt: changedAt.toISOString(),
  }));
  return { rows, next: null };
}

async function readComplaint(context: BackOfficeContext, acting: Acting, text: string): Promise<ComplaintDetail> {
  const { database } = context;
  const { siteId } = acting;
  const complaint = (await findComplaint(database, siteId, parseComplaint(text))) ?? failOperator('NOT_FOUND');
  const reference = formatReference('complaint', complaint.complaintId);
  const [members, marks, contacts, workers, entries] = await Promise.all([
    loadMembers(database, siteId, [complaint.memberId]),
    loadMarks(context, siteId),
    listContactsOf(database, siteId, complaint.memberId),
    loadCaseWorkers(database, siteId),
    listEntries(database, siteId, {
      operator: undefined,
      action: undefined,
      subject: `complaint ${reference}`,
      outcome: 'done',
      before: undefined,
      limit: STEPS_SHOWN,
    }),
  ]);
  return {
    ...toComplaintRow(complaint, { members, marks, acting }),
    openedBy: complaint.openedBy,
    answeredAt: complaint.answeredAt?.toISOString() ?? null,
    closedBy: complaint.closedBy,
    closedAt: complaint.closedAt?.toISOString() ?? null,
    steps: entries.map(({ content }) => {
      const { actedMs, operator, action, reason } = JSON.parse(content) as Step;
      return { at: new Date(actedMs).toISOString(), by: operator, action, reason };
    }),
    contacts: contacts.map((contact) => toContactRow(contact, members)),
    workers: workers.map(({ name }) => name),
  };
}

/** Parts of the content of an entry. */
type Step = {
  readonly actedMs: number;
  readonly operator: string;
  readonly action: string;
  readonly reason: string;
};

export function createCaseHandlers(context: BackOfficeContext): Pick<Handlers, 'complaint'> {
  return { complaint: ({ acting, params }) => readComplaint(context, acting, params['complaint'] ?? '') };
}
