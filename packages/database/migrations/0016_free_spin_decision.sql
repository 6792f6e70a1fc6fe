-- Free spins that an operator ended because their game cannot be opened, with the reason that the member reads.

create table free_spin_decision (
  site_id int not null,
  member_id bigint not null,
  provider text not null,
  round_id text not null,
  decision text not null check (decision in ('settled', 'voided')),
  -- The spins that waited, and what was paid for them.
  spins int not null check (spins > 0),
  amount_e4 bigint not null check (amount_e4 >= 0 and (decision = 'settled' or amount_e4 = 0)),
  notice text not null check (length(notice) between 3 and 120),
  decided_at timestamptz not null default now(),
  primary key (site_id, member_id, provider, round_id),
  foreign key (site_id, member_id, provider, round_id) references game_round (site_id, member_id, provider, round_id)
);
