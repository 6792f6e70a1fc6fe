-- outside a transaction
-- The list of members by their last sign-in.
create index concurrently if not exists member_by_seen
  on member (site_id, (coalesce(last_login_at, registered_at)) desc, member_id desc);
