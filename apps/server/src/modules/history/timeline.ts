// The timeline of a member: what happened, newest first, over all kinds of events.
//
//     deposits ─┐
//     bonuses  ─┼─ newest of each kind ──▶ merged by time ──▶ a page and its cursor
//     rounds ───┘  folded into sittings
//
// Always true: an event stands on one page. Rounds of one game with less than half an hour between them are one
// sitting, dated by its last round; a round belongs to one sitting. A sitting of more rounds than a page reads is shown
// in parts.
//
// Elsewhere: the tables (timeline.store.ts), the pages of the member (history.ts).

import type { Queryable } from '@chaba/database';
import { add, type Money, subtract, zeroMoney } from '@chaba/money';

import * as store from './timeline.store.ts';
import {
  type EventKind,
  eventKinds,
  type EventPosition,
  type PlayedRound,
  type StoredEvent,
} from './timeline.store.ts';

export { type EventKind, eventKinds } from './timeline.store.ts';

export type Sitting = {
  readonly provider: string;
  readonly gameCode: string;
  readonly from: Date;
  readonly to: Date;
  readonly rounds: number;
  readonly stake: Money;
  readonly payout: Money;
  readonly turnover: Money;
};

export type TimelineEvent = StoredEvent & { readonly sitting?: Sitting };

export type TimelineCursor = EventPosition & {
  /** Sittings that were shown and reach below the page: their games, and the microsecond of their first round. */
  readonly shown: readonly { readonly game: string; readonly fromMicros: bigint }[];
};

export type Timeline = { readonly events: readonly TimelineEvent[]; readonly next: TimelineCursor | undefined };

const PAGE_EVENTS = 50;
const ROUNDS_READ = 5_000;
const GAP_MICROS = 30n * 60n * 1_000_000n;

/** A page of events of these kinds, the newest first. */
export async function loadTimeline(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly kinds: readonly EventKind[]; readonly before: TimelineCursor | undefined },
): Promise<Timeline> {
  const { memberId, kinds, before } = of;
  const [stored, play] = await Promise.all([
    store.listEvents(database, siteId, { memberId, kinds, before, limit: PAGE_EVENTS + 1 }),
    kinds.includes('play') ? loadPlay(database, siteId, memberId, before) : NO_PLAY,
  ]);
  const merged = [...stored, ...play.sittings.map((each) => each.event)]
    .filter(({ at }) => play.horizon === undefined || at > play.horizon)
    .toSorted(compareEvents);
  const events = merged.slice(0, PAGE_EVENTS);
  const last = events.at(-1);
  const isFull = merged.length > PAGE_EVENTS;
  if (!isFull && play.horizon === undefined) return { events, next: undefined };
  const end: EventPosition =
    isFull && last
      ? { at: last.at, rank: eventKinds.indexOf(last.kind), id: last.id }
      : { at: play.horizon ?? new Date(0), rank: -1, id: 0n };
  const shown = [...(before?.shown ?? []), ...play.sittings.filter(({ event }) => events.includes(event))];
  return { events, next: { ...end, shown: keepOpen(shown, end.at) } };
}

type Play = {
  readonly sittings: readonly { readonly event: TimelineEvent; readonly game: string; readonly fromMicros: bigint }[];
  /** Rounds up to this moment were not read. */
  readonly horizon: Date | undefined;
};

const NO_PLAY: Play = { sittings: [], horizon: undefined };

async function loadPlay(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  before: TimelineCursor | undefined,
): Promise<Play> {
  const rounds = await store.listRounds(database, siteId, { memberId, upTo: before?.at, limit: ROUNDS_READ });
  const oldest = rounds.at(-1);
  const isCut = rounds.length === ROUNDS_READ && oldest !== undefined;
  const unseen = rounds.filter(({ provider, gameCode, openedMicros }) => {
    const game = `${provider}/${gameCode}`;
    return before?.shown.some((each) => each.game === game && openedMicros >= each.fromMicros) !== true;
  });
  return { sittings: fold(unseen), horizon: isCut ? toDate(oldest.openedMicros) : undefined };
}

/** Rounds, newest first, as sittings. */
function fold(rounds: readonly PlayedRound[]): Play['sittings'] {
  return [...Map.groupBy(rounds, ({ provider, gameCode }) => `${provider}/${gameCode}`)].flatMap(([game, played]) => {
    const sittings: PlayedRound[][] = [];
    for (const round of played) {
      const current = sittings.at(-1);
      const previous = current?.at(-1);
      if (current && previous && previous.openedMicros - round.openedMicros < GAP_MICROS) current.push(round);
      else sittings.push([round]);
    }
    return sittings.map((sitting) => toSitting(game, sitting));
  });
}

function toSitting(game: string, rounds: readonly PlayedRound[]): Play['sittings'][number] {
  const [last] = rounds;
  const first = rounds.at(-1) ?? last;
  const toMicros = last?.openedMicros ?? 0n;
  const fromMicros = first?.openedMicros ?? 0n;
  const sum = (pick: (round: PlayedRound) => Money): Money => add(zeroMoney, ...rounds.map(pick));
  const [stake, payout] = [sum((round) => round.stake), sum((round) => round.payout)];
  const sitting: Sitting = {
    provider: first?.provider ?? '',
    gameCode: first?.gameCode ?? '',
    from: toDate(fromMicros),
    to: toDate(toMicros),
    rounds: rounds.length,
    stake,
    payout,
    turnover: sum((round) => round.turnover),
  };
  const event: TimelineEvent = {
    kind: 'play',
    at: sitting.to,
    id: toMicros,
    code: 'sitting',
    amount: subtract(payout, stake),
    data: {},
    sitting,
  };
  return { event, game, fromMicros };
}

/** Rounds of the millisecond where the next page begins are read again, so sittings that touch it stay known. */
function keepOpen(shown: TimelineCursor['shown'], at: Date): TimelineCursor['shown'] {
  const end = BigInt(at.getTime() + 1) * 1_000n;
  return shown.filter(({ fromMicros }) => fromMicros < end).map(({ game, fromMicros }) => ({ game, fromMicros }));
}

function compareEvents(one: TimelineEvent, other: TimelineEvent): number {
  const byTime = other.at.getTime() - one.at.getTime();
  if (byTime !== 0) return byTime;
  const byKind = eventKinds.indexOf(one.kind) - eventKinds.indexOf(other.kind);
  if (byKind !== 0) return byKind;
  return one.id < other.id ? 1 : -1;
}

const toDate = (micros: bigint): Date => new Date(Number(micros / 1_000n));
