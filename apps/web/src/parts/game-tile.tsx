// A provider or a game in a grid: picture, name, one secondary line. Closed ones are grey, state it in words and keep
// their place.

import { Info, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from '@chaba/ui/class-names';

import { Picture, type PictureSource } from '#ui/picture';
import { gameTileText } from './parts.text.ts';
import { IconButton } from '#ui/icon-button';
import { Link } from '#ui/link';
import { useLongPress } from './long-press.ts';

const SIZES = '(min-width: 1024px) 160px, 30vw';

export function TileGrid({
  isLong = false,
  children,
}: {
  /** Hundreds of tiles: the layout of those outside the screen is skipped. */
  readonly isLong?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <ul
      className={classNames(
        'tile-grid grid',
        isLong &&
          '*:[contain-intrinsic-size:auto_170px] *:[content-visibility:auto] lg:*:[contain-intrinsic-size:auto_220px]',
      )}
    >
      {children}
    </ul>
  );
}

export function GameTile({
  name,
  detail,
  picture,
  to,
  isNew = false,
  isClosed = false,
  closedReason,
  isEager = false,
  isBelow = false,
  onInfo,
  corner,
}: {
  readonly name: string;
  readonly detail?: string;
  readonly picture: PictureSource;
  readonly to?: string;
  readonly isNew?: boolean;
  readonly isClosed?: boolean;
  /** Shown instead of "closed for maintenance". */
  readonly closedReason?: string;
  /** Opens the sheet of the game: a button, and a long press on the tile. */
  readonly onInfo?: () => void;
  readonly isEager?: boolean;
  readonly isBelow?: boolean;
  /** A button over the top right corner of the picture: the favourite heart. */
  readonly corner?: ReactNode;
}) {
  const longPress = useLongPress(onInfo);
  const contents = (
    <>
      <span className="relative block">
        <Picture
          picture={picture}
          sizes={SIZES}
          isEager={isEager}
          isBelow={isBelow}
          className={classNames(
            'aspect-square rounded-tile',
            isClosed && '[&>img]:[filter:brightness(0.7)_grayscale(0.8)]',
          )}
        />
        <Mark isNew={isNew} isClosed={isClosed} reason={closedReason ?? gameTileText.maintenance} />
      </span>
      <span className="mt-2 block truncate text-label font-medium @max-[6rem]:whitespace-normal">{name}</span>
      {detail && <span className="block truncate text-micro text-text-3 @max-[6rem]:whitespace-normal">{detail}</span>}
    </>
  );

  return (
    <li className="@container relative min-w-0" {...longPress}>
      {to === undefined || isClosed ? (
        <div className="block w-full">{contents}</div>
      ) : (
        <Link to={to} className="press block w-full rounded-tile text-left">
          {contents}
        </Link>
      )}
      {(corner || onInfo) && <TileButtons name={name} corner={corner} isClosed={isClosed} onInfo={onInfo} />}
    </li>
  );
}

/** Over the picture: the corner at the top, the sheet's button at the bottom; on a closed tile above its reason. */
function TileButtons({
  name,
  corner,
  isClosed,
  onInfo,
}: {
  readonly name: string;
  readonly corner: ReactNode;
  readonly isClosed: boolean;
  readonly onInfo: (() => void) | undefined;
}) {
  return (
    <div
      className={classNames(
        'pointer-events-none absolute inset-x-0 top-0 flex aspect-square flex-col items-end *:pointer-events-auto',
        !isClosed && 'justify-between',
      )}
    >
      {corner || (!isClosed && <span />)}
      {onInfo && (
        <IconButton
          label={gameTileText.info(name)}
          onClick={onInfo}
          className="text-white!"
          icon={
            <Info
              aria-hidden="true"
              size={20}
              strokeWidth={2}
              fill="rgb(0 0 0 / 0.35)"
              className="opacity-90 [filter:drop-shadow(0_1px_3px_rgb(0_0_0/0.7))]"
            />
          }
        />
      )}
    </div>
  );
}

/** New is shown in the corner, closed across the foot. */
function Mark({
  isNew,
  isClosed,
  reason,
}: {
  readonly isNew: boolean;
  readonly isClosed: boolean;
  readonly reason: string;
}) {
  if (isClosed) {
    return (
      <>
        <span
          aria-hidden="true"
          className="absolute top-1.5 left-1.5 grid size-6.5 place-items-center rounded-full bg-black/72 text-white"
        >
          <Wrench size={15} strokeWidth={1.75} />
        </span>
        <span className="absolute inset-x-0 bottom-0 rounded-b-tile bg-[linear-gradient(to_top,rgb(0_0_0/0.92)_45%,transparent)] px-1 pt-6 pb-1.5 text-center text-micro leading-[1.4] font-medium text-balance text-white">
          {reason}
        </span>
      </>
    );
  }
  if (!isNew) return null;
  return (
    <span className="absolute top-1.5 left-1.5 rounded-full bg-black/78 px-2 py-0.5 text-micro font-medium text-white">
      {gameTileText.isNew}
    </span>
  );
}
