// Reads the JSON of a request body without forgiving anything: what two readers could understand differently is refused.
//
// Always true: at most 8 levels deep; no key twice; no __proto__, constructor or prototype as a key; numbers are plain decimal
// numbers of at most 15 significant digits (no exponent, no minus zero), so that a number means the same as its text; texts
// are whole Unicode without NUL, so that the database can hold them. The time is linear in the length. A reader whose callers
// may send more than anybody reads (providers add fields without notice) asks for more levels and any number; the rest stays.
//
// Elsewhere: how long a body may be (register-route.ts), which fields and figures are allowed (packages/contract).

const DIGITS_MAX = 15;
/** What a body of our own callers keeps to. */
const strict: Limits = { depthMax: 8, takesAnyNumber: false };

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

/** The text is no JSON that we accept; the message says why, for the log only. */
export class InvalidJsonError extends Error {
  override readonly name = 'InvalidJsonError';
}

export type Limits = { readonly depthMax: number; readonly takesAnyNumber: boolean };

export function parseStrictJson(text: string, limits: Limits = strict): unknown {
  const source: Source = { text, limits, at: 0 };
  skip(source);
  const value = readValue(source, 0);
  if (source.at !== text.length) throw new InvalidJsonError('something follows the value');
  return value;
}

/** Is this a text that the database can hold and that means the same everywhere. */
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
  step(source, '{');
  if (source.text[source.at] === '}') return end(source, '}', object);
  for (;;) {
    if (source.text[source.at] !== '"') throw new InvalidJsonError('a key is missing');
    const key = readString(source);
    if (FORBIDDEN_KEYS.has(key)) throw new InvalidJsonError('a key that nobody needs');
    if (Object.hasOwn(object, key)) throw new InvalidJsonError('the same key twice');
    step(source, ':');
    object[key] = readValue(source, depth);
    if (source.text[source.at] !== ',') return end(source, '}', object);
    step(source, ',');
  }
}

function readArray(source: Source, depth: number): unknown[] {
  checkDepth(source, depth);
  const list: unknown[] = [];
  step(source, '[');
  if (source.text[source.at] === ']') return end(source, ']', list);
  for (;;) {
    list.push(readValue(source, depth));
    if (source.text[source.at] !== ',') return end(source, ']', list);
    step(source, ',');
  }
}

function readString(source: Source): string {
  const quoted = take(source, STRING);
  if (quoted === '') throw new InvalidJsonError('a text without an end');
  const value = JSON.parse(quoted) as string;
  if (!isCleanText(value)) throw new InvalidJsonError('a text that is no whole Unicode');
  skip(source);
  return value;
}

function readNumber(source: Source): number {
  const text = take(source, NUMBER);
  if (text === '') throw new InvalidJsonError('no value where one belongs');
  if (!source.limits.takesAnyNumber) checkNumber(text);
  skip(source);
  return Number(text);
}

function checkNumber(text: string): void {
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '');
  if (/[eE]/.test(text) || digits.length > DIGITS_MAX) {
    throw new InvalidJsonError('a number with an exponent or too many digits');
  }
  if (Object.is(Number(text), -0)) throw new InvalidJsonError('minus zero');
}

function take(source: Source, pattern: RegExp): string {
  pattern.lastIndex = source.at;
  const found = pattern.exec(source.text)?.[0] ?? '';
  source.at += found.length;
  return found;
}

function skip(source: Source): void {
  take(source, SPACE);
}

function step(source: Source, sign: string): void {
  if (source.text[source.at] !== sign) throw new InvalidJsonError(`"${sign}" is missing`);
  source.at += 1;
  skip(source);
}

function end<Value>(source: Source, sign: string, value: Value): Value {
  step(source, sign);
  return value;
}

function checkDepth({ limits }: Source, depth: number): void {
  if (depth > limits.depthMax) throw new InvalidJsonError('too deep');
}
