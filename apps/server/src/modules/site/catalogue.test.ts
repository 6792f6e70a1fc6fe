import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  getCatalogue,
  findGame,
  findProvider,
  listGamesWithProvider,
  findGameType,
  listProducts,
  type Provider,
} from './catalogue.ts';
import { studioProviders } from './studio-games.ts';

const names = ['default', 'partner'] as const;
const categories = ['LIVECASINO', 'EGAMES', 'POKER', 'TRADING'] as const;

function countsOf(list: readonly Provider[]): number[] {
  return categories.map((category) => list.filter((provider) => provider.category === category).length);
}

test('the default catalogue has 10 live casinos, 15 slots, 1 poker and 1 trading; the partner’s 9, 40, 1 and none', () => {
  assert.deepEqual(countsOf(getCatalogue('default')), [10, 15, 1, 1]);
  assert.deepEqual(countsOf(getCatalogue('partner')), [9, 40, 1, 0]);
});

test('no two providers of a catalogue share a code, a name or a picture', () => {
  for (const name of names) {
    for (const part of ['ch', 'name', 'img'] as const) {
      const seen = getCatalogue(name).map((provider) => provider[part]);
      assert.equal(new Set(seen).size, seen.length, `${name}: ${part}`);
    }
  }
});

test('every provider code can be sent to be opened', () => {
  for (const { ch } of names.flatMap((name) => getCatalogue(name))) assert.match(ch, /^[\w.-]{1,64}$/);
});

test('opens every provider whose games the studio runs, with those games; all others are closed and list no games', () => {
  for (const name of names) {
    const listed = getCatalogue(name);
    const connected = listed.filter(({ ch }) => studioProviders.some((provider) => provider.ch === ch));
    assert.deepEqual(
      listed.filter((provider) => provider.isOpen),
      connected,
    );
    assert.deepEqual(
      listGamesWithProvider(name).map(({ ch, gameCode, isOpen }) => [ch, gameCode, isOpen]),
      connected.flatMap(({ ch }) =>
        studioProviders.flatMap((provider) =>
          provider.ch === ch ? provider.games.map(({ gameCode }) => [ch, gameCode, true]) : [],
        ),
      ),
    );
    assert.equal(findGame(name, 'chaba-studio', 'chaba-blossom')?.name, 'ตลาดโคมชบา');
    assert.equal(findGameType(name, 'chaba-studio', 'chaba-blossom'), 'EGAMES');
    assert.equal(findGame(name, 'chaba-studio', 'no-such-game'), undefined);
    const closed = listed.filter((provider) => !provider.isOpen);
    assert.ok(closed.every(({ games }) => games.length === 0));
  }
});

test('opens every provider of both catalogues with a game that belongs to no other provider', () => {
  for (const name of names) {
    for (const provider of getCatalogue(name)) assert.ok(provider.isOpen && provider.games.length > 0, provider.ch);
    const games = listGamesWithProvider(name).map(({ gameCode }) => gameCode);
    assert.equal(new Set(games).size, games.length, name);
  }
});

test('the providers for external tools can be opened and are in no lobby', () => {
  for (const name of names) {
    for (const hidden of ['test', 'amb', 'hub88']) {
      assert.equal(findProvider(name, hidden)?.isOpen, true);
      assert.equal(findGameType(name, hidden, 'test-slot'), 'EGAMES');
      assert.equal(findGameType(name, hidden, 'test-table'), 'LIVECASINO');
      assert.ok(listProducts(name).every(({ ch }) => ch !== hidden));
      assert.ok(listGamesWithProvider(name).every(({ ch }) => ch !== hidden));
    }
  }
});

test('neighbours in the lobby share neither palette nor symbol, three across and six, in every category', () => {
  for (const name of names) {
    const lists = [getCatalogue(name), ...categories.map((category) => ofCategory(name, category))];
    for (const list of lists) assert.deepEqual(alikeNeighbours(list), [], name);
  }
});

function ofCategory(name: (typeof names)[number], category: (typeof categories)[number]): readonly Provider[] {
  return getCatalogue(name).filter((provider) => provider.category === category);
}

function alikeNeighbours(list: readonly Provider[]): string[] {
  return [1, 3, 6].flatMap((distance) =>
    list.slice(distance).flatMap((provider, index) => {
      const other = list[index];
      return other && looksAlike(provider, other) ? [`${provider.ch} beside ${other.ch}`] : [];
    }),
  );
}

function looksAlike(one: Provider, other: Provider): boolean {
  const [symbol, palette] = artOf(one);
  return artOf(other)[0] === symbol || artOf(other)[1] === palette;
}

function artOf({ img }: Provider): [symbol: string, palette: string] {
  const [, symbol = '', palette = ''] = /^\/art\/tiles\/([a-z]+)-([a-z]+)\.avif$/.exec(img) ?? [];
  assert.ok(symbol && palette, img);
  return [symbol, palette];
}
