// Sites: identification by api-key or host, appearance, switches and limits.
//
// Always true: every request belongs to exactly one site, identified by its api-key. A host belongs to one site. A
// disabled feature is hidden in the web app and rejected by the server. Decisions about money read the site inside
// their transaction (`loadSite`). All other code may use the cache of this process, which is evicted on a change in any
// process and expires after five seconds.
//
// Elsewhere: contract form of the configuration (site.routes.ts), providers and games (catalogue), promotions
// (bonuses), receiving accounts (deposits), operator changes (operators).

import { siteTheme } from '@chaba/contract/theme';
import type { Database, Queryable, Transaction } from '@chaba/database';
import { openSite } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { parseHostName } from '#core/host';
import { setSiteLabels } from '#core/metrics';
import { publish, subscribe } from '#core/pubsub';
import { assert } from '#core/domain-error';
import { parseStoredTheme, type Site, SITE_TOPIC, type Sites, themePresets } from '#core/site';
import { changePartner, fillCatalogue, loadCatalogues, writeStandardCatalogue } from '#modules/catalogue';

import * as store from './site.store.ts';
import type { NewSite, SiteSwitches } from './site.store.ts';

export {
  type AffiliateTerms,
  getPreset,
  parseStoredTheme,
  requireSiteOpen,
  type Site,
  type Sites,
  type WithdrawSettings,
} from '#core/site';
export type { NewSite, SiteSwitches } from './site.store.ts';

/** A kill switch written without a message is effective in 5 s. */
const COPY_LIVES_MS = 4_000;

export function openSites(database: Database): Sites {
  let copy: Promise<readonly Site[]> | undefined;
  let copiedAt = 0;
  let last: readonly Site[] | undefined;
  const drop = (): void => {
    copy = undefined;
  };
  const stop = subscribe(SITE_TOPIC, { onMessage: drop, onGap: drop });

  function all(): Promise<readonly Site[]> {
    const now = performance.now();
    if (copy !== undefined && now - copiedAt < COPY_LIVES_MS) return copy;
    copiedAt = now;
    const reading = listSites(database);
    copy = reading;
    reading.then(
      (sites) => {
        last = sites;
        setSiteLabels(sites);
      },
      // A failed load is not cached: the next request loads again.
      () => {
        if (copy === reading) copy = undefined;
      },
    );
    return reading;
  }

  return {
    all,
    close: stop,
    byKey: async (apiKey) => (await all()).find((site) => site.apiKey === apiKey),
    byCode: async (code) => (await all()).find((site) => site.code === code),
    async byId(siteId) {
      const site = (await all()).find((candidate) => candidate.id === siteId);
      assert(site, 'a site id comes from the table of sites, and sites are never deleted');
      return site;
    },
    async byHost(host) {
      const name = parseHostName(host);
      // The site is needed to render a page; the page's requests read the database.
      const sites = await all().catch((error: unknown) => last ?? Promise.reject(error));
      return sites.find((site) => site.hosts.includes(name)) ?? sites[0];
    },
  };
}

/** Loads the site in the transaction that depends on it. */
export async function loadSite(tx: Transaction, siteId: number): Promise<Site> {
  const row = await store.findSite(tx, siteId);
  assert(row, 'a site id comes from the table of sites, and sites are never deleted');
  return withCatalogue(tx, row);
}

/** All sites, ordered by id. */
export async function listSites(database: Queryable): Promise<readonly Site[]> {
  return withCatalogues(database, await store.listSites(database));
}

async function withCatalogue(database: Queryable, row: store.SiteRow): Promise<Site> {
  const [site] = await withCatalogues(database, [row]);
  assert(site, 'a row gives one site');
  return site;
}

async function withCatalogues(database: Queryable, rows: readonly store.SiteRow[]): Promise<readonly Site[]> {
  const catalogues = await loadCatalogues(
    database,
    // The rows of a site that arrives from another cell may be incomplete under their version.
    rows.map(({ id, isFenced, catalogueVersion }) => ({ siteId: id, version: isFenced ? null : catalogueVersion })),
  );
  return rows.map((row) => {
    const catalogue = catalogues.get(row.id);
    assert(catalogue, 'every site that is asked for gets a catalogue');
    return { ...row, catalogue };
  });
}

/**
 * Runs work for each site that this cell serves, in turn. A failure does not skip later sites; all failures are thrown
 * at the end.
 */
export async function forEachSite(database: Database, work: (site: Site) => Promise<unknown>): Promise<void> {
  const failures: { readonly code: string; readonly error: unknown }[] = [];
  for (const site of await listSites(database)) {
    if (site.isFenced) continue;
    await work(site).catch((error: unknown) => failures.push({ code: site.code, error }));
  }
  const [first] = failures;
  if (first) throw new Error(`failed at ${failures.map(({ code }) => code).join(', ')}`, { cause: first.error });
}

/**
 * Converts a theme typed by an operator (a preset's name or JSON) to its stored form. Undefined if a part is unknown.
 */
export function parseTheme(typed: string): string | undefined {
  if (!typed.startsWith('{')) return themePresets.find((preset) => preset === typed);
  const parts = parseStoredTheme(typed);
  const theme = siteTheme.safeParse(parts).data;
  if (typeof parts !== 'object' || parts === null || typeof theme !== 'object') return undefined;
  const isWhole = Object.keys(parts).every((part) => Object.hasOwn(theme, part));
  const isOnPreset = theme.preset === undefined || themePresets.some((preset) => preset === theme.preset);
  return isWhole && isOnPreset ? JSON.stringify(theme) : undefined;
}

/**
 * Changes switches and limits of a site; the caller writes the audit entry in the same transaction. The name of the
 * partner decides which standard catalogue the site shows.
 */
export async function changeSite(tx: Transaction, siteId: number, to: SiteSwitches): Promise<Site> {
  const before = to.partner === undefined ? undefined : (await store.findSite(tx, siteId))?.look.partner;
  const site = await store.updateSwitches(tx, siteId, to);
  assert(site, 'an operator changes a site that was looked up before');
  tx.afterCommit(() => publish(SITE_TOPIC, String(siteId)));
  if (before === undefined || before === site.look.partner) return withCatalogue(tx, site);
  await changePartner(tx, siteId, { before, after: site.look.partner });
  return loadSite(tx, siteId);
}

/** Limits and shares with which a site starts, within the bounds of docs/economics.md; operators change them. */
export const startingTerms = {
  withdrawMin: baht(100),
  withdrawMax: baht(50_000),
  withdrawAutomaticMax: baht(5_000),
  cashbackPercentBp: 40,
  cashbackMin: baht(1),
  affiliateMin: baht(20),
  affiliateTurnoverTimes: 1,
  affiliateLevel1Bp: 30,
  affiliateLevel2Bp: 10,
  affiliateAutomaticMax: baht(5_000),
} as const satisfies Partial<NewSite>;

/** The reason why a site was not created: another site has its code or one of its hosts, or no id is free. */
export type SiteConflict = 'code_exists' | 'host_exists' | 'cell_full';

/**
 * Creates a site with its lanes and returns its id, the next free one. `lanes` is the number of lock stripes
 * (packages/ledger) and stays fixed after creation.
 */
export async function createSite(tx: Transaction, site: NewSite, lanes: number): Promise<number | SiteConflict> {
  const sites = await store.listSites(tx);
  if (sites.some(({ code }) => code === site.code)) return 'code_exists';
  if (sites.some(({ hosts }) => hosts.some((host) => site.hosts.includes(host)))) return 'host_exists';
  const id = await store.findFreeId(tx);
  if (id === undefined) return 'cell_full';
  // A concurrent transaction inserted this id: the sites are read again, including the inserted one.
  const partner = site.code.toUpperCase();
  if (!(await store.insertSite(tx, { ...site, id, partner }))) return createSite(tx, site, lanes);
  await openSite(tx, id, lanes);
  if (site.hasStandardCatalogue) await writeStandardCatalogue(tx, id, partner);
  tx.afterCommit(() => publish(SITE_TOPIC, String(id)));
  return id;
}

/**
 * Writes the catalogues of sites that are older than the tables of catalogues, and games that the play-money studio
 * published since. Returns the sites that got rows.
 */
export async function fillCatalogues(database: Database): Promise<{ readonly code: string; readonly rows: number }[]> {
  const filled: { readonly code: string; readonly rows: number }[] = [];
  for (const { id, code, isFenced, look } of await store.listSites(database)) {
    if (isFenced) continue;
    const rows = await database.transaction((tx) => fillCatalogue(tx, id, look.partner));
    if (rows > 0) filled.push({ code, rows });
  }
  return filled;
}

/** Returns the site with this code, created unless it exists. */
export async function ensureSite(tx: Transaction, site: NewSite, lanes: number): Promise<Site> {
  const outcome = await createSite(tx, site, lanes);
  const found = (await store.listSites(tx)).find(({ code }) => code === site.code);
  assert(found, `the site is there or was created: ${outcome}`);
  return withCatalogue(tx, found);
}
