// The first providers in the order of the catalogue, in which neighbours never look alike. Playing requires an account,
// so every tile leads to the login. A closed provider keeps its colours here and states it below its name; in the lobby
// it is grey.

import type { GameProvider } from '@chaba/contract/site';

import { getCataloguePicture } from '#art/gallery';
import { paths } from '#lib/paths';
import { GameTile, TileGrid } from '#parts/game-tile';
import { Section } from '#ui/section';

import { text } from './landing.text.ts';

const SHOWN_MAX = 12;

export function ProviderGrid({ providers }: { readonly providers: readonly GameProvider[] }) {
  const shown = providers.slice(0, SHOWN_MAX);
  if (shown.length === 0) return null;

  return (
    <Section title={text.providers} moreTo={paths.login}>
      <TileGrid>
        {shown.map(({ ch, img, category, gameType, name, isOpen }) => (
          <GameTile
            key={`${ch}-${gameType}`}
            name={name}
            detail={isOpen ? text.categories[category] : text.closedNow}
            picture={getCataloguePicture(img, ch, category)}
            to={paths.login}
          />
        ))}
      </TileGrid>
    </Section>
  );
}
