-- outside a transaction
-- Movements of a member with one report only: the other report may be dated wrong by hours or days.
create index concurrently if not exists bank_movement_unpaired on bank_movement
  (site_id, held_site_id, held_member_id, receiving_account_id, amount_e4, transferred_at)
  where held_member_id is not null and (slip_at is null or feed_line_id is null);
