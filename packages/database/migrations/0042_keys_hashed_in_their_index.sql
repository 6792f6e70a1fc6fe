-- The hash of a transfer's key stands in the index of keys alone (decision 0045): in the row it was sixteen bytes that say nothing
-- which the key itself does not.

alter table ledger_transfer add column is_keyed boolean not null default false;
comment on column ledger_transfer.is_keyed is 'Its key is used once, and the index of keys holds that. Elsewhere a row of the cause, unique and of the same transaction, does.';
update ledger_transfer set is_keyed = true where key_hash is not null;
drop index ledger_transfer_key_hash;
alter table ledger_transfer drop column key_hash;
-- The first 128 bits of the key's SHA-256, made of nothing but what PostgreSQL takes for immutable. A cast reads backslashes, so they are doubled.
create unique index ledger_transfer_key on ledger_transfer
  (site_id, (encode(substr(sha256(replace(key, '\', '\\')::bytea), 1, 16), 'hex')::uuid)) where is_keyed;
