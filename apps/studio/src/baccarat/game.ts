// The baccarat table: consecutive shared rounds, dealt from a committed shoe.
//
//     opens ──▶ bets are accepted (60 %) ──▶ closed, dealt and shown (40 %) ──▶ ends, the next one opens
//
// Always true: the first card index of a round is stored when the round opens, so its cards are fixed before the first
// bet and survive a crash. Cards are published after the betting window, the seed of a shoe after the shoe is spent.
//
// Elsewhere: the rules (rules.ts), the cards (shoe.ts), money (tables/tickets.ts).

import { createHash, createHmac, randomBytes } from 'node:crypto';

import { add, baht, max, min, type Money, subtract, zeroMoney } from '@chaba/money';
import { refuse } from '@chaba/sandbox-kit/refusal';

import type { Hmac } from '#studio/fairness/draw';
import { errorMessages } from '#studio/studio.text';
import { type Payment, type Place, type TableGame, positionsOf } from '#studio/tables/table-game';
import type { PositionOnWire } from '#studio/tables/table-wire';
import type { MakeTable } from '#studio/tables/table-game';
import type { TicketRow } from '#studio/tables/tickets.store';
import type { StudioContext } from '#studio/studio-state';

import * as store from './baccarat.store.ts';
import type { RoundRow, ShoeRow } from './baccarat.store.ts';
import { text } from './game.text.ts';
import { returnsOf } from './odds.ts';
import { countedStake, type Deal, isPushed, isSpot, payoutOf, resultOf, type Spot } from './rules.ts';
import { dealAt, hasRound, shuffledShoe } from './shoe.ts';
import type { BaccaratOnWire, HandOnWire } from './wire.ts';

const GAME_CODE = 'baccarat';
/** End of the betting window and of the dealing animation, in hundredths of a round. */
const BETTING_SHARE = 60;
const SHOWN_SHARE = 84;
const ROADS_MAX = 90;

const nodeHmac: Hmac = (key, message) => createHmac('sha256', key).update(message).digest();

export const baccaratTable: MakeTable = (studio, { tell, isWanted }): TableGame => {
  store.applyBaccarat(studio.store);
  const table = new Dealer(studio);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function step(isSeen = false): void {
    timer = undefined;
    if (isStopped) return;
    const hasChanged = table.advance(isSeen || isWanted());
    if (hasChanged) tell(table.snapshot());
    const waitMs = table.nextChangeInMs();
    if (waitMs !== undefined) timer = setTimeout(() => step(), waitMs);
  }

  // Deals rounds that an earlier process left undealt.
  timer = setTimeout(step, 0);
  return {
    gameCode: GAME_CODE,
    name: text.name,
    gameType: 'LIVECASINO',
    category: 'LIVECASINO',
    returnPercent: percentText(returnsOf().banker),
    stakeMin: baht(5),
    stakeMax: baht(5_000),
    isCancellable: true,
    placeOf: (positions) => table.placeOf(positions),
    paymentOf: (ticket, others) => table.paymentOf(ticket, others),
    roundOf: ({ roundId }) => table.handOf(roundId),
    snapshot: () => table.snapshot(),
    window: () => table.window(),
    wake: (isSeen = false) => {
      if (timer === undefined) step(isSeen);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

class Dealer {
  readonly #studio: StudioContext;
  /** Cached card orders, because computing one takes milliseconds. */
  readonly #shoes = new Map<bigint, readonly number[]>();

  constructor(studio: StudioContext) {
    this.#studio = studio;
  }

  /** Deals due rounds and opens the next one if needed. Returns whether anything changed. */
  advance(isWanted: boolean): boolean {
    const nowMs = Date.now();
    const dealt = store.dealDue(this.#studio.store, nowMs);
    const last = store.lastRound(this.#studio.store);
    if (last && nowMs < Number(last.endsAtMs)) return dealt > 0;
    if (!isWanted) return dealt > 0;
    this.#open(last, nowMs);
    return true;
  }

  /** The next due time; undefined while the table is idle. */
  nextChangeInMs(): number | undefined {
    const last = store.lastRound(this.#studio.store);
    if (!last) return undefined;
    const nowMs = Date.now();
    const atMs = Number(last.isDealt === 0n ? last.closesAtMs : last.endsAtMs);
    return atMs <= nowMs && last.isDealt === 1n ? undefined : Math.max(1, atMs - nowMs);
  }

  placeOf(positions: readonly PositionOnWire[]): Place {
    if (!positions.every(({ type }) => isSpot(type))) refuse(422, 'SPOT_UNKNOWN', errorMessages('SPOT_UNKNOWN'));
    const round = store.lastRound(this.#studio.store);
    if (!round || Date.now() >= Number(round.closesAtMs)) refuse(409, 'WINDOW_SHUT', errorMessages('WINDOW_SHUT'));
    const lengthMs = Number(round.endsAtMs - round.opensAtMs);
    return {
      roundId: round.roundId,
      closesAtMs: Number(round.closesAtMs),
      decidesAtMs: Number(round.opensAtMs) + Math.floor((lengthMs * SHOWN_SHARE) / 100),
    };
  }

  /** Distributes the counted stake of the round over its tickets, in their order. */
  paymentOf(ticket: TicketRow, others: readonly TicketRow[]): Payment | undefined {
    const round = store.findRound(this.#studio.store, ticket.roundId);
    if (!round || Date.now() < Number(round.closesAtMs)) return undefined;
    const result = resultOf(this.#dealOf(round));
    const playing = others.filter(({ state }) => state === 'staked' || state === 'paying' || state === 'settled');
    const stakes = new Map<Spot, Money>();
    for (const { type, stake } of playing.flatMap(positionsOf)) {
      if (isSpot(type)) stakes.set(type, add(stakes.get(type) ?? zeroMoney, stake));
    }
    let left = countedStake(stakes, result);
    for (const other of playing) {
      if (other.ticketId === ticket.ticketId) break;
      left = max(zeroMoney, subtract(left, other.stakeE4 as Money));
    }
    const positions = positionsOf(ticket).map(({ type, stake }) => ({ spot: type as Spot, stake }));
    return {
      payout: add(zeroMoney, ...positions.map(({ spot, stake }) => payoutOf(spot, stake, result))),
      counted: min(left, ticket.stakeE4 as Money),
      positions: positions.map(({ spot, stake }) => ({
        type: spot,
        stake,
        pushed: isPushed(spot, result) ? stake : zeroMoney,
      })),
      closesRound: playing.at(-1)?.ticketId === ticket.ticketId,
    };
  }

  window(): { readonly leftMs?: number } {
    const round = store.lastRound(this.#studio.store);
    return round ? { leftMs: Math.max(0, Number(round.closesAtMs) - Date.now()) } : {};
  }

  /** Public view of a round: cards after its betting window, the seed after its shoe is spent. */
  handOf(roundId: string): HandOnWire {
    const round = store.findRound(this.#studio.store, roundId);
    if (!round) return { roundId, handNo: 0, shoeNo: 0, commitment: '' };
    const shoe = this.#shoeOf(round);
    return {
      roundId,
      shoeNo: Number(round.shoeNo),
      handNo: Number(round.handNo),
      commitment: shoe.commitment,
      ...(round.isDealt === 1n && this.#dealOf(round)),
      ...(shoe.state === 'spent' && { serverSeed: shoe.serverSeed }),
    };
  }

  snapshot(): BaccaratOnWire {
    const last = store.lastRound(this.#studio.store);
    const nowMs = Date.now();
    const shoe = last && this.#shoeOf(last);
    const next = store.findShoe(this.#studio.store, 'next');
    const dealt = last ? store.dealtRounds(this.#studio.store, last.shoeNo).slice(-ROADS_MAX) : [];
    return {
      nowMs,
      ...(last && {
        round: {
          ...this.handOf(last.roundId),
          opensAtMs: Number(last.opensAtMs),
          closesAtMs: Number(last.closesAtMs),
          endsAtMs: Number(last.endsAtMs),
        },
      }),
      commitment: shoe?.commitment ?? '',
      nextCommitment: next?.commitment ?? '',
      roads: dealt.map((round) => {
        const { winner, isPlayerPair, isBankerPair } = resultOf(this.#dealOf(round));
        return { winner, isPlayerPair, isBankerPair };
      }),
    };
  }

  #open(last: RoundRow | undefined, nowMs: number): void {
    const { store: memory, config } = this.#studio;
    memory.transaction(() => {
      const end = last ? Number(last.position) + cardsIn(this.#dealOf(last)) : 0;
      const goesOn = last !== undefined && hasRound(end) && this.#shoeOf(last).state === 'active';
      if (!goesOn) this.#takeNextShoe();
      const shoe = store.findShoe(memory, 'active');
      if (!shoe) throw new Error('the table has no shoe');
      store.insertRound(memory, {
        roundId: `bc${nowMs.toString(36)}${randomBytes(6).toString('hex')}`,
        shoeNo: shoe.shoeNo,
        handNo: goesOn ? last.handNo + 1n : 1n,
        position: BigInt(goesOn ? end : 0),
        opensAtMs: BigInt(nowMs),
        closesAtMs: BigInt(nowMs + Math.floor((config.tableRoundMs * BETTING_SHARE) / 100)),
        endsAtMs: BigInt(nowMs + config.tableRoundMs),
      });
    });
  }

  #takeNextShoe(): void {
    const memory = this.#studio.store;
    if (!store.findShoe(memory, 'next')) store.insertShoe(memory, freshShoe());
    store.changeShoe(memory);
    // Committed while the shoe before it is still in use.
    store.insertShoe(memory, freshShoe());
  }

  #shoeOf({ shoeNo }: RoundRow): ShoeRow {
    const shoe = store.shoeNumbered(this.#studio.store, shoeNo);
    if (!shoe) throw new Error(`shoe ${shoeNo} is not there`);
    return shoe;
  }

  #dealOf(round: RoundRow): Deal {
    let cards = this.#shoes.get(round.shoeNo);
    if (!cards) {
      cards = shuffledShoe(nodeHmac, GAME_CODE, this.#shoeOf(round).serverSeed);
      if (this.#shoes.size > 20) this.#shoes.clear();
      this.#shoes.set(round.shoeNo, cards);
    }
    return dealAt(cards, Number(round.position));
  }
}

function freshShoe(): { serverSeed: string; commitment: string } {
  const serverSeed = randomBytes(32).toString('hex');
  return { serverSeed, commitment: createHash('sha256').update(serverSeed).digest('hex') };
}

function cardsIn({ player, banker }: Deal): number {
  return player.length + banker.length;
}

function percentText(millionths: number): string {
  return `${Math.floor(millionths / 10_000)}.${String(Math.floor(millionths / 100) % 100).padStart(2, '0')}`;
}
