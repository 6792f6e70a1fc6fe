import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Game } from '@chaba/contract/play';
import type { GameProvider } from '@chaba/contract/site';

import { listCategories, findCategory, listEntries, type Wanted } from './lobby-entries.ts';

const providers: readonly GameProvider[] = [
  provider('chaba-studio', 'ชบาสตูดิโอ', 'EGAMES', { isOpen: true, isNew: true }),
  provider('phat-thong', 'พัดทอง', 'LIVECASINO'),
  provider('river', 'แม่น้ำ', 'EGAMES', { isOpen: true }),
  provider('pho-dam', 'โพดำ', 'POKER', { isOpen: true }),
];
const games: readonly Game[] = [
  game('chaba-studio', 'chaba-blossom', 'ตลาดโคมชบา'),
  game('river', 'boat', 'เรือเร็ว'),
  game('river', 'fish', 'ปลาทอง'),
];
const nothing = { recent: [], favourites: [] };
const all: Wanted = { view: 'providers', category: undefined, query: '', ch: '', isOnlyOpen: false };

function keys(wanted: Partial<Wanted>, memory = nothing as { recent: string[]; favourites: string[] }): string[] {
  return listEntries({ providers, games }, { ...all, ...wanted }, memory).map(({ key }) => key);
}

test('lists every provider in the order of the catalogue, closed ones in place', () => {
  assert.deepEqual(keys({}), ['chaba-studio', 'phat-thong', 'river', 'pho-dam']);
  assert.deepEqual(keys({ category: 'EGAMES' }), ['chaba-studio', 'river']);
  assert.deepEqual(keys({ isOnlyOpen: true }), ['chaba-studio', 'river', 'pho-dam']);
});

test('links a provider to its only game, its list of games or its own lobby', () => {
  const to = listEntries({ providers, games }, all, nothing).map((entry) => entry.to);
  assert.deepEqual(to, [
    '/user/play/chaba-studio/chaba-blossom',
    '/user/play/phat-thong',
    '/user/game?ch=river',
    '/user/play/pho-dam',
  ]);
  assert.deepEqual(keys({ ch: 'river' }), ['river/boat', 'river/fish']);
});

test('finds games and providers by name, ignoring spaces and case', () => {
  assert.deepEqual(keys({ query: 'ชบา' }), ['chaba-studio/chaba-blossom', 'chaba-studio']);
  assert.deepEqual(keys({ query: ' ปลา ทอง ' }), ['river/fish']);
  assert.deepEqual(keys({ query: 'CHABA-BLOSSOM' }), ['chaba-studio/chaba-blossom']);
  assert.deepEqual(keys({ query: 'ไม่มีเกมนี้' }), []);
});

test('keeps the order of recent and favourite games and drops removed ones', () => {
  const memory = {
    recent: ['river/fish', 'gone/game', 'chaba-studio/chaba-blossom'],
    favourites: ['river', 'river/boat'],
  };
  assert.deepEqual(keys({ view: 'recent' }, memory), ['river/fish', 'chaba-studio/chaba-blossom']);
  assert.deepEqual(keys({ view: 'favourites' }, memory), ['river', 'river/boat']);
  assert.deepEqual(keys({ view: 'favourites', category: 'POKER' }, memory), []);
});

test('offers categories with providers only, and ignores an unknown category in an address', () => {
  assert.deepEqual(listCategories(providers), ['LIVECASINO', 'EGAMES', 'POKER']);
  assert.equal(findCategory('egames'), 'EGAMES');
  assert.equal(findCategory('sports'), undefined);
});

function provider(
  ch: string,
  name: string,
  category: GameProvider['category'],
  facts: Partial<GameProvider> = {},
): GameProvider {
  return { ch, name, category, img: '', gameType: '*', isOpen: false, ...facts };
}

function game(ch: string, gameCode: string, name: string): Game {
  return { ch, gameCode, name, img: '', gameType: 'EGAMES', category: 'EGAMES', isOpen: true, isNew: false, words: [] };
}
