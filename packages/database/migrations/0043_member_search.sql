-- Search of members by a part of the name. The grams of Thai text that pg_trgm makes depend on the locale of the
-- database, so the product cuts names itself.

-- A name as it is compared: one form of each letter, small Latin letters, no spaces, tone marks or silencers.
create function search_name(name text) returns text
language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(name, NFKC), '[[:space:].\u0e47-\u0e4e]', '', 'g') collate "C")
$$;

-- An index is built with a search path of its own, so names are qualified.
--
-- The three-letter grams of both names, and their first letter and two letters behind a ^, each with the site in front.
create function member_name_grams(site_id int, first_name text, last_name text) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct $1 || ':' || gram), '{}')
  from (values (public.search_name($2)), (public.search_name($3))) as names (name)
  cross join lateral (
    select substr(name, start, 3) as gram from generate_series(1, length(name) - 2) as start
    union all select '^' || left(name, 1) where name <> ''
    union all select '^' || left(name, 2) where length(name) > 1
  ) as grams
$$;

-- The first members whose names hold all grams. A plan over the whole table is excluded, whatever the statistics say.
create function search_members_by_name(grams text[], most int) returns setof bigint
language sql stable set enable_seqscan = off set enable_indexscan = off as $$
  select member_id from public.member where public.member_name_grams(site_id, first_name, last_name) @> grams limit most
$$;
