-- outside a transaction
-- The codes of a batch, and none of all others.
create index concurrently if not exists item_code_by_batch on item_code (site_id, batch_id, code) where batch_id is not null;
