// Reads the lines of a statement file, whatever encoding the bank's download or an editor gave it.
//
//     byte order mark           UTF-16 or UTF-8
//     every other byte is NUL   UTF-16 without a mark
//     valid UTF-8               UTF-8
//     else                      TIS-620, in its extension Windows-874
//
// Always true: no byte is replaced or dropped; a file of another encoding is rejected as a whole.

const LINE_ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
/** Letters of Thai and Latin text stand in these bytes of UTF-16. */
const NULS_MIN = 0.2;

/** The lines that are not blank; undefined where the bytes are text of no known encoding. */
export function readStatementLines(bytes: Uint8Array): string[] | undefined {
  const text = decodeText(bytes);
  return text
    ?.split(LINE_ENDS)
    .map((line) => line.replaceAll('\0', '').trim())
    .filter((line) => line !== '');
}

function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decode('utf-16be', bytes);
  // An editor may set this mark before text of another encoding.
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) {
    return decode('utf-8', bytes) ?? decode('windows-874', bytes.subarray(3));
  }
  const utf16 = findUtf16(bytes);
  if (utf16 !== undefined) return decode(utf16, bytes);
  return decode('utf-8', bytes) ?? decode('windows-874', bytes);
}

/** Figures, spaces and line ends have a NUL as their high byte. Two NULs are a filler of any encoding. */
function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length < 2 || bytes.length % 2 !== 0) return undefined;
  let [even, odd, pairs] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at += 2) {
    const [isEvenNul, isOddNul] = [bytes[at] === 0, bytes[at + 1] === 0];
    if (isEvenNul && isOddNul) continue;
    pairs += 1;
    if (isEvenNul) even += 1;
    if (isOddNul) odd += 1;
  }
  if (pairs === 0) return undefined;
  const least = pairs * NULS_MIN;
  if (odd >= least && even < odd) return 'utf-16le';
  return even >= least ? 'utf-16be' : undefined;
}

function decode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // Windows-874 has no letters there; other encodings of text have no controls.
    return /[\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
