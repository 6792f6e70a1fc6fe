// The brand's configuration (spec §3): asked for at start, kept in local storage. Before the answer comes and when none
// comes, the one that the page was delivered with is shown, or the kept one. The browser revalidates it by ETag.
//
// Always true: a screen may rely on every field, because a stored copy that lacks one is thrown away
// and the fallback below stands in until the server has answered once.

import { queryOptions, useQuery, type Query, type QueryClient } from '@tanstack/react-query';

import { getPrefix } from '@chaba/contract/requests';
import type { SiteConfiguration } from '@chaba/contract/site';

import { send } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { fallbackSite as fallback } from './site-fallback.ts';
import { deliveredSite } from './server-settings.ts';
import { isRecord, readJson, storageKeys, writeJson } from './storage.ts';
import { applyTheme } from './theme.ts';
import { waitForQueries } from './wait-for-queries.ts';

const FRESH_MS = 5 * 60_000;
const LET_PASS_MS_MAX = 1_000;
const BEGINNING_MS = 50;

export const siteQuery = queryOptions({
  queryKey: queryKeys.site,
  queryFn: async ({ client, signal }) => {
    await untilOthersAnswered(client);
    const site = await send(getPrefix, { signal });
    keepSite(site);
    return site;
  },
  staleTime: FRESH_MS,
  initialData: () => knownSite(deliveredSite()) ?? storedSite(),
  // What is known is shown at once and asked again at once.
  initialDataUpdatedAt: 0,
});

/** The page was delivered with it: what else it asks for at its start goes first. */
let isJustDelivered = deliveredSite() !== undefined;

async function untilOthersAnswered(client: QueryClient): Promise<void> {
  if (!isJustDelivered) return;
  isJustDelivered = false;
  // When everything that begins together has begun.
  await new Promise((resolve) => setTimeout(resolve, BEGINNING_MS));
  const isOther = ({ queryKey }: Query) => queryKey[0] !== queryKeys.site[0];
  await waitForQueries(client, { withinMs: LET_PASS_MS_MAX, of: isOther });
}

export type SiteState = {
  readonly site: SiteConfiguration;
  /** False while the fallback stands in: nothing was ever answered on this device. */
  readonly isKnown: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
};

export function useSite(): SiteState {
  const { data, isError, refetch } = useQuery(siteQuery);
  // A page may be drawn with a brand's name alone: the rest of it is the fallback's.
  const isKnown = data !== undefined && data.ProductList !== fallback.ProductList;
  return { site: data ?? fallback, isKnown, hasFailed: isError, retry: () => void refetch() };
}

/** The game list and the promotions are kept beside the configuration (spec §3). */
export function keepSite({ ProductList, PromotionList, ...rest }: SiteConfiguration): void {
  writeJson(storageKeys.prefix, rest);
  writeJson(storageKeys.gameList, ProductList);
  writeJson(storageKeys.promotions, PromotionList);
  applyTheme(rest.theme);
}

function storedSite(): SiteConfiguration | undefined {
  const rest = readJson(storageKeys.prefix, isRecord);
  const ProductList = readJson(storageKeys.gameList, isListOfRecords);
  const PromotionList = readJson(storageKeys.promotions, isListOfRecords);
  if (!rest || !ProductList || !PromotionList) return undefined;
  return knownSite({ ...rest, ProductList, PromotionList });
}

/** A configuration with every field that a screen relies on; undefined for anything else. */
export function knownSite(whole: unknown): SiteConfiguration | undefined {
  if (!hasShapeOf(whole, fallback)) return undefined;
  const site = whole as SiteConfiguration;
  applyTheme(site.theme);
  return site;
}

function isListOfRecords(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isRecord);
}

/** Every field of the pattern is there with the pattern's type. A theme may be a text or an object. */
function hasShapeOf(value: unknown, pattern: unknown): boolean {
  if (Array.isArray(pattern)) return Array.isArray(value);
  if (!isRecord(pattern)) return typeof value === typeof pattern;
  if (!isRecord(value)) return false;
  return Object.entries(pattern).every(([key, part]) => key === 'theme' || hasShapeOf(value[key], part));
}
