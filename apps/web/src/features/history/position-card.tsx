// The result of the bets of a range, with deposits and withdrawals in it. A loss is as readable as a win.

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { toMoney } from '#lib/wallet/balance';
import { netPositionQuery, type PositionRange } from '#lib/wallet/net-position';
import { Card } from '#ui/card';
import { Money } from '#ui/money';
import { Skeleton } from '#ui/skeleton';

import { text } from './history.text.ts';

export function PositionCard({ range }: { readonly range: PositionRange }) {
  const { data, error } = useQuery(netPositionQuery(range));
  // The list below reports the failure; an unknown figure is hidden.
  if (!data && error) return null;
  return (
    <Card labelledBy="position-title">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="position-title" className="text-base text-text-2">
          {text.position}
        </h2>
        {data ? (
          <Money value={toMoney(data.net)} hasPlus hasUnit className="text-title-3 font-semibold" />
        ) : (
          <Skeleton className="h-7 w-28" />
        )}
      </div>
      <dl className="pairs mt-2 grid gap-x-4 gap-y-1 text-small">
        <Figure label={text.stakes}>{data && <Money value={toMoney(data.stakes)} />}</Figure>
        <Figure label={text.putIn}>{data && <Money value={toMoney(data.deposits)} />}</Figure>
        <Figure label={text.payouts}>{data && <Money value={toMoney(data.payouts)} />}</Figure>
        <Figure label={text.tookOut}>{data && <Money value={toMoney(data.withdrawals)} />}</Figure>
      </dl>
    </Card>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-6 items-baseline justify-between gap-2">
      <dt className="text-text-3">{label}</dt>
      <dd>{children ?? <Skeleton className="h-4 w-14" />}</dd>
    </div>
  );
}
