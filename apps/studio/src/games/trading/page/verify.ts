// Verifier of the trading market: computes an epoch from its revealed seed in the browser, without requests.

import { hmacSha256 } from '#studio/fairness/sha256';
import { el } from '#studio/page-kit/dom';
import { showSeedVerifier } from '#studio/page-kit/table-verify';
import { EPOCH_TICKS, computePrices, drawSteps } from '#studio/games/trading/walk';

import { text } from './page.text.ts';
import { priceText } from './price.ts';

showSeedVerifier({
  gameCode: 'trading',
  intro: text.verifyIntro,
  fields: { epoch: text.epoch, fromPrice: text.fromPrice, tick: text.tick },
  verify(serverSeed, { epoch, fromPrice, tick }) {
    const steps = drawSteps(hmacSha256, 'trading', serverSeed, Number(epoch));
    const price = computePrices(Number(fromPrice), steps)[Number(tick) - Number(epoch) * EPOCH_TICKS];
    if (price === undefined) return el('p', { class: 'wrong' }, text.outside);
    return el('p', { class: 'payout' }, text.priceAt(Number(tick), priceText(price)));
  },
});
