-- Straightforward tables for the same task: one account per member, one house account, a journal with a unique key.
create table plain_account (account_id bigint primary key, balance bigint not null check (balance >= 0));
--
create table plain_house (house_id int primary key, balance bigint not null);
--
insert into plain_house values (1, 0);
--
create table plain_transfer (
  transfer_id bigint generated always as identity primary key,
  account_id bigint not null references plain_account,
  amount bigint not null,
  balance_after bigint,
  key text not null unique,
  created_at timestamptz not null default now()
);
--
-- The whole transfer as one function: one round trip, one transaction a call.
create function plain_move(the_account bigint, the_amount bigint, the_key text) returns bigint language plpgsql as $$
declare
  after_it bigint;
  the_transfer bigint;
begin
  insert into plain_transfer (account_id, amount, key) values (the_account, the_amount, the_key)
    on conflict (key) do nothing returning transfer_id into the_transfer;
  if the_transfer is null then
    select balance_after into after_it from plain_transfer where key = the_key;
    return after_it;
  end if;
  update plain_account set balance = balance + the_amount where account_id = the_account returning balance into after_it;
  update plain_transfer set balance_after = after_it where transfer_id = the_transfer;
  update plain_house set balance = balance - the_amount where house_id = 1;
  return after_it;
end $$;
--
create table plain_row (row_id int primary key, value bigint not null) with (fillfactor = 50);
--
insert into plain_row select place, 0 from generate_series(1, 10000) place;
--
grant all on plain_account, plain_house, plain_transfer, plain_row to chaba_app;
--
grant execute on function plain_move to chaba_app;
--
-- What one measure leaves behind is not cleared away while another is measured.
alter table plain_account set (autovacuum_enabled = false);
--
alter table plain_house set (autovacuum_enabled = false);
--
alter table plain_transfer set (autovacuum_enabled = false);
--
alter table plain_row set (autovacuum_enabled = false);
