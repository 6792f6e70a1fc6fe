// SQL of members. Contains no decisions.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import { type Money, money } from '@chaba/money';

import type { PersonName } from '#modules/names';

export type BankAccount = { readonly bankCode: string; readonly bankAccount: string };

export type Member = {
  readonly siteId: number;
  readonly id: bigint;
  readonly phone: string;
  /** Identifier of the member at game providers. */
  readonly playerId: string;
  readonly bankCode: string;
  readonly bankAccount: string;
  readonly firstName: string;
  readonly lastName: string;
  /** False if no bank certified the names: an operator reviews the first withdrawal. */
  readonly isNameVerified: boolean;
  readonly walletId: string | undefined;
  readonly acceptsBonus: boolean;
  readonly affiliateKey: string;
  readonly referrerId: bigint | undefined;
  readonly isLocked: boolean;
  readonly totalDeposit: Money;
  readonly totalWithdraw: Money;
  readonly registeredAt: Date;
};

/** A member, reduced to the fields that identify the sender of a transfer. */
export type AccountHolder = { readonly memberId: bigint; readonly fullName: string };

export type NewMember = PersonName &
  BankAccount & {
    readonly memberId: bigint;
    readonly phone: string;
    readonly passwordHash: string;
    readonly playerId: string;
    readonly isNameVerified: boolean;
    readonly walletId: string | undefined;
    readonly acceptsBonus: boolean;
    readonly affiliateKey: string;
    readonly referrerId: bigint | undefined;
  };

type Row = {
  member_id: bigint;
  phone: string;
  player_id: string;
  bank_code: string;
  bank_account: string;
  first_name: string;
  last_name: string;
  is_name_verified: boolean;
  wallet_id: string | null;
  accepts_bonus: boolean;
  affiliate_key: string;
  referrer_id: bigint | null;
  is_locked: boolean;
  total_deposit_e4: bigint;
  total_withdraw_e4: bigint;
  registered_at: Date;
};

const columns = sql`
  member_id, phone, player_id, bank_code, bank_account, first_name, last_name, is_name_verified, wallet_id, accepts_bonus,
  affiliate_key, referrer_id, is_locked, total_deposit_e4, total_withdraw_e4, registered_at
`;

/** Draws the id of a new member. */
export async function drawMemberId(tx: Transaction): Promise<bigint> {
  return (await tx.one<{ id: bigint }>(sql`select nextval(pg_get_serial_sequence('member', 'member_id')) as id`)).id;
}

/** Inserts a member; a taken phone, account or wallet id violates the unique key of that name. */
export async function insertMember(tx: Transaction, siteId: number, member: NewMember): Promise<Member> {
  const row = await tx.one<Row>(sql`
    insert into member (
      site_id, member_id, phone, password_hash, player_id, bank_code, bank_account, first_name, last_name,
      is_name_verified, wallet_id, accepts_bonus, affiliate_key, referrer_id
    )
    values (
      ${siteId}, ${member.memberId}, ${member.phone}, ${member.passwordHash}, ${member.playerId}, ${member.bankCode},
      ${member.bankAccount}, ${member.firstName}, ${member.lastName}, ${member.isNameVerified},
      ${member.walletId ?? null}, ${member.acceptsBonus}, ${member.affiliateKey}, ${member.referrerId ?? null}
    )
    returning ${columns}
  `);
  return toMember(siteId, row);
}

export async function findMemberById(
  database: Queryable,
  siteId: number,
  memberId: bigint,
): Promise<Member | undefined> {
  const row = await database.oneOrNone<Row>(
    sql`select ${columns} from member where site_id = ${siteId} and member_id = ${memberId}`,
  );
  return row && toMember(siteId, row);
}

export async function listMembersByIds(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<Member[]> {
  const rows = await database.rows<Row>(
    sql`select ${columns} from member where site_id = ${siteId} and member_id = any(${memberIds}::bigint[])`,
  );
  return rows.map((row) => toMember(siteId, row));
}

export async function findMemberByPhone(
  database: Queryable,
  siteId: number,
  phone: string,
): Promise<Member | undefined> {
  const row = await database.oneOrNone<Row>(
    sql`select ${columns} from member where site_id = ${siteId} and phone = ${phone}`,
  );
  return row && toMember(siteId, row);
}

/** Member ids by player id; unknown player ids are absent. */
export async function findIdsByPlayerId(
  database: Queryable,
  siteId: number,
  playerIds: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await database.rows<{ player_id: string; member_id: bigint }>(sql`
    select player_id, member_id from member where site_id = ${siteId} and player_id = any(${playerIds}::text[])
  `);
  return new Map(rows.map((row) => [row.player_id, row.member_id]));
}

/**
 * All members whose bound account ends with these digits (at least four), at this bank if it is known. The list is
 * complete: an omitted member would make another one appear unique.
 */
export function listMembersByAccountTail(
  database: Queryable,
  siteId: number,
  sender: { readonly tail: string; readonly bankCode: string | undefined },
): Promise<AccountHolder[]> {
  return database.rows<AccountHolder>(sql`
    select member_id as "memberId", first_name || ' ' || last_name as "fullName"
    from member
    where site_id = ${siteId}
      and right(bank_account, 4) = ${sender.tail.slice(-4)}
      and right(bank_account, ${sender.tail.length}::int) = ${sender.tail}
      and (${sender.bankCode ?? null}::text is null or bank_code = ${sender.bankCode ?? null})
    order by member_id
    limit 1000
  `);
}

type Newcomer = {
  readonly bankCode: string;
  readonly tail: string;
  readonly fullName: string;
  readonly registeredAt: Date;
};

/** Members who signed up after a moment, with an account at one of the banks that ends with one of the four digits. */
export function listNewcomers(
  database: Queryable,
  siteId: number,
  of: { readonly since: Date; readonly bankCodes: readonly string[]; readonly tails: readonly string[] },
): Promise<Newcomer[]> {
  return database.rows<Newcomer>(sql`
    select bank_code as "bankCode", right(bank_account, 4) as tail, first_name || ' ' || last_name as "fullName",
      registered_at as "registeredAt"
    from member
    where site_id = ${siteId} and right(bank_account, 4) = any(${of.tails}::text[])
      and bank_code = any(${of.bankCodes}::text[]) and registered_at > ${of.since}
  `);
}

export async function findMemberIdByAffiliateKey(
  database: Queryable,
  siteId: number,
  affiliateKey: string,
): Promise<bigint | undefined> {
  const row = await database.oneOrNone<{ member_id: bigint }>(
    sql`select member_id from member where site_id = ${siteId} and affiliate_key = ${affiliateKey}`,
  );
  return row?.member_id;
}

export async function findPasswordHash(
  database: Queryable,
  siteId: number,
  memberId: bigint,
): Promise<string | undefined> {
  const row = await database.oneOrNone<{ password_hash: string }>(
    sql`select password_hash from member where site_id = ${siteId} and member_id = ${memberId}`,
  );
  return row?.password_hash;
}

/** False if the password changed after it was compared. */
export async function changePasswordHash(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  to: { readonly from: string; readonly passwordHash: string },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update member set password_hash = ${to.passwordHash}
    where site_id = ${siteId} and member_id = ${memberId} and password_hash = ${to.from}
  `);
  return changed === 1;
}

/** Replaces the password, whatever it was. */
export async function setPasswordHash(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  passwordHash: string,
): Promise<void> {
  await tx.execute(sql`
    update member set password_hash = ${passwordHash} where site_id = ${siteId} and member_id = ${memberId}`);
}

export async function setAcceptsBonus(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  acceptsBonus: boolean,
): Promise<void> {
  await database.execute(
    sql`update member set accepts_bonus = ${acceptsBonus} where site_id = ${siteId} and member_id = ${memberId}`,
  );
}

/** Members among these who may not stake (locked or on a break) or whose stakes are limited. */
export function listStakeRestrictions(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<{ memberId: bigint; isLocked: boolean; isLimited: boolean; gameSessionsEndedAt: Date | null }[]> {
  // The `where` clause matches the partial index; the columns return the present state.
  return database.rows(sql`
    select member_id as "memberId", is_locked or coalesce(play_break_until > now(), false) as "isLocked",
      has_play_limits as "isLimited", game_sessions_ended_at as "gameSessionsEndedAt"
    from member
    where site_id = ${siteId} and member_id = any(${memberIds}::bigint[])
      and (is_locked or play_break_until is not null or has_play_limits or game_sessions_ended_at is not null)
  `);
}

/** Uses the clock time, not the transaction time, so that game sessions opened during the transaction end too. */
export async function invalidateGameSessions(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  // The time is read after the row is locked, so that no session opens between them.
  await tx.execute(sql`
    select from member where site_id = ${siteId} and member_id = ${memberId} for no key update`);
  await tx.execute(sql`
    update member set game_sessions_ended_at = clock_timestamp() where site_id = ${siteId} and member_id = ${memberId}`);
}

/** A game session lives for 24 hours, so older end times have no effect. Returns the number of rows. */
export function clearOldGameSessionEnds(database: Queryable): Promise<number> {
  return database.execute(sql`
    update member set game_sessions_ended_at = null
    where site_id in (select site_id from served_site) and game_sessions_ended_at < now() - interval '25 hours'
  `);
}

export function setPlayLimited(tx: Transaction, siteId: number, memberId: bigint, isLimited: boolean): Promise<number> {
  return tx.execute(sql`
    update member set has_play_limits = ${isLimited}
    where site_id = ${siteId} and member_id = ${memberId} and has_play_limits <> ${isLimited}
  `);
}

export function setLocked(tx: Transaction, siteId: number, memberId: bigint, isLocked: boolean): Promise<number> {
  return tx.execute(sql`
    update member set is_locked = ${isLocked} where site_id = ${siteId} and member_id = ${memberId} and is_locked <> ${isLocked}
  `);
}

export async function setLastLogin(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await tx.execute(sql`update member set last_login_at = now() where site_id = ${siteId} and member_id = ${memberId}`);
}

/** Records a password login and locks the member's row. False if the password changed after it was compared. */
export async function recordLogin(tx: Transaction, siteId: number, memberId: bigint, hash: string): Promise<boolean> {
  const updated = await tx.execute(sql`
    update member set last_login_at = now()
    where site_id = ${siteId} and member_id = ${memberId} and password_hash = ${hash}
  `);
  return updated === 1;
}

export async function addTotals(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  moved: { readonly deposit: Money; readonly withdraw: Money },
): Promise<void> {
  await tx.execute(sql`
    update member
    set total_deposit_e4 = total_deposit_e4 + ${moved.deposit}, total_withdraw_e4 = total_withdraw_e4 + ${moved.withdraw}
    where site_id = ${siteId} and member_id = ${memberId}
  `);
}

export async function isAccountTaken(
  database: Queryable,
  siteId: number,
  { bankCode, bankAccount }: { readonly bankCode: string; readonly bankAccount: string },
): Promise<{ isTaken: boolean; now: Date }> {
  return database.one<{ isTaken: boolean; now: Date }>(sql`
    select now() as now, exists (
      select from member where site_id = ${siteId} and bank_code = ${bankCode} and bank_account = ${bankAccount}
    ) as "isTaken"
  `);
}

/** Records the use of a bank check; false if it was used before or has expired. */
export async function consumeBankCheck(
  tx: Transaction,
  siteId: number,
  checkId: string,
  expiresAt: Date,
): Promise<boolean> {
  const written = await tx.execute(sql`
    insert into bank_check_used (site_id, check_id)
    select ${siteId}::int, ${checkId}::uuid where now() < ${expiresAt}::timestamptz
    on conflict do nothing
  `);
  return written === 1;
}

/** Records for `minutes` that the bank was unable to name the account's holder. */
export async function recordBankOutage(
  database: Queryable,
  siteId: number,
  accountHash: Buffer,
  minutes: number,
): Promise<void> {
  await database.execute(sql`
    insert into bank_check_outage as outage (site_id, account_hash, expires_at)
    values (${siteId}, ${accountHash}, now() + make_interval(mins => ${minutes}::int))
    on conflict (site_id, account_hash) do update set expires_at = excluded.expires_at
  `);
}

export async function hasBankOutage(
  database: Queryable,
  siteId: number,
  accountHashes: readonly Buffer[],
): Promise<boolean> {
  const outage = await database.oneOrNone(sql`
    select 1 from bank_check_outage
    where site_id = ${siteId} and account_hash = any(${accountHashes}::bytea[]) and expires_at > now()
    limit 1
  `);
  return outage !== undefined;
}

/** The secret of this name, then the previous one if it was rotated; `whenNone` is stored if there is none yet. */
export async function loadOrCreateSecret(
  database: Queryable,
  name: string,
  whenNone: Buffer,
): Promise<readonly [Buffer, ...Buffer[]]> {
  const known = await loadSecret(database, name);
  if (known !== undefined) return known;
  await database.execute(
    sql`insert into server_secret (name, secret) values (${name}, ${whenNone}) on conflict do nothing`,
  );
  return (await loadSecret(database, name)) ?? [whenNone];
}

async function loadSecret(database: Queryable, name: string): Promise<readonly [Buffer, ...Buffer[]] | undefined> {
  const row = await database.oneOrNone<{ secret: Buffer; previous: Buffer | null }>(
    sql`select secret, previous from server_secret where name = ${name}`,
  );
  if (row === undefined) return undefined;
  return row.previous === null ? [row.secret] : [row.secret, row.previous];
}

function toMember(siteId: number, row: Row): Member {
  return {
    siteId,
    id: row.member_id,
    phone: row.phone,
    playerId: row.player_id,
    bankCode: row.bank_code,
    bankAccount: row.bank_account,
    firstName: row.first_name,
    lastName: row.last_name,
    isNameVerified: row.is_name_verified,
    walletId: row.wallet_id ?? undefined,
    acceptsBonus: row.accepts_bonus,
    affiliateKey: row.affiliate_key,
    referrerId: row.referrer_id ?? undefined,
    isLocked: row.is_locked,
    totalDeposit: money(row.total_deposit_e4),
    totalWithdraw: money(row.total_withdraw_e4),
    registeredAt: row.registered_at,
  };
}
