// SQL of the operators' list of members and of the search for one.
//
// Always true: a page follows an index of its order by key, and reads at most SCANNED_MAX rows, whatever the filters
// hide. The search reads by an index each, and returns a few rows.

import { type Queryable, sql, type Sql } from '@chaba/database';
import type { Money } from '@chaba/money';

export type MemberSort = 'newest' | 'seen' | 'deposits';

export type MemberFilter = {
  readonly state?: 'locked' | 'break' | 'never' | undefined;
  /** Since so many days. */
  readonly registeredDays?: number | undefined;
  readonly seenDays?: number | undefined;
  readonly depositsFrom?: Money | undefined;
  readonly referrerId?: bigint | undefined;
  readonly tag?: string | undefined;
};

export type ListedMember = {
  readonly memberId: bigint;
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly bankCode: string;
  readonly bankAccount: string;
  readonly isLocked: boolean;
  readonly isOnBreak: boolean;
  readonly isExcluded: boolean;
  readonly totalDeposit: Money;
  readonly totalWithdraw: Money;
  readonly registeredAt: Date;
  /** The last sign-in, else the registration. */
  readonly seenAt: Date;
  /** The value of the order: an id, an amount, or microseconds. */
  readonly sortKey: bigint;
};

export type MemberCursor = { readonly key: bigint; readonly memberId: bigint };

/** Rows that a page reads at most where its filters have no index. */
const SCANNED_MAX = 10_000;
/** Bearers of a tag that are read and sorted for an order that their index does not have. */
const TAGGED_SORTED_MAX = 2_000;

const seenAt = sql`coalesce(last_login_at, registered_at)`;
const micros = (time: Sql): Sql => sql`(extract(epoch from ${time}) * 1000000)::bigint`;
const listed = sql`
  member_id as "memberId", phone, first_name as "firstName", last_name as "lastName", bank_code as "bankCode",
  bank_account as "bankAccount", is_locked as "isLocked", coalesce(play_break_until > now(), false) as "isOnBreak",
  is_self_excluded and coalesce(play_break_until > now(), false) as "isExcluded", total_deposit_e4 as "totalDeposit",
  total_withdraw_e4 as "totalWithdraw", registered_at as "registeredAt", ${seenAt} as "seenAt"`;

type Order = {
  readonly key: Sql;
  readonly by: Sql;
  /** The same of the listed columns: in any other form the rows of a page would be sorted again. */
  readonly ofListed: Sql;
  readonly after: (cursor: MemberCursor) => Sql;
};

const orders: Readonly<Record<MemberSort, Order>> = {
  newest: {
    key: sql`member_id`,
    by: sql`member_id desc`,
    ofListed: sql`"memberId" desc`,
    after: ({ memberId }) => sql`and member_id < ${memberId}`,
  },
  seen: {
    key: micros(seenAt),
    by: sql`${seenAt} desc, member_id desc`,
    ofListed: sql`"seenAt" desc, "memberId" desc`,
    after: ({ key, memberId }) =>
      sql`and (${seenAt}, member_id) < (to_timestamp(0) + ${key}::bigint * interval '1 microsecond', ${memberId}::bigint)`,
  },
  deposits: {
    key: sql`total_deposit_e4`,
    by: sql`total_deposit_e4 desc, member_id desc`,
    ofListed: sql`"totalDeposit" desc, "memberId" desc`,
    after: ({ key, memberId }) => sql`and (total_deposit_e4, member_id) < (${key}::bigint, ${memberId}::bigint)`,
  },
};

export type PageOfMembers = {
  readonly sort: MemberSort;
  readonly filter: MemberFilter;
  readonly before: MemberCursor | undefined;
  readonly limit: number;
  /** Too many bear the tag to sort them: those of the rows that a page reads are shown. */
  readonly isTagFrequent?: boolean;
};

/** More members bear the tag than a page sorts. */
export async function isTagFrequent(database: Queryable, siteId: number, tag: string): Promise<boolean> {
  const { isFrequent } = await database.one<{ isFrequent: boolean }>(sql`
    select exists (
      select from member_tag where site_id = ${siteId} and tag = ${tag} offset ${TAGGED_SORTED_MAX}) as "isFrequent"`);
  return isFrequent;
}

export function listPage(database: Queryable, siteId: number, page: PageOfMembers): Promise<ListedMember[]> {
  return database.rows(pageQuery(siteId, page));
}

function pageQuery(siteId: number, page: PageOfMembers): Sql {
  const { key, ofListed } = orders[page.sort];
  return sql`
    select * from (${scan(siteId, page, sql`${listed}, ${key} as "sortKey"`)} limit ${SCANNED_MAX}) as scanned
    where true ${conditions(page.filter)} ${ofFrequentTag(siteId, page)}
    order by ${ofListed} limit ${page.limit}`;
}

/** Where a page that found too few rows stopped reading; undefined: at the end. */
export function findScanEnd(
  database: Queryable,
  siteId: number,
  page: PageOfMembers,
): Promise<Pick<ListedMember, 'sortKey' | 'memberId' | 'registeredAt'> | undefined> {
  // The row is read after its number was found, so that the index alone may suffice for the rows before it.
  return database.oneOrNone(sql`
    select ${orders[page.sort].key} as "sortKey", member_id as "memberId", registered_at as "registeredAt" from member
    where site_id = ${siteId}
      and member_id = (${scan(siteId, page, sql`member_id`)} offset ${SCANNED_MAX - 1}::int limit 1)`);
}

const ofFrequentTag = (siteId: number, { filter, isTagFrequent: isFrequent }: PageOfMembers): Sql =>
  isFrequent === true
    ? sql`and exists (select from member_tag where site_id = ${siteId} and tag = ${filter.tag} and member_id = "memberId")`
    : sql``;

/** The rows of which a page shows those that its filters leave, in its order. */
function scan(siteId: number, { sort, filter, before, isTagFrequent: isFrequent }: PageOfMembers, columns: Sql): Sql {
  const { by, after } = orders[sort];
  // Matches the partial index of the few members who may not stake freely.
  const few =
    sort === 'newest' && (filter.state === 'locked' || filter.state === 'break')
      ? sql`and (is_locked or play_break_until is not null or has_play_limits or game_sessions_ended_at is not null)`
      : sql``;
  const bearers = sql`select member_id from member_tag where site_id = ${siteId} and tag = ${filter.tag ?? null}`;
  // By number the bearers are read in order; for another order the few bearers are sorted.
  const ofTag = sort === 'newest' ? sql`and member_id in (${bearers})` : sql`and member_id = any(array(${bearers}))`;
  const tagged = filter.tag === undefined || isFrequent === true ? sql`` : ofTag;
  const ofReferrer = filter.referrerId === undefined ? sql`` : sql`and referrer_id = ${filter.referrerId}`;
  return sql`
    select ${columns} from member
    where site_id = ${siteId} ${ofReferrer} ${tagged} ${few} ${before === undefined ? sql`` : after(before)}
    order by ${by}`;
}

function conditions({ state, registeredDays, seenDays, depositsFrom }: MemberFilter): Sql {
  const states = {
    locked: sql`and "isLocked"`,
    break: sql`and "isOnBreak"`,
    never: sql`and "totalDeposit" = 0`,
  } as const;
  const within = (days: number | undefined, column: Sql): Sql =>
    days === undefined ? sql`` : sql`and ${column} > now() - make_interval(days => ${days}::int)`;
  return sql`
    ${state === undefined ? sql`` : states[state]}
    ${within(registeredDays, sql`"registeredAt"`)} ${within(seenDays, sql`"seenAt"`)}
    ${depositsFrom === undefined ? sql`` : sql`and "totalDeposit" >= ${depositsFrom}`}`;
}

const found = sql`select ${listed}, member_id as "sortKey" from member`;

export function listByIds(database: Queryable, siteId: number, ids: readonly bigint[]): Promise<ListedMember[]> {
  return database.rows(sql`${found} where site_id = ${siteId} and member_id = any(${ids}::bigint[])`);
}

export function listByPhone(database: Queryable, siteId: number, phone: string): Promise<ListedMember[]> {
  return database.rows(sql`${found} where site_id = ${siteId} and phone = ${phone}`);
}

/** Members whose phone ends with four digits or more. */
export function listByPhoneTail(
  database: Queryable,
  siteId: number,
  { digits, limit }: { readonly digits: string; readonly limit: number },
): Promise<ListedMember[]> {
  return database.rows(sql`
    ${found} where site_id = ${siteId} and right(phone, 4) = ${digits.slice(-4)}
      and right(phone, ${digits.length}::int) = ${digits} limit ${limit}`);
}

/** Members whose bound account ends with four digits or more. */
export function listByAccountTail(
  database: Queryable,
  siteId: number,
  { digits, limit }: { readonly digits: string; readonly limit: number },
): Promise<ListedMember[]> {
  return database.rows(sql`
    ${found} where site_id = ${siteId} and right(bank_account, 4) = ${digits.slice(-4)}
      and right(bank_account, ${digits.length}::int) = ${digits} limit ${limit}`);
}

export function listByPlayerId(database: Queryable, siteId: number, playerId: string): Promise<ListedMember[]> {
  return database.rows(sql`${found} where site_id = ${siteId} and player_id = ${playerId}`);
}

export type RelatedMember = { readonly memberId: bigint; readonly kinds: readonly ('device' | 'address')[] };

/** Members who signed in by the same browser or from the same address as this one. */
export function listBySharedSignals(
  database: Queryable,
  siteId: number,
  { memberId, limit }: { readonly memberId: bigint; readonly limit: number },
): Promise<RelatedMember[]> {
  return database.rows(sql`
    select other.member_id as "memberId", array_agg(distinct other.kind order by other.kind) as kinds
    from risk_signal as own
    join risk_signal as other on other.site_id = own.site_id and other.signal_hash = own.signal_hash and other.kind = own.kind
    where own.site_id = ${siteId} and own.member_id = ${memberId} and other.member_id <> ${memberId}
    group by other.member_id order by max(other.last_seen_at) desc limit ${limit}`);
}

/** Members of both levels below this one. */
export async function countFriends(
  database: Queryable,
  siteId: number,
  memberId: bigint,
): Promise<{ readonly friends: number; readonly second: number }> {
  return database.one(sql`
    select (select count(*)::int from member where site_id = ${siteId} and referrer_id = ${memberId}) as friends,
      (select count(*)::int from member as friend
        join member as second on second.site_id = friend.site_id and second.referrer_id = friend.member_id
        where friend.site_id = ${siteId} and friend.referrer_id = ${memberId}) as second`);
}

/** Members whose names hold all grams. */
export function listByGrams(
  database: Queryable,
  siteId: number,
  { grams, limit }: { readonly grams: readonly string[]; readonly limit: number },
): Promise<ListedMember[]> {
  return database.rows(sql`
    ${found} where site_id = ${siteId}
      and member_id = any(array(select search_members_by_name(${grams}::text[], ${limit}::int)))`);
}
