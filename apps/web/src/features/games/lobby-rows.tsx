// The rows above all games: played last, favourites, new, popular. Compact, so that the first tiles stay on the first
// screen. Loaded after the first tiles, as the games are. A row is 7 rem high, and the heading of the tiles below is
// 2.25 rem (styles/components.css, row-skeletons).

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { getCataloguePicture } from '#art/gallery';
import { classNames } from '#lib/react/class-names';
import { useLongPress } from '#parts/long-press';

import { Button } from '#ui/button';
import { IconButton } from '#ui/icon-button';
import { Link } from '#ui/link';
import { Picture } from '#ui/picture';

import { text } from './games.text.ts';
import type { LobbyEntry, Row, RowName, View } from './lobby-entries.ts';
import { rowText } from './lobby-rows.text.ts';

const views: Partial<Record<RowName, View>> = { recent: 'recent', favourites: 'favourites' };

type OnSheet = (entry: LobbyEntry) => void;

export function LobbyRows({
  rows,
  hasFailed,
  onRetry,
  onView,
  onSheet,
}: {
  readonly rows: readonly Row[];
  /** The member's own rows could not be loaded. */
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly onView: (view: View) => void;
  readonly onSheet: OnSheet;
}) {
  if (rows.length === 0 && !hasFailed) return null;
  return (
    <div className="mb-3 flex flex-col gap-4">
      {hasFailed && (
        <p role="alert" className="flex flex-wrap items-center justify-between gap-x-3 text-small text-text-2">
          {rowText.rowsFailed}
          <Button variant="quiet" size="small" onClick={onRetry}>
            {rowText.retry}
          </Button>
        </p>
      )}
      {rows.map((row) => (
        <CardRow key={row.name} row={row} onView={onView} onSheet={onSheet} />
      ))}
      <h2 className={HEADING}>{text.everyProvider}</h2>
    </div>
  );
}

const HEADING = 'min-h-6 text-label font-semibold';

function CardRow({
  row: { name, entries },
  onView,
  onSheet,
}: {
  readonly row: Row;
  readonly onView: (view: View) => void;
  readonly onSheet: OnSheet;
}) {
  const { listRef, before, after, scroll, measure } = useScroller(entries.length);
  const view = views[name];
  const title = rowText.rows[name];
  return (
    <section aria-label={title}>
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h2 className={HEADING}>{title}</h2>
        <div className="-my-2.5 flex items-center">
          {view && (
            <button
              type="button"
              onClick={() => onView(view)}
              aria-label={rowText.seeAllOf(title)}
              className="press min-h-11 px-1 text-small font-medium text-text-2"
            >
              {rowText.seeAll}
            </button>
          )}
          {(before || after) && (
            <div className="hidden lg:flex">
              <IconButton
                label={rowText.previous(title)}
                disabled={!before}
                className="disabled:opacity-50"
                onClick={() => scroll(-1)}
                icon={<ChevronLeft aria-hidden="true" size={20} strokeWidth={1.75} />}
              />
              <IconButton
                label={rowText.next(title)}
                disabled={!after}
                className="disabled:opacity-50"
                onClick={() => scroll(1)}
                icon={<ChevronRight aria-hidden="true" size={20} strokeWidth={1.75} />}
              />
            </div>
          )}
        </div>
      </div>
      <ul
        ref={listRef}
        onScroll={measure}
        aria-label={title}
        className="card-row no-scrollbar -mx-4 mt-2 flex snap-x scroll-px-4 gap-2.5 overflow-x-auto px-4 lg:mx-0 lg:scroll-px-0 lg:px-0"
      >
        {entries.map((entry) => (
          <Card key={entry.key} entry={entry} onSheet={onSheet} />
        ))}
      </ul>
    </section>
  );
}

/** Part of the width that one press scrolls by, so that the cut card becomes the first. */
const STEP = 0.8;

/** A mouse without a horizontal wheel scrolls a row by two buttons: whether cards are left on each side, and a step. */
function useScroller(count: number) {
  const listRef = useRef<HTMLUListElement>(null);
  const [[before, after], setSides] = useState([false, false]);

  function measure(): void {
    const list = listRef.current;
    if (!list) return;
    const { scrollLeft, scrollWidth, clientWidth } = list;
    setSides([scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1]);
  }
  useEffect(() => {
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [count]);

  function scroll(direction: -1 | 1): void {
    const list = listRef.current;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    list?.scrollBy({ left: direction * STEP * list.clientWidth, behavior });
  }
  return { listRef, before, after, scroll, measure };
}

/** In rem, so that large letters have room. */
const CARD =
  'flex h-[4rem] w-[11rem] snap-start items-center gap-2.5 rounded-tile border border-hairline bg-surface-1 p-1.5';

function Card({ entry, onSheet }: { readonly entry: LobbyEntry; readonly onSheet: OnSheet }) {
  const longPress = useLongPress(() => onSheet(entry));
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
    <li className="flex-none" {...longPress}>
      {isOpen ? (
        <Link to={entry.to} className={classNames('press', CARD)}>
          {contents}
        </Link>
      ) : (
        <div className={CARD}>{contents}</div>
      )}
    </li>
  );
}
