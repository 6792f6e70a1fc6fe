// Verifier of a shared table: checks a revealed seed against its commitment and recomputes the result, without
// requests.

import { sha256Hex } from '#studio/fairness/sha256';

import { button, el } from './dom.ts';
import { text } from './page.text.ts';
import { tableText } from './table.text.ts';

export type SeedVerifier<Field extends string> = {
  readonly gameCode: string;
  readonly intro: string;
  /** Further input fields with their labels. */
  readonly fields: Readonly<Record<Field, string>>;
  verify(serverSeed: string, given: Readonly<Record<Field, string>>): HTMLElement;
};

export function showSeedVerifier<Field extends string>(game: SeedVerifier<Field>): void {
  const given = new URLSearchParams(location.hash.slice(1));
  const field = (name: string): HTMLInputElement =>
    el('input', { id: name, value: given.get(name) ?? '', autocomplete: 'off', spellcheck: 'false' });
  const seed = field('serverSeed');
  const commitment = field('commitment');
  const names = Object.keys(game.fields) as Field[];
  const more = names.map((name) => [name, field(name)] as const);
  const answer = el('div', { class: 'verified', role: 'status' });
  const run = (): void => {
    const serverSeed = seed.value.trim().toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(serverSeed)) {
      answer.replaceChildren(el('p', { class: 'wrong' }, tableText.invalid));
      return;
    }
    const isKept = sha256Hex(serverSeed) === commitment.value.trim().toLowerCase();
    const values = Object.fromEntries(more.map(([name, input]) => [name, input.value.trim()])) as Record<Field, string>;
    answer.replaceChildren(
      el('p', { class: isKept ? 'right' : 'wrong' }, isKept ? `✓ ${tableText.matches}` : `✕ ${tableText.differs}`),
      game.verify(serverSeed, values),
    );
  };
  const labelled = (label: string, input: HTMLInputElement): HTMLElement[] => [
    el('label', { class: 'field', for: input.id }, label),
    input,
  ];
  document.title = tableText.verifyTitle;
  document.body.append(
    el(
      'main',
      { class: 'verifier' },
      el('h1', {}, tableText.verifyTitle),
      el('p', {}, game.intro),
      ...labelled(tableText.serverSeed, seed),
      ...labelled(tableText.commitment, commitment),
      ...more.flatMap(([name, input]) => labelled(game.fields[name], input)),
      button('wide-button', tableText.verifyRun, run, tableText.verifyRun),
      answer,
      el('a', { class: 'text-button', href: `/games/${game.gameCode}` }, tableText.backToGame),
      el('p', { class: 'stamp' }, text.stamp),
    ),
  );
  if (given.get('serverSeed')) run();
}
