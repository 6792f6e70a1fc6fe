-- outside a transaction
create index concurrently if not exists deposit_parked on deposit (site_id, member_id) where state = 'parked';
