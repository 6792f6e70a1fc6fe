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

export const nodeHmac: Hmac = (key, message) => createHmac('sha256', key).update(message).digest();
/** The commitment of a seed. */
export const nodeHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Public seed state of a session; creates its first seeds. */
export function loadPublicSeeds(memory: Store, player: PlayerGame): PublicSeeds {
  return memory.transaction(() => {
    const { active, next } = loadSeeds(memory, player);
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
  player: PlayerGame,
  draw: (next: NextNumber) => Drawn,
): { readonly seedId: bigint; readonly nonce: number; readonly drawn: Drawn } {
  const { active } = loadSeeds(memory, player);
  const nonce = Number(active.rounds);
  const seeds = { gameCode: player.gameCode, serverSeed: active.serverSeed, clientSeed: active.clientSeed, nonce };
  store.countRound(memory, active.seedId);
  return { seedId: active.seedId, nonce, drawn: draw(openNumbers(nodeHmac, seeds)) };
}

/**
 * Activates the next server seed with a client seed of the player and reveals the previous one. A seed without draws
 * stays active and only receives the client seed.
 */
export function rotateSeeds(memory: Store, player: PlayerGame, clientSeed: string): RevealedSeed | undefined {
  return memory.transaction(() => {
    const { active, next } = loadSeeds(memory, player);
    if (active.rounds === 0n) {
      store.setClientSeed(memory, active.seedId, clientSeed);
      return undefined;
    }
    store.setSeedState(memory, active.seedId, 'revealed');
    store.setClientSeed(memory, next.seedId, clientSeed);
    store.setSeedState(memory, next.seedId, 'active');
    store.insertSeed(memory, player, 'next', createSeed());
    return {
      serverSeed: active.serverSeed,
      commitment: active.commitment,
      clientSeed: active.clientSeed,
      rounds: Number(active.rounds),
    };
  });
}

function loadSeeds(memory: Store, player: PlayerGame): { readonly active: SeedRow; readonly next: SeedRow } {
  return { active: findOrCreateSeed(memory, player, 'active'), next: findOrCreateSeed(memory, player, 'next') };
}

function findOrCreateSeed(memory: Store, player: PlayerGame, state: 'active' | 'next'): SeedRow {
  const found = store.findSeed(memory, player, state);
  if (found) return found;
  store.insertSeed(memory, player, state, createSeed());
  const made = store.findSeed(memory, player, state);
  if (!made) throw new Error('a seed that was just written is missing');
  return made;
}

function createSeed(): { serverSeed: string; commitment: string; clientSeed: string } {
  const serverSeed = randomBytes(SERVER_SEED_BYTES).toString('hex');
  return {
    serverSeed,
    commitment: nodeHash(serverSeed),
    clientSeed: randomBytes(8).toString('hex'),
  };
}
