-- What was there when a bonus was given up, or when a withdraw cap removed money: a result that is corrected later changes that
-- removal first, and the member's own money only as far as the removal would have left less of it.
-- Account kinds: 5 residual, 110 residualTaken.
create table bonus_removal (
  site_id int not null,
  member_id bigint not null,
  removal_no int not null check (removal_no > 0),
  line_no int not null,
  kind smallint not null check (kind in (5, 110)),
  funds_e4 bigint not null check (funds_e4 >= 0),
  own_e4 bigint not null check (own_e4 >= 0),
  bonus_e4 bigint not null check (bonus_e4 >= 0),
  undone_e4 bigint not null default 0,
  removed_at timestamptz not null,
  primary key (site_id, member_id, removal_no),
  foreign key (site_id, member_id, line_no) references turnover_line (site_id, member_id, line_no)
);
comment on column bonus_removal.undone_e4 is 'By how much results from before the removal were corrected downwards since; below zero: upwards.';

-- The part of undone_e4 that each round brought: when it is settled again, its result changes the same removal.
create table bonus_removal_round (
  site_id int not null,
  member_id bigint not null,
  removal_no int not null,
  provider text not null,
  round_id text not null,
  undone_e4 bigint not null,
  primary key (site_id, member_id, removal_no, provider, round_id),
  foreign key (site_id, member_id, removal_no) references bonus_removal (site_id, member_id, removal_no)
);

-- A bonus or code that was running when an exclusion began is given up as soon as no round may pay any more, turnover met by then or not.
alter table turnover_line add column is_ending boolean not null default false;
