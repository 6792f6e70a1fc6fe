// Selects draws of slot titles in a running studio by setting the nonce; seeds and the drawing are unchanged.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import path from 'node:path';

import { openStore } from '@chaba/sandbox-kit/store';

import { openNumbers } from '@chaba/studio/fairness/draw';
import { Board } from '@chaba/studio/games/slots/board';
import { compile } from '@chaba/studio/games/slots/compile';
import { play, type SlotRound } from '@chaba/studio/games/slots/play';
import { slotTitles } from '@chaba/studio/games/slots/titles/titles';

/** Draws the round after the wanted one, with the letter of a book in free spins. */
export type DrawNext = (isFree: boolean, carry?: string) => SlotRound;

/** Sets the next nonce of the newest session to an unused one whose paid draw is wanted; returns that round. */
export function chooseNonce(
  dataDir: string,
  gameCode: string,
  isWanted: (round: SlotRound, drawNext: DrawNext) => boolean,
): SlotRound {
  const store = openStore(path.join(dataDir, 'sandbox.sqlite'));
  const seed = store.maybe<{ seedId: bigint; serverSeed: string; clientSeed: string; rounds: bigint }>(
    `select seed_id as seedId, server_seed as serverSeed, client_seed as clientSeed, rounds from studio_seed
     where game_code = ? and state = 'active' order by seed_id desc limit 1`,
    gameCode,
  );
  assert.ok(seed);
  const board = compileBoard(gameCode);
  const draw = (nonce: number, isFree = false, carry?: string): SlotRound =>
    play(board, isFree, carry, openNumbers(hmac, { gameCode, ...seed, nonce }));
  let nonce = Number(seed.rounds);
  while (!isWanted(draw(nonce), (isFree, carry) => draw(nonce + 1, isFree, carry))) nonce += 1;
  store.execute('update studio_seed set rounds = ? where seed_id = ?', nonce, seed.seedId);
  store.close();
  return draw(nonce);
}

export function compileBoard(gameCode: string): Board {
  const title = slotTitles.find((known) => known.gameCode === gameCode);
  assert.ok(title);
  return new Board(compile(title));
}

const hmac = (key: Uint8Array, message: Uint8Array): Uint8Array => createHmac('sha256', key).update(message).digest();
