-- outside a transaction
-- The entries of some days, for the report of operators.
create index concurrently if not exists audit_entry_of_time on audit_entry (site_id, acted_ms);
