-- outside a transaction
-- Members who requested a looser limit, for the page of protection.
create index concurrently if not exists member_limit_wished
  on member_limit (site_id, wished_at, member_id) where wished_at is not null;
