-- Promotions as a brand offers them, and the turnover that members owe, line by line.

create table promotion (
  site_id int not null references site (site_id),
  promotion_id text not null check (promotion_id ~ '^[A-Za-z0-9_-]{1,40}$'),
  title text not null,
  image_url text not null default '',
  minimum_deposit_e4 bigint not null check (minimum_deposit_e4 >= 0),
  -- For each …_type: 1 means so many times, 2 means baht (spec §3). Times are kept as hundredths, baht as THB/4.
  turnover_type smallint not null check (turnover_type in (1, 2)),
  turnover_amount bigint not null check (turnover_amount >= 0),
  bonus_max_type smallint not null check (bonus_max_type in (1, 2)),
  bonus_max bigint not null check (bonus_max >= 0),
  withdraw_max_type smallint not null check (withdraw_max_type in (1, 2)),
  withdraw_max bigint not null check (withdraw_max >= 0),
  -- The worth of the bonus: hundredths of a percent of the deposit, or THB/4.
  bonus_type text not null check (bonus_type in ('percent', 'fixed')),
  bonus_value bigint not null check (bonus_value > 0),
  place smallint not null default 0,
  is_offered boolean not null default true,
  primary key (site_id, promotion_id)
);

create table turnover_line (
  site_id int not null,
  member_id bigint not null,
  -- Counts up for each member, under the lane lock: the oldest line has the lowest number.
  line_no int not null check (line_no > 0),
  source text not null check (source in ('DEPOSIT', 'BONUS', 'CASHBACK', 'AFFILIATE', 'ITEMCODE', 'WHEEL')),
  cause_id text not null,
  need_e4 bigint not null check (need_e4 >= 0),
  now_e4 bigint not null default 0 check (now_e4 between 0 and need_e4),
  withdraw_cap_e4 bigint check (withdraw_cap_e4 >= 0),
  state text not null default 'active' check (state in ('active', 'complete', 'closed', 'lost', 'expired', 'cancelled')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  closed_at timestamptz,
  primary key (site_id, member_id, line_no),
  unique (site_id, member_id, source, cause_id),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check (state <> 'complete' or now_e4 = need_e4),
  check ((state in ('active', 'complete')) = (closed_at is null))
) with (fillfactor = 70);
create index turnover_line_open on turnover_line (site_id, member_id, line_no) where closed_at is null;
