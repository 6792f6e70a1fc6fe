// Link to the verifier with the facts of a round, once its proof is published.

import { el } from '#studio/page-kit/dom';
import { tableText } from '#studio/page-kit/table.text';
import type { RoundFactsOnWire } from '#studio/wire/round-wire';

import { text } from './rounds.text.ts';

export function checkLink(gameCode: string, facts: RoundFactsOnWire): HTMLElement {
  const { proof, commitment, sourceNo, roundNo, numbers = [] } = facts;
  if (proof === undefined) return el('p', { class: 'hint' }, text.hiddenProof);
  const round = { sourceNo: String(sourceNo), roundNo: String(roundNo), published: numbers.join(' ') };
  const query = new URLSearchParams({ proof, commitment, ...round });
  return el('a', { class: 'text-button', href: `/games/${gameCode}/verify#${query.toString()}` }, tableText.verify);
}
