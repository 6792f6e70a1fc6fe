-- outside a transaction
-- The timeline of a member.
create index concurrently if not exists member_limit_change_of_member
  on member_limit_change (site_id, member_id, changed_at desc, member_limit_change_id desc);
