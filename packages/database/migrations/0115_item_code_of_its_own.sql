-- outside a transaction
-- Codes without a batch, newest first: a site has many times more codes of batches.
create index concurrently if not exists item_code_of_its_own on item_code (site_id, starts_at desc, code) where batch_id is null;
