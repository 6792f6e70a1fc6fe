// The rows above all games: played last, favourites, new, popular. Compact, so that the first tiles stay on the first
// screen. Loaded after the first tiles, as the games are. A row is 7 rem high (styles/components.css, row-skeletons).

import { getCataloguePicture } from '#art/gallery';
import { classNames } from '#lib/react/class-names';
import { Button } from '#ui/button';
import { Link } from '#ui/link';
import { Picture } from '#ui/picture';

import { text } from './games.text.ts';
import type { LobbyEntry, Row, RowName, View } from './lobby-entries.ts';
import { rowText } from './lobby-rows.text.ts';

const views: Partial<Record<RowName, View>> = { recent: 'recent', favourites: 'favourites' };

export function LobbyRows({
  rows,
  canPlay,
  hasFailed,
  onRetry,
  onView,
}: {
  readonly rows: readonly Row[];
  readonly canPlay: boolean;
  /** The member's own rows could not be loaded. */
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly onView: (view: View) => void;
}) {
  if (rows.length === 0 && !hasFailed) return null;
  return (
    <div className="mb-5 flex flex-col gap-4">
      {hasFailed && (
        <p role="alert" className="flex flex-wrap items-center justify-between gap-x-3 text-small text-text-2">
          {rowText.rowsFailed}
          <Button variant="quiet" size="small" onClick={onRetry}>
            {rowText.retry}
          </Button>
        </p>
      )}
      {rows.map(({ name, entries }) => {
        const view = views[name];
        return (
          <section key={name} aria-label={rowText.rows[name]}>
            <div className="flex min-h-6 items-center justify-between gap-3">
              <h2 className="text-label leading-6 font-semibold">{rowText.rows[name]}</h2>
              {view && (
                <button
                  type="button"
                  onClick={() => onView(view)}
                  aria-label={rowText.seeAllOf(rowText.rows[name])}
                  className="press -my-2.5 min-h-11 px-1 text-small font-medium text-text-2"
                >
                  {rowText.seeAll}
                </button>
              )}
            </div>
            <ul
              aria-label={rowText.rows[name]}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- axe: a row that scrolls needs keys
              tabIndex={0}
              className="no-scrollbar -mx-4 mt-2 flex snap-x scroll-px-4 gap-2.5 overflow-x-auto px-4 lg:mx-0 lg:px-0"
            >
              {entries.map((entry) => (
                <Card key={entry.key} entry={entry} canPlay={canPlay} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

const CARD = 'flex h-16 w-44 snap-start items-center gap-2.5 rounded-tile border border-hairline bg-surface-1 p-1.5';

function Card({ entry, canPlay }: { readonly entry: LobbyEntry; readonly canPlay: boolean }) {
  const { name, img, code, category, isOpen, closedBy, returnPercent } = entry;
  const detail = isOpen
    ? returnPercent === undefined
      ? text.category[category]
      : text.returned(returnPercent)
    : text.closedBy[closedBy ?? 'operator'];
  const contents = (
    <>
      <Picture
        picture={getCataloguePicture(img, code, category)}
        sizes="52px"
        isBelow
        className={classNames(
          'size-13 flex-none rounded-ctl',
          !isOpen && '[&>img]:[filter:brightness(0.7)_grayscale(0.8)]',
        )}
      />
      <span className="min-w-0">
        <span className="line-clamp-1 text-label font-medium">{name}</span>
        <span className="block truncate text-micro text-text-3">{detail}</span>
      </span>
    </>
  );
  return (
    <li className="flex-none">
      {isOpen && canPlay ? (
        <Link to={entry.to} className={classNames('press', CARD)}>
          {contents}
        </Link>
      ) : (
        <div className={CARD}>{contents}</div>
      )}
    </li>
  );
}
