-- The catalogue of a site: its providers and their games (decision 0090).
-- contracts: provider_setting, whose columns are in provider now; a view of it serves the version before.

create table provider (
  site_id int not null references site (site_id),
  provider text not null check (provider ~ '^[a-z0-9-]{2,40}$'),
  name text not null check (length(name) between 1 and 60),
  -- A name of the server's protocols; null: listed, not connected.
  protocol text,
  category text not null check (category in ('LIVECASINO', 'EGAMES', 'POKER', 'TRADING')),
  game_type text not null check (game_type in ('LIVECASINO', 'EGAMES', 'TRADING', 'LOBBY', '*')),
  -- A path of the web build, or an address. Empty: the row holds settings, and the catalogue was not written yet.
  image_url text not null,
  -- Null: outside the lobby.
  lobby_order smallint check (lobby_order > 0),
  -- Address of a game with {game}, {token}, {site}, {lang} and {return}; null: the play-money studio.
  launch_url text,
  -- Answers queries of the protocol's client; null: none, or the studio.
  api_url text,
  -- Begin of the name of the first key of a provider of the studio; null: an operator makes keys.
  key_prefix text,
  is_new boolean not null default false,
  is_open boolean not null default true,
  -- Null: the cap of the protocol's profile.
  win_cap_e4 bigint check (win_cap_e4 > 0),
  -- Who closed it, and the reason that members read.
  closed_by text check (closed_by in ('operator', 'studio')),
  closed_notice text check (length(closed_notice) between 3 and 120),
  primary key (site_id, provider),
  unique (site_id, lobby_order),
  check (is_open = (closed_by is null)),
  check (closed_notice is null or closed_by is not null)
);

-- Rows stay, so that old rounds keep their names: a game that left is not offered.
create table game (
  site_id int not null,
  provider text not null,
  game_code text not null check (game_code ~ '^[A-Za-z0-9_.-]{1,64}$'),
  name text not null check (length(name) between 1 and 80),
  category text not null check (category in ('LIVECASINO', 'EGAMES', 'POKER', 'TRADING')),
  game_type text not null check (game_type in ('LIVECASINO', 'EGAMES', 'TRADING', 'LOBBY', '*')),
  image_url text not null,
  search_words text[] not null default '{}',
  sort_order smallint not null,
  since date,
  -- Mechanic, return, volatility, rules: what tile and information sheet show; null: nothing is stated.
  facts jsonb,
  is_offered boolean not null default true,
  primary key (site_id, provider, game_code),
  foreign key (site_id, provider) references provider (site_id, provider)
);

-- Processes cache a catalogue by it: every change of its rows sets another. Null: the site is older than these tables,
-- and its rows are written at the next start or migration.
alter table site add column catalogue_version uuid;

insert into provider (site_id, provider, name, category, game_type, image_url, is_open, win_cap_e4, closed_by, closed_notice)
select site_id, provider, provider, 'EGAMES', 'EGAMES', '', is_open, win_cap_e4, closed_by, closed_notice
from provider_setting;
drop table provider_setting;
create view provider_setting as
  select site_id, provider, is_open, win_cap_e4, closed_by, closed_notice from provider;
