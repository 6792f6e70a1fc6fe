-- outside a transaction
-- Callers name the last digits of their phone.
create index concurrently if not exists member_by_phone_tail on member (site_id, right(phone, 4));
