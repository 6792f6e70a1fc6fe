-- outside a transaction
-- The deposits whose coin may still be owed.
create index concurrently deposit_taken_back on deposit (site_id, member_id) where taken_back_at is not null;
