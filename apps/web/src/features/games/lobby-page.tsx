// /user/game, /user/game/{category} and the pages of one category: all providers, recent and favourite entries. Chips
// filter; the underlined row switches the view.

import { Search } from 'lucide-react';
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';

import { SiteFooter } from '#layouts/site-footer';
import { useOpenRounds } from '#lib/games/open-rounds';
import { SEARCH_PARAMETER, useLobbySearch } from '#lib/games/lobby-search';
import { paths } from '#lib/paths';
import { Button } from '#ui/button';
import { Callout } from '#ui/callout';
import { EmptyState } from '#ui/empty-state';
import { ErrorState } from '#ui/error-state';
import { Field } from '#ui/field';
import { TileGrid } from '#parts/game-tile';
import { OpenRoundsNotice } from '#parts/open-rounds-notice';
import { Skeleton, SkeletonGroup, listSkeletonKeys } from '#ui/skeleton';
import { Tabs } from '#ui/tabs';

import { CategoryChips } from './category-chips.tsx';
import { type Catalogue, useCatalogue } from './games.queries.ts';
import { text } from './games.text.ts';
import { type LobbyAddress, useLobbyAddress } from './lobby-address.ts';
import { listCategories, type Category, listEntries, type LobbyEntry, type View } from './lobby-entries.ts';
import { useFavourites, useRecent } from './lobby-memory.ts';
import { LobbyTile } from './lobby-tile.tsx';
import { ProviderFilter } from './provider-filter.tsx';

const EAGER_TILES = 3;
/** Tiles on the first screen of a phone. */
const FIRST_TILES = 9;
/** From this number on, tiles outside the screen are not laid out and are added in steps. */
const MANY_TILES = 120;
const TILES_AT_ONCE = 60;
const views = (['providers', 'recent', 'favourites'] as const).map((value) => ({ value, label: text.view[value] }));

export function LobbyPage() {
  return <Lobby title={text.lobby} category={undefined} />;
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
  const favourites = useFavourites();
  const entries = useEntries(catalogue, address, favourites);

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
          aside={
            <ProviderFilter
              providers={catalogue.providers}
              chosen={address.ch}
              isOnlyOpen={address.isOnlyOpen}
              onChoose={address.showProvider}
              onOnlyOpen={address.showOnlyOpen}
            />
          }
        >
          <div className="mt-3">
            {catalogue.isLoading && <TileSkeletons />}
            {!catalogue.isLoading && entries.length === 0 && <EmptyLobby address={address} />}
            <Tiles
              entries={entries}
              requestKey={[address.view, address.category, address.query, address.ch, address.isOnlyOpen].join(' ')}
              favourites={favourites}
              canPlay={catalogue.canPlay}
            />
          </div>
        </Tabs>
      </div>
      <SiteFooter />
    </>
  );
}

function useEntries(
  { providers, games }: Catalogue,
  { view, category, query, ch, isOnlyOpen }: LobbyAddress,
  favourites: readonly string[],
): readonly LobbyEntry[] {
  const recent = useRecent();
  const settledQuery = useDeferredValue(query);
  return useMemo(
    () =>
      listEntries(
        { providers, games },
        { view, category, query: settledQuery, ch, isOnlyOpen },
        { recent, favourites },
      ),
    [providers, games, view, category, settledQuery, ch, isOnlyOpen, recent, favourites],
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
}: {
  readonly entries: readonly LobbyEntry[];
  /** Identifies the request; another request starts with the first tiles again. */
  readonly requestKey: string;
  readonly favourites: readonly string[];
  readonly canPlay: boolean;
}) {
  const shown = useGrowingCount(entries.length, requestKey);
  if (entries.length === 0) return null;
  return (
    <TileGrid isLong={entries.length > MANY_TILES}>
      {entries.slice(0, shown).map((entry, index) => (
        <LobbyTile
          key={entry.key}
          entryKey={entry.key}
          name={entry.name}
          detail={getDetail(entry)}
          img={entry.img}
          code={entry.code}
          category={entry.category}
          to={canPlay ? entry.to : undefined}
          isOpen={entry.isOpen}
          isNew={entry.isNew}
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

function getDetail({ category, providerName, gameCount = 0 }: LobbyEntry): string {
  if (providerName !== undefined) return providerName;
  const name = text.category[category];
  return gameCount > 0 ? text.gameCount(name, gameCount) : name;
}

function EmptyLobby({ address }: { readonly address: LobbyAddress }) {
  const isSearching = address.query !== '' || address.ch !== '' || address.isOnlyOpen;
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
