// The list of games that the server reads is the studio's own, and each game belongs to one provider.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { PROVIDERS } from '#studio/providers';
import { tableRules } from '#studio/tables/rules/all';
import { ROOT } from './settings.ts';

import { publishedGames } from './published-games.ts';

test('lists what the studio defines; npm run games -- publish writes it again', () => {
  const file = path.join(ROOT, 'apps/server/src/modules/site/studio-games.json');
  assert.equal(readFileSync(file, 'utf8'), publishedGames());
});

test('gives every game to one provider', () => {
  const codes = PROVIDERS.flatMap(({ games }) => games);
  assert.equal(new Set(codes).size, codes.length);
  for (const { gameCode } of tableRules) assert.ok(codes.includes(gameCode), gameCode);
  const listed = (JSON.parse(publishedGames()) as { games: { gameCode: string }[] }[]).flatMap(({ games }) => games);
  assert.deepEqual(
    listed.map(({ gameCode }) => gameCode),
    codes,
  );
});
