-- What members leave behind when they sign in, by which somebody who refers himself can be told; and what a used code says again.

-- A browser's own mark or the address it calls from, as a hash with the brand in it. Two members with the same one have shared a
-- device or a connection.
create table member_trace (
  site_id int not null,
  member_id bigint not null,
  kind text not null check (kind in ('device', 'address')),
  trace_hash bytea not null check (length(trace_hash) = 32),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (site_id, member_id, kind, trace_hash),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check (last_seen_at >= first_seen_at)
);
create index member_trace_by_hash on member_trace (site_id, trace_hash);
create index member_trace_over on member_trace (site_id, last_seen_at);

-- Why a friend looks like whoever is paid for him; a person decides when there is anything here.
alter table affiliate_income
  add column suspicions text[] not null default '{}'
    check (suspicions <@ array['name', 'device', 'address', 'ring'] and array_position(suspicions, null) is null);
update affiliate_income set suspicions = '{name}' where is_suspect;
alter table affiliate_income drop column is_suspect;

-- What the first answer said, so that a repeated question gets the same one.
alter table item_code_use
  add column withdraw_cap_e4 bigint check (withdraw_cap_e4 >= 0),
  add column remaining_before_e4 bigint not null default 0 check (remaining_before_e4 >= 0);
update item_code_use as used set withdraw_cap_e4 = code.withdraw_cap_e4
from item_code as code where code.site_id = used.site_id and code.code = used.code;
