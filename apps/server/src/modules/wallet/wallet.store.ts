// SQL of the wallet's hot path: every statement serves a whole batch. Rows in, values out; nothing is decided here.
//
// Always true: amounts of stored JSON are texts of THB/4 and are converted here, in both directions. Arrays are
// expanded in the select list: behind `from`, PostgreSQL copies each of them into a row store first.
//
// Elsewhere: the values (rounds.ts), the transaction (batcher.ts).

import { type Queryable, sql, type Transaction } from '@chaba/database';
import { type Money, money } from '@chaba/money';

import type { Bet, BetPosition, GrantingRound, HeldWin, Round, WalletTransaction } from './rounds.ts';
import {
  type RoundName,
  toRoundKey,
  toTransactionHash,
  toTransactionKey,
  type TransactionName,
} from '#core/transaction-names';

type DoneRow = {
  member_id: bigint;
  provider: string;
  tx_id: string;
  operation: WalletTransaction['operation'];
  ref_tx_id: string | null;
  round_id: string;
  game_code: string;
  amount_e4: Money;
  balance_before_e4: Money;
  balance_after_e4: Money;
  created_at: Date;
};

export async function findTransactions(
  tx: Queryable,
  siteId: number,
  names: readonly TransactionName[],
): Promise<Map<string, WalletTransaction>> {
  const rows = await tx.rows<DoneRow>(sql`
    select member_id, provider, tx_id, operation, ref_tx_id, round_id, game_code, amount_e4, balance_before_e4,
      balance_after_e4, created_at
    from wallet_transaction where site_id = ${siteId} and tx_hash = any(${names.map(toTransactionHash)}::uuid[])
  `);
  return new Map(
    rows.map((row) => [
      toTransactionKey(row.provider, row.member_id, row.tx_id),
      {
        memberId: row.member_id,
        provider: row.provider,
        txId: row.tx_id,
        operation: row.operation,
        refTxId: row.ref_tx_id ?? undefined,
        roundId: row.round_id,
        gameCode: row.game_code,
        amount: row.amount_e4,
        before: row.balance_before_e4,
        after: row.balance_after_e4,
        paidAt: row.created_at,
      },
    ]),
  );
}

type RoundRow = {
  member_id: bigint;
  provider: string;
  round_id: string;
  game_code: string;
  state: Round['state'];
  stake_e4: Money;
  payout_e4: Money;
  turnover_e4: Money;
  bets: StoredBet[];
  corrected_wins: Record<string, string>;
  newest_requirement_no: number;
  free_spins: number;
  was_settled: boolean;
};

const roundColumns = sql`member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4, bets, corrected_wins, newest_requirement_no, free_spins,
  settled_at is not null as was_settled`;

/**
 * The rounds of these names. The limit prevents a reversed join, which reads every round of the site for each batch.
 * The order prevents the index by time, which reads every round of the member; statistics of a small table do not show
 * that cost.
 */
export async function loadRounds(
  tx: Transaction,
  siteId: number,
  names: readonly RoundName[],
): Promise<Map<string, Round>> {
  const rows = await tx.rows<RoundRow>(sql`
    select round.* from (select unnest(${names.map((name) => name.memberId)}::bigint[]) as member_id,
      unnest(${names.map((name) => name.provider)}::text[]) as provider,
      unnest(${names.map((name) => name.roundId)}::text[]) as round_id) as wanted
    cross join lateral (
      select ${roundColumns}
      from game_round where site_id = ${siteId} and game_round.member_id = wanted.member_id
        and game_round.provider = wanted.provider and game_round.round_id between wanted.round_id and wanted.round_id
      order by game_round.round_id limit 1
    ) round
  `);
  return toRounds(rows);
}

const OPEN_AT_ONCE_MAX = 100;

/** Open rounds of these members in these games, the newest first. */
export async function loadOpenRounds(
  tx: Transaction,
  siteId: number,
  games: readonly { readonly memberId: bigint; readonly provider: string; readonly gameCode: string }[],
): Promise<Map<string, Round>> {
  const rows = await tx.rows<RoundRow>(sql`
    select round.* from (select distinct unnest(${games.map((game) => game.memberId)}::bigint[]) as member_id,
      unnest(${games.map((game) => game.provider)}::text[]) as provider,
      unnest(${games.map((game) => game.gameCode)}::text[]) as game_code) as wanted
    cross join lateral (
      select member_id, provider, round_id from open_round
      where open_round.site_id = ${siteId} and open_round.member_id = wanted.member_id
        and open_round.provider = wanted.provider and open_round.game_code = wanted.game_code
      order by opened_at desc limit ${OPEN_AT_ONCE_MAX}
    ) as named
    cross join lateral (
      select ${roundColumns} from game_round where site_id = ${siteId} and game_round.member_id = named.member_id
        and game_round.provider = named.provider and game_round.round_id = named.round_id
    ) as round
  `);
  return toRounds(rows);
}

const GRANTED_WITHIN_DAYS = 30;

/** For each free round the last paid round of its member in its game, by the key of the free round. */
export async function loadGrantingRounds(
  tx: Transaction,
  siteId: number,
  names: readonly (RoundName & { readonly gameCode: string })[],
): Promise<Map<string, GrantingRound>> {
  const rows = await tx.rows<{
    member_id: bigint;
    provider: string;
    round_id: string;
    newest_requirement_no: number;
    opened_at: Date;
  }>(sql`
    select wanted.member_id, wanted.provider, wanted.round_id, granting.newest_requirement_no, granting.opened_at
    from (select unnest(${names.map((name) => name.memberId)}::bigint[]) as member_id,
      unnest(${names.map((name) => name.provider)}::text[]) as provider,
      unnest(${names.map((name) => name.roundId)}::text[]) as round_id,
      unnest(${names.map((name) => name.gameCode)}::text[]) as game_code) as wanted
    cross join lateral (
      select newest_requirement_no, opened_at from game_round as round
      where round.site_id = ${siteId} and round.member_id = wanted.member_id and round.provider = wanted.provider
        and round.game_code = wanted.game_code and round.stake_e4 > 0 and round.state <> 'void'
        and round.opened_at > now() - make_interval(days => ${GRANTED_WITHIN_DAYS}::int)
      order by round.opened_at desc limit 1
    ) as granting
  `);
  return new Map(
    rows.map((row) => [
      toRoundKey(row.provider, row.member_id, row.round_id),
      { newestRequirementNo: row.newest_requirement_no, openedAt: row.opened_at },
    ]),
  );
}

function toRounds(rows: readonly RoundRow[]): Map<string, Round> {
  return new Map(
    rows.map((row) => [
      toRoundKey(row.provider, row.member_id, row.round_id),
      {
        memberId: row.member_id,
        provider: row.provider,
        roundId: row.round_id,
        gameCode: row.game_code,
        newestRequirementNo: row.newest_requirement_no,
        freeSpins: row.free_spins,
        state: row.state,
        stake: row.stake_e4,
        payout: row.payout_e4,
        turnover: row.turnover_e4,
        bets: row.bets.map(toBet),
        correctedWins: toCorrectedWins(row.corrected_wins),
        wasSettled: row.was_settled,
      },
    ]),
  );
}

/**
 * Writes transactions and rounds, new and known. Settling changes no column of an index (decision 0041). A round
 * written long after it was opened, and one that is opened again, may be older than the last scan for open rounds: both
 * are marked here.
 */
export async function writeTransactions(
  tx: Transaction,
  siteId: number,
  done: readonly WalletTransaction[],
  changed: readonly Round[],
): Promise<void> {
  await tx.execute(sql`
    with done as (
      insert into wallet_transaction (site_id, member_id, amount_e4, balance_before_e4, balance_after_e4, tx_hash, operation,
        provider, tx_id, ref_tx_id, round_id, game_code)
      select ${siteId}, unnest(${done.map((each) => each.memberId)}::bigint[]),
        unnest(${done.map((each) => each.amount)}::bigint[]), unnest(${done.map((each) => each.before)}::bigint[]),
        unnest(${done.map((each) => each.after)}::bigint[]), unnest(${done.map(toTransactionHash)}::uuid[]),
        unnest(${done.map((each) => each.operation)}::text[]), unnest(${done.map((each) => each.provider)}::text[]),
        unnest(${done.map((each) => each.txId)}::text[]), unnest(${done.map((each) => each.refTxId ?? null)}::text[]),
        unnest(${done.map((each) => each.roundId)}::text[]), unnest(${done.map((each) => each.gameCode)}::text[])
    )
    insert into game_round as round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4,
      turnover_e4, bets, corrected_wins, newest_requirement_no, free_spins, settled_at, is_marked_open)
    select ${siteId}, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4, bets, corrected_wins, newest_requirement_no,
      free_spins, case when is_settled then transaction_timestamp() end,
      state = 'open' and pg_catalog.clock_timestamp() - transaction_timestamp() > interval '10 seconds'
    from (
      select unnest(${changed.map((round) => round.memberId)}::bigint[]) as member_id,
        unnest(${changed.map((round) => round.provider)}::text[]) as provider,
        unnest(${changed.map((round) => round.roundId)}::text[]) as round_id,
        unnest(${changed.map((round) => round.gameCode)}::text[]) as game_code,
        unnest(${changed.map((round) => round.state)}::text[]) as state,
        unnest(${changed.map((round) => round.stake)}::bigint[]) as stake_e4,
        unnest(${changed.map((round) => round.payout)}::bigint[]) as payout_e4,
        unnest(${changed.map((round) => round.turnover)}::bigint[]) as turnover_e4,
        unnest(${changed.map((round) => JSON.stringify(round.bets.map(toStoredBet)))}::jsonb[]) as bets,
        unnest(${changed.map((round) => JSON.stringify(toStoredWins(round.correctedWins)))}::jsonb[]) as corrected_wins,
        unnest(${changed.map((round) => round.newestRequirementNo)}::int[]) as newest_requirement_no,
        unnest(${changed.map((round) => round.freeSpins)}::int[]) as free_spins,
        unnest(${changed.map(isSettled)}::boolean[]) as is_settled
    ) as now
    on conflict (site_id, member_id, provider, round_id) do update set state = excluded.state,
      stake_e4 = excluded.stake_e4, payout_e4 = excluded.payout_e4, turnover_e4 = excluded.turnover_e4,
      bets = excluded.bets, corrected_wins = excluded.corrected_wins, free_spins = excluded.free_spins,
      settled_at = case when excluded.settled_at is null then null
        when (round.stake_e4, round.payout_e4, round.turnover_e4)
          = (excluded.stake_e4, excluded.payout_e4, excluded.turnover_e4) then coalesce(round.settled_at, excluded.settled_at)
        else excluded.settled_at end,
      is_marked_open = excluded.state = 'open' and (round.is_marked_open or round.state <> 'open' or excluded.is_marked_open)
  `);
}

/**
 * Records the former figures of settled rounds before they change: modules that counted them subtract these and count
 * the new ones. Usual bets and wins do not meet a settled round.
 */
export async function recordCorrections(tx: Transaction, siteId: number, changed: readonly Round[]): Promise<void> {
  const corrected = changed.filter((round) => round.wasSettled);
  if (corrected.length === 0) return;
  await tx.execute(sql`
    insert into round_correction (site_id, member_id, provider, round_id, settled_at, stake_e4, payout_e4, turnover_e4)
    select site_id, member_id, provider, round_id, settled_at, round.stake_e4, round.payout_e4, round.turnover_e4
    from unnest(${corrected.map((round) => round.memberId)}::bigint[], ${corrected.map((round) => round.provider)}::text[],
      ${corrected.map((round) => round.roundId)}::text[], ${corrected.map((round) => round.stake)}::bigint[],
      ${corrected.map((round) => round.payout)}::bigint[], ${corrected.map((round) => round.turnover)}::bigint[],
      ${corrected.map(isSettled)}::boolean[]) as now (member_id, provider, round_id, stake_e4, payout_e4, turnover_e4, is_settled)
    join game_round as round using (member_id, provider, round_id)
    where site_id = ${siteId} and settled_at is not null and (not is_settled
      or (round.stake_e4, round.payout_e4, round.turnover_e4) <> (now.stake_e4, now.payout_e4, now.turnover_e4))
  `);
}

// ── bets in JSON: amounts are texts of THB/4 ─────────────────────────────────────────────────────────────────────────

type StoredPosition = { readonly type: string; readonly stake: string; readonly pushed?: string | undefined };
type StoredBet = Omit<Bet, 'stake' | 'validBet' | 'counted' | 'hedged' | 'positions'> & {
  readonly stake: string;
  readonly validBet?: string | undefined;
  readonly counted?: string | undefined;
  readonly hedged?: string | undefined;
  readonly positions?: readonly StoredPosition[] | undefined;
};

const toAmount = (text: string): Money => money(BigInt(text));

function toBet({ stake, validBet, counted, hedged, positions, ...bet }: StoredBet): Bet {
  return {
    ...bet,
    stake: toAmount(stake),
    ...(validBet === undefined ? {} : { validBet: toAmount(validBet) }),
    ...(counted === undefined ? {} : { counted: toAmount(counted) }),
    ...(hedged === undefined ? {} : { hedged: toAmount(hedged) }),
    ...(positions === undefined ? {} : { positions: positions.map(toPosition) }),
  };
}

const toPosition = ({ type, stake, pushed }: StoredPosition): BetPosition =>
  pushed === undefined ? { type, stake: toAmount(stake) } : { type, stake: toAmount(stake), pushed: toAmount(pushed) };

/** JSON leaves undefined fields out. */
function toStoredBet({ stake, validBet, counted, hedged, positions, ...bet }: Bet): StoredBet {
  return {
    ...bet,
    stake: stake.toString(),
    validBet: validBet?.toString(),
    counted: counted?.toString(),
    hedged: hedged?.toString(),
    positions: positions?.map(({ type, stake: staked, pushed }) => ({
      type,
      stake: staked.toString(),
      pushed: pushed?.toString(),
    })),
  };
}

const toCorrectedWins = (stored: Readonly<Record<string, string>>): Round['correctedWins'] =>
  Object.fromEntries(Object.entries(stored).map(([txId, paid]) => [txId, paid === 'void' ? paid : toAmount(paid)]));
const toStoredWins = (wins: Round['correctedWins']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(wins).map(([txId, paid]) => [txId, paid.toString()]));

const isSettled = (round: Round): boolean => round.freeSpins === 0 && round.bets.every((bet) => bet.state !== 'open');

// ── held wins, orphan wins and unapplied rollbacks ───────────────────────────────────────────────────────────────────

/** The held part of these wins: at most one of each. */
export async function loadHeldWins(
  tx: Transaction,
  siteId: number,
  names: readonly TransactionName[],
): Promise<Map<string, HeldWin>> {
  const rows = await tx.rows<HeldWin>(sql`
    select member_id as "memberId", provider, tx_id as "txId", win_tx_id as "winTxId", round_id as "roundId",
      game_code as "gameCode", amount_e4 as amount, is_prize as "isPrize", state
    from held_win join unnest(${names.map((name) => name.memberId)}::bigint[],
      ${names.map((name) => name.provider)}::text[], ${names.map((name) => name.txId)}::text[])
      as wanted (member_id, provider, win_tx_id) using (member_id, provider, win_tx_id)
    where site_id = ${siteId} and state = 'held'
  `);
  return new Map(rows.map((row) => [toTransactionKey(row.provider, row.memberId, row.winTxId), row]));
}

export async function writeHeldWins(tx: Transaction, siteId: number, wins: readonly HeldWin[]): Promise<void> {
  if (wins.length === 0) return;
  await tx.execute(sql`
    insert into held_win (site_id, member_id, provider, tx_id, win_tx_id, round_id, game_code, amount_e4, is_prize, state,
      decided_at)
    select ${siteId}, member_id, provider, tx_id, win_tx_id, round_id, game_code, amount_e4, is_prize, state,
      case when state <> 'held' then transaction_timestamp() end
    from unnest(${wins.map((win) => win.memberId)}::bigint[], ${wins.map((win) => win.provider)}::text[],
      ${wins.map((win) => win.txId)}::text[], ${wins.map((win) => win.winTxId)}::text[],
      ${wins.map((win) => win.roundId)}::text[],
      ${wins.map((win) => win.gameCode)}::text[], ${wins.map((win) => win.amount)}::bigint[],
      ${wins.map((win) => win.isPrize)}::boolean[], ${wins.map((win) => win.state)}::text[])
      as now (member_id, provider, tx_id, win_tx_id, round_id, game_code, amount_e4, is_prize, state)
    on conflict (site_id, member_id, provider, tx_id) do update set amount_e4 = excluded.amount_e4,
      state = excluded.state, decided_at = excluded.decided_at
  `);
}

/** Records an orphan win, or its repeat, and returns the first content. An expired win stays expired. */
export function recordOrphanWin(
  database: Queryable,
  siteId: number,
  win: TransactionName & { readonly roundId: string; readonly amount: Money; readonly command: string },
): Promise<{ readonly attempts: number; readonly roundId: string; readonly command: unknown }> {
  return database.one(sql`
    insert into orphan_win as stored (site_id, member_id, provider, tx_id, round_id, amount_e4, command)
    values (${siteId}, ${win.memberId}, ${win.provider}, ${win.txId}, ${win.roundId}, ${win.amount}, ${win.command}::jsonb)
    on conflict (site_id, member_id, provider, tx_id) do update set attempts = least(stored.attempts + 1, 1000000)
    returning attempts, round_id as "roundId", command
  `);
}

/** Whether one of these bets was cancelled before it arrived. */
export async function isCancelled(
  database: Queryable,
  siteId: number,
  { provider, memberId }: Omit<TransactionName, 'txId'>,
  txIds: readonly string[],
): Promise<boolean> {
  const row = await database.one<{ isCancelled: boolean }>(sql`
    select exists (select from wallet_transaction where site_id = ${siteId} and operation = 'tombstone'
      and tx_hash = any(${txIds.map((txId) => toTransactionHash({ provider, memberId, txId }))}::uuid[])) as "isCancelled"
  `);
  return row.isCancelled;
}

/** False when this rollback was recorded before. */
export async function insertUnappliedRollback(
  database: Queryable,
  siteId: number,
  rollback: TransactionName & { readonly refTxId: string; readonly roundId: string },
): Promise<boolean> {
  const written = await database.execute(sql`
    insert into unapplied_rollback (site_id, member_id, provider, tx_id, ref_tx_id, round_id)
    values (${siteId}, ${rollback.memberId}, ${rollback.provider}, ${rollback.txId}, ${rollback.refTxId}, ${rollback.roundId})
    on conflict do nothing
  `);
  return written === 1;
}
