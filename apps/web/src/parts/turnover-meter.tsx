// Progress of the turnover: a bar with quarter gaps and one sentence with the remaining amount.

import { CircleCheck } from 'lucide-react';

import { formatBaht, subtract, zeroMoney, type Money as Amount } from '@chaba/money';

import { styled } from '#lib/react/styled';

import { turnoverText } from './parts.text.ts';

export function TurnoverMeter({
  now,
  need,
  canWithdraw = false,
}: {
  readonly now: Amount;
  readonly need: Amount;
  /** Whether a full meter promises a withdrawal: nothing else is known to block it. */
  readonly canWithdraw?: boolean;
}) {
  const isDone = now >= need;
  const share = need > 0n && !isDone ? Number((now * 1000n) / need) / 10 : 100;

  return (
    <div>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-label font-medium">{turnoverText.turnover}</span>
        <span className="num text-label text-text-2">
          {turnoverText.turnoverNow} <b className="font-semibold text-text">{formatBaht(now)}</b> /{' '}
          {turnoverText.turnoverNeed} {formatBaht(need)}
        </span>
      </div>
      <Bar share={share} />
      {isDone ? (
        <p className="mt-1.5 flex items-center gap-1.5 text-label text-success">
          <CircleCheck aria-hidden="true" size={20} strokeWidth={1.75} />
          {need > 0n ? (canWithdraw ? turnoverText.turnoverDone : turnoverText.turnoverMet) : turnoverText.turnoverNone}
        </p>
      ) : (
        <p className="num mt-1.5 text-label text-text-2">
          {turnoverText.turnoverLeft(formatBaht(computeLeft(now, need)))}
        </p>
      )}
    </div>
  );
}

function computeLeft(now: Amount, need: Amount): Amount {
  return need > now ? subtract(need, now) : zeroMoney;
}

function Bar({ share }: { readonly share: number }) {
  return (
    <div
      role="meter"
      aria-label={turnoverText.turnover}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share)}
      className="meter"
    >
      <i ref={styled({ width: `${share}%` })} />
    </div>
  );
}
