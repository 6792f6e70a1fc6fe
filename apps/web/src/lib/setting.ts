// The second configuration call (spec §7), loaded when the first page is idle: it fills LineId and Prefix.

import type { QueryClient } from '@tanstack/react-query';

import { getSetting } from '@chaba/contract/requests';

import { send } from './api.ts';
import { keepSite, knownSite, siteQuery } from './site.ts';

/** A host that does not have the call, or returns something else, changes nothing. */
export async function loadSetting(client: QueryClient): Promise<void> {
  const { LineId, Prefix } = await send(getSetting);
  const site = knownSite({ ...Prefix, LineId });
  if (!site) return;
  keepSite(site);
  client.setQueryData(siteQuery.queryKey, site);
}
