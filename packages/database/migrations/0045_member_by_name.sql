-- outside a transaction
-- The search by a part of the name.
create index concurrently if not exists member_by_name on member
  using gin (member_name_grams(site_id, first_name, last_name));
