-- outside a transaction
-- The list of members by their deposits.
create index concurrently if not exists member_by_deposits on member (site_id, total_deposit_e4 desc, member_id desc);
