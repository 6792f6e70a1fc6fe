-- Adjustments: a member's balance credited or debited by hand, by an approved request of two people.
--
-- Always true: a row needs the approval of its request and exists once for it; its transfer has the key
-- `adjust:R<request>`. Operators write rows, the product reads them.

create table adjustment (
  site_id int not null,
  request_id bigint not null,
  content_hash bytea not null,
  verdict text not null default 'approved' check (verdict = 'approved'),
  member_id bigint not null,
  direction text not null check (direction in ('credit', 'debit')),
  kind text not null check (kind in ('goodwill', 'correction', 'confiscation')),
  amount_e4 bigint not null check (amount_e4 > 0),
  -- What counts as a gift in cashback and commission: a credit; below zero what a correction downwards takes back of
  -- earlier credits.
  gift_e4 bigint not null,
  -- The playable part of a credit is required so often as turnover.
  turnover_times smallint not null default 0 check (turnover_times between 0 and 50),
  -- Where the proof is: a ticket, a chat, a report of a provider.
  evidence text not null check (length(evidence) between 3 and 200),
  -- The text that the member reads.
  notice text not null check (length(notice) between 3 and 120),
  created_at timestamptz(3) not null default now(),
  primary key (site_id, request_id),
  foreign key (site_id, request_id, content_hash, verdict)
    references approval_decision (site_id, request_id, content_hash, verdict),
  foreign key (site_id, member_id) references member (site_id, member_id),
  constraint adjustment_kind_of_direction check (case direction
    when 'credit' then kind <> 'confiscation' else kind <> 'goodwill' and turnover_times = 0 end),
  constraint adjustment_gift_of_direction check (case direction
    when 'credit' then gift_e4 = amount_e4
    else gift_e4 between -amount_e4 and 0 and (kind = 'correction' or gift_e4 = 0) end)
);
create index adjustment_of_member on adjustment (site_id, member_id, created_at desc, request_id desc);

-- The member's history, with the columns of history_deposit. The request stands in the place of the movement.
create view history_credit as
select site_id, member_id, request_id as movement_id, 'DEPOSIT'::text as type, 'credited'::text as state, amount_e4,
  'ADJUSTMENT'::text as bonus_id, notice as review_reason, created_at
from adjustment where direction = 'credit';

create view history_debit as
select site_id, member_id, request_id as movement_id, 'WITHDRAW'::text as type, 'credited'::text as state, amount_e4,
  'ADJUSTMENT'::text as bonus_id, notice as review_reason, created_at
from adjustment where direction = 'debit';

create view adjustment_gift as
select site_id, member_id, created_at as counted_at, gift_e4 from adjustment where gift_e4 <> 0;
