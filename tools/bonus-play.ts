// The best play of a deposit bonus at the studio's slots: a policy by dynamic programming, then runs of that policy
// with the engine that draws the product's rounds.
//
//     measure    what a round of each title pays, from simulated rounds, with the mean set to the exact return
//     search     for each remaining turnover and balance on a grid, the best title and stake, or giving up
//     play       runs with the engine on other numbers than those measured
//
// A run follows the product: the stake counts as turnover with its round, free spins count nothing and stay under the
// turnover and cap of the round that granted them, less than 5 baht ends the requirement and stays with the player,
// giving up keeps the deposit less net losses, and at the end the cap removes what is above it. `isApart` plays the
// rule before: a spin that grants free spins ends its round, so the player keeps them until the bonus is over.
//
// Always true: the average of a policy that can be followed is never above the optimum. The interval is reduced by a
// control variate with known mean: what the rounds paid above their exact return.
//
// Elsewhere: the upper bound for any game and odds (packages/promotions, cost.ts), the command (games.ts), figures
// (docs/economics.md).

import type { NextNumber } from '#studio/fairness/draw';
import { Board } from '#studio/games/slots/board';
import { readCertificate } from '#studio/games/slots/certificate';
import { compile } from '#studio/games/slots/compile';
import { playFast, type SlotOutcome } from '#studio/games/slots/play';
import { readTitle } from '#studio/games/slots/read-title';
import { xoshiro } from '#studio/games/slots/simulation';
import { FREE_SPINS_MAX, PARTS_OF_STAKE, type SlotTitle } from '#studio/games/slots/title';
import { type BonusStake, computeDepositRewards, LOST_BELOW_BAHT, type Rewards } from '@chaba/promotions/cost';

/** Pays in stakes and their probabilities. */
type Pays = readonly { readonly pay: number; readonly chance: number }[];

export type MeasuredTitle = {
  readonly gameCode: string;
  readonly board: Board;
  /** Exact, with free spins. */
  readonly returned: number;
  /** Exact part of the return that free spins pay. */
  readonly ofFreeSpins: number;
  /** A paid spin with its free spins, and alone. */
  readonly whole: Pays;
  readonly alone: Pays;
};

export type PlayedTerms = BonusStake & {
  readonly cap: number;
  readonly rewards: Rewards;
  /** Free spins wait outside the bonus: the rule before. */
  readonly isApart: boolean;
  /** Coins for a baht of stakes under the bonus, in baht: the rule before. Zero: none. */
  readonly coinRate: number;
};

export type Policy = {
  readonly terms: PlayedTerms;
  readonly titles: readonly MeasuredTitle[];
  readonly actions: readonly Action[];
  readonly unit: number;
  readonly width: number;
  /** By level of remaining turnover and balance: the action, −1: give up. */
  readonly choices: Int16Array;
  readonly values: Float32Array;
  /** Average of the policy on the grid, in baht. */
  readonly expected: number;
};

type Action = {
  readonly title: number;
  readonly stake: number;
  /** Grid units of turnover: at least one, which several small stakes fill. */
  readonly levels: number;
  /** Movements of the balance in grid units and their probabilities. */
  readonly shifts: Int32Array;
  readonly chances: Float64Array;
  /** Average baht that the action brings outside the balance. */
  readonly beside: number;
};

/** Stakes of every title, in baht, largest first. */
const STAKES = [100, 50, 20, 10, 5, 2, 1] as const;
const UNITS = [50, 20, 10, 5, 2, 1] as const;
/** Grid units of deposit and bonus: to select titles, and to search the policy. */
const UNITS_TO_SELECT = 40;
const UNITS_TO_SEARCH = 100;
const TITLES_SEARCHED = 8;
/** Without a choice the smallest stake is at most this part of deposit and bonus: smaller ones take long. */
const STAKES_OF_START = 100;
/** Ratio of neighbouring pays that share a bin. */
const BIN_RATIO = 1.25;
/** Samples of the sum of small stakes that one step of the grid stands for. */
const BLOCK_SAMPLES = 20_000;
const HEADROOM = 1.2;
const SATANG = 100;

// ── measuring ────────────────────────────────────────────────────────────────────────────────────────────────────────

export function measureTitle(unread: SlotTitle, rounds: number, next: NextNumber): MeasuredTitle {
  const title = readTitle(unread);
  const board = new Board(compile(title));
  const { exact, parts } = readCertificate(title.gameCode);
  const returned = Number((BigInt(exact.numerator) * 10n ** 15n) / BigInt(exact.denominator)) / 1e15;
  const ofFreeSpins = Number(parts.freeSpins) / 100;
  const [whole, alone] = [new PayBins(), new PayBins()];
  for (let round = 0; round < rounds; round += 1) {
    const spin = playFast(board, false, undefined, next);
    alone.add(spin.pay);
    whole.add(spin.pay + playFreeSpins(board, spin, next));
  }
  return {
    gameCode: title.gameCode,
    board,
    returned,
    ofFreeSpins,
    whole: whole.toPays(returned),
    alone: alone.toPays(returned - ofFreeSpins),
  };
}

/** Plays the free spins that a paid spin granted; returns what they pay in hundredths of the stake. */
function playFreeSpins(board: Board, granted: Pick<SlotOutcome, 'freeSpins' | 'carry'>, next: NextNumber): number {
  let pay = 0;
  let [left, awarded] = [granted.freeSpins, granted.freeSpins];
  for (; left > 0; left -= 1) {
    const free = playFast(board, true, granted.carry, next);
    pay += free.pay;
    const more = Math.min(free.freeSpins, FREE_SPINS_MAX - awarded);
    left += more;
    awarded += more;
  }
  return pay;
}

class PayBins {
  readonly #bins = new Map<number, { count: number; sum: number }>();
  #rounds = 0;

  add(hundredths: number): void {
    this.#rounds += 1;
    const name = hundredths === 0 ? -1 : Math.floor(Math.log(hundredths) / Math.log(BIN_RATIO));
    const bin = this.#bins.get(name) ?? { count: 0, sum: 0 };
    bin.count += 1;
    bin.sum += hundredths;
    this.#bins.set(name, bin);
  }

  /** With the exact mean, so that chance makes no title better: the probability of paying is scaled. */
  toPays(mean: number): Pays {
    const bins = [...this.#bins].filter(([name]) => name >= 0).map(([, bin]) => bin);
    const paid = bins.reduce((total, { sum }) => total + sum, 0) / this.#rounds / PARTS_OF_STAKE;
    const paying = bins.map(({ count, sum }) => ({
      pay: sum / count / PARTS_OF_STAKE,
      chance: (count / this.#rounds) * (mean / paid),
    }));
    const rest = 1 - paying.reduce((total, { chance }) => total + chance, 0);
    return [{ pay: 0, chance: rest }, ...paying];
  }
}

// ── search ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The stakes that a player with this largest stake chooses from; without a smallest one it is a share of the start. */
export function listStakes({ deposit, bonus }: BonusStake, largest: number, smallest?: number): number[] {
  const most = Math.max(1, Math.floor((deposit + bonus) / STAKES_OF_START));
  const least = smallest ?? STAKES.find((stake) => stake <= most) ?? 1;
  return STAKES.filter((stake) => stake <= largest && stake >= least);
}

/**
 * The best policy: a coarse grid with all titles selects those that it uses most, a fine grid decides. Free spins that
 * wait need many titles, because a title with waiting free spins cannot be played for money.
 */
export function searchPolicy(terms: PlayedTerms, titles: readonly MeasuredTitle[], stakes: readonly number[]): Policy {
  const coarse = findPolicy(terms, titles, { stakes, unitsOfStart: UNITS_TO_SELECT });
  return terms.isApart
    ? coarse
    : findPolicy(terms, listUsedTitles(coarse, TITLES_SEARCHED), { stakes, unitsOfStart: UNITS_TO_SEARCH });
}

/** The best policy for these titles and stakes on a grid. */
export function findPolicy(
  terms: PlayedTerms,
  titles: readonly MeasuredTitle[],
  { stakes, unitsOfStart }: { readonly stakes: readonly number[]; readonly unitsOfStart: number },
): Policy {
  const { deposit, bonus, need, cap } = terms;
  const start = deposit + bonus;
  const unit =
    UNITS.find(
      (size) => size * unitsOfStart <= start && stakes.every((stake) => stake % size === 0 || size % stake === 0),
    ) ?? 1;
  const edge = Math.min(...titles.map(({ returned }) => 1 - returned));
  const levels = Math.ceil(need / unit);
  const width = Math.ceil((Math.max(cap + edge * need, start) * HEADROOM) / unit) + 1;
  const actions = titles.flatMap((title, index) =>
    stakes.map((stake) => createAction(terms, { title, index }, { stake, unit, width })),
  );
  const values = new Float32Array((levels + 1) * width);
  const choices = new Int16Array((levels + 1) * width).fill(-1);
  const sums = new Float64Array(width);
  for (let cell = 0; cell < width; cell += 1) values[cell] = computeEnd(terms, Math.min(cell * unit, cap));
  for (let level = 1; level <= levels; level += 1) {
    const row = level * width;
    for (let cell = 0; cell < width; cell += 1) values[row + cell] = computeEnd(terms, computeKept(terms, cell * unit));
    for (const [index, action] of actions.entries()) {
      const from = Math.max(0, level - action.levels) * width;
      addAction(action, values.subarray(from, from + width), sums);
      for (let cell = action.levels; cell < width; cell += 1) {
        const value = (sums[cell] ?? 0) + action.beside;
        if (value <= (values[row + cell] ?? 0)) continue;
        values[row + cell] = value;
        choices[row + cell] = index;
      }
    }
  }
  const expected =
    (values[levels * width + Math.floor(start / unit)] ?? 0) + computeDepositRewards(deposit, terms.rewards);
  return { terms, titles, actions, unit, width, choices, values, expected };
}

/** The titles that a policy uses most. */
function listUsedTitles({ titles, actions, choices }: Policy, most: number): MeasuredTitle[] {
  const uses = titles.map(() => 0);
  for (const choice of choices) {
    const title = actions[choice]?.title;
    if (title !== undefined) uses[title] = (uses[title] ?? 0) + 1;
  }
  return titles.filter(
    (_title, index) => (uses[index] ?? 0) > 0 && uses.filter((other) => other > (uses[index] ?? 0)).length < most,
  );
}

/** Money of the player at the end, with the share of the loss. */
const computeEnd = ({ deposit, rewards }: PlayedTerms, takenOut: number): number =>
  takenOut + rewards.lossRate * Math.max(0, deposit - takenOut);

/** A lost requirement binds nothing; a bonus given up leaves the deposit less net losses. */
function computeKept({ deposit, bonus }: PlayedTerms, balance: number): number {
  return balance < LOST_BELOW_BAHT ? balance : Math.min(deposit, Math.max(0, balance - bonus));
}

function createAction(
  { isApart, coinRate }: PlayedTerms,
  { title, index }: { readonly title: MeasuredTitle; readonly index: number },
  { stake, unit, width }: { readonly stake: number; readonly unit: number; readonly width: number },
): Action {
  const pays = isApart ? title.alone : title.whole;
  const chances = new Map<number, number>();
  const add = (shift: number, chance: number): void => {
    if (chance > 0) chances.set(shift, (chances.get(shift) ?? 0) + chance);
  };
  const spins = Math.max(1, unit / stake);
  for (const { gained, chance } of spins === 1 ? listGains(pays) : sampleGains(pays, spins)) {
    const moved = Math.min((gained * stake) / unit, width);
    const below = Math.floor(moved);
    add(below, chance * (1 - moved + below));
    add(below + 1, chance * (moved - below));
  }
  return {
    title: index,
    stake,
    levels: (spins * stake) / unit,
    shifts: Int32Array.from(chances.keys()),
    chances: Float64Array.from(chances.values()),
    beside: spins * stake * (coinRate + (isApart ? title.ofFreeSpins : 0)),
  };
}

type Gains = readonly { readonly gained: number; readonly chance: number }[];

const listGains = (pays: Pays): Gains => pays.map(({ pay, chance }) => ({ gained: pay - 1, chance }));

/** Gain of several spins together, with the exact mean. */
function sampleGains(pays: Pays, spins: number): Gains {
  const next = xoshiro(`blocks of ${spins}`, 0);
  const bounds: number[] = [];
  for (const { chance } of pays) bounds.push((bounds.at(-1) ?? 0) + chance);
  const draw = (): number => {
    const at = next(2 ** 32) / 2 ** 32;
    return pays[bounds.findIndex((bound) => at < bound)]?.pay ?? 0;
  };
  const samples = Array.from({ length: BLOCK_SAMPLES }, () => {
    let gained = -spins;
    for (let spin = 0; spin < spins; spin += 1) gained += draw();
    return gained;
  });
  const mean = spins * (pays.reduce((sum, { pay, chance }) => sum + pay * chance, 0) - 1);
  const sampled = samples.reduce((sum, gained) => sum + gained, 0) / BLOCK_SAMPLES;
  return samples.map((gained) => ({ gained: gained + mean - sampled, chance: 1 / BLOCK_SAMPLES }));
}

function addAction({ shifts, chances }: Action, next: Float32Array, sums: Float64Array): void {
  const width = next.length;
  const last = next[width - 1] ?? 0;
  sums.fill(0);
  for (let place = 0; place < shifts.length; place += 1) {
    const shift = shifts[place] as number;
    const chance = chances[place] as number;
    const inside = Math.min(width, width - shift);
    for (let cell = Math.max(0, -shift); cell < inside; cell += 1) {
      sums[cell] = (sums[cell] as number) + chance * (next[cell + shift] as number);
    }
    for (let cell = Math.max(0, inside); cell < width; cell += 1) sums[cell] = (sums[cell] as number) + chance * last;
  }
}

// ── play ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

export type Estimate = { readonly mean: number; readonly error: number };
export type PlayedBonus = {
  readonly runs: number;
  /** Cost as a share of the bonus: alone, and with coins, cashback and commission. */
  readonly alone: Estimate;
  readonly withRewards: Estimate;
  /** Mean of the control variate in its standard errors: a check of the exact returns. */
  readonly luck: number;
  /** Shares of the runs. */
  readonly finished: number;
  readonly givenUp: number;
  readonly spinsPerRun: number;
};

type Run = { takenOut: number; beside: number; luck: number; spins: number; end: 'finished' | 'lost' | 'given up' };

/** Every so many runs one decides the weight of the control variate, and is left out of the result. */
const PILOT_SHARE = 10;

export function playBonus(policy: Policy, runs: number, next: NextNumber): PlayedBonus {
  const { terms } = policy;
  const { deposit, bonus, rewards } = terms;
  const fixed = computeDepositRewards(deposit, rewards);
  const alone = new ControlledMean();
  const withRewards = new ControlledMean();
  const counts = { finished: 0, lost: 0, 'given up': 0, spins: 0 };
  const pilots = Math.ceil(runs / PILOT_SHARE);
  for (let run = -pilots; run < runs; run += 1) {
    const { takenOut, beside, luck, spins, end } = playRun(policy, next);
    const isPilot = run < 0;
    alone.add((takenOut - deposit) / bonus, luck / bonus, isPilot);
    withRewards.add((computeEnd(terms, takenOut) + beside + fixed - deposit) / bonus, luck / bonus, isPilot);
    if (isPilot) continue;
    counts[end] += 1;
    counts.spins += spins;
  }
  return {
    runs,
    alone: alone.estimate(),
    withRewards: withRewards.estimate(),
    luck: alone.luck(),
    finished: counts.finished / runs,
    givenUp: counts['given up'] / runs,
    spinsPerRun: counts.spins / runs,
  };
}

/** A mean with a control variate of mean zero, whose weight the pilot runs decide. */
class ControlledMean {
  readonly #pilot = new Moments();
  readonly #runs = new Moments();

  add(value: number, control: number, isPilot: boolean): void {
    (isPilot ? this.#pilot : this.#runs).add(value, control);
  }

  estimate(): Estimate {
    const weight = this.#pilot.slope();
    const { count, mean, control } = this.#runs;
    const variance = this.#runs.varianceWith(weight);
    return { mean: mean - weight * control, error: Math.sqrt(variance / count) };
  }

  luck(): number {
    return this.#runs.controlInErrors();
  }
}

/** Means and central moments of two variables, updated one by one. */
class Moments {
  count = 0;
  mean = 0;
  control = 0;
  #values = 0;
  #controls = 0;
  #both = 0;

  add(value: number, control: number): void {
    this.count += 1;
    const [byValue, byControl] = [value - this.mean, control - this.control];
    this.mean += byValue / this.count;
    this.control += byControl / this.count;
    this.#values += byValue * (value - this.mean);
    this.#controls += byControl * (control - this.control);
    this.#both += byValue * (control - this.control);
  }

  slope(): number {
    return this.#controls === 0 ? 0 : this.#both / this.#controls;
  }

  varianceWith(weight: number): number {
    return (this.#values - 2 * weight * this.#both + weight ** 2 * this.#controls) / (this.count - 1);
  }

  controlInErrors(): number {
    return this.control / Math.sqrt(this.#controls / (this.count - 1) / this.count);
  }
}

type Waiting = { readonly spin: SlotOutcome; readonly stake: number };

/** One run of the policy; amounts in satang inside. */
function playRun(policy: Policy, next: NextNumber): Run {
  const { terms, titles, actions } = policy;
  const { deposit, bonus, need, cap, isApart, coinRate } = terms;
  const waiting = new Map<number, Waiting>();
  const run: Run = { takenOut: 0, beside: 0, luck: 0, spins: 0, end: 'finished' };
  let balance = Math.round((deposit + bonus) * SATANG);
  let left = Math.round(need * SATANG);
  while (left > 0) {
    if (balance < LOST_BELOW_BAHT * SATANG) {
      run.end = 'lost';
      break;
    }
    const action = actions[chooseAction(policy, { balance, left }, waiting)];
    if (!action) {
      run.end = 'given up';
      break;
    }
    const title = titles[action.title] as MeasuredTitle;
    const stake = fitStake(action.stake, balance);
    const spin = playFast(title.board, false, undefined, next);
    let pay = spin.pay;
    if (spin.freeSpins > 0) {
      if (isApart) waiting.set(action.title, { spin, stake });
      else pay += playFreeSpins(title.board, spin, next);
    }
    balance += stake * (pay - PARTS_OF_STAKE);
    left -= stake * SATANG;
    run.spins += 1;
    run.beside += coinRate * stake;
    run.luck += stake * (pay / PARTS_OF_STAKE - title.returned);
  }
  const inBaht = balance / SATANG;
  run.takenOut = run.end === 'finished' ? Math.min(inBaht, cap) : computeKept(terms, inBaht);
  for (const [index, { spin, stake }] of waiting) {
    const title = titles[index] as MeasuredTitle;
    const won = (stake * playFreeSpins(title.board, spin, next)) / PARTS_OF_STAKE;
    run.takenOut += won;
    run.luck += won;
  }
  return run;
}

/** The chosen stake, or the largest offered one that the balance covers. */
const fitStake = (stake: number, balance: number): number =>
  stake * SATANG <= balance ? stake : (STAKES.find((offered) => offered * SATANG <= balance) ?? 1);

/** The action of the policy; while free spins of its title wait, the best one at another title. */
function chooseAction(
  { terms, unit, width, choices, values, actions }: Policy,
  { balance, left }: { readonly balance: number; readonly left: number },
  waiting: ReadonlyMap<number, Waiting>,
): number {
  const level = Math.ceil(left / SATANG / unit);
  const inUnits = balance / SATANG / unit;
  // At least the smallest stake of the grid: below it the player stakes what is left.
  const cell = Math.min(width - 1, Math.max(Math.round(inUnits), 1));
  const place = level * width + cell;
  const chosen = choices[place] ?? -1;
  if (chosen < 0 || !waiting.has(actions[chosen]?.title ?? -1)) return chosen;
  let [best, most] = [-1, computeEnd(terms, computeKept(terms, cell * unit))];
  for (const [index, action] of actions.entries()) {
    if (waiting.has(action.title) || action.levels > cell) continue;
    const from = Math.max(0, level - action.levels) * width;
    let value = action.beside;
    for (const [at, shift] of action.shifts.entries()) {
      value += (action.chances[at] ?? 0) * (values[from + Math.min(width - 1, Math.max(0, cell + shift))] ?? 0);
    }
    if (value > most) [best, most] = [index, value];
  }
  return best;
}
