// The member's balance: one query, updated by the live stream, the refresh button and every request that moves money.

import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';

import type { Balance } from '@chaba/contract/members';
import { getBalance } from '@chaba/contract/requests';
import { fromBaht, zeroMoney, type Money } from '@chaba/money';

import { send } from '#lib/api/api';
import { useIsReconnecting } from '#lib/api/query-client';
import { useIsHydrated } from '#lib/react/hydration';
import { useIsOnline } from '#lib/browser/online';
import { queryKeys } from '#lib/api/query-keys';
import { useIsSignedIn, useMember } from '#lib/member/session';

export const balanceQuery = queryOptions({
  queryKey: queryKeys.balance,
  queryFn: ({ signal }) => send(getBalance, { signal }),
  // Requests that move money and the live stream update it at once; a card that mounts with its page needs no refetch.
  staleTime: 2_000,
  structuralSharing: (known, received) => pickNewer(known as Balance | undefined, received as Balance),
});

/** The current balance; undefined until the first response. */
export function useBalance(): Balance | undefined {
  const isSignedIn = useIsSignedIn();
  return useQuery({ ...balanceQuery, enabled: isSignedIn }).data;
}

/**
 * False without a connection, while a read of the page is repeated, and after a failed refetch; the balance is then
 * shown with its time, or hidden.
 */
export function useIsBalanceCurrent(): boolean {
  const isSignedIn = useIsSignedIn();
  // During a retry after a failed first fetch the query has no error: it is fetched and not successful.
  const { isSuccess, isFetched } = useQuery({ ...balanceQuery, enabled: isSignedIn });
  const isReconnecting = useIsReconnecting();
  return useIsOnline() && !isReconnecting && (isSuccess || !isFetched);
}

/** The last response, or the stored balance unless it may be stale. */
export function useShownBalance(): number | undefined {
  const member = useMember();
  const isCurrent = useIsBalanceCurrent();
  const balance = useBalance();
  const isHydrated = useIsHydrated();
  return balance?.balance ?? (isCurrent && isHydrated ? member?.internalWallet.gameWallet : undefined);
}

/** Stores a balance of the live stream or of a money request. */
export function storeNewerBalance(queryClient: QueryClient, balance: Balance): void {
  queryClient.setQueryData<Balance>(queryKeys.balance, (known) => pickNewer(known, balance));
}

/** Responses can overtake each other; the time of the database decides. */
function pickNewer(known: Balance | undefined, balance: Balance): Balance {
  return known && Date.parse(known.at) > Date.parse(balance.at) ? known : balance;
}

/** Converts an amount of the wire for display; an invalid amount becomes zero instead of breaking the page. */
export function toMoney(number = 0): Money {
  return fromBaht(number) ?? zeroMoney;
}
