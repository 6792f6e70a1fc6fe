-- What every bet writes and asks, with less: rows that need no key of their own are in no index of keys, and whether one of many
-- members is locked is read from an index that only holds those who are.

alter table ledger_transfer drop constraint ledger_transfer_site_id_key_hash_key;
create unique index ledger_transfer_key_hash on ledger_transfer (site_id, key_hash) where key_hash is not null;

create index member_locked on member (site_id, member_id) where is_locked;
