-- Where several caps bind the same money, each has its own maximum that stays, because a result that is own money under a
-- newer cap changes the others only (apps/server/src/modules/bonuses/removals.ts).
-- contracts: nothing; the version before reads the oldest cap only.
alter table bonus_removal add column others jsonb not null default '[]';
comment on column bonus_removal.others is
  'Newer requirements whose caps bound the money too, oldest first: {line, own, undone}, amounts as texts of THB/4.';
alter table bonus_removal add column later jsonb not null default '[]';
comment on column bonus_removal.later is
  'Requirements that began after the request of the payout: {line, own}. Own: as much of the removal is own money of it.';
