// Personal names as banks and members write them: different spellings of one name compare as equal.
//
// Always true: titles, spaces and the typing order of marks never decide a comparison, and a different letter never
// matches. Undecidable comparisons return 'review' for an operator.
//
// Elsewhere: effect of a result on a slip (deposits) or a registration (bank-check.ts).

import { withoutInvisible } from '@chaba/contract/typed-text';

import { fail } from '#core/domain-error';

import { companyWords, titles } from './names.text.ts';

export type PersonName = { readonly firstName: string; readonly lastName: string };

export type NameMatch = 'match' | 'review' | 'mismatch';

const SPACES = /[\s\u00A0]+/g;
const TONES_AND_SILENCED = /[\u0E01-\u0E2E][\u0E34\u0E38]?\u0E4C|[\u0E47-\u0E4B\u0E4C]/g;
const THAI = /[\u0E00-\u0E7F]/;
const LATIN = /[a-z]/;
// Characters that slips print in place of hidden letters.
const MASK = /[*xX.\u2026\u2022\u25CF-]+$/;
// After a title without a space, a name continues with a consonant or a leading vowel, never with a mark.
const NAME_START = /^[\u0E01-\u0E2E\u0E40-\u0E44]/;
const PERSON_NAME = /^[\p{L}\p{M}][\p{L}\p{M} .'’-]*$/u;

/** Canonical form of a name that can be typed in several ways. */
export function normaliseName(name: string): string {
  return withoutInvisible(name)
    .replace(SPACES, ' ')
    .trim()
    .toLowerCase()
    .replace(/[\u0E50-\u0E59]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/\u0E40\u0E40/g, '\u0E41')
    .replace(/\u0E4D([\u0E48-\u0E4B]?)\u0E32/g, '$1\u0E33')
    .replace(/([\u0E48-\u0E4B])\u0E4D\u0E32/g, '$1\u0E33')
    .replace(/\u0E33([\u0E48-\u0E4B])/g, '$1\u0E33')
    .replace(/([\u0E48-\u0E4B])([\u0E31\u0E34-\u0E39])/g, '$2$1');
}

/** The name without the title before it. */
export function withoutTitle(name: string): string {
  for (const title of titles) {
    if (!name.startsWith(title)) continue;
    const rest = name.slice(title.length);
    if (rest.startsWith(' ') && rest.trim() !== '') return rest.trim();
    const isGlued = NAME_START.test(rest) && !LATIN.test(title);
    if (isGlued) return rest;
  }
  return name;
}

/** Whether this is the name of a company rather than of a person. */
export function isCompanyName(name: string): boolean {
  const plain = normaliseName(name);
  return companyWords.some((word) => plain.includes(word));
}

/** A first or last name as a member may type it, cleaned; undefined if it is not a name. */
export function cleanPersonName(typed: string): string | undefined {
  const name = withoutInvisible(typed).replace(SPACES, ' ').trim();
  return PERSON_NAME.test(name) && [...name].length <= 100 ? name : undefined;
}

/** Compares the bank's name, complete or truncated, with the member's. */
export function compareNames(member: string, bank: string): NameMatch {
  const bankName = normaliseName(bank);
  if (bankName === '') return 'review';
  // A first name may begin like a title, so both readings of each side are compared and the best result counts.
  const results = variants(normaliseName(member)).flatMap((ours) =>
    variants(bankName).map((theirs) => compareOne(ours, theirs)),
  );
  if (results.includes('match')) return 'match';
  return results.includes('review') ? 'review' : 'mismatch';
}

function variants(name: string): string[] {
  const bare = withoutTitle(name);
  return bare === name ? [name] : [name, bare];
}

function compareOne(ours: string, theirs: string): NameMatch {
  if (ours === theirs || squeeze(ours) === squeeze(theirs)) return 'match';
  const [ourFirst, ourLast] = split(ours);
  const [theirFirst, theirLast] = split(theirs);
  if (ourFirst === theirFirst) {
    const shown = theirLast.replace(MASK, '').trim();
    if (shown !== '' && squeeze(ourLast).startsWith(squeeze(shown))) return 'match';
    if (shown === '') return 'review';
  }
  if (THAI.test(ours) !== THAI.test(theirs) && LATIN.test(ours + theirs)) return 'review';
  return withoutTones(ours) === withoutTones(theirs) ? 'review' : 'mismatch';
}

function split(name: string): [first: string, last: string] {
  const space = name.indexOf(' ');
  return space < 0 ? [name, ''] : [name.slice(0, space), name.slice(space + 1)];
}

function squeeze(name: string): string {
  return name.replaceAll(' ', '');
}

function withoutTones(name: string): string {
  return squeeze(name).replace(TONES_AND_SILENCED, '');
}

/** Validates the typed name of a member without a bank check token. */
export function requireTypedName({ firstName, lastName }: PersonName): PersonName {
  if (firstName.trim() === '' || lastName.trim() === '') fail('SIGNUP_INCOMPLETE');
  const first = cleanPersonName(firstName);
  const last = cleanPersonName(lastName);
  if (first === undefined || last === undefined || isCompanyName(`${first} ${last}`)) fail('NAME_INVALID');
  return { firstName: first, lastName: last };
}
