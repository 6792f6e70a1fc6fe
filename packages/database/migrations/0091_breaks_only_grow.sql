-- Play breaks only grow: neither role may update the columns of a break. Two functions of the owner change them: one
-- extends a break, the other sets the end of an exclusion without end that two people approved to lift.

-- An end before the present one changes nothing. `of_now` lets a simulated clock keep the mark of an exclusion longer,
-- never shorter.
create function extend_play_break(
  of_site int, of_member bigint, of_end timestamptz, of_exclusion boolean, of_now timestamptz
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if of_end is null or of_exclusion is null then
    raise exception using errcode = '22004', message = 'a play break has an end';
  end if;
  update public.member set paused_until = greatest(paused_until, of_end),
    is_excluded = of_exclusion or (is_excluded and coalesce(paused_until > least(of_now, now()), false))
  where site_id = of_site and member_id = of_member;
end
$$;
revoke all on function extend_play_break(int, bigint, timestamptz, boolean, timestamptz) from public;

-- The new end is at least half a year after the exclusion began and a week from now. Returns the member; null: there is
-- no exclusion without end.
create function lift_endless_exclusion(of_site int, of_request bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  approved record;
  of_member bigint;
  lifted bigint;
begin
  if not has_any_column_privilege(session_user, 'public.audit_entry', 'insert') then
    raise exception using errcode = '42501', message = 'only operators lift an exclusion';
  end if;
  select request.content, request.content_hash into approved
  from public.approval_request as request
  join public.approval_decision as decision using (site_id, request_id, content_hash, requested_by, expires_at)
  where request.site_id = of_site and request.request_id = of_request
    and request.action = 'member.lift-exclusion' and decision.verdict = 'approved';
  if not found then
    raise exception using errcode = 'BO001', message = 'no approved request lifts the exclusion of this member';
  end if;
  insert into public.approval_execution (site_id, request_id, content_hash)
  values (of_site, of_request, approved.content_hash);
  of_member := substring(approved.content::jsonb -> 'input' ->> 'member' from '\d+')::bigint;
  update public.member set paused_until = ends.at
  from (
    select greatest(now() + interval '7 days', max(begun_at) + interval '6 months') as at
    from public.play_break
    where site_id = of_site and member_id = of_member and length = 'forever'
  ) as ends
  where site_id = of_site and member_id = of_member and paused_until = 'infinity' and ends.at is not null
  returning member_id into lifted;
  return lifted;
end
$$;
revoke all on function lift_endless_exclusion(int, bigint) from public;
