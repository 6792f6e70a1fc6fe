// SQL of the position: one statement over one view. Contains no decisions.
//
// Elsewhere: the view (packages/database/migrations/0013_position.sql), the type and its sums (position.ts).

import { type Queryable, sql } from '@chaba/database';
import type { Money } from '@chaba/money';

export type RequirementSource = 'DEPOSIT' | 'BONUS' | 'CASHBACK' | 'AFFILIATE' | 'ITEMCODE' | 'WHEEL';

export type PositionRow = {
  readonly member_id: bigint;
  readonly is_locked: boolean;
  readonly is_excluded: boolean | null;
  readonly paused_until: Date | number | null;
  readonly game_e4: Money;
  readonly main_e4: Money;
  readonly cashback_e4: Money;
  readonly affiliate_e4: Money;
  readonly residual_e4: Money;
  readonly coins: bigint;
  readonly spins: bigint;
  readonly wins_held_e4: Money;
  readonly owed_e4: Money;
  readonly own_stake_e4: Money;
  readonly bonus_stake_e4: Money;
  readonly open_rounds: number;
  readonly old_lines: readonly number[];
  readonly free_spins: readonly {
    readonly provider: string;
    readonly gameCode: string;
    readonly count: number;
    readonly lineNo: number;
    readonly isOld: boolean;
  }[];
  readonly orphan_wins_e4: Money;
  readonly orphan_wins: number;
  readonly withdrawal_id: bigint | null;
  readonly leaving_e4: Money | null;
  readonly removed_e4: Money | null;
  readonly withdrawal_state: 'requested' | 'approved' | 'paying' | null;
  readonly requested_at: Date | null;
  readonly payout_state: 'waiting' | 'submitted' | 'accepted' | 'unclear' | 'stopped' | 'done' | null;
  readonly disputed_e4: Money;
  readonly disputes: number;
  readonly lines: readonly {
    readonly lineNo: number;
    readonly source: RequirementSource;
    readonly need: string;
    readonly now: string;
    readonly cap: string | null;
    readonly own: string;
    readonly bonus: string;
    readonly paid: string;
    readonly createdAt: string;
    readonly expiresAt: string | null;
  }[];
};

export function positions(database: Queryable, siteId: number, memberIds: readonly bigint[]): Promise<PositionRow[]> {
  return database.rows(sql`
    select * from member_position where site_id = ${siteId} and member_id = any(${memberIds}::bigint[])`);
}
