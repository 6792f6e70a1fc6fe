-- What members are shown of a receiving account: from when, in which order, in turn with which others, and up to which
-- sums. Transfers to an account that is not shown are credited as before.
alter table receiving_account add column shown_from timestamptz(3);
comment on column receiving_account.shown_from is 'A reopened account is shown from then on. Null: since active_from.';
alter table receiving_account add column place smallint not null default 100;
alter table receiving_account add column rotation text;
comment on column receiving_account.rotation is 'Accounts of one group take turns: a member is shown one of them. Null: always shown.';
alter table receiving_account add column day_max_e4 bigint;
alter table receiving_account add column total_max_e4 bigint;
alter table receiving_account add column next_promptpay_id text;
alter table receiving_account add column next_promptpay_from timestamptz(3);
comment on column receiving_account.next_promptpay_id is 'Replaces promptpay_id from next_promptpay_from on.';
alter table receiving_account add constraint receiving_account_place check (place between 0 and 999) not valid;
alter table receiving_account validate constraint receiving_account_place;
alter table receiving_account add constraint receiving_account_rotation check (length(rotation) between 1 and 20) not valid;
alter table receiving_account validate constraint receiving_account_rotation;
alter table receiving_account add constraint receiving_account_ceilings check (day_max_e4 > 0 and total_max_e4 > 0) not valid;
alter table receiving_account validate constraint receiving_account_ceilings;
alter table receiving_account add constraint receiving_account_next_promptpay
  check (next_promptpay_id ~ '^(0[0-9]{9}|[0-9]{13}|[0-9]{15})$' and (next_promptpay_id is null or next_promptpay_from is not null)) not valid;
alter table receiving_account validate constraint receiving_account_next_promptpay;
