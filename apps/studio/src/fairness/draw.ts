// The provably fair draw: from seeds to numbers, the same on the server and in the verifier.
//
// Before the first round the studio publishes the commitment, SHA-256 of the server seed. Round n draws
// from HMAC-SHA256(key: server seed, message: "gameCode:clientSeed:n:block"), block 0, 1, …: each block
// is eight unsigned 32-bit numbers, most significant byte first. A revealed seed can be hashed, compared with
// the commitment, and used to compute every round again.
//
// Always true: seeds are used as the text that is shown, so any command-line tool can check them. A
// number that would make some stop likelier than another is rejected, never folded (rejection sampling).

export type Hmac = (key: Uint8Array, message: Uint8Array) => Uint8Array;

export type DrawSeeds = {
  readonly gameCode: string;
  /** 64 hexadecimal digits. */
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly nonce: number;
};

export const CLIENT_SEED_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

const WORD_BYTES = 4;
const WORD_RANGE = 0x1_0000_0000;
const encoder = new TextEncoder();

/** The next number from 0 to size - 1, each equally likely. */
export type NextNumber = (size: number) => number;

/** The numbers of a round, one after the other. */
export function openNumbers(hmac: Hmac, seeds: DrawSeeds): NextNumber {
  const key = encoder.encode(seeds.serverSeed);
  const words = wordsOf(hmac, key, `${seeds.gameCode}:${seeds.clientSeed}:${seeds.nonce}`);
  return (size) => {
    const fairRange = WORD_RANGE - (WORD_RANGE % size);
    for (const word of words) {
      if (word < fairRange) return word % size;
    }
    throw new Error('the stream of words has no end');
  };
}

/** One number for each size. */
export function drawNumbers(hmac: Hmac, seeds: DrawSeeds, sizes: readonly number[]): number[] {
  return sizes.map(openNumbers(hmac, seeds));
}

function wordsOf(hmac: Hmac, key: Uint8Array, prefix: string): Iterable<number> {
  let block = 0;
  let offset = 0;
  let view: DataView | undefined;

  // Not a generator: leaving a for-of loop would end a generator, but later draws continue this stream.
  const next = (): IteratorResult<number> => {
    if (!view || offset === view.byteLength) {
      const bytes = hmac(key, encoder.encode(`${prefix}:${block}`));
      view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      block += 1;
      offset = 0;
    }
    const value = view.getUint32(offset);
    offset += WORD_BYTES;
    return { value, done: false };
  };
  return { [Symbol.iterator]: () => ({ next }) };
}
