-- outside a transaction
-- The referrers of members, for the report of referrers, which reads no other column of them.
create index concurrently if not exists member_with_referrer on member (site_id, member_id) include (referrer_id)
  where referrer_id is not null;
