// Recomputes a spin in the browser from the committed hash and the revealed seed. Pure. Implemented separately from the
// server's draw, so that each verifies the other.
//
//     block k = HMAC-SHA256(server seed, "<client seed>:<nonce>:<k>"), read as eight big-endian 32-bit numbers.
//     A number at or above the greatest multiple of the sum of the weights is rejected; the first other number,
//     modulo the sum, selects a field.

import type { Spin } from './wheel.queries.ts';

const NUMBERS = 2 ** 32;
const BYTES = 4;

type Check = {
  /** SHA-256 of the revealed seed, for comparison with the hash shown before the spin. */
  readonly hash: string;
  readonly isCommitted: boolean;
  readonly index: number;
  readonly isSame: boolean;
};

type Checked = Pick<Spin, 'seedHash' | 'clientSeed' | 'nonce' | 'weights'> & {
  readonly prize: { readonly index: number };
};

/** Web Crypto exists only in secure contexts (https or localhost). */
export function canCheck(): boolean {
  return 'subtle' in globalThis.crypto;
}

export async function checkSpin(spin: Checked, serverSeed: string): Promise<Check> {
  const seed = parseHex(serverSeed);
  const hash = formatHex(await crypto.subtle.digest('SHA-256', seed));
  const index = await drawIndex(spin, seed);
  return { hash, isCommitted: hash === spin.seedHash, index, isSame: index === spin.prize.index };
}

async function drawIndex({ clientSeed, nonce, weights }: Checked, seed: Uint8Array<ArrayBuffer>): Promise<number> {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const limit = NUMBERS - (NUMBERS % total);
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  for (let block = 0; ; block += 1) {
    const message = new TextEncoder().encode(`${clientSeed}:${nonce}:${block}`);
    const digest = new DataView(await crypto.subtle.sign('HMAC', key, message));
    for (let at = 0; at < digest.byteLength; at += BYTES) {
      const number = digest.getUint32(at);
      if (number < limit) return findField(number % total, weights);
    }
  }
}

function findField(ticket: number, weights: readonly number[]): number {
  let below = 0;
  return weights.findIndex((weight) => {
    below += weight;
    return ticket < below;
  });
}

function parseHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function formatHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
