// Sheet of the seeds: current commitments, entry of a new client seed, and the seed revealed by it.

import { CLIENT_SEED_PATTERN } from '#studio/fairness/draw';
import type { RevealOnWire, SeedsOnWire } from '#studio/wire/wire';

import { button, el } from './dom.ts';
import { fairnessText, text } from './page.text.ts';
import { StudioError, type StudioApi } from './studio-api.ts';

export function createFairnessContent(
  api: StudioApi,
  seeds: SeedsOnWire,
  onChange: (seeds: SeedsOnWire) => void,
): HTMLElement {
  const facts = el('dl', { class: 'seeds' });
  const answer = el('div', { role: 'status' });
  const field = el('input', {
    id: 'client-seed',
    maxlength: 64,
    autocomplete: 'off',
    spellcheck: 'false',
    value: freshClientSeed(),
  });
  const rotate = button('wide-button', fairnessText.rotate, () => void change(), fairnessText.rotate);

  async function change(): Promise<void> {
    if (!CLIENT_SEED_PATTERN.test(field.value)) {
      answer.textContent = fairnessText.newClientSeedHint;
      field.focus();
      return;
    }
    try {
      const changed = await api.rotateSeeds(field.value);
      onChange(changed.seeds);
      facts.replaceChildren(...factsOf(changed.seeds));
      answer.replaceChildren(...revealOf(changed));
      field.value = freshClientSeed();
    } catch (error) {
      answer.textContent = error instanceof StudioError ? error.message : text.unreachable;
    }
  }

  facts.append(...factsOf(seeds));
  return el(
    'div',
    {},
    el('p', {}, fairnessText.intro),
    facts,
    el('label', { class: 'field', for: 'client-seed' }, fairnessText.newClientSeed),
    field,
    el('p', { class: 'hint' }, fairnessText.newClientSeedHint),
    rotate,
    answer,
    el('a', { class: 'text-button', href: `/games/${api.gameCode}/verify` }, fairnessText.verifier),
  );
}

function factsOf(seeds: SeedsOnWire): HTMLElement[] {
  return [
    [fairnessText.commitment, seeds.commitment],
    [fairnessText.clientSeed, seeds.clientSeed],
    [fairnessText.nonce, String(seeds.nonce)],
    [fairnessText.nextCommitment, seeds.nextCommitment],
  ].flatMap(([name = '', value = '']) => [el('dt', {}, name), el('dd', {}, value)]);
}

function revealOf({ revealed }: RevealOnWire): HTMLElement[] {
  if (!revealed) return [el('p', {}, fairnessText.changed)];
  return [
    el('p', {}, fairnessText.changed),
    el('dl', { class: 'seeds' }, el('dt', {}, fairnessText.revealed), el('dd', {}, revealed.serverSeed)),
  ];
}

function freshClientSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
