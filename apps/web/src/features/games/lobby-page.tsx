// /user/game, /user/game/{category} and the pages of one category: rows of games, all providers, recent and favourite
// entries. Chips filter; the underlined row switches the view.
//
// Elsewhere: the selection of entries (lobby-entries.ts), the address (lobby-address.ts), sheets (game-sheet.tsx).

import { Search } from 'lucide-react';
import { startTransition, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';

import { LobbyAnnouncement } from '#parts/lobby-announcement';
import { SiteFooter } from '#parts/site-footer';
import { storageKeys, writeText } from '#lib/browser/storage';
import { type MemberGames, useMemberGames } from '#lib/games/member-games';
import { useOpenRounds } from '#lib/games/open-rounds';
import { SEARCH_PARAMETER, useLobbySearch } from '#lib/games/lobby-search';
import { paths } from '#lib/paths';
import { Button } from '#ui/button';
import { Callout } from '@chaba/ui/callout';
import { EmptyState } from '#ui/empty-state';
import { ErrorState } from '#ui/error-state';
import { Field } from '#ui/field';
import { TileGrid } from '#parts/game-tile';
import { OpenRoundsNotice } from '#parts/open-rounds-notice';
import type { SheetSubject } from '#parts/game-sheet';
import { ErrorBoundary } from '#ui/error-boundary';
import { lazyOnIdle, lazyWithPreload } from '#ui/lazy-component';
import { listSkeletonKeys, Skeleton, SkeletonGroup } from '#ui/skeleton';
import { Tabs } from '#ui/tabs';
import { getCataloguePicture } from '#art/gallery';
import { Picture } from '#ui/picture';

import { CategoryChips } from './category-chips.tsx';
import { type Catalogue, useCatalogue } from './games.queries.ts';
import { text } from './games.text.ts';
import { type LobbyAddress, useLobbyAddress } from './lobby-address.ts';
import {
  type Category,
  createEntries,
  type Entries,
  isNarrowed,
  listCategories,
  listEntries,
  listRows,
  type LobbyEntry,
  type View,
} from './lobby-entries.ts';
import { LobbyTile } from './lobby-tile.tsx';
import { ProviderFilter } from './provider-filter.tsx';

const LobbyRows = lazyWithPreload(async () => (await import('./lobby-rows.tsx')).LobbyRows);
const GameSheet = lazyOnIdle(async () => (await import('#parts/game-sheet')).GameSheet);

const EAGER_TILES = 3;
/** Tiles on the first screen of a phone. */
const FIRST_TILES = 9;
/** From this number on, tiles outside the screen are not laid out and are added in steps. */
const MANY_TILES = 120;
const TILES_AT_ONCE = 60;
/** The kinds of rows (first-paint.js). */
const ROWS_MAX = 4;
const SKELETON_CARDS = 4;
const views = (['providers', 'recent', 'favourites'] as const).map((value) => ({ value, label: text.view[value] }));

export function LobbyPage() {
  return (
    <>
      <LobbyAnnouncement />
      <Lobby title={text.lobby} category={undefined} />
    </>
  );
}

export function SlotPage() {
  return <Lobby title={text.slot} category="EGAMES" />;
}

export function BaccaratPage() {
  return <Lobby title={text.baccarat} category="LIVECASINO" />;
}

export function PokerPage() {
  return <Lobby title={text.poker} category="POKER" />;
}

export function TradingPage() {
  return <Lobby title={text.trading} category="TRADING" />;
}

function Lobby({ title, category }: { readonly title: string; readonly category: Category | undefined }) {
  const catalogue = useCatalogue();
  const address = useLobbyAddress(category);
  const rounds = useOpenRounds();
  const memberGames = useMemberGames();
  const { providers, games, kindWords } = catalogue;
  const known = useMemo(() => createEntries({ providers, games, kindWords }), [providers, games, kindWords]);
  const entries = useEntries(known, address, memberGames);
  const [subject, setSubject] = useState<SheetSubject>();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const provider = known.providers.find(({ ch }) => ch === address.ch);

  function openSheet({ key, ch, code, name }: LobbyEntry): void {
    setSubject(key === ch ? { ch, name } : { ch, gameCode: code, name });
    setSheetOpen(true);
  }
  // The same function at every drawing, so that tiles are not drawn again.
  const [onSheet] = useState(() => openSheet);

  if (catalogue.hasFailed) return <ErrorState sentence={text.failed} onRetry={catalogue.retry} />;

  return (
    <>
      <div className="flex flex-col gap-4">
        <div className="flex items-baseline justify-between gap-3">
          <h1 className="text-title-1">{title}</h1>
          <p role="status" className="num text-small text-text-2">
            {!catalogue.isLoading && text.count(entries.length)}
          </p>
        </div>
        <SearchField />
        <CategoryChips
          categories={listCategories(catalogue.providers)}
          value={address.category}
          onChange={address.showCategory}
        />
        <OpenRoundsNotice rounds={rounds} />
        {!catalogue.canPlay && <Callout>{text.onlyListed}</Callout>}
        <Tabs<View>
          label={text.views}
          look="underline"
          tabs={views}
          value={address.view}
          onChange={address.showView}
          aside={<ProviderFilter catalogue={catalogue} address={address} />}
        >
          <div className="mt-3">
            {isWithRows(address) && catalogue.canPlay && (
              <Rows catalogue={catalogue} known={known} memberGames={memberGames} address={address} onSheet={onSheet} />
            )}
            {provider && <ProviderHead entry={provider} onAll={() => address.showProvider('')} />}
            {catalogue.isLoading && <TileSkeletons />}
            {!catalogue.isLoading && entries.length === 0 && <EmptyLobby address={address} />}
            <Tiles
              entries={entries}
              requestKey={JSON.stringify(address)}
              favourites={memberGames.favourites}
              canPlay={catalogue.canPlay}
              onSheet={catalogue.canPlay ? onSheet : undefined}
            />
          </div>
        </Tabs>
      </div>
      {subject && (
        <GameSheet isWanted={isSheetOpen} isOpen={isSheetOpen} subject={subject} onClose={() => setSheetOpen(false)} />
      )}
      <SiteFooter />
    </>
  );
}

/** Rows stand above the list of all games only. */
function isWithRows(address: LobbyAddress): boolean {
  const { view, category, query } = address;
  return view === 'providers' && category === undefined && query === '' && !isNarrowed(address);
}

function Rows({
  catalogue,
  known,
  memberGames,
  address,
  onSheet,
}: {
  readonly catalogue: Catalogue;
  readonly known: Entries;
  readonly memberGames: MemberGames;
  readonly address: LobbyAddress;
  readonly onSheet: (entry: LobbyEntry) => void;
}) {
  const rows = useMemo(() => listRows(known, memberGames, catalogue.popular), [known, memberGames, catalogue.popular]);
  const isLoading = catalogue.isLoadingGames || memberGames.isLoading;
  useEffect(() => {
    if (!isLoading) writeText(storageKeys.lobbyRows, String(rows.length));
  }, [isLoading, rows.length]);
  if (isLoading) return <RowSkeletons />;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={<RowSkeletons />}>
        <LobbyRows
          rows={rows}
          hasFailed={memberGames.hasFailed}
          onRetry={memberGames.retry}
          onView={address.showView}
          onSheet={onSheet}
        />
      </Suspense>
    </ErrorBoundary>
  );
}

function useEntries(
  known: Entries,
  { view, category, query, ch, isOnlyOpen, mechanic, volatility }: LobbyAddress,
  { recent, favourites }: MemberGames,
): readonly LobbyEntry[] {
  const settledQuery = useDeferredValue(query);
  return useMemo(
    () =>
      listEntries(
        known,
        { view, category, query: settledQuery, ch, isOnlyOpen, mechanic, volatility },
        { recent, favourites },
      ),
    [known, view, category, settledQuery, ch, isOnlyOpen, mechanic, volatility, recent, favourites],
  );
}

/** On a desktop the search is in the header. */
function SearchField() {
  const { typed, type, submit, inputRef } = useLobbySearch();
  return (
    <form role="search" action={paths.member.game} onSubmit={submit} className="lg:hidden">
      <Field
        ref={inputRef}
        type="search"
        name={SEARCH_PARAMETER}
        enterKeyHint="search"
        label={text.search}
        isLabelHidden
        placeholder={text.search}
        value={typed}
        onChange={type}
        start={<Search aria-hidden="true" size={20} strokeWidth={1.75} />}
      />
    </form>
  );
}

function Tiles({
  entries,
  requestKey,
  favourites,
  canPlay,
  onSheet,
}: {
  readonly entries: readonly LobbyEntry[];
  /** Identifies the request; another request starts with the first tiles again. */
  readonly requestKey: string;
  readonly favourites: readonly string[];
  readonly canPlay: boolean;
  readonly onSheet: ((entry: LobbyEntry) => void) | undefined;
}) {
  const shown = useGrowingCount(entries.length, requestKey);
  if (entries.length === 0) return null;
  return (
    <TileGrid isLong={entries.length > MANY_TILES}>
      {entries.slice(0, shown).map((entry, index) => (
        <LobbyTile
          key={entry.key}
          entry={entry}
          onSheet={onSheet}
          canPlay={canPlay}
          isFavourite={favourites.includes(entry.key)}
          isEager={index < EAGER_TILES}
          isBelow={index >= FIRST_TILES}
        />
      ))}
    </TileGrid>
  );
}

/** Adds tiles in steps: hundreds at once would delay the next keystroke. */
function useGrowingCount(count: number, requestKey: string): number {
  const [grown, setGrown] = useState({ requestKey, shown: TILES_AT_ONCE });
  const shown = grown.requestKey === requestKey ? grown.shown : TILES_AT_ONCE;
  useEffect(() => {
    if (shown >= count) return undefined;
    const timer = setTimeout(() => startTransition(() => setGrown({ requestKey, shown: shown + TILES_AT_ONCE })), 50);
    return () => clearTimeout(timer);
  }, [count, requestKey, shown]);
  return count <= MANY_TILES ? count : shown;
}

function EmptyLobby({ address }: { readonly address: LobbyAddress }) {
  const isSearching = address.query !== '' || isNarrowed(address);
  const all = (
    <Button variant="secondary" onClick={address.showAll}>
      {text.showAll}
    </Button>
  );
  if (!isSearching && address.view === 'recent') {
    return <EmptyState title={text.recentEmpty} help={text.recentHelp} action={all} />;
  }
  if (!isSearching && address.view === 'favourites') {
    return <EmptyState title={text.favouritesEmpty} help={text.favouritesHelp} action={all} />;
  }
  if (isSearching) return <EmptyState title={text.emptyTitle} help={text.emptyHelp} action={all} />;
  if (address.category === undefined) return <EmptyState title={text.noGames} help={text.noGamesHelp} />;
  const name = text.category[address.category];
  return <EmptyState title={text.noCategory(name)} help={text.noCategoryHelp} action={all} />;
}

function TileSkeletons() {
  return (
    <SkeletonGroup>
      <TileGrid>
        {listSkeletonKeys(18).map((key) => (
          <li key={key}>
            <Skeleton className="aspect-square rounded-tile!" />
            <Skeleton className="mt-2 h-5.5 w-3/4" />
            <Skeleton className="mt-1 h-4.5 w-1/2" />
          </li>
        ))}
      </TileGrid>
    </SkeletonGroup>
  );
}

/** Keeps the height of the rows at the last visit, or of two rows, so that the tiles below do not move. */
function RowSkeletons() {
  return (
    <SkeletonGroup className="row-skeletons flex flex-col gap-2 overflow-hidden">
      {listSkeletonKeys(ROWS_MAX).map((row) => (
        <div key={row} className="flex flex-none items-center gap-2">
          <Skeleton className="h-6 w-[5.75rem] flex-none" />
          <div className="flex gap-2 overflow-hidden">
            {listSkeletonKeys(SKELETON_CARDS).map((key) => (
              <Skeleton key={key} className="h-[3rem] w-[9.5rem] flex-none rounded-tile!" />
            ))}
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}

/** The head of a provider's page: picture, name, number of games, and why it is closed. */
function ProviderHead({ entry, onAll }: { readonly entry: LobbyEntry; readonly onAll: () => void }) {
  const { name, img, code, category, gameCount = 0, isOpen, closedBy = 'operator', closedReason } = entry;
  return (
    <section aria-label={name} className="mb-4 flex flex-col gap-3">
      <div className="flex items-center gap-4">
        <Picture
          picture={getCataloguePicture(img, code, category)}
          sizes="80px"
          isEager
          className="size-20 flex-none rounded-tile"
        />
        <div className="min-w-0 flex-1">
          <h2 className="text-title-2">{name}</h2>
          <p className="text-small text-text-2">{text.gameCount(text.category[category], gameCount)}</p>
        </div>
        <Button variant="quiet" size="small" onClick={onAll}>
          {text.everyProvider}
        </Button>
      </div>
      {!isOpen && (
        <Callout tone="warning">
          <strong className="block font-semibold">{text.closedBy[closedBy]}</strong>
          {closedReason ?? text.maintenance}
        </Callout>
      )}
    </section>
  );
}
