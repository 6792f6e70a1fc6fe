-- Play breaks, the limits that members set for themselves, and the rules of the risk team.
--
-- During a break nothing is staked, deposited or granted; credits that arrive are posted and withdrawing stays open.

-- Each break that was requested and each end that was agreed, kept for ever.
create table play_break (
  site_id int not null,
  member_id bigint not null,
  play_break_no int not null check (play_break_no > 0),
  length text not null check (length in ('24h', '7d', '30d', '42d', '6m', '1y', '5y', 'forever', 'lifted')),
  requested_by text not null check (requested_by in ('member', 'operator')),
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  primary key (site_id, member_id, play_break_no),
  foreign key (site_id, member_id) references member (site_id, member_id)
);
create index member_on_play_break on member (site_id, play_break_until) where play_break_until is not null;

-- Play breaks only grow: neither role may update the columns of a break. Two functions of the owner change them: one
-- extends a break, the other sets the end of an exclusion without end that two people approved to lift.
--
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
  update public.member set play_break_until = greatest(play_break_until, of_end),
    is_self_excluded = of_exclusion or (is_self_excluded and coalesce(play_break_until > least(of_now, now()), false))
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
  update public.member set play_break_until = ends.at
  from (
    select greatest(now() + interval '7 days', max(started_at) + interval '6 months') as at
    from public.play_break
    where site_id = of_site and member_id = of_member and length = 'forever'
  ) as ends
  where site_id = of_site and member_id = of_member and play_break_until = 'infinity' and ends.at is not null
  returning member_id into lifted;
  return lifted;
end
$$;
revoke all on function lift_endless_exclusion(int, bigint) from public;

-- Limits on deposits and losses in a day, week or month of the calendar in Bangkok, on one stake, and on the minutes of
-- play in a day. A lower limit applies at once; a higher one after a day and a confirmation by the member.
create table member_limit (
  site_id int not null,
  member_id bigint not null,
  kind text not null check (kind in ('deposit', 'loss', 'stake', 'time')),
  span text not null check (span in ('day', 'week', 'month', 'bet')),
  amount_e4 bigint check (amount_e4 > 0 and amount_e4 % 100 = 0),
  -- The higher limit that was requested; null beside a time: no limit.
  pending_e4 bigint check (pending_e4 > amount_e4 and pending_e4 % 100 = 0),
  pending_since timestamptz(3),
  minutes int check (minutes between 1 and 1439),
  pending_minutes int check (pending_minutes > minutes and pending_minutes <= 1439),
  primary key (site_id, member_id, kind, span),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check ((kind = 'stake') = (span = 'bet')),
  check (kind <> 'time' or span = 'day'),
  check ((kind = 'time') = (minutes is not null)),
  check ((kind = 'time') = (amount_e4 is null)),
  check (kind = 'time' or pending_minutes is null),
  check (kind <> 'time' or pending_e4 is null),
  check (pending_e4 is null or pending_since is not null),
  check (pending_minutes is null or pending_since is not null)
);
-- Members who requested a looser limit, for the page of protection.
create index member_limit_pending on member_limit (site_id, pending_since, member_id) where pending_since is not null;

-- Limits that were set, requested, withdrawn and confirmed, kept for ever.
create table member_limit_change (
  site_id int not null,
  member_limit_change_id bigint not null generated by default as identity,
  member_id bigint not null,
  kind text not null check (kind in ('deposit', 'loss', 'stake', 'time')),
  span text not null check (span in ('day', 'week', 'month', 'bet')),
  action text not null check (action in ('set', 'requested', 'withdrawn', 'confirmed')),
  -- Null in amount and minutes: no limit.
  amount_e4 bigint,
  changed_at timestamptz(3) not null default now(),
  minutes int,
  primary key (site_id, member_limit_change_id),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check ((kind = 'time' or minutes is null) and (kind <> 'time' or amount_e4 is null))
);
-- The timeline of a member.
create index member_limit_change_of_member
  on member_limit_change (site_id, member_id, changed_at desc, member_limit_change_id desc);

-- The loss of a member at games on a day in Bangkok; below zero: a gain. Counted only for members with limits on play,
-- in the transaction of the transfers.
create table member_loss (
  site_id int not null,
  member_id bigint not null,
  day date not null,
  loss_e4 bigint not null,
  primary key (site_id, member_id, day),
  foreign key (site_id, member_id) references member (site_id, member_id)
) with (fillfactor = 50);

-- The time that a member played on a day in Bangkok, up to the last bet of the day. Counted only for members with a
-- limit on time, in the transaction of the bets.
create table member_play_time (
  site_id int not null,
  member_id bigint not null,
  day date not null,
  played_ms int not null check (played_ms between 0 and 86400000),
  last_bet_at timestamptz(3) not null,
  primary key (site_id, member_id, day),
  foreign key (site_id, member_id) references member (site_id, member_id)
) with (fillfactor = 50);

-- Risk signals: the keyed hash of a browser's device id or of the address of a sign-in. Two members with the same hash
-- have shared a device or a connection, which is evidence of a member who refers himself.
create table risk_signal (
  site_id int not null,
  member_id bigint not null,
  kind text not null check (kind in ('device', 'address')),
  signal_hash bytea not null check (length(signal_hash) = 32),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (site_id, member_id, kind, signal_hash),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check (last_seen_at >= first_seen_at)
);
create index risk_signal_by_hash on risk_signal (site_id, signal_hash);
create index risk_signal_expired on risk_signal (site_id, last_seen_at);

-- Without a row the rule has the threshold of the contract and is on.
create table risk_rule (
  site_id int not null references site (site_id),
  rule text not null check (length(rule) between 3 and 40),
  -- Members, times, or ten-thousandths of a baht, by the rule.
  threshold bigint not null check (threshold > 0),
  is_on boolean not null,
  changed_by text not null,
  changed_at timestamptz(3) not null default now(),
  primary key (site_id, rule)
);

-- What a rule found about a member, once for its mark: a device, a day, a month, a break.
create table risk_alert (
  site_id int not null,
  risk_alert_id bigint not null generated by default as identity,
  rule text not null check (length(rule) between 3 and 40),
  member_id bigint not null,
  mark text not null check (length(mark) between 1 and 80),
  -- The figure that reached the threshold, and the threshold of that moment.
  figure bigint not null,
  threshold bigint not null,
  found_at timestamptz(3) not null default now(),
  state text not null default 'open' check (state in ('open', 'cleared', 'acted')),
  verdict text check (verdict in ('same', 'household', 'different')),
  decided_by text,
  decided_at timestamptz(3),
  primary key (site_id, risk_alert_id),
  unique (site_id, rule, member_id, mark),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check (verdict is null or state <> 'open')
);
create index risk_alert_open on risk_alert (site_id, found_at) where state = 'open';
create index risk_alert_of_member on risk_alert (site_id, member_id, found_at desc, risk_alert_id desc);

-- The other members of the group of an alert.
create table risk_alert_member (
  site_id int not null,
  risk_alert_id bigint not null,
  member_id bigint not null,
  primary key (site_id, risk_alert_id, member_id),
  foreign key (site_id, risk_alert_id) references risk_alert (site_id, risk_alert_id),
  foreign key (site_id, member_id) references member (site_id, member_id)
);

-- What a person decided about two members; later runs raise no alert about the pair.
create table member_link (
  site_id int not null,
  member_id bigint not null,
  other_id bigint not null,
  verdict text not null check (verdict in ('same', 'household', 'different')),
  reason text not null check (length(reason) between 3 and 500),
  decided_by text not null,
  decided_at timestamptz(3) not null default now(),
  primary key (site_id, member_id, other_id),
  foreign key (site_id, member_id) references member (site_id, member_id),
  foreign key (site_id, other_id) references member (site_id, member_id),
  check (member_id < other_id)
);
create index member_link_of_other on member_link (site_id, other_id);

-- Up to when the rules have read signals, deposits and events, and the newest member that they have read.
create table risk_progress (
  site_id int not null references site (site_id),
  read_to timestamptz not null,
  last_member_id bigint not null,
  primary key (site_id)
);

-- Phones, bank accounts, devices and networks that may neither sign up nor deposit.
create table block_entry (
  site_id int not null references site (site_id),
  block_entry_id bigint not null generated by default as identity,
  kind text not null check (kind in ('phone', 'account', 'device', 'address')),
  -- Digits of a phone; bank code, space and digits of an account; the keyed hash of a device or network in hex.
  value text not null check (length(value) between 3 and 80),
  -- The value as pages show it: masked, or the member whose devices were blocked.
  label text not null check (length(label) between 1 and 60),
  -- The member whose value it was when it was blocked; null: typed.
  member_id bigint,
  reason text not null check (length(reason) between 3 and 500),
  added_by text not null,
  added_at timestamptz(3) not null default now(),
  ended_by text,
  ended_at timestamptz(3),
  primary key (site_id, block_entry_id),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check ((ended_at is null) = (ended_by is null))
);
create unique index block_entry_in_force on block_entry (site_id, kind, value) where ended_at is null;
