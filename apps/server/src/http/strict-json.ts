// Parses the JSON of a request body strictly: text that two parsers could read differently is rejected.
//
// Always true: at most 8 levels; no duplicate keys; no key __proto__, constructor or prototype; numbers are plain
// decimals of at most 15 significant digits (no exponent, no negative zero), so a number equals its text; strings are
// well-formed Unicode without NUL, so PostgreSQL can store them. The time is linear in the length. For callers that
// send more fields (providers), `limits` allow more levels and any number.
//
// Elsewhere: body length (register-route.ts), allowed fields and values (packages/contract).

const DIGITS_MAX = 15;
/** Limits for first-party clients. */
const strict: Limits = { depthMax: 8, allowsAnyNumber: false };

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

/** The text is not acceptable JSON; the message states the reason, for the log only. */
export class InvalidJsonError extends Error {
  override readonly name = 'InvalidJsonError';
}

export type Limits = { readonly depthMax: number; readonly allowsAnyNumber: boolean };

export function parseStrictJson(text: string, limits: Limits = strict): unknown {
  const source: Source = { text, limits, at: 0 };
  skip(source);
  const value = readValue(source, 0);
  if (source.at !== text.length) throw new InvalidJsonError('text after the value');
  return value;
}

/** True if PostgreSQL can store the text and every system reads it alike. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

type Source = { readonly text: string; readonly limits: Limits; at: number };

function readValue(source: Source, depth: number): unknown {
  const start = source.text[source.at];
  if (start === '{') return readObject(source, depth + 1);
  if (start === '[') return readArray(source, depth + 1);
  if (start === '"') return readString(source);
  for (const [word, value] of [
    ['true', true],
    ['false', false],
    ['null', null],
  ] as const) {
    if (source.text.startsWith(word, source.at)) {
      source.at += word.length;
      skip(source);
      return value;
    }
  }
  return readNumber(source);
}

function readObject(source: Source, depth: number): Record<string, unknown> {
  checkDepth(source, depth);
  const object: Record<string, unknown> = {};
  expectSign(source, '{');
  if (source.text[source.at] === '}') return end(source, '}', object);
  for (;;) {
    if (source.text[source.at] !== '"') throw new InvalidJsonError('key expected');
    const key = readString(source);
    if (FORBIDDEN_KEYS.has(key)) throw new InvalidJsonError('forbidden key');
    if (Object.hasOwn(object, key)) throw new InvalidJsonError('duplicate key');
    expectSign(source, ':');
    object[key] = readValue(source, depth);
    if (source.text[source.at] !== ',') return end(source, '}', object);
    expectSign(source, ',');
  }
}

function readArray(source: Source, depth: number): unknown[] {
  checkDepth(source, depth);
  const list: unknown[] = [];
  expectSign(source, '[');
  if (source.text[source.at] === ']') return end(source, ']', list);
  for (;;) {
    list.push(readValue(source, depth));
    if (source.text[source.at] !== ',') return end(source, ']', list);
    expectSign(source, ',');
  }
}

function readString(source: Source): string {
  const quoted = matchPattern(source, STRING);
  if (quoted === '') throw new InvalidJsonError('unterminated string');
  const value = JSON.parse(quoted) as string;
  if (!isCleanText(value)) throw new InvalidJsonError('string is not well-formed Unicode');
  skip(source);
  return value;
}

function readNumber(source: Source): number {
  const text = matchPattern(source, NUMBER);
  if (text === '') throw new InvalidJsonError('value expected');
  if (!source.limits.allowsAnyNumber) checkNumber(text);
  skip(source);
  return Number(text);
}

function checkNumber(text: string): void {
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '');
  if (/[eE]/.test(text) || digits.length > DIGITS_MAX) {
    throw new InvalidJsonError('number with an exponent or too many digits');
  }
  if (Object.is(Number(text), -0)) throw new InvalidJsonError('negative zero');
}

function matchPattern(source: Source, pattern: RegExp): string {
  pattern.lastIndex = source.at;
  const found = pattern.exec(source.text)?.[0] ?? '';
  source.at += found.length;
  return found;
}

function skip(source: Source): void {
  matchPattern(source, SPACE);
}

function expectSign(source: Source, sign: string): void {
  if (source.text[source.at] !== sign) throw new InvalidJsonError(`"${sign}" expected`);
  source.at += 1;
  skip(source);
}

function end<Value>(source: Source, sign: string, value: Value): Value {
  expectSign(source, sign);
  return value;
}

function checkDepth({ limits }: Source, depth: number): void {
  if (depth > limits.depthMax) throw new InvalidJsonError(`more than ${limits.depthMax} levels`);
}
