// A provider or game of the lobby with its favourite and sheet buttons. Memoised: typing a search does not redraw
// unchanged tiles.

import { Heart } from 'lucide-react';
import { memo } from 'react';

import { getCataloguePicture } from '#art/gallery';
import { changeFavourite } from '#lib/games/member-games';
import { classNames } from '@chaba/ui/class-names';
import { GameTile } from '#parts/game-tile';
import { IconButton } from '#ui/icon-button';

import { text } from './games.text.ts';
import type { LobbyEntry } from './lobby-entries.ts';

export const LobbyTile = memo(function LobbyTile({
  entry,
  onSheet,
  canPlay,
  isFavourite,
  isEager,
  isBelow,
}: {
  readonly entry: LobbyEntry;
  /** Undefined on a host without sheets. */
  readonly onSheet: ((entry: LobbyEntry) => void) | undefined;
  readonly canPlay: boolean;
  readonly isFavourite: boolean;
  readonly isEager: boolean;
  readonly isBelow: boolean;
}) {
  const { key, name, img, code, category, isOpen, isNew, closedReason } = entry;
  return (
    <GameTile
      name={name}
      detail={getDetail(entry)}
      picture={getCataloguePicture(img, code, category)}
      {...(canPlay ? { to: entry.to } : {})}
      isClosed={!isOpen}
      {...(closedReason !== undefined && { closedReason })}
      isNew={isNew}
      isEager={isEager}
      isBelow={isBelow}
      {...(onSheet && { onInfo: () => onSheet(entry) })}
      corner={
        canPlay &&
        (isOpen || isFavourite) && (
          <IconButton
            label={isFavourite ? text.removeFavourite(name) : text.addFavourite(name)}
            aria-pressed={isFavourite}
            onClick={() => changeFavourite(key, !isFavourite)}
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

function getDetail({ isOpen, closedBy, category, providerName, returnPercent, gameCount = 0 }: LobbyEntry): string {
  if (!isOpen && closedBy) return text.closedBy[closedBy];
  if (providerName !== undefined) return returnPercent === undefined ? providerName : text.returned(returnPercent);
  const name = text.category[category];
  return gameCount > 0 ? text.gameCount(name, gameCount) : name;
}
