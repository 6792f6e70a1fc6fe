// The promotion's value for the typed deposit, below its terms: one sentence, four figures and the turnover
// calculation.

import { Calculator } from 'lucide-react';

import type { PublishedPromotion } from '@chaba/contract/bonuses';
import { add, formatBaht, type Money } from '@chaba/money';
import { computeOffer } from '@chaba/promotions/offer';
import { parseWireTerms } from '@chaba/promotions/wire';

import { text } from './promotions.text.ts';

export function PromotionSum({
  promotion,
  deposit,
}: {
  readonly promotion: PublishedPromotion;
  /** Empty while no amount is typed. */
  readonly deposit: Money | undefined;
}) {
  const terms = parseWireTerms(promotion);
  // A host without the extension does not state the bonus.
  if (!terms) return null;
  if (deposit === undefined) return <Note>{text.typeAmount}</Note>;
  const { minimumDeposit, turnover } = terms;
  const offer = computeOffer(terms, deposit);
  if (!offer) return deposit < minimumDeposit ? <Note>{text.tooSmall(formatBaht(minimumDeposit))}</Note> : null;
  const { bonus, need, withdrawCap } = offer;
  const facts = [
    { label: text.bonus, value: text.inBaht(formatBaht(bonus)) },
    { label: text.turnover, value: text.inBaht(formatBaht(need)) },
    { label: text.start, value: text.inBaht(formatBaht(add(deposit, bonus))) },
    {
      label: text.withdrawMax,
      value: withdrawCap === undefined ? text.unlimited : text.inBaht(formatBaht(withdrawCap)),
    },
  ];
  return (
    <div className="mt-4 border-t border-hairline pt-4">
      <p className="num text-base font-semibold text-brand-text">
        {text.sentence(formatBaht(deposit), formatBaht(bonus), formatBaht(need))}
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
          {turnover.unit === 'baht'
            ? text.fixed(formatBaht(need))
            : text.formula(String(turnover.hundredths / 100), formatBaht(deposit), formatBaht(bonus), formatBaht(need))}
        </span>
      </p>
    </div>
  );
}

function Note({ children }: { readonly children: string }) {
  return <p className="num mt-4 border-t border-hairline pt-4 text-small text-text-2">{children}</p>;
}
