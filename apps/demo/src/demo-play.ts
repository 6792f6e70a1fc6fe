// Creates settled rounds for the demo data through the wallet state machine, with payouts chosen to reach a target
// balance. No game is drawn.
//
// Elsewhere: the schedule (demo-history.ts), the wallet rules (modules/play/wallet-state-machine.ts).

import { baht, type Money, money, subtract, multiply, zeroMoney } from '@chaba/money';
import { assert } from '@chaba/server/core/domain-error';
import { listGamesWithProvider } from '@chaba/server/modules/site';
import { type Part, type WalletCommand, type WalletOutcome } from '@chaba/server/modules/wallet';

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

export type DemoTable = ReturnType<typeof openTable>;

/** Counts rounds, so that their ids are unique. */
export function openTable(life: Life) {
  const games = listGamesWithProvider(life.site.catalogue)
    .filter(({ isOpen }) => isOpen)
    .map(({ ch, gameCode, gameType }) => ({ ch, gameCode, isTable: gameType === 'LIVECASINO' }));
  const random = createRandom(2_569);
  let count = 0;

  async function decide(command: WalletCommand): Promise<WalletOutcome> {
    const outcome = await life.batcher.submit(life.site.id, command);
    assert(outcome.code === 'OK', `a demo round is played, not ${outcome.code}`);
    return outcome;
  }

  async function playRound(member: DemoMember, stake: Money, tenths: number): Promise<Money> {
    const game = games[count % games.length];
    assert(game, 'the lobby has a game');
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
      let [balance, staked] = [begins, zeroMoney];
      const [wanted, end] = [baht(stakes), baht(until)];
      for (let extra = 0; staked < wanted || (isFarFrom(balance, end, usual) && extra < extraMax); ) {
        const isOver = staked >= wanted;
        const aim = isOver ? end : money(begins + ((end - begins) * staked) / wanted);
        const stake = computeStake(usual, random.next(), balance);
        if (stake === zeroMoney) break;
        const range = isOver ? 0 : usual * APART_MAX;
        const isWon = random.next() < computeWinChance(balance, aim, range);
        balance = await playRound(member, stake, isWon ? random.pick(PAYOUT_TENTHS) : 0);
        staked = money(staked + stake);
        if (isOver) extra += 1;
      }
    },
    /** Stakes and loses the whole balance. */
    async loseAll(member: DemoMember, begins: Money, usual: number): Promise<void> {
      let balance = begins;
      while (balance > zeroMoney) {
        const next = computeStake(usual, random.next(), balance);
        balance = await playRound(member, next === zeroMoney ? balance : next, 0);
      }
    },
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
  const wish = multiply(baht(STEP), Math.max(1, Math.round((usual * (0.4 + 1.2 * chance)) / STEP)));
  return wish <= balance ? wish : subtract(balance, money(balance % baht(STEP)));
}

const createCommand = (game: Game, member: DemoMember, roundId: string) => ({
  provider: game.ch,
  memberId: member.id,
  roundId,
  gameCode: game.gameCode,
});

const createPart = (operation: 'bet' | 'win', txId: string, amount: Money): Part => ({
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
      assert(item !== undefined, 'there is something to pick from');
      return item;
    },
  };
}
