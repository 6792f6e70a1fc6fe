// Reading a provider's request and limiting its time: shared by all protocols.
//
// Always true: signed bytes have one reading or none: no key twice, whole UTF-8 and whole Unicode without NUL. Unknown
// fields may hold any number and nest deep. A request that exceeds the deadline continues here, and its result is
// stored for the retry.
//
// Elsewhere: the fields (contract seamless), the strict reader (http/strict-json.ts).

import { isUtf8 } from 'node:buffer';

import { parseStrictJson } from '#http/strict-json';

const FOREIGN = { depthMax: 32, allowsAnyNumber: true };
/** Below the three seconds of the strictest provider. */
const DEADLINE_MS = 2_000;

/** The value, or undefined when the bytes are no JSON with one reading. */
export function parseProviderBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  try {
    // Text equal to its own serialization has no key twice. Escapes may hide half a character, so they are checked
    // strictly.
    const parsed: unknown = JSON.parse(text);
    return !text.includes('\\u') && JSON.stringify(parsed) === text ? parsed : parseStrictJson(text, FOREIGN);
  } catch {
    return undefined;
  }
}

export async function withDeadline<Result>(work: Promise<Result>): Promise<Result> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the wallet was not done in time')), DEADLINE_MS);
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
