// SQL of recovery requests. Contains no decisions.

import { type Database, type Queryable, sql, type Transaction } from '@chaba/database';

export type RecoveryRequest = {
  readonly requestId: bigint;
  readonly number: string;
  readonly memberId: bigint | null;
  readonly caller: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly codeUntil: Date | null;
};

const columns = sql`recovery_request_id as "requestId", number, member_id as "memberId", caller, created_at as "createdAt",
  expires_at as "expiresAt", code_until as "codeUntil"`;
const isOpen = sql`used_at is null and expires_at > now()`;

export function insertRequest(
  database: Queryable,
  siteId: number,
  of: {
    readonly number: string;
    readonly memberId: bigint | undefined;
    readonly tokenHash: Buffer;
    readonly caller: string;
    readonly minutes: number;
  },
): Promise<RecoveryRequest> {
  return database.one(sql`
    insert into recovery_request (site_id, number, member_id, token_hash, caller, expires_at)
    values (${siteId}, ${of.number}, ${of.memberId ?? null}::bigint, ${of.tokenHash}, ${of.caller},
      now() + make_interval(mins => ${of.minutes}))
    returning ${columns}`);
}

/** The open requests of a member, the newest first. */
export function listOpenRequests(
  database: Queryable,
  siteId: number,
  { memberId, limit }: { readonly memberId: bigint; readonly limit: number },
): Promise<RecoveryRequest[]> {
  return database.rows(sql`
    select ${columns} from recovery_request
    where site_id = ${siteId} and member_id = ${memberId} and ${isOpen} order by created_at desc limit ${limit}`);
}

/** Writes a code, which replaces an earlier one of the request; false where the request ended. */
export async function saveCode(
  tx: Transaction,
  siteId: number,
  of: { readonly requestId: bigint; readonly codeHash: string; readonly by: string; readonly minutes: number },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update recovery_request set code_hash = ${of.codeHash}, code_by = ${of.by},
      code_until = now() + make_interval(mins => ${of.minutes}), attempts = 0
    where site_id = ${siteId} and recovery_request_id = ${of.requestId} and ${isOpen}`);
  return changed === 1;
}

/**
 * Counts a try at the code of a browser's request, and removes a code that was tried too often. Undefined: there is no
 * open request of this browser. `codeHash` null: no code is in force.
 */
export function countTry(
  database: Queryable,
  siteId: number,
  { tokenHash, triesMax }: { readonly tokenHash: Buffer; readonly triesMax: number },
): Promise<
  { readonly requestId: bigint; readonly memberId: bigint | null; readonly codeHash: string | null } | undefined
> {
  return database.oneOrNone(sql`
    update recovery_request set attempts = attempts + 1,
      code_hash = case when attempts < ${triesMax} and code_until > now() then code_hash end
    where site_id = ${siteId} and token_hash = ${tokenHash} and ${isOpen}
    returning recovery_request_id as "requestId", member_id as "memberId", code_hash as "codeHash"`);
}

/** Uses up the code; false where it was used, replaced or removed meanwhile. */
export async function consumeCode(
  tx: Transaction,
  siteId: number,
  { requestId, codeHash }: { readonly requestId: bigint; readonly codeHash: string },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update recovery_request set used_at = now(), code_hash = null
    where site_id = ${siteId} and recovery_request_id = ${requestId} and code_hash = ${codeHash} and ${isOpen}`);
  return changed === 1;
}

/** Deletes requests of 90 days ago. Returns the number of rows. */
export function deleteOldRequests(database: Database): Promise<number> {
  return database.execute(sql`
    delete from recovery_request using served_site
    where served_site.site_id = recovery_request.site_id and created_at < now() - interval '90 days'`);
}
