-- Bank movements: one row for each real transfer on a receiving account, whoever reports it. A slip and a line of the bank's feed
-- are reports of a movement; a deposit is what a movement is for a member.

-- Which site owns a receiving account: the first one that entered it. Sites that share the account share its movements.
create table receiving_account_owner (
  kind text not null check (kind in ('bank', 'wallet')),
  -- Empty for a wallet.
  bank_code text not null,
  account text not null,
  site_id int not null,
  receiving_account_id bigint not null,
  primary key (kind, bank_code, account),
  foreign key (site_id, receiving_account_id) references receiving_account (site_id, receiving_account_id)
);
insert into receiving_account_owner (kind, bank_code, account, site_id, receiving_account_id)
select distinct on (kind, coalesce(bank_code, ''), account) kind, coalesce(bank_code, ''), account, site_id, receiving_account_id
from receiving_account
order by kind, coalesce(bank_code, ''), account, site_id, receiving_account_id;

-- A line of the feed is written once and never changed; the movement names its line.
alter table feed_line
  add column trans_ref text collate "C",
  -- The only member who fits the sender that the line shows.
  add column named_site_id int,
  add column named_member_id bigint,
  -- The line of another source that reports the same booking.
  add column twin_of bigint,
  add foreign key (site_id, twin_of) references feed_line (site_id, feed_line_id),
  add check ((named_site_id is null) = (named_member_id is null));
create unique index feed_line_twin on feed_line (site_id, twin_of) where twin_of is not null;
create index feed_line_meeting on feed_line (receiving_account_id, amount_e4, transferred_at);
create index feed_line_of_bank on feed_line (receiving_account_id, bank_line_id);

create table bank_movement (
  -- The site that owns the receiving account.
  site_id int not null,
  bank_movement_id bigint not null default nextval('movement_number'),
  receiving_account_id bigint not null,
  state text not null,
  step int not null,
  first_seen text not null check (first_seen in ('slip', 'feed')),
  -- Whole satang (rules §2).
  amount_e4 bigint not null check (amount_e4 > 0 and amount_e4 % 100 = 0),
  -- The time on the slip; without a slip the time of booking.
  transferred_at timestamptz(3) not null,
  -- What the slip reports. The reference may come from the line alone; then slip_at is null.
  slip_at timestamptz(3),
  -- References differ by case only at some banks, hence "C".
  sending_bank text collate "C",
  trans_ref text collate "C" check (trans_ref ~ '^[A-Za-z0-9]{1,64}$'),
  sender_bank text,
  -- The sender's account as far as it is known: digits, and x for what is hidden.
  sender_account text check (sender_account ~ '^[0-9x]{1,20}$'),
  sender_name text,
  -- The member whose bound account and name the slip shows.
  proven_site_id int,
  proven_member_id bigint,
  proven_name text,
  -- What the bank reports.
  feed_line_id bigint,
  -- The deposit that holds the movement now: claimed, or credited.
  held_site_id int,
  held_member_id bigint,
  held_deposit_id bigint,
  -- Its money is in the owning site's account "unmatched".
  is_unmatched boolean not null default false,
  -- A deposit was made of it before: the first one has the movement's own number.
  had_deposit boolean not null default false,
  -- What a person should know before deciding: a code, not a sentence.
  reason text,
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  primary key (site_id, bank_movement_id),
  unique (site_id, bank_movement_id, held_deposit_id),
  foreign key (site_id, receiving_account_id) references receiving_account (site_id, receiving_account_id),
  foreign key (site_id, feed_line_id) references feed_line (site_id, feed_line_id),
  check ((sending_bank is null) = (trans_ref is null)),
  check (slip_at is null or trans_ref is not null),
  check ((proven_site_id is null) = (proven_member_id is null) and (proven_site_id is null) = (proven_name is null)),
  check (proven_site_id is null or slip_at is not null),
  check ((held_site_id is null) = (held_member_id is null) and (held_site_id is null) = (held_deposit_id is null)),
  check (state not in ('claimed', 'credited') or held_deposit_id is not null),
  check (state not in ('seen', 'returned') or held_deposit_id is null),
  check (not is_unmatched or state in ('seen', 'claimed', 'disputed'))
);
-- Partial, or led by the account: as long as a table has no statistics, an index that begins like the primary key may be taken for it.
create unique index bank_movement_reference on bank_movement (site_id, sending_bank, trans_ref) where trans_ref is not null;
-- One line, one movement.
create unique index bank_movement_line on bank_movement (site_id, feed_line_id) where feed_line_id is not null;
create index bank_movement_meeting on bank_movement (receiving_account_id, amount_e4, transferred_at);
create index bank_movement_waiting on bank_movement (site_id, created_at) where state in ('seen', 'claimed', 'disputed');
comment on table bank_movement is 'One real transfer on a receiving account. Credited at most once at a time: it names one deposit, and its deposit names it.';

-- Every state that a movement was in, in order. A step follows one step of the same movement, by one of the allowed ways.
create table bank_movement_step (
  site_id int not null,
  bank_movement_id bigint not null,
  step int not null check (step > 0),
  state text not null check (state in ('seen', 'claimed', 'credited', 'returned', 'disputed')),
  previous_step int generated always as (nullif(step - 1, 0)) stored,
  previous_state text,
  held_site_id int,
  held_member_id bigint,
  held_deposit_id bigint,
  reason text,
  decided_by text not null,
  decided_at timestamptz(3) not null default now(),
  primary key (site_id, bank_movement_id, step),
  unique (site_id, bank_movement_id, step, state),
  foreign key (site_id, bank_movement_id) references bank_movement (site_id, bank_movement_id),
  foreign key (site_id, bank_movement_id, previous_step, previous_state)
    references bank_movement_step (site_id, bank_movement_id, step, state),
  check ((step = 1) = (previous_state is null)),
  check (step > 1 or state = 'seen'),
  check (case previous_state
    when 'seen' then state in ('claimed', 'credited', 'returned', 'disputed')
    when 'claimed' then state in ('credited', 'returned', 'disputed')
    when 'credited' then state = 'disputed'
    when 'returned' then state = 'disputed'
    when 'disputed' then state in ('credited', 'returned')
    else true end)
);
comment on table bank_movement_step is 'What became of a movement, one row a step; rows are only ever added.';

insert into bank_movement (site_id, bank_movement_id, receiving_account_id, state, step, first_seen, amount_e4, transferred_at, slip_at,
  sending_bank, trans_ref, sender_bank, sender_account, sender_name, proven_site_id, proven_member_id, proven_name, feed_line_id,
  held_site_id, held_member_id, held_deposit_id, is_unmatched, had_deposit, reason, created_at, changed_at)
select d.site_id, d.deposit_id, d.receiving_account_id,
  case d.state when 'unmatched' then 'seen' when 'review' then 'claimed' when 'returned' then 'returned' else 'credited' end,
  case when d.state = 'unmatched' then 1 else 2 end, d.first_seen, d.amount_e4, d.transferred_at,
  case when d.trans_ref is not null and (d.first_seen = 'slip' or sent.is_sent or proof.member_id is not null) then d.transferred_at end,
  d.sending_bank, d.trans_ref, d.sender_bank, d.sender_account, d.sender_name,
  case when proof.member_id is not null then d.site_id end, proof.member_id, proof.name, l.feed_line_id,
  case when d.state in ('review', 'credited', 'parked') then d.site_id end,
  case when d.state in ('review', 'credited', 'parked') then d.member_id end,
  case when d.state in ('review', 'credited', 'parked') then d.deposit_id end,
  d.state in ('unmatched', 'review'), d.member_id is not null, d.review_reason, d.created_at, d.changed_at
from deposit d
left join feed_line l on l.site_id = d.site_id and l.deposit_id = d.deposit_id
left join lateral (
  select true as is_sent from slip where slip.site_id = d.site_id and slip.deposit_id = d.deposit_id limit 1
) sent on true
left join lateral (
  select m.member_id, m.first_name || ' ' || m.last_name as name
  from slip join member m on m.site_id = slip.site_id and m.member_id = slip.member_id
  where slip.site_id = d.site_id and slip.deposit_id = d.deposit_id and slip.member_id = d.member_id and slip.state = 'credited'
    and d.trans_ref is not null
  limit 1
) proof on true;
insert into bank_movement_step (site_id, bank_movement_id, step, state, reason, decided_by, decided_at)
select site_id, bank_movement_id, 1, 'seen', case when step = 1 then reason end, 'system', created_at from bank_movement;
insert into bank_movement_step (site_id, bank_movement_id, step, state, previous_state, held_site_id, held_member_id, held_deposit_id,
  reason, decided_by, decided_at)
select m.site_id, m.bank_movement_id, 2, m.state, 'seen', m.held_site_id, m.held_member_id, m.held_deposit_id, m.reason, d.decided_by,
  m.changed_at
from bank_movement m
join deposit d on d.site_id = m.site_id and d.deposit_id = m.bank_movement_id
where m.step = 2;
alter table bank_movement add foreign key (site_id, bank_movement_id, step, state)
  references bank_movement_step (site_id, bank_movement_id, step, state);

-- A slip names the movement that it reports.
alter table slip add column movement_site_id int, add column bank_movement_id bigint;
update slip set movement_site_id = site_id, bank_movement_id = deposit_id where deposit_id is not null;
alter table slip
  drop column deposit_id,
  add check ((movement_site_id is null) = (bank_movement_id is null)),
  drop constraint slip_state_check,
  -- disputed: it proves a transfer that was credited to another member, or returned. A person decides.
  add constraint slip_state_check check (state in ('waiting', 'review', 'disputed', 'credited', 'refused'));
create index slip_of_movement on slip (site_id, movement_site_id, bank_movement_id) where bank_movement_id is not null;

alter table feed_line drop column deposit_id;

-- What a movement is for a member of a site. What was never a member's is no deposit.
drop index deposit_meeting;
drop index deposit_waiting;
alter table deposit add column movement_site_id int, add column bank_movement_id bigint, add column taken_back_at timestamptz(3);
delete from deposit where member_id is null;
update deposit set movement_site_id = site_id, bank_movement_id = deposit_id;
alter table deposit
  alter column movement_site_id set not null,
  alter column bank_movement_id set not null,
  alter column member_id set not null,
  drop column first_seen,
  drop column sending_bank,
  drop column trans_ref,
  drop column sender_bank,
  drop column sender_account,
  drop column sender_name,
  drop constraint deposit_state_check,
  add constraint deposit_state_check check (state in ('review', 'credited', 'parked', 'returned')),
  add check (taken_back_at is null or state = 'returned'),
  -- A credited deposit of a movement of its own site is the one that the movement names.
  add column credits_own_id bigint generated always as
    (case when state in ('credited', 'parked') and movement_site_id = site_id then deposit_id end) stored,
  add foreign key (site_id, bank_movement_id, credits_own_id)
    references bank_movement (site_id, bank_movement_id, held_deposit_id);
create unique index deposit_of_movement on deposit (site_id, movement_site_id, bank_movement_id)
  where state in ('review', 'credited', 'parked');
