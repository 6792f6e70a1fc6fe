// What a member allows himself: the limits for deposits, and those for play.
//
// Elsewhere: how limits look and change (own-limits.tsx).

import { useQuery } from '@tanstack/react-query';

import { depositLimitsQuery } from '#lib/deposit-limits';
import { queryKeys } from '#lib/query-keys';

import { text as depositText } from './deposit-limits.text.ts';
import { OwnLimits } from './own-limits.tsx';
import { text as playText } from './play-limits.text.ts';
import {
  askConfirmedDepositLimit,
  askConfirmedPlayLimit,
  askDepositLimit,
  askPlayLimit,
  playLimitsQuery,
} from './profile.queries.ts';

const deposits = {
  queryKey: depositLimitsQuery.queryKey,
  ask: askDepositLimit,
  confirm: askConfirmedDepositLimit,
  changes: [queryKeys.depositAccounts],
  skeleton: 'mt-4 h-79',
  text: depositText,
} as const;

const play = {
  queryKey: playLimitsQuery.queryKey,
  ask: askPlayLimit,
  confirm: askConfirmedPlayLimit,
  changes: [],
  skeleton: 'mt-4 h-102',
  text: playText,
} as const;

export function Limits() {
  return (
    <>
      <OwnLimits of={deposits} asked={useQuery(depositLimitsQuery)} />
      <OwnLimits of={play} asked={useQuery(playLimitsQuery)} />
    </>
  );
}
