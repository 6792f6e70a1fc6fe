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

import { add, baht, max, min, type Money, percentFloor, subtract, zeroMoney } from '@chaba/money';
import { failRequest } from '@chaba/sandbox-kit/http-error';

import type { PlayerGame } from '#studio/fairness/seeds';
import { errorMessages } from '#studio/server/studio.text';
import type { StudioContext } from '#studio/server/studio-context';

import { computeCounted, computePushed } from '#studio/games/tables/hedge-share';
import { percentText, computeReturn, computeStated } from '#studio/games/tables/returns';
import { openRoundSource, type RoundSource } from '#studio/games/tables/round-source';
import type { RoundFactsOnWire, RoundTableOnWire, StatedOnWire } from '#studio/wire/round-wire';
import * as store from './rounds.store.ts';
import type { TableRoundRow } from './rounds.store.ts';
import {
  parsePositions,
  type Payment,
  type TablePosition,
  type TableContext,
  type TableGame,
  type TicketWindow,
} from './table-game.ts';
import { findPlace, computeMaxStake, type PlaceReturn, type TableRules } from '#studio/games/tables/table-rules';
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

export class RoundTable implements TableGame {
  readonly gameCode: string;
  readonly name: string;
  readonly gameType = 'LIVECASINO';
  readonly category = 'LIVECASINO';
  readonly stakeMin = baht(5);
  readonly stakeMax = baht(5_000);
  readonly isCancellable = true;
  readonly #studio: StudioContext;
  readonly #rules: TableRules<unknown>;
  readonly #context: TableContext;
  readonly #source: RoundSource;
  /** Results of the last rounds, oldest first. */
  readonly #results: { readonly sourceNo: bigint; readonly mark: readonly string[] }[];
  #stepping: NodeJS.Timeout | undefined;
  #publishing: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(studio: StudioContext, rules: TableRules<unknown>, name: string, context: TableContext) {
    this.gameCode = rules.gameCode;
    this.name = name;
    this.#studio = studio;
    this.#rules = rules;
    this.#context = context;
    this.#source = openRoundSource(rules);
    store.applyTableRounds(studio.store);
    const dealt = store.listDealtRounds(studio.store, rules.gameCode, COUNTED_ROUNDS);
    this.#results = dealt.map((round) => this.#resultOf(round));
    // Deals rounds that an earlier process left undealt.
    this.#stepping = setTimeout(() => this.#step(), 0);
  }

  /** Return of the best bet. Computed on first use, because the count takes up to a second. */
  get returnPercent(): string {
    return percentText(Math.max(...this.#rules.places.map(({ type }) => computeReturn(this.#rules, type))));
  }

  wake(isWatched = false): void {
    if (this.#stepping === undefined) this.#step(isWatched);
    this.#publishing ??= setTimeout(() => {
      this.#publishing = undefined;
      if (!this.#isStopped) this.#context.publish(this.snapshot());
    }, PUBLISH_EVERY_MS).unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#stepping);
    clearTimeout(this.#publishing);
  }

  /** Deals due rounds, opens the next one if needed, and returns at the next change; an idle table does not. */
  #step(isWatched = false): void {
    this.#stepping = undefined;
    if (this.#isStopped) return;
    const nowMs = Date.now();
    const dealt = store.dealDue(this.#studio.store, this.gameCode, nowMs);
    this.#results.push(...dealt.map((round) => this.#resultOf(round)));
    this.#results.splice(0, this.#results.length - COUNTED_ROUNDS);
    const last = this.#last();
    const isOver = !last || nowMs >= Number(last.endsAtMs);
    const opens = isOver && (isWatched || this.#context.isWanted());
    if (opens) this.#open(last, nowMs);
    if (opens || dealt.length > 0) this.#context.publish(this.snapshot());
    const waitMs = this.#nextChangeInMs(nowMs);
    if (waitMs !== undefined) this.#stepping = setTimeout(() => this.#step(), waitMs);
  }

  /** Time until the next change after a step of that time; undefined while the table is idle. */
  #nextChangeInMs(stepMs: number): number | undefined {
    const last = this.#last();
    if (!last) return undefined;
    const atMs = Number(last.isDealt === 0n ? last.closesAtMs : last.endsAtMs);
    // A round that ends during the step is not idle: the next step opens the one after it.
    return atMs <= stepMs && last.isDealt === 1n ? undefined : Math.max(1, atMs - Date.now());
  }

  placeOf(positions: readonly TablePosition[], player: PlayerGame): TicketWindow {
    const round = this.#last();
    if (!round || Date.now() >= Number(round.closesAtMs)) failRequest(409, 'WINDOW_SHUT', errorMessages('WINDOW_SHUT'));
    const own = tickets.listRoundTickets(this.#studio.store, { ...player, roundId: round.roundId });
    const open = own.filter(({ state }) => state === 'placing' || state === 'staked');
    const stakes = sumStakes([...open.flatMap(parsePositions), ...positions]);
    for (const { type } of positions) {
      const place = findPlace(this.#rules, type);
      if (!place) failRequest(422, 'SPOT_UNKNOWN', errorMessages('SPOT_UNKNOWN'));
      if ((stakes.get(type) ?? zeroMoney) > baht(computeMaxStake(place))) {
        failRequest(422, 'PLACE_LIMIT_REACHED', errorMessages('PLACE_LIMIT_REACHED'));
      }
    }
    return { roundId: round.roundId, closesAtMs: Number(round.closesAtMs), decidesAtMs: Number(round.shownAtMs) };
  }

  /** Distributes the counted stake of the round over the player's tickets, in their order. */
  paymentOf(ticket: TicketRow, others: readonly TicketRow[]): Payment | undefined {
    const round = store.findRound(this.#studio.store, ticket.roundId);
    if (!round || Date.now() < Number(round.closesAtMs)) return undefined;
    const outcome = this.#rules.outcomeOf(this.#source.numbersOf(round));
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

  stated(): StatedOnWire {
    const { places } = this.#rules;
    const limits = Object.fromEntries(places.map((place) => [place.type, computeMaxStake(place)]));
    return { ...computeStated(this.#rules), limits };
  }

  window(): { readonly leftMs?: number } {
    const round = this.#last();
    return round ? { leftMs: Math.max(0, Number(round.closesAtMs) - Date.now()) } : {};
  }

  roundOf({ roundId }: TicketRow): RoundFactsOnWire {
    const round = store.findRound(this.#studio.store, roundId);
    return round ? this.#factsOf(round) : { roundId, sourceNo: 0, roundNo: 0, commitment: '' };
  }

  snapshot(): RoundTableOnWire {
    const { store: memory } = this.#studio;
    const last = this.#last();
    const watchers = this.#context.watchers();
    const isShoe = this.#rules.draw === 'shoe';
    const marks = this.#results.filter(({ sourceNo }) => !isShoe || sourceNo === last?.sourceNo);
    const counts: Record<string, number> = {};
    for (const { mark } of this.#results) counts[mark[0] ?? ''] = (counts[mark[0] ?? ''] ?? 0) + 1;
    const all = last ? tickets.listStakedInRound(memory, last.roundId) : [];
    return {
      nowMs: Date.now(),
      ...(last && {
        round: {
          ...this.#factsOf(last),
          opensAtMs: Number(last.opensAtMs),
          closesAtMs: Number(last.closesAtMs),
          shownAtMs: Number(last.shownAtMs),
          endsAtMs: Number(last.endsAtMs),
        },
      }),
      nextCommitment: store.findNextCommitment(memory, this.gameCode) ?? '',
      marks: marks.slice(-MARKS_MAX).map(({ mark }) => mark),
      counts,
      ...(watchers > 1 && { watchers }),
      players: new Set(all.map(({ operator, playerId }) => `${operator} ${playerId}`)).size,
      stakes: Object.fromEntries(
        [...sumStakes(all.flatMap(parsePositions))].map(([type, stake]) => [type, Number(stake / 10_000n)]),
      ),
    };
  }

  /** Public view of a round: numbers after its betting window. */
  #factsOf(round: TableRoundRow): RoundFactsOnWire {
    const isDealt = round.isDealt === 1n;
    const proof = isDealt ? this.#source.proofOf(round) : undefined;
    return {
      roundId: round.roundId,
      sourceNo: Number(round.sourceNo),
      roundNo: Number(round.roundNo),
      commitment: round.commitment,
      ...(isDealt && { numbers: this.#source.numbersOf(round) }),
      ...(proof !== undefined && { proof }),
    };
  }

  #last(): TableRoundRow | undefined {
    return store.findLastRound(this.#studio.store, this.gameCode);
  }

  #open(last: TableRoundRow | undefined, nowMs: number): void {
    const { store: memory, config } = this.#studio;
    const lengthMs = Math.round((this.#rules.roundMs * config.tableRoundMs) / USUAL_ROUND_MS);
    const after = (share: number): bigint => BigInt(nowMs + Math.floor((lengthMs * share) / 100));
    memory.transaction(() => {
      const following = last?.sourceState === 'active' ? this.#source.next(last) : undefined;
      if (!following) this.#takeNextSource();
      store.insertRound(memory, this.gameCode, {
        roundId: `tb${nowMs.toString(36)}${randomBytes(6).toString('hex')}`,
        ...(following ?? { roundNo: 1n, position: 0n }),
        opensAtMs: after(0),
        closesAtMs: after(BETTING_SHARE),
        shownAtMs: after(SHOWN_SHARE),
        endsAtMs: after(100),
      });
    });
  }

  #takeNextSource(): void {
    const { store: memory } = this.#studio;
    const next = store.findNextCommitment(memory, this.gameCode);
    if (next === undefined) store.insertSource(memory, this.gameCode, this.#source.fresh());
    store.changeSource(memory, this.gameCode);
    // The next source is committed while this one is in use.
    store.insertSource(memory, this.gameCode, this.#source.fresh());
  }

  #resultOf(round: TableRoundRow): { readonly sourceNo: bigint; readonly mark: readonly string[] } {
    const outcome = this.#rules.outcomeOf(this.#source.numbersOf(round));
    return { sourceNo: round.sourceNo, mark: this.#rules.road.mark(outcome) };
  }
}

function sumStakes(positions: readonly { readonly type: string; readonly stake: Money }[]): Map<string, Money> {
  const sums = new Map<string, Money>();
  for (const { type, stake } of positions) sums.set(type, add(sums.get(type) ?? zeroMoney, stake));
  return sums;
}
