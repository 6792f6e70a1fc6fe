// Brands: which brand a request belongs to, how it looks, what it switches on and off, and its limits.
//
// Always true: every request belongs to exactly one brand, named by its api-key. A switch that is off hides its screen and
// is refused here too. What decides about money is read inside the transaction that moves it (`siteIn`); everything else
// may use the copy of this process, which is replaced as soon as any process changes a brand, and every few seconds anyway.
//
// Elsewhere: the wire form of the configuration (site.routes.ts), game catalogues (play), promotions (bonuses),
// receiving accounts (deposits), who may change a brand (operators).

import { siteTheme } from '@chaba/contract/theme';
import type { Database, Transaction } from '@chaba/database';
import { openSite } from '@chaba/ledger';
import type { Money } from '@chaba/money';

import { publish, subscribe } from '#core/pubsub';
import { assert, fail } from '#core/domain-error';

import type { CatalogueName } from './partner-catalogue.ts';
import * as store from './site.store.ts';

export type Site = {
  readonly id: number;
  readonly code: string;
  readonly apiKey: string;
  readonly name: string;
  /** Host names that show this brand; the first brand of all is shown on any other. */
  readonly hosts: readonly string[];
  /** Which games are shown: decided by the partner's name (spec §3). */
  readonly catalogue: CatalogueName;
  /** Grows with every change. */
  readonly version: number;
  readonly isDisabled: boolean;
  readonly isInMaintenance: boolean;
  readonly maintenanceRetryAfterSeconds: number;
  readonly isCheckingBankNames: boolean;
  /** A deposit without a promotion asks for this many times its amount as turnover. */
  readonly depositTurnoverTimes: number;
  readonly look: SiteLook;
  readonly withdraw: WithdrawLimits;
  readonly cashback: {
    readonly isOn: boolean;
    readonly imageUrl: string;
    readonly percentBp: number;
    readonly minimum: Money;
  };
  readonly affiliate: AffiliateTerms;
};

export type SiteLook = {
  readonly appId: string;
  readonly partner: string;
  readonly lineId: string;
  readonly prefix: string;
  readonly theme: string;
  readonly logoUrl: string;
  readonly alertImageUrl: string;
  readonly alertMessage: string;
};

export type WithdrawLimits = {
  readonly canWithdraw: boolean;
  readonly minimum: Money;
  readonly maximum: Money;
  readonly isAutomatic: boolean;
  readonly automaticMaximum: Money;
};

export type AffiliateTerms = {
  readonly isOn: boolean;
  readonly imageUrl: string;
  readonly basis: 'WINLOSS' | 'TURNOVER' | 'FIRST_DEPOSIT';
  readonly minimum: Money;
  readonly turnoverTimes: number;
  readonly level1: { readonly isOn: boolean; readonly percentBp: number };
  readonly level2: { readonly isOn: boolean; readonly percentBp: number };
  readonly isAutomatic: boolean;
  readonly automaticMaximum: Money;
};

export type NewSite = {
  readonly id: number;
  readonly code: string;
  readonly apiKey: string;
  readonly name: string;
  readonly hosts: readonly string[];
  readonly appId: string;
  readonly partner: string;
  readonly lineId: string;
  readonly prefix: string;
  readonly theme: string;
  readonly logoUrl: string;
  readonly withdrawMin: Money;
  readonly withdrawMax: Money;
  readonly withdrawAutomaticMax: Money;
  readonly cashbackPercentBp: number;
  readonly cashbackMin: Money;
  readonly affiliateMin: Money;
  readonly affiliateTurnoverTimes: number;
  readonly affiliateLevel1Bp: number;
  readonly affiliateLevel2Bp: number;
  readonly affiliateAutomaticMax: Money;
};

/** What an operator may change while the brand runs. What is left out stays as it is. */
export type SiteSwitches = {
  readonly isDisabled?: boolean | undefined;
  readonly isInMaintenance?: boolean | undefined;
  readonly isCheckingBankNames?: boolean | undefined;
  readonly canWithdraw?: boolean | undefined;
  readonly isWithdrawAutomatic?: boolean | undefined;
  readonly isCashbackOn?: boolean | undefined;
  readonly isAffiliateOn?: boolean | undefined;
  readonly alertMessage?: string | undefined;
  readonly alertImageUrl?: string | undefined;
  readonly logoUrl?: string | undefined;
  readonly theme?: string | undefined;
  readonly withdrawMin?: Money | undefined;
  readonly withdrawMax?: Money | undefined;
  readonly withdrawAutomaticMax?: Money | undefined;
  readonly depositTurnoverTimes?: number | undefined;
  readonly cashbackPercentBp?: number | undefined;
  readonly affiliateLevel1Bp?: number | undefined;
  readonly affiliateLevel2Bp?: number | undefined;
};

const NOTICE = 'site';
const COPY_LIVES_MS = 5_000;
const PRESETS = ['gold', 'jade', 'sapphire', 'ruby'] as const;
const PRESET_DEFAULT = 'gold';

/** The brands as this process last read them. */
export type Sites = {
  byKey(apiKey: string): Promise<Site | undefined>;
  byCode(code: string): Promise<Site | undefined>;
  byId(siteId: number): Promise<Site>;
  /** The brand of a host name; the first brand for a name that belongs to none. While the database is away, as it was last. */
  byHost(host: string): Promise<Site | undefined>;
  all(): Promise<readonly Site[]>;
  close(): void;
};

export function openSites(database: Database): Sites {
  let copy: Promise<readonly Site[]> | undefined;
  let copiedAt = 0;
  let last: readonly Site[] | undefined;
  const stop = subscribe(NOTICE, () => {
    copy = undefined;
  });

  function all(): Promise<readonly Site[]> {
    const now = performance.now();
    if (copy !== undefined && now - copiedAt < COPY_LIVES_MS) return copy;
    copiedAt = now;
    const reading = store.allSites(database);
    copy = reading;
    reading.then(
      (sites) => {
        last = sites;
      },
      // A failed reading is not kept: the next request tries again.
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
      // What a page begins with; whatever it asks for is asked of the database.
      const sites = await all().catch((error: unknown) => last ?? Promise.reject(error));
      return sites.find((site) => site.hosts.includes(host)) ?? sites[0];
    },
  };
}

/** The brand as it stands now, read in the transaction that will depend on it. */
export async function loadSite(tx: Transaction, siteId: number): Promise<Site> {
  const site = await store.siteById(tx, siteId);
  assert(site, 'a site id comes from the table of sites, and sites are never deleted');
  return site;
}

/** Every brand there is, the first one first. */
export async function everySite(database: Database): Promise<readonly Site[]> {
  return store.allSites(database);
}

/** Timed work, brand by brand: what fails at one is told when all the others have had their turn. */
export async function forEachSite(database: Database, work: (site: Site) => Promise<unknown>): Promise<void> {
  const failures: { readonly code: string; readonly error: unknown }[] = [];
  for (const site of await store.allSites(database)) {
    await work(site).catch((error: unknown) => failures.push({ code: site.code, error }));
  }
  const [first] = failures;
  if (first) throw new Error(`failed at ${failures.map(({ code }) => code).join(', ')}`, { cause: first.error });
}

/** A theme as it is kept: a preset's name, or its parts as JSON (colours, corners, mode). */
export function themeOf(kept: string): unknown {
  if (!kept.startsWith('{')) return kept;
  try {
    return JSON.parse(kept) as unknown;
  } catch {
    return PRESET_DEFAULT;
  }
}

/** A theme as it is kept, from what an operator typed: a preset's name or JSON. Undefined when any part of it is unknown. */
export function parseTheme(typed: string): string | undefined {
  if (!typed.startsWith('{')) return PRESETS.find((preset) => preset === typed);
  const parts = themeOf(typed);
  const theme = siteTheme.safeParse(parts).data;
  if (typeof parts !== 'object' || parts === null || typeof theme !== 'object') return undefined;
  const isWhole = Object.keys(parts).every((part) => Object.hasOwn(theme, part));
  const isOnPreset = theme.preset === undefined || PRESETS.some((preset) => preset === theme.preset);
  return isWhole && isOnPreset ? JSON.stringify(theme) : undefined;
}

/** The preset that a theme stands on: what is known of a brand before any of its colours is. */
export function presetOf(kept: string): string {
  const theme = themeOf(kept);
  const name = typeof theme === 'object' && theme !== null && 'preset' in theme ? theme.preset : theme;
  return PRESETS.find((preset) => preset === name) ?? PRESET_DEFAULT;
}

/** Members are let in only while the brand is open. Money that comes back from a provider never asks this. */
export function requireSiteOpen(site: Site): void {
  if (site.isDisabled) fail('SITE_DISABLED');
  if (site.isInMaintenance) fail('MAINTENANCE');
}

/** Changes switches and limits of a brand, for an operator's act that is recorded in the same transaction. */
export async function changeSite(tx: Transaction, siteId: number, to: SiteSwitches): Promise<Site> {
  const site = await store.updateSwitches(tx, siteId, to);
  assert(site, 'an operator changes a site that was looked up before');
  tx.afterCommit(() => publish(NOTICE, String(siteId)));
  return site;
}

/**
 * Makes the brand and opens its books when there is none with this code. Safe to repeat. Members' money moves in so many lanes
 * at once (packages/ledger); a brand keeps the number it was opened with.
 */
export async function ensureSite(tx: Transaction, site: NewSite, lanes: number): Promise<void> {
  await store.insertSite(tx, site);
  await openSite(tx, site.id, lanes);
  tx.afterCommit(() => publish(NOTICE, String(site.id)));
}
