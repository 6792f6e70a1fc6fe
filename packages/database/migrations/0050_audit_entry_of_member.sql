-- outside a transaction
-- The timeline of a member.
create index concurrently if not exists audit_entry_of_member on audit_entry (site_id, member_id, sequence desc)
  where member_id is not null;
