// The seeds a player's rounds are drawn from.
//
//     next ──rotate──▶ active ──rotate──▶ revealed
//
// Always true: the commitment of a server seed is published (as "next") before the client seed that it
// will meet is chosen, so the studio cannot fit one to the other. A server seed leaves the studio only
// once revealed, and a revealed seed draws no further round. One nonce of one seed draws one round.
//
// Elsewhere: how seeds become numbers (draw.ts), which round used which nonce (rounds.ts).

import { createHash, createHmac, randomBytes } from 'node:crypto';

import type { Store } from '@chaba/sandbox-kit/store';

import { drawNumbers, type Hmac } from './draw.ts';
import * as store from './seeds.store.ts';
import type { PlayerGame, SeedRow } from './seeds.store.ts';

export type { PlayerGame } from './seeds.store.ts';

export type PublicSeeds = {
  readonly commitment: string;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly nextCommitment: string;
};

export type RevealedSeed = {
  readonly serverSeed: string;
  readonly commitment: string;
  readonly clientSeed: string;
  readonly rounds: number;
};

const SERVER_SEED_BYTES = 32;

const nodeHmac: Hmac = (key, message) => createHmac('sha256', key).update(message).digest();

/** What the player may know now; makes the first seeds of a seat. */
export function publicSeeds(memory: Store, seat: PlayerGame): PublicSeeds {
  return memory.transaction(() => {
    const { active, next } = seedsOf(memory, seat);
    return {
      commitment: active.commitment,
      clientSeed: active.clientSeed,
      nonce: Number(active.rounds),
      nextCommitment: next.commitment,
    };
  });
}

/** Draws the next round of the seat. Must run in the transaction that writes the round down. */
export function drawRound(
  memory: Store,
  seat: PlayerGame,
  sizes: readonly number[],
): { readonly seedId: bigint; readonly nonce: number; readonly draws: readonly number[] } {
  const { active } = seedsOf(memory, seat);
  const nonce = Number(active.rounds);
  const seeds = { gameCode: seat.gameCode, serverSeed: active.serverSeed, clientSeed: active.clientSeed, nonce };
  store.countRound(memory, active.seedId);
  return { seedId: active.seedId, nonce, draws: drawNumbers(nodeHmac, seeds, sizes) };
}

/**
 * Takes the next server seed together with a client seed of the player's and reveals the one before.
 * A seed that has drawn nothing yet just meets its client seed: there is nothing to reveal.
 */
export function rotateSeeds(memory: Store, seat: PlayerGame, clientSeed: string): RevealedSeed | undefined {
  return memory.transaction(() => {
    const { active, next } = seedsOf(memory, seat);
    if (active.rounds === 0n) {
      store.setClientSeed(memory, active.seedId, clientSeed);
      return undefined;
    }
    store.setSeedState(memory, active.seedId, 'revealed');
    store.setClientSeed(memory, next.seedId, clientSeed);
    store.setSeedState(memory, next.seedId, 'active');
    store.insertSeed(memory, seat, 'next', freshSeed());
    return {
      serverSeed: active.serverSeed,
      commitment: active.commitment,
      clientSeed: active.clientSeed,
      rounds: Number(active.rounds),
    };
  });
}

function seedsOf(memory: Store, seat: PlayerGame): { readonly active: SeedRow; readonly next: SeedRow } {
  return { active: foundOrMade(memory, seat, 'active'), next: foundOrMade(memory, seat, 'next') };
}

function foundOrMade(memory: Store, seat: PlayerGame, state: 'active' | 'next'): SeedRow {
  const found = store.findSeed(memory, seat, state);
  if (found) return found;
  store.insertSeed(memory, seat, state, freshSeed());
  const made = store.findSeed(memory, seat, state);
  if (!made) throw new Error('a seed written just now is not there');
  return made;
}

function freshSeed(): { serverSeed: string; commitment: string; clientSeed: string } {
  const serverSeed = randomBytes(SERVER_SEED_BYTES).toString('hex');
  return {
    serverSeed,
    commitment: createHash('sha256').update(serverSeed).digest('hex'),
    clientSeed: randomBytes(8).toString('hex'),
  };
}
