// The verifier of every slot title.

import { cutSheet } from '#studio/page-kit/bitmaps';
import { showVerifier } from '#studio/page-kit/verify-page';
import { Board } from '#studio/games/slots/board';
import { compile } from '#studio/games/slots/compile';
import { play } from '#studio/games/slots/play';
import { featureOf } from '#studio/games/slots/title';

import { applyLook, readSlotPage } from './apply-look.ts';
import { SHEET } from './slot-page.ts';
import { roundDrawing } from './stage.ts';
import { getSymbolName, computePart } from './words.ts';

const page = readSlotPage();
const { title } = page;
applyLook(page);
const images = await cutSheet(page.sheet, Object.keys(title.look.symbols), SHEET);
const board = new Board(compile(title));
const book = featureOf(title, 'book');

showVerifier({
  gameCode: title.gameCode,
  hasFreeRounds: featureOf(title, 'freeSpins') !== undefined,
  carries: Object.keys(book?.special ?? {}).map((letter) => ({ value: letter, name: getSymbolName(title, letter) })),
  verify(next, { isFree, carry }) {
    const round = play(board, isFree, isFree ? carry : undefined, next);
    return {
      numbers: round.numbers,
      payout: (stake) => computePart(stake, round.pay),
      drawing: (stake) => roundDrawing(title, round, stake, images),
      words: () => [],
    };
  },
});
