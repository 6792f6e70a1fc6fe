// Lines of code of the slots and tables of the studio, of the artwork and of the lobby, by part. A game costs a file of
// data or of rules because the engine around it stays small; a part above its limit is simplified before it grows.
//
// Counted are lines of code without tests, blank lines, comments, style sheets and texts. Names of the titles count,
// because a new title needs one.
//
// Elsewhere: lines of one title (apps/studio/src/slots/certificate.test.ts), bytes of the pages (byte-budget.test.ts).

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { ROOT } from './settings.ts';

/** Folders by the first part of the names below. */
const FOLDERS = {
  slots: 'apps/studio/src/slots',
  tables: 'apps/studio/src/tables',
  baccarat: 'apps/studio/src/baccarat',
  page: 'apps/studio/src/page',
  art: 'packages/art/src',
  pictures: 'apps/web/src/art',
  games: 'apps/web/src/features/games',
  search: 'apps/web/src/lib/games',
  site: 'apps/server/src/modules/site',
  play: 'apps/server/src/modules/play',
  providers: 'apps/server/src/modules/providers',
} as const;
/** Files of other subjects: frame and statement of a game, settings of a site, protocols of providers. */
const OTHERS =
  /^games\/(frame|game-|time-left)|^search\/(open-rounds|play-)|^site\/(?!catalogue|studio-games)|^play\/(?!lobby)|^providers\/(?!provider-registry)/;

const PARTS: readonly { readonly name: string; readonly files: RegExp; readonly linesMax: number }[] = [
  // The format with its validation, draw, evaluation, features, and the game that a title becomes.
  {
    name: 'slot engine',
    files: /^slots\/(title|read-title|lines|compile|board|play|slot-games)\.ts$/,
    linesMax: 900,
  },
  // Exact counts, simulation and report, and the proposals of pays and strips that are counted.
  {
    name: 'certification',
    files: /^slots\/(exact|cascades|fraction|simulation(\.worker)?|certificate|fit|strips)\.ts$/,
    linesMax: 650,
  },
  // The page of all titles and its composition on the server.
  { name: 'slot page', files: /^slots\/(page\/.+|look|slot-pages)\.ts$/, linesMax: 1_300 },
  { name: 'titles', files: /^slots\/titles\/.+\.ts$/, linesMax: 2_150 },
  { name: 'table engine', files: /^tables\/[^/]+\.ts$/, linesMax: 1_450 },
  // With the cards, third-card rules and counted deals that three tables share.
  { name: 'table rules', files: /^(tables\/rules|baccarat)\/.+\.ts$/, linesMax: 900 },
  { name: 'table page', files: /^tables\/page\/.+\.ts$/, linesMax: 1_500 },
  // Stakes, sheets, sound, verifier and history of slots, tables, cards and market: shared, so in no page of one kind.
  { name: 'page of all games', files: /^page\/.+\.ts$/, linesMax: 2_150 },
  // Drawings, worlds and tiles of site and studio, and the choice of a picture.
  { name: 'artwork', files: /^(art|pictures)\/.+\.ts$/, linesMax: 2_200 },
  // Rows, tiles, filters and search of the site; catalogue, lobby, and settings of providers on the server.
  { name: 'lobby and catalogue', files: /^(games|search|site|play|providers)\/.+\.tsx?$/, linesMax: 1_950 },
];
const RULES_LINES_MAX = 150;

const counted = Object.entries(FOLDERS)
  .flatMap(([name, folder]) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => ({ file: `${name}/${file}`, place: path.join(ROOT, folder, file) })),
  )
  .filter(({ file }) => /\.tsx?$/.test(file) && !/\.test\.ts$|\/testing\//.test(file) && !OTHERS.test(file))
  .filter(({ file }) => !file.endsWith('.text.ts') || file.startsWith('slots/titles/'))
  .map(({ file, place }) => ({ file, lines: countLines(fs.readFileSync(place, 'utf8')) }));

test('counts each file in one part', () => {
  const misplaced = counted.filter(({ file }) => PARTS.filter(({ files }) => files.test(file)).length !== 1);
  assert.deepEqual(misplaced, []);
});

for (const { name, files, linesMax } of PARTS) {
  test(`keeps the ${name} within ${linesMax.toLocaleString('en')} lines of code`, () => {
    const ofPart = counted.filter(({ file }) => files.test(file));
    const lines = ofPart.reduce((sum, each) => sum + each.lines, 0);
    assert.ok(lines > 0 && lines <= linesMax, `${lines} lines: ${JSON.stringify(ofPart)}`);
  });
}

test('keeps the rules of a table with its own odds within 150 lines', () => {
  const rules = counted.filter(({ file }) => file.startsWith('tables/rules/'));
  const tooLong = [...Map.groupBy(rules, ({ file }) => file.replace(/(-odds)?\.ts$/, ''))]
    .map(([game, files]) => ({ game, lines: files.reduce((sum, { lines }) => sum + lines, 0) }))
    .filter(({ lines }) => lines > RULES_LINES_MAX);
  assert.deepEqual(tooLong, []);
});

test('counts neither blank lines nor comments', () => {
  assert.equal(countLines('// one\n/** two */\n/**\n * three\n */\nconst four = 4; // four\n\n  five();\n'), 2);
});

function countLines(code: string): number {
  const withoutBlocks = code.replaceAll(/^\s*\/\*[^]*?\*\/$/gm, '');
  return withoutBlocks.split('\n').filter((line) => !/^\s*(\/\/.*)?$/.test(line)).length;
}
