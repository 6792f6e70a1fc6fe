// The catalogue of a site: its providers and their games as rows, changed by operators while the product runs.
//
//     standard list (play mode) ─▶ rows ◀─ commands of operators
//                                  rows ─▶ value by version ─▶ site (cached) ─▶ lobby · launch · wallet · page policy
//
// Always true: a change of rows gives the site a new version of its catalogue in the same transaction and publishes the
// site, so every process reads it within a second. Rows are never deleted: a provider is closed, a game is not offered,
// and money of their open rounds still returns. A value is cached by its version, which is random. A change by hand
// needs a new `site.catalogue_version`.
//
// Elsewhere: the value (core/catalogue.ts), the site that carries it (site), keys of providers (providers), audited
// actions (operators), the lobby (play/lobby.ts).

import type { Queryable, Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';
import { LRUCache } from 'lru-cache';

import type { CatalogueGame, Closer, Provider, SiteCatalogue } from '#core/catalogue';
import { publish } from '#core/pubsub';
import { SITE_TOPIC } from '#core/site';

import * as store from './catalogue.store.ts';
import type { GameRow, ProviderRow } from './catalogue.store.ts';
import { type CatalogueName, findCatalogueName, listStandardRows } from './standard.ts';

export { findFacts } from './catalogue.store.ts';
export { categoryWords, mechanicWords } from './catalogue.text.ts';
export { publishedSlots, studioProviders } from './studio-games.ts';

// ── the value ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** More than the sites of a cell. */
const CACHED_MAX = 2_000;
const cached = new LRUCache<string, SiteCatalogue>({ max: CACHED_MAX });

/** A site whose catalogue is read; without a version its rows are read each time. */
type CatalogueOfSite = { readonly siteId: number; readonly version: string | null };

/** The catalogues of sites by their ids. Reads rows only of versions that this process does not know. */
export async function loadCatalogues(
  database: Queryable,
  sites: readonly CatalogueOfSite[],
): Promise<ReadonlyMap<number, SiteCatalogue>> {
  const found = new Map<number, SiteCatalogue>();
  const missing = sites.filter(({ siteId, version }) => {
    const known = version === null ? undefined : cached.get(version);
    if (known) found.set(siteId, known);
    return known === undefined;
  });
  if (missing.length === 0) return found;
  const ids = missing.map(({ siteId }) => siteId);
  // The version was read before the rows, so a value is at least as new as its version.
  const providers = Map.groupBy(await store.listProviders(database, ids), ({ siteId }) => siteId);
  const games = Map.groupBy(await store.listGames(database, ids), ({ siteId }) => siteId);
  for (const { siteId, version } of missing) {
    const value = createCatalogue({ providers: providers.get(siteId) ?? [], games: games.get(siteId) ?? [] });
    if (version !== null) cached.set(version, value);
    found.set(siteId, value);
  }
  return found;
}

/** The value of rows in their order. Pure. */
function createCatalogue(rows: {
  readonly providers: readonly ProviderRow[];
  readonly games: readonly GameRow[];
}): SiteCatalogue {
  const gamesOf = Map.groupBy(rows.games.map(toGame), ({ provider }) => provider);
  const gamesByCode = new Map(
    [...gamesOf].map(([ch, games]) => [ch, new Map(games.map(({ game }) => [game.gameCode, game]))]),
  );
  const providers = rows.providers.map((row) =>
    toProvider(
      row,
      (gamesOf.get(row.provider) ?? []).map(({ game }) => game),
    ),
  );
  const byCode = new Map(providers.map((provider) => [provider.ch, provider]));
  return {
    providers,
    lobby: providers.filter(({ lobbyOrder }) => lobbyOrder !== undefined),
    findProvider: (ch) => byCode.get(ch),
    findGame: (ch, gameCode) => gamesByCode.get(ch)?.get(gameCode),
  };
}

function toProvider(row: ProviderRow, games: readonly CatalogueGame[]): Provider {
  const { closedBy, closedNotice } = row;
  return {
    ch: row.provider,
    name: row.name,
    gameType: row.gameType,
    category: row.category,
    img: row.imageUrl,
    isNew: row.isNew,
    protocol: row.protocol ?? undefined,
    lobbyOrder: row.lobbyOrder ?? undefined,
    launchUrl: row.launchUrl ?? undefined,
    apiUrl: row.apiUrl ?? undefined,
    keyPrefix: row.keyPrefix ?? undefined,
    closure: closedBy === null ? undefined : { closedBy, ...(closedNotice !== null && { closedReason: closedNotice }) },
    winCap: row.winCap ?? undefined,
    games: games.filter(({ isOffered }) => isOffered),
  };
}

function toGame(row: GameRow): { readonly provider: string; readonly game: CatalogueGame } {
  const { mechanic, returnPercent, volatility } = row.facts ?? {};
  const game = {
    gameCode: row.gameCode,
    name: row.name,
    gameType: row.gameType,
    category: row.category,
    img: row.imageUrl,
    words: row.searchWords,
    since: row.since ?? undefined,
    isOffered: row.isOffered,
    // jsonb has null for what is not stated.
    ...(mechanic && { mechanic }),
    ...(returnPercent && { returnPercent }),
    ...(volatility && { volatility }),
  };
  return { provider: row.provider, game };
}

/** All games of a provider, also those that are not offered, in their order. */
export async function listAllGames(database: Queryable, siteId: number, provider: string): Promise<GameRow[]> {
  return (await store.listGames(database, [siteId])).filter((game) => game.provider === provider);
}

// ── changes ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The rows that a change depends on. Locks the site's row, so changes of one catalogue follow each other. */
async function lockRows(tx: Transaction, siteId: number) {
  const version = await store.lockVersion(tx, siteId);
  const [providers, games] = [await store.listProviders(tx, [siteId]), await store.listGames(tx, [siteId])];
  return { version, providers, games };
}

async function markChanged(tx: Transaction, siteId: number): Promise<void> {
  await store.renewVersion(tx, siteId);
  tx.afterCommit(() => publish(SITE_TOPIC, String(siteId)));
}

/** The terms of a provider that an operator names. */
export type ProviderTerms = Pick<
  ProviderRow,
  'name' | 'protocol' | 'category' | 'gameType' | 'imageUrl' | 'lobbyOrder' | 'launchUrl' | 'apiUrl' | 'isNew'
>;

/** Adds a provider; its keys are made by an operator. */
export async function addProvider(
  tx: Transaction,
  siteId: number,
  { provider, ...terms }: ProviderTerms & { readonly provider: string },
): Promise<'added' | 'code_exists' | 'order_taken'> {
  const { providers } = await lockRows(tx, siteId);
  if (providers.some((row) => row.provider === provider)) return 'code_exists';
  if (isTaken(providers, terms.lobbyOrder)) return 'order_taken';
  await store.insertProviders(tx, siteId, [{ ...terms, provider, keyPrefix: null }]);
  await markChanged(tx, siteId);
  return 'added';
}

/** Changes terms of a provider. */
export async function changeProvider(
  tx: Transaction,
  siteId: number,
  { provider, ...terms }: Partial<ProviderTerms> & { readonly provider: string },
): Promise<'changed' | 'unchanged' | 'order_taken'> {
  const { providers } = await lockRows(tx, siteId);
  const before = providers.find((row) => row.provider === provider);
  if (before === undefined) return 'unchanged';
  const others = providers.filter((row) => row !== before);
  if (terms.lobbyOrder !== undefined && isTaken(others, terms.lobbyOrder)) return 'order_taken';
  const isChanged = Object.entries(terms).some(([part, value]) => before[part as keyof ProviderTerms] !== value);
  if (!isChanged) return 'unchanged';
  await store.updateProvider(tx, siteId, { ...before, ...terms });
  await markChanged(tx, siteId);
  return 'changed';
}

const isTaken = (providers: readonly ProviderRow[], order: number | null): boolean =>
  order !== null && providers.some(({ lobbyOrder }) => lobbyOrder === order);

/** Exchanges the place of a provider in the lobby with the one before or after it. */
export async function moveProvider(
  tx: Transaction,
  siteId: number,
  { provider, step }: { readonly provider: string; readonly step: -1 | 1 },
): Promise<'moved' | 'at_end' | 'outside_lobby'> {
  const { providers } = await lockRows(tx, siteId);
  const lobby = providers.filter(({ lobbyOrder }) => lobbyOrder !== null);
  const index = lobby.findIndex((row) => row.provider === provider);
  const [row, other] = [lobby[index], lobby[index + step]];
  if (row?.lobbyOrder === null || row === undefined) return 'outside_lobby';
  if (other === undefined || other.lobbyOrder === null) return 'at_end';
  await store.writePlaces(tx, siteId, [
    [row.provider, other.lobbyOrder],
    [other.provider, row.lobbyOrder],
  ]);
  await markChanged(tx, siteId);
  return 'moved';
}

/** Opens a provider or closes it, with the reason that members read; or sets its win cap. */
export async function setProvider(
  tx: Transaction,
  siteId: number,
  to: {
    readonly provider: string;
    readonly isOpen?: boolean;
    readonly closedBy?: Closer;
    readonly notice?: string;
    readonly winCap?: Money;
  },
): Promise<'done'> {
  const { provider, isOpen, closedBy = 'operator', notice, winCap } = to;
  if (isOpen !== undefined) {
    const closure = isOpen ? { closedBy: null, notice: null } : { closedBy, notice: notice ?? null };
    await store.writeClosure(tx, siteId, { provider, ...closure });
  }
  if (winCap !== undefined) await store.writeWinCap(tx, siteId, { provider, winCap });
  await markChanged(tx, siteId);
  return 'done';
}

/** A game as an import names it. Facts that it does not name are kept; without a place it follows the others. */
export type ImportedGame = Omit<GameRow, 'provider' | 'sortOrder'> & { readonly sortOrder: number | undefined };
type GamesImported = { readonly added: number; readonly changed: number };

/** Writes games of a provider: new ones are added, known ones changed, all others stay. */
export async function importGames(
  tx: Transaction,
  siteId: number,
  { provider, games }: { readonly provider: string; readonly games: readonly ImportedGame[] },
): Promise<GamesImported> {
  const known = (await lockRows(tx, siteId)).games.filter((game) => game.provider === provider);
  const facts = await store.listFacts(tx, siteId, provider);
  const codes = new Set(known.map(({ gameCode }) => gameCode));
  let last = Math.max(0, ...known.map(({ sortOrder }) => sortOrder));
  const rows = games.map((game) => {
    const before = known.find(({ gameCode }) => gameCode === game.gameCode);
    const sortOrder = game.sortOrder ?? before?.sortOrder ?? (last += 1);
    const stated = { ...facts.get(game.gameCode), ...game.facts };
    return { ...game, provider, sortOrder, facts: Object.keys(stated).length === 0 ? null : stated };
  });
  await store.writeGames(tx, siteId, rows);
  await markChanged(tx, siteId);
  const changed = games.filter(({ gameCode }) => codes.has(gameCode)).length;
  return { added: games.length - changed, changed };
}

/** The games of a provider compared with the site's: what a synchronisation adds, offers again and withdraws. */
type GamesDifference = {
  readonly added: readonly { readonly gameCode: string; readonly gameType: string }[];
  readonly returned: readonly string[];
  readonly withdrawn: readonly string[];
};

/** Compares the games that a provider lists with those of the site. Pure. */
export function compareGames(
  catalogue: SiteCatalogue,
  provider: string,
  listed: readonly { readonly gameCode: string; readonly gameType: string }[],
): GamesDifference {
  const isOffered = (gameCode: string) => catalogue.findGame(provider, gameCode)?.isOffered;
  const codes = new Set(listed.map(({ gameCode }) => gameCode));
  const unique = [...new Map(listed.map((game) => [game.gameCode, game])).values()];
  return {
    added: unique.filter(({ gameCode }) => isOffered(gameCode) === undefined),
    returned: [...codes].filter((gameCode) => isOffered(gameCode) === false),
    withdrawn: (catalogue.findProvider(provider)?.games ?? [])
      .map(({ gameCode }) => gameCode)
      .filter((gameCode) => !codes.has(gameCode)),
  };
}

/** Carries out a difference. `added`: the games that it adds, with names and pictures. */
export async function syncGames(
  tx: Transaction,
  siteId: number,
  of: {
    readonly provider: string;
    readonly added: readonly ImportedGame[];
    readonly returned: readonly string[];
    readonly withdrawn: readonly string[];
  },
): Promise<'done'> {
  const { provider, added, returned, withdrawn } = of;
  await importGames(tx, siteId, { provider, games: added });
  await store.setOffered(tx, siteId, { provider, gameCodes: returned, isOffered: true });
  await store.setOffered(tx, siteId, { provider, gameCodes: withdrawn, isOffered: false });
  return 'done';
}

// ── the standard lists ───────────────────────────────────────────────────────────────────────────────────────────────

/** A standard catalogue as a site without changes has it. */
export function createStandardCatalogue(name: CatalogueName): SiteCatalogue {
  return createCatalogue(listStandardRows(name));
}

/** Writes the standard catalogue of a site that its transaction creates; the partner's name chooses it. */
export async function writeStandardCatalogue(tx: Transaction, siteId: number, partner: string): Promise<void> {
  const { providers, games } = listStandardRows(findCatalogueName(partner));
  await store.insertProviders(tx, siteId, providers);
  await store.insertGames(tx, siteId, games);
}

/**
 * Writes the standard catalogue of a site whose catalogue was never written; the partner's name chooses it. A site that
 * has games of the play-money studio gets those that were published since. Existing rows stay. Returns the number of
 * rows written.
 */
export async function fillCatalogue(tx: Transaction, siteId: number, partner: string): Promise<number> {
  const standard = listStandardRows(findCatalogueName(partner));
  const { version, providers, games } = await lockRows(tx, siteId);
  const isUnwritten = version === null;
  if (!isUnwritten && !providers.some(({ keyPrefix }) => keyPrefix !== null)) return 0;
  const existing = new Map(providers.map((row) => [row.provider, row]));
  const newProviders = standard.providers.filter(({ provider }) => !existing.has(provider));
  const settingsOnly = standard.providers.filter(({ provider }) => existing.get(provider)?.imageUrl === '');
  const newGames = standard.games.filter((game) =>
    games.every((row) => row.provider !== game.provider || row.gameCode !== game.gameCode),
  );
  if (!isUnwritten && newProviders.length + newGames.length === 0) return 0;
  for (const row of settingsOnly) await store.completeProvider(tx, siteId, row);
  const placed = newProviders.map((row) => (isTaken(providers, row.lobbyOrder) ? { ...row, lobbyOrder: null } : row));
  const written = (await store.insertProviders(tx, siteId, placed)) + (await store.insertGames(tx, siteId, newGames));
  await markChanged(tx, siteId);
  return written;
}

/**
 * Gives a site with games of the play-money studio the lobby that the new name of its partner chooses. Providers that
 * operators added stay in the lobby, behind it where the new one has their places; no row is deleted.
 */
export async function changePartner(
  tx: Transaction,
  siteId: number,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  const names = [findCatalogueName(before), findCatalogueName(after)] as const;
  const { providers } = await lockRows(tx, siteId);
  if (names[0] === names[1] || !providers.some(({ keyPrefix }) => keyPrefix !== null)) return;
  const [old, standard] = [listStandardRows(names[0]), listStandardRows(names[1])];
  const placed = new Map(standard.providers.map(({ provider, lobbyOrder }) => [provider, lobbyOrder]));
  for (const { provider } of old.providers) if (!placed.has(provider)) placed.set(provider, null);
  const taken = new Set(placed.values());
  for (const { provider, lobbyOrder } of providers) {
    if (placed.has(provider) || lobbyOrder === null || !taken.has(lobbyOrder)) continue;
    placed.set(provider, Math.max(...[...taken, ...providers.map((row) => row.lobbyOrder)].map(Number)) + 1);
    taken.add(placed.get(provider) ?? null);
  }
  await store.insertProviders(
    tx,
    siteId,
    standard.providers.map((row) => ({ ...row, lobbyOrder: null })),
  );
  await store.insertGames(tx, siteId, standard.games);
  await store.writePlaces(tx, siteId, [...placed]);
  await markChanged(tx, siteId);
}
