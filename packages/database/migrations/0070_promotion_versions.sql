-- Versions of promotions, their budgets, and the drafts of operators.

-- The terms as they were published. Rows are added and never changed; the highest version is in force, and grants keep
-- the terms of their time.
create table promotion_version (
  site_id int not null,
  promotion_id text not null,
  version int not null check (version > 0),
  -- The columns of promotion by name.
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  budget_e4 bigint check (budget_e4 > 0),
  -- The request by which two people published it; null: before the back office, or by the host.
  request_id bigint,
  published_at timestamptz(3) not null default now(),
  primary key (site_id, promotion_id, version),
  foreign key (site_id, promotion_id) references promotion (site_id, promotion_id),
  foreign key (site_id, request_id) references approval_request (site_id, request_id)
);
insert into promotion_version (site_id, promotion_id, version, terms)
select site_id, promotion_id, 1, to_jsonb(promotion) from promotion;

-- The sum of all bonuses of a promotion, and its ceiling. Null: no ceiling. A grant adds its bonus under the lock of the
-- row, so that the sum never passes the ceiling.
create table promotion_budget (
  site_id int not null,
  promotion_id text not null,
  budget_e4 bigint check (budget_e4 > 0),
  given_e4 bigint not null default 0 check (given_e4 >= 0),
  primary key (site_id, promotion_id),
  foreign key (site_id, promotion_id) references promotion (site_id, promotion_id),
  check (given_e4 <= budget_e4)
);
insert into promotion_budget (site_id, promotion_id, given_e4)
select site_id, promotion_id, coalesce(sum(bonus_e4), 0)
from promotion left join bonus_grant using (site_id, promotion_id) group by site_id, promotion_id;

-- The next version of a promotion, or of a new one, until it is published. Lines of name=value.
create table promotion_draft (
  site_id int not null references site (site_id),
  promotion_id text not null check (promotion_id ~ '^[A-Za-z0-9_-]{1,40}$'),
  terms text not null check (length(terms) between 1 and 4000),
  saved_by text not null,
  saved_at timestamptz(3) not null default now(),
  primary key (site_id, promotion_id)
);
