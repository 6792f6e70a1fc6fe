// The returns used by cost estimates equal those of the games, and docs/economics.md states the computed costs of the
// shipped terms.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { seedCodes, seedPromotions, seedSites } from '@chaba/demo';

import { readCertificate } from '#studio/games/slots/certificate';
import { getOutcomes, computeReturn } from '#studio/games/tables/returns';
import { tableRules } from '#studio/games/tables/rules/all';
import { baccarat } from '#studio/games/tables/rules/baccarat';
import { computeOdds } from '#studio/games/trading/odds';
import { EXPIRIES } from '#studio/games/trading/walk';
import {
  computeCodeCost,
  computePromotionCost,
  computeRewards,
  formatShare,
  computeCoinWorth,
  NO_REWARDS,
} from '@chaba/promotions/cost';
import { gameReturns } from '#server/modules/offer-costs/game-returns';
import { publishedSlots } from '#server/modules/catalogue/catalogue';
import { demoWheel } from '#server/modules/wheel/demo-wheel';
import { ROOT } from '#ops/core/root';

const page = readFileSync(path.join(ROOT, 'docs', 'economics.md'), 'utf8');
const games = readFileSync(path.join(ROOT, 'docs', 'games.md'), 'utf8');

function figuresOf(gameCode: string) {
  const found = gameReturns.find((game) => game.gameCode === gameCode);
  assert.ok(found, `${gameCode} has a return`);
  return found;
}

const isClose = (one: number, other: number, apart = 0.000_002): boolean => Math.abs(one - other) <= apart;

test('uses the counted returns of the games', () => {
  for (const { gameCode, returned } of publishedSlots) {
    assert.ok(isClose(returned, Number(readCertificate(gameCode).exact.percent) / 100), gameCode);
  }
  const [banker, playerPair] = [computeReturn(baccarat, 'banker'), computeReturn(baccarat, 'playerPair')];
  const { marks, total } = getOutcomes(baccarat);
  const [onBanker, onPair] = gameReturns.filter(({ gameCode }) => gameCode === 'baccarat');
  assert.ok(isClose(onBanker?.returned ?? 0, banker / 1_000_000));
  assert.ok(
    isClose(onBanker?.lossShare ?? 0, Number(((marks.get('player') ?? 0n) * 1_000_000_000n) / total) / 1_000_000_000),
  );
  assert.ok(isClose(onPair?.returned ?? 0, playerPair / 1_000_000));
  assert.ok(isClose(onPair?.lossShare ?? 0, 1 - playerPair / 12_000_000));
  const best = EXPIRIES.map(computeOdds).toSorted((one, other) => other.returned - one.returned)[0];
  assert.ok(best && isClose(figuresOf('trading').returned, best.returned / 1_000_000));
  assert.ok(isClose(figuresOf('trading').lossShare, best.up / 1_000_000));
});

test('has no table whose best place returns more than the best live game of the estimates', () => {
  const best = Math.max(
    ...gameReturns.filter(({ category }) => category === 'LIVECASINO').map(({ returned }) => returned),
  );
  for (const rules of tableRules) {
    for (const { type } of rules.places) {
      assert.ok(computeReturn(rules, type) / 1_000_000 <= best, `${rules.gameCode} ${type}`);
    }
  }
});

test('return of the cards matches docs/games.md, and so does the measured loss share', () => {
  const { returned, lossShare } = figuresOf('card-garden');
  const stated = /game +card-garden[^]*?exact return +([\d.]+) %/.exec(games)?.[1];
  assert.ok(isClose(returned, Number(stated) / 100));
  const paying = Number(/game +card-garden[^]*?rounds that pay +([\d.]+) %/.exec(games)?.[1]) / 100;
  // A million hands; the tolerance is three standard errors.
  assert.ok(isClose(lossShare, 1 - paying, 0.001_5), `${lossShare} and ${1 - paying}`);
});

const [{ cashbackPercentBp, affiliateLevel1Bp, affiliateLevel2Bp }] = seedSites;
const shipped = computeRewards({
  wheel: demoWheel,
  cashbackPercentBp,
  commission: {
    basis: 'WINLOSS',
    level1: { isOn: true, percentBp: affiliateLevel1Bp },
    level2: { isOn: true, percentBp: affiliateLevel2Bp },
  },
});

test('states the cost of the shipped promotions and codes in docs/economics.md', () => {
  for (const promotion of seedPromotions) {
    const [alone, all] = [NO_REWARDS, shipped].map((rewards) =>
      formatShare(computePromotionCost(promotion, gameReturns, rewards)?.share ?? 0),
    );
    const row = page.split('\n').find((line) => line.startsWith(`| \`${promotion.id}\``)) ?? '';
    assert.ok(row.includes(`| ${alone} of the bonus, ${all} with rewards |`), `${promotion.id}: ${alone}, ${all}`);
  }
  for (const { turnoverTimes, withdrawCap, ...code } of seedCodes) {
    const terms = { ...code, turnoverHundredths: turnoverTimes * 100, withdrawCap: withdrawCap ?? null };
    const { share } = computeCodeCost(terms, computeCoinWorth(demoWheel), gameReturns);
    const row = page.split('\n').find((line) => line.startsWith(`| \`${code.code}\``)) ?? '';
    assert.ok(row.includes(`| ${formatShare(share)} of its face`), `${code.code}: ${formatShare(share)}`);
  }
});
