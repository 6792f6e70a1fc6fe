// A table with shared rounds, run by its rules.
//
//     open ──60 %──▶ shut, drawn ──84 %──▶ shown, paid ──100 %──▶ over, the next one opens
//
// Always true: the source and the place of a round in it are stored when the round opens, so its result is fixed before
// the first bet and survives a crash. Numbers are published after the betting window. A table without watchers and
// open tickets opens no round.
//
// Elsewhere: rules (rules/), sources of numbers (round-source.ts), turnover (hedge-share.ts), money (tickets.ts).

import { randomBytes } from 'node:crypto';

import { add, baht, max, min, type Money, parseProviderAmount, percentFloor, subtract, zeroMoney } from '@chaba/money';
import { refuse } from '@chaba/sandbox-kit/refusal';

import type { PlayerGame } from '#studio/fairness/seeds';
import { errorMessages } from '#studio/studio.text';
import type { StudioContext } from '#studio/studio-state';

import { computeCounted, computePushed } from './hedge-share.ts';
import { percentText, computeReturn, computeStated } from './returns.ts';
import { openRoundSource, type RoundSource } from './round-source.ts';
import type { RoundFactsOnWire, RoundTableOnWire } from './round-wire.ts';
import * as store from './rounds.store.ts';
import type { TableRoundRow, SourceRow } from './rounds.store.ts';
import { type CreateTable, type Payment, type TicketWindow, parsePositions, type TableGame } from './table-game.ts';
import { findPlace, computeMaxStake, type PlaceReturn, type TableRules } from './table-rules.ts';
import type { PositionOnWire } from './table-wire.ts';
import * as tickets from './tickets.store.ts';
import type { TicketRow } from './tickets.store.ts';

/** End of the betting window and of the show, in hundredths of a round. */
const BETTING_SHARE = 60;
const SHOWN_SHARE = 84;
/** Value of the round length setting at which every table uses its own. */
const USUAL_ROUND_MS = 25_000;
const MARKS_MAX = 90;
const COUNTED_ROUNDS = 100;
/** Minimum interval between publications of stakes and watchers. */
const PUBLISH_EVERY_MS = 1_000;
const PLAYING = ['staked', 'paying', 'settled'];

export function roundTable(rules: TableRules<unknown>, name: string): CreateTable {
  return (studio, { publish, isWanted, watchers }): TableGame => {
    store.applyTableRounds(studio.store);
    const table = new RoundTable(studio, rules, watchers);
    let timer: NodeJS.Timeout | undefined;
    let publishing: NodeJS.Timeout | undefined;
    let isStopped = false;

    function step(isSeen = false): void {
      timer = undefined;
      if (isStopped) return;
      const hasChanged = table.advance(isSeen || isWanted());
      if (hasChanged) publish(table.snapshot());
      const waitMs = table.nextChangeInMs();
      if (waitMs !== undefined) timer = setTimeout(() => step(), waitMs);
    }

    // Deals rounds that an earlier process left undealt.
    timer = setTimeout(step, 0);

    return {
      gameCode: rules.gameCode,
      name,
      gameType: 'LIVECASINO',
      category: 'LIVECASINO',
      get returnPercent() {
        return percentText(Math.max(...rules.places.map(({ type }) => computeReturn(rules, type))));
      },
      stakeMin: baht(5),
      stakeMax: baht(5_000),
      isCancellable: true,
      placeOf: (positions, player) => table.placeOf(positions, player),
      paymentOf: (ticket, others) => table.paymentOf(ticket, others),
      roundOf: ({ roundId }) => table.factsOf(roundId),
      stated: () => ({
        ...computeStated(rules),
        limits: Object.fromEntries(rules.places.map((each) => [each.type, computeMaxStake(each)])),
      }),
      snapshot: () => table.snapshot(),
      window: () => table.window(),
      wake: (isSeen = false) => {
        if (timer === undefined) step(isSeen);
        publishing ??= setTimeout(() => {
          publishing = undefined;
          if (!isStopped) publish(table.snapshot());
        }, PUBLISH_EVERY_MS).unref();
      },
      stop: () => {
        isStopped = true;
        clearTimeout(timer);
        clearTimeout(publishing);
      },
    };
  };
}

class RoundTable {
  readonly #studio: StudioContext;
  readonly #rules: TableRules<unknown>;
  readonly #source: RoundSource;
  readonly #watchers: () => number;
  /** Results of the last rounds, oldest first. */
  readonly #results: { readonly sourceNo: bigint; readonly mark: readonly string[] }[];

  constructor(studio: StudioContext, rules: TableRules<unknown>, watchers: () => number) {
    this.#studio = studio;
    this.#rules = rules;
    this.#source = openRoundSource(rules);
    this.#watchers = watchers;
    const dealt = store.listDealtRounds(studio.store, rules.gameCode, COUNTED_ROUNDS);
    this.#results = dealt.map((round) => this.#resultOf(round));
  }

  /** Deals due rounds and opens the next one if needed. Returns whether anything changed. */
  advance(isWanted: boolean): boolean {
    const nowMs = Date.now();
    const dealt = store.dealDue(this.#studio.store, this.#rules.gameCode, nowMs);
    this.#results.push(...dealt.map((round) => this.#resultOf(round)));
    this.#results.splice(0, this.#results.length - COUNTED_ROUNDS);
    const last = this.#last();
    if (!isWanted || (last && nowMs < Number(last.endsAtMs))) return dealt.length > 0;
    this.#open(last, nowMs);
    return true;
  }

  /** The next due time; undefined while the table is idle. */
  nextChangeInMs(): number | undefined {
    const last = this.#last();
    if (!last) return undefined;
    const nowMs = Date.now();
    const atMs = Number(last.isDealt === 0n ? last.closesAtMs : last.endsAtMs);
    return atMs <= nowMs && last.isDealt === 1n ? undefined : Math.max(1, atMs - nowMs);
  }

  placeOf(positions: readonly PositionOnWire[], player: PlayerGame): TicketWindow {
    const round = this.#last();
    if (!round || Date.now() >= Number(round.closesAtMs)) refuse(409, 'WINDOW_SHUT', errorMessages('WINDOW_SHUT'));
    const own = tickets.listRoundTickets(this.#studio.store, { ...player, roundId: round.roundId });
    const open = own.filter(({ state }) => state === 'placing' || state === 'staked');
    const stakes = sumStakes([
      ...open.flatMap(parsePositions),
      ...positions.map(({ type, stake }) => ({ type, stake: parseProviderAmount(stake) ?? zeroMoney })),
    ]);
    for (const { type } of positions) {
      const place = findPlace(this.#rules, type);
      if (!place) refuse(422, 'SPOT_UNKNOWN', errorMessages('SPOT_UNKNOWN'));
      if ((stakes.get(type) ?? zeroMoney) > baht(computeMaxStake(place))) {
        refuse(422, 'PLACE_LIMIT_REACHED', errorMessages('PLACE_LIMIT_REACHED'));
      }
    }
    return { roundId: round.roundId, closesAtMs: Number(round.closesAtMs), decidesAtMs: Number(round.shownAtMs) };
  }

  /** Distributes the counted stake of the round over the player's tickets, in their order. */
  paymentOf(ticket: TicketRow, others: readonly TicketRow[]): Payment | undefined {
    const round = store.findRound(this.#studio.store, ticket.roundId);
    if (!round || Date.now() < Number(round.closesAtMs)) return undefined;
    const outcome = this.#rules.outcomeOf(this.#numbersOf(round));
    const returned = (type: string): PlaceReturn => findPlace(this.#rules, type)?.returned(outcome) ?? { perMille: 0 };
    const playing = others.filter(({ state }) => PLAYING.includes(state));
    let left = computeCounted(this.#rules, sumStakes(playing.flatMap(parsePositions)), returned);
    for (const other of playing) {
      if (other.ticketId === ticket.ticketId) break;
      left = max(zeroMoney, subtract(left, other.stakeE4 as Money));
    }
    const positions = parsePositions(ticket);
    const payouts = positions.map(({ type, stake }) => percentFloor(stake, returned(type).perMille * 10));
    return {
      payout: add(zeroMoney, ...payouts),
      counted: min(left, ticket.stakeE4 as Money),
      positions: positions.map(({ type, stake }) => ({ type, stake, pushed: computePushed(stake, returned(type)) })),
      closesRound: playing.at(-1)?.ticketId === ticket.ticketId,
    };
  }

  window(): { readonly leftMs?: number } {
    const round = this.#last();
    return round ? { leftMs: Math.max(0, Number(round.closesAtMs) - Date.now()) } : {};
  }

  /** Public view of a round: numbers after its betting window. */
  factsOf(roundId: string): RoundFactsOnWire {
    const round = store.findRound(this.#studio.store, roundId);
    if (!round) return { roundId, sourceNo: 0, roundNo: 0, commitment: '' };
    const source = this.#sourceOf(round);
    const isDealt = round.isDealt === 1n;
    const proof = isDealt ? this.#source.proofOf(source, round) : undefined;
    return {
      roundId,
      sourceNo: Number(round.sourceNo),
      roundNo: Number(round.roundNo),
      commitment: source.commitment,
      ...(isDealt && { numbers: this.#numbersOf(round) }),
      ...(proof !== undefined && { proof }),
    };
  }

  snapshot(): RoundTableOnWire {
    const { store: memory } = this.#studio;
    const last = this.#last();
    const watchers = this.#watchers();
    const isShoe = this.#rules.draw === 'shoe';
    const marks = this.#results.filter(({ sourceNo }) => !isShoe || sourceNo === last?.sourceNo);
    const counts: Record<string, number> = {};
    for (const { mark } of this.#results) counts[mark[0] ?? ''] = (counts[mark[0] ?? ''] ?? 0) + 1;
    const all = last ? tickets.listStakedInRound(memory, last.roundId) : [];
    return {
      nowMs: Date.now(),
      ...(last && {
        round: {
          ...this.factsOf(last.roundId),
          opensAtMs: Number(last.opensAtMs),
          closesAtMs: Number(last.closesAtMs),
          shownAtMs: Number(last.shownAtMs),
          endsAtMs: Number(last.endsAtMs),
        },
      }),
      nextCommitment: store.findSource(memory, this.#rules.gameCode, 'next')?.commitment ?? '',
      marks: marks.slice(-MARKS_MAX).map(({ mark }) => mark),
      counts,
      ...(watchers > 1 && { watchers }),
      players: new Set(all.map(({ operator, playerId }) => `${operator} ${playerId}`)).size,
      stakes: Object.fromEntries(
        [...sumStakes(all.flatMap(parsePositions))].map(([type, stake]) => [type, Number(stake / 10_000n)]),
      ),
    };
  }

  #last(): TableRoundRow | undefined {
    return store.findLastRound(this.#studio.store, this.#rules.gameCode);
  }

  #open(last: TableRoundRow | undefined, nowMs: number): void {
    const { store: memory, config } = this.#studio;
    const { gameCode } = this.#rules;
    const lengthMs = Math.round((this.#rules.roundMs * config.tableRoundMs) / USUAL_ROUND_MS);
    const after = (share: number): bigint => BigInt(nowMs + Math.floor((lengthMs * share) / 100));
    memory.transaction(() => {
      const source = last && this.#sourceOf(last);
      const following = last && source?.state === 'active' ? this.#source.next(source, last) : undefined;
      if (!following) this.#takeNextSource();
      const active = store.findSource(memory, gameCode, 'active');
      if (!active) throw new Error(`${gameCode} has no source of numbers`);
      store.insertRound(memory, gameCode, {
        roundId: `tb${nowMs.toString(36)}${randomBytes(6).toString('hex')}`,
        sourceNo: active.sourceNo,
        ...(following ?? { roundNo: 1n, position: 0n }),
        opensAtMs: BigInt(nowMs),
        closesAtMs: after(BETTING_SHARE),
        shownAtMs: after(SHOWN_SHARE),
        endsAtMs: BigInt(nowMs + lengthMs),
      });
    });
  }

  #takeNextSource(): void {
    const { store: memory } = this.#studio;
    const { gameCode } = this.#rules;
    if (!store.findSource(memory, gameCode, 'next')) store.insertSource(memory, gameCode, this.#source.fresh());
    store.changeSource(memory, gameCode);
    // The next source is committed while this one is in use.
    store.insertSource(memory, gameCode, this.#source.fresh());
  }

  #sourceOf({ sourceNo }: TableRoundRow): SourceRow {
    const source = store.findNumberedSource(this.#studio.store, this.#rules.gameCode, sourceNo);
    if (!source) throw new Error(`source ${sourceNo} of ${this.#rules.gameCode} is not there`);
    return source;
  }

  #numbersOf(round: TableRoundRow): readonly number[] {
    return this.#source.numbersOf(this.#sourceOf(round), round);
  }

  #resultOf(round: TableRoundRow): { readonly sourceNo: bigint; readonly mark: readonly string[] } {
    const outcome = this.#rules.outcomeOf(this.#numbersOf(round));
    return { sourceNo: round.sourceNo, mark: this.#rules.road.mark(outcome) };
  }
}

function sumStakes(positions: readonly { readonly type: string; readonly stake: Money }[]): Map<string, Money> {
  const sums = new Map<string, Money>();
  for (const { type, stake } of positions) sums.set(type, add(sums.get(type) ?? zeroMoney, stake));
  return sums;
}
