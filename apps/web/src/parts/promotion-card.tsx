// A promotion: text over artwork, then its terms as figures. Shared by the landing page, the promotions page and the
// member area, which adds its own sum below.

import type { ReactNode } from 'react';

import type { PublishedPromotion } from '@chaba/contract/bonuses';
import { listBetTerms, listTerms, formatBonusWorth } from '@chaba/contract/promotion-terms';

import { getBannerPicture } from '#art/gallery';
import { classNames } from '@chaba/ui/class-names';

import { Picture } from '#ui/picture';

export function PromotionCard({
  promotion,
  index,
  className,
  children,
}: {
  readonly promotion: PublishedPromotion;
  /** Index in the list, which selects the artwork of a promotion without a picture. */
  readonly index: number;
  readonly className?: string;
  readonly children?: ReactNode;
}) {
  const drawn = getBannerPicture(index);
  const worth = formatBonusWorth(promotion);

  return (
    <article
      className={classNames(
        'overflow-hidden rounded-banner border border-hairline bg-surface-1 shadow-card',
        className,
      )}
    >
      <div className="relative">
        <Picture
          picture={promotion.ImageUrl ? { src: promotion.ImageUrl, colour: drawn.colour, instead: drawn } : drawn}
          className="h-28 w-full"
        />
        {worth && (
          <p className="absolute top-1/2 left-3.5 -translate-y-1/2 text-title-2 text-white [text-shadow:0_1px_8px_rgb(0_0_0/0.6)]">
            {worth}
          </p>
        )}
      </div>
      <div className="p-4">
        <h3 className="text-title-3">{promotion.title}</h3>
        <dl className="pairs odd-end mt-3 grid gap-x-4 gap-y-3">
          {[...listTerms(promotion), ...listBetTerms(promotion)].map(({ label, value }) => (
            <div key={label}>
              <dt className="text-micro text-text-3">{label}</dt>
              <dd className="num text-base font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        {children}
      </div>
    </article>
  );
}
