-- outside a transaction
-- What an account received on a day, for its ceilings and the list of accounts.
create index concurrently if not exists bank_movement_of_account on bank_movement (receiving_account_id, transferred_at);
