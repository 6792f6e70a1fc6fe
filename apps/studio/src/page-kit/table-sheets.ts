// Sheets shared by all tables: the rules with the seed commitments, and the link to the verifier.

import { el } from './dom.ts';
import { tableText } from './table.text.ts';

type RulesWords = {
  readonly rules: readonly string[];
  readonly returns: string;
  readonly keys: string;
  readonly fairness: string;
};
type CommittedSeeds = { readonly commitment: string } | undefined;

export function tableRules(
  gameCode: string,
  words: RulesWords,
  now: CommittedSeeds,
  next: CommittedSeeds,
): HTMLElement {
  return el(
    'div',
    { class: 'rules' },
    ...words.rules.map((rule) => el('p', {}, rule)),
    el('p', {}, words.returns),
    el('h3', {}, tableText.keysTitle),
    el('p', {}, words.keys),
    el('h3', {}, tableText.verifyTitle),
    el('p', {}, words.fairness),
    el(
      'dl',
      { class: 'seeds' },
      el('dt', {}, tableText.commitment),
      el('dd', {}, now?.commitment ?? ''),
      el('dt', {}, tableText.nextCommitment),
      el('dd', {}, next?.commitment ?? ''),
    ),
    el('a', { class: 'text-button', href: `/games/${gameCode}/verify` }, tableText.verifyTitle),
  );
}

type Seed = { readonly serverSeed?: string | undefined; readonly commitment: string };

/** Link to the verifier with the facts of a round, once its seed is published. */
export function checkLink(
  gameCode: string,
  { serverSeed, commitment }: Seed,
  facts: Readonly<Record<string, number>>,
): HTMLElement {
  if (serverSeed === undefined) return el('p', { class: 'hint' }, tableText.hidden);
  const known = Object.entries(facts).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams([['serverSeed', serverSeed], ['commitment', commitment], ...known]);
  return el('a', { class: 'text-button', href: `/games/${gameCode}/verify#${query}` }, tableText.verify);
}
