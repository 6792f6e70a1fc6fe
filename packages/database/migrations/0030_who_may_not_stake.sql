-- Whether one of many members may not stake is asked with every batch of bets: whoever is locked or was ever on a break is in this
-- index, and almost nobody is.

drop index member_locked;
create index member_not_staking on member (site_id, member_id) where is_locked or paused_until is not null;
