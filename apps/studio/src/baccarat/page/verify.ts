// Verifier of the baccarat table: shuffles a shoe from its revealed seed in the browser, without requests.

import { resultOf } from '#studio/baccarat/rules';
import { roundsOfShoe, shuffledShoe } from '#studio/baccarat/shoe';
import { hmacSha256 } from '#studio/fairness/sha256';
import { el } from '#studio/page/dom';
import { showSeedVerifier } from '#studio/page/table-verify';

import { cardPicture } from './cards.ts';
import { text } from './page.text.ts';

showSeedVerifier({
  gameCode: 'baccarat',
  intro: text.verifyIntro,
  fields: { handNo: text.handNo },
  verify(serverSeed, { handNo }) {
    const hand = Number(handNo);
    const deal = roundsOfShoe(shuffledShoe(hmacSha256, 'baccarat', serverSeed))[hand - 1];
    if (!deal) return el('p', { class: 'wrong' }, text.noHand);
    const { winner, playerPoints, bankerPoints } = resultOf(deal);
    return el(
      'div',
      {},
      el(
        'div',
        { class: 'small-hands' },
        ...deal.player.map(cardPicture),
        el('span', {}, '–'),
        ...deal.banker.map(cardPicture),
      ),
      el('p', { class: 'payout' }, text.handTold(hand, text.wins[winner], playerPoints, bankerPoints)),
    );
  },
});
