// The site of a request, as all layers read it.
//
// Elsewhere: loading, caching and changing sites (modules/site), providers and games (catalogue.ts, modules/catalogue).

import { themePresets } from '@chaba/contract/codes';
import type { Money } from '@chaba/money';

import type { SiteCatalogue } from './catalogue.ts';
import { fail } from './domain-error.ts';

/** The pub/sub topic of changed sites, with their catalogues. */
export const SITE_TOPIC = 'site';

export type Site = {
  readonly id: number;
  readonly code: string;
  readonly apiKey: string;
  readonly name: string;
  /** Host names of this site; the first site serves all other hosts. */
  readonly hosts: readonly string[];
  /** Its providers and games. */
  readonly catalogue: SiteCatalogue;
  /** Increases with every change. */
  readonly version: number;
  /** It moves to another cell or is there: nothing of it may be written here. */
  readonly isFenced: boolean;
  /** Another cell serves it. */
  readonly isAway: boolean;
  readonly isDisabled: boolean;
  readonly isInMaintenance: boolean;
  /** Sent to clients where the maintenance has no end. */
  readonly maintenanceRetryAfterSeconds: number;
  /** The text for members; empty: the standard sentence. */
  readonly maintenanceMessage: string;
  /** The expected end; it opens nothing. */
  readonly maintenanceEndsAt: Date | undefined;
  readonly isCheckingBankNames: boolean;
  /** Turnover requirement of a deposit without a promotion, as a multiple of its amount. */
  readonly depositTurnoverTimes: number;
  readonly look: SiteAppearance;
  readonly withdraw: WithdrawSettings;
  readonly cashback: {
    readonly isOn: boolean;
    readonly imageUrl: string;
    readonly percentBp: number;
    readonly minimum: Money;
  };
  readonly affiliate: AffiliateTerms;
};

export type SiteAppearance = {
  readonly appId: string;
  readonly partner: string;
  readonly lineId: string;
  readonly prefix: string;
  readonly theme: string;
  readonly logoUrl: string;
  readonly alertImageUrl: string;
  readonly alertMessage: string;
  /** A script of a content host for the frame of the wheel; empty: none. */
  readonly wheelScriptUrl: string;
};

export type WithdrawSettings = {
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

/** The sites as this process last read them. */
export type Sites = {
  byKey(apiKey: string): Promise<Site | undefined>;
  byCode(code: string): Promise<Site | undefined>;
  byId(siteId: number): Promise<Site>;
  /** The site of a Host header, or the first site. If the database is unavailable, the last known one. */
  byHost(host: string | undefined): Promise<Site | undefined>;
  all(): Promise<readonly Site[]>;
  close(): void;
};

const PRESET_DEFAULT = 'gold';

export { themePresets };

/** The preset that a theme is based on; applies before the theme's colours are loaded. */
export function getPreset(kept: string): string {
  const theme = parseStoredTheme(kept);
  const name = typeof theme === 'object' && theme !== null && 'preset' in theme ? theme.preset : theme;
  return themePresets.find((preset) => preset === name) ?? PRESET_DEFAULT;
}

/** Parses a stored theme: a preset's name, or JSON with colours, corners and mode. */
export function parseStoredTheme(kept: string): unknown {
  if (!kept.startsWith('{')) return kept;
  try {
    return JSON.parse(kept) as unknown;
  } catch {
    return PRESET_DEFAULT;
  }
}

/** Fails unless the site is open to members. Credits from providers skip this check. */
export function requireSiteOpen(site: Site): void {
  if (site.isDisabled) fail('SITE_DISABLED');
  if (site.isInMaintenance) fail('MAINTENANCE', { waitSeconds: computeMaintenanceWait(site, Date.now()) });
}

const WAIT_SECONDS_MAX = 86_400;

/** Seconds until the expected end of a maintenance, at most a day; of one without an end, those of the site. */
export function computeMaintenanceWait(
  { maintenanceEndsAt, maintenanceRetryAfterSeconds }: Pick<Site, 'maintenanceEndsAt' | 'maintenanceRetryAfterSeconds'>,
  now: number,
): number {
  const left = Math.ceil(((maintenanceEndsAt?.getTime() ?? 0) - now) / 1_000);
  return left > 0 ? Math.min(left, WAIT_SECONDS_MAX) : maintenanceRetryAfterSeconds;
}
