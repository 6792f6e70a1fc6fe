-- How a promotion lets its members bet while its turnover is not done, and when it ends.

alter table promotion
  -- The most that may be staked in one round; zero: no maximum.
  add column bet_max_e4 bigint not null default 0 check (bet_max_e4 >= 0),
  -- Kinds of games (LIVECASINO), providers (chaba-studio) or single games (chaba-studio/chaba-blossom) that may not be played.
  add column excluded_games text[] not null default '{}' check (array_position(excluded_games, null) is null),
  -- Percent by kind of game, where it is not 100: {"LIVECASINO": 10}.
  add column weights jsonb not null default '{}' check (jsonb_typeof(weights) = 'object');

-- The same, as they were when the bonus was granted: {"betMax": "500000", "excluded": ["POKER"], "weights": {}}. Nothing where
-- every bet is welcome and counts whole. It stands in the line, so that a bet reads it with what it reads anyway.
alter table turnover_line add column bet_terms jsonb check (jsonb_typeof(bet_terms) = 'object');
