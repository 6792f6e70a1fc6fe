// SQL of operators: people, roles, limits and factors.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';
import type { Role } from '@chaba/contract/back-office/roles';

export type OperatorRecord = {
  readonly operatorId: string;
  readonly name: string;
  readonly displayName: string;
  readonly passwordHash: string | null;
  readonly totpSecret: string | null;
  readonly isDemo: boolean;
  readonly disabledAt: Date | null;
};

const columns = sql`
  operator_id as "operatorId", name, display_name as "displayName", password_hash as "passwordHash",
  totp_secret as "totpSecret", is_demo as "isDemo", disabled_at as "disabledAt"`;

export function findByName(database: Queryable, name: string): Promise<OperatorRecord | undefined> {
  return database.oneOrNone(sql`select ${columns} from operator where name = ${name}`);
}

export function loadById(database: Queryable, operatorId: string): Promise<OperatorRecord> {
  return database.one(sql`select ${columns} from operator where operator_id = ${operatorId}::uuid`);
}

/** The new id; undefined if the name is taken. */
export async function insertOperator(
  tx: Queryable,
  row: {
    readonly name: string;
    readonly displayName: string;
    readonly passwordHash?: string | undefined;
    readonly isDemo?: boolean | undefined;
  },
): Promise<string | undefined> {
  const made = await tx.oneOrNone<{ operatorId: string }>(sql`
    insert into operator (name, display_name, password_hash, is_demo)
    values (${row.name}, ${row.displayName}, ${row.passwordHash ?? null}::text, ${row.isDemo === true})
    on conflict (name) do nothing returning operator_id as "operatorId"`);
  return made?.operatorId;
}

export async function setPassword(tx: Queryable, operatorId: string, passwordHash: string | null): Promise<void> {
  await tx.execute(sql`
    update operator set password_hash = ${passwordHash}::text where operator_id = ${operatorId}::uuid`);
}

export async function setTotpSecret(tx: Queryable, operatorId: string, secret: string | null): Promise<void> {
  await tx.execute(sql`
    update operator set totp_secret = ${secret}::text, totp_step = 0 where operator_id = ${operatorId}::uuid`);
}

export async function setDisabled(tx: Queryable, operatorId: string, isDisabled: boolean): Promise<boolean> {
  const touched = await tx.execute(sql`
    update operator set disabled_at = case when ${isDisabled}::boolean then now() end
    where operator_id = ${operatorId}::uuid and (disabled_at is not null) <> ${isDisabled}::boolean`);
  return touched === 1;
}

export type HeldRole = {
  readonly siteId: number;
  readonly siteCode: string;
  readonly siteName: string;
  readonly role: Role;
};

/** Roles at the sites that this cell serves. */
export function listRoles(database: Queryable, operatorId: string): Promise<HeldRole[]> {
  return database.rows(sql`
    select site_id as "siteId", site.code as "siteCode", site.name as "siteName", role
    from operator_role join site using (site_id) join served_site using (site_id)
    where operator_id = ${operatorId}::uuid and ended_at is null order by site_id, role`);
}

/** True if the role was not held before. */
export async function grantRole(
  tx: Queryable,
  siteId: number,
  to: { readonly operatorId: string; readonly role: Role; readonly requestId?: bigint | undefined },
): Promise<boolean> {
  const touched = await tx.execute(sql`
    insert into operator_role as held (site_id, operator_id, role, request_id)
    values (${siteId}, ${to.operatorId}::uuid, ${to.role}, ${to.requestId ?? null}::bigint)
    on conflict (site_id, operator_id, role) do update
      set ended_at = null, granted_at = now(), request_id = excluded.request_id where held.ended_at is not null`);
  return touched === 1;
}

export async function endRole(
  tx: Queryable,
  siteId: number,
  of: { readonly operatorId: string; readonly role: Role },
): Promise<boolean> {
  const touched = await tx.execute(sql`
    update operator_role set ended_at = now()
    where site_id = ${siteId} and operator_id = ${of.operatorId}::uuid and role = ${of.role} and ended_at is null`);
  return touched === 1;
}

export type ListedOperator = {
  readonly operatorId: string;
  readonly name: string;
  readonly displayName: string;
  readonly isDemo: boolean;
  readonly isDisabled: boolean;
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  readonly isLocked: boolean;
  readonly roles: readonly Role[];
  readonly passkeys: number;
  readonly sessions: number;
  readonly seenAt: Date | null;
};

/** Everybody who has or had a role at the site. */
export function listOperators(database: Queryable, siteId: number, idleSeconds: number): Promise<ListedOperator[]> {
  return database.rows(sql`
    select operator_id as "operatorId", name, display_name as "displayName", is_demo as "isDemo",
      disabled_at is not null as "isDisabled", password_hash is not null as "hasPassword", totp_secret is not null as "hasTotp",
      exists (select from operator_attempt where subject = 'name:' || name and locked_until > now()) as "isLocked",
      array(select role from operator_role as held where held.site_id = ${siteId} and held.operator_id = operator.operator_id
        and ended_at is null order by role) as roles,
      (select count(*)::int from operator_credential as key where key.operator_id = operator.operator_id) as passkeys,
      (select count(*)::int from operator_session as session where session.operator_id = operator.operator_id
        and acted_at > now() - make_interval(secs => ${idleSeconds}::int)) as sessions,
      (select max(acted_at) from operator_session as session where session.operator_id = operator.operator_id) as "seenAt"
    from operator
    where exists (select from operator_role as held where held.site_id = ${siteId} and held.operator_id = operator.operator_id)
    order by disabled_at is not null, name limit 500`);
}

/** People, not demo operators, who can sign in and hold one of the roles at the site. */
export async function countWithFactor(database: Queryable, siteId: number, roles: readonly Role[]): Promise<number> {
  const row = await database.one<{ count: number }>(sql`
    select count(distinct operator_id)::int as count from operator_role as held join operator using (operator_id)
    where site_id = ${siteId} and role = any(${roles}::text[]) and ended_at is null and disabled_at is null and not is_demo
      and (totp_secret is not null
        or exists (select from operator_credential as key where key.operator_id = held.operator_id))`);
  return row.count;
}

/** Names of people with an open session who hold one of the roles at the site. */
export async function listSignedIn(
  database: Queryable,
  siteId: number,
  of: { readonly roles: readonly string[]; readonly idleSeconds: number },
): Promise<string[]> {
  const rows = await database.rows<{ name: string }>(sql`
    select distinct name from operator
    join operator_role using (operator_id) join operator_session using (operator_id)
    where site_id = ${siteId} and role = any(${of.roles}::text[]) and ended_at is null and disabled_at is null
      and acted_at > now() - make_interval(secs => ${of.idleSeconds}::int)
    order by name`);
  return rows.map(({ name }) => name);
}

/** The open people of a role, locked until the transaction ends, so that two of them cannot end each other. */
export async function lockHolders(tx: Transaction, siteId: number, role: Role): Promise<string[]> {
  const rows = await tx.rows<{ operatorId: string }>(sql`
    select operator_id as "operatorId" from operator_role as held join operator using (operator_id)
    where site_id = ${siteId} and role = ${role} and ended_at is null and disabled_at is null
    order by operator_id for update of held, operator`);
  return rows.map(({ operatorId }) => operatorId);
}

/** Whether an open operator holds the role now; neither changes until the transaction ends. */
export async function lockRole(
  tx: Transaction,
  siteId: number,
  of: { readonly operatorId: string; readonly role: string },
): Promise<boolean> {
  const found = await tx.oneOrNone(sql`
    select role from operator_role as held join operator using (operator_id) join served_site using (site_id)
    where site_id = ${siteId} and operator_id = ${of.operatorId}::uuid and role = ${of.role} and ended_at is null
      and disabled_at is null
    for share of held, operator`);
  return found !== undefined;
}

export type StoredLimit = { readonly role: Role; readonly action: string; readonly amount: Money; readonly day: Money };

export function listLimits(database: Queryable, siteId: number): Promise<StoredLimit[]> {
  return database.rows(sql`
    select role, action, amount_e4 as amount, day_e4 as day from operator_limit where site_id = ${siteId}`);
}

export async function saveLimit(tx: Queryable, siteId: number, limit: StoredLimit): Promise<void> {
  await tx.execute(sql`
    insert into operator_limit (site_id, role, action, amount_e4, day_e4)
    values (${siteId}, ${limit.role}, ${limit.action}, ${limit.amount}, ${limit.day})
    on conflict (site_id, role, action) do update set amount_e4 = excluded.amount_e4, day_e4 = excluded.day_e4`);
}

/** The sum of the operator's Bangkok day, locked until the transaction ends. */
export async function lockDaySum(
  tx: Transaction,
  siteId: number,
  of: { readonly operatorId: string; readonly action: string },
): Promise<Money> {
  await tx.execute(sql`
    insert into operator_day_sum (site_id, operator_id, action, day, sum_e4)
    values (${siteId}, ${of.operatorId}::uuid, ${of.action}, (now() at time zone 'Asia/Bangkok')::date, 0)
    on conflict do nothing`);
  const row = await tx.one<{ sum: Money }>(sql`
    select sum_e4 as sum from operator_day_sum
    where site_id = ${siteId} and operator_id = ${of.operatorId}::uuid and action = ${of.action}
      and day = (now() at time zone 'Asia/Bangkok')::date for update`);
  return row.sum;
}

export async function readDaySum(
  database: Queryable,
  siteId: number,
  of: { readonly operatorId: string; readonly action: string },
): Promise<Money | undefined> {
  const row = await database.oneOrNone<{ sum: Money }>(sql`
    select sum_e4 as sum from operator_day_sum
    where site_id = ${siteId} and operator_id = ${of.operatorId}::uuid and action = ${of.action}
      and day = (now() at time zone 'Asia/Bangkok')::date`);
  return row?.sum;
}

export async function addToDaySum(
  tx: Transaction,
  siteId: number,
  of: { readonly operatorId: string; readonly action: string; readonly amount: Money },
): Promise<void> {
  await tx.execute(sql`
    update operator_day_sum set sum_e4 = sum_e4 + ${of.amount}
    where site_id = ${siteId} and operator_id = ${of.operatorId}::uuid and action = ${of.action}
      and day = (now() at time zone 'Asia/Bangkok')::date`);
}

/** Disables the operators of play mode. */
export async function closeDemo(database: Queryable): Promise<void> {
  await database.execute(sql`update operator set disabled_at = now() where is_demo and disabled_at is null`);
}

/** Opens the operators of play mode with this password; those whom a person disabled have none and stay disabled. */
export async function openDemo(tx: Queryable, passwordHash: string): Promise<void> {
  await tx.execute(sql`
    update operator set disabled_at = null, password_hash = ${passwordHash} where is_demo and password_hash is not null`);
}

/** Gives the role unless the operator holds it or held it before. */
export async function grantFirstRole(
  tx: Queryable,
  siteId: number,
  to: { readonly operatorId: string; readonly role: Role },
): Promise<void> {
  await tx.execute(sql`
    insert into operator_role (site_id, operator_id, role) values (${siteId}, ${to.operatorId}::uuid, ${to.role})
    on conflict do nothing`);
}

export async function hasEnabledDemo(database: Queryable): Promise<boolean> {
  const row = await database.one<{ found: boolean }>(sql`
    select exists (select from operator where is_demo and disabled_at is null) as found`);
  return row.found;
}

/** The ids of the sites that this cell serves. */
export async function listSiteIds(database: Queryable): Promise<number[]> {
  const rows = await database.rows<{ siteId: number }>(sql`select site_id as "siteId" from served_site order by 1`);
  return rows.map(({ siteId }) => siteId);
}

/** Whether the operator has or had a role at the site. */
export async function hasHeldRole(database: Queryable, siteId: number, operatorId: string): Promise<boolean> {
  const row = await database.one<{ found: boolean }>(sql`
    select exists (select from operator_role where site_id = ${siteId} and operator_id = ${operatorId}::uuid) as found`);
  return row.found;
}
