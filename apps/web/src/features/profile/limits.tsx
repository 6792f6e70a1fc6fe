// The limits that members set for themselves: deposits, play, and time played.
//
// Elsewhere: display and change of limits (own-limits.tsx).

import { useQuery } from '@tanstack/react-query';

import { LIMIT_MINUTES_MAX, MEMBER_LIMIT_MAX } from '@chaba/contract/constraints';
import type { TimeLimit } from '@chaba/contract/limits';
import { formatBaht, parseTypedBaht, formatPlainBaht, toBaht } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { queryKeys } from '#lib/api/query-keys';
import { depositLimitsQuery, timeLimitsQuery } from '#lib/member/member-limits';
import { MoneyField } from '#ui/money-field';

import { text as depositText } from './deposit-limits.text.ts';
import { MinutesField } from './minutes-field.tsx';
import { type ShownLimit, OwnLimits } from './own-limits.tsx';
import { text as playText } from './play-limits.text.ts';
import {
  submitDepositLimitConfirmation,
  submitPlayLimitConfirmation,
  submitTimeLimitConfirmation,
  submitDepositLimit,
  submitPlayLimit,
  submitTimeLimit,
  playLimitsQuery,
} from './profile.queries.ts';
import { text as timeText } from './time-limits.text.ts';

const inBaht = {
  Field: MoneyField,
  parse(typed: string) {
    const amount = parseTypedBaht(typed);
    return amount === undefined || amount <= 0n || toBaht(amount) > MEMBER_LIMIT_MAX ? undefined : toBaht(amount);
  },
  typed: (Amount: number) => formatPlainBaht(toMoney(Amount)),
  shown: (Amount: number) => formatBaht(toMoney(Amount)),
} as const;

const deposits = {
  ...inBaht,
  queryKey: depositLimitsQuery.queryKey,
  submit: submitDepositLimit,
  confirm: submitDepositLimitConfirmation,
  changes: [queryKeys.depositAccounts],
  skeleton: 'mt-4 h-79',
  text: depositText,
} as const;

const play = {
  ...inBaht,
  queryKey: playLimitsQuery.queryKey,
  submit: submitPlayLimit,
  confirm: submitPlayLimitConfirmation,
  changes: [],
  skeleton: 'mt-4 h-102',
  text: playText,
} as const;

const time = {
  Field: MinutesField,
  parse(typed: string) {
    const minutes = Number(typed);
    return minutes >= 1 && minutes <= LIMIT_MINUTES_MAX ? minutes : undefined;
  },
  typed: String,
  shown: timeText.shown,
  queryKey: timeLimitsQuery.queryKey,
  submit: submitTimeLimit,
  confirm: submitTimeLimitConfirmation,
  changes: [],
  skeleton: 'mt-4 h-33',
  text: timeText,
} as const;

export function Limits() {
  const timed = useQuery(timeLimitsQuery);
  return (
    <>
      <OwnLimits of={deposits} result={useQuery(depositLimitsQuery)} />
      <OwnLimits of={play} result={useQuery(playLimitsQuery)} />
      <OwnLimits of={time} result={{ ...timed, data: timed.data?.map(toMinutesLimit) }} />
    </>
  );
}

/** Absences of up to five minutes count as time played; the display is capped at the limit. */
function toMinutesLimit({ span, minutes, usedSeconds, wish }: TimeLimit): ShownLimit<'day'> {
  return {
    span,
    Amount: minutes,
    used: usedSeconds === null ? null : Math.min(Math.floor(usedSeconds / 60), minutes ?? 0),
    wish: wish && { ...wish, Amount: wish.minutes },
  };
}
