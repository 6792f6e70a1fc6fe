// The second configuration call (spec §7), loaded when the first page is idle: it fills LineId and Prefix.

import type { QueryClient } from '@tanstack/react-query';

import { getSetting } from '@chaba/contract/requests';

import { send } from '#lib/api/api';
import { storeSite, parseSite, siteQuery } from './site.ts';

/** A host that does not have the call, or returns something else, changes nothing. */
export async function loadSetting(client: QueryClient): Promise<void> {
  const { LineId, Prefix } = await send(getSetting);
  const site = parseSite({ ...Prefix, LineId });
  if (!site) return;
  storeSite(site);
  client.setQueryData(siteQuery.queryKey, site);
}
