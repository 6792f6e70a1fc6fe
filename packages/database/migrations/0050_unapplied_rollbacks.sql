-- Rollbacks of settled bets that their provider was answered OK although nothing moved: it stops at OK only, and believes that the
-- stake is back. A person looks at each, with the provider.
create table unapplied_rollback (
  site_id int not null,
  member_id bigint not null,
  provider text not null,
  tx_id text not null,
  ref_tx_id text not null,
  round_id text not null,
  received_at timestamptz not null default now(),
  dismissed_at timestamptz,
  primary key (site_id, member_id, provider, tx_id),
  foreign key (site_id, member_id) references member (site_id, member_id)
);
create index unapplied_rollback_open on unapplied_rollback (site_id, received_at) where dismissed_at is null;
