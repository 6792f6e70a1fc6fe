-- Cells: groups of sites on databases of their own, and the moves of sites between them (apps/ops/src/cells).
--
-- A site is served by the cell whose database has no row that refuses its writes. The command of a move is the only
-- writer of these tables; every process reads them. Triggers that call site_move_refuse stand on the tables of a moving
-- site from its copy until its rows are deleted, and on no other table.

-- The number of this cell; no row: an installation of one cell, which is cell 0. Site ids begin at number × 10000.
create table cell (
  is_only boolean primary key default true check (is_only),
  number int not null check (number between 0 and 200000)
);

-- leaving:  the site is copied and served here
-- fenced:   no write any more; the other cell has not begun to serve
-- away:     the other cell serves it; rows are deleted after kept_until, this row stays, so that its id is not reused
-- arriving: rows come from the other cell, which serves the site
-- served:   it came from the other cell and is served here
create table site_move (
  site_id int primary key check (site_id > 0),
  move_id uuid not null,
  state text not null check (state in ('leaving', 'fenced', 'away', 'arriving', 'served')),
  other_cell int not null,
  -- The other sites of the move: those that share receiving accounts.
  sites int[] not null,
  begun_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  kept_until timestamptz,
  deleted_at timestamptz
);

-- A row that the command writes at one cell and awaits at the other: what was committed before it has arrived.
create table site_move_mark (
  site_id int primary key,
  mark uuid not null,
  written_at timestamptz not null default clock_timestamp()
);

create function site_move_refuse() returns trigger language plpgsql as $$
begin
  if exists (select from public.site_move
      where site_id = (case tg_op when 'DELETE' then old.site_id else new.site_id end)
        and state in ('fenced', 'away', 'arriving')) then
    raise exception using errcode = 'CM001', message = 'another cell serves this site, or is about to';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

-- The sites that this cell serves. A statement over all sites writes these only.
create view served_site as
  select site_id from site
  where not exists (select from site_move
    where site_move.site_id = site.site_id and state in ('fenced', 'away', 'arriving'));
