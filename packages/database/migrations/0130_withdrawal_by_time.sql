-- outside a transaction
-- New withdrawals of all members, for the rules of risk.
create index concurrently if not exists withdrawal_by_time on withdrawal (site_id, created_at);
