// Reads the body of a provider's call: bytes that were signed mean one thing, or nothing.
//
// Always true: no key twice, whole UTF-8 and whole Unicode without NUL, so that two readers cannot understand one signed text
// differently and the database can hold whatever is kept. Fields that nobody knows may hold any number and nest deep.
//
// Elsewhere: what the fields are (contract seamless), the strict reader (http/strict-json.ts).

import { isUtf8 } from 'node:buffer';

import { parseStrictJson } from '#http/strict-json';

const FOREIGN = { depthMax: 32, takesAnyNumber: true };

/** The value, or undefined when the bytes are no JSON that means one thing. */
export function readProviderBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  try {
    // What is written exactly as we would write it has no key twice. Escapes may hide half a character, so they are looked at.
    const parsed: unknown = JSON.parse(text);
    return !text.includes('\\u') && JSON.stringify(parsed) === text ? parsed : parseStrictJson(text, FOREIGN);
  } catch {
    return undefined;
  }
}
