// The trading market: one shared price with a tick per second, and bets on its direction.
//
// Always true: the seeds of the current and the next epoch are stored and their commitments published before a bet can
// extend into them, and no bet extends further, so the result of a bet is fixed when it is placed. A seed is published
// after the last tick of its epoch.
//
// Elsewhere: the walk (walk.ts), money (tables/tickets.ts).

import { randomBytes } from 'node:crypto';

import { baht, type Money, zeroMoney } from '@chaba/money';
import { failRequest } from '@chaba/sandbox-kit/http-error';

import { nodeHash, nodeHmac } from '#studio/fairness/seeds';
import type { StudioContext } from '#studio/server/studio-context';
import { errorMessages } from '#studio/server/studio.text';
import {
  type CreateTable,
  parsePositions,
  type Payment,
  type TablePosition,
  type TableGame,
  type TicketWindow,
} from '#studio/server/tables/table-game';
import type { TicketRow } from '#studio/server/tables/tickets.store';

import { text } from '#studio/games/trading/game.text';
import { returnPercent } from '#studio/games/trading/odds';
import * as store from './trading.store.ts';
import type { EpochRow } from './trading.store.ts';
import {
  EPOCH_TICKS,
  getEpoch,
  FIRST_PRICE,
  isDirection,
  isExpiry,
  computePayout,
  computePrices,
  drawSteps,
} from '#studio/games/trading/walk';
import type { EpochOnWire, MarketOnWire, TradeOnWire } from '#studio/wire/trading-wire';

const GAME_CODE = 'trading';
const SHOWN_TICKS = 120;
const KEPT_EPOCHS = 8;

export const tradingTable: CreateTable = (studio, { publish, isWanted }): TableGame => {
  store.applyTrading(studio.store);
  const { tickMs } = studio.config;
  const market = new Market(studio, tickMs);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function step(): void {
    timer = undefined;
    if (isStopped || !isWanted()) return;
    publish(market.snapshot(1));
    timer = setTimeout(step, tickMs - (Date.now() % tickMs));
  }

  return {
    gameCode: GAME_CODE,
    name: text.name,
    gameType: 'TRADING',
    category: 'TRADING',
    returnPercent: returnPercent(),
    stakeMin: baht(5),
    stakeMax: baht(5_000),
    isCancellable: false,
    placeOf: (positions) => market.placeOf(positions),
    paymentOf: (ticket) => market.paymentOf(ticket),
    roundOf: (ticket) => market.tradeOf(ticket),
    snapshot: () => market.snapshot(SHOWN_TICKS),
    window: () => ({}),
    wake: () => {
      timer ??= setTimeout(step, tickMs - (Date.now() % tickMs));
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

type Trade = { readonly fromTick: number; readonly toTick: number };

class Market {
  readonly #studio: StudioContext;
  readonly #tickMs: number;
  readonly #prices = new Map<number, readonly number[]>();

  constructor(studio: StudioContext, tickMs: number) {
    this.#studio = studio;
    this.#tickMs = tickMs;
  }

  /** One position, "up:30": the direction and the ticks until it is decided. */
  placeOf([position, ...more]: readonly TablePosition[]): TicketWindow {
    const { direction, ticks } = wordsOf(position?.type ?? '');
    if (more.length > 0 || !isDirection(direction) || !isExpiry(ticks)) {
      failRequest(422, 'SPOT_UNKNOWN', errorMessages('SPOT_UNKNOWN'));
    }
    const fromTick = this.#tick();
    this.#epoch(getEpoch(fromTick));
    this.#epoch(getEpoch(fromTick) + 1);
    const toTick = fromTick + ticks;
    const decidesAtMs = toTick * this.#tickMs;
    return {
      roundId: `tr${fromTick.toString(36)}_${toTick.toString(36)}_${randomBytes(6).toString('hex')}`,
      closesAtMs: decidesAtMs,
      decidesAtMs,
    };
  }

  paymentOf(ticket: TicketRow): Payment | undefined {
    const { fromTick, toTick } = tradeIn(ticket.roundId);
    const [position] = parsePositions(ticket);
    const { direction } = wordsOf(position?.type ?? '');
    if (this.#tick() < toTick || !isDirection(direction)) return undefined;
    const [from, to] = [this.#priceAt(fromTick), this.#priceAt(toTick)];
    const stake = ticket.stakeE4 as Money;
    const isLevel = from === to;
    return {
      payout: computePayout(direction, stake, from, to),
      counted: isLevel ? zeroMoney : stake,
      positions: [{ type: direction, stake, pushed: isLevel ? stake : zeroMoney }],
      closesRound: true,
    };
  }

  tradeOf({ roundId }: TicketRow): TradeOnWire {
    const { fromTick, toTick } = tradeIn(roundId);
    const now = this.#tick();
    const epochs = [...new Set([getEpoch(fromTick), getEpoch(toTick)])].map((number) => this.#epoch(number));
    return {
      fromTick,
      toTick,
      fromPrice: this.#priceAt(fromTick),
      ...(now >= toTick && { toPrice: this.#priceAt(toTick) }),
      epochs: epochs.map(({ epoch, commitment, fromPrice, serverSeed }) => ({
        epoch: Number(epoch),
        commitment,
        fromPrice: Number(fromPrice),
        ...(now >= (Number(epoch) + 1) * EPOCH_TICKS && { serverSeed }),
      })),
    };
  }

  snapshot(ticks: number): MarketOnWire {
    const tick = this.#tick();
    const number = getEpoch(tick);
    // Ticks before the first stored epoch were never drawn.
    const first = store.findEpoch(this.#studio.store, number - 1) ? tick - ticks + 1 : number * EPOCH_TICKS;
    const from = Math.max(tick - ticks + 1, first);
    this.#epoch(number);
    const prices = Array.from({ length: tick - from + 1 }, (_, index) => this.#priceAt(from + index));
    return {
      nowMs: Date.now(),
      tickMs: this.#tickMs,
      tick,
      price: this.#priceAt(tick),
      prices,
      epoch: promiseOf(this.#epoch(number)),
      nextEpoch: promiseOf(this.#epoch(number + 1)),
    };
  }

  #tick(): number {
    return Math.floor(Date.now() / this.#tickMs);
  }

  #priceAt(tick: number): number {
    const number = getEpoch(tick);
    let prices = this.#prices.get(number);
    if (!prices) {
      const { fromPrice, serverSeed } = this.#epoch(number);
      prices = computePrices(Number(fromPrice), drawSteps(nodeHmac, GAME_CODE, serverSeed, number));
      if (this.#prices.size >= KEPT_EPOCHS) this.#prices.clear();
      this.#prices.set(number, prices);
    }
    return prices[tick - number * EPOCH_TICKS] ?? FIRST_PRICE;
  }

  /** Loads an epoch; creates and stores its seed on first use. */
  #epoch(number: number): EpochRow {
    const known = store.findEpoch(this.#studio.store, number);
    if (known) return known;
    const from = Number(store.findEpochBefore(this.#studio.store, number)?.endPrice ?? FIRST_PRICE);
    const serverSeed = randomBytes(32).toString('hex');
    const prices = computePrices(from, drawSteps(nodeHmac, GAME_CODE, serverSeed, number));
    const row: EpochRow = {
      epoch: BigInt(number),
      serverSeed,
      commitment: nodeHash(serverSeed),
      fromPrice: BigInt(from),
      endPrice: BigInt(prices.at(-1) ?? from),
    };
    store.insertEpoch(this.#studio.store, row);
    return row;
  }
}

function promiseOf({ epoch, commitment }: EpochRow): EpochOnWire {
  return { epoch: Number(epoch), commitment };
}

function wordsOf(type: string): { direction: string; ticks: number } {
  const [direction = '', ticks = ''] = type.split(':');
  return { direction, ticks: Number(ticks) };
}

function tradeIn(roundId: string): Trade {
  const [from = '', to = ''] = roundId.slice(2).split('_');
  return { fromTick: Number.parseInt(from, 36), toTick: Number.parseInt(to, 36) };
}
