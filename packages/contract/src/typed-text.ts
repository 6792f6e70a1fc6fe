// Cleans typed and pasted text before it is compared or counted: chats and phones add characters that nobody sees.

import { westernDigits } from './digits.ts';

// Marks of direction, joiners, fillers, variation selectors and soft hyphens: none of them has a form of its own.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
// Punctuation that chats add around a word. Thai abbreviation and repetition marks are letters to Unicode, and the Thai
// "etc." is a letter between two of them.
const AROUND_START = /^[_-]*(?:[^\p{L}\p{Nd}\p{Nl}_-]|(?:\u0E2F\u0E25)?[\u0E2F\u0E46])+/u;
const AROUND_END = /(?:[^\p{L}\p{Nd}\p{Nl}_-]|(?:\u0E2F\u0E25)?[\u0E2F\u0E46])+[_-]*$/u;
const DASHES = /[\p{Pd}\u2212]/gu;

/** Removes invisible characters, which would make two texts of one. */
export function withoutInvisible(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '');
}

/** A pasted code word: without invisible characters and without the punctuation around it; letter case stays. */
export function cleanCode(typed: string): string {
  // The characters around are removed first: a superscript at the end would become a digit.
  const plain = withoutInvisible(typed).replace(AROUND_START, '').replace(AROUND_END, '');
  return westernDigits(plain.normalize('NFKC')).replace(DASHES, '-');
}

/** A referral key consists of letters and digits only; those of a link lose the punctuation after it. */
export function cleanReferralKey(text: string): string {
  return cleanCode(text).replace(/^[_-]+|[_-]+$/g, '');
}
