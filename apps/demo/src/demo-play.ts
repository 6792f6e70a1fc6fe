// Rounds of games for the demo data: bets that go through the wallet's own rule, with results that lead the balance where the
// story wants it. Nothing here draws a game: these rounds are over.
//
// Elsewhere: what happens when (demo-history.ts), the wallet's rule (modules/wallet/wallet-rules.ts).

import { baht, type Money, money, subtract, multiply, zeroMoney } from '@chaba/money';
import { assert } from '@chaba/server/core/domain-error';
import { gamesOf } from '@chaba/server/modules/site';
import { type Part, type WalletCommand, type WalletOutcome } from '@chaba/server/modules/wallet';

import type { DemoMember, Life } from './demo-simulation.ts';

export type Evening = {
  /** Plays until so many baht were staked. */
  readonly stakes: number;
  /** … and the balance is about so many baht. */
  readonly until: number;
  /** A usual stake in baht. */
  readonly usual: number;
  /** Rounds at most after the stakes were made, to bring the balance there. */
  readonly extraMax?: number;
};

type Game = { readonly ch: string; readonly gameCode: string; readonly isTable: boolean };

const SECONDS_BETWEEN = [12, 55] as const;
const STEP = 5;
const CHANCE_AHEAD = 0.22;
const CHANCE_BEHIND = 0.62;
/** What a won round pays, in tenths of the stake. */
const PAYS_TENTHS = [15, 18, 20, 20, 25, 40] as const;
const EXTRA_MAX = 20;
const CANCELLED_EVERY = 37;
const DRAWN_EVERY = 9;

export type Table = ReturnType<typeof openTable>;

/** The member's place at the games: knows what was played, so that rounds have names of their own. */
export function openTable(life: Life) {
  const games = gamesOf(life.site.catalogue)
    .filter(({ isOpen }) => isOpen)
    .map(({ ch, gameCode, gameType }) => ({ ch, gameCode, isTable: gameType === 'LIVECASINO' }));
  const random = randomFrom(2_569);
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
      ...callOf(game, member, `demo-${count}`),
      catalogue: life.site.catalogue,
      stakeError: undefined,
    };
    await life.wait(random.between(...SECONDS_BETWEEN));
    const isDrawn = game.isTable && count % DRAWN_EVERY === 0;
    const onPlayer = { type: 'player', stake, pushed: isDrawn ? stake : zeroMoney };
    const positions = game.isTable ? [onPlayer] : [];
    const bet = { ...partOf('bet', `demo-${count}-bet`, stake), positions };
    if (count % CANCELLED_EVERY === 0) {
      await decide({ ...round, operation: 'play', isTable: game.isTable, parts: [bet], isRoundClosed: false });
      await life.wait(2);
      const undone = { txId: `demo-${count}-cancel`, refTxId: bet.txId };
      return (await decide({ ...round, operation: 'rollback', ...undone })).after;
    }
    const payout = isDrawn ? stake : money((stake * BigInt(tenths)) / 10n);
    const win = { ...partOf('win', `demo-${count}-win`, payout), refTxId: bet.txId, positions };
    const parts = [bet, win];
    return (await decide({ ...round, operation: 'play', isTable: game.isTable, parts, isRoundClosed: true })).after;
  }

  return {
    /** An evening of rounds, towards what it should come to. */
    async play(
      member: DemoMember,
      begins: Money,
      { stakes, until, usual, extraMax = EXTRA_MAX }: Evening,
    ): Promise<void> {
      let [balance, staked] = [begins, zeroMoney];
      const [wanted, end] = [baht(stakes), baht(until)];
      for (let extra = 0; staked < wanted || (isApart(balance, end, usual) && extra < extraMax); ) {
        const isOver = staked >= wanted;
        const aim = isOver ? end : begins + ((end - begins) * staked) / wanted;
        const stake = stakeOf(usual, random.next(), balance);
        if (stake === zeroMoney) break;
        const chance = balance > aim ? CHANCE_AHEAD : CHANCE_BEHIND;
        const isWon = isOver ? balance < end : random.next() < chance;
        balance = await playRound(member, stake, isWon ? random.pick(PAYS_TENTHS) : 0);
        staked = money(staked + stake);
        if (isOver) extra += 1;
      }
    },
    /** Stakes what is left until nothing is. */
    async loseAll(member: DemoMember, begins: Money, usual: number): Promise<void> {
      let balance = begins;
      while (balance > zeroMoney) {
        const next = stakeOf(usual, random.next(), balance);
        balance = await playRound(member, next === zeroMoney ? balance : next, 0);
      }
    },
  };
}

function isApart(balance: Money, wished: Money, usual: number): boolean {
  const apart = balance - wished;
  return apart > baht(usual) || -apart > baht(usual);
}

/** A multiple of five baht around the usual one, as far as there is money. */
function stakeOf(usual: number, chance: number, balance: Money): Money {
  const wish = multiply(baht(STEP), Math.max(1, Math.round((usual * (0.4 + 1.2 * chance)) / STEP)));
  return wish <= balance ? wish : subtract(balance, money(balance % baht(STEP)));
}

const callOf = (game: Game, member: DemoMember, roundId: string) => ({
  provider: game.ch,
  memberId: member.id,
  roundId,
  gameCode: game.gameCode,
});

const partOf = (operation: 'bet' | 'win', txId: string, amount: Money): Part => ({
  operation,
  txId,
  refTxId: undefined,
  amount,
  validBet: undefined,
  positions: [],
  isFree: false,
});

/** The same numbers on every machine: a demo that looks another way each time could not be spoken about. */
function randomFrom(seed: number) {
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
