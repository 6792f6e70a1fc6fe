// Personal names as banks and members write them: different spellings of one name compare as equal.
//
// Always true: titles, spaces and the typing order of marks never decide a comparison, and a different letter never
// matches. Undecidable comparisons return 'review' for an operator: hidden letters, an unknown word before or after the
// whole name, initials, a missing silencing mark, a title joined to a name that may be part of it, other letters joined
// to the first name.
//
// Elsewhere: the grammar of titles (names.text.ts), effect of a result on a slip (deposits) or a registration
// (bank-check.ts).

import { withoutInvisible } from '@chaba/contract/typed-text';

import { fail } from '#core/domain-error';

import {
  abbreviations,
  companyWords,
  followingTitles,
  joinedTitles,
  latinNameTitles,
  latinTitles,
  thaiNameTitles,
  trailingTitles,
} from './names.text.ts';

export type PersonName = { readonly firstName: string; readonly lastName: string };

export type NameMatch = 'match' | 'review' | 'mismatch';

/** No name is longer; a longer text is compared by its beginning. */
const NAME_MAX = 250;
/** The longest chains of titles have about six parts; a dot ends each letter of an abbreviation. */
const TITLE_PARTS_MAX = 12;

const SPACES = /[\s\u00A0\u2800]+/g;
const TONES_AND_SILENCED = /[\u0E01-\u0E2E][\u0E34\u0E38]?\u0E4C|[\u0E47-\u0E4B\u0E4C]/g;
const SPOKEN_MARKS = /[\u0E47-\u0E4C]/g;
const THAI = /[\u0E00-\u0E7F]/;
const LATIN = /[a-z]/;
const APOSTROPHES = /['`\u00B4\u02B9-\u02BF\u2018-\u201B\u2032\u2035\uFF07]/g;
const QUOTES = /["\u00AB\u00BB\u201C-\u201F\u2039\u203A\uFF02]/g;
// One separator between letters stands for a space; several are a mask.
const SEPARATOR = /(?<=[\p{L}\p{M}]) ?[._,/:] ?(?=\p{L})/gu;
// A dash between letters joins two names; a mask stands at an end.
const JOINING_DASH = /(?<=[\p{L}\p{M}]) ?[\p{Pd}\u2212] ?(?=\p{L})/gu;
// Characters that slips print in place of hidden letters.
const MASK = /[*xX.\u2026\u2022\u00B7\u25CF\u25CB\u25A0\u25A1\u2217\u00D7\uFF0A#_?\u2588-]+$/;
// One or two of x after a Latin letter may be letters of the name.
const LETTER_OR_MASK = /(?<![^a-z])(?<!x)x{1,2}$/;
const MASK_RUN = /[*\u2026\u2022\u25CF\u25CB\u25A0\u25A1\u2217\u00D7\uFF0A#_?\u2588]+|[.-]{2,}|x{2,}/;
const MASK_RUNS = new RegExp(MASK_RUN, 'g');
// After a title without a space, a name continues with a consonant or a leading vowel, never with a mark.
const NAME_START = /^[\u0E01-\u0E2E\u0E40-\u0E44]/;
// A text before a first name that may be a title: a consonant, a grade, or more letters. No leading vowel ends it.
const JOINED_TITLE = /^[1-3\u0E01-\u0E2E]$|.[^\u0E40-\u0E44]$/;
const PERSON_NAME = /^[\p{L}\p{M}][\p{L}\p{M} .'’-]*$/u;

const SEPARATORS = String.raw`[\s.,:()\[\]/]*`;
const END = String.raw`(?:[.:()\[\]]|\s|$)`;
const anyOf = (patterns: readonly string[]): string => patterns.map((pattern) => `(?:${pattern})`).join('|');
const FOLLOWING = anyOf(followingTitles);
/** The parts that may begin a name. Each pattern gives one reading, so a longer word does not hide a shorter one. */
const PARTS: readonly RegExp[] = [
  ...joinedTitles.map((title) => new RegExp(`^(?:${title})(?=${END}|[\u0E01-\u0E2E\u0E40-\u0E44])`)),
  // Any letters with a dot: a name has none.
  /^[\u0E01-\u0E2E]{1,5}\u0E2F?\./,
  new RegExp(`^(?:${anyOf(abbreviations)})(?=${END}|${FOLLOWING})`),
  ...latinTitles.map((title) => new RegExp(`^(?:${title})(?=${END})`, 'i')),
  /^[a-z]{2,6}\./i,
];
const FOLLOWING_PART = new RegExp(`^(?:${FOLLOWING})(?=${END}|[\u0E01-\u0E2E\u0E40-\u0E44])`);
const THAI_NAME_TITLE = new RegExp(`^(?:${anyOf(thaiNameTitles)})`);
const LATIN_NAME_TITLE = new RegExp(`^(?:${anyOf(latinNameTitles)})$`, 'i');
const TRAILING = new RegExp(String.raw`[\s,(]+(?:${trailingTitles.join('|')})[.)\s]*$`, 'i');

const MARKS = /[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]{2,}/g;
const REPEATED = /([\u0E2F\u0E30\u0E32\u0E33\u0E40-\u0E46])\1+/g;
const LATIN_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
};
/** Cyrillic and Greek letters that look like Latin ones as capitals or as small letters, each above its double. */
const LOOKALIKES = 'авекмнорстухіјѕһԁαβεζηικμνορτυχ';
const LATIN_DOUBLES = 'abekmhopctyxijshdabezhikmnoptyx';
/** Plainer spellings of a name, exact first. */
const SPELLINGS = [squeeze, withoutTones, withoutSpelling] as const;

/** How far a dropped title may have been part of the name: not at all, as the only title, or in any case. */
type Doubt = 0 | 1 | 2;
type Reading = { readonly text: string; readonly doubt: Doubt; readonly hasTitle: boolean };

/** Canonical form of a name that can be typed in several ways. */
export function normaliseName(name: string): string {
  const plain = withoutInvisible(name.slice(0, NAME_MAX)).replace(/[\uFF01-\uFF5E\uFB00-\uFB06]/g, (wide) =>
    wide.normalize('NFKC'),
  );
  const unquoted = plain.replace(APOSTROPHES, '').replace(QUOTES, ' ').replace(SPACES, ' ').trim();
  return normaliseThai(withoutAccents(unquoted.replace(JOINING_DASH, ' ').toLowerCase()));
}

/** Marks in one order and once, one form of each vowel that can be typed as two. */
function normaliseThai(name: string): string {
  return name
    .replace(/[\u0E50-\u0E59]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/\u0E45/g, '\u0E32')
    .replace(/\u0E40\u0E40/g, '\u0E41')
    .replace(/\u0E34\u0E4D|\u0E4D\u0E34/g, '\u0E36')
    .replace(MARKS, sortMarks)
    .replace(/\u0E4D([\u0E48-\u0E4B]?)\u0E32/g, '$1\u0E33')
    .replace(/([\u0E48-\u0E4B])\u0E4D\u0E32/g, '$1\u0E33')
    .replace(/\u0E33([\u0E48-\u0E4B])/g, '$1\u0E33')
    .replace(/\u0E4D(?=[\u0E48-\u0E4B]?\u0E33)/g, '')
    .replace(/([\u0E48-\u0E4B])\1+/g, '$1')
    .replace(REPEATED, '$1');
}

/** Vowels precede tones, tones the mark of a silenced letter; each stands once. */
function sortMarks(marks: string): string {
  const rank = (mark: string): number => (mark < '\u0E47' ? 0 : mark < '\u0E4C' ? 1 : 2);
  return [...new Set(marks)].toSorted((one, other) => rank(one) - rank(other)).join('');
}

function withoutAccents(name: string): string {
  if (!LATIN.test(name)) return name;
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[æœøßđðłþıħŋ]/g, (letter) => LATIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

/** The name without the titles before it. */
export function withoutTitle(name: string): string {
  return readTitles(name).at(-1)?.text ?? name;
}

/** The name without titles, also where a cut ends it in one, and without the words of companies. */
export function withoutCommonWords(name: string): string {
  // A title precedes a name, so a letter follows it while titles are read.
  const own = withoutTitle(`${normaliseName(name)} \u0E01`).slice(0, -1);
  return companyWords.reduce((text, word) => text.replaceAll(word, ''), own).trim();
}

/** Every reading of a name that begins with titles, the one without any title last. */
function readTitles(name: string): Reading[] {
  const found = new Map<string, Reading>();
  const read = (text: string, depth: number, doubt: Doubt): void => {
    const known = found.get(text);
    if (known !== undefined && known.doubt <= doubt) return;
    found.set(text, { text, doubt, hasTitle: known?.hasTitle ?? depth > 0 });
    if (depth >= TITLE_PARTS_MAX) return;
    for (const part of depth === 0 ? PARTS : [...PARTS, FOLLOWING_PART]) {
      const after = dropPart(text, part);
      if (after !== undefined) read(after, depth + 1, doubtAfter(text, after, depth, doubt));
    }
  };
  read(name.replace(/^[\s([]+(?=\p{L})/u, ''), 0, 0);
  return [...found.values()].toSorted((one, other) => other.text.length - one.text.length);
}

/** A Thai title is doubtful without a space or dot after it, a Latin word as the only title and without a dot. */
function doubtAfter(text: string, after: string, depth: number, doubt: Doubt): Doubt {
  const dropped = text.slice(0, -after.length);
  if (LATIN.test(dropped.toLowerCase())) return depth === 0 && LATIN_NAME_TITLE.test(dropped.trim()) ? 2 : 0;
  if (THAI_NAME_TITLE.exec(text)?.[0] !== dropped) return doubt;
  return depth === 0 ? 1 : 2;
}

/** Undefined where the part does not begin this text or no name follows it. */
function dropPart(text: string, part: RegExp): string | undefined {
  const title = part.exec(text)?.[0];
  if (title === undefined) return undefined;
  const after = text.slice(title.length);
  const rest = after.replace(new RegExp(`^${SEPARATORS}`), '');
  const isSeparate = rest.length < after.length || title.endsWith('.');
  // A grade may be joined to the name: "CPO 3SOMCHAI".
  if (!/^(?:[\p{L}*]|[1-3]\p{L})/u.test(rest)) return undefined;
  return isSeparate || NAME_START.test(rest) ? rest : undefined;
}

/** Whether the first of several words may be a title, or a part of one. */
function beginsWithTitle(text: string): boolean {
  const [, others] = split(text);
  const isPart = readTitles(text).some((reading) => reading.text === others);
  return others.includes(' ') && (isPart || dropPart(text, FOLLOWING_PART) === others);
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
  const memberName = normaliseName(member);
  const ours = readNames(memberName).map((reading) => withoutSingleWord(memberName, reading));
  const theirs = readNames(bankName);
  // A first name may begin like a title, so all readings of each side are compared and the best result counts.
  const results = ours.flatMap((one) => theirs.map((other) => compareReadings(one, other)));
  if (results.includes('match')) return 'match';
  if (results.includes('review')) return 'review';
  return isCompanyName(bank) ? 'mismatch' : findDoubt(ours, theirs);
}

/** A member has a first name and a surname: a reading of one word may have dropped one of the two. */
function withoutSingleWord(name: string, reading: Reading): Reading {
  return name.includes(' ') && !reading.text.includes(' ') ? { ...reading, doubt: 2 } : reading;
}

/** A match that depends on a title that may be part of the name is for an operator. */
function compareReadings(ours: Reading, theirs: Reading): NameMatch {
  const result = compareOne(ours.text, theirs.text);
  // Banks join their only title to the name; the member's own title would be another one.
  const isDoubtful = ours.doubt > 0 || theirs.doubt === 2 || (theirs.doubt === 1 && ours.hasTitle);
  return result === 'match' && isDoubtful ? 'review' : result;
}

/** Every reading: with and without the titles before and after, and without brackets around the name. */
function readNames(name: string): Reading[] {
  const bare = name.replace(TRAILING, '').trim();
  const texts = new Set([name, bare, name.replace(SEPARATOR, ' '), bare.replace(SEPARATOR, ' ')]);
  const found = new Map<string, Reading>();
  for (const reading of [...texts].flatMap((text) => readTitles(text))) {
    const text = reading.text
      .replace(/[()[\]]/g, ' ')
      .replace(SPACES, ' ')
      .trim();
    const known = found.get(text);
    if (known === undefined || reading.doubt < known.doubt) found.set(text, { ...reading, text });
  }
  return [...found.values()];
}

function compareOne(ours: string, theirs: string): NameMatch {
  if (ours === theirs) return 'match';
  // Without spaces, Dr. Ew Lee and Drew Lee have the same letters.
  if (squeeze(ours) === squeeze(theirs)) return beginsWithTitle(ours) || beginsWithTitle(theirs) ? 'review' : 'match';
  const [ourFirst, ourLast] = split(ours);
  const [theirFirst, theirLast] = split(theirs);
  if (ourFirst === theirFirst) {
    // After a title that both have, the words are the first name and the surname.
    if (theirLast !== '' && beginsWithTitle(ours)) return compareOne(ourLast, theirLast);
    const shown = theirLast.replace(MASK, '').trim();
    if (shown === '') return 'review';
    // "FOX" may be the whole surname or "FO" and a hidden letter.
    const surname = squeeze(ourLast);
    const isDoubtful = LETTER_OR_MASK.test(theirLast) && !surname.startsWith(squeeze(theirLast));
    if (surname.startsWith(squeeze(shown))) return isDoubtful ? 'review' : 'match';
  }
  // One word that cuts the name after its first name.
  if (theirLast === '' && theirs.length > ourFirst.length && squeeze(ours).startsWith(theirs)) return 'review';
  if (THAI.test(ours) !== THAI.test(theirs) && LATIN.test(ours + theirs)) return 'review';
  if (MASK_RUN.test(theirs)) return fitsMask(ours, theirs) ? 'review' : 'mismatch';
  return SPELLINGS.some((plain) => fitsLoosely(ours, theirs, plain)) ? 'review' : 'mismatch';
}

/** Whether two names are one in a plainer spelling, the surname complete or cut short. */
function fitsLoosely(ours: string, theirs: string, plain: (name: string) => string): boolean {
  if (plain(ours) === plain(theirs)) return true;
  const [ourFirst, ourLast] = split(ours);
  const [theirFirst, theirLast] = split(theirs);
  const shown = plain(theirLast.replace(MASK, ''));
  return plain(ourFirst) === plain(theirFirst) && shown !== '' && plain(ourLast).startsWith(shown);
}

/** Whether the letters that a masked name shows stand in this name, in order. */
function fitsMask(ours: string, theirs: string): boolean {
  const name = squeeze(ours).replaceAll('.', '');
  const [first = '', ...others] = squeeze(theirs)
    .replaceAll(/(?<!\.)\.(?!\.)/g, '')
    .split(MASK_RUNS);
  const last = others.pop() ?? '';
  const between = name.slice(first.length, name.length - last.length);
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let from = 0;
  for (const part of others) {
    const at = between.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

/** The whole name with an unknown word around it, an initial as the first name, or a title joined to it. */
function findDoubt(ours: readonly Reading[], theirs: readonly Reading[]): NameMatch {
  const isDoubtful = ours.some(({ text: one }) =>
    theirs.some(
      ({ text: other }) =>
        containsName(one, other) ||
        containsName(other, one) ||
        hasJoinedTitle(one, other) ||
        fitsMaskAfterTitle(one, other),
    ),
  );
  return isDoubtful ? 'review' : 'mismatch';
}

function containsName(whole: string, name: string): boolean {
  const [first, last] = split(name);
  if (last === '') return false;
  const [text, squeezed] = [squeeze(whole), squeeze(name)];
  if (text.endsWith(squeezed) || text.startsWith(squeezed)) return true;
  const words = whole.split(/[\s.,]+/).filter((word) => word !== '');
  // "Maria Cristina Santos" and "Maria Santos"; "S. Jaidee" and "Somchai Jaidee"
  const isMiddleLeftOut = words.length > 2 && words[0] === first && words.at(-1) === last;
  const isInitial = fitsInitials(words, name.split(/[\s.,]+/));
  // An unknown title before a surname that is cut short.
  const isCut = words.slice(1).some((_, at) => compareOne(name, words.slice(at + 1).join(' ')) === 'match');
  return isMiddleLeftOut || isInitial || (isCut && words.length > 2);
}

/**
 * "MRSOMCHAI J" and "ครูสมชาย ใ": the first name inside a word, the surname after it cut short. Only the first word may
 * stand without a surname. Such a text has several readings (MR SOMCHAI, MRS OMCHAI), so it is never a match.
 */
function hasJoinedTitle(name: string, bank: string): boolean {
  const words = bank.split(/[\s,]+/).filter((word) => word !== '');
  return words.some((word, at) => {
    const shown = words
      .slice(at + 1)
      .join('')
      .replace(MASK, '');
    return (at === 0 || shown !== '') && SPELLINGS.some((plain) => endsInName(name, word, shown, plain));
  });
}

/** "MRSOM*** J***": letters that may be a title, and after them two or more letters of a masked first name. */
function fitsMaskAfterTitle(name: string, bank: string): boolean {
  const shown = bank.search(MASK_RUN);
  for (let at = 1; at < shown - 1; at += 1) {
    const [title, rest] = [bank.slice(0, at), bank.slice(at)];
    if (title.includes(' ')) return false;
    if (JOINED_TITLE.test(title) && /^[\p{L}\p{M}]{2}/u.test(rest) && fitsMask(name, rest)) return true;
  }
  return false;
}

/** Whether letters that may be a title precede the first name in this word, and the surname begins with all others. */
function endsInName(name: string, word: string, shown: string, plain: (name: string) => string): boolean {
  const [first, whole] = [plain(split(name)[0]), plain(name)];
  const [letters, text] = [plain(word), plain(word + shown)];
  if (first === '') return false;
  for (let at = letters.indexOf(first, 1); at > 0; at = letters.indexOf(first, at + 1)) {
    if (whole.startsWith(text.slice(at)) && JOINED_TITLE.test(text.slice(0, at))) return true;
  }
  return false;
}

/** "S. J." and "Ali B. Abu": word by word the name or the first consonant or letter of it. */
function fitsInitials(words: readonly string[], name: readonly string[]): boolean {
  const fits = (word: string, full: string): boolean =>
    word === full ||
    (word.length === 1 && [full, full.replace(/^[\u0E40-\u0E44]/, '')].some((at) => at.startsWith(word)));
  return words.length > 1 && words.length === name.length && words.every((word, at) => fits(word, name[at] ?? ''));
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

/** Without tones and silencing marks, Latin letters as if their accents had never been transcribed (Mueller, Joerg). */
function withoutSpelling(name: string): string {
  const letters = Array.from(squeeze(name), (letter) => LATIN_DOUBLES[LOOKALIKES.indexOf(letter)] ?? letter);
  return letters
    .join('')
    .replace(SPOKEN_MARKS, '')
    .replace(/([aou])e|aa/g, (_, vowel: string | undefined) => vowel ?? 'a');
}

/** The name as it is stored; undefined if it is not the name of a person. */
export function parsePersonName({ firstName, lastName }: PersonName): PersonName | undefined {
  const first = cleanPersonName(firstName);
  const last = cleanPersonName(lastName);
  const isName = first !== undefined && last !== undefined && !isCompanyName(`${first} ${last}`);
  return isName ? { firstName: first, lastName: last } : undefined;
}

/** Validates the typed name of a member without a bank check token. */
export function requireTypedName({ firstName, lastName }: PersonName): PersonName {
  if (firstName.trim() === '' || lastName.trim() === '') fail('SIGNUP_INCOMPLETE');
  return parsePersonName({ firstName, lastName }) ?? fail('NAME_INVALID');
}
