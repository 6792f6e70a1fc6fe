-- A win that waited for a person was won in a game as well: who gives a bonus up does not keep it. Kinds of account: 1 game,
-- 9 winsHeld, 102 games (core/chart-of-accounts.ts).
create or replace view bonus_play as
select site_id, owner_id as member_id, transfer_id, case when from_kind = 1 then amount_e4 else -amount_e4 end as net_stake_e4
from ledger_transfer
where (from_kind = 1 and to_kind = 102) or (from_kind in (9, 102) and to_kind = 1);
