// Facts below the wheel: sources of coins, and the probability of every field.

import { ArrowDownToLine, ChartNoAxesColumn } from 'lucide-react';
import { useId } from 'react';

import { formatBaht } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { paths } from '#lib/paths';
import { ButtonLink } from '#ui/button';
import { Card, RowList } from '#ui/card';
import { ListRow } from '#ui/list-row';

import type { Wheel } from './wheel.queries.ts';
import { text } from './wheel.text.ts';

const icon = { 'aria-hidden': true, size: 21, strokeWidth: 1.75 } as const;
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });

export function CoinWays({ wheel: { coinDeposit, coinTurnover } }: { readonly wheel: Wheel }) {
  if (coinDeposit === null && coinTurnover === null) return null;
  const gain = <span className="num text-label font-semibold text-brand-text">{text.oneCoin}</span>;
  return (
    <Card as="div">
      <h2 className="text-title-2">{text.earnTitle}</h2>
      <RowList>
        {coinDeposit !== null && (
          <ListRow
            icon={<ArrowDownToLine {...icon} />}
            title={text.earnDeposit(formatBaht(toMoney(coinDeposit)))}
            end={gain}
          />
        )}
        {coinTurnover !== null && (
          <ListRow
            icon={<ChartNoAxesColumn {...icon} />}
            title={text.earnTurnover(formatBaht(toMoney(coinTurnover)))}
            end={gain}
          />
        )}
      </RowList>
      <ButtonLink to={paths.member.deposit} variant="secondary" isWide className="mt-2">
        {text.goDeposit}
      </ButtonLink>
    </Card>
  );
}

export function Odds({ wheel: { prizes, version } }: { readonly wheel: Wheel }) {
  const id = useId();
  const total = prizes.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <Card labelledBy={id}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={id} className="text-title-2">
          {text.oddsTitle}
        </h2>
        <span className="num text-small text-text-3">{text.oddsVersion(version)}</span>
      </div>
      <table className="mt-2 w-full text-base">
        <thead>
          <tr className="text-left text-small text-text-2">
            <th scope="col" className="py-1.5 font-medium">
              {text.prize}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {text.chance}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {prizes.map(({ index, title, weight }) => (
            <tr key={index}>
              <td className="num py-2.5">{title}</td>
              <td className="num py-2.5 text-right">{percent.format(weight / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-small text-text-3">{text.oddsNote}</p>
    </Card>
  );
}
