// Proposes the order of the letters on strips: random from a seed, with a minimum distance between equal letters.

import type { NextNumber } from '#studio/fairness/draw';

import type { SlotTitle } from './title.ts';

const ATTEMPTS = 4_000;

type StripRules = {
  /** Stops from one letter to the same letter, at least; 1 allows neighbours. */
  readonly apart: (letter: string) => number;
};

/** A strip with these numbers of letters, a ring. */
function arrangeStrip(counts: Readonly<Record<string, number>>, { apart }: StripRules, next: NextNumber): string {
  const all = Object.entries(counts).flatMap(([letter, count]) => Array.from({ length: count }, () => letter));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const strip = placeAll(all, apart, next);
    if (strip) return strip.join('');
  }
  throw new RangeError(`expected letters that can stand apart: ${all.join('')}`);
}

function placeAll(all: readonly string[], apart: (letter: string) => number, next: NextNumber): string[] | undefined {
  const left = [...all];
  const strip: string[] = [];
  const fits = (letter: string): boolean => {
    const least = apart(letter);
    for (let distance = 1; distance < least; distance += 1) {
      if (strip[strip.length - distance] === letter) return false;
      // Across the end of the ring.
      const place = strip.length + distance - all.length;
      if (place >= 0 && strip[place] === letter) return false;
    }
    return true;
  };
  while (left.length > 0) {
    const places = left.flatMap((letter, place) => (fits(letter) ? [place] : []));
    const place = places[next(Math.max(1, places.length))];
    if (place === undefined) return undefined;
    strip.push(...left.splice(place, 1));
  }
  return strip;
}

/** The strips of a title with their letters in another order: feature letters and wilds stay a window apart. */
export function arrangeStrips(title: SlotTitle, next: NextNumber): string[] {
  const special = new Set([
    title.wild,
    ...title.features.map((feature) => ('letter' in feature ? feature.letter : '')),
  ]);
  const apart = (letter: string): number => (special.has(letter) ? title.grid.rows + 1 : 2);
  return title.base.strips.map((strip) => {
    const counts: Record<string, number> = {};
    for (const letter of strip) counts[letter] = (counts[letter] ?? 0) + 1;
    return arrangeStrip(counts, { apart }, next);
  });
}
