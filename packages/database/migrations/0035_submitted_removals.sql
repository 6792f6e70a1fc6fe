-- What a withdraw cap removes is taken when its payout is submitted, and comes back when that payout does not leave
-- (apps/server/src/modules/withdrawals/caps.ts).
-- contracts: nothing; funds below zero are new values of a version that reads them, and old rows stay as they are.
alter table bonus_removal add column withdrawal_id bigint;
alter table bonus_removal add column returned_at timestamptz(3);
comment on column bonus_removal.withdrawal_id is
  'The payout at whose submission the money was removed. Null: its requirement ended with the removal.';
comment on column bonus_removal.returned_at is
  'When the removed money came back, because its payout did not leave. Later results do not change it.';
-- A member who owes has less than nothing: a result that is corrected upwards later repays the debt first.
alter table bonus_removal drop constraint bonus_removal_funds_e4_check;
comment on column bonus_removal.funds_e4 is 'Playable money before the removal, less debts.';
