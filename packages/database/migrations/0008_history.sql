-- What the member's history reads of other modules' tables: plain columns in the order of the members' own indexes, so that
-- a page costs the same at a million rows as at ten. Later modules add their claims to the view of what came in.

-- Few rows are in these states among very many: a member who asks for them gets them without reading the others.
create index deposit_pending on deposit (site_id, member_id, created_at desc, deposit_id desc) where state = 'review';
create index deposit_failed on deposit (site_id, member_id, created_at desc, deposit_id desc) where state = 'returned';
create index withdrawal_pending on withdrawal (site_id, member_id, created_at desc, withdrawal_id desc)
  where state in ('requested', 'approved', 'paying');
create index withdrawal_failed on withdrawal (site_id, member_id, created_at desc, withdrawal_id desc)
  where state in ('rejected', 'failed');

create view history_deposit as
select site_id, member_id, deposit_id as movement_id, 'DEPOSIT'::text as type, state, amount_e4, bonus_id, review_reason, created_at
from deposit
where member_id is not null;

create view history_withdrawal as
select site_id, member_id, withdrawal_id as movement_id, 'WITHDRAW'::text as type, state, amount_e4, bank_code, account,
  failure_reason, closed_at, created_at
from withdrawal;
