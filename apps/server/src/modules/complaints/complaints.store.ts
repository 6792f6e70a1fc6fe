// SQL of contacts and complaints. Contains no decisions.

import type {
  ComplaintCategory,
  ComplaintChip,
  ComplaintOutcome,
  ContactChannel,
  ContactDirection,
} from '@chaba/contract/back-office/cases';
import { type Queryable, sql, type Sql, type Transaction } from '@chaba/database';

// ── contacts ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export type Contact = {
  readonly contactId: bigint;
  readonly memberId: bigint;
  readonly channel: ContactChannel;
  readonly direction: ContactDirection;
  readonly summary: string;
  readonly chatUrl: string | null;
  readonly writtenBy: string;
  readonly createdAt: Date;
};

const contactColumns = sql`
  contact_id as "contactId", member_id as "memberId", channel, direction, summary, chat_url as "chatUrl",
  written_by as "writtenBy", created_at as "createdAt"`;

export async function insertContact(
  tx: Transaction,
  siteId: number,
  contact: Omit<Contact, 'contactId' | 'createdAt'>,
): Promise<bigint> {
  const row = await tx.one<{ contactId: bigint }>(sql`
    insert into contact (site_id, member_id, channel, direction, summary, chat_url, written_by)
    values (${siteId}, ${contact.memberId}, ${contact.channel}, ${contact.direction}, ${contact.summary},
      ${contact.chatUrl}, ${contact.writtenBy}) returning contact_id as "contactId"`);
  return row.contactId;
}

/** The newest contacts before an id. */
export function listContacts(
  database: Queryable,
  siteId: number,
  page: {
    readonly channel: ContactChannel | undefined;
    readonly before: bigint | undefined;
    readonly limit: number;
  },
): Promise<Contact[]> {
  const ofChannel = page.channel === undefined ? sql`` : sql`and channel = ${page.channel}`;
  const older = page.before === undefined ? sql`` : sql`and contact_id < ${page.before}`;
  return database.rows(sql`
    select ${contactColumns} from contact where site_id = ${siteId} ${ofChannel} ${older}
    order by contact_id desc limit ${page.limit}`);
}

export function listContactsOfMember(
  database: Queryable,
  siteId: number,
  { memberId, limit }: { readonly memberId: bigint; readonly limit: number },
): Promise<Contact[]> {
  return database.rows(sql`
    select ${contactColumns} from contact where site_id = ${siteId} and member_id = ${memberId}
    order by created_at desc, contact_id desc limit ${limit}`);
}

// ── complaints ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type Complaint = {
  readonly complaintId: bigint;
  readonly memberId: bigint;
  readonly category: ComplaintCategory;
  readonly channel: ContactChannel;
  readonly summary: string;
  readonly state: 'open' | 'closed';
  readonly openedBy: string;
  readonly openedAt: Date;
  readonly dueAt: Date;
  readonly isOverdue: boolean;
  /** The name of the operator who answers for it. */
  readonly owner: string | null;
  readonly isEscalated: boolean;
  readonly answer: string | null;
  readonly answeredAt: Date | null;
  readonly outcome: ComplaintOutcome | null;
  readonly closedBy: string | null;
  readonly closedAt: Date | null;
};

const complaintColumns = sql`
  complaint_id as "complaintId", member_id as "memberId", category, channel, summary, state, opened_by as "openedBy",
  opened_at as "openedAt", due_at as "dueAt", state = 'open' and due_at <= now() as "isOverdue",
  owner.name as owner, escalated_at is not null as "isEscalated", answer, answered_at as "answeredAt", outcome,
  closed_by as "closedBy", closed_at as "closedAt"`;
const complaints = sql`complaint left join operator as owner on owner.operator_id = complaint.owner_id`;

export async function insertComplaint(
  tx: Transaction,
  siteId: number,
  complaint: Pick<Complaint, 'memberId' | 'category' | 'channel' | 'summary' | 'openedBy'> & {
    readonly minutes: number;
  },
): Promise<bigint> {
  const row = await tx.one<{ complaintId: bigint }>(sql`
    insert into complaint (site_id, member_id, category, channel, summary, opened_by, due_at)
    values (${siteId}, ${complaint.memberId}, ${complaint.category}, ${complaint.channel}, ${complaint.summary},
      ${complaint.openedBy}, now() + make_interval(mins => ${complaint.minutes}::int))
    returning complaint_id as "complaintId"`);
  return row.complaintId;
}

export function findComplaint(
  database: Queryable,
  siteId: number,
  complaintId: bigint,
): Promise<Complaint | undefined> {
  return database.oneOrNone(sql`
    select ${complaintColumns} from ${complaints} where site_id = ${siteId} and complaint_id = ${complaintId}`);
}

/** The complaint, locked until the end of the transaction. */
export function lockComplaint(tx: Transaction, siteId: number, complaintId: bigint): Promise<Complaint | undefined> {
  return tx.oneOrNone(sql`
    select ${complaintColumns} from ${complaints} where site_id = ${siteId} and complaint_id = ${complaintId}
    for update of complaint`);
}

export type ComplaintPage = {
  readonly chip: ComplaintChip;
  readonly category: ComplaintCategory | undefined;
  readonly operatorId: string;
  /** Of closed ones, which are paged by id. */
  readonly before: bigint | undefined;
  readonly limit: number;
};

export function listComplaints(database: Queryable, siteId: number, page: ComplaintPage): Promise<Complaint[]> {
  const ofCategory = page.category === undefined ? sql`` : sql`and category = ${page.category}`;
  if (page.chip === 'closed') {
    const older = page.before === undefined ? sql`` : sql`and complaint_id < ${page.before}`;
    return database.rows(sql`
      select ${complaintColumns} from ${complaints} where site_id = ${siteId} and state = 'closed' ${ofCategory} ${older}
      order by complaint_id desc limit ${page.limit}`);
  }
  return database.rows(sql`
    select ${complaintColumns} from ${complaints}
    where site_id = ${siteId} and state = 'open' ${chipCondition(page)} ${ofCategory}
    order by due_at, complaint_id limit ${page.limit}`);
}

function chipCondition({ chip, operatorId }: ComplaintPage): Sql {
  const conditions: Readonly<Record<ComplaintChip, Sql>> = {
    open: sql``,
    mine: sql`and owner_id = ${operatorId}::uuid`,
    unassigned: sql`and owner_id is null`,
    overdue: sql`and due_at <= now()`,
    escalated: sql`and escalated_at is not null`,
    closed: sql`and false`,
  };
  return conditions[chip];
}

const ofOpen = (siteId: number, complaintId: bigint): Sql =>
  sql`where site_id = ${siteId} and complaint_id = ${complaintId} and state = 'open'`;

export async function setOwner(
  tx: Transaction,
  siteId: number,
  { complaintId, operatorId }: { readonly complaintId: bigint; readonly operatorId: string | undefined },
): Promise<void> {
  await tx.execute(sql`
    update complaint set owner_id = ${operatorId ?? null}::uuid ${ofOpen(siteId, complaintId)}`);
}

export async function setEscalated(tx: Transaction, siteId: number, complaintId: bigint): Promise<void> {
  await tx.execute(sql`
    update complaint set escalated_at = now(), owner_id = null ${ofOpen(siteId, complaintId)}`);
}

export async function setAnswer(
  tx: Transaction,
  siteId: number,
  { complaintId, answer }: { readonly complaintId: bigint; readonly answer: string },
): Promise<void> {
  await tx.execute(sql`
    update complaint set answer = ${answer}, answered_at = now() ${ofOpen(siteId, complaintId)}`);
}

export async function setClosed(
  tx: Transaction,
  siteId: number,
  of: { readonly complaintId: bigint; readonly outcome: ComplaintOutcome; readonly by: string },
): Promise<void> {
  await tx.execute(sql`
    update complaint set state = 'closed', outcome = ${of.outcome}, closed_by = ${of.by}, closed_at = now()
    ${ofOpen(siteId, of.complaintId)}`);
}

export async function setReopened(
  tx: Transaction,
  siteId: number,
  { complaintId, minutes }: { readonly complaintId: bigint; readonly minutes: number },
): Promise<void> {
  await tx.execute(sql`
    update complaint set state = 'open', outcome = null, closed_by = null, closed_at = null,
      due_at = now() + make_interval(mins => ${minutes}::int)
    where site_id = ${siteId} and complaint_id = ${complaintId} and state = 'closed'`);
}
