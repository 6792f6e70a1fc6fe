-- What the member's history reads of other modules' tables: plain columns in the order of the members' own indexes, so that
-- a page costs the same at a million rows as at ten. Later modules add their claims to the view of what came in.

create view history_deposit as
select site_id, member_id, deposit_id as movement_id, 'DEPOSIT'::text as type, state, amount_e4, bonus_id, review_reason, created_at
from deposit
where member_id is not null;

create view history_withdrawal as
select site_id, member_id, withdrawal_id as movement_id, 'WITHDRAW'::text as type, state, amount_e4, bank_code, account,
  failure_reason, closed_at, created_at
from withdrawal;
