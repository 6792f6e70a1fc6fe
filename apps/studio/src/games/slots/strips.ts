// Proposes the order of the letters on strips: random from a seed, with a minimum distance between equal letters.

import type { NextNumber } from '#studio/fairness/draw';

import type { SlotTitle } from './title.ts';

const ATTEMPTS = 4_000;

/** The strips of a title with their letters in another order: feature letters and wilds stay a window apart. */
export function arrangeStrips(title: SlotTitle, next: NextNumber): string[] {
  const special = new Set([title.wild, ...title.features.map((feature) => 'letter' in feature && feature.letter)]);
  const apart = (letter: string): number => (special.has(letter) ? title.grid.rows + 1 : 2);
  return title.base.strips.map((strip) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const arranged = arrangeStrip(strip, apart, next);
      if (arranged !== undefined) return arranged;
    }
    throw new RangeError(`expected letters that can stand apart: ${strip}`);
  });
}

/** One attempt at a ring of the letters; undefined when those that are left do not fit. */
function arrangeStrip(letters: string, apart: (letter: string) => number, next: NextNumber): string | undefined {
  // Sorted, so that a seed gives the same strip whatever the order was.
  const left = [...letters].toSorted();
  const strip: string[] = [];
  const fits = (letter: string): boolean => {
    for (let distance = 1; distance < apart(letter); distance += 1) {
      if (strip[strip.length - distance] === letter) return false;
      // Across the end of the ring.
      const place = strip.length + distance - letters.length;
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
  return strip.join('');
}
