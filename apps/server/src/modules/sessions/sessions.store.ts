// SQL of sessions and remembered devices. All times come from the database.

import { type Queryable, sql, type Transaction } from '@chaba/database';

export type OpenSession = {
  readonly sessionId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly deviceName: string;
};

export type RememberedDevice = {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly isCurrent: boolean;
};

export type MemberSessionRow = {
  readonly memberId: bigint;
  readonly isLocked: boolean;
  readonly isOpen: boolean;
  readonly isStale: boolean;
  readonly isReplaced: boolean;
  readonly livesMs: number;
};

export async function insertSession(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  session: { readonly tokenHash: Buffer; readonly deviceName: string; readonly deviceId: string | undefined },
): Promise<void> {
  // Not the start of the transaction: concurrent sign-ins are ordered by the member's lock.
  await tx.execute(sql`
    insert into member_session (site_id, token_hash, member_id, device_id, device_name, created_at, expires_at)
    values (${siteId}, ${session.tokenHash}, ${memberId}, ${session.deviceId ?? null}, ${session.deviceName},
      clock_timestamp(), now() + interval '24 hours')
  `);
}

/** Deletes the oldest open sessions of the member beyond the newest `count`. Returns the number of deleted ones. */
export function deleteOldSessions(tx: Transaction, siteId: number, memberId: bigint, count: number): Promise<number> {
  return tx.execute(sql`
    delete from member_session
    where site_id = ${siteId} and token_hash in (
      select token_hash from member_session
      where site_id = ${siteId} and member_id = ${memberId} and replaced_at is null
        and expires_at > now() and last_seen_at > now() - interval '30 minutes'
      order by created_at desc, token_hash
      offset ${count}
    )
  `);
}

export function findSessionByHash(
  database: Queryable,
  siteId: number,
  tokenHash: Buffer,
): Promise<MemberSessionRow | undefined> {
  return database.oneOrNone<MemberSessionRow>(sql`
    select
      s.member_id as "memberId",
      m.is_locked as "isLocked",
      s.expires_at > now() and s.last_seen_at > now() - interval '30 minutes' as "isOpen",
      s.last_seen_at < now() - interval '30 seconds' as "isStale",
      s.replaced_at is not null as "isReplaced",
      (extract(epoch from s.expires_at - now()) * 1000)::float8 as "livesMs"
    from member_session s
    join member m on m.site_id = s.site_id and m.member_id = s.member_id
    where s.site_id = ${siteId} and s.token_hash = ${tokenHash}
  `);
}

export async function extendSession(database: Queryable, siteId: number, tokenHash: Buffer): Promise<void> {
  await database.execute(
    sql`update member_session set last_seen_at = now() where site_id = ${siteId} and token_hash = ${tokenHash}`,
  );
}

/** The member's session of this token with the device that began it; undefined if it is over or replaced. */
export function findOpenSession(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  tokenHash: Buffer,
): Promise<{ readonly deviceId: string | null } | undefined> {
  return tx.oneOrNone(sql`
    select device_id as "deviceId" from member_session
    where site_id = ${siteId} and member_id = ${memberId} and token_hash = ${tokenHash} and replaced_at is null
      and expires_at > now() and last_seen_at > now() - interval '30 minutes'
  `);
}

/** The same, with a lock that keeps the session open until the transaction ends. */
export async function lockOpenSession(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  tokenHash: Buffer,
): Promise<boolean> {
  const session = await tx.oneOrNone(sql`
    select 1 from member_session
    where site_id = ${siteId} and member_id = ${memberId} and token_hash = ${tokenHash} and replaced_at is null
      and expires_at > now() and last_seen_at > now() - interval '30 minutes'
    for share
  `);
  return session !== undefined;
}

/** Gives a session a new token until its own end. The replaced token can read for ten more seconds. */
export async function replaceToken(
  tx: Transaction,
  siteId: number,
  hashes: { readonly newHash: Buffer; readonly oldHash: Buffer },
): Promise<void> {
  await tx.execute(sql`
    insert into member_session (site_id, token_hash, member_id, device_id, device_name, created_at, expires_at)
    select site_id, ${hashes.newHash}, member_id, device_id, device_name, created_at, expires_at
    from member_session where site_id = ${siteId} and token_hash = ${hashes.oldHash}
  `);
  await tx.execute(sql`
    update member_session set replaced_at = now(), expires_at = least(expires_at, now() + interval '10 seconds')
    where site_id = ${siteId} and token_hash = ${hashes.oldHash}
  `);
}

export async function deleteSession(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  tokenHash: Buffer,
): Promise<void> {
  await database.execute(
    sql`delete from member_session where site_id = ${siteId} and member_id = ${memberId} and token_hash = ${tokenHash}`,
  );
}

export function deleteOtherSessions(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  kept: Buffer | undefined,
): Promise<number> {
  return tx.execute(sql`
    delete from member_session
    where site_id = ${siteId} and member_id = ${memberId} and token_hash is distinct from ${kept ?? null}::bytea
  `);
}

export function listOpenSessions(database: Queryable, siteId: number, memberId: bigint): Promise<OpenSession[]> {
  return database.rows<OpenSession>(sql`
    select encode(token_hash, 'hex') as "sessionId", created_at as "createdAt", last_seen_at as "lastSeenAt", device_name as "deviceName"
    from member_session
    where site_id = ${siteId} and member_id = ${memberId} and expires_at > now() and last_seen_at > now() - interval '30 minutes'
      and replaced_at is null
    order by last_seen_at desc
    limit 50
  `);
}

/** Signing in and ending sessions lock the member's row first, so no session begins while all sessions are ended. */
export async function lockMember(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await tx.rows(sql`select 1 from member where site_id = ${siteId} and member_id = ${memberId} for no key update`);
}

export async function insertDevice(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  device: { readonly tokenHash: Buffer; readonly deviceName: string },
): Promise<string> {
  const row = await tx.one<{ device_id: string }>(sql`
    insert into member_device (site_id, member_id, token_hash, device_name, expires_at)
    values (${siteId}, ${memberId}, ${device.tokenHash}, ${device.deviceName}, now() + interval '30 days')
    returning device_id
  `);
  return row.device_id;
}

type DeviceRow = {
  readonly deviceId: string;
  readonly memberId: bigint;
  readonly deviceName: string;
  readonly isNewest: boolean;
  readonly isJustRotated: boolean;
};

/** The owner of the device with this present or previous token. */
export async function findDeviceOwner(tx: Transaction, siteId: number, tokenHash: Buffer): Promise<bigint | undefined> {
  const device = await tx.oneOrNone<{ memberId: bigint }>(sql`
    select member_id as "memberId" from member_device
    where site_id = ${siteId} and (token_hash = ${tokenHash} or previous_token_hash = ${tokenHash})
  `);
  return device?.memberId;
}

/** The device with this present or previous token, locked so that concurrent windows rotate it one after the other. */
export function lockDevice(tx: Transaction, siteId: number, tokenHash: Buffer): Promise<DeviceRow | undefined> {
  return tx.oneOrNone<DeviceRow>(sql`
    select
      device_id as "deviceId",
      member_id as "memberId",
      device_name as "deviceName",
      token_hash = ${tokenHash} as "isNewest",
      rotated_at > now() - interval '10 seconds' as "isJustRotated"
    from member_device
    where site_id = ${siteId} and (token_hash = ${tokenHash} or previous_token_hash = ${tokenHash}) and expires_at > now()
    for update
  `);
}

export async function rotateDevice(
  tx: Transaction,
  siteId: number,
  deviceId: string,
  hashes: { readonly newHash: Buffer; readonly oldHash: Buffer | undefined },
): Promise<boolean> {
  const rotated = await tx.execute(sql`
    update member_device
    set token_hash = ${hashes.newHash}, previous_token_hash = ${hashes.oldHash ?? null}::bytea, rotated_at = now(), last_used_at = now()
    where site_id = ${siteId} and device_id = ${deviceId}
  `);
  return rotated > 0;
}

export async function deleteDevice(tx: Transaction, siteId: number, deviceId: string): Promise<void> {
  await tx.execute(sql`delete from member_device where site_id = ${siteId} and device_id = ${deviceId}`);
}

export function listDevices(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  sessionHash: Buffer,
): Promise<RememberedDevice[]> {
  return database.rows<RememberedDevice>(sql`
    select device_id as "deviceId", device_name as "deviceName", created_at as "createdAt", last_used_at as "lastUsedAt",
      expires_at as "expiresAt", exists (
        select 1 from member_session s where s.site_id = d.site_id and s.token_hash = ${sessionHash} and s.device_id = d.device_id
      ) as "isCurrent"
    from member_device d
    where site_id = ${siteId} and member_id = ${memberId} and expires_at > now()
    order by "isCurrent" desc, last_used_at desc
    limit 50
  `);
}

/** Deletes the device if it belongs to the member. */
export function deleteOwnDevice(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  deviceId: string,
): Promise<{ readonly deviceName: string } | undefined> {
  return tx.oneOrNone(sql`
    delete from member_device where site_id = ${siteId} and member_id = ${memberId} and device_id = ${deviceId}::uuid
    returning device_name as "deviceName"
  `);
}

/** Ends the sessions that a device began, except `kept`. */
export async function deleteSessionsOfDevice(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  which: { readonly deviceId: string; readonly kept: Buffer },
): Promise<void> {
  await tx.execute(sql`
    delete from member_session
    where site_id = ${siteId} and member_id = ${memberId} and device_id = ${which.deviceId}::uuid and token_hash <> ${which.kept}
  `);
}

export async function deleteOtherDevices(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  keptDeviceId: string | undefined,
): Promise<void> {
  await tx.execute(sql`
    delete from member_device
    where site_id = ${siteId} and member_id = ${memberId} and device_id is distinct from ${keptDeviceId ?? null}::uuid
  `);
}

const isServed = sql`site_id in (select site_id from served_site)`;

/** Deletes expired rows. Returns their number. */
export async function deleteExpired(database: Queryable): Promise<number> {
  const sessions = await database.execute(
    sql`delete from member_session
      where (expires_at < now() or last_seen_at < now() - interval '1 day') and ${isServed}`,
  );
  const devices = await database.execute(sql`delete from member_device where expires_at < now() and ${isServed}`);
  const checks = await database.execute(
    sql`delete from bank_check_used where used_at < now() - interval '1 day' and ${isServed}`,
  );
  const outages = await database.execute(sql`delete from bank_check_outage where expires_at < now() and ${isServed}`);
  return sessions + devices + checks + outages;
}
