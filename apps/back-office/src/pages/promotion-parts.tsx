// Parts of promotions: terms in words, comparison of two sets of terms, cost against its bound.

import type { PromotionCost, PromotionRow, PromotionTerms } from '@chaba/contract/back-office/offer-wire';
import { type BonusWord, bonusWords } from '@chaba/promotions/kinds';
import { Badge, type Tone } from '@chaba/ui/badge';

import { formatAmount } from '#text/language';
import { useOfferWords } from '#text/offer-words';
import { Facts } from '#ui/facts';

export const BONUS_WORDS: readonly BonusWord[] = Object.values(bonusWords);

/** The term that states the bonus. */
export const getBonusWord = (terms: PromotionTerms): BonusWord =>
  BONUS_WORDS.find((word) => terms[word] !== undefined) ?? bonusWords.percent;

/** Order of the terms on the page and in the lines of an input. */
export const TERM_NAMES = [
  'title',
  ...BONUS_WORDS,
  'max',
  'min',
  'turnover',
  'cap',
  'for',
  'maxbet',
  'exclude',
  'weights',
  'budget',
  'place',
  'offered',
] as const;

const tones: Readonly<Record<PromotionRow['state'], Tone>> = {
  offered: 'success',
  spent: 'warning',
  ended: 'plain',
  draft: 'info',
};

export function PromotionState({ state }: Pick<PromotionRow, 'state'>) {
  const text = useOfferWords();
  return <Badge tone={tones[state]}>{text.states[state]}</Badge>;
}

/** A callback that writes the value of a term in the words of the page. */
export function useTermFormat(): (name: string, value: string | undefined) => string {
  const text = useOfferWords();
  return (name, value) => {
    if (value === undefined) return '–';
    if (name === 'percent') return `${value} %`;
    if (name === 'for') return text.uses[value] ?? value;
    if (name === 'offered') return text.offered[value] ?? value;
    if (value === 'none') return name === 'budget' ? text.noBudget : '–';
    return value;
  };
}

export const listChanged = (before: PromotionTerms, after: PromotionTerms): readonly string[] =>
  TERM_NAMES.filter((name) => before[name] !== after[name]);

export function TermFacts({ terms }: { readonly terms: PromotionTerms }) {
  const text = useOfferWords();
  const format = useTermFormat();
  const shown = TERM_NAMES.filter((name) => terms[name] !== undefined);
  return <Facts facts={shown.map((name) => [text.terms[name] ?? name, format(name, terms[name])] as const)} />;
}

/** Terms that differ, field by field. */
export function TermChanges({
  label,
  before,
  after,
}: {
  readonly label: string;
  readonly before: PromotionTerms;
  readonly after: PromotionTerms;
}) {
  const text = useOfferWords();
  const format = useTermFormat();
  return (
    <table aria-label={label} className="dense w-full table-fixed">
      <thead>
        <tr>
          {[text.term, text.before, text.after].map((title) => (
            <th key={title} scope="col" className="py-1 pr-2 text-left text-micro font-medium text-text-3">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listChanged(before, after).map((name) => (
          <tr key={name} className="border-t border-hairline align-top">
            <th scope="row" className="py-1 pr-2 text-left font-normal text-text-2">
              {text.terms[name] ?? name}
            </th>
            <td className="py-1 pr-2 break-words text-text-2">{format(name, before[name])}</td>
            <td className="py-1 font-semibold break-words">{format(name, after[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function CostFacts({
  cost,
  bestPlay = null,
}: {
  readonly cost: PromotionCost | null;
  readonly bestPlay?: string | null;
}) {
  const text = useOfferWords();
  if (cost === null) return <p className="text-text-2">{text.noCost}</p>;
  const { deposit, bonus, share, shareAlone, bound } = cost;
  const percent = (value: string | null): string => (value === null ? text.noLimit : text.ofBonus(value));
  return (
    <>
      <Facts
        facts={[
          [
            text.perMember,
            `${formatAmount(cost.cost)} · ${text.atDeposit(formatAmount(deposit), formatAmount(bonus))}`,
          ],
          [
            text.costShare,
            <span key="share" className="flex flex-wrap items-center gap-2">
              {percent(share)}
              <CostBadge cost={cost} />
              <span className="text-text-3">{text.bound(bound)}</span>
            </span>,
          ],
          [text.costAlone, percent(shareAlone)],
          ...(bestPlay === null ? [] : [[text.bestPlay, formatAmount(bestPlay)] as const]),
        ]}
      />
      <p className="mt-1 text-micro text-text-3">{text.costHelp}</p>
    </>
  );
}

export function CostBadge({ cost }: { readonly cost: PromotionCost }) {
  const text = useOfferWords();
  return (
    <Badge tone={cost.isWithinBound ? 'success' : 'danger'}>
      {cost.isWithinBound ? text.withinBound : text.aboveBound}
    </Badge>
  );
}
