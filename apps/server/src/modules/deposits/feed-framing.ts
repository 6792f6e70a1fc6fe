// Splits a delivery of the bank's feed into the texts of its lines, also where the delivery is no valid JSON.
//
// Always true: a direct line is a complete JSON value in the list `lines` itself. A part of a broken line is
// never direct: after an error an object is direct only where the broken line can have no open list, because `,{` is
// JSON in a list alone. Any other object there is doubtful, and the text between is raw; both are for an operator. No
// text of the list is left out. The work is linear in the length.
//
// Elsewhere: what a direct line contains (bank-feed.routes.ts), strict parsing of one line (strict-json.ts).

/** `direct`: an element of the list. `doubtful`: an object beside a broken line. `raw`: text that is no JSON value. */
export type Piece = { readonly kind: 'direct' | 'doubtful' | 'raw'; readonly content: Buffer };

/** `isCut`: the body ends before its list does. */
export type Delivery = { readonly pieces: readonly Piece[]; readonly isCut: boolean };

type Failure = { readonly ok: false; readonly errorAt: number; readonly doubtFrom: number; readonly lists: number };
type Scan = { readonly ok: true; readonly end: number } | Failure;
type Reader = { readonly text: string; readonly pieces: Piece[]; work: number };

const TOKEN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = /[ \t\n\r]*/y;
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';
/** Levels of an object beside a broken line; no line of the contract has more than one. */
const DEPTH_MAX = 8;
/** Failed attempts to read an object scan at most this multiple of the body. */
const WORK_MAX = 16;

/** Undefined where the body has no list `lines`, or where a broken list contains no complete value. */
export function splitDelivery(body: Buffer): Delivery | undefined {
  // One byte, one character: the signs of JSON are ASCII in UTF-8 and in every single-byte encoding.
  const text = body.toString('latin1');
  const reader: Reader = { text, pieces: [], work: 0 };
  let at = skipSpace(text, text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0);
  if (text[at] !== '{') return undefined;
  let hasList = false;
  do {
    const value = findValue(text, at + 1);
    if (value === undefined) break;
    const isList = value.name === 'lines' && text[value.at] === '[';
    const end = isList ? readList(reader, value.at + 1) : skipValue(text, value.at);
    hasList ||= isList;
    if (end === undefined) break;
    at = skipSpace(text, end);
  } while (text[at] === ',');
  if (!hasList) return undefined;
  const isWhole = text[at] === '}' && skipSpace(text, at + 1) === text.length;
  const isBroken = !isWhole || reader.pieces.some(({ kind }) => kind === 'raw');
  if (isBroken && reader.pieces.every(({ kind }) => kind === 'raw')) return undefined;
  return { pieces: reader.pieces, isCut: !isWhole };
}

/** The name of a field and the start of its value. */
function findValue(text: string, start: number): { readonly name: unknown; readonly at: number } | undefined {
  const at = skipSpace(text, start);
  const key = text[at] === '"' ? readToken(text, at) : '';
  const colon = skipSpace(text, at + key.length);
  if (key === '' || text[colon] !== ':') return undefined;
  return { name: JSON.parse(key), at: skipSpace(text, colon + 1) };
}

function skipValue(text: string, at: number): number | undefined {
  const scan = scanValue(text, at);
  return scan.ok ? scan.end : undefined;
}

/** Adds the elements from here on; returns the position after the list, or undefined where its end is unknown. */
function readList(reader: Reader, start: number): number | undefined {
  const { text } = reader;
  let at = skipSpace(text, start);
  while (at < text.length) {
    if (text[at] === ']') return at + 1;
    if (text[at] === ',') at += 1;
    else {
      const scan = scanElement(text, at);
      if (scan.ok) add(reader, 'direct', at, scan.end);
      const next = scan.ok ? scan.end : recover(reader, at, scan);
      if (next === undefined) return undefined;
      at = next;
    }
    at = skipSpace(text, at);
  }
  return undefined;
}

/** An element ends before a comma, the end of the list or the end of the body. */
function scanElement(text: string, start: number): Scan {
  const scan = scanValue(text, start);
  if (!scan.ok) return scan;
  const at = skipSpace(text, scan.end);
  // A field behind the comma belongs to the same, broken line.
  const isLast = at === text.length || text[at] === ']';
  if (isLast || (text[at] === ',' && findValue(text, at + 1) === undefined)) return scan;
  return { ok: false, errorAt: at, doubtFrom: at, lists: 0 };
}

/**
 * Adds the broken line at `start` as raw text, and doubtful objects behind it. Returns the position of the next direct
 * line; without one the text up to the end is raw, and the result undefined.
 */
function recover(reader: Reader, start: number, { doubtFrom, lists }: Failure): number | undefined {
  const { text } = reader;
  let [rawFrom, hasList, hasQuote] = [start, lists > 0, false];
  for (let at = doubtFrom; at < text.length; at += 1) {
    const sign = text[at];
    const comma = sign === '{' && at > start ? findBefore(text, at) : -1;
    const end = text[comma] === ',' ? findObjectEnd(reader, at) : undefined;
    if (end !== undefined) {
      add(reader, 'raw', rawFrom, comma);
      // A quotation mark in the broken text may open a string; a line ends with a brace.
      if (!hasList && (!hasQuote || text[findBefore(text, comma)] === '}')) return at;
      add(reader, 'doubtful', at, end);
      [rawFrom, hasQuote] = [end, true];
      hasList ||= text.slice(at, end).includes('[');
      at = end - 1;
    } else if (sign === '[') hasList = true;
    else if (sign === '"') hasQuote = true;
  }
  let last = findBefore(text, text.length);
  const bracket = text[last] === '}' ? findBefore(text, last) : last;
  if (text[bracket] === ']') last = bracket - 1;
  add(reader, 'raw', rawFrom, last + 1);
  return undefined;
}

/** The end of a complete object that another object or the end of the list follows. */
function findObjectEnd(reader: Reader, start: number): number | undefined {
  const { text } = reader;
  if (reader.work > WORK_MAX * text.length) return undefined;
  const scan = scanValue(text, start, DEPTH_MAX);
  if (!scan.ok) {
    reader.work += scan.errorAt - start;
    return undefined;
  }
  const at = skipSpace(text, scan.end);
  const next = text[at] === ',' ? text[skipSpace(text, at + 1)] : text[at];
  const isLast = next === undefined || next === ']';
  return isLast || (text[at] === ',' && next === '{') ? scan.end : undefined;
}

/** The position of the last sign before this one; -1 without one. */
function findBefore(text: string, start: number): number {
  let at = start - 1;
  while (at >= 0 && ' \t\n\r'.includes(text[at] ?? '')) at -= 1;
  return at;
}

function add({ text, pieces }: Reader, kind: Piece['kind'], from: number, to: number): void {
  const content = text.slice(from, to).trim();
  if (content !== '' && content !== ',') pieces.push({ kind, content: Buffer.from(content, 'latin1') });
}

/**
 * Finds the end of the JSON value at `start`. On an error: its position, the lists that are open there, and where doubt
 * begins: at a string right before the error, because that string may have another end.
 */
function scanValue(text: string, start: number, depthMax = Number.POSITIVE_INFINITY): Scan {
  const open: string[] = [];
  let [at, string, expects] = [start, -1, 'value'];
  for (;;) {
    at = skipSpace(text, at);
    const token = readToken(text, at);
    const next = getNext(expects, token, open);
    if (next === undefined || open.length > depthMax) {
      const doubtFrom = string < 0 ? at : string;
      return { ok: false, errorAt: at, doubtFrom, lists: open.filter((sign) => sign === '[').length };
    }
    string = token.startsWith('"') ? at : -1;
    at += token.length;
    if (next === 'end' && open.length === 0) return { ok: true, end: at };
    expects = next;
  }
}

/** The state after the token, and the change of the open signs; undefined where JSON allows no such token. */
function getNext(expects: string, token: string, open: string[]): string | undefined {
  const parent = open.at(-1);
  if (expects === 'end') {
    if (token === ',') return parent === '[' ? 'value' : 'key';
    return closes(parent, token) ? close(open) : undefined;
  }
  if (expects === 'colon') return token === ':' ? 'value' : undefined;
  if (expects.startsWith('first') && closes(parent, token)) return close(open);
  if (expects === 'key' || expects === 'first-key') return token.startsWith('"') ? 'colon' : undefined;
  if (token === '{' || token === '[') {
    open.push(token);
    return token === '{' ? 'first-key' : 'first-value';
  }
  return token === '' || '}],:'.includes(token) ? undefined : 'end';
}

function closes(parent: string | undefined, token: string): boolean {
  return (parent === '{' && token === '}') || (parent === '[' && token === ']');
}

function close(open: string[]): string {
  open.pop();
  return 'end';
}

function readToken(text: string, at: number): string {
  if (text[at] === '"') return readString(text, at);
  TOKEN.lastIndex = at;
  return TOKEN.exec(text)?.[0] ?? '';
}

/** In parts: one pattern of a whole string exceeds the stack of the engine on megabytes of escapes. */
function readString(text: string, start: number): string {
  let at = start + 1;
  for (;;) {
    PLAIN.lastIndex = at;
    PLAIN.test(text);
    at = PLAIN.lastIndex;
    if (text[at] === '"') return text.slice(start, at + 1);
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) return '';
    at = ESCAPE.lastIndex;
  }
}

function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.exec(text);
  return SPACE.lastIndex;
}
