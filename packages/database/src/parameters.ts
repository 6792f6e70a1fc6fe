// Encodes values for PostgreSQL as text. Arrays of frequently sent types use the binary format, so that neither side
// escapes or parses their items.
//
// Always true: the cast behind a parameter (`${ids}::bigint[]`) determines its type. An array with an item that the
// binary format cannot represent exactly is sent as text.

/** A value in PostgreSQL's text format; bytes are in binary format. */
export type Parameter = string | Buffer | null;

type Kind = { readonly oid: number; readonly write: (item: unknown, at: number) => number };

/** Buffer in which arrays are encoded; it grows to the largest. Numbers are written through the view. */
let scratch = Buffer.allocUnsafeSlow(65_536);
let view = new DataView(scratch.buffer);

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const UTF8_BYTES_MAX = 3;
const JSONB_VERSION = 1;
const UUID_HEX = 32;
/** An item that this array type cannot represent. */
const NOT_WRITABLE = -1;
const BIGINT_MAX = 9_223_372_036_854_775_807n;
const INT_MAX = 2_147_483_647;
const SMALLINT_MAX = 32_767;
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

// Each returns the number of bytes written.
const KINDS: Readonly<Record<string, Kind>> = {
  bigint: {
    oid: 20,
    write: (item, at) => {
      if (typeof item !== 'bigint' || item > BIGINT_MAX || item < -BIGINT_MAX) return NOT_WRITABLE;
      view.setBigInt64(at, item);
      return 8;
    },
  },
  smallint: {
    oid: 21,
    write: (item, at) => {
      if (!Number.isInteger(item) || Math.abs(item as number) > SMALLINT_MAX) return NOT_WRITABLE;
      view.setInt16(at, item as number);
      return 2;
    },
  },
  int: {
    oid: 23,
    write: (item, at) => {
      if (!Number.isInteger(item) || Math.abs(item as number) > INT_MAX) return NOT_WRITABLE;
      view.setInt32(at, item as number);
      return 4;
    },
  },
  boolean: {
    oid: 16,
    write: (item, at) => {
      if (typeof item !== 'boolean') return NOT_WRITABLE;
      view.setUint8(at, Number(item));
      return 1;
    },
  },
  timestamptz: {
    oid: 1184,
    write: (item, at) => {
      if (!(item instanceof Date) || Number.isNaN(item.getTime())) return NOT_WRITABLE;
      view.setBigInt64(at, BigInt(item.getTime() - POSTGRES_EPOCH_MS) * 1_000n);
      return 8;
    },
  },
  text: { oid: 25, write: (item, at) => (typeof item === 'string' ? scratch.write(item, at, 'utf8') : NOT_WRITABLE) },
  uuid: {
    oid: 2950,
    write: (item, at) => {
      if (typeof item !== 'string' || item.length !== UUID_HEX) return NOT_WRITABLE;
      return scratch.write(item, at, 'hex') === UUID_HEX / 2 ? UUID_HEX / 2 : NOT_WRITABLE;
    },
  },
  jsonb: {
    oid: 3802,
    write: (item, at) => {
      if (typeof item !== 'string') return NOT_WRITABLE;
      scratch[at] = JSONB_VERSION;
      return 1 + scratch.write(item, at + 1, 'utf8');
    },
  },
};

export type ArrayKind = keyof typeof KINDS;
const CAST = new RegExp(`^::(${Object.keys(KINDS).join('|')})\\[\\]`);

/** The array type of a parameter, from the cast behind it. */
export function kindOf(textBehind: string): ArrayKind | undefined {
  return CAST.exec(textBehind)?.[1];
}

export function toParameter(value: unknown, kind?: ArrayKind): Parameter {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return (kind === undefined ? undefined : binaryArray(value, kind)) ?? textArray(value);
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' || typeof value === 'number' ? value.toString() : JSON.stringify(value);
}

function binaryArray(items: readonly unknown[], kind: ArrayKind): Buffer | undefined {
  const { oid = 0, write } = KINDS[kind] ?? {};
  if (items.length === 0 || !write) return undefined;
  makeRoom(items);
  view.setInt32(0, 1);
  view.setInt32(4, 0);
  view.setInt32(8, oid);
  view.setInt32(12, items.length);
  view.setInt32(16, 1);
  let at = HEADER_BYTES;
  for (const item of items) {
    const isNothing = item === null || item === undefined;
    const length = isNothing ? -1 : write(item, at + LENGTH_BYTES);
    if (isNothing) view.setInt32(4, 1);
    else if (length === NOT_WRITABLE) return undefined;
    view.setInt32(at, length);
    at += LENGTH_BYTES + Math.max(0, length);
  }
  return Buffer.from(scratch.subarray(0, at));
}

function makeRoom(items: readonly unknown[]): void {
  let bytes = HEADER_BYTES;
  for (const item of items) bytes += 16 + (typeof item === 'string' ? item.length * UTF8_BYTES_MAX : 0);
  if (bytes <= scratch.length) return;
  scratch = Buffer.allocUnsafeSlow(bytes * 2);
  view = new DataView(scratch.buffer);
}

const TO_ESCAPE = /["\\]/g;

function textArray(items: readonly unknown[]): string {
  return `{${items.map(textItem).join(',')}}`;
}

function textItem(item: unknown): string {
  if (Array.isArray(item)) return textArray(item);
  const text = toParameter(item);
  if (text === null) return 'NULL';
  return Buffer.isBuffer(text) ? `"\\\\x${text.toString('hex')}"` : `"${text.replace(TO_ESCAPE, '\\$&')}"`;
}
