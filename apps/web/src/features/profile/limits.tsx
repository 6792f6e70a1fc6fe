// What a member allows himself: the limits for deposits, those for play, and the one for the time played.
//
// Elsewhere: how limits look and change (own-limits.tsx).

import { useQuery } from '@tanstack/react-query';

import { LIMIT_MINUTES_MAX, MEMBER_LIMIT_MAX } from '@chaba/contract/constraints';
import type { TimeLimit } from '@chaba/contract/limits';
import { formatBaht, parseBaht, formatPlainBaht, toBaht } from '@chaba/money';

import { shownMoney } from '#lib/balance';
import { depositLimitsQuery } from '#lib/deposit-limits';
import { queryKeys } from '#lib/query-keys';
import { timeLimitsQuery } from '#lib/time-limit';
import { MoneyField } from '#ui/money-field';

import { text as depositText } from './deposit-limits.text.ts';
import { MinutesField } from './minutes-field.tsx';
import { type ShownLimit, OwnLimits } from './own-limits.tsx';
import { text as playText } from './play-limits.text.ts';
import {
  askConfirmedDepositLimit,
  askConfirmedPlayLimit,
  askConfirmedTimeLimit,
  askDepositLimit,
  askPlayLimit,
  askTimeLimit,
  playLimitsQuery,
} from './profile.queries.ts';
import { text as timeText } from './time-limits.text.ts';

const inBaht = {
  Field: MoneyField,
  read(typed: string) {
    const amount = parseBaht(typed);
    return amount === undefined || amount <= 0n || toBaht(amount) > MEMBER_LIMIT_MAX ? undefined : toBaht(amount);
  },
  typed: (Amount: number) => formatPlainBaht(shownMoney(Amount)),
  shown: (Amount: number) => formatBaht(shownMoney(Amount)),
} as const;

const deposits = {
  ...inBaht,
  queryKey: depositLimitsQuery.queryKey,
  ask: askDepositLimit,
  confirm: askConfirmedDepositLimit,
  changes: [queryKeys.depositAccounts],
  skeleton: 'mt-4 h-79',
  text: depositText,
} as const;

const play = {
  ...inBaht,
  queryKey: playLimitsQuery.queryKey,
  ask: askPlayLimit,
  confirm: askConfirmedPlayLimit,
  changes: [],
  skeleton: 'mt-4 h-102',
  text: playText,
} as const;

const time = {
  Field: MinutesField,
  read(typed: string) {
    const minutes = Number(typed);
    return minutes >= 1 && minutes <= LIMIT_MINUTES_MAX ? minutes : undefined;
  },
  typed: String,
  shown: timeText.shown,
  queryKey: timeLimitsQuery.queryKey,
  ask: askTimeLimit,
  confirm: askConfirmedTimeLimit,
  changes: [],
  skeleton: 'mt-4 h-33',
  text: timeText,
} as const;

export function Limits() {
  const timed = useQuery(timeLimitsQuery);
  return (
    <>
      <OwnLimits of={deposits} asked={useQuery(depositLimitsQuery)} />
      <OwnLimits of={play} asked={useQuery(playLimitsQuery)} />
      <OwnLimits of={time} asked={{ ...timed, data: timed.data?.map(inMinutes) }} />
    </>
  );
}

/** Whoever is away for the last five minutes of it has played no longer than the limit. */
function inMinutes({ span, minutes, usedSeconds, wish }: TimeLimit): ShownLimit<'day'> {
  return {
    span,
    Amount: minutes,
    used: usedSeconds === null ? null : Math.min(Math.floor(usedSeconds / 60), minutes ?? 0),
    wish: wish && { ...wish, Amount: wish.minutes },
  };
}
