// Optimal play against a bonus, and against a share of losses, computed step by step on a grid. Pure.
//
// A bonus: for each balance and remaining turnover, the best of forfeiting, small stakes, and every bet (game, stake,
// odds). Turnover only decreases, so one pass from zero remaining turnover computes the values. A bet at odds k pays k
// stakes with probability returned / k: every game is offered at every odds, which is at least as good for the player
// as the game itself. Small stakes lose the house edge of their turnover without variance.
//
// A share of losses: for each result of the period, the best of stopping and of every bet, iterated to convergence;
// each baht staked costs a part of its house edge. A positive value means that the share pays more than that part.
//
// Always true: the result is the average of a policy that can be followed, so the true optimum is never below it.
//
// Elsewhere: the upper bound (cost.ts).

import { type BonusStake, LOST_BELOW_BAHT } from './cost.ts';

export type PlayableGame = {
  readonly returned: number;
  /** The part of a stake that counts as turnover. */
  readonly weight: number;
};

export type BonusPlay = BonusStake & {
  /** Maximum stake of one round, in baht; undefined: no maximum. */
  readonly betMax: number | undefined;
  /** Share of the lost deposit that cashback and commission pay. */
  readonly lossRate?: number;
  readonly games: readonly PlayableGame[];
};

/** Odds of 0: small stakes that lose `stake` in total. */
export type BetOption = {
  readonly stake: number;
  readonly odds: number;
  readonly chance: number;
  readonly turnover: number;
};

export type BestPlay = {
  /** Average amount that the player takes out, with the share of the loss, in baht. */
  readonly takenOut: number;
  /** In grid units: initial balance and turnover. */
  readonly begin: { readonly balance: number; readonly left: number };
  /** The optimal bet; undefined: stop and take out `stopped`. */
  readonly betAt: (balance: number, left: number) => BetOption | undefined;
  readonly stopped: (balance: number, left: number) => number;
};

const SMALL = 1e-12;
/** Grid units of the initial balance (deposit and bonus). */
const UNITS = 60;
/** Subdivisions of a balance unit for turnover. */
const PARTS = 2;
const ODDS = [1.5, 2, 3, 5, 9, 20, 50] as const;
const STAKES = [1, 2, 5, 10, 20, 30, 40, UNITS] as const;
/**
 * Balance above the cap plus turnover cost that is still evaluated; without a cap, a multiple of the initial balance.
 */
const HEADROOM = 1.2;
const UNCAPPED_TIMES = 4;

export function findBestPlay(play: BonusPlay): BestPlay {
  const { deposit, bonus, need, cap, lossRate = 0 } = play;
  const games = selectDominant(play.games);
  const unit = (deposit + bonus) / UNITS;
  const left = Math.ceil((need / unit) * PARTS);
  const edge = Math.min(...games.map(({ returned, weight }) => (1 - returned) / weight));
  const price = Number.isFinite(edge) ? edge * need : 0;
  const limit = ((cap ?? (deposit + bonus) * UNCAPPED_TIMES) + price) / unit;
  const balanceMax = Math.max(UNITS, Math.ceil(limit * HEADROOM));
  const bets = listBets(games, play.betMax, unit, balanceMax);
  const width = balanceMax + 1;
  const values = new Float64Array((left + 1) * width);
  const choices = new Int16Array((left + 1) * width).fill(-1);

  const stopped = (balance: number, turnoverLeft: number): number => {
    const amount = Math.min(balance, balanceMax) * unit;
    const takenOut = computeTakenOut(amount, turnoverLeft);
    return takenOut + lossRate * Math.max(0, deposit - takenOut);
  };
  const computeTakenOut = (amount: number, turnoverLeft: number): number => {
    if (turnoverLeft <= 0) return Math.min(amount, cap ?? amount);
    // A lost requirement binds nothing. After a forfeit, own money less losses stays, and the bonus and its winnings
    // are removed.
    if (amount < LOST_BELOW_BAHT) return amount;
    return Math.min(deposit, Math.max(0, amount - bonus));
  };
  for (let balance = 0; balance <= balanceMax; balance += 1) values[balance] = stopped(balance, 0);
  for (let turnover = 1; turnover <= left; turnover += 1) {
    for (let balance = 0; balance <= balanceMax; balance += 1) {
      let best = stopped(balance, turnover);
      let choice = -1;
      const stakeMax = balance * unit < LOST_BELOW_BAHT ? 0 : balance;
      for (let index = 0; index < bets.length; index += 1) {
        const bet = bets[index] as BetOption;
        if (bet.stake > stakeMax) break;
        const row = Math.max(0, turnover - bet.turnover) * width;
        const lost = values[row + balance - bet.stake] as number;
        const won = values[row + Math.min(balanceMax, balance + computeGain(bet))] as number;
        const value = bet.chance * won + (1 - bet.chance) * lost;
        if (value > best) {
          best = value;
          choice = index;
        }
      }
      values[turnover * width + balance] = best;
      choices[turnover * width + balance] = choice;
    }
  }
  const at = (balance: number, turnover: number): number =>
    Math.max(0, turnover) * width + Math.min(balance, balanceMax);
  return {
    takenOut: values[at(UNITS, left)] as number,
    begin: { balance: UNITS, left },
    betAt: (balance, turnover) => (turnover <= 0 ? undefined : bets[choices[at(balance, turnover)] as number]),
    stopped,
  };
}

const computeGain = ({ stake, odds }: BetOption): number => (odds === 0 ? 0 : stake * odds - stake);

/** Counting games that no other game dominates in return and counted part. */
function selectDominant(all: readonly PlayableGame[]): PlayableGame[] {
  const games = all.filter(({ weight }) => weight > 0);
  return games.filter(
    ({ returned, weight }, place) =>
      !games.some((other, at) => {
        const isSame = other.returned === returned && other.weight === weight;
        return other.returned >= returned && other.weight >= weight && (!isSame || at < place);
      }),
  );
}

/** Smallest stakes first. */
function listBets(
  games: readonly PlayableGame[],
  betMax: number | undefined,
  unit: number,
  balanceMax: number,
): BetOption[] {
  const stakeMax = betMax === undefined ? balanceMax : Math.floor(betMax / unit);
  const stakes = STAKES.filter((stake) => stake <= stakeMax);
  const small = games.map(({ returned, weight }) => ({
    stake: 1,
    odds: 0,
    chance: 0,
    turnover: Math.floor((weight / (1 - returned)) * PARTS),
  }));
  const large = stakes.flatMap((stake) =>
    games.flatMap(({ returned, weight }) =>
      ODDS.filter((odds) => stake * (odds - 1) <= balanceMax && Number.isInteger(stake * odds)).map((odds) => ({
        stake,
        odds,
        chance: returned / odds,
        turnover: Math.floor(stake * weight * PARTS + SMALL),
      })),
    ),
  );
  // A bet that counts for less than one part of a unit would not terminate.
  return [...small, ...large].filter(({ turnover }) => turnover > 0);
}

/** Plays the policy once; `chance` returns numbers from 0 to 1. Returns the amount taken out. */
export function playOnce({ begin, betAt, stopped }: BestPlay, chance: () => number): number {
  let { balance, left } = begin;
  for (let bet = betAt(balance, left); bet; bet = betAt(balance, left)) {
    balance += bet.chance > 0 && chance() < bet.chance ? computeGain(bet) : -bet.stake;
    left -= bet.turnover;
  }
  return stopped(balance, left);
}

export type LossSharePlay = {
  /** Share of the period's loss. */
  readonly share: number;
  /** Cost per baht staked in each game, as a share of that game's house edge. */
  readonly priceShare: number;
  readonly games: readonly Pick<PlayableGame, 'returned'>[];
  /** Offered odds. */
  readonly odds?: readonly number[];
};

const RESULTS = 40;
const ROUNDS_MAX = 2_000;

/** Maximum gain of the share over its price, starting at a result of zero, for stakes up to a fourth of the grid. */
export function findGainOfLossShare({ share, priceShare, games, odds: offered = ODDS }: LossSharePlay): number {
  const stakes = [1, 2, 5, 10];
  const bets = games.flatMap(({ returned }) =>
    stakes.flatMap((stake) =>
      offered
        .filter((odds) => Number.isInteger(stake * odds))
        .map((odds) => ({
          stake,
          odds,
          chance: returned / odds,
          price: priceShare * (1 - returned) * stake,
        })),
    ),
  );
  const paidFor = (result: number): number => share * Math.max(0, -result);
  let values = Array.from({ length: 2 * RESULTS + 1 }, (_, at) => paidFor(at - RESULTS));
  const valueAt = (result: number): number => values[Math.min(RESULTS, Math.max(-RESULTS, result)) + RESULTS] ?? 0;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    let change = 0;
    values = values.map((value, at) => {
      const result = at - RESULTS;
      // No bets at the edge of the grid, because values beyond it are unknown.
      const inside = bets.filter(
        ({ stake, odds }) => result - stake >= -RESULTS && result + stake * (odds - 1) <= RESULTS,
      );
      const best = inside.reduce(
        (most, { stake, odds, chance, price }) =>
          Math.max(
            most,
            chance * valueAt(result + stake * (odds - 1)) + (1 - chance) * valueAt(result - stake) - price,
          ),
        paidFor(result),
      );
      change = Math.max(change, best - value);
      return best;
    });
    if (change < SMALL) break;
  }
  return valueAt(0);
}
