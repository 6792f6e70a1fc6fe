-- outside a transaction
-- The newest accesses to data in full, for their list.
create index concurrently if not exists access_log_newest on access_log (site_id, export_id desc, member_id desc);
