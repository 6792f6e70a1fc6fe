// SQL of providers and games of a site. Rows in, rows out.

import { type Queryable, sql, type Sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { Closer, GameCategory, CatalogueFacts, GameType } from '#core/catalogue';

/** A provider of a site, as its row holds it. */
export type ProviderRow = {
  readonly provider: string;
  readonly name: string;
  readonly protocol: string | null;
  readonly category: GameCategory;
  readonly gameType: GameType;
  readonly imageUrl: string;
  readonly lobbyOrder: number | null;
  readonly launchUrl: string | null;
  readonly apiUrl: string | null;
  readonly keyPrefix: string | null;
  readonly isNew: boolean;
  readonly isOpen: boolean;
  readonly winCap: Money | null;
  readonly closedBy: Closer | null;
  readonly closedNotice: string | null;
};

/** A game of a provider, as its row holds it. */
export type GameRow = {
  readonly provider: string;
  readonly gameCode: string;
  readonly name: string;
  readonly category: GameCategory;
  readonly gameType: GameType;
  readonly imageUrl: string;
  readonly searchWords: readonly string[];
  readonly sortOrder: number;
  /** First day, YYYY-MM-DD. */
  readonly since: string | null;
  /** Lists are read with the facts of a tile only. */
  readonly facts: CatalogueFacts | null;
  readonly isOffered: boolean;
};

/** A provider that begins open, with the cap of its profile. */
export type NewProviderRow = Omit<ProviderRow, 'isOpen' | 'winCap' | 'closedBy' | 'closedNotice'>;

type OfSite = { readonly siteId: number };

export function listProviders(database: Queryable, siteIds: readonly number[]): Promise<(ProviderRow & OfSite)[]> {
  return database.rows(sql`
    select site_id as "siteId", provider, name, protocol, category, game_type as "gameType", image_url as "imageUrl",
      lobby_order as "lobbyOrder", launch_url as "launchUrl", api_url as "apiUrl", key_prefix as "keyPrefix",
      is_new as "isNew", is_open as "isOpen", win_cap_e4 as "winCap", closed_by as "closedBy",
      closed_notice as "closedNotice"
    from provider where site_id = any(${siteIds}::int[]) order by site_id, lobby_order nulls last, provider
  `);
}

/** Without the facts that only an information sheet shows. */
export function listGames(database: Queryable, siteIds: readonly number[]): Promise<(GameRow & OfSite)[]> {
  return database.rows(sql`
    select site_id as "siteId", provider, game_code as "gameCode", name, category, game_type as "gameType",
      image_url as "imageUrl", search_words as "searchWords", sort_order as "sortOrder", since::text as since,
      case when facts is not null then jsonb_build_object('mechanic', facts -> 'mechanic',
        'returnPercent', facts -> 'returnPercent', 'volatility', facts -> 'volatility') end as facts,
      is_offered as "isOffered"
    from game where site_id = any(${siteIds}::int[]) order by site_id, provider, sort_order, game_code
  `);
}

export async function findFacts(
  database: Queryable,
  siteId: number,
  { provider, gameCode }: { readonly provider: string; readonly gameCode: string },
): Promise<CatalogueFacts | null> {
  const row = await database.oneOrNone<{ facts: CatalogueFacts | null }>(sql`
    select facts from game where site_id = ${siteId} and provider = ${provider} and game_code = ${gameCode}
  `);
  return row?.facts ?? null;
}

/** The facts of a provider's games by their codes. */
export async function listFacts(
  database: Queryable,
  siteId: number,
  provider: string,
): Promise<ReadonlyMap<string, CatalogueFacts>> {
  const rows = await database.rows<{ gameCode: string; facts: CatalogueFacts }>(sql`
    select game_code as "gameCode", facts from game
    where site_id = ${siteId} and provider = ${provider} and facts is not null
  `);
  return new Map(rows.map(({ gameCode, facts }) => [gameCode, facts]));
}

/**
 * The version of the rows of a site, locked; null: the site is older than its rows. The lock lets foreign keys of other
 * transactions refer to the site.
 */
export async function lockVersion(tx: Transaction, siteId: number): Promise<string | null> {
  const { version } = await tx.one<{ version: string | null }>(sql`
    select catalogue_version as version from site where site_id = ${siteId} for no key update
  `);
  return version;
}

/** Marks the rows as changed: caches are by this version. */
export async function renewVersion(tx: Transaction, siteId: number): Promise<void> {
  await tx.execute(sql`
    update site set catalogue_version = gen_random_uuid(), version = version + 1, updated_at = now()
    where site_id = ${siteId}
  `);
}

/** Inserts providers that the site does not have. */
export async function insertProviders(
  tx: Transaction,
  siteId: number,
  rows: readonly NewProviderRow[],
): Promise<number> {
  const given = JSON.stringify(rows);
  return tx.execute(sql`
    insert into provider (site_id, provider, name, protocol, category, game_type, image_url, lobby_order,
      launch_url, api_url, key_prefix, is_new)
    select ${siteId}::int, provider, name, protocol, category, "gameType", "imageUrl", "lobbyOrder", "launchUrl", "apiUrl",
      "keyPrefix", "isNew"
    from jsonb_to_recordset(${given}::jsonb) as given (provider text, name text, protocol text, category text,
      "gameType" text, "imageUrl" text, "lobbyOrder" smallint, "launchUrl" text, "apiUrl" text, "keyPrefix" text,
      "isNew" boolean)
    on conflict (site_id, provider) do nothing
  `);
}

/** Fills a row that holds settings only; the settings stay. */
export async function completeProvider(tx: Transaction, siteId: number, row: ProviderRow): Promise<void> {
  await updateProvider(tx, siteId, row);
  await tx.execute(sql`
    update provider set key_prefix = ${row.keyPrefix} where site_id = ${siteId} and provider = ${row.provider}
  `);
}

/** Changes the fields that operators name; closure and cap have statements of their own. */
export async function updateProvider(tx: Transaction, siteId: number, row: ProviderRow): Promise<void> {
  await tx.execute(sql`
    update provider set name = ${row.name}, protocol = ${row.protocol}, category = ${row.category},
      game_type = ${row.gameType}, image_url = ${row.imageUrl}, lobby_order = ${row.lobbyOrder},
      launch_url = ${row.launchUrl}, api_url = ${row.apiUrl}, is_new = ${row.isNew}
    where site_id = ${siteId} and provider = ${row.provider}
  `);
}

/** Gives providers their places in the lobby, null outside it; a place is unique at every moment. */
export async function writePlaces(
  tx: Transaction,
  siteId: number,
  places: readonly (readonly [provider: string, lobbyOrder: number | null])[],
): Promise<void> {
  for (const [provider, lobbyOrder] of [...places.map(([each]) => [each, null] as const), ...places]) {
    await tx.execute(sql`
      update provider set lobby_order = ${lobbyOrder} where site_id = ${siteId} and provider = ${provider}
    `);
  }
}

/** Without `closedBy` the provider is open. */
export async function writeClosure(
  tx: Transaction,
  siteId: number,
  to: { readonly provider: string; readonly closedBy: Closer | null; readonly notice: string | null },
): Promise<void> {
  await tx.execute(sql`
    update provider set is_open = ${to.closedBy}::text is null, closed_by = ${to.closedBy}, closed_notice = ${to.notice}
    where site_id = ${siteId} and provider = ${to.provider}
  `);
}

export async function writeWinCap(
  tx: Transaction,
  siteId: number,
  to: { readonly provider: string; readonly winCap: Money },
): Promise<void> {
  await tx.execute(sql`
    update provider set win_cap_e4 = ${to.winCap} where site_id = ${siteId} and provider = ${to.provider}
  `);
}

/** Inserts games; those that exist stay. */
export function insertGames(tx: Transaction, siteId: number, rows: readonly GameRow[]): Promise<number> {
  return tx.execute(sql`${selectGames(siteId, rows)} on conflict (site_id, provider, game_code) do nothing`);
}

/** Inserts games, or changes those that exist, in one statement. */
export function writeGames(tx: Transaction, siteId: number, rows: readonly GameRow[]): Promise<number> {
  return tx.execute(sql`${selectGames(siteId, rows)}
    on conflict (site_id, provider, game_code) do update set name = excluded.name, category = excluded.category,
      game_type = excluded.game_type, image_url = excluded.image_url, search_words = excluded.search_words,
      sort_order = excluded.sort_order, since = excluded.since, facts = excluded.facts,
      is_offered = excluded.is_offered
  `);
}

const selectGames = (siteId: number, rows: readonly GameRow[]): Sql => sql`
  insert into game (site_id, provider, game_code, name, category, game_type, image_url, search_words, sort_order,
    since, facts, is_offered)
  select ${siteId}::int, provider, "gameCode", name, category, "gameType", "imageUrl", "searchWords", "sortOrder", since,
    facts, "isOffered"
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (provider text, "gameCode" text, name text,
    category text, "gameType" text, "imageUrl" text, "searchWords" text[], "sortOrder" smallint, since date,
    facts jsonb, "isOffered" boolean)
`;

/** Offers games that were withdrawn, or withdraws them. */
export async function setOffered(
  tx: Transaction,
  siteId: number,
  of: { readonly provider: string; readonly gameCodes: readonly string[]; readonly isOffered: boolean },
): Promise<void> {
  await tx.execute(sql`
    update game set is_offered = ${of.isOffered}
    where site_id = ${siteId} and provider = ${of.provider} and game_code = any(${of.gameCodes}::text[])
  `);
}
