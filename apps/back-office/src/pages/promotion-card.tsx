// A promotion as members see it: worth, title and terms, by the functions of the member site.

import type { PublishedPromotion } from '@chaba/contract/bonuses';
import { formatBonusWorth, listBetTerms, listTerms } from '@chaba/contract/promotion-terms';

import { useOfferWords } from '#text/offer-words';

export function PromotionPreview({ promotion }: { readonly promotion: PublishedPromotion }) {
  const text = useOfferWords();
  return (
    <article
      aria-label={text.card}
      lang="th"
      className="max-w-96 overflow-hidden rounded-[16px] border border-line bg-surface-1"
    >
      <p className="flex h-20 items-center bg-accent px-4 text-title-2 text-bg">{formatBonusWorth(promotion)}</p>
      <div className="p-4">
        <h4 className="text-title-3">{promotion.title}</h4>
        <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3">
          {[...listTerms(promotion), ...listBetTerms(promotion)].map(({ label, value }) => (
            <div key={label}>
              <dt className="text-micro text-text-3">{label}</dt>
              <dd className="font-semibold break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </article>
  );
}
