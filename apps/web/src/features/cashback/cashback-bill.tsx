// Calculation of the cashback as a bill: stakes, less payouts, times the rate. The newest period is expanded, earlier
// ones can be expanded.

import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { add, formatBaht, type Money as Amount, subtract } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { classNames } from '@chaba/ui/class-names';
import { useSite } from '#lib/site/site';
import { Badge, type Tone } from '@chaba/ui/badge';
import { Card } from '#ui/card';
import { DateTime } from '#ui/date-time';
import { Money } from '#ui/money';

import type { Cashback, Period } from './cashback.queries.ts';
import { text } from './cashback.text.ts';

export function CashbackBreakdown({ cashback: { periods, cycle } }: { readonly cashback: Cashback }) {
  const id = useId();
  const words = cycle === 'day' ? text.daily : text.weekly;
  const [newest, ...earlier] = periods;
  return (
    <Card labelledBy={id}>
      <h2 id={id} className="text-title-2">
        {text.how}
      </h2>
      {newest ? (
        <div className="mt-1.5">
          <Bill period={newest} />
        </div>
      ) : (
        <p className="mt-2 text-base text-text-2">{text.noPeriod}</p>
      )}
      {earlier.length > 0 && (
        <>
          <h3 className="mt-5 text-title-3">{text.periods}</h3>
          <ul className="divide-y divide-hairline">
            {earlier.map((period) => (
              <li key={period.from}>
                <EarlierPeriod period={period} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-4 text-small text-text-3">{newest ? words.schedule : words.noPeriodHelp}</p>
    </Card>
  );
}

function EarlierPeriod({ period }: { readonly period: Period }) {
  return (
    <details className="group">
      <summary className="flex min-h-14 cursor-pointer list-none flex-wrap items-center gap-3 py-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-[4rem] flex-1 text-label">
          <Span period={period} />
        </span>
        <span className="ml-auto flex flex-none flex-col items-end gap-0.5">
          <Money value={toMoney(period.Amount)} className="text-base font-semibold" />
          <StateBadge period={period} />
        </span>
        <ChevronDown
          aria-hidden="true"
          size={20}
          strokeWidth={1.75}
          className="flex-none text-text-3 group-open:rotate-180"
        />
      </summary>
      <Bill period={period} isPlain />
    </details>
  );
}

function Bill({ period, isPlain = false }: { readonly period: Period; readonly isPlain?: boolean }) {
  const { stakes, payouts, gifts, giftsBefore, corrections } = toLossInputs(period);
  const lost = subtract(add(subtract(stakes, payouts), corrections), add(gifts, giftsBefore));
  const loss = toMoney(period.loss);
  const carried = toMoney(period.carried);
  const isCapped = lost > loss;

  return (
    <dl className="divide-y divide-hairline">
      {!isPlain && (
        <Line label={text.period} isInLine>
          <span className="flex flex-col items-end gap-1 [&_span]:justify-end">
            <Span period={period} />
            <StateBadge period={period} />
          </span>
        </Line>
      )}
      <Line label={text.stakes}>
        <Baht value={stakes} />
      </Line>
      <Line label={text.payouts}>
        <Baht value={payouts} isTaken />
      </Line>
      {corrections !== 0n && (
        <Line label={text.corrections}>
          <Baht value={corrections} />
        </Line>
      )}
      {giftsBefore > 0n && (
        <Line label={text.giftsBefore}>
          <Baht value={giftsBefore} isTaken />
        </Line>
      )}
      {gifts < 0n ? (
        <Line label={text.giftsBack}>
          <Baht value={subtract(toMoney(0), gifts)} />
        </Line>
      ) : (
        <Line label={text.gifts}>
          <Baht value={gifts} isTaken />
        </Line>
      )}
      {isCapped && <OwnMoney period={period} />}
      {loss < 0n ? (
        <Line label={text.profit}>
          <Baht value={subtract(toMoney(0), loss)} />
        </Line>
      ) : (
        <Line label={text.loss}>
          <Baht value={loss} />
        </Line>
      )}
      <Line label={text.rate}>
        <span className="num">{period.Payout}%</span>
      </Line>
      {carried > 0n && (
        <Line label={text.carried}>
          <Money value={carried} hasPlus hasUnit />
        </Line>
      )}
      <Line label={text.amount} isSum>
        <Baht value={toMoney(period.Amount)} />
      </Line>
    </dl>
  );
}

const toLossInputs = (period: Period) => ({
  stakes: toMoney(period.stakes),
  payouts: toMoney(period.payouts),
  gifts: toMoney(period.gifts),
  giftsBefore: toMoney(period.giftsBefore),
  corrections: toMoney(period.corrections),
});

/** The loss is capped at the member's own money; shown only where the cap applies. */
function OwnMoney({ period }: { readonly period: Period }) {
  const [deposits, withdrawals] = [toMoney(period.deposits), toMoney(period.withdrawals)];
  // Unplayed gifts are part of the balance but not of the member's own money.
  const opening = subtract(toMoney(period.openingBalance), toMoney(period.giftsBefore));
  return (
    <Line
      label={
        <>
          {text.ownMoney}
          <span className="num block text-small text-text-3">
            {text.opening} {formatBaht(opening)} + {text.deposits} {formatBaht(deposits)} − {text.withdrawals}{' '}
            {formatBaht(withdrawals)}
          </span>
          <span className="block text-small text-text-3">{text.ownMoneyNote}</span>
        </>
      }
    >
      <Baht value={subtract(add(opening, deposits), withdrawals)} />
    </Line>
  );
}

function Baht({ value, isTaken = false }: { readonly value: Amount; readonly isTaken?: boolean }) {
  return (
    <span className="num whitespace-nowrap">
      {isTaken && value > 0n && '−'}
      {text.inBaht(formatBaht(value))}
    </span>
  );
}

function Line({
  label,
  isSum = false,
  isInLine = false,
  children,
}: {
  readonly label: ReactNode;
  readonly isSum?: boolean;
  /** The value wraps before it moves below its label. */
  readonly isInLine?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        'flex min-h-14 items-center justify-between gap-x-4 py-2.5',
        !isInLine && 'flex-wrap',
        isSum && 'font-semibold',
      )}
    >
      <dt className={classNames('min-w-[4rem] flex-1', isSum ? 'text-text' : 'text-text-2')}>{label}</dt>
      <dd className="ml-auto text-right">{children}</dd>
    </div>
  );
}

/** A week shows its days; a period that begins or ends within a day also shows times. */
function Span({ period }: { readonly period: Period }) {
  const { site } = useSite();
  const isWhole = isMidnight(period.from) && isMidnight(period.to);
  const lastDay = new Date(Date.parse(period.to) - 1).toISOString();
  const part = isWhole ? 'date' : 'both';
  return (
    <span className="inline-flex flex-wrap gap-x-1 text-small">
      <span>
        <DateTime value={period.from} part={part} calendar={site.calendar} /> –
      </span>
      <span>
        <DateTime value={isWhole ? lastDay : period.to} part={part} calendar={site.calendar} />
      </span>
    </span>
  );
}

const DAY_MS = 86_400_000;
const BANGKOK_AHEAD_MS = 7 * 3_600_000;
const isMidnight = (time: string): boolean => (Date.parse(time) + BANGKOK_AHEAD_MS) % DAY_MS === 0;

function StateBadge({ period }: { readonly period: Period }) {
  const { tone, word } = describeState(period);
  return <Badge tone={tone}>{word}</Badge>;
}

function describeState(period: Period): { readonly tone: Tone; readonly word: string } {
  const { Amount, isRunning, claimedAt, expiresAt } = period;
  if (isRunning) return { tone: 'plain', word: text.stateRunning };
  if (claimedAt !== null) return { tone: 'success', word: text.stateClaimed };
  if (Amount <= 0) return { tone: 'plain', word: text.stateNone };
  if (expiresAt === null) return { tone: 'plain', word: text.stateCarried };
  return Date.parse(expiresAt) > Date.now()
    ? { tone: 'brand', word: text.stateClaimable }
    : { tone: 'plain', word: text.stateExpired };
}
