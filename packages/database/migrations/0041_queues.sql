-- The queues of the back office: who works on an item, which items were put off, the targets of a site, and the time in
-- which an approved withdrawal can be taken back.

-- A mark that an operator works on an item. It ends by itself: one that is not kept for two minutes is free.
create table queue_claim (
  site_id int not null references site (site_id),
  -- Queue and item, as in the contract: 'withdrawals:W00000001'.
  item text not null check (length(item) between 3 and 240),
  operator_id uuid not null references operator (operator_id),
  claimed_at timestamptz(3) not null default now(),
  kept_at timestamptz(3) not null default now(),
  primary key (site_id, item)
);

-- An item that was put off: listed last until the time.
create table queue_put_off (
  site_id int not null references site (site_id),
  item text not null check (length(item) between 3 and 240),
  operator_id uuid not null references operator (operator_id),
  until timestamptz(3) not null,
  reason text not null check (length(reason) between 3 and 500),
  primary key (site_id, item)
);

-- Minutes until an item of the queue is overdue; without a row those of the contract hold.
create table queue_target (
  site_id int not null references site (site_id),
  queue text not null check (length(queue) between 3 and 40),
  minutes int not null check (minutes between 1 and 10080),
  primary key (site_id, queue)
);

-- Seconds between the approval by an operator and the call of the bank.
alter table site add column payout_grace_seconds smallint not null default 10;
alter table site add constraint site_payout_grace check (payout_grace_seconds between 0 and 60) not valid;
alter table site validate constraint site_payout_grace;
