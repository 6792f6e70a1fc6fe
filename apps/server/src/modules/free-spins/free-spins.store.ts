// SQL of waiting free spins and of their decisions. Rows in, rows out.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { RoundName } from '#core/transaction-names';

export type WaitingRound = RoundName & {
  readonly gameCode: string;
  readonly spins: number;
  readonly stake: Money;
  readonly openedAt: Date;
};

const waitingRound = sql`member_id as "memberId", provider, round_id as "roundId", game_code as "gameCode", free_spins as spins,
  stake_e4 as stake, opened_at as "openedAt"`;

/** Rounds with waiting free spins that are open for an hour, the oldest first. */
export function listWaiting(database: Queryable, siteId: number, limit: number): Promise<WaitingRound[]> {
  return database.rows(sql`
    select ${waitingRound} from game_round
    where site_id = ${siteId} and is_marked_open and free_spins > 0 and opened_at < now() - interval '1 hour'
    order by opened_at limit ${limit}`);
}

export function findWaiting(
  tx: Transaction,
  siteId: number,
  { provider, roundId }: { readonly provider: string; readonly roundId: string },
): Promise<WaitingRound[]> {
  return tx.rows(sql`
    select ${waitingRound} from open_round
    where site_id = ${siteId} and provider = ${provider} and round_id = ${roundId} and free_spins > 0`);
}

export type SpinDecision = {
  readonly decision: 'settled' | 'voided';
  readonly amount: Money;
  /** The reason that the member reads. */
  readonly notice: string;
};

/** False when the round was decided before. */
export async function insertDecision(
  tx: Transaction,
  siteId: number,
  { memberId, provider, roundId, spins }: WaitingRound,
  { decision, amount, notice }: SpinDecision,
): Promise<boolean> {
  const written = await tx.execute(sql`
    insert into free_spin_decision (site_id, member_id, provider, round_id, decision, spins, amount_e4, notice)
    values (${siteId}, ${memberId}, ${provider}, ${roundId}, ${decision}, ${spins}, ${amount}, ${notice})
    on conflict do nothing`);
  return written === 1;
}

/** Decisions whose round still has waiting spins: the process ended between the decision and its command. */
export function listUnapplied(
  database: Queryable,
  siteId: number,
  limit: number,
): Promise<(WaitingRound & SpinDecision)[]> {
  return database.rows(sql`
    select decided.member_id as "memberId", decided.provider, decided.round_id as "roundId", round.game_code as "gameCode",
      round.free_spins as spins, round.stake_e4 as stake, round.opened_at as "openedAt", decision, amount_e4 as amount, notice
    from free_spin_decision as decided join open_round as round using (site_id, member_id, provider, round_id)
    where site_id = ${siteId} and round.free_spins > 0 limit ${limit}`);
}
