// The limits that members set for themselves: deposits, play, and time played.
//
// Elsewhere: display and change of limits (own-limits.tsx).

import { useQuery } from '@tanstack/react-query';

import { LIMIT_MINUTES_MAX, MEMBER_LIMIT_MAX } from '@chaba/contract/constraints';
import type { TimeLimit } from '@chaba/contract/limits';
import { formatBaht, formatPlainBaht, parseTypedBaht, toBaht } from '@chaba/money';
import { extractDigits } from '@chaba/contract/digits';

import { toMoney } from '#lib/wallet/balance';
import { queryKeys } from '#lib/api/query-keys';
import { depositLimitsQuery, timeLimitsQuery } from '#lib/member/member-limits';
import { MoneyField } from '#ui/money-field';
import { Chip, ChipRow } from '#ui/chip';
import { Field, type FieldProps } from '#ui/field';

import { depositLimitText, playLimitText, timeLimitText } from './own-limits.text.ts';
import { OwnLimits, type ShownLimit } from './own-limits.tsx';
import {
  playLimitsQuery,
  submitDepositLimit,
  submitDepositLimitConfirmation,
  submitPlayLimit,
  submitPlayLimitConfirmation,
  submitTimeLimit,
  submitTimeLimitConfirmation,
} from './profile.queries.ts';

const CHOICES = [30, 60, 120, 180];

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
  text: depositLimitText,
} as const;

const play = {
  ...inBaht,
  queryKey: playLimitsQuery.queryKey,
  submit: submitPlayLimit,
  confirm: submitPlayLimitConfirmation,
  changes: [],
  skeleton: 'mt-4 h-102',
  text: playLimitText,
} as const;

const time = {
  Field: MinutesField,
  parse(typed: string) {
    const minutes = Number(typed);
    return minutes >= 1 && minutes <= LIMIT_MINUTES_MAX ? minutes : undefined;
  },
  typed: String,
  shown: timeLimitText.shown,
  queryKey: timeLimitsQuery.queryKey,
  submit: submitTimeLimit,
  confirm: submitTimeLimitConfirmation,
  changes: [],
  skeleton: 'mt-4 h-33',
  text: timeLimitText,
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

/** A number of minutes, typed or chosen. */
function MinutesField({ value, onChange, ...rest }: FieldProps) {
  return (
    <>
      <Field
        {...rest}
        value={value}
        isAmount
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        maxLength={4}
        onChange={(typed) => onChange?.(extractDigits(typed))}
        end={<span className="pr-4 text-base text-text-3">{timeLimitText.minutes}</span>}
      />
      <ChipRow label={timeLimitText.choices}>
        {CHOICES.map((minutes) => (
          <Chip key={minutes} isOn={value === String(minutes)} onClick={() => onChange?.(String(minutes))}>
            {timeLimitText.shown(minutes)}
          </Chip>
        ))}
      </ChipRow>
    </>
  );
}
