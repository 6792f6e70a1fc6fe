// SQL of bank movements, their steps and the lines of the bank's feed. No decisions.
//
// Always true: `siteId` is the site that owns the receiving account, unless a comment names another. A transaction that
// reads movements to change them holds the house lane of the owning site and the lanes of all members whose money may
// move (`lockSites`), so one transaction at a time changes the movements of a site. Feed lines are only inserted.
//
// Elsewhere: the receiving accounts (receiving-accounts.store.ts).

import type { MovementReason } from '@chaba/contract/back-office/queues';
import { type Queryable, sql, type Sql, type Transaction } from '@chaba/database';
import { lockLanes } from '@chaba/ledger';
import type { Money } from '@chaba/money';

import type { OwnedAccount } from '#modules/receiving-accounts';

import type { FeedLine, KnownLine } from './feed-matching.ts';
import { COMPARED_AROUND_MS, FAR_MAX_MS, type MovementState } from './movement-matching.ts';

/** A member of any site that shares the receiving account. */
export type MemberRef = { readonly siteId: number; readonly memberId: bigint };

/** The member with the claim or the credit, and the member's deposit. */
type Holder = MemberRef & { readonly depositId: bigint };

/** More movements of one amount on one account are not compared; those of the member precede the others. */
const COMPARED_MAX = 2_000;
const FAR_COMPARED_MAX = 200;
/** After every number. */
const LAST_ID = 9_223_372_036_854_775_807n;
const LISTED_MAX = 200;
const COMPARED_DEPOSITS_MAX = 50;

export type Movement = {
  readonly siteId: number;
  readonly movementId: bigint;
  readonly receivingAccountId: bigint;
  readonly state: MovementState;
  readonly step: number;
  readonly firstSeen: 'slip' | 'feed';
  readonly amount: Money;
  readonly transferredAt: Date;
  readonly slipAt: Date | null;
  readonly sendingBank: string | null;
  readonly transRef: string | null;
  readonly senderBank: string | null;
  readonly senderAccount: string | null;
  readonly senderName: string | null;
  /** The member whose bound account and name the slip shows. */
  readonly proven: (MemberRef & { readonly fullName: string }) | undefined;
  readonly holder: Holder | undefined;
  /** The money is in the owning site's account `unmatched`. */
  readonly isUnmatched: boolean;
  readonly hadDeposit: boolean;
  readonly reason: MovementReason | null;
  readonly createdAt: Date;
  readonly line: RecordedFeedLine | null;
};

export type RecordedFeedLine = {
  readonly feedLineId: bigint;
  readonly bookedAt: Date;
  readonly receivedAt: Date;
  /** The bank stated a time after the arrival. */
  readonly isDatedAhead: boolean;
  readonly senderBank: string | null;
  readonly senderTail: string | null;
  readonly senderName: string | null;
  readonly transRef: string | null;
  /** The only member that matches the line. */
  readonly named: MemberRef | undefined;
};

type LineSender = 'senderBank' | 'senderTail' | 'senderName' | 'transRef';
type LineColumns = { readonly [Name in LineSender as `line_${Name}`]: RecordedFeedLine[Name] } & {
  readonly feedLineId: bigint | null;
  readonly bookedAt: Date;
  readonly receivedAt: Date;
  readonly isDatedAhead: boolean;
  readonly namedSiteId: number | null;
  readonly namedMemberId: bigint | null;
};
type MemberColumns = {
  readonly provenSiteId: number | null;
  readonly provenMemberId: bigint | null;
  readonly provenName: string | null;
  readonly heldSiteId: number | null;
  readonly heldMemberId: bigint | null;
  readonly heldDepositId: bigint | null;
};
type MovementRow = Omit<Movement, 'line' | 'proven' | 'holder'> & MemberColumns & LineColumns;

const movementColumns = sql`
  m.site_id as "siteId", m.bank_movement_id as "movementId", m.receiving_account_id as "receivingAccountId", m.state, m.step,
  m.first_seen as "firstSeen", m.amount_e4 as amount, m.transferred_at as "transferredAt", m.slip_at as "slipAt",
  m.sending_bank as "sendingBank", m.trans_ref as "transRef", m.sender_bank as "senderBank", m.sender_account as "senderAccount",
  m.sender_name as "senderName", m.identified_site_id as "provenSiteId", m.identified_member_id as "provenMemberId",
  m.identified_name as "provenName", m.current_site_id as "heldSiteId", m.current_member_id as "heldMemberId",
  m.current_deposit_id as "heldDepositId", m.is_unmatched as "isUnmatched", m.had_deposit as "hadDeposit", m.reason,
  m.created_at as "createdAt",
  l.feed_line_id as "feedLineId", l.transferred_at as "bookedAt", l.created_at as "receivedAt",
  l.stated_at is not null as "isDatedAhead",
  l.sender_bank as "line_senderBank",
  l.sender_tail as "line_senderTail", l.sender_name as "line_senderName", l.trans_ref as "line_transRef",
  l.matched_site_id as "namedSiteId", l.matched_member_id as "namedMemberId"`;

const fromMovement = sql`
  from bank_movement m left join feed_line l on l.site_id = m.site_id and l.feed_line_id = m.feed_line_id`;

function toMovement(row: MovementRow): Movement {
  const { provenSiteId, provenMemberId, provenName, heldSiteId, heldMemberId, heldDepositId } = row;
  return {
    ...row,
    proven:
      provenSiteId === null || provenMemberId === null
        ? undefined
        : { siteId: provenSiteId, memberId: provenMemberId, fullName: provenName ?? '' },
    holder:
      heldSiteId === null || heldMemberId === null || heldDepositId === null
        ? undefined
        : { siteId: heldSiteId, memberId: heldMemberId, depositId: heldDepositId },
    line: toLine(row),
  };
}

function toLine({
  feedLineId,
  bookedAt,
  receivedAt,
  isDatedAhead,
  namedSiteId,
  namedMemberId,
  ...row
}: MovementRow): RecordedFeedLine | null {
  if (feedLineId === null) return null;
  return {
    feedLineId,
    bookedAt,
    receivedAt,
    isDatedAhead,
    senderBank: row.line_senderBank,
    senderTail: row.line_senderTail,
    senderName: row.line_senderName,
    transRef: row.line_transRef,
    named:
      namedSiteId === null || namedMemberId === null ? undefined : { siteId: namedSiteId, memberId: namedMemberId },
  };
}

/** Locks the house lane of each owning site and the lanes of these members, site by site in ascending order. */
export async function lockSites(
  tx: Transaction,
  owners: readonly number[],
  members: readonly (MemberRef | undefined)[],
): Promise<void> {
  const named = members.filter((member) => member !== undefined);
  const siteIds = new Set([...owners, ...named.map(({ siteId }) => siteId)]);
  for (const siteId of [...siteIds].toSorted((one, other) => one - other)) {
    const ids = named.filter((member) => member.siteId === siteId).map(({ memberId }) => memberId);
    await lockLanes(tx, siteId, owners.includes(siteId) ? [...ids, 0n] : ids);
  }
}

async function movementsWhere(database: Queryable, condition: Sql): Promise<Movement[]> {
  const rows = await database.rows<MovementRow>(sql`select ${movementColumns} ${fromMovement} where ${condition}`);
  return rows.map(toMovement);
}

/** Movements of the same account and amount are searched in any letter case; `isLineOnly`: those without a slip. */
export type AlikeReference = {
  readonly account: OwnedAccount;
  readonly amount: Money;
  readonly isLineOnly: boolean;
};

/**
 * A reference names one transfer of the whole country, so the movements of all sites are searched. The same letters
 * precede those in other case.
 */
export async function findByReference(
  database: Queryable,
  sendingBank: string,
  transRef: string,
  alike?: AlikeReference,
): Promise<Movement | undefined> {
  const [exact] = await movementsWhere(
    database,
    sql`m.site_id = any(array(select site_id from site)) and m.sending_bank = ${sendingBank} and m.trans_ref = ${transRef}
      order by m.bank_movement_id limit 1`,
  );
  if (exact || !alike) return exact;
  const [found] = await movementsWhere(
    database,
    sql`m.site_id = ${alike.account.siteId} and m.sending_bank = ${sendingBank} and lower(m.trans_ref) = lower(${transRef})
      and m.receiving_account_id = ${alike.account.receivingAccountId} and m.amount_e4 = ${alike.amount}
      and (m.slip_at is null or not ${alike.isLineOnly}::boolean)
      order by m.bank_movement_id limit 1`,
  );
  return found;
}

export type ReferencedMovement = {
  readonly movementId: bigint;
  readonly state: string;
  readonly amount: Money;
  readonly transRef: string;
  /** The deposit that holds it at this site. */
  readonly depositId: bigint | null;
  readonly memberId: bigint | null;
};

export function listByReference(
  database: Queryable,
  siteId: number,
  of: { readonly transRef: string; readonly banks: readonly string[] },
): Promise<ReferencedMovement[]> {
  return database.rows(sql`
    select bank_movement_id as "movementId", state, amount_e4 as amount, trans_ref as "transRef",
      case when current_site_id = site_id then current_deposit_id end as "depositId",
      case when current_site_id = site_id then current_member_id end as "memberId"
    from bank_movement
    where site_id = ${siteId} and trans_ref is not null and sending_bank = any(${of.banks}::text[])
      and lower(trans_ref) = lower(${of.transRef}) limit 8`);
}

/**
 * Movements of one account and amount near in time: those of the member first, then the nearest. Pairs whose line has
 * the reference of their slip are certain and excluded. Movements of the member with one report follow at any distance
 * that an operator decides about.
 */
export async function listComparableMovements(
  database: Queryable,
  account: OwnedAccount,
  of: {
    readonly amount: Money;
    readonly at: Date;
    readonly member: MemberRef | undefined;
  },
): Promise<Movement[]> {
  const { member } = of;
  const isOfMember = member
    ? sql`(m.current_site_id = ${member.siteId} and m.current_member_id = ${member.memberId}) is true
        or (m.identified_site_id = ${member.siteId} and m.identified_member_id = ${member.memberId}) is true`
    : sql`m.site_id < 0`;
  const near = await movementsWhere(
    database,
    sql`m.site_id = ${account.siteId} and m.receiving_account_id = ${account.receivingAccountId} and m.amount_e4 = ${of.amount}
      and m.transferred_at between ${new Date(of.at.getTime() - COMPARED_AROUND_MS)}
        and ${new Date(of.at.getTime() + COMPARED_AROUND_MS)}
      and (l.trans_ref is null or l.sender_bank is null)
      order by (${isOfMember}) desc, abs(extract(epoch from m.transferred_at - ${of.at})), m.bank_movement_id limit ${COMPARED_MAX}`,
  );
  if (!member) return near;
  const far = await movementsWhere(
    database,
    sql`m.site_id = ${account.siteId} and m.current_site_id = ${member.siteId} and m.current_member_id = ${member.memberId}
      and m.receiving_account_id = ${account.receivingAccountId} and m.amount_e4 = ${of.amount}
      and (m.slip_at is null or m.feed_line_id is null)
      and m.transferred_at between ${new Date(of.at.getTime() - FAR_MAX_MS)} and ${new Date(of.at.getTime() + FAR_MAX_MS)}
      order by abs(extract(epoch from m.transferred_at - ${of.at})), m.bank_movement_id limit ${FAR_COMPARED_MAX}`,
  );
  const ids = new Set(near.map(({ movementId }) => movementId));
  return [...near, ...far.filter(({ movementId }) => !ids.has(movementId))];
}

/** A movement by its own number or by the number of a deposit of it; only of accounts that this site uses. */
export async function findMovementAt(
  database: Queryable,
  siteId: number,
  numbered: bigint,
): Promise<Movement | undefined> {
  const found = await movementsWhere(
    database,
    sql`${await isOnAccountOf(database, siteId)} and m.bank_movement_id = any(array(
      select bank_movement_id from deposit where site_id = ${siteId} and deposit_id = ${numbered} union all select ${numbered}::bigint))
      order by m.bank_movement_id = ${numbered} desc limit 1`,
  );
  return found[0];
}

/** Rows of site and account: those that the site uses, whichever site owns them. */
async function loadAccountsOf(database: Queryable, siteId: number): Promise<Sql> {
  const accounts = await database.rows<OwnedAccount>(sql`
    select o.site_id as "siteId", o.receiving_account_id as "receivingAccountId" from receiving_account a
    join receiving_account_owner o on o.kind = a.kind and o.account = a.account and o.bank_code = coalesce(a.bank_code, '')
    where a.site_id = ${siteId}
    union select site_id, receiving_account_id from receiving_account where site_id = ${siteId}`);
  return sql`unnest(${accounts.map((account) => account.siteId)}::int[],
    ${accounts.map(({ receivingAccountId }) => receivingAccountId)}::bigint[])`;
}

/** The movement is on one of them. */
async function isOnAccountOf(database: Queryable, siteId: number): Promise<Sql> {
  return sql`(m.site_id, m.receiving_account_id) in (select * from ${await loadAccountsOf(database, siteId)})`;
}

/** Transfers on accounts of this site that wait for an operator, oldest first. */
export async function listWaitingMovements(database: Queryable, siteId: number, limit: number): Promise<Movement[]> {
  return movementsWhere(
    database,
    sql`m.state in ('seen', 'claimed', 'disputed') and ${await isOnAccountOf(database, siteId)}
      order by m.created_at, m.bank_movement_id limit ${limit}`,
  );
}

/** The same in these states. */
export async function listMovementsOf(
  database: Queryable,
  siteId: number,
  states: readonly MovementState[],
): Promise<Movement[]> {
  return movementsWhere(
    database,
    sql`m.state in ('seen', 'claimed', 'disputed') and m.state = any(${states}::text[])
      and ${await isOnAccountOf(database, siteId)} order by m.created_at, m.bank_movement_id limit ${LISTED_MAX}`,
  );
}

/** The newest movements before a number, in any state. */
export async function listRecentMovements(
  database: Queryable,
  siteId: number,
  { before, limit }: { readonly before: bigint | undefined; readonly limit: number },
): Promise<Movement[]> {
  // The newest of each account by its index, then the newest of these.
  return movementsWhere(
    database,
    sql`(m.site_id, m.bank_movement_id) in (
        select newest.site_id, newest.bank_movement_id
        from ${await loadAccountsOf(database, siteId)} as used (site_id, receiving_account_id)
        cross join lateral (
          select one.site_id, one.bank_movement_id from bank_movement as one
          where one.site_id = used.site_id and one.receiving_account_id = used.receiving_account_id
            and one.bank_movement_id < ${before ?? LAST_ID}::bigint
          order by one.bank_movement_id desc limit ${limit}
        ) as newest order by newest.bank_movement_id desc limit ${limit})
      order by m.bank_movement_id desc limit ${limit}`,
  );
}

/** Those of the members to whom a transfer of the same sender was credited before. */
export async function listEarlierPayers(
  database: Queryable,
  siteId: number,
  { movement, memberIds }: { readonly movement: Movement; readonly memberIds: readonly bigint[] },
): Promise<bigint[]> {
  const { senderBank, senderAccount, movementId } = movement;
  if (senderBank === null || senderAccount === null || memberIds.length === 0) return [];
  const rows = await database.rows<{ memberId: bigint }>(sql`
    select wanted.member_id as "memberId" from unnest(${memberIds}::bigint[]) as wanted (member_id)
    where exists (
      select from (select movement_site_id, bank_movement_id from deposit
        where site_id = ${siteId} and member_id = wanted.member_id and state in ('credited', 'parked')
        order by created_at desc limit ${COMPARED_DEPOSITS_MAX}) as paid
      join bank_movement as m on m.site_id = paid.movement_site_id and m.bank_movement_id = paid.bank_movement_id
      where m.sender_bank = ${senderBank} and m.sender_account = ${senderAccount} and m.bank_movement_id <> ${movementId})`);
  return rows.map(({ memberId }) => memberId);
}

/** Unclaimed money of the bank's feed, with the sender that the line shows. */
export type UnclaimedLine = {
  readonly movementId: bigint;
  readonly receivingAccountId: bigint;
  readonly senderBank: string;
  readonly senderTail: string;
  readonly senderName: string;
  readonly createdAt: Date;
};

/** A page of the unclaimed lines of the last thirty days, newest first, after a line of the page before. */
export function listUnclaimedLines(
  database: Queryable,
  siteId: number,
  { after, limit }: { readonly after: UnclaimedLine | undefined; readonly limit: number },
): Promise<UnclaimedLine[]> {
  const isAfter = after
    ? sql`(m.created_at, m.bank_movement_id) < (${after.createdAt}::timestamptz, ${after.movementId}::bigint)`
    : sql`true`;
  return database.rows(sql`
    select m.bank_movement_id as "movementId", m.receiving_account_id as "receivingAccountId",
      l.sender_bank as "senderBank", l.sender_tail as "senderTail", l.sender_name as "senderName",
      m.created_at as "createdAt"
    ${fromMovement}
    where m.site_id = ${siteId} and m.state = 'seen' and l.sender_bank is not null and l.sender_tail is not null
      and l.sender_name is not null and m.created_at > now() - interval '30 days' and ${isAfter}
    order by m.created_at desc, m.bank_movement_id desc limit ${limit}`);
}

export type SlipPart = {
  readonly slipAt: Date;
  readonly sendingBank: string;
  readonly transRef: string;
  readonly senderAccount: string | undefined;
  readonly senderName: string | undefined;
  readonly proven: Movement['proven'];
};

export type NewMovement = {
  readonly receivingAccountId: bigint;
  readonly firstSeen: 'slip' | 'feed';
  readonly amount: Money;
  readonly transferredAt: Date;
  readonly slip: SlipPart | undefined;
  /** The reference of a line that carries one. */
  readonly reference: { readonly sendingBank: string; readonly transRef: string } | undefined;
  readonly senderBank: string | undefined;
  readonly senderAccount: string | undefined;
  readonly senderName: string | undefined;
  readonly feedLineId: bigint | undefined;
  readonly reason: MovementReason | undefined;
};

/** Writes the movement as seen, with its first step. Its reference must be new. */
export async function insertMovement(tx: Transaction, siteId: number, row: NewMovement): Promise<Movement> {
  const { slip, reference } = row;
  const { movementId } = await tx.one<{ movementId: bigint }>(sql`
    with movement as (
      insert into bank_movement (site_id, receiving_account_id, state, step, first_seen, amount_e4, transferred_at, slip_at,
        sending_bank, trans_ref, sender_bank, sender_account, sender_name, identified_site_id, identified_member_id, identified_name,
        feed_line_id, reason)
      values (${siteId}, ${row.receivingAccountId}, 'seen', 1, ${row.firstSeen}, ${row.amount}, ${row.transferredAt},
        ${slip?.slipAt ?? null}, ${slip?.sendingBank ?? reference?.sendingBank ?? null},
        ${slip?.transRef ?? reference?.transRef ?? null}, ${row.senderBank ?? null}, ${row.senderAccount || null},
        ${row.senderName ?? null}, ${slip?.proven?.siteId ?? null}, ${slip?.proven?.memberId ?? null},
        ${slip?.proven?.fullName ?? null}, ${row.feedLineId ?? null}, ${row.reason ?? null})
      returning site_id, bank_movement_id, reason
    )
    insert into bank_movement_step (site_id, bank_movement_id, step, state, reason, decided_by)
    select site_id, bank_movement_id, 1, 'seen', reason, 'system' from movement
    returning bank_movement_id as "movementId"`);
  return loadMovement(tx, { siteId, movementId });
}

/** The movement after a change in this transaction. */
export async function loadMovement(
  tx: Queryable,
  { siteId, movementId }: Pick<Movement, 'siteId' | 'movementId'>,
): Promise<Movement> {
  const rows = await tx.one<MovementRow>(sql`
    select ${movementColumns} ${fromMovement} where m.site_id = ${siteId} and m.bank_movement_id = ${movementId}`);
  return toMovement(rows);
}

export type NextStep = {
  readonly state: MovementState;
  readonly holder: Holder | undefined;
  readonly isUnmatched: boolean;
  readonly reason: MovementReason | undefined;
  readonly decidedBy: string;
};

/** Writes the next step. False when another transaction wrote one after the movement was read. */
export async function advance(tx: Transaction, movement: Movement, next: NextStep): Promise<boolean> {
  const { siteId, movementId, step, state } = movement;
  const { holder: held } = next;
  const touched = await tx.execute(sql`
    with moved as (
      update bank_movement set state = ${next.state}, step = step + 1, current_site_id = ${held?.siteId ?? null},
        current_member_id = ${held?.memberId ?? null}, current_deposit_id = ${held?.depositId ?? null},
        had_deposit = had_deposit or ${held !== undefined}::boolean, is_unmatched = ${next.isUnmatched},
        reason = ${next.reason ?? null}, changed_at = now()
      where site_id = ${siteId} and bank_movement_id = ${movementId} and step = ${step} and state = ${state}
      returning *
    )
    insert into bank_movement_step (site_id, bank_movement_id, step, state, previous_state, current_site_id, current_member_id,
      current_deposit_id, reason, decided_by)
    select site_id, bank_movement_id, step, state, ${state}, current_site_id, current_member_id, current_deposit_id, reason,
      ${next.decidedBy} from moved`);
  return touched === 1;
}

export async function setUnmatched(tx: Transaction, { siteId, movementId }: Movement): Promise<void> {
  await tx.execute(sql`
    update bank_movement set is_unmatched = true where site_id = ${siteId} and bank_movement_id = ${movementId}`);
}

/** Replaces fields of the earlier line by the more exact ones of the slip. */
export async function setSlip(tx: Transaction, { siteId, movementId }: Movement, slip: SlipPart): Promise<void> {
  await tx.execute(sql`
    update bank_movement set slip_at = ${slip.slipAt}, transferred_at = ${slip.slipAt}, sending_bank = ${slip.sendingBank},
      trans_ref = ${slip.transRef}, sender_bank = coalesce(sender_bank, ${slip.sendingBank}),
      sender_account = coalesce(${slip.senderAccount || null}, sender_account),
      sender_name = coalesce(${slip.senderName ?? null}, sender_name), identified_site_id = ${slip.proven?.siteId ?? null},
      identified_member_id = ${slip.proven?.memberId ?? null}, identified_name = ${slip.proven?.fullName ?? null}
    where site_id = ${siteId} and bank_movement_id = ${movementId}`);
}

/** The slip moves to a movement of its own: the line stays. */
export async function clearSlip(tx: Transaction, { siteId, movementId, line }: Movement): Promise<void> {
  await tx.execute(sql`
    update bank_movement set slip_at = null, sending_bank = null, trans_ref = null, identified_site_id = null, identified_member_id = null,
      identified_name = null, transferred_at = coalesce(${line?.bookedAt ?? null}, transferred_at), sender_bank = ${line?.senderBank ?? null},
      sender_account = ${line?.senderTail ?? null}, sender_name = ${line?.senderName ?? null}
    where site_id = ${siteId} and bank_movement_id = ${movementId}`);
}

/** Sets the line of each movement, or none, in two statements: a line belongs to one movement at every moment. */
export async function setLines(
  tx: Transaction,
  siteId: number,
  lines: ReadonlyMap<bigint, bigint | undefined>,
): Promise<void> {
  const movementIds = [...lines.keys()];
  await tx.execute(sql`
    update bank_movement set feed_line_id = null
    where site_id = ${siteId} and bank_movement_id = any(${movementIds}::bigint[])`);
  await tx.execute(sql`
    update bank_movement m set feed_line_id = given.feed_line_id
    from unnest(${movementIds}::bigint[], ${[...lines.values()].map((id) => id ?? null)}::bigint[]) as given (movement_id, feed_line_id)
    where m.site_id = ${siteId} and m.bank_movement_id = given.movement_id`);
}

export async function findMovementOfLine(
  database: Queryable,
  siteId: number,
  feedLineId: bigint,
): Promise<Movement | undefined> {
  const [found] = await movementsWhere(database, sql`m.site_id = ${siteId} and m.feed_line_id = ${feedLineId}`);
  return found;
}

export type NewFeedLine = FeedLine & {
  readonly fingerprint: string;
  readonly receivingAccountId: bigint;
  readonly named: MemberRef | undefined;
  readonly twinOf: bigint | undefined;
};

export async function insertFeedLine(tx: Transaction, siteId: number, line: NewFeedLine): Promise<bigint> {
  const { feedLineId } = await tx.one<{ feedLineId: bigint }>(sql`
    insert into feed_line (site_id, fingerprint, bank_line_id, receiving_account_id, amount_e4, transferred_at, stated_at,
      sender_bank, sender_tail, sender_name, trans_ref, balance_after_e4, matched_site_id, matched_member_id, duplicate_of)
    values (${siteId}, ${line.fingerprint}, ${line.bankLineId}, ${line.receivingAccountId}, ${line.amount}, ${line.transferredAt},
      ${line.statedAt ?? null}, ${line.senderBank ?? null}, ${line.senderTail ?? null}, ${line.senderName ?? null}, ${line.transRef ?? null},
      ${line.balanceAfter ?? null}, ${line.named?.siteId ?? null}, ${line.named?.memberId ?? null}, ${line.twinOf ?? null})
    returning feed_line_id as "feedLineId"`);
  return feedLineId;
}

/** Records how far the date of a line is from its transfer; the first finding stays. */
export async function insertShift(tx: Transaction, siteId: number, feedLineId: bigint, ms: number): Promise<void> {
  await tx.execute(sql`
    insert into feed_shift (site_id, feed_line_id, receiving_account_id, shift_seconds)
    select site_id, feed_line_id, receiving_account_id, ${BigInt(Math.trunc(ms / 1_000))} from feed_line
    where site_id = ${siteId} and feed_line_id = ${feedLineId}
    on conflict (site_id, feed_line_id) do nothing`);
}

/** Lines that may be the same booking: of this id, or of this account, amount and time. */
export function listSimilarLines(
  database: Queryable,
  account: OwnedAccount,
  of: {
    readonly bankLineId: string | undefined;
    readonly fingerprint: string;
    readonly amount: Money;
    readonly from: Date;
    readonly to: Date;
  },
): Promise<KnownLine[]> {
  const columns = sql`
    l.feed_line_id as "feedLineId", bank_line_id as "bankLineId", amount_e4 as amount, transferred_at as "transferredAt",
    sender_bank as "senderBank", sender_tail as "senderTail", balance_after_e4 as "balanceAfter", trans_ref as "transRef",
    fingerprint = ${of.fingerprint} and ${of.bankLineId ?? null}::text is null as "isRepeated",
    (duplicate_of is not null or exists (select from feed_line t where t.site_id = l.site_id and t.duplicate_of = l.feed_line_id)) as "hasTwin"
    from feed_line l where l.site_id = ${account.siteId} and l.receiving_account_id = ${account.receivingAccountId}`;
  return database.rows(sql`
    select ${columns} and amount_e4 = ${of.amount} and transferred_at between ${of.from} and ${of.to}
    union
    select ${columns} and bank_line_id = ${of.bankLineId ?? null} and ${of.bankLineId ?? null}::text is not null
    union
    select ${columns} and fingerprint = ${of.fingerprint}
    order by 1`);
}
