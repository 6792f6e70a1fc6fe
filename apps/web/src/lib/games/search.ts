// The search of the lobby, computed on the device: names, codes and words, tolerant of spelling.
//
// A text is folded: case, spaces, tone marks, silent and doubled letters do not count, and letters that sound alike are
// one letter. A query matches a text that contains it; if nothing contains it, a text that begins with it but for one
// letter. Pure.
//
// Elsewhere: the words (server, catalogue.text.ts), the entries (lobby-entries.ts).

import { alike, silentLetters, silentMarks } from './search.text.ts';

/** From this length on, one wrong letter leaves a word recognisable. */
const TOLERANT_LENGTH_MIN = 4;

const sameLetters = new Map(alike.flatMap(([letters, as]) => Array.from(letters, (letter) => [letter, as] as const)));
const folded = new Map<string, string>();

/** Folds a text; the texts of a catalogue are few and folded once. */
export function fold(text: string): string {
  const known = folded.get(text);
  if (known !== undefined) return known;
  const result = Array.from(
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(silentLetters, '')
      .replaceAll(silentMarks, '')
      .replaceAll('ph', 'f')
      .replaceAll('x', 'ks')
      .replaceAll(/[cq]/g, 'k')
      .replaceAll('z', 's')
      .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, ''),
    (letter) => sameLetters.get(letter) ?? letter,
  )
    .join('')
    .replaceAll(/(\p{L})\1+/gu, '$1');
  folded.set(text, result);
  return result;
}

type Searchable = {
  /** Names and codes. */
  readonly names: readonly string[];
  /** Words that find it, after the names. */
  readonly words: readonly string[];
};

/** The matching items: names before words, otherwise in their order. */
export function searchItems<Item extends Searchable>(items: readonly Item[], query: string): readonly Item[] {
  const whole = fold(query);
  if (whole === '') return items;
  const parts = query.split(/\s+/).map(fold).filter(Boolean);
  const contains = (text: string): boolean => {
    const own = fold(text);
    return own.includes(whole);
  };
  const byName = items.filter(({ names }) => names.some(contains));
  const byWord = items.filter(
    (item) => !byName.includes(item) && (item.words.some(contains) || isInParts(item, parts)),
  );
  if (byName.length + byWord.length > 0 || whole.length < TOLERANT_LENGTH_MIN) return [...byName, ...byWord];
  return items.filter(({ names, words }) => [...names, ...words].some((text) => beginsAlmost(fold(text), whole)));
}

/** Each part of the query is in one of the texts. */
function isInParts({ names, words }: Searchable, parts: readonly string[]): boolean {
  return parts.length > 1 && parts.every((part) => [...names, ...words].some((text) => fold(text).includes(part)));
}

/** The text begins with the query, or with the query after one letter was added, removed or replaced. */
function beginsAlmost(text: string, query: string): boolean {
  let at = 0;
  while (at < query.length && query[at] === text[at]) at += 1;
  const rest = query.slice(at + 1);
  return (
    at > 0 && (text.startsWith(rest, at + 1) || text.startsWith(rest, at) || text.startsWith(query.slice(at), at + 1))
  );
}
