// The categories in which the site has games, with their number of providers.

import type { GameProvider } from '@chaba/contract/site';

import { getCategoryPicture, type MotifCategory } from '#art/gallery';
import { paths } from '#lib/paths';
import { Picture } from '#ui/picture';
import { CardRail } from '#ui/rail';
import { Section } from '#ui/section';
import { Skeleton, listSkeletonKeys } from '#ui/skeleton';

import { text } from './landing.text.ts';
import { Link } from '#ui/link';

const order = ['LIVECASINO', 'EGAMES', 'POKER', 'TRADING'] as const satisfies readonly MotifCategory[];

/** The categories with games, in the order of the site. */
export function countCategories(providers: readonly GameProvider[]) {
  return order
    .map((category) => ({ category, count: providers.filter((provider) => provider.category === category).length }))
    .filter(({ count }) => count > 0);
}

export function CategoryRail({
  providers,
  isLoading,
}: {
  readonly providers: readonly GameProvider[];
  /** Hidden before the site configuration loads; a loaded site without games has no categories. */
  readonly isLoading: boolean;
}) {
  const counted = countCategories(providers);

  if (counted.length === 0 && !isLoading) return null;
  return (
    <Section title={text.choose}>
      <CardRail label={text.choose} columns={4}>
        {counted.length === 0 &&
          listSkeletonKeys(order.length).map((key) => (
            <li key={key} className="w-33 flex-none md:w-auto">
              <Skeleton className="h-44.5 rounded-[18px] md:h-48.5 lg:h-56.5" />
            </li>
          ))}
        {counted.map(({ category, count }) => (
          <li key={category} className="w-33 flex-none snap-start md:w-auto">
            <Link
              to={paths.login}
              className="press block overflow-hidden rounded-[18px] border border-hairline bg-surface-1 shadow-card"
            >
              <Picture picture={getCategoryPicture(category)} className="h-28 md:h-32 lg:h-40" />
              <span className="block px-3 pt-2 pb-3">
                <span className="block text-label font-medium">{text.categories[category]}</span>
                <span className="num block text-micro text-text-3">{text.providerCount(count)}</span>
              </span>
            </Link>
          </li>
        ))}
      </CardRail>
    </Section>
  );
}
