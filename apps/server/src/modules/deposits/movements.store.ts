// SQL of bank movements and the steps they took. Rows in, rows out; nothing is decided here.
//
// `siteId` is the site that owns the receiving account, unless a name says otherwise. Locks: the lanes of everybody whose money may
// move, the owning site's house lane among them; under that lane one transaction at a time reads the movements of a site.

import { type Queryable, sql, type Sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { MovementState } from './movement-matching.ts';
import type { OwnedAccount } from './receiving-accounts.store.ts';

/** A member of the site at which the movement is claimed or credited, and the deposit there. */
export type Held = { readonly siteId: number; readonly memberId: bigint; readonly depositId: bigint };

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
  readonly provenSiteId: number | null;
  readonly provenMemberId: bigint | null;
  readonly provenName: string | null;
  readonly heldSiteId: number | null;
  readonly heldMemberId: bigint | null;
  readonly heldDepositId: bigint | null;
  readonly isUnmatched: boolean;
  readonly hadDeposit: boolean;
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly line: Line | null;
};

export type Line = {
  readonly feedLineId: bigint;
  readonly bookedAt: Date;
  readonly senderBank: string | null;
  readonly senderTail: string | null;
  readonly senderName: string | null;
  readonly transRef: string | null;
  readonly namedSiteId: number | null;
  readonly namedMemberId: bigint | null;
};

type MovementRow = Omit<Movement, 'line'> &
  (
    | { readonly feedLineId: null }
    | (Omit<Line, LineSender> & { readonly [Name in LineSender as `line_${Name}`]: Line[Name] })
  );
type LineSender = 'senderBank' | 'senderTail' | 'senderName' | 'transRef';

const movementColumns = sql`
  m.site_id as "siteId", m.bank_movement_id as "movementId", m.receiving_account_id as "receivingAccountId", m.state, m.step,
  m.first_seen as "firstSeen", m.amount_e4 as amount, m.transferred_at as "transferredAt", m.slip_at as "slipAt",
  m.sending_bank as "sendingBank", m.trans_ref as "transRef", m.sender_bank as "senderBank", m.sender_account as "senderAccount",
  m.sender_name as "senderName", m.proven_site_id as "provenSiteId", m.proven_member_id as "provenMemberId",
  m.proven_name as "provenName", m.held_site_id as "heldSiteId", m.held_member_id as "heldMemberId",
  m.held_deposit_id as "heldDepositId", m.is_unmatched as "isUnmatched", m.had_deposit as "hadDeposit", m.reason,
  m.created_at as "createdAt",
  l.feed_line_id as "feedLineId", l.transferred_at as "bookedAt",
  l.sender_bank as "line_senderBank",
  l.sender_tail as "line_senderTail", l.sender_name as "line_senderName", l.trans_ref as "line_transRef",
  l.named_site_id as "namedSiteId", l.named_member_id as "namedMemberId"`;

const fromMovement = sql`
  from bank_movement m left join feed_line l on l.site_id = m.site_id and l.feed_line_id = m.feed_line_id`;

function toMovement(row: MovementRow): Movement {
  if (row.feedLineId === null) return { ...row, line: null };
  const { feedLineId, bookedAt, namedSiteId, namedMemberId } = row;
  const line: Line = {
    feedLineId,
    bookedAt,
    senderBank: row.line_senderBank,
    senderTail: row.line_senderTail,
    senderName: row.line_senderName,
    transRef: row.line_transRef,
    namedSiteId,
    namedMemberId,
  };
  return { ...row, line };
}

async function movementsWhere(database: Queryable, condition: Sql): Promise<Movement[]> {
  const rows = await database.rows<MovementRow>(sql`select ${movementColumns} ${fromMovement} where ${condition}`);
  return rows.map(toMovement);
}

/** A reference names one transfer of the whole country, so it is looked for at every site that owns an account. */
export async function findByReference(
  database: Queryable,
  sendingBank: string,
  transRef: string,
): Promise<Movement | undefined> {
  const found = await movementsWhere(
    database,
    sql`m.site_id = any(array(select site_id from site)) and m.sending_bank = ${sendingBank} and m.trans_ref = ${transRef}
      order by m.bank_movement_id limit 1`,
  );
  return found[0];
}

/**
 * Movements of one account and amount near in time: those of the member first, then the nearest. Those whose line has the reference of
 * their slip are certain, and left out.
 */
export function listComparableMovements(
  database: Queryable,
  account: OwnedAccount,
  of: {
    readonly amount: Money;
    readonly at: Date;
    readonly aroundMs: number;
    readonly member: { readonly siteId: number; readonly memberId: bigint } | undefined;
    readonly limit: number;
  },
): Promise<Movement[]> {
  const { member } = of;
  const isOfMember = member
    ? sql`(m.held_site_id = ${member.siteId} and m.held_member_id = ${member.memberId}) is true
        or (m.proven_site_id = ${member.siteId} and m.proven_member_id = ${member.memberId}) is true`
    : sql`m.site_id < 0`;
  return movementsWhere(
    database,
    sql`m.site_id = ${account.siteId} and m.receiving_account_id = ${account.receivingAccountId} and m.amount_e4 = ${of.amount}
      and m.transferred_at between ${new Date(of.at.getTime() - of.aroundMs)} and ${new Date(of.at.getTime() + of.aroundMs)}
      and (l.trans_ref is null or l.sender_bank is null)
      order by (${isOfMember}) desc, abs(extract(epoch from m.transferred_at - ${of.at})), m.bank_movement_id limit ${of.limit}`,
  );
}

/** A movement by its own number or by the number of a deposit of it; only of accounts that this site uses. */
export async function findMovementAt(
  database: Queryable,
  siteId: number,
  numbered: bigint,
): Promise<Movement | undefined> {
  const found = await movementsWhere(
    database,
    sql`(m.site_id, m.receiving_account_id) in (${accountsOf(siteId)}) and m.bank_movement_id = any(array(
      select bank_movement_id from deposit where site_id = ${siteId} and deposit_id = ${numbered} union all select ${numbered}::bigint))
      order by m.bank_movement_id = ${numbered} desc limit 1`,
  );
  return found[0];
}

/** The accounts that a site uses, as their owning sites have them. */
function accountsOf(siteId: number): Sql {
  return sql`
    select o.site_id, o.receiving_account_id from receiving_account a
    join receiving_account_owner o on o.kind = a.kind and o.account = a.account and o.bank_code = coalesce(a.bank_code, '')
    where a.site_id = ${siteId}
    union select site_id, receiving_account_id from receiving_account where site_id = ${siteId}`;
}

/** Transfers on accounts of this site that wait for an operator, oldest first. */
export function listWaitingMovements(database: Queryable, siteId: number, limit: number): Promise<Movement[]> {
  return movementsWhere(
    database,
    sql`m.state in ('seen', 'claimed', 'disputed') and (m.site_id, m.receiving_account_id) in (${accountsOf(siteId)})
      order by m.created_at, m.bank_movement_id limit ${limit}`,
  );
}

/** Money of the last thirty days that the feed told of and nobody fitted, where somebody with such an account signed up since; newest first. */
export function listUnclaimedMovements(database: Queryable, siteId: number, limit: number): Promise<Movement[]> {
  return movementsWhere(
    database,
    sql`m.site_id = ${siteId} and m.state = 'seen' and l.sender_bank is not null and l.sender_tail is not null
      and l.sender_name is not null and m.created_at > now() - interval '30 days'
      -- Looked for a moment before the line was written.
      and exists (select from member
        join receiving_account a on a.site_id = member.site_id
        join receiving_account_owner o on o.kind = a.kind and o.account = a.account and o.bank_code = coalesce(a.bank_code, '')
        where o.site_id = m.site_id and o.receiving_account_id = m.receiving_account_id and member.bank_code = l.sender_bank
          and right(bank_account, 4) = right(l.sender_tail, 4) and registered_at > m.created_at - interval '1 minute')
      order by m.created_at desc limit ${limit}`,
  );
}

export type SlipPart = {
  readonly slipAt: Date;
  readonly sendingBank: string;
  readonly transRef: string;
  readonly senderAccount: string | undefined;
  readonly senderName: string | undefined;
  readonly proven: { readonly siteId: number; readonly memberId: bigint; readonly fullName: string } | undefined;
};

export type NewMovement = {
  readonly receivingAccountId: bigint;
  readonly firstSeen: 'slip' | 'feed';
  readonly amount: Money;
  readonly transferredAt: Date;
  readonly slip: SlipPart | undefined;
  /** Of a line that carries it. */
  readonly reference: { readonly sendingBank: string; readonly transRef: string } | undefined;
  readonly senderBank: string | undefined;
  readonly senderAccount: string | undefined;
  readonly senderName: string | undefined;
  readonly feedLineId: bigint | undefined;
  readonly reason: string | undefined;
};

/** Writes the movement as seen, with its first step. Its reference must be new. */
export async function insertMovement(tx: Transaction, siteId: number, row: NewMovement): Promise<Movement> {
  const { slip, reference } = row;
  const { movementId } = await tx.one<{ movementId: bigint }>(sql`
    with movement as (
      insert into bank_movement (site_id, receiving_account_id, state, step, first_seen, amount_e4, transferred_at, slip_at,
        sending_bank, trans_ref, sender_bank, sender_account, sender_name, proven_site_id, proven_member_id, proven_name,
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
  readonly held: Held | undefined;
  readonly isUnmatched: boolean;
  readonly reason: string | undefined;
  readonly decidedBy: string;
};

/** Takes the next step. False when another transaction took one since the movement was read. */
export async function advance(tx: Transaction, movement: Movement, next: NextStep): Promise<boolean> {
  const { siteId, movementId, step, state } = movement;
  const { held } = next;
  const touched = await tx.execute(sql`
    with moved as (
      update bank_movement set state = ${next.state}, step = step + 1, held_site_id = ${held?.siteId ?? null},
        held_member_id = ${held?.memberId ?? null}, held_deposit_id = ${held?.depositId ?? null},
        had_deposit = had_deposit or ${held !== undefined}::boolean, is_unmatched = ${next.isUnmatched},
        reason = ${next.reason ?? null}, changed_at = now()
      where site_id = ${siteId} and bank_movement_id = ${movementId} and step = ${step} and state = ${state}
      returning *
    )
    insert into bank_movement_step (site_id, bank_movement_id, step, state, previous_state, held_site_id, held_member_id,
      held_deposit_id, reason, decided_by)
    select site_id, bank_movement_id, step, state, ${state}, held_site_id, held_member_id, held_deposit_id, reason,
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
      sender_name = coalesce(${slip.senderName ?? null}, sender_name), proven_site_id = ${slip.proven?.siteId ?? null},
      proven_member_id = ${slip.proven?.memberId ?? null}, proven_name = ${slip.proven?.fullName ?? null}
    where site_id = ${siteId} and bank_movement_id = ${movementId}`);
}

/** The slip goes to a movement of its own: here only the line is left. */
export async function clearSlip(tx: Transaction, { siteId, movementId, line }: Movement): Promise<void> {
  await tx.execute(sql`
    update bank_movement set slip_at = null, sending_bank = null, trans_ref = null, proven_site_id = null, proven_member_id = null,
      proven_name = null, transferred_at = coalesce(${line?.bookedAt ?? null}, transferred_at), sender_bank = ${line?.senderBank ?? null},
      sender_account = ${line?.senderTail ?? null}, sender_name = ${line?.senderName ?? null}
    where site_id = ${siteId} and bank_movement_id = ${movementId}`);
}

/** Gives each movement its line, or none. All at once: a line belongs to one movement at every moment. */
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
