// The turnover requirements, oldest first: source, progress and expiry. Play fulfils them in this order.

import { useQuery } from '@tanstack/react-query';

import { formatBaht } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { DateTime } from '#ui/date-time';

import { rollingQuery } from './withdraw.queries.ts';
import { text } from './withdraw.text.ts';

export function TurnoverLines() {
  const { data } = useQuery(rollingQuery);
  const lines = data?.lines.filter(({ needTurnover }) => needTurnover > 0) ?? [];
  if (lines.length === 0) return null;
  return (
    <details className="rounded-card border border-hairline bg-surface-1 px-4">
      <summary className="inline-flex min-h-12 w-full items-center text-label font-medium">
        {text.turnoverLines(lines.length)}
      </summary>
      <ol className="flex flex-col gap-3 pb-4">
        {lines.map(({ source, createdAt, expiresAt, needTurnover, nowTurnover }) => (
          <li key={`${source} ${createdAt}`} className="border-t border-hairline pt-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-label">
              <span className="font-medium">{text.turnoverSource[source]}</span>
              <span className="num text-text-2">
                <b className="font-semibold text-text">{formatBaht(toMoney(nowTurnover))}</b> /{' '}
                {formatBaht(toMoney(needTurnover))}
              </span>
            </p>
            <p className="flex flex-wrap justify-between gap-x-3 text-small text-text-2">
              <DateTime value={createdAt} />
              {expiresAt !== null && (
                <span>
                  {text.turnoverUntil} <DateTime value={expiresAt} part="date" />
                </span>
              )}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
