import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';

import { seededNumbers } from '#studio/testing/seeded-numbers';

import { Board, type Win } from './board.ts';
import { compile } from './compile.ts';
import { linesOf } from './lines.ts';
import { play, playFast, replay, type Scene } from './play.ts';
import type { Feature, SlotMode, Pays, SlotTitle } from './title.ts';
import { chabaBlossom } from './titles/chaba-blossom.ts';
import { nagaRiver } from './titles/naga-river.ts';
import { slotTitles } from './titles/titles.ts';

/** Recorded with the code of each game before it became a definition: paid and free pay of 100,000 seeded draws. */
const RECORDED = [
  [chabaBlossom, 8_534_220, 17_068_440, 5_584, '4ce3270439dd6fc91d6e9d0e4ba2d7fd88693f2455c210c1be4887ff66929be2'],
  [nagaRiver, 8_814_173, 17_628_346, 3_970, '428cf00d7e06726864f7b9b841af720b01e2954f452e0911398c43c1bacaab0b'],
] as const;

for (const [title, paid, free, granted, sha256] of RECORDED) {
  test(`pays ${title.gameCode} the recorded amounts for 100,000 draws`, () => {
    const board = new Board(compile(title));
    const next = seededNumbers(20_261_123);
    const hash = createHash('sha256');
    const sums = { paid: 0, free: 0, granted: 0 };
    for (let draw = 0; draw < 100_000; draw += 1) {
      const numbers: number[] = [];
      const round = playFast(board, false, undefined, (size) => numbers[numbers.push(next(size)) - 1] ?? 0);
      const again = playFast(board, true, undefined, replay(numbers));
      sums.paid += round.pay;
      sums.free += again.pay;
      sums.granted += round.freeSpins;
      hash.update(`${numbers.join(' ')}:${round.pay}:${again.pay}:${round.freeSpins}\n`);
    }
    assert.deepEqual(sums, { paid, free, granted });
    assert.equal(hash.digest('hex'), sha256);
  });
}

const LINES: Pays = {
  kind: 'lines',
  lines: 'five',
  table: { W: [300, 1500, 10_000], M: [25, 60, 250], L: [50, 150, 600] },
};

test('pays a line from the left for three or more letters, with wilds, the better run only', () => {
  const cases: [line: string, pays: string | undefined][] = [
    ['MMMLS', 'M x3 = 25'],
    ['MMMMS', 'M x4 = 60'],
    ['MMMMM', 'M x5 = 250'],
    ['LMMMM', undefined],
    ['MMLMM', undefined],
    ['SSSSS', undefined],
    ['WMWMS', 'M x4 = 60'],
    ['WWMLL', 'M x3 = 25'],
    ['WWWML', 'W x3 = 300'],
    ['WWWLL', 'L x5 = 600'],
    ['WWWWM', 'W x4 = 1500'],
    ['WWWWW', 'W x5 = 10000'],
    ['WWSMM', undefined],
    ['MMSMM', undefined],
  ];
  for (const [line, pays] of cases) {
    // Every reel shows its letter in the middle and letters without a pay elsewhere.
    const title = titleOf({
      reels: 5,
      rows: 3,
      strips: [...line].map((letter) => `Z${letter}Z`),
      pays: LINES,
      wild: 'W',
    });
    const [win] = windowOf(playAt(title, [0, 0, 0, 0, 0])).wins;
    assert.equal(win && `${win.letter} x${win.count} = ${win.pay}`, pays, line);
  }
});

test('crosses each line once on every reel', () => {
  for (const [set, grid] of [
    ['five', { reels: 3, rows: 3 }],
    ['twenty', { reels: 5, rows: 3 }],
    ['forty', { reels: 5, rows: 4 }],
  ] as const) {
    const lines = linesOf(set, grid);
    assert.equal(new Set(lines.map((line) => line.join(''))).size, lines.length);
    assert.ok(lines.every((line) => line.length === grid.reels && line.every((row) => row >= 0 && row < grid.rows)));
  }
});

test('pays each way through neighbouring reels, and wilds in every way', () => {
  const pays: Pays = { kind: 'ways', table: { N: [40, 160, 750] } };
  const title = titleOf({ reels: 5, rows: 3, strips: ['NZN', 'NNZ', 'ZWN', 'ZZZ', 'NNN'], pays, wild: 'W' });
  const [win] = windowOf(playAt(title, [0, 0, 0, 0, 0])).wins;
  assert.deepEqual(win && [win.count, win.ways, win.pay], [3, 2 * 2 * 2, 320]);
});

test('draws a height before each stop and pays the ways of the visible rows', () => {
  const pays: Pays = { kind: 'ways', table: { N: [10] } };
  const base = { heights: { 2: 1, 4: 1 } };
  const title = titleOf({ reels: 3, rows: 4, strips: ['NNNN', 'NNNN', 'NNNN'], pays, base });
  const round = play(new Board(compile(title)), false, undefined, replay([0, 0, 1, 0, 0, 0]));
  const window = windowOf(round.scenes);
  assert.deepEqual(
    window.cells.map((shown) => shown.length),
    [2, 4, 2],
  );
  assert.equal(round.pay, 10 * 2 * 4 * 2);
});

test('pays letters anywhere by the largest size that they reach', () => {
  const pays: Pays = { kind: 'anywhere', sizes: [5, 7], table: { N: [30, 90] } };
  for (const [strips, pay] of [
    [['NNZ', 'NZZ', 'NZZ'], 0],
    [['NNZ', 'NZN', 'NZZ'], 30],
    [['NNN', 'NZN', 'NNZ'], 90],
    [['NNN', 'NNN', 'NNN'], 90],
  ] as const) {
    const title = titleOf({ reels: 3, rows: 3, strips, pays });
    assert.equal(windowOf(playAt(title, [0, 0, 0])).pay, pay, strips.join(' '));
  }
});

test('pays letters side by side as one cluster, and corners not', () => {
  const pays: Pays = { kind: 'cluster', sizes: [4, 6], table: { N: [20, 80] } };
  for (const [strips, wins] of [
    [['NNZ', 'ZNZ', 'ZNZ'], ['4 = 20']],
    [['NZZ', 'ZNZ', 'ZZN'], []],
    [['NNZ', 'ZZN', 'ZNN'], []],
    [['NNN', 'NZN', 'NNN'], ['8 = 80']],
    [['NZN', 'NZN', 'NNN'], ['7 = 80']],
    [
      ['NNNN', 'ZZZZ', 'NNNN'],
      ['4 = 20', '4 = 20'],
    ],
  ] as const) {
    const title = titleOf({ reels: 3, rows: strips[0].length, strips, pays });
    const paid = windowOf(playAt(title, [0, 0, 0])).wins.map(({ count, pay }) => `${count} = ${pay}`);
    assert.deepEqual(paid, wins, strips.join(' '));
  }
});

test('lets the strip slide down over paying cells and multiplies the next window', () => {
  const pays: Pays = { kind: 'ways', table: { N: [10], M: [5] } };
  const strips = ['NZZZMM', 'NZZMZM', 'NZZMMZ'];
  const title = titleOf({ reels: 3, rows: 3, strips, pays, features: [{ kind: 'cascade' }], base: { times: [1, 3] } });
  const windows = playAt(title, [0, 0, 0]).filter((scene) => scene.kind === 'window');
  assert.deepEqual(
    windows.map(({ cells, times, pay }) => [cells.map((shown) => shown.join('')).join(' '), times, pay]),
    [
      ['NZZ NZZ NZZ', 1, 10],
      ['MZZ MZZ ZZZ', 3, 0],
    ],
  );
});

test('multiplies a cascade that paid with the sum of its drops', () => {
  const pays: Pays = { kind: 'anywhere', sizes: [3], table: { N: [50] } };
  const features: Feature[] = [{ kind: 'cascade' }, { kind: 'drops', letter: 'D', values: { 2: 1, 5: 1 } }];
  const title = titleOf({ reels: 3, rows: 3, strips: ['NDZZZ', 'NZDZZ', 'NZZZZ'], pays, features });
  const round = play(new Board(compile(title)), false, undefined, replay([0, 0, 0, 0, 1]));
  assert.equal(round.pay, 50 * (2 + 5));
  const without = play(new Board(compile(title)), false, undefined, replay([1, 0, 0]));
  assert.deepEqual([without.pay, without.numbers.length], [0, 3], 'a cascade without a pay draws no values');
});

test('covers a reel with its wild before the lines pay', () => {
  const features: Feature[] = [{ kind: 'expandingWild', reels: [1] }];
  const title = titleOf({
    reels: 5,
    rows: 3,
    strips: ['MMM', 'ZZW', 'MMM', 'WZZ', 'ZZZ'],
    pays: LINES,
    wild: 'W',
    features,
  });
  const window = windowOf(playAt(title, [0, 0, 0, 0, 0]));
  assert.deepEqual(window.expanded, [1]);
  // Lines 1, 3 and 5 cross no wild of the fourth reel; line 2 and 4 do.
  assert.deepEqual(
    window.wins.map(({ line, count }) => [line, count]),
    [
      [0, 3],
      [1, 4],
      [2, 3],
      [3, 3],
      [4, 3],
    ],
  );
});

test('multiplies a line with the factor of each of its wilds', () => {
  const pays: Pays = { kind: 'lines', lines: 'five', table: { M: [40] } };
  const features: Feature[] = [{ kind: 'wildTimes', values: { 1: 1, 3: 1, 7: 1 } }];
  const title = titleOf({ reels: 3, rows: 3, strips: ['ZWZ', 'ZMZ', 'ZWZ'], pays, wild: 'W', features });
  const round = play(new Board(compile(title)), false, undefined, replay([0, 0, 0, 1, 2]));
  assert.equal(round.pay, 40 * 3 * 7);
});

test('draws the letter of a book once a feature and fills its reels in free spins', () => {
  const features: Feature[] = [
    { kind: 'freeSpins', letter: 'B', grants: { 3: 10 }, pays: { 3: 200 } },
    { kind: 'book', special: { M: 1, L: 1 } },
  ];
  const strips = ['BZLZ', 'BZZZ', 'BZLZ', 'ZZZZ', 'ZZLZ'];
  const title = titleOf({ reels: 5, rows: 3, strips, pays: LINES, wild: 'B', features });
  const paid = play(new Board(compile(title)), false, undefined, replay([0, 0, 0, 0, 0, 1]));
  assert.deepEqual([paid.pay, paid.freeSpins, paid.carry], [200, 10, 'L']);
  // L is on the reels 1, 3 and 5, which are not adjacent; it pays on each of the five lines.
  const free = play(new Board(compile(title)), true, 'L', replay([1, 1, 1, 1, 1]));
  assert.deepEqual([free.pay, free.carry, free.numbers.length], [50 * 5, 'L', 5]);
  assert.equal(play(new Board(compile(title)), true, 'M', replay([1, 1, 1, 1, 1])).pay, 0);
});

test('holds coins, spins the empty cells again, and pays values and the full board without factors', () => {
  const hold: Feature = {
    kind: 'holdAndSpin',
    letter: 'C',
    from: 3,
    respins: 2,
    chance: [1, 4],
    full: 5_000,
    values: { 50: 1, 100: 1 },
  };
  const strips = ['CZZ', 'CZZ', 'CZZ'];
  const pays: Pays = { kind: 'lines', lines: 'five', table: { M: [40] } };
  const title = titleOf({ reels: 3, rows: 3, strips, pays, features: [hold], base: { times: [3] } });
  // Three values, then six empty cells twice without a coin.
  const none = play(
    new Board(compile(title)),
    false,
    undefined,
    replay([0, 0, 0, 0, 1, 1, ...Array<number>(12).fill(3)]),
  );
  assert.equal(none.pay, 50 + 100 + 100);
  // All six cells get a coin of 50 in the first respin.
  const filling = Array<number>(12).fill(0);
  const full = play(new Board(compile(title)), false, undefined, replay([0, 0, 0, 0, 0, 0, ...filling]));
  assert.equal(full.pay, 9 * 50 + 5_000);
  assert.ok(full.scenes.some((scene) => scene.kind === 'hold' && scene.isFull));
});

test('multiplies windows and scatters in free spins', () => {
  const features: Feature[] = [{ kind: 'freeSpins', letter: 'S', grants: { 3: 8 }, pays: { 3: 200 } }];
  const strips = ['SMZ', 'SMZ', 'SMZ', 'ZZZ', 'ZZZ'];
  const title = { ...titleOf({ reels: 5, rows: 3, strips, pays: LINES, wild: 'W', features }), free: { times: [2] } };
  const paid = play(new Board(compile(title)), false, undefined, replay([0, 0, 0, 0, 0]));
  assert.deepEqual([paid.pay, paid.freeSpins], [25 + 200, 8]);
  assert.equal(play(new Board(compile(title)), true, undefined, replay([0, 0, 0, 0, 0])).pay, 2 * (25 + 200));
});

test('pays at most 5,000 stakes for a spin', () => {
  const pays: Pays = { kind: 'lines', lines: 'five', table: { M: [400_000] } };
  const title = titleOf({ reels: 3, rows: 3, strips: ['MMM', 'MMM', 'MMM'], pays });
  assert.equal(play(new Board(compile(title)), false, undefined, replay([0, 0, 0])).pay, 500_000);
});

test('pays at most 5,000 stakes for a cascade and its drops', () => {
  const pays: Pays = { kind: 'anywhere', sizes: [3], table: { N: [50_000] } };
  const features: Feature[] = [{ kind: 'cascade' }, { kind: 'drops', letter: 'D', values: { 20: 1 } }];
  const title = titleOf({ reels: 3, rows: 3, strips: ['NDZZZ', 'NZZZZ', 'NZZZZ'], pays, features });
  const round = play(new Board(compile(title)), false, undefined, replay([0, 0, 0, 0]));
  assert.deepEqual([sumScenes(round.scenes), round.pay], [1_000_000, 500_000]);
});

test('pays at most 5,000 stakes for a hold-and-spin', () => {
  const hold = { kind: 'holdAndSpin', letter: 'C', from: 3, respins: 1, chance: [1, 4], full: 100_000 } as const;
  const features: Feature[] = [{ ...hold, values: { 60_000: 1 } }];
  const pays: Pays = { kind: 'lines', lines: 'five', table: { M: [40] } };
  const title = titleOf({ reels: 3, rows: 3, strips: ['CZZ', 'CZZ', 'CZZ'], pays, features });
  // Three stops and values, then a coin with its value in each of the six empty cells.
  const round = play(new Board(compile(title)), false, undefined, replay(Array<number>(18).fill(0)));
  assert.deepEqual([sumScenes(round.scenes), round.pay], [9 * 60_000 + 100_000, 500_000]);
});

test('replays every round of every title from its numbers', () => {
  for (const title of slotTitles) {
    const board = new Board(compile(title));
    const next = seededNumbers(7);
    let carry: string | undefined;
    for (let draw = 0; draw < 100; draw += 1) {
      const isFree = carry !== undefined && draw % 2 === 1;
      const round = play(board, isFree, isFree ? carry : undefined, next);
      assert.deepEqual(
        play(new Board(compile(title)), isFree, isFree ? carry : undefined, replay(round.numbers)),
        round,
      );
      carry = round.carry ?? carry;
    }
  }
});

test('rejects numbers that do not fit their draw', () => {
  const board = new Board(compile(chabaBlossom));
  assert.throws(() => play(board, false, undefined, replay([0, 0, 0, 0])), /place 5/);
  assert.throws(() => play(board, false, undefined, replay([32, 0, 0, 0, 0])), /below 32 at place 1/);
});

type Draft = {
  readonly reels: number;
  readonly rows: number;
  readonly strips: readonly string[];
  readonly pays: Pays;
  readonly wild?: string;
  readonly features?: readonly Feature[];
  readonly base?: Partial<SlotMode>;
};

/** A small title for one rule. */
function titleOf({ reels, rows, strips, pays, wild, features = [], base }: Draft): SlotTitle {
  const letters = [...new Set([...strips.join(''), ...Object.keys(pays.table), ...(wild ?? '')])];
  return {
    gameCode: 'test-title',
    provider: 'test',
    revision: 1,
    since: '2026-12-01',
    look: {
      world: 'river',
      palette: 'teal',
      frame: 'gold',
      sound: 'wood',
      symbols: Object.fromEntries(letters.map((letter) => [letter, 'bell' as const])),
    },
    grid: { reels, rows },
    ...(wild !== undefined && { wild }),
    base: { times: [1], strips, ...base },
    pays,
    features,
  };
}

function playAt(title: SlotTitle, stops: readonly number[]): readonly Scene[] {
  return play(new Board(compile(title)), false, undefined, replay(stops)).scenes;
}

function sumScenes(scenes: readonly Scene[]): number {
  return scenes.reduce((sum, scene) => sum + ('pay' in scene ? scene.pay : 0), 0);
}

function windowOf(played: readonly Scene[] | { readonly scenes: readonly Scene[] }) {
  const scenes = 'scenes' in played ? played.scenes : played;
  const window = scenes.find((scene) => scene.kind === 'window');
  assert.ok(window);
  return window satisfies { readonly wins: readonly Win[] };
}
