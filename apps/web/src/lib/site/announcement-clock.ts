// Begins and ends the announcements of an open page at their second, by the clock of the device, and requests the
// configuration again when it is old, so that those of the next minutes are known ahead.
//
// Always true: the age of the configuration stays, and a hidden page does nothing.
//
// Elsewhere: the configuration (site.ts), the place of each announcement (announcements.ts).

import type { QueryClient } from '@tanstack/react-query';

import type { SiteConfiguration } from '@chaba/contract/site';

import { siteQuery } from './site.ts';

const EVERY_MS = 1_000;
const { queryKey } = siteQuery;
const FRESH_MS = 5 * 60_000;

type Listed = NonNullable<SiteConfiguration['announcements']>[number];

/** Returns a function that stops it. */
export function startAnnouncementClock(client: QueryClient): () => void {
  const timer = setInterval(() => {
    if (document.hidden) return;
    refresh(client);
    moveOn(client);
  }, EVERY_MS);
  return () => clearInterval(timer);
}

function refresh(client: QueryClient): void {
  const { dataUpdatedAt = 0, errorUpdatedAt = 0, fetchStatus } = client.getQueryState(queryKey) ?? {};
  const isOld = Date.now() - Math.max(dataUpdatedAt, errorUpdatedAt) > FRESH_MS;
  if (isOld && fetchStatus === 'idle') void client.refetchQueries({ queryKey });
}

/** Removes those that have ended; one that has begun has no begin any more. */
function moveOn(client: QueryClient): void {
  const state = client.getQueryState<SiteConfiguration>(queryKey);
  const { announcements } = state?.data ?? {};
  if (state?.data === undefined || announcements === undefined) return;
  const now = Date.now();
  const present = announcements.filter(({ endsAt }) => Date.parse(endsAt) > now).map((each) => begin(each, now));
  if (present.length === announcements.length && present.every((each) => announcements.includes(each))) return;
  const data = { ...state.data, announcements: present };
  client.setQueryData(queryKey, data, { updatedAt: state.dataUpdatedAt });
}

function begin(each: Listed, now: number): Listed {
  const { startsAt, ...rest } = each;
  return startsAt !== undefined && Date.parse(startsAt) <= now ? rest : each;
}
