// SQL of requests, decisions and executions. Rows are added and never changed.
//
// Elsewhere: the keys and checks that hold the rule of two people (packages/database/migrations).

import type { AdjustmentState } from '@chaba/contract/back-office/adjustments';
import { type Queryable, sql, type Transaction } from '@chaba/database';

import type { PasskeyProof } from './factors.store.ts';

export type ApprovalRequest = {
  readonly requestId: bigint;
  readonly action: string;
  readonly subject: string;
  readonly content: string;
  readonly contentHash: Buffer;
  readonly requestedBy: string;
  readonly requestedRole: string;
  readonly requesterName: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
  readonly verdict: 'approved' | 'rejected' | 'withdrawn' | null;
  readonly deciderName: string | null;
  readonly decidedAt: Date | null;
  readonly decisionReason: string | null;
};

const columns = sql`
  request_id as "requestId", action, subject, content, request.content_hash as "contentHash",
  request.requested_by as "requestedBy", requested_role as "requestedRole", requester.name as "requesterName", requested_at as "requestedAt",
  request.expires_at as "expiresAt", request.expires_at < now() as "isExpired", verdict, decider.name as "deciderName",
  decided_at as "decidedAt", reason as "decisionReason"`;
const tables = sql`
  approval_request as request
  join operator as requester on requester.operator_id = request.requested_by
  left join approval_decision as decision using (site_id, request_id)
  left join operator as decider on decider.operator_id = decision.decided_by`;

export async function insertRequest(
  tx: Transaction,
  siteId: number,
  row: {
    readonly content: string;
    readonly requestedBy: string;
    readonly requestedRole: string;
    readonly hours: number;
  },
): Promise<bigint> {
  const made = await tx.one<{ requestId: bigint }>(sql`
    insert into approval_request (site_id, content, requested_by, requested_role, expires_at)
    values (${siteId}, ${row.content}, ${row.requestedBy}::uuid, ${row.requestedRole}, now() + make_interval(hours => ${row.hours}::int))
    returning request_id as "requestId"`);
  return made.requestId;
}

export function findRequest(
  database: Queryable,
  siteId: number,
  requestId: bigint,
): Promise<ApprovalRequest | undefined> {
  return database.oneOrNone(sql`
    select ${columns} from ${tables} where request.site_id = ${siteId} and request_id = ${requestId}`);
}

/** Open or decided requests, newest first. */
export function listRequests(
  database: Queryable,
  siteId: number,
  page: { readonly isOpen: boolean; readonly before: bigint | undefined; readonly limit: number },
): Promise<ApprovalRequest[]> {
  const older = page.before === undefined ? sql`` : sql`and request_id < ${page.before}`;
  // A request expires within a week, so the index of the expiry leads to few rows among which the open ones are.
  const state = page.isOpen
    ? sql`request.expires_at >= now() and verdict is null`
    : sql`(request.expires_at < now() or verdict is not null)`;
  return database.rows(sql`
    select ${columns} from ${tables} where request.site_id = ${siteId} and ${state} ${older}
    order by request_id desc limit ${page.limit}`);
}

export type AdjustmentFilter = {
  readonly state?: string | undefined;
  readonly direction?: string | undefined;
  readonly kind?: string | undefined;
  /** Name of the person who requested or decided. */
  readonly person?: string | undefined;
  /** Bangkok day of the request. */
  readonly day?: string | undefined;
  readonly memberId?: bigint | undefined;
};
export type AdjustmentRequest = ApprovalRequest & {
  readonly state: AdjustmentState;
  readonly memberId: bigint;
};

const adjustmentState = sql`case when verdict = 'approved' then 'done' when verdict is not null then verdict
  when request.expires_at < now() then 'expired' else 'open' end`;

/** Requests about balances of members, newest first. */
export function listAdjustmentRequests(
  database: Queryable,
  siteId: number,
  {
    filter,
    before,
    limit,
  }: { readonly filter: AdjustmentFilter; readonly before: bigint | undefined; readonly limit: number },
): Promise<AdjustmentRequest[]> {
  const { state, direction, kind, person, day, memberId } = filter;
  // Only given filters are named: a condition that a parameter may switch off is planned without its index.
  const conditions = [
    before === undefined ? sql`` : sql`and request_id < ${before}`,
    state === undefined ? sql`` : sql`and ${adjustmentState} = ${state}`,
    direction === undefined ? sql`` : sql`and action = ${`adjustment.${direction}`}`,
    memberId === undefined ? sql`` : sql`and subject = ${`balance of member ${memberId}`}`,
    kind === undefined ? sql`` : sql`and content::jsonb -> 'facts' ->> 'adjustmentKind' = ${kind}`,
    person === undefined ? sql`` : sql`and ${person} in (requester.name, decider.name)`,
    day === undefined
      ? sql``
      : sql`and requested_at >= ${day}::date::timestamp at time zone 'Asia/Bangkok'
          and requested_at < (${day}::date + 1)::timestamp at time zone 'Asia/Bangkok'`,
  ];
  // The actions are those of the index.
  return database.rows(sql`
    select ${columns}, ${adjustmentState} as state, (content::jsonb -> 'facts' ->> 'memberId')::bigint as "memberId"
    from ${tables} where request.site_id = ${siteId} and action in ('adjustment.credit', 'adjustment.debit')
      ${conditions.reduce((all, one) => sql`${all} ${one}`)}
    order by request_id desc limit ${limit}`);
}

/** Open requests about these subjects, by subject. */
export async function listOpenBySubject(
  database: Queryable,
  siteId: number,
  subjects: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await database.rows<{ subject: string; requestId: bigint }>(sql`
    select subject, request_id as "requestId" from approval_request
    where site_id = ${siteId} and subject = any(${subjects}::text[]) and expires_at >= now()
      and not exists (select from approval_decision as decision
        where decision.site_id = approval_request.site_id and decision.request_id = approval_request.request_id)
    order by request_id`);
  return new Map(rows.map(({ subject, requestId }) => [subject, requestId]));
}

/** False if another person decided first: one decision a request. */
export async function insertDecision(
  tx: Transaction,
  siteId: number,
  row: {
    readonly request: ApprovalRequest;
    readonly decidedBy: string;
    readonly decidedRole: string;
    readonly verdict: 'approved' | 'rejected' | 'withdrawn';
    readonly reason: string;
    readonly factor: string;
    readonly proof: object | null;
  },
): Promise<boolean> {
  const { request } = row;
  const touched = await tx.execute(sql`
    insert into approval_decision (site_id, request_id, requested_by, expires_at, content_hash, decided_by, decided_role,
      verdict, reason, factor, proof)
    values (${siteId}, ${request.requestId}, ${request.requestedBy}::uuid, ${request.expiresAt}, ${request.contentHash},
      ${row.decidedBy}::uuid, ${row.decidedRole}, ${row.verdict}, ${row.reason}, ${row.factor},
      ${row.proof === null ? null : JSON.stringify(row.proof)}::jsonb)
    on conflict do nothing`);
  return touched === 1;
}

export async function insertExecution(
  tx: Transaction,
  siteId: number,
  { requestId, contentHash }: Pick<ApprovalRequest, 'requestId' | 'contentHash'>,
): Promise<void> {
  await tx.execute(sql`
    insert into approval_execution (site_id, request_id, content_hash) values (${siteId}, ${requestId}, ${contentHash})`);
}

/** Changes the member that an approved request names, and writes the execution, with the rights of the owner. */
export async function changeMemberIdentity(tx: Transaction, siteId: number, requestId: bigint): Promise<void> {
  await tx.rows(sql`select change_member_identity(${siteId}, ${requestId})`);
}

export type ProvenDecision = {
  readonly requestId: bigint;
  readonly contentHash: Buffer;
  readonly decidedBy: string;
  readonly deciderName: string;
  readonly proof: PasskeyProof | null;
};

/** Decisions that a passkey signed. */
export function listProvenDecisions(database: Queryable, siteId: number): Promise<ProvenDecision[]> {
  return database.rows(sql`
    select request_id as "requestId", content_hash as "contentHash", decided_by as "decidedBy", name as "deciderName", proof
    from approval_decision join operator on operator_id = decided_by
    where site_id = ${siteId} and factor = 'passkey' order by request_id`);
}
