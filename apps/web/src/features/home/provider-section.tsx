// The site's providers with one chip for each category; the lobby has the search and all games.

import { ChartCandlestick, Cherry, Club, LayoutGrid, Spade } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { gameCategories } from '@chaba/contract/codes';
import type { GameProvider } from '@chaba/contract/site';

import { getCataloguePicture } from '#art/gallery';
import { hasExtensionSupport } from '#lib/api/api';
import { paths } from '#lib/paths';
import { useSite } from '#lib/site/site';
import { Chip, ChipRow } from '#ui/chip';
import { EmptyState } from '#ui/empty-state';
import { ErrorState } from '#ui/error-state';
import { GameTile, TileGrid } from '#parts/game-tile';
import { Section } from '#ui/section';
import { Skeleton, SkeletonGroup, listSkeletonKeys } from '#ui/skeleton';

import { text } from './home.text.ts';

type ProviderCategory = GameProvider['category'];

const SHOWN_MAX = 12;
const icon = { 'aria-hidden': true, size: 20, strokeWidth: 1.75 } as const;
const icons: Readonly<Record<ProviderCategory, ReactNode>> = {
  LIVECASINO: <Spade {...icon} />,
  EGAMES: <Cherry {...icon} />,
  POKER: <Club {...icon} />,
  TRADING: <ChartCandlestick {...icon} />,
};

export function ProviderSection() {
  const { site, isKnown, hasFailed, retry } = useSite();
  const [category, setCategory] = useState<ProviderCategory>();
  const all = site.ProductList;
  const categories = gameCategories.filter((name) => all.some((provider) => provider.category === name));
  const shown = category === undefined ? mixProviders(all) : all.filter((provider) => provider.category === category);

  return (
    <Section title={text.providers} moreTo={paths.member.game}>
      <div className="flex flex-col gap-4">
        {categories.length > 1 && (
          <ChipRow label={text.categories}>
            <Chip isOn={category === undefined} icon={<LayoutGrid {...icon} />} onClick={() => setCategory(undefined)}>
              {text.all}
            </Chip>
            {categories.map((name) => (
              <Chip key={name} isOn={category === name} icon={icons[name]} onClick={() => setCategory(name)}>
                {text.category[name]}
              </Chip>
            ))}
          </ChipRow>
        )}
        {isKnown && <Providers providers={shown.slice(0, SHOWN_MAX)} />}
        {!isKnown && hasFailed && <ErrorState sentence={text.failed} onRetry={retry} />}
        {!isKnown && !hasFailed && <ProviderSkeletons />}
      </div>
    </Section>
  );
}

function Providers({ providers }: { readonly providers: readonly GameProvider[] }) {
  if (providers.length === 0) return <EmptyState title={text.empty} />;
  return (
    <TileGrid>
      {providers.map(({ ch, category, gameType, name, img, isOpen }) => (
        <GameTile
          key={`${ch}-${gameType}`}
          name={name}
          detail={text.category[category]}
          picture={getCataloguePicture(img, ch, category)}
          {...(hasExtensionSupport() ? { to: `${paths.member.game}?${new URLSearchParams({ ch })}` } : {})}
          isClosed={!isOpen}
          isBelow
        />
      ))}
    </TileGrid>
  );
}

function ProviderSkeletons() {
  return (
    <SkeletonGroup>
      <TileGrid>
        {listSkeletonKeys(SHOWN_MAX).map((key) => (
          <li key={key}>
            <Skeleton className="aspect-square rounded-tile" />
            <Skeleton className="mt-2 h-5 w-3/4" />
            <Skeleton className="mt-1 h-4 w-1/2" />
          </li>
        ))}
      </TileGrid>
    </SkeletonGroup>
  );
}

/**
 * Open providers first, then two slots followed by one of another category, so that the first row shows the variety.
 */
function mixProviders(providers: readonly GameProvider[]): readonly GameProvider[] {
  return [true, false].flatMap((isOpen) => interleave(providers.filter((provider) => provider.isOpen === isOpen)));
}

function interleave(providers: readonly GameProvider[]): readonly GameProvider[] {
  const slots = providers.filter(({ category }) => category === 'EGAMES');
  const others = providers.filter(({ category }) => category !== 'EGAMES');
  const list: GameProvider[] = [];
  while (slots.length > 0 || others.length > 0) list.push(...slots.splice(0, 2), ...others.splice(0, 1));
  return list;
}
