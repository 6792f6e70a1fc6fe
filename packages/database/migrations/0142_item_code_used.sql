-- outside a transaction
-- The codes of a batch that were used, for the sum of their uses.
create index concurrently if not exists item_code_used on item_code (site_id, batch_id) include (used) where used > 0;
