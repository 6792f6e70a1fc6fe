-- outside a transaction
-- New uses of codes of all members, for the rules of risk.
create index concurrently if not exists item_code_use_by_time on item_code_use (site_id, created_at);
