// The verifier of card-garden.

import { multiply } from '@chaba/money';

import { drawHand, DRAW_SIZES, finalHand, HAND_SIZE, findHand, computePay } from '#studio/games/card-garden/maths';
import { el } from '#studio/page-kit/dom';
import { showVerifier } from '#studio/page-kit/verify-page';

import { handDrawing } from './card.ts';
import { handNames } from './page.text.ts';

showVerifier({
  gameCode: 'card-garden',
  hasFreeRounds: false,
  decisionPattern: /^[01]{5}$/,
  verify(next, { decision: hold }) {
    const draws = DRAW_SIZES.map(next);
    const end = finalHand(draws, hold);
    const hand = findHand(end);
    return {
      numbers: draws,
      payout: (stake) => multiply(stake, computePay(end)),
      drawing: () => el('div', {}, handDrawing(drawHand(draws).slice(0, HAND_SIZE)), handDrawing(end)),
      words: () => (hand ? [handNames[hand]] : []),
    };
  },
});
