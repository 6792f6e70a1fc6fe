// Some of the providers; playing needs an account, so every tile leads to the login.

import type { GameProvider } from '@chaba/contract/site';

import { tilePictures } from '#art/gallery';
import { paths } from '#lib/paths';
import { GameTile, TileGrid } from '#ui/game-tile';
import { Section } from '#ui/section';

import { text } from './landing.text.ts';

const SHOWN_MAX = 12;

export function ProviderGrid({ providers }: { readonly providers: readonly GameProvider[] }) {
  const shown = mixed(providers).slice(0, SHOWN_MAX);
  if (shown.length === 0) return null;
  const pictures = tilePictures(shown.map(({ ch, category }) => ({ code: ch, category })));

  return (
    <Section title={text.providers} moreTo={paths.login}>
      <TileGrid>
        {shown.map(({ ch, category, gameType, name, isOpen }, index) => {
          const picture = pictures[index];
          if (!picture) return null;
          return (
            <GameTile
              key={`${ch}-${gameType}`}
              name={name}
              detail={text.categories[category]}
              picture={picture}
              to={paths.login}
              isClosed={!isOpen}
            />
          );
        })}
      </TileGrid>
    </Section>
  );
}

/** Two slots, then one of something else: the first row shows what there is. */
function mixed(providers: readonly GameProvider[]): readonly GameProvider[] {
  const slots = providers.filter(({ category }) => category === 'EGAMES');
  const others = providers.filter(({ category }) => category !== 'EGAMES');
  const list: GameProvider[] = [];
  while (slots.length > 0 || others.length > 0) list.push(...slots.splice(0, 2), ...others.splice(0, 1));
  return list;
}
