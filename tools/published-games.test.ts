// The list of games that the server reads is the studio's own, and each game belongs to one provider.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { createStandardCatalogue, studioProviders } from '#server/modules/catalogue/catalogue';
import { cardGarden } from '#studio/games/card-garden/game';
import { PROVIDERS } from '#studio/server/providers';
import { composeReport } from '#studio/report/report';
import { readCertificate } from '#studio/games/slots/certificate';
import { composeSlotPages } from '#studio/games/slots/slot-pages';
import { computeStated } from '#studio/games/tables/returns';
import { findRules, tableRules } from '#studio/games/tables/rules/all';
import { text as marketText } from '#studio/games/trading/page/page.text';
import { ROOT } from '#ops/core/root';

import { publishedFiles } from './published-games.ts';

test('lists what the studio defines; npm run tool -- games publish writes it again', () => {
  for (const [file, text] of publishedFiles()) assert.equal(readFileSync(path.join(ROOT, file), 'utf8'), text, file);
});

test('gives every game to one provider', () => {
  const codes = PROVIDERS.flatMap(({ games }) => games);
  assert.equal(new Set(codes).size, codes.length);
  for (const { gameCode } of tableRules) assert.ok(codes.includes(gameCode), gameCode);
  assert.deepEqual(
    studioProviders.flatMap(({ games }) => games.map(({ gameCode }) => gameCode)),
    codes,
  );
});

const catalogues = [createStandardCatalogue('default'), createStandardCatalogue('partner')];

test('states one return on page, lobby, sheet and report of every game', () => {
  const { heads } = composeSlotPages();
  for (const { ch, games } of studioProviders) {
    for (const { gameCode, returnPercent, mechanic } of games) {
      const listed = catalogues.flatMap((catalogue) => catalogue.findGame(ch, gameCode) ?? []);
      assert.ok(listed.length > 0, gameCode);
      for (const game of listed) assert.equal(game.returnPercent, returnPercent, gameCode);
      assert.match(composeReport(gameCode) ?? '', new RegExp(`<dd>${returnPercent}%</dd>`), gameCode);
      assert.ok(statesOnPage(gameCode, returnPercent), `${gameCode} (${mechanic})`);
    }
  }

  function statesOnPage(gameCode: string, percent: string): boolean {
    const head = heads.get(gameCode);
    if (head !== undefined) {
      return head.includes(`"returnPercent":"${percent}"`) && readCertificate(gameCode).returnPercent === percent;
    }
    const rules = findRules(gameCode);
    if (rules) return Object.values(computeStated(rules).returns).includes(percent);
    return gameCode === 'trading' ? marketText.returns.includes(percent) : cardGarden.returnPercent === percent;
  }
});
