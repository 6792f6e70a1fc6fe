// Maximum cost of promotions, codes, coins, cashback and commission for the house against optimal play. Pure.
//
// A player holds `start` (deposit and bonus), must turn over `need`, and may take out at most `cap`. With `edge` as the
// smallest house edge per baht of counted turnover, no strategy at any odds, stakes and stopping time takes out more on
// average than
//
//     start − edge × need × (start − 5) / (cap − 5 + edge × need)
//
// because a player who finishes with probability p takes out at most p × cap + (1 − p) × 5, and has lost p × edge ×
// need on the way: a requirement that is lost leaves less than 5 baht, which nothing binds any more. Without a cap, one
// long shot leaves so little turnover to play that the bound is the whole of `start`.
//
// The rewards of the same play are added: a share of the loss (cashback, commission by WINLOSS) is largest when the
// player ends with nothing or with the cap, because it is a convex function of the amount taken out; a share of the
// stakes lowers the edge; a coin of the deposit is added. Stakes under a bonus or code earn no coins.
//
// Without a bonus, cashback, commission and coins are compared with the house edge of one bet in the period, because
// wins of a second bet would reduce its loss.
//
// Always true: figures here are estimates in floating point; they move no money.
//
// Elsewhere: optimal play computed step by step (best-play.ts) and played with the studio's engine
// (tools/bonus-play.ts), the assumptions and the shipped terms (docs/economics.md).

import { baht, type Money, money, toBaht } from '@chaba/money';

import { listBends } from './kinds.ts';
import { type BetTerms, computeOffer, FULL_WEIGHT, type OfferTerms } from './offer.ts';

/** The best play of a game. */
export type GameReturn = {
  readonly provider: string;
  readonly gameCode: string;
  readonly category: 'EGAMES' | 'LIVECASINO' | 'POKER' | 'TRADING';
  /** Average return per stake. */
  readonly returned: number;
  /** Average part of a stake lost by rounds that pay less than they cost; 1: not known. */
  readonly lossShare: number;
};

/** Share of the bonus's face value. */
export const PROMOTION_SHARE_MAX = 0.5;
export const CODE_SHARE_MAX = 1;
/** Share of the house edge of the play that earns it. */
export const EDGE_SHARE_MAX = 0.6;

/** In baht. */
export type BonusStake = {
  readonly deposit: number;
  readonly bonus: number;
  readonly need: number;
  readonly cap: number | undefined;
};

export type BonusCost = BonusStake & {
  /** Maximum of the average amount taken out, less the deposit. */
  readonly cost: number;
  /** Share of the bonus. */
  readonly share: number;
};

/** A requirement is lost when less than this is left; what is left is not bound any more. */
export const LOST_BELOW_BAHT = 5;

/** Rewards that the play under a bonus earns besides it. */
export type Rewards = {
  /** Shares of the deposit that was lost, of the stakes, and of the deposit. */
  readonly lossRate: number;
  readonly stakeRate: number;
  readonly depositRate: number;
  /** In baht: the worth of the coin for a deposit of at least `coinDeposit`. */
  readonly coinWorth: number;
  readonly coinDeposit: number;
};

export const NO_REWARDS: Rewards = {
  lossRate: 0,
  stakeRate: 0,
  depositRate: 0,
  coinWorth: 0,
  coinDeposit: Infinity,
};

const OPEN_TERMS: BetTerms = { betMax: undefined, excluded: [], weights: {} };
/** Number and growth factor of the evaluated deposits, starting from the smallest. */
const DEPOSIT_STEP = 1.25;
const DEPOSIT_STEPS = 60;
const SHARE_STEPS = 1_000;

/** Smallest house edge per baht of turnover that counts under these terms, less the reward of the stakes. */
export function computeTurnoverEdge(
  terms: BetTerms | undefined,
  games: readonly GameReturn[],
  { stakeRate } = NO_REWARDS,
): number {
  const edges = listPlayableGames(terms, games).map(({ returned, weight }) =>
    weight === 0 ? Infinity : Math.max(0, 1 - returned - stakeRate) / weight,
  );
  return Math.min(Infinity, ...edges);
}

/** Games that the terms allow, with the part of a stake that counts. */
export function listPlayableGames(
  { excluded, weights }: BetTerms = OPEN_TERMS,
  games: readonly GameReturn[],
): (GameReturn & { readonly weight: number })[] {
  return games
    .filter(({ provider, gameCode, category }) =>
      [category, provider, `${provider}/${gameCode}`].every((name) => !excluded.includes(name)),
    )
    .map((game) => ({ ...game, weight: (weights[game.category] ?? FULL_WEIGHT) / FULL_WEIGHT }));
}

export function computeBonusCost(stake: BonusStake, edge: number, rewards = NO_REWARDS): BonusCost {
  const { deposit, bonus, cap } = stake;
  const takenOut = computeTakenOut(stake, edge);
  // The share of a loss at an end with nothing and at an end with the cap; it lies below their chord in between.
  const [atNothing, atCap] = [rewards.lossRate * deposit, rewards.lossRate * Math.max(0, deposit - (cap ?? deposit))];
  const ofLoss = atNothing - (cap === undefined ? 0 : ((atNothing - atCap) * takenOut) / cap);
  // A player who would lose by playing gives the bonus up.
  const cost = Math.max(0, takenOut + ofLoss - deposit) + computeDepositRewards(deposit, rewards);
  return { ...stake, cost, share: bonus === 0 ? 0 : cost / bonus };
}

function computeTakenOut({ deposit, bonus, need, cap }: BonusStake, edge: number): number {
  const start = deposit + bonus;
  if (cap === undefined) return start;
  const price = need === 0 ? 0 : edge * need;
  // Nothing is lost above the cap: a player who certainly finishes takes the cap.
  const [left, most] = [start - LOST_BELOW_BAHT, cap - LOST_BELOW_BAHT];
  if (left <= 0 || most <= 0) return Math.min(start, Math.max(cap, LOST_BELOW_BAHT));
  return Math.min(start, cap, LOST_BELOW_BAHT + (left * most) / (most + price));
}

/** Rewards that a deposit earns whatever is played. */
export function computeDepositRewards(deposit: number, { depositRate, coinWorth, coinDeposit }: Rewards): number {
  return depositRate * deposit + (deposit >= coinDeposit ? coinWorth : 0);
}

/**
 * Cost at the deposit for which the promotion costs the largest share of its bonus; undefined if no deposit brings one.
 */
export function computePromotionCost(
  promotion: OfferTerms & { readonly bets?: BetTerms },
  games: readonly GameReturn[],
  rewards = NO_REWARDS,
): BonusCost | undefined {
  const edge = computeTurnoverEdge(promotion.bets, games, rewards);
  const costs = listDeposits(promotion, rewards).flatMap((deposit) => {
    const stake = computeStake(promotion, deposit);
    return stake ? [computeBonusCost(stake, edge, rewards)] : [];
  });
  return costs.toSorted((one, other) => inSteps(other.share) - inSteps(one.share) || other.cost - one.cost)[0];
}

/** Shares that differ only by satang rounding are equal. */
const inSteps = (share: number): number => Math.round(share * SHARE_STEPS);

/** Stake that results from a deposit of this amount. */
export function computeStake(promotion: OfferTerms, deposit: Money): BonusStake | undefined {
  const offer = computeOffer(promotion, deposit);
  if (!offer) return undefined;
  const cap = offer.withdrawCap === undefined ? undefined : toBaht(offer.withdrawCap);
  return { deposit: toBaht(deposit), bonus: toBaht(offer.bonus), need: toBaht(offer.need), cap };
}

/** Deposits from the smallest one, including those at which the growth of the bonus changes or a coin is earned. */
function listDeposits({ minimumDeposit, bonus, bonusMax }: OfferTerms, { coinDeposit }: Rewards): Money[] {
  const least = minimumDeposit > 0n ? minimumDeposit : baht(1);
  const steps = Array.from({ length: DEPOSIT_STEPS }, (_, step) =>
    baht(Math.ceil(toBaht(least) * DEPOSIT_STEP ** step)),
  );
  const bends = listBends(bonus, bonusMax.unit === 'baht' && bonusMax.amount > 0n ? bonusMax.amount : undefined);
  const ofCoin = Number.isFinite(coinDeposit) ? [baht(Math.ceil(coinDeposit))] : [];
  return [least, ...[...bends, ...ofCoin].filter((deposit) => deposit > least), ...steps];
}

export type CodeTerms = {
  readonly amount: Money;
  readonly coins: bigint;
  readonly turnoverHundredths: number;
  readonly withdrawCap: Money | null;
};

/**
 * Treats a code as a bonus without a deposit; coins count with their average win. The face value is the amount plus the
 * coins' worth.
 */
export function computeCodeCost(code: CodeTerms, coinWorth: number, games: readonly GameReturn[]) {
  const amount = toBaht(code.amount);
  const need = (amount * code.turnoverHundredths) / 100;
  const cap = code.withdrawCap === null ? undefined : toBaht(code.withdrawCap);
  const { cost } = computeBonusCost({ deposit: 0, bonus: amount, need, cap }, computeTurnoverEdge(undefined, games));
  const coins = Number(code.coins) * coinWorth;
  const face = amount + coins;
  return { face, cost: cost + coins, share: face === 0 ? 0 : (cost + coins) / face };
}

export type WheelTerms = {
  readonly segments: readonly { readonly kind: string; readonly amount: bigint; readonly weight: number }[];
  readonly coinDeposit: Money | null;
  readonly coinTurnover: Money | null;
};

/** Average baht won by a spin, including the spins that it wins. */
export function computeCoinWorth({ segments }: Pick<WheelTerms, 'segments'>): number {
  const total = segments.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (worthOf: (segment: WheelTerms['segments'][number]) => number): number =>
    segments.reduce((sum, segment) => sum + (segment.weight / total) * worthOf(segment), 0);
  const won = mean(({ kind, amount }) => (kind === 'BAHT' ? toBaht(money(amount)) : 0));
  const again = mean(({ kind, amount }) => (kind === 'COIN' || kind === 'SPIN' ? Number(amount) : 0));
  return again >= 1 ? Infinity : won / (1 - again);
}

export type EarnedCost = {
  /** Cost per baht of the play that earns it. */
  readonly rate: number;
  /** Share of the house edge of that play. */
  readonly share: number;
  /** The game with the largest cost share of its edge. */
  readonly game: GameReturn | undefined;
};

/** Coins of turnover, and of a deposit that must be turned over `depositTurnoverTimes`. */
export function computeCoinCost(
  wheel: WheelTerms,
  depositTurnoverTimes: number,
  games: readonly GameReturn[],
): EarnedCost {
  const worth = computeCoinWorth(wheel);
  const each = (baht: Money | null, times: number): number => (baht === null ? 0 : worth / (toBaht(baht) * times));
  const rate = each(wheel.coinTurnover, 1) + each(wheel.coinDeposit, depositTurnoverTimes);
  return worst(games, () => rate);
}

/** Share of the average loss of one bet in the period. */
export function computeLossShareCost(percentBp: number, games: readonly GameReturn[]): EarnedCost {
  return worst(games, ({ lossShare }) => (percentBp / 10_000) * lossShare);
}

export type CommissionTerms = {
  readonly basis: 'WINLOSS' | 'TURNOVER' | 'FIRST_DEPOSIT';
  readonly level1: { readonly isOn: boolean; readonly percentBp: number };
  readonly level2: { readonly isOn: boolean; readonly percentBp: number };
};

/** Rewards beside a bonus; the player refers the own account on both levels. Undefined: switched off. */
export function computeRewards({
  wheel,
  cashbackPercentBp,
  commission,
}: {
  readonly wheel: WheelTerms | undefined;
  readonly cashbackPercentBp: number | undefined;
  readonly commission: CommissionTerms | undefined;
}): Rewards {
  const rate = commission ? sumLevels(commission) : 0;
  return {
    lossRate: (cashbackPercentBp ?? 0) / 10_000 + (commission?.basis === 'WINLOSS' ? rate : 0),
    stakeRate: commission?.basis === 'TURNOVER' ? rate : 0,
    depositRate: commission?.basis === 'FIRST_DEPOSIT' ? rate : 0,
    coinWorth: wheel ? computeCoinWorth(wheel) : 0,
    coinDeposit: wheel?.coinDeposit ? toBaht(wheel.coinDeposit) : Infinity,
  };
}

const sumLevels = ({ level1, level2 }: CommissionTerms): number =>
  [level1, level2].reduce((sum, level) => sum + (level.isOn ? level.percentBp : 0), 0) / 10_000;

/** Both levels together: a friend's play pays two referrers. */
export function computeCommissionCost(
  commission: CommissionTerms,
  depositTurnoverTimes: number,
  games: readonly GameReturn[],
): EarnedCost {
  const rate = sumLevels(commission);
  if (commission.basis === 'WINLOSS') return computeLossShareCost(rate * 10_000, games);
  const turnovers = commission.basis === 'TURNOVER' ? 1 : depositTurnoverTimes;
  return worst(games, () => (rate === 0 ? 0 : rate / turnovers));
}

/** In percent with two decimals. */
export function formatShare(share: number): string {
  if (!Number.isFinite(share)) return 'no limit';
  const hundredths = Math.round(share * 10_000);
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')} %`;
}

function worst(games: readonly GameReturn[], rateOf: (game: GameReturn) => number): EarnedCost {
  const costs = games.map((game) => {
    const rate = rateOf(game);
    return { rate, share: rate === 0 ? 0 : rate / (1 - game.returned), game };
  });
  const none = { rate: 0, share: 0, game: undefined };
  return costs.toSorted((one, other) => other.share - one.share)[0] ?? none;
}
