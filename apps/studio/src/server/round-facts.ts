// Formats a round as lines of text that a member site can show.
//
// Always true: lines of an open round contain only numbers that its player has seen.

import { formatBaht, type Money, money } from '@chaba/money';

import { parsePositions } from './tables/table-game.ts';
import { tableWords } from '#studio/games/tables/rules/words.text';
import type { TicketRow } from './tables/tickets.store.ts';

import { text } from './round-facts.text.ts';
import type { RoundOnWire } from '#studio/wire/wire';

/** Maximum length of a value that member sites accept. */
const BETS_LENGTH_MAX = 300;

type Fact = { readonly label: string; readonly value: string };

const NUMBERS_A_FACT = 60;

export function factsOfRound({ draws, isFree, freeAwarded, carry, decision, fairness }: RoundOnWire): Fact[] {
  const { commitment, clientSeed, nonce, serverSeed } = fairness;
  return [
    ...(isFree === true ? [{ label: text.free, value: text.isFree }] : []),
    ...chunksOf(draws ?? []).map((numbers) => ({ label: text.numbers, value: numbers.join(' ') })),
    ...(decision === undefined ? [] : [{ label: text.choice, value: decision }]),
    ...(freeAwarded === undefined ? [] : [{ label: text.freeAwarded, value: text.times(freeAwarded) }]),
    ...(carry === undefined ? [] : [{ label: text.carry, value: carry }]),
    { label: text.nonce, value: String(nonce) },
    { label: text.clientSeed, value: clientSeed },
    { label: text.commitment, value: commitment },
    ...(serverSeed === undefined ? [] : [{ label: text.serverSeed, value: serverSeed }]),
  ];
}

/** Free rounds of a granting round, which have their own draws. */
export function factsOfFeature({ played, waiting }: { readonly played: bigint; readonly waiting: bigint }): Fact[] {
  return [
    { label: text.freePlayed, value: text.times(Number(played)) },
    ...(waiting > 0n ? [{ label: text.freeWaiting, value: text.times(Number(waiting)) }] : []),
  ];
}

/** Splits numbers into groups, because a member site accepts values of limited length. */
function chunksOf(numbers: readonly number[]): (readonly number[])[] {
  const count = Math.ceil(numbers.length / NUMBERS_A_FACT);
  return Array.from({ length: count }, (_, index) =>
    numbers.slice(index * NUMBERS_A_FACT, (index + 1) * NUMBERS_A_FACT),
  );
}

export function factsOfTickets(tickets: readonly TicketRow[]): Fact[] {
  const bets = tickets.flatMap((ticket) =>
    parsePositions(ticket).map(({ type, stake }) => {
      const place = tableWords[ticket.gameCode]?.place(type);
      return place === undefined ? guessOf(type, stake) : text.stake(place, formatBaht(stake));
    }),
  );
  const payout = tickets.reduce((sum, { payoutE4 }) => sum + (payoutE4 ?? 0n), 0n);
  return [
    ...(tickets[0] ? [{ label: text.tableRound, value: tickets[0].roundId }] : []),
    { label: text.bets, value: bets.join(', ').slice(0, BETS_LENGTH_MAX) },
    { label: text.payout, value: formatBaht(money(payout)) },
  ];
}

/** "up:30": direction and duration in seconds. */
function guessOf(type: string, stake: Money): string {
  const [place = '', seconds] = type.split(':');
  const named = text.places[place] ?? place;
  return text.stake(seconds === undefined ? named : `${named} ${text.seconds(seconds)}`, formatBaht(stake));
}
