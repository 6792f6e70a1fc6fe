// SQL of the position: one statement over one view and the money in the main wallet. Contains no decisions.
//
// Elsewhere: the view (packages/database/migrations/0015_position.sql), the type and its sums (position.ts).

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

export type RequirementSource = 'DEPOSIT' | 'BONUS' | 'CASHBACK' | 'AFFILIATE' | 'ITEMCODE' | 'WHEEL';

export type PositionRow = {
  readonly member_id: bigint;
  readonly is_locked: boolean;
  readonly is_self_excluded: boolean | null;
  readonly play_break_until: Date | number | null;
  readonly game_e4: Money;
  readonly main_e4: Money;
  readonly cashback_e4: Money;
  readonly affiliate_e4: Money;
  readonly residual_e4: Money;
  readonly coins: bigint;
  readonly spins: bigint;
  readonly wins_held_e4: Money;
  readonly debt_e4: Money;
  readonly own_stake_e4: Money;
  readonly bonus_stake_e4: Money;
  readonly open_rounds: number;
  readonly old_requirements: readonly number[];
  /** Open stakes by round. */
  readonly open_stakes: readonly (readonly {
    readonly requirementNo: number;
    readonly amount: string;
    readonly isOld: boolean;
  }[])[];
  readonly free_spins: readonly {
    readonly provider: string;
    readonly gameCode: string;
    readonly count: number;
    readonly requirementNo: number;
    readonly isOld: boolean;
  }[];
  readonly orphan_wins_e4: Money;
  readonly orphan_wins: number;
  readonly withdrawal_id: bigint | null;
  readonly leaving_e4: Money | null;
  readonly removed_e4: Money | null;
  /** After the submission, the part above the cap that comes back if the payout does not leave. */
  readonly submitted_removal_e4: Money | null;
  readonly withdrawal_state: 'requested' | 'approved' | 'paying' | null;
  readonly requested_at: Date | null;
  readonly payout_state: 'queued' | 'submitted' | 'accepted' | 'unknown' | 'stopped' | 'done' | null;
  readonly disputed_e4: Money;
  readonly disputes: number;
  readonly requirements: readonly {
    readonly requirementNo: number;
    readonly source: RequirementSource;
    readonly required: string;
    readonly progress: string;
    readonly cap: string | null;
    readonly own: string;
    readonly bonus: string;
    readonly sent: string;
    readonly createdAt: string;
    readonly expiresAt: string | null;
  }[];
  /** Payouts that came back and were not released, with the newest requirement at their request. */
  readonly returned: readonly { readonly requirementNo: number; readonly amount: string }[] | null;
  readonly parked_deposits_e4: Money | null;
};

/** Payouts of an open dispute are in holds and not in the main wallet. */
export function positions(database: Queryable, siteId: number, memberIds: readonly bigint[]): Promise<PositionRow[]> {
  return database.rows(sql`
    select position.*, returned.payouts as returned, parked.amount_e4 as parked_deposits_e4,
      case when position.withdrawal_state = 'paying' then (
        select greatest(funds_e4 - corrected_e4 - own_e4, 0, (
          select max(funds_e4 - (other ->> 'undone')::bigint - (other ->> 'own')::bigint) from jsonb_array_elements(others) as other))
        from bonus_removal as removal
        where removal.site_id = ${siteId} and removal.member_id = position.member_id
          and removal.withdrawal_id = position.withdrawal_id) end as submitted_removal_e4
    from member_position as position
    left join (
      select withdrawal.member_id, jsonb_agg(jsonb_build_object('requirementNo', withdrawal.newest_requirement_no, 'amount', amount_e4::text)) as payouts
      from withdrawal
      left join payout_dispute as dispute on dispute.site_id = ${siteId} and dispute.withdrawal_id = withdrawal.withdrawal_id
        and dispute.state = 'open'
      where withdrawal.site_id = ${siteId} and withdrawal.member_id = any(${memberIds}::bigint[])
        and withdrawal.state in ('failed', 'returned') and released_at is null and dispute.withdrawal_id is null
      group by withdrawal.member_id
    ) as returned on returned.member_id = position.member_id
    left join (
      select member_id, sum(amount_e4)::bigint as amount_e4 from deposit
      where site_id = ${siteId} and member_id = any(${memberIds}::bigint[]) and state = 'parked' group by member_id
    ) as parked on parked.member_id = position.member_id
    where position.site_id = ${siteId} and position.member_id = any(${memberIds}::bigint[])`);
}

/** Records that returned payouts requested under these requirements left the main wallet. */
export async function markReleased(
  tx: Transaction,
  siteId: number,
  { memberId, fromRequirementNo }: { readonly memberId: bigint; readonly fromRequirementNo: number },
): Promise<void> {
  await tx.execute(sql`
    update withdrawal set released_at = now()
    where site_id = ${siteId} and member_id = ${memberId} and newest_requirement_no >= ${fromRequirementNo}
      and state in ('failed', 'returned') and released_at is null
      and withdrawal_id not in (
        select withdrawal_id from payout_dispute where site_id = ${siteId} and member_id = ${memberId} and state = 'open')`);
}
