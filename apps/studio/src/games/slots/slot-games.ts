// The slot titles as instant games of the studio: draw, payout and stated figures.
//
// Always true: a game states the return of its certificate, and a title without a name or certificate stops the start.
//
// Elsewhere: rounds (rounds.ts), titles (titles/), certificates (certified/).

import { baht } from '@chaba/money';

import type { InstantGame } from '#studio/games/instant-game';

import { Board } from './board.ts';
import { readCertificate } from './certificate.ts';
import { compile } from './compile.ts';
import { play } from './play.ts';
import { readTitle } from './read-title.ts';
import { countPlaces, type SlotTitle } from './title.ts';
import { slotTitles } from './titles/titles.ts';
import { titleNames } from './titles/titles.text.ts';

/** Stakes of every title, in baht. */
const SLOT_STAKES = [1, 2, 5, 10, 20, 50, 100] as const;

export const slotGames: readonly InstantGame[] = slotTitles.map(slotGame);

function slotGame(unread: SlotTitle): InstantGame {
  const title = readTitle(unread);
  const { gameCode } = title;
  const name = titleNames[gameCode];
  if (name === undefined) throw new Error(`slots/titles/titles.text.ts: expected a name of ${gameCode}`);
  let board: Board | undefined;
  return {
    gameCode,
    name,
    gameType: 'EGAMES',
    category: 'EGAMES',
    returnPercent: readCertificate(gameCode).returnPercent,
    lines: countPlaces(title),
    stakes: SLOT_STAKES.map(baht),
    isSlot: true,
    draw(next, { isFree, carry }) {
      board ??= new Board(compile(title));
      const round = play(board, isFree, carry, next);
      return { numbers: round.numbers, pay: round.pay, freeRounds: round.freeSpins, carry: round.carry };
    },
  };
}
