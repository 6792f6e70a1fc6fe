// SQL of the factories: rows as the product writes them, without a password hash per member.

import { type Database, type Queryable, sql, type Sql } from '@chaba/database';

export type MemberRow = {
  readonly phone: string;
  readonly passwordHash: string;
  readonly playerId: string;
  readonly bankCode: string;
  readonly bankAccount: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isNameVerified: boolean;
  readonly acceptsBonus: boolean;
  readonly affiliateKey: string;
  readonly walletId: string | null;
  readonly referrerId: bigint | null;
};

export async function insertMember(database: Database, siteId: number, member: MemberRow): Promise<bigint> {
  const row = await database.one<{ member_id: bigint }>(sql`
    insert into member (
      site_id, phone, password_hash, player_id, bank_code, bank_account, first_name, last_name, is_name_verified, accepts_bonus,
      affiliate_key, wallet_id, referrer_id
    )
    values (
      ${siteId}, ${member.phone}, ${member.passwordHash}, ${member.playerId}, ${member.bankCode}, ${member.bankAccount},
      ${member.firstName}, ${member.lastName}, ${member.isNameVerified}, ${member.acceptsBonus}, ${member.affiliateKey}, ${member.walletId},
      ${member.referrerId}
    )
    returning member_id
  `);
  return row.member_id;
}

export async function insertSession(
  database: Database,
  siteId: number,
  memberId: bigint,
  tokenHash: Buffer,
): Promise<void> {
  await database.execute(sql`
    insert into member_session (site_id, token_hash, member_id, expires_at)
    values (${siteId}, ${tokenHash}, ${memberId}, now() + interval '24 hours')
  `);
}

/**
 * Inserts deposits as years of use leave them, each with its movement. `rows` selects state ('review' or 'credited'),
 * amount_e4 and created_at of each.
 */
export async function insertDeposits(
  database: Queryable,
  of: { readonly siteId: number; readonly memberId: bigint; readonly receivingAccountId: bigint },
  rows: Sql,
): Promise<void> {
  const { siteId, memberId, receivingAccountId } = of;
  await database.execute(sql`
    with given as materialized (
      select nextval('movement_number') as id, state, amount_e4, created_at,
        case state when 'review' then 'claimed' else 'credited' end as moved
      from (${rows}) as deposits
    ), movement as (
      insert into bank_movement (site_id, bank_movement_id, receiving_account_id, state, step, first_seen, amount_e4, transferred_at,
        current_site_id, current_member_id, current_deposit_id, had_deposit, created_at)
      select ${siteId}::int, id, ${receivingAccountId}::bigint, moved, 2, 'feed', amount_e4, now(), ${siteId}, ${memberId}::bigint, id, true,
        created_at from given
    ), seen as (
      insert into bank_movement_step (site_id, bank_movement_id, step, state, decided_by)
      select ${siteId}, id, 1, 'seen', 'system' from given
    ), decided as (
      insert into bank_movement_step (site_id, bank_movement_id, step, state, previous_state, decided_by)
      select ${siteId}, id, 2, moved, 'seen', 'system' from given
    )
    insert into deposit (site_id, deposit_id, member_id, receiving_account_id, movement_site_id, bank_movement_id, state, amount_e4,
      transferred_at, credited_at, created_at)
    select ${siteId}, id, ${memberId}, ${receivingAccountId}, ${siteId}, id, state, amount_e4, now(),
      case when state = 'credited' then now() end, created_at
    from given`);
}
