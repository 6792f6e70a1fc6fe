-- What a bonus binds: the member's own money beside it is kept in its turnover line instead of being read out of the journal, and a bonus
-- that an exclusion ends says so.

-- The deposit that a bonus came with: under its cap and its turnover, and kept less net losses when the bonus is given up.
alter table turnover_line add column deposit_e4 bigint not null default 0 check (deposit_e4 >= 0);
update turnover_line as line set deposit_e4 = bonus_grant.deposit_e4
from bonus_grant
where bonus_grant.site_id = line.site_id and bonus_grant.member_id = line.member_id and bonus_grant.line_no = line.line_no;

-- Own money of the lines that are open now: what the game wallet would hold had nothing been played since, less deposit and bonus. Kinds
-- of account: 1 game, 9 winsHeld, 102 games (core/chart-of-accounts.ts).
update turnover_line as line set own_e4 = greatest(0, coalesce((select balance_e4 from ledger_balance as balance
    where balance.site_id = line.site_id and balance.owner_id = line.member_id and balance.kind = 1), 0)
  + coalesce((select sum(case when from_kind = 1 then amount_e4 else -amount_e4 end) from ledger_transfer as played
    where played.site_id = line.site_id and played.owner_id = line.member_id and played.created_at > line.created_at
      and ((from_kind = 1 and to_kind = 102) or (from_kind in (9, 102) and to_kind = 1))), 0)
  - line.deposit_e4 - line.bonus_e4)
where line.closed_at is null and (line.source in ('BONUS', 'ITEMCODE') or line.withdraw_cap_e4 is not null);

alter table bonus_event drop constraint bonus_event_reason_check,
  add constraint bonus_event_reason_check check (reason in (
    'granted', 'turnover_met', 'turnover_taken_back', 'withdrawn', 'balance_gone', 'time_over', 'by_member', 'by_operator',
    'by_exclusion', 'expires_in_72h', 'expires_in_24h'));

drop view bonus_play;
drop view bonus_open_round;
