// The report of a shipped promotion played with the best policy: npm run tool -- games bonus.
//
// Always true: the terms are those that a new site gets, with its coins, cashback and commission; the player refers the
// own account. One seed gives one report.
//
// Elsewhere: the search and the play (bonus-play.ts), the bound (packages/promotions, cost.ts).

import { seedPromotions, seedSites } from '@chaba/demo';
import { baht, toBaht } from '@chaba/money';

import { decimals } from '#studio/games/slots/fraction';
import { xoshiro } from '#studio/games/slots/simulation';
import { slotTitles } from '#studio/games/slots/titles/titles';
import { computePromotionCost, computeRewards, computeStake, formatShare } from '@chaba/promotions/cost';
import { gameReturns } from '#server/modules/offer-costs/game-returns';
import { demoWheel } from '#server/modules/wheel/demo-wheel';

import {
  type Estimate,
  listStakes,
  type MeasuredTitle,
  measureTitle,
  playBonus,
  type PlayedTerms,
  searchPolicy,
} from './bonus-play.ts';

type Promotion = (typeof seedPromotions)[number];

export type PlayOptions = {
  readonly stake: number;
  readonly leastStake: number | undefined;
  /** In baht; undefined: the deposit with the largest cost by the bound. */
  readonly deposit: number | undefined;
  readonly runs: number;
  readonly seed: string;
  readonly isApart: boolean;
  readonly hasRawCoins: boolean;
};

const MEASURED_ROUNDS = 100_000;
const Z_95 = 1.959_964;

let measured: readonly MeasuredTitle[] | undefined;

export function promotionsNamed(wanted: string): readonly Promotion[] {
  const found = wanted === 'all' ? seedPromotions : seedPromotions.filter(({ id }) => id === wanted);
  if (found.length === 0) throw new Error(`expected the id of a promotion or all, got "${wanted}"`);
  return found;
}

export function describePlayedBonus(promotion: Promotion, options: PlayOptions): string {
  const { stake, leastStake, runs, seed, isApart, hasRawCoins } = options;
  const terms = toPlayedTerms(promotion, options);
  measured ??= slotTitles.map((title, index) => measureTitle(title, MEASURED_ROUNDS, xoshiro('measure', index)));
  const stakes = listStakes(terms, stake, leastStake);
  const policy = searchPolicy(terms, measured, stakes);
  const played = playBonus(policy, runs, xoshiro(seed, 0));
  const rules = [
    isApart ? 'free spins apart' : undefined,
    hasRawCoins ? 'coins of stakes under the bonus' : undefined,
  ].filter((rule) => rule !== undefined);
  return [
    `${promotion.id}: deposit ${terms.deposit}, bonus ${terms.bonus}, turnover ${terms.need}, cap ${terms.cap}; ` +
      `stakes ${stakes.join(', ')}${rules.length === 0 ? '' : `; ${rules.join(', ')}`}`,
    `  ${runs.toLocaleString('en')} runs, seed "${seed}": ${percent(played.finished)} finish, ` +
      `${percent(played.givenUp)} give up, ${Math.round(played.spinsPerRun)} spins a run, ` +
      `control ${decimals(played.luck, 2)} standard errors`,
    `  cost alone         ${interval(played.alone)} of the bonus`,
    `  with rewards       ${interval(played.withRewards)} of the bonus`,
    `  titles: ${policy.titles.length === measured.length ? 'all' : policy.titles.map(({ gameCode }) => gameCode).join(' ')}`,
  ].join('\n');
}

function toPlayedTerms(promotion: Promotion, { deposit, isApart, hasRawCoins }: PlayOptions): PlayedTerms {
  const [{ cashbackPercentBp, affiliateLevel1Bp, affiliateLevel2Bp }] = seedSites;
  const rewards = computeRewards({
    wheel: demoWheel,
    cashbackPercentBp,
    commission: {
      basis: 'WINLOSS',
      level1: { isOn: true, percentBp: affiliateLevel1Bp },
      level2: { isOn: true, percentBp: affiliateLevel2Bp },
    },
  });
  const chosen =
    deposit === undefined
      ? computePromotionCost(promotion, gameReturns, rewards)
      : computeStake(promotion, baht(deposit));
  const cap = chosen?.cap;
  if (!chosen || cap === undefined) throw new Error(`expected a deposit that brings ${promotion.id} with a cap`);
  const { coinTurnover } = demoWheel;
  const coinRate = hasRawCoins && coinTurnover !== null ? rewards.coinWorth / toBaht(coinTurnover) : 0;
  return { ...chosen, cap, rewards, isApart, coinRate };
}

const percent = (share: number): string => `${decimals(share * 100, 1)} %`;
const interval = ({ mean, error }: Estimate): string =>
  `${formatSigned(mean)} ± ${formatShare(Z_95 * error)} (95 %), at most ${formatSigned(mean + Z_95 * error)}`;
const formatSigned = (share: number): string => (share < 0 ? `−${formatShare(-share)}` : formatShare(share));
