// The member's slips: listed on the deposit page while they are open, and in the histories as long as those have no row
// for them.

import { queryOptions } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import { listSlips } from '@chaba/contract/requests';

import { send } from '#lib/api/api';
import { queryKeys } from '#lib/api/query-keys';

/** While a slip waits for the bank; the live stream reports a credit sooner. */
const WAITING_POLL_MS = 10_000;
/** While an operator decides about a slip; a rejection moves no money, so the stream reports nothing. */
const DECISION_POLL_MS = 60_000;

/** Below the key of the histories: a change that makes those stale makes this stale too. */
export const slipsQuery = queryOptions({
  queryKey: queryKeys.slips,
  queryFn: async ({ signal }) => (await send(listSlips, { signal })).slips,
  refetchInterval: ({ state: { data } }) => {
    if (data?.some(({ state }) => state === 'waiting')) return WAITING_POLL_MS;
    return data?.some(({ state }) => state === 'review' || state === 'disputed') === true && DECISION_POLL_MS;
  },
});

export type MemberSlip = Data<typeof listSlips>['slips'][number];
