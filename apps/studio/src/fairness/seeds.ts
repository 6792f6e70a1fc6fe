// The seeds of a player's draws.
//
//     next ──rotate──▶ active ──rotate──▶ revealed
//
// Always true: the commitment of a server seed is published (as "next") before its client seed is chosen, so the studio
// cannot select one for the other. A server seed is published once revealed, and a revealed seed draws no further
// round. A nonce of a seed draws one round.
//
// Elsewhere: numbers from seeds (draw.ts), the nonce of each round (rounds.ts).

import { createHash, createHmac, randomBytes } from 'node:crypto';

import type { Store } from '@chaba/sandbox-kit/store';

import { type Hmac, type NextNumber, openNumbers } from './draw.ts';
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

/** Public seed state of a session; creates its first seeds. */
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

/** Draws the next round of the session. Must run in the transaction that stores the round. */
export function drawRound<Drawn>(
  memory: Store,
  seat: PlayerGame,
  draw: (next: NextNumber) => Drawn,
): { readonly seedId: bigint; readonly nonce: number; readonly drawn: Drawn } {
  const { active } = seedsOf(memory, seat);
  const nonce = Number(active.rounds);
  const seeds = { gameCode: seat.gameCode, serverSeed: active.serverSeed, clientSeed: active.clientSeed, nonce };
  store.countRound(memory, active.seedId);
  return { seedId: active.seedId, nonce, drawn: draw(openNumbers(nodeHmac, seeds)) };
}

/**
 * Activates the next server seed with a client seed of the player and reveals the previous one. A seed without draws is kept and
 * only gets the client seed.
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
