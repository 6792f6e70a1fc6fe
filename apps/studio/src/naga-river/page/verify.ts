// The verifier of naga-river.

import { resultOf, STOP_COUNTS } from '#studio/naga-river/maths';
import { bitmapsOf } from '#studio/page/bitmaps';
import { showVerifier } from '#studio/page/verify-page';

import { resultWords, shareOf } from './pays.ts';
import { windowsDrawing } from './stage.ts';
import { drawings } from './symbols.ts';

const images = await bitmapsOf(drawings);

showVerifier({
  gameCode: 'naga-river',
  drawSizes: STOP_COUNTS,
  hasFreeRounds: true,
  verify(stops, isFree) {
    const result = resultOf(stops, isFree);
    return {
      payout: (stake) => shareOf(stake, result.pay),
      drawing: windowsDrawing(result.steps, images),
      words: (stake) => resultWords(result, stake),
    };
  },
});
