// Creates settled rounds for the demo data through the wallet state machine, with payouts chosen to reach a target
// balance. No game is drawn.
//
// Always true: every round follows a launch of its game by its member, so that the rows of the lobby show what the bets
// show.
//
// Elsewhere: the schedule (demo-history.ts), the wallet rules (modules/wallet), the rows (modules/play/lobby.ts).

import { baht, type Money, money, subtract, multiply, zeroMoney } from '@chaba/money';
import { assert } from '@chaba/server/core/domain-error';
import { recordLaunch } from '@chaba/server/modules/play';
import { type BetWinItem, type WalletCommand, type WalletOutcome } from '@chaba/server/modules/wallet-commands';

import type { DemoMember, Life } from './demo-simulation.ts';

export type Evening = {
  /** Stakes in baht to reach. */
  readonly stakes: number;
  /** Approximate balance in baht to reach. */
  readonly until: number;
  /** Typical stake in baht. */
  readonly usual: number;
  /** Maximum number of rounds after the stakes are reached, to reach the balance. */
  readonly extraMax?: number;
};

type Game = { readonly ch: string; readonly gameCode: string; readonly isTable: boolean };

const SECONDS_BETWEEN = [12, 55] as const;
const STEP = 5;
const WIN_CHANCE_ABOVE = 0.22;
const WIN_CHANCE_BELOW = 0.62;
/** In usual stakes: farther from the planned balance than this, a round wins or loses as the plan needs. */
const APART_MAX = 2;
/** Payouts of a won round, in tenths of the stake. */
const PAYOUT_TENTHS = [15, 18, 20, 20, 25, 40] as const;
const EXTRA_MAX = 20;
const CANCELLED_EVERY = 37;
const DRAWN_EVERY = 9;
const ROUNDS_PER_LAUNCH = 3;
/** A member launches the first games of the lobby most, in turn: two of them, then one of the others. */
const POPULAR_GAMES = 6;
const LAUNCHES_PER_TURN = 3;
const POPULAR_PER_TURN = 2;

export type DemoTable = ReturnType<typeof openTable>;

/** Counts rounds, so that their ids are unique. */
export function openTable(life: Life) {
  const openEvening = createLauncher(life);
  const random = createRandom(2_569);
  let count = 0;

  async function decide(command: WalletCommand): Promise<WalletOutcome> {
    const outcome = await life.batcher.submit(life.site.id, command);
    assert(outcome.code === 'OK', `a demo round is played, not ${outcome.code}`);
    return outcome;
  }

  async function playRound(member: DemoMember, game: Game, stake: Money, tenths: number): Promise<Money> {
    count += 1;
    const round = {
      ...createCommand(game, member, `demo-${count}`),
      catalogue: life.site.catalogue,
      stakeError: undefined,
    };
    await life.wait(random.between(...SECONDS_BETWEEN));
    const isDrawn = game.isTable && count % DRAWN_EVERY === 0;
    const onPlayer = { type: 'player', stake, pushed: isDrawn ? stake : zeroMoney };
    const positions = game.isTable ? [onPlayer] : [];
    const bet = { ...createPart('bet', `demo-${count}-bet`, stake), positions };
    if (count % CANCELLED_EVERY === 0) {
      await decide({ ...round, operation: 'play', isTable: game.isTable, parts: [bet], isRoundClosed: false });
      await life.wait(2);
      const undone = { txId: `demo-${count}-cancel`, refTxId: bet.txId };
      return (await decide({ ...round, operation: 'rollback', ...undone })).after;
    }
    const payout = isDrawn ? stake : money((stake * BigInt(tenths)) / 10n);
    const win = { ...createPart('win', `demo-${count}-win`, payout), refTxId: bet.txId, positions };
    const parts = [bet, win];
    return (await decide({ ...round, operation: 'play', isTable: game.isTable, parts, isRoundClosed: true })).after;
  }

  return {
    /** Plays rounds until the stakes and the balance are reached. */
    async play(
      member: DemoMember,
      begins: Money,
      { stakes, until, usual, extraMax = EXTRA_MAX }: Evening,
    ): Promise<void> {
      const nextGame = openEvening(member);
      let [balance, staked] = [begins, zeroMoney];
      const [wanted, end] = [baht(stakes), baht(until)];
      for (let extra = 0; staked < wanted || (isFarFrom(balance, end, usual) && extra < extraMax); ) {
        const isOver = staked >= wanted;
        const aim = isOver ? end : money(begins + ((end - begins) * staked) / wanted);
        const stake = computeStake(usual, random.next(), balance);
        if (stake === zeroMoney) break;
        const range = isOver ? 0 : usual * APART_MAX;
        const isWon = random.next() < computeWinChance(balance, aim, range);
        balance = await playRound(member, await nextGame(), stake, isWon ? random.pick(PAYOUT_TENTHS) : 0);
        staked = money(staked + stake);
        if (isOver) extra += 1;
      }
    },
    /** Stakes and loses the whole balance. */
    async loseAll(member: DemoMember, begins: Money, usual: number): Promise<void> {
      const nextGame = openEvening(member);
      let balance = begins;
      while (balance > zeroMoney) {
        const next = computeStake(usual, random.next(), balance);
        balance = await playRound(member, await nextGame(), next === zeroMoney ? balance : next, 0);
      }
    },
  };
}

/** Launches games for members, whose evenings follow each other. */
function createLauncher(life: Life) {
  const games = life.site.catalogue.lobby.flatMap(({ ch, games: offered }) =>
    offered.map(({ gameCode, gameType }) => ({ ch, gameCode, isTable: gameType === 'LIVECASINO' })),
  );
  const [popular, others] = [games.slice(0, POPULAR_GAMES), games.slice(POPULAR_GAMES)];
  const launches = new Map<bigint, number>();
  let otherLaunches = 0;

  /** Launches the next game of the member. */
  async function launchNext(member: DemoMember): Promise<Game> {
    const number = launches.get(member.id) ?? 0;
    launches.set(member.id, number + 1);
    const [turn, place] = [Math.floor(number / LAUNCHES_PER_TURN), number % LAUNCHES_PER_TURN];
    const isPopular = place < POPULAR_PER_TURN;
    const game = isPopular
      ? popular[(turn * POPULAR_PER_TURN + place) % popular.length]
      : others[otherLaunches++ % others.length];
    assert(game, 'the lobby has a game');
    await life.past.transaction((tx) =>
      recordLaunch(tx, life.site.id, { memberId: member.id, provider: game.ch, gameCode: game.gameCode }),
    );
    return game;
  }

  /** Returns the game of each round of an evening: a launch, and a few rounds of it. */
  return (member: DemoMember): (() => Promise<Game>) => {
    let [rounds, game] = [0, undefined as Game | undefined];
    return async () => {
      if (game === undefined || rounds % ROUNDS_PER_LAUNCH === 0) game = await launchNext(member);
      rounds += 1;
      return game;
    };
  };
}

/** Computes the probability of a win: certain or impossible where the balance is more than `range` baht from `aim`. */
function computeWinChance(balance: Money, aim: Money, range: number): number {
  if (isFarFrom(balance, aim, range)) return balance < aim ? 1 : 0;
  return balance > aim ? WIN_CHANCE_ABOVE : WIN_CHANCE_BELOW;
}

function isFarFrom(balance: Money, target: Money, usual: number): boolean {
  const apart = balance - target;
  return apart > baht(usual) || -apart > baht(usual);
}

/** Computes a stake near the typical one: a multiple of five baht, at most the balance. */
function computeStake(usual: number, chance: number, balance: Money): Money {
  const target = multiply(baht(STEP), Math.max(1, Math.round((usual * (0.4 + 1.2 * chance)) / STEP)));
  return target <= balance ? target : subtract(balance, money(balance % baht(STEP)));
}

const createCommand = (game: Game, member: DemoMember, roundId: string) => ({
  provider: game.ch,
  memberId: member.id,
  roundId,
  gameCode: game.gameCode,
});

const createPart = (operation: 'bet' | 'win', txId: string, amount: Money): BetWinItem => ({
  operation,
  txId,
  refTxId: undefined,
  amount,
  validBet: undefined,
  positions: [],
  isFree: false,
});

/** Seeded random numbers, so that the demo is the same on every machine. */
function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (least: number, most: number): number => least + Math.floor(next() * (most - least + 1)),
    pick<const Item>(items: readonly Item[]): Item {
      const item = items[Math.floor(next() * items.length)];
      assert(item !== undefined, 'the list to pick from is not empty');
      return item;
    },
  };
}
