// SQL of the call log: wallet calls that were carried out, for the feed of a day and the details of a round.

import type { Store } from '@chaba/sandbox-kit/store';

export type CallOperation = 'bet' | 'win' | 'rollback' | 'adjust' | 'award' | 'tip' | 'endRound';

export type CallRow = {
  readonly operator: string;
  readonly ch: string;
  /** For endRound: `end:` and the round id. */
  readonly txId: string;
  readonly operation: CallOperation;
  readonly refTxId: string;
  readonly roundId: string;
  readonly playerId: string;
  readonly gameCode: string;
  readonly amountE4: bigint;
  /** 1: a free round, whose stake was not paid. */
  readonly isFree: bigint;
  readonly closesRound: bigint;
  /** JSON of a result: its validBet and positions, as sent; empty: none. */
  readonly result: string;
  /** 1: the wallet reported later that the call was cancelled. */
  readonly isCancelled: bigint;
  readonly atMs: bigint;
};

const TABLES = [
  `create table studio_call (
    operator text not null,
    ch text not null,
    tx_id text not null,
    operation text not null check (operation in ('bet', 'win', 'rollback', 'adjust', 'award', 'tip', 'endRound')),
    ref_tx_id text not null,
    round_id text not null,
    player_id text not null,
    game_code text not null,
    amount_e4 integer not null check (amount_e4 >= 0),
    is_free integer not null default 0 check (is_free in (0, 1)),
    closes_round integer not null default 0 check (closes_round in (0, 1)),
    is_cancelled integer not null default 0 check (is_cancelled in (0, 1)),
    at_ms integer not null,
    primary key (operator, tx_id)
  ) strict, without rowid;
  create index studio_call_feed on studio_call (operator, ch, at_ms, tx_id);
  create index studio_call_round on studio_call (operator, round_id);
  create temp table known_call as
    select operator, round_id as name, round_id, player_id, game_code, stake_e4, payout_e4, is_free, created_at_ms, closed_at_ms, state
      from studio_round
    union all
    select operator, ticket_id, '', player_id, game_code, stake_e4, coalesce(payout_e4, 0), 0, created_at_ms, closed_at_ms, state
      from studio_ticket;
  insert into studio_call (operator, ch, tx_id, operation, ref_tx_id, round_id, player_id, game_code, amount_e4, is_free,
      closes_round, at_ms)
    select operator, case game_code when 'baccarat' then 'phat-thong' when 'trading' then 'sen-chao'
        when 'card-garden' then 'pho-dam' else 'chaba-studio' end,
      name || '-' || operation, operation, case operation when 'win' then name || '-bet' else '' end, round_id, player_id,
      game_code, case operation when 'win' then payout_e4 else stake_e4 end, case operation when 'bet' then is_free else 0 end,
      0, case operation when 'win' then closed_at_ms else created_at_ms end
    from known_call, (select 'bet' as operation union all select 'win')
    where state = 'settled' or (operation = 'bet' and state in ('staked', 'paying'));
  drop table known_call;`,
  `alter table studio_call add column result text not null default '';`,
];

export function applyCalls(store: Store): void {
  store.apply('studio-calls', TABLES);
}

/** Inserts calls, each once regardless of repeated acceptance. */
export function recordCalls(store: Store, calls: readonly Omit<CallRow, 'isCancelled'>[]): void {
  store.transaction(() => {
    for (const call of calls) {
      store.execute(
        `insert into studio_call (operator, ch, tx_id, operation, ref_tx_id, round_id, player_id, game_code, amount_e4,
            is_free, closes_round, result, at_ms)
          values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
        call.operator,
        call.ch,
        call.txId,
        call.operation,
        call.refTxId,
        call.roundId,
        call.playerId,
        call.gameCode,
        call.amountE4,
        call.isFree,
        call.closesRound,
        call.result,
        call.atMs,
      );
    }
  });
}

/** Marks a call as cancelled by the operator. */
export function cancelCall(store: Store, operator: string, txId: string): void {
  store.execute('update studio_call set is_cancelled = 1 where operator = ? and tx_id = ?', operator, txId);
}

const SELECT = `select operator, ch, tx_id as txId, operation, ref_tx_id as refTxId, round_id as roundId, player_id as playerId,
    game_code as gameCode, amount_e4 as amountE4, is_free as isFree, closes_round as closesRound, result,
    is_cancelled as isCancelled, at_ms as atMs
  from studio_call`;

/** Lists calls of an operator at a provider in a time span, oldest first. */
export function listCalls(
  store: Store,
  span: { readonly operator: string; readonly ch: string; readonly fromMs: number; readonly toMs: number },
  after: { readonly atMs: bigint; readonly txId: string } | undefined,
  limit: number,
): CallRow[] {
  return store.rows<CallRow>(
    `${SELECT} where operator = ? and ch = ? and at_ms >= ? and at_ms < ? and (at_ms, tx_id) > (?, ?)
      order by at_ms, tx_id limit ?`,
    span.operator,
    span.ch,
    span.fromMs,
    span.toMs,
    after?.atMs ?? -1n,
    after?.txId ?? '',
    limit,
  );
}

export function findCallsOfRound(store: Store, operator: string, roundId: string): CallRow[] {
  return store.rows<CallRow>(`${SELECT} where operator = ? and round_id = ? order by at_ms, tx_id`, operator, roundId);
}
