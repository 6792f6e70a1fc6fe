// A provider or game of the lobby with its favourite button. Memoised: typing a search does not redraw unchanged tiles.

import { Heart } from 'lucide-react';
import { memo } from 'react';

import { getCataloguePicture } from '#art/gallery';
import { classNames } from '#lib/react/class-names';
import { GameTile } from '#parts/game-tile';
import { IconButton } from '#ui/icon-button';

import { text } from './games.text.ts';
import type { Category } from './lobby-entries.ts';
import { toggleFavourite } from './lobby-memory.ts';

export const LobbyTile = memo(function LobbyTile({
  entryKey,
  name,
  detail,
  img,
  code,
  category,
  to,
  isOpen,
  isNew,
  isFavourite,
  isEager,
  isBelow,
}: {
  readonly entryKey: string;
  readonly name: string;
  readonly detail: string;
  readonly img: string;
  readonly code: string;
  readonly category: Category;
  /** Undefined when the game cannot be opened here. */
  readonly to: string | undefined;
  readonly isOpen: boolean;
  readonly isNew: boolean;
  readonly isFavourite: boolean;
  readonly isEager: boolean;
  readonly isBelow: boolean;
}) {
  return (
    <GameTile
      name={name}
      detail={detail}
      picture={getCataloguePicture(img, code, category)}
      {...(to === undefined ? {} : { to })}
      isClosed={!isOpen}
      isNew={isNew}
      isEager={isEager}
      isBelow={isBelow}
      corner={
        to !== undefined &&
        (isOpen || isFavourite) && (
          <IconButton
            label={isFavourite ? text.removeFavourite(name) : text.addFavourite(name)}
            aria-pressed={isFavourite}
            onClick={() => toggleFavourite(entryKey)}
            className="text-white!"
            icon={
              <Heart
                aria-hidden="true"
                size={20}
                strokeWidth={2}
                fill={isFavourite ? 'currentColor' : 'rgb(0 0 0 / 0.35)'}
                className={classNames('[filter:drop-shadow(0_1px_3px_rgb(0_0_0/0.7))]', !isFavourite && 'opacity-85')}
              />
            }
          />
        )
      }
    />
  );
});
