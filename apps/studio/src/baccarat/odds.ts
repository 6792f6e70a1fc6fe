// Exact return of each baccarat bet, by counting every deal of six cards from eight full decks.
//
// Always true: integer arithmetic only. Cards are grouped by pips; each combination is weighted by the number of cards
// left of its kind. Pairs are counted by rank.

import { bankerDraws, type Spot } from './rules.ts';

const DECKS = 8;
/** Tens and court cards, then ace to nine. */
const PIPS = Array.from({ length: 10 }, (_, pip) => (pip === 0 ? 16 * DECKS : 4 * DECKS));
const CARDS = 52 * DECKS;

type Counts = { player: bigint; banker: bigint; tie: bigint };

/** How many of all ordered deals of six cards end with each winner. */
export function countDeals(): Readonly<Counts> & { readonly all: bigint } {
  const counts: Counts = { player: 0n, banker: 0n, tie: 0n };
  const left = [...PIPS];
  const [rest5, rest6] = [BigInt(CARDS - 5), BigInt(CARDS - 4) * BigInt(CARDS - 5)];
  const end = (player: number, banker: number, ways: number, unused: bigint): void => {
    const winner = player > banker ? 'player' : banker > player ? 'banker' : 'tie';
    counts[winner] += BigInt(ways) * unused;
  };
  const each = (ways: number, go: (pip: number, ways: number) => void): void => {
    for (let pip = 0; pip < 10; pip += 1) {
      const count = left[pip] ?? 0;
      left[pip] = count - 1;
      go(pip, ways * count);
      left[pip] = count;
    }
  };
  const third = (player: number, banker: number, ways: number): void => {
    if (player >= 8 || banker >= 8) return end(player, banker, ways, rest6);
    if (player > 5) {
      if (!bankerDraws(banker, undefined)) return end(player, banker, ways, rest6);
      return each(ways, (pip, more) => end(player, (banker + pip) % 10, more, rest5));
    }
    each(ways, (pip, more) => {
      const drawn = (player + pip) % 10;
      if (!bankerDraws(banker, pip)) return end(drawn, banker, more, rest5);
      each(more, (last, most) => end(drawn, (banker + last) % 10, most, 1n));
    });
  };
  each(1, (a, w1) =>
    each(w1, (b, w2) => each(w2, (c, w3) => each(w3, (d, w4) => third((a + c) % 10, (b + d) % 10, w4)))),
  );
  return { ...counts, all: counts.player + counts.banker + counts.tie };
}

/** The return of each bet in millionths of a stake, rounded down. */
export function returnsOf(): Readonly<Record<Spot, number>> {
  const { player, banker, tie, all } = countDeals();
  const millionths = (hundredths: bigint, of: bigint): number => Number((hundredths * 10_000n) / of);
  // Of the cards left, as many have the rank of the first as its deck-mates.
  const pair = millionths(BigInt(4 * DECKS - 1) * 1_200n, BigInt(CARDS - 1));
  return {
    player: millionths(player * 200n + tie * 100n, all),
    banker: millionths(banker * 195n + tie * 100n, all),
    tie: millionths(tie * 900n, all),
    playerPair: pair,
    bankerPair: pair,
  };
}
