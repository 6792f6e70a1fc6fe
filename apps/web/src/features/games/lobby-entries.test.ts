import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Game } from '@chaba/contract/play';
import type { GameProvider } from '@chaba/contract/site';

import { createEntries, listCategories, findCategory, listEntries, listRows, type Wanted } from './lobby-entries.ts';

const providers: readonly GameProvider[] = [
  provider('chaba-studio', 'ชบาสตูดิโอ', 'EGAMES', { isOpen: true, isNew: true }),
  provider('phat-thong', 'พัดทอง', 'LIVECASINO', { closedBy: 'studio', closedReason: 'ปรับปรุงโต๊ะ' }),
  provider('river', 'แม่น้ำ', 'EGAMES', { isOpen: true }),
  provider('pho-dam', 'โพดำ', 'POKER', { isOpen: true }),
];
const games: readonly Game[] = [
  game('chaba-studio', 'chaba-blossom', 'ตลาดโคมชบา', { since: '2026-11-01', isNew: true, mechanic: 'lines' }),
  game('river', 'boat', 'เรือเร็ว', { since: '2026-12-01', isNew: true, mechanic: 'book', volatility: 5 }),
  game('river', 'fish', 'ปลาทอง', { words: ['ยิงปลา', 'fishing'], volatility: 2 }),
];
const known = createEntries({ providers, games, kindWords: { EGAMES: ['สล็อต'], book: ['ตำรา'] } });
const nothing = { recent: [], favourites: [] };
const all: Wanted = {
  view: 'providers',
  category: undefined,
  query: '',
  ch: '',
  isOnlyOpen: false,
  mechanic: undefined,
  volatility: undefined,
};

function keys(wanted: Partial<Wanted>, memory = nothing as { recent: string[]; favourites: string[] }): string[] {
  return listEntries(known, { ...all, ...wanted }, memory).map(({ key }) => key);
}

test('lists every provider in the order of the catalogue, closed ones in place', () => {
  assert.deepEqual(keys({}), ['chaba-studio', 'phat-thong', 'river', 'pho-dam']);
  assert.deepEqual(keys({ category: 'EGAMES' }), ['chaba-studio', 'river']);
  assert.deepEqual(keys({ isOnlyOpen: true }), ['chaba-studio', 'river', 'pho-dam']);
  const { closedBy, closedReason } = known.providers[1] ?? {};
  assert.deepEqual([closedBy, closedReason], ['studio', 'ปรับปรุงโต๊ะ']);
});

test('links a provider to its only game, its list of games or its own lobby', () => {
  const to = listEntries(known, all, nothing).map((entry) => entry.to);
  assert.deepEqual(to, [
    '/user/play/chaba-studio/chaba-blossom',
    '/user/play/phat-thong',
    '/user/game?ch=river',
    '/user/play/pho-dam',
  ]);
  assert.deepEqual(keys({ ch: 'river' }), ['river/boat', 'river/fish']);
});

test('finds games and providers by name, code and word, names first', () => {
  assert.deepEqual(keys({ query: 'ชบา' }), ['chaba-studio/chaba-blossom', 'chaba-studio']);
  assert.deepEqual(keys({ query: ' ปลา ทอง ' }), ['river/fish']);
  assert.deepEqual(keys({ query: 'CHABA-BLOSSOM' }), ['chaba-studio/chaba-blossom']);
  assert.deepEqual(keys({ query: 'fising' }), ['river/fish']);
  assert.deepEqual(keys({ query: 'ตำรา' }), ['river/boat']);
  assert.deepEqual(keys({ query: 'ไม่มีเกมนี้' }), []);
});

test('lists the games of a mechanic and of a volatility', () => {
  assert.deepEqual(keys({ mechanic: 'book' }), ['river/boat']);
  assert.deepEqual(keys({ volatility: 2 }), ['river/fish']);
  assert.deepEqual(keys({ volatility: 2, mechanic: 'book' }), []);
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

test('lists rows of recent, favourite, new and popular games, and none without entries', () => {
  const rows = (memory: typeof nothing, popular: readonly string[]) =>
    listRows(known, memory, popular).map(({ name, entries }) => [name, ...entries.map(({ key }) => key)]);
  const newGames = ['newGames', 'river/boat', 'chaba-studio/chaba-blossom'];
  assert.deepEqual(rows(nothing, []), [newGames]);
  const memory = { recent: ['river/fish', 'gone/game'], favourites: ['river'] } as unknown as typeof nothing;
  assert.deepEqual(rows(memory, ['river/fish', 'river/boat']), [
    ['recent', 'river/fish'],
    ['favourites', 'river'],
    newGames,
    ['popular', 'river/fish', 'river/boat'],
  ]);
});

test('lists 500 games of 100 providers', () => {
  const many = createEntries({
    kindWords: { EGAMES: ['สล็อต', 'slot'] },
    providers: Array.from({ length: 100 }, (_, index) =>
      provider(`p${index}`, `ค่าย ${index}`, 'EGAMES', { isOpen: true }),
    ),
    games: Array.from({ length: 500 }, (_, index) => game(`p${index % 100}`, `g${index}`, `เกม ${index}`, {})),
  });
  assert.equal(listEntries(many, all, nothing).length, 100);
  assert.equal(listEntries(many, { ...all, ch: 'p7' }, nothing).length, 5);
  assert.equal(listEntries(many, { ...all, query: 'slot' }, nothing).length, 500);
  assert.equal(listEntries(many, { ...all, query: 'เกม 499' }, nothing)[0]?.key, 'p99/g499');
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

function game(ch: string, gameCode: string, name: string, facts: Partial<Game> = {}): Game {
  const kind = { gameType: 'EGAMES', category: 'EGAMES' } as const;
  return { ch, gameCode, name, img: '', ...kind, isOpen: true, isNew: false, words: [], ...facts };
}
