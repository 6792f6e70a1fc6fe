// The promotion's value for the typed deposit, below its terms: one sentence, four figures and the turnover
// calculation.

import { Calculator } from 'lucide-react';

import type { PublishedPromotion } from '@chaba/contract/bonuses';
import { formatBaht, type Money } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { computePromotionSums } from './promotion-sums.ts';

import { text } from './promotions.text.ts';

export function PromotionSum({
  promotion,
  deposit,
}: {
  readonly promotion: PublishedPromotion;
  /** Empty while no amount is typed. */
  readonly deposit: Money | undefined;
}) {
  const minimum = toMoney(promotion.minimumDeposit);
  if (promotion.bonusValue === undefined) return null;
  if (deposit === undefined) return <Note>{text.typeAmount}</Note>;
  const sums = computePromotionSums(promotion, deposit);
  if (!sums) return deposit < minimum ? <Note>{text.tooSmall(formatBaht(minimum))}</Note> : null;
  const { bonus, start, turnover, times, withdrawMax } = sums;
  const facts = [
    { label: text.bonus, value: text.inBaht(formatBaht(bonus)) },
    { label: text.turnover, value: text.inBaht(formatBaht(turnover)) },
    { label: text.start, value: text.inBaht(formatBaht(start)) },
    {
      label: text.withdrawMax,
      value: withdrawMax === undefined ? text.unlimited : text.inBaht(formatBaht(withdrawMax)),
    },
  ];
  return (
    <div className="mt-4 border-t border-hairline pt-4">
      <p className="num text-base font-semibold text-brand-text">
        {text.sentence(formatBaht(deposit), formatBaht(bonus), formatBaht(turnover))}
      </p>
      <dl className="pairs mt-3 grid gap-x-4 gap-y-3">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-micro text-text-3">{label}</dt>
            <dd className="num text-base font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 flex items-start gap-2 text-small text-text-2">
        <Calculator aria-hidden="true" size={18} strokeWidth={1.75} className="mt-0.5 flex-none text-brand-text" />
        <span className="num whitespace-pre-line">
          {times === undefined
            ? text.fixed(formatBaht(turnover))
            : text.formula(String(times), formatBaht(deposit), formatBaht(bonus), formatBaht(turnover))}
        </span>
      </p>
    </div>
  );
}

function Note({ children }: { readonly children: string }) {
  return <p className="num mt-4 border-t border-hairline pt-4 text-small text-text-2">{children}</p>;
}
