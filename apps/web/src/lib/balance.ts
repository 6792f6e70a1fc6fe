// The member's balance: one query that the live stream, the refresh button and every money call write.

import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';

import type { Balance } from '@chaba/contract/members';
import { getBalance } from '@chaba/contract/requests';
import { fromBaht, zeroMoney, type Money } from '@chaba/money';

import { send } from './api.ts';
import { useIsHydrated } from './hydration.ts';
import { useIsOnline } from './online.ts';
import { queryKeys } from './query-keys.ts';
import { useIsSignedIn, useMember } from './session.ts';

export const balanceQuery = queryOptions({
  queryKey: queryKeys.balance,
  queryFn: ({ signal }) => send(getBalance, { signal }),
  // What moves money asks again at once, and the live stream tells; a card that comes with its page's data need not.
  staleTime: 2_000,
  structuralSharing: (known, answer) => newerOf(known as Balance | undefined, answer as Balance),
});

/** The balance as it is known now; undefined until it was answered once. */
export function useBalance(): Balance | undefined {
  const isSignedIn = useIsSignedIn();
  return useQuery({ ...balanceQuery, enabled: isSignedIn }).data;
}

/** False without a connection, and when the last question was not answered: then what is known has its time, or is not shown. */
export function useIsBalanceCurrent(): boolean {
  const isSignedIn = useIsSignedIn();
  // What failed and never was answered has no error while it is asked again: it has been fetched, and is no success.
  const { isSuccess, isFetched } = useQuery({ ...balanceQuery, enabled: isSignedIn });
  return useIsOnline() && (isSuccess || !isFetched);
}

/** What was answered last, or what the device knows as long as nothing says that it may be old. */
export function useShownBalance(): number | undefined {
  const member = useMember();
  const isCurrent = useIsBalanceCurrent();
  const answered = useBalance();
  const isHydrated = useIsHydrated();
  return answered?.balance ?? (isCurrent && isHydrated ? member?.internalWallet.gameWallet : undefined);
}

/** What the live stream or a call that moved money told. */
export function keepNewerBalance(queryClient: QueryClient, balance: Balance): void {
  queryClient.setQueryData<Balance>(queryKeys.balance, (known) => newerOf(known, balance));
}

/** An answer may overtake another on the way, whoever asked: the database's time decides. */
function newerOf(known: Balance | undefined, balance: Balance): Balance {
  return known && Date.parse(known.at) > Date.parse(balance.at) ? known : balance;
}

/** An amount of the wire for a screen: what is no amount shows as zero instead of breaking the page. */
export function shownMoney(number = 0): Money {
  return fromBaht(number) ?? zeroMoney;
}
