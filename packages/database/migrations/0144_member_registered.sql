-- outside a transaction
-- The members who registered in a span, for the report of referrers.
create index concurrently if not exists member_registered on member (site_id, registered_at);
