import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Provider } from '#core/catalogue';
import { isConnected } from '#modules/providers';

import { createStandardCatalogue } from './catalogue.ts';
import { findCatalogueName } from './standard.ts';
import { studioProviders } from './studio-games.ts';

const names = ['default', 'partner'] as const;
const catalogues = { default: createStandardCatalogue('default'), partner: createStandardCatalogue('partner') };
const categories = ['LIVECASINO', 'EGAMES', 'POKER', 'TRADING'] as const;

function countsOf(list: readonly Provider[]): number[] {
  return categories.map((category) => list.filter((provider) => provider.category === category).length);
}

test('the default catalogue has 10 live casinos, 15 slots, 1 poker and 1 trading; the partner’s 9, 40, 1 and none', () => {
  assert.deepEqual(countsOf(catalogues.default.lobby), [10, 15, 1, 1]);
  assert.deepEqual(countsOf(catalogues.partner.lobby), [9, 40, 1, 0]);
});

test('selects the catalogue by the partner name', () => {
  const selected = ['LANNA', ' lanna ', 'LANNA2', ''].map(findCatalogueName);
  assert.deepEqual(selected, ['partner', 'partner', 'default', 'default']);
});

test('no two providers of a catalogue share a code, a name, a picture or a place', () => {
  for (const name of names) {
    for (const part of ['ch', 'name', 'img', 'lobbyOrder'] as const) {
      const seen = catalogues[name].lobby.map((provider) => provider[part]);
      assert.equal(new Set(seen).size, seen.length, `${name}: ${part}`);
    }
  }
});

test('every provider code can be sent to be opened', () => {
  for (const { ch } of names.flatMap((name) => catalogues[name].providers)) assert.match(ch, /^[\w.-]{1,64}$/);
});

test('lists every provider with the games that the studio runs for it', () => {
  for (const name of names) {
    const { lobby, findGame } = catalogues[name];
    const games = lobby.flatMap(({ ch, games: offered }) => offered.map(({ gameCode }) => [ch, gameCode]));
    const run = lobby.flatMap(({ ch }) =>
      studioProviders.flatMap((provider) =>
        provider.ch === ch ? provider.games.map(({ gameCode }) => [ch, gameCode]) : [],
      ),
    );
    assert.deepEqual(games, run);
    assert.equal(findGame('chaba-studio', 'chaba-blossom')?.name, 'ตลาดโคมชบา');
    assert.equal(findGame('chaba-studio', 'chaba-blossom')?.gameType, 'EGAMES');
    assert.equal(findGame('chaba-studio', 'no-such-game'), undefined);
  }
});

test('opens every provider of both catalogues with a game that belongs to no other provider', () => {
  for (const name of names) {
    const { lobby } = catalogues[name];
    for (const provider of lobby) assert.ok(isConnected(provider), provider.ch);
    const games = lobby.flatMap((provider) => provider.games.map(({ gameCode }) => gameCode));
    assert.equal(new Set(games).size, games.length, name);
  }
});

test('the providers for external tools can be opened and are in no lobby', () => {
  for (const name of names) {
    const { lobby, findProvider, findGame } = catalogues[name];
    for (const hidden of ['test', 'amb', 'hub88']) {
      const provider = findProvider(hidden);
      assert.ok(provider && isConnected(provider), hidden);
      assert.equal(findGame(hidden, 'test-slot')?.gameType, 'EGAMES');
      assert.equal(findGame(hidden, 'test-table')?.gameType, 'LIVECASINO');
      assert.ok(lobby.every(({ ch }) => ch !== hidden));
    }
  }
});

test('neighbours in the lobby share neither palette nor symbol, three across and six, in every category', () => {
  for (const name of names) {
    const lists = [catalogues[name].lobby, ...categories.map((category) => ofCategory(name, category))];
    for (const list of lists) assert.deepEqual(alikeNeighbours(list), [], name);
  }
});

function ofCategory(name: (typeof names)[number], category: (typeof categories)[number]): readonly Provider[] {
  return catalogues[name].lobby.filter((provider) => provider.category === category);
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
