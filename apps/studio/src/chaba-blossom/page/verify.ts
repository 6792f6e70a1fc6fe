// The verifier of chaba-blossom.

import { resultOf, STOP_COUNTS, windowAt } from '#studio/chaba-blossom/maths';
import { bitmapsOf } from '#studio/page/bitmaps';
import { showVerifier } from '#studio/page/verify-page';
import { windowDrawing } from '#studio/slots/cabinet';

import { lanternWords, lineWords, shareOf } from './pays.ts';
import { drawings } from './symbols.ts';

const images = await bitmapsOf(drawings);

showVerifier({
  gameCode: 'chaba-blossom',
  drawSizes: STOP_COUNTS,
  hasFreeRounds: true,
  verify(stops, isFree) {
    const result = resultOf(stops, isFree);
    return {
      payout: (stake) => shareOf(stake, result.pay),
      drawing: windowDrawing(windowAt(stops), images),
      words: (stake) => [...lineWords(result, stake), ...(result.lanternPay > 0 ? [lanternWords(result, stake)] : [])],
    };
  },
});
