// Maximum cost of the shipped terms: a promotion with the coins, cashback and commission of the same play at most half
// of its bonus, a code at most its face value, coins,
// cashback and commission at most 60 % of the house edge of the play that earns them. The estimates are compared with
// optimal play.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { seedCodes, seedPromotions, seedSites } from '@chaba/demo';
import { baht } from '@chaba/money';
import { SeededRandom } from '@chaba/testing/seeded-random';

import type { Promotion } from '#modules/promotions';

import {
  CODE_SHARE_MAX,
  computeBonusCost,
  computeCodeCost,
  computeCoinCost,
  computeCommissionCost,
  computeDepositRewards,
  computeLossShareCost,
  computePromotionCost,
  computeRewards,
  EDGE_SHARE_MAX,
  computeTurnoverEdge,
  listPlayableGames,
  LOST_BELOW_BAHT,
  NO_REWARDS,
  PROMOTION_SHARE_MAX,
  type Rewards,
  formatShare,
  computeStake,
  computeCoinWorth,
} from '@chaba/promotions/cost';
import { gameReturns, withReturns } from './modules/offer-costs/game-returns.ts';
import { type BonusPlay, findBestPlay, findGainOfLossShare, playOnce } from '@chaba/promotions/best-play';
import { demoWheel } from './modules/wheel/demo-wheel.ts';

/** The migrations' default for a new site. */
const DEPOSIT_TURNOVER_TIMES = 1;
const COMMISSION_BASIS = 'WINLOSS';

const playOf = (promotion: Promotion, deposit: number): BonusPlay => {
  const stake = computeStake(promotion, baht(deposit));
  assert.ok(stake, `a deposit of ${deposit} brings ${promotion.id}`);
  return { ...stake, betMax: undefined, games: listPlayableGames(promotion.bets, gameReturns) };
};

/** Coins, cashback and commission of a new site, for a player who refers the own account. */
const shippedRewards = seedSites.map(({ cashbackPercentBp, affiliateLevel1Bp, affiliateLevel2Bp }) =>
  computeRewards({
    wheel: demoWheel,
    cashbackPercentBp,
    commission: {
      basis: COMMISSION_BASIS,
      level1: { isOn: true, percentBp: affiliateLevel1Bp },
      level2: { isOn: true, percentBp: affiliateLevel2Bp },
    },
  }),
);
const [chabaRewards = NO_REWARDS] = shippedRewards;

/** Each is computed once. */
const plays = seedPromotions.flatMap((promotion) =>
  [200, 1_000].map((deposit) => {
    const play = { ...playOf(promotion, deposit), lossRate: chabaRewards.lossRate };
    return { promotion, play, best: findBestPlay(play) };
  }),
);

test('limits the cost of each shipped promotion, with its rewards, to half of its bonus for any deposit', () => {
  for (const rewards of shippedRewards) {
    const costs = seedPromotions.map((promotion) => {
      const [alone, all] = [NO_REWARDS, rewards].map((each) => computePromotionCost(promotion, gameReturns, each));
      assert.ok(all && all.share <= PROMOTION_SHARE_MAX, `${promotion.id}: ${all?.share}`);
      return [promotion.id, formatShare(alone?.share ?? 0), formatShare(all.share)];
    });
    assert.deepEqual(costs, [
      ['welcome', '44.01 %', '44.43 %'],
      ['daily', '48.32 %', '49.97 %'],
      ['reload', '45.08 %', '48.20 %'],
    ]);
  }
});

test('computes more than half of the bonus for a reload of the former turnover with its rewards', () => {
  const reload = seedPromotions.find(({ id }) => id === 'reload');
  assert.ok(reload);
  const former: Promotion = { ...reload, turnover: { unit: 'times', hundredths: 1_000 } };
  for (const rewards of shippedRewards) {
    assert.ok((computePromotionCost(former, gameReturns, rewards)?.share ?? 0) > PROMOTION_SHARE_MAX);
  }
});

test('adds the money below five baht that a lost requirement leaves to the bound', () => {
  // A single bet on 199 at odds that lose it leaves the player one baht that nothing binds.
  const stake = { deposit: 100, bonus: 100, need: 3_000, cap: 300 };
  const edge = 0.0396;
  const finishing = (200 - LOST_BELOW_BAHT) / (300 - LOST_BELOW_BAHT + edge * 3_000);
  const { cost } = computeBonusCost(stake, edge);
  assert.ok(Math.abs(cost - (finishing * 300 + (1 - finishing) * LOST_BELOW_BAHT - 100)) < 1e-9);
  assert.ok(cost > (300 * 200) / (300 + edge * 3_000) - 100, 'the bound without it was too low');
});

test('adds each reward of the same play to the bound', () => {
  const stake = { deposit: 1_000, bonus: 1_000, need: 30_000, cap: 3_000 };
  const costOf = (rewards: Partial<Rewards>): number =>
    computeBonusCost(stake, 0.04, { ...NO_REWARDS, ...rewards }).cost;
  const alone = costOf({});
  // A share of the loss is paid for the runs that do not reach the cap.
  assert.ok(costOf({ lossRate: 0.01 }) > alone && costOf({ lossRate: 0.01 }) < alone + 10);
  assert.equal(costOf({ depositRate: 0.01 }), alone + 10);
  assert.equal(costOf({ coinWorth: 1.5, coinDeposit: 1_000 }), alone + 1.5);
  assert.equal(costOf({ coinWorth: 1.5, coinDeposit: 1_001 }), alone);
  const of = {
    basis: 'TURNOVER',
    level1: { isOn: true, percentBp: 100 },
    level2: { isOn: false, percentBp: 100 },
  } as const;
  const rewards = computeRewards({ wheel: undefined, cashbackPercentBp: undefined, commission: of });
  assert.deepEqual(rewards, { ...NO_REWARDS, stakeRate: 0.01 });
  const edges = [NO_REWARDS, rewards].map((each) => computeTurnoverEdge(undefined, gameReturns, each));
  assert.equal(edges[1], 0, 'commission of turnover above the edge of the cards leaves none');
  assert.ok((edges[0] ?? 0) > 0);
});

test('computes more than half of the bonus for the former terms', () => {
  const before = [3, 5, 10].map((times, place) => {
    const promotion = seedPromotions[place];
    assert.ok(promotion);
    const { bets: _bets, ...open } = promotion;
    const terms: Promotion = {
      ...open,
      turnover: { unit: 'times', hundredths: times * 100 },
      withdrawMax: { unit: 'baht', amount: baht(0) },
    };
    const play = playOf(terms, 1_000);
    const played = findBestPlay(play).takenOut - play.deposit;
    return { bound: computePromotionCost(terms, gameReturns)?.share ?? 0, played: played / play.bonus };
  });
  for (const { bound, played } of before) {
    assert.ok(
      played > PROMOTION_SHARE_MAX && bound >= played,
      `${formatShare(played)} played, at most ${formatShare(bound)}`,
    );
  }
});

test('limits the cost of each shipped code to its face value', () => {
  for (const { withdrawCap, turnoverTimes, ...code } of seedCodes) {
    const terms = { ...code, turnoverHundredths: turnoverTimes * 100, withdrawCap: withdrawCap ?? null };
    const { cost, face, share: part } = computeCodeCost(terms, computeCoinWorth(demoWheel), gameReturns);
    assert.ok(face > 0 && part <= CODE_SHARE_MAX, `${code.code}: ${cost} of ${face}`);
  }
});

test('shipped coins, of turnover and of deposits together, cost at most 60 % of the house edge', () => {
  const { share: part, game } = computeCoinCost(demoWheel, DEPOSIT_TURNOVER_TIMES, gameReturns);
  assert.ok(part <= EDGE_SHARE_MAX, formatShare(part));
  assert.equal(game?.gameCode, 'card-garden');
  const before = { ...demoWheel, coinDeposit: baht(100) };
  assert.ok(computeCoinCost(before, DEPOSIT_TURNOVER_TIMES, gameReturns).share > EDGE_SHARE_MAX);
});

test('limits the cost of shipped cashback and commission to 60 % of the house edge for a single bet per period', () => {
  for (const { code, cashbackPercentBp, affiliateLevel1Bp, affiliateLevel2Bp } of seedSites) {
    const cashback = computeLossShareCost(cashbackPercentBp, gameReturns);
    assert.ok(cashback.share <= EDGE_SHARE_MAX, `${code}: cashback ${formatShare(cashback.share)}`);
    const terms = {
      basis: COMMISSION_BASIS,
      level1: { isOn: true, percentBp: affiliateLevel1Bp },
      level2: { isOn: true, percentBp: affiliateLevel2Bp },
    } as const;
    const commission = computeCommissionCost(terms, DEPOSIT_TURNOVER_TIMES, gameReturns);
    assert.ok(commission.share <= EDGE_SHARE_MAX, `${code}: commission ${formatShare(commission.share)}`);
    const turnover = computeCommissionCost({ ...terms, basis: 'TURNOVER' }, DEPOSIT_TURNOVER_TIMES, gameReturns);
    assert.ok(turnover.share > EDGE_SHARE_MAX, 'the same rates of turnover would be too much');
  }
  assert.ok(computeLossShareCost(500, gameReturns).share > EDGE_SHARE_MAX, '5 % of losses was too much');
});

test('approaches but never exceeds the bound with optimal play', () => {
  for (const { promotion, play, best } of plays) {
    const bound = computeBonusCost(play, computeTurnoverEdge(promotion.bets, gameReturns), chabaRewards);
    const cost = best.takenOut - play.deposit + computeDepositRewards(play.deposit, chabaRewards);
    assert.ok(cost <= bound.cost + 1e-9, `${promotion.id} of ${play.deposit}: ${cost} is above ${bound.cost}`);
    assert.ok(cost > 0.9 * bound.cost, `${promotion.id} of ${play.deposit}: ${cost} of ${bound.cost}`);
  }
});

test('matches a simulation of optimal play within three standard errors', () => {
  const rounds = 40_000;
  for (const [place, { promotion, best }] of plays.entries()) {
    const random = new SeededRandom(2_569 + place);
    let [sum, squares] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const out = playOnce(best, () => random.next());
      sum += out;
      squares += out * out;
    }
    const mean = sum / rounds;
    const error = Math.sqrt((squares / rounds - mean * mean) / rounds);
    const apart = Math.abs(mean - best.takenOut) / error;
    assert.ok(error > 0 && apart < 3, `${promotion.id}: ${mean} and ${best.takenOut}, ${apart} standard errors`);
  }
});

test('pays the largest share of losses for one bet per period and nothing above the bound', () => {
  // At odds of 2 a bet loses with probability 1 − returned / 2.
  for (const returned of [0.96, 0.989421, 0.995439]) {
    const bound = (EDGE_SHARE_MAX * (1 - returned)) / (1 - returned / 2);
    const gainOf = (of: number) =>
      findGainOfLossShare({ share: of, priceShare: EDGE_SHARE_MAX, games: [{ returned }], odds: [2] });
    assert.equal(gainOf(bound * 0.999), 0);
    assert.ok(gainOf(bound * 1.01) > 0);
  }
  for (const { cashbackPercentBp } of seedSites) {
    const games = gameReturns.filter(({ lossShare }) => lossShare < 1);
    for (const { returned, lossShare } of games) {
      const odds = [returned / (1 - lossShare)].map((exact) => Math.max(1.5, Math.floor(exact * 2) / 2));
      const gain = findGainOfLossShare({
        share: cashbackPercentBp / 10_000,
        priceShare: EDGE_SHARE_MAX,
        games: [{ returned }],
        odds,
      });
      assert.equal(gain, 0, `at odds of ${odds.join()}`);
    }
  }
});

test('computes a higher cost for a game with a higher return and for terms that count it whole', () => {
  const [welcome] = seedPromotions;
  assert.ok(welcome);
  const generous = withReturns(gameReturns, { EGAMES: 0.98 });
  assert.ok((computePromotionCost(welcome, generous)?.share ?? 0) > PROMOTION_SHARE_MAX);
  const whole = { ...welcome, bets: { ...welcome.bets, weights: {} } };
  assert.ok((computePromotionCost(whole, gameReturns)?.share ?? 0) > PROMOTION_SHARE_MAX);
  const excluded = { ...welcome, bets: { betMax: undefined, excluded: ['EGAMES', 'TRADING'], weights: { POKER: 0 } } };
  assert.equal(formatShare(computeTurnoverEdge(excluded.bets, gameReturns)), '1.06 %');
});
