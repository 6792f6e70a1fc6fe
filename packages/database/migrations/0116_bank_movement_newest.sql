-- outside a transaction
-- The newest transfers of an account, for the list of all of them.
create index concurrently if not exists bank_movement_newest on bank_movement (receiving_account_id, bank_movement_id desc);
