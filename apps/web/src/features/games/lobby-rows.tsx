// The rows above all games: played last, favourites, new, popular. Compact, with the title beside its cards, so that
// three rows leave room for a row of tiles at 360 × 800. Loaded after the first tiles, as the games are. A row is 3 rem
// high and 8 px from the next one; the heading of the tiles is 36 px (styles/components.css, row-skeletons).

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { getCataloguePicture } from '#art/gallery';
import { classNames } from '@chaba/ui/class-names';
import { useLongPress } from '#parts/long-press';

import { Button } from '#ui/button';
import { IconButton } from '#ui/icon-button';
import { Link } from '#ui/link';
import { Picture } from '#ui/picture';

import { rowText, text } from './games.text.ts';
import type { LobbyEntry, Row, RowName, View } from './lobby-entries.ts';

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
    <div className="mb-3 flex flex-col gap-2">
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
    <section aria-label={title} className="flex flex-wrap items-center gap-x-2">
      <h2 className="w-[5.75rem] flex-none text-small font-semibold">
        {view ? (
          <button
            type="button"
            onClick={() => onView(view)}
            aria-label={rowText.seeAllOf(title)}
            className="press flex min-h-11 items-center text-left"
          >
            {title}
            <ChevronRight aria-hidden="true" size={16} strokeWidth={1.75} className="flex-none text-text-2" />
          </button>
        ) : (
          title
        )}
      </h2>
      <ul
        ref={listRef}
        onScroll={measure}
        aria-label={title}
        className="card-row no-scrollbar -mr-4 flex flex-[1_1_9.5rem] snap-x gap-2 overflow-x-auto pr-4 lg:mr-0 lg:pr-0"
      >
        {entries.map((entry) => (
          <Card key={entry.key} entry={entry} onSheet={onSheet} />
        ))}
      </ul>
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
  'flex h-[3rem] w-[9.5rem] snap-start items-center gap-2 rounded-tile border border-hairline bg-surface-1 px-1';

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
        sizes="40px"
        isBelow
        className={classNames(
          'size-10 flex-none rounded-ctl',
          !isOpen && '[&>img]:[filter:brightness(0.7)_grayscale(0.8)]',
        )}
      />
      <span className="min-w-0">
        <span className="line-clamp-1 text-small font-medium">{name}</span>
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
