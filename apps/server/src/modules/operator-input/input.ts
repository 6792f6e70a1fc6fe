// Typed values of actions: `name=value` words, amounts, and the sentence about a value that cannot be used.
//
// Elsewhere: the parsers of each kind of input (this folder), the actions (modules/operators).

import { type Money, parseBaht } from '@chaba/money';

/** One sentence about an input that cannot be used. Exit code 1: the input is rejected; 2: its form is wrong. */
export class InputError extends Error {
  readonly exitCode: 1 | 2;
  /** The term that is wrong, where the input has several. */
  readonly term: string | undefined;
  constructor(sentence: string, exitCode: 1 | 2 = 1, term?: string) {
    super(sentence);
    this.exitCode = exitCode;
    this.term = term;
  }
}

/** Runs the parser of a term; its error names the term. */
export function withTerm<Value>(term: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.message, error.exitCode, term);
    throw error;
  }
}

/** Splits a word of the form `name=value`. */
export function parseTerm(word: string): readonly [name: string, value: string] {
  const sign = word.indexOf('=');
  if (sign < 1) throw new InputError(`"${word}" is no term: write name=value.`, 2);
  return [word.slice(0, sign), word.slice(sign + 1)];
}

export function requireTerm<Term>(terms: Readonly<Record<string, Term>>, name: string): Term {
  const term = Object.hasOwn(terms, name) ? terms[name] : undefined;
  if (term === undefined) {
    throw new InputError(`There is no term "${name}": it is one of ${Object.keys(terms).join(', ')}.`, 2);
  }
  return term;
}

/** Parses an amount of baht. */
export function parseAmount(value: string): Money {
  const amount = parseBaht(value);
  if (amount === undefined) throw new InputError(`"${value}" is no amount of baht.`, 2);
  return amount;
}

/** Terms as one text: a line each. A term has no line feed. */
export const joinTerms = (words: readonly string[]): string => words.join('\n');
export const splitTerms = (text: string): readonly string[] => (text === '' ? [] : text.split('\n'));
