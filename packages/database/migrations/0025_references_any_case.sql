-- outside a transaction
-- Reports may write a reference in capitals; the key of a movement keeps the letters as they were received.
create index concurrently if not exists bank_movement_any_case on bank_movement (site_id, sending_bank, lower(trans_ref))
  where trans_ref is not null;
