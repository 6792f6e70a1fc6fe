// The first providers in the order of the catalogue, in which neighbours never look alike. Playing requires an account,
// so every tile leads to the login. A closed provider keeps its colours here and states it below its name; in the lobby
// it is grey. The sheet of a game needs no account.

import { useState } from 'react';

import type { GameProvider } from '@chaba/contract/site';

import { getCataloguePicture } from '#art/gallery';
import { hasExtensionSupport } from '#lib/api/api';
import { paths } from '#lib/paths';
import type { SheetSubject } from '#parts/game-sheet';
import { GameTile, TileGrid } from '#parts/game-tile';
import { lazyOnIdle } from '#ui/lazy-component';
import { Section } from '#ui/section';

import { text } from './landing.text.ts';

const GameSheet = lazyOnIdle(async () => (await import('#parts/game-sheet')).GameSheet);

const SHOWN_MAX = 12;

export function ProviderGrid({ providers }: { readonly providers: readonly GameProvider[] }) {
  const shown = providers.slice(0, SHOWN_MAX);
  const [subject, setSubject] = useState<SheetSubject>();
  const [isOpen, setOpen] = useState(false);
  if (shown.length === 0) return null;

  return (
    <Section title={text.providers} moreTo={paths.login}>
      <TileGrid>
        {shown.map(({ ch, img, category, gameType, name, isOpen: isPlayable }) => (
          <GameTile
            key={`${ch}-${gameType}`}
            name={name}
            detail={isPlayable ? text.categories[category] : text.closedNow}
            picture={getCataloguePicture(img, ch, category)}
            to={paths.login}
            {...(hasExtensionSupport() && {
              onInfo: () => {
                setSubject({ ch, name });
                setOpen(true);
              },
            })}
          />
        ))}
      </TileGrid>
      {subject && <GameSheet isWanted={isOpen} isOpen={isOpen} subject={subject} onClose={() => setOpen(false)} />}
    </Section>
  );
}
