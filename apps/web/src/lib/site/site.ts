// The site's configuration (spec §3): requested at start and stored. Until a response arrives, the configuration of the
// delivered page or the stored one is shown. The browser revalidates it by ETag.
//
// Always true: screens may rely on every field, because a stored copy that lacks one is discarded; until the first
// response the fallback is used.

import { type Query, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

import { getPrefix, getSetting } from '@chaba/contract/requests';
import type { SiteConfiguration } from '@chaba/contract/site';

import { send } from '#lib/api/api';
import { queryKeys } from '#lib/api/query-keys';
import { readDeliveredSite } from '#lib/api/server-settings';
import { isRecord, readJson, storageKeys, writeJson } from '#lib/browser/storage';
import { waitForQueries } from '#lib/react/when-idle';

import { fallbackSite as fallback } from './site-fallback.ts';
import { applyTheme } from './theme.ts';

const FRESH_MS = 5 * 60_000;
const YIELD_MS_MAX = 1_000;
const START_MS = 50;

export const siteQuery = queryOptions({
  queryKey: queryKeys.site,
  queryFn: async ({ client, signal }) => {
    await yieldToOtherQueries(client);
    const site = await send(getPrefix, { signal });
    storeSite(site);
    return site;
  },
  staleTime: FRESH_MS,
  initialData: () => parseSite(readDeliveredSite()) ?? loadStoredSite(),
  // Shown at once and refetched at once.
  initialDataUpdatedAt: 0,
});

/** True until the first refetch of a configuration that the page was delivered with; other queries go first. */
let isFresh = readDeliveredSite() !== undefined;

async function yieldToOtherQueries(client: QueryClient): Promise<void> {
  if (!isFresh) return;
  isFresh = false;
  // After all queries of the page have started.
  await new Promise((resolve) => setTimeout(resolve, START_MS));
  const isOther = ({ queryKey }: Query) => queryKey[0] !== queryKeys.site[0];
  await waitForQueries(client, { withinMs: YIELD_MS_MAX, of: isOther });
}

export type SiteState = {
  readonly site: SiteConfiguration;
  /** False while the fallback is shown: this device never received a response. */
  readonly isKnown: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
};

export function useSite(): SiteState {
  const { data, isError, refetch } = useQuery(siteQuery);
  // The server can render a page with the site's name alone; the other fields are the fallback's.
  const isKnown = data !== undefined && data.ProductList !== fallback.ProductList;
  return { site: data ?? fallback, isKnown, hasFailed: isError, retry: () => void refetch() };
}

/** Game list and promotions have keys of their own (spec §3). */
function storeSite({ ProductList, PromotionList, ...rest }: SiteConfiguration): void {
  writeJson(storageKeys.prefix, rest);
  writeJson(storageKeys.gameList, ProductList);
  writeJson(storageKeys.promotions, PromotionList);
  applyTheme(rest.theme);
}

function loadStoredSite(): SiteConfiguration | undefined {
  const rest = readJson(storageKeys.prefix, isRecord);
  const ProductList = readJson(storageKeys.gameList, isListOfRecords);
  const PromotionList = readJson(storageKeys.promotions, isListOfRecords);
  if (!rest || !ProductList || !PromotionList) return undefined;
  return parseSite({ ...rest, ProductList, PromotionList });
}

/** Validates a configuration; undefined if a field that screens rely on is missing. */
function parseSite(whole: unknown): SiteConfiguration | undefined {
  if (!hasShapeOf(whole, fallback)) return undefined;
  const site = whole as SiteConfiguration;
  applyTheme(site.theme);
  return site;
}

function isListOfRecords(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isRecord);
}

/** True if every field of the pattern exists with its type. A theme may be a string or an object. */
function hasShapeOf(value: unknown, pattern: unknown): boolean {
  if (Array.isArray(pattern)) return Array.isArray(value);
  if (!isRecord(pattern)) return typeof value === typeof pattern;
  if (!isRecord(value)) return false;
  return Object.entries(pattern).every(([key, part]) => key === 'theme' || hasShapeOf(value[key], part));
}

/**
 * Sends the second configuration call (spec §7), which fills LineId and Prefix. A host that does not have the call, or
 * returns something else, changes nothing.
 */
export async function loadSetting(client: QueryClient): Promise<void> {
  const { LineId, Prefix } = await send(getSetting);
  const site = parseSite({ ...Prefix, LineId });
  if (!site) return;
  storeSite(site);
  client.setQueryData(siteQuery.queryKey, site);
}
