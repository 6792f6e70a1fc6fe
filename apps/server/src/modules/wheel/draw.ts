// The draw: from seeds and a nonce to a segment of the wheel. Pure, and sufficient to verify a spin.
//
//     block k = HMAC-SHA256(server seed, "<client seed>:<nonce>:<k>"), k = 0, 1, …, as eight big-endian 32-bit numbers.
//     With W the sum of the weights, a number at or above the greatest multiple of W below 2^32 is rejected, so that no
//     segment is favoured; the first accepted one, modulo W, selects a segment by weight, in the order of the wheel.
//
// Always true: the same seeds, nonce and weights always give the same segment. The member and past spins are no input.

import { createHash, createHmac } from 'node:crypto';

const NUMBERS = 2 ** 32;
const BYTES = 4;

export function drawIndex(
  seeds: { readonly serverSeed: Buffer; readonly clientSeed: string; readonly nonce: number },
  weights: readonly number[],
): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const limit = NUMBERS - (NUMBERS % total);
  for (let block = 0; ; block += 1) {
    const digest = createHmac('sha256', seeds.serverSeed)
      .update(`${seeds.clientSeed}:${seeds.nonce}:${block}`)
      .digest();
    for (let at = 0; at < digest.length; at += BYTES) {
      const number = digest.readUInt32BE(at);
      if (number < limit) return getSegmentIndex(number % total, weights);
    }
  }
}

/** The commitment published before the first spin of a seed. */
export function computeCommitment(serverSeed: Buffer): string {
  return createHash('sha256').update(serverSeed).digest('hex');
}

function getSegmentIndex(ticket: number, weights: readonly number[]): number {
  let left = ticket;
  for (const [index, weight] of weights.entries()) {
    if (left < weight) return index;
    left -= weight;
  }
  throw new Error('a ticket is below the sum of the weights');
}
