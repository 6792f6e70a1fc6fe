// The site's promotions, each with its four figures.

import type { PublishedPromotion } from '@chaba/contract/bonuses';

import { paths } from '#lib/paths';
import { PromotionCard } from '#parts/promotion-card';
import { CardRail } from '#ui/rail';
import { Section } from '#ui/section';

import { text } from './landing.text.ts';

export function PromotionRail({ promotions }: { readonly promotions: readonly PublishedPromotion[] }) {
  if (promotions.length === 0) return null;
  return (
    <Section title={text.promotions} moreTo={paths.promotion}>
      <CardRail label={text.promotions} columns={3}>
        {promotions.map((promotion, index) => (
          <li key={promotion._id} className="w-77 flex-none snap-start lg:w-auto">
            <PromotionCard promotion={promotion} index={index} className="h-full" />
          </li>
        ))}
      </CardRail>
    </Section>
  );
}
