-- A provider's day is compared in every call that moves money or ends a round: what each kind of call came to on both sides, and
-- how often a day could not be compared because its provider did not answer, or not to the end.

alter table reconciliation
  -- [{ "operation", "theirs": [count, sum], "ours": [count, sum], "theirsElsewhere": [count, sum], "oursElsewhere": [count, sum] }],
  -- sums in THB/4 as text. Elsewhere: the other side has the call on another day.
  add column by_operation jsonb not null default '[]' check (jsonb_typeof(by_operation) = 'array'),
  add column told_twice int not null default 0 check (told_twice >= 0),
  -- Why the day is not compared yet; nothing once it is.
  add column failure text check (failure <> ''),
  add column failures int not null default 0 check (failures >= 0);

comment on column reconciliation.differences is
  '[{ "txId", "operation", "playerId", "roundId", "what", "theirs", "ours" }], at most a few hundred.';
