// Things of the riverside: a wave, crossed paddles, and a bowl of noodles.

import { amber, jade, ruby, teal } from './palette.ts';
import { gold, linear, repeat } from './svg.ts';

export function wave(): string {
  const crest =
    'M4 88C4 50 24 18 58 14C82 12 96 30 92 48C88 62 70 64 66 52C64 44 72 40 76 44C70 30 50 34 46 52C42 70 62 84 96 82V92H4Z';
  return `<defs>${linear('wv-b', [
    [0, '#EAFBFF'],
    [0.4, teal.light],
    [0.7, teal.middle],
    [1, teal.dark],
  ])}</defs>
  <path d="${crest}" fill="url(#wv-b)" stroke="#FFFFFF" stroke-width="2.4" stroke-linejoin="round"/>
  <path d="M16 84C16 56 32 32 56 28M28 84C26 62 34 48 42 42" fill="none" stroke="#FFFFFF" stroke-opacity=".7" stroke-width="3" stroke-linecap="round"/>
  <path d="M4 92Q14 84 24 92T44 92T64 92T84 92T96 92" fill="none" stroke="#FFFFFF" stroke-width="3" stroke-linecap="round"/>
  <circle cx="84" cy="14" r="4" fill="#FFFFFF" opacity=".9"/><circle cx="72" cy="7" r="2.6" fill="#FFFFFF" opacity=".8"/><circle cx="94" cy="24" r="2.4" fill="#FFFFFF" opacity=".8"/>`;
}

export function paddle(): string {
  const one = (turn: number, blade: string): string =>
    `<g transform="rotate(${turn} 50 50)"><path d="M47 6H53V62H47Z" fill="url(#pd-w)" stroke="#5A3412" stroke-width="1"/><path d="M42 4H58V10H42Z" fill="url(#pd-g)"/><path d="M50 52C64 56 64 84 50 98C36 84 36 56 50 52Z" fill="url(#${blade})" stroke="url(#pd-g)" stroke-width="2.4"/><path d="M50 62l4.6 9-4.6 9-4.6-9Z" fill="#FFE7A8"/></g>`;
  return `<defs>${gold('pd-g')}${linear('pd-w', [
    [0, '#E2B06A'],
    [1, '#8A5522'],
  ])}${linear('pd-a', [
    [0, ruby.light],
    [0.4, ruby.middle],
    [1, ruby.dark],
  ])}${linear('pd-b', [
    [0, jade.light],
    [0.4, jade.middle],
    [1, jade.dark],
  ])}</defs>
  ${one(-34, 'pd-a')}${one(34, 'pd-b')}<circle cx="50" cy="44" r="5" fill="url(#pd-g)"/>`;
}

export function bowl(): string {
  const noodles = repeat(
    5,
    (index) =>
      `<path d="M${20 + index * 6} 46C${24 + index * 7} ${34 - (index % 2) * 4} ${44 + index * 6} ${36 - (index % 3) * 3} ${52 + index * 7} 46" fill="none" stroke="#FFE9A8" stroke-width="4.4" stroke-linecap="round"/>`,
  );
  const steam = [30, 46, 62]
    .map(
      (x) =>
        `<path d="M${x} 26C${x - 6} 20 ${x + 6} 14 ${x} 6" fill="none" stroke="#FFFFFF" stroke-opacity=".65" stroke-width="3" stroke-linecap="round"/>`,
    )
    .join('');
  return `<defs>${gold('nb-g')}${linear('nb-b', [
    [0, '#FFFFFF'],
    [0.5, '#CFE4F4'],
    [1, '#6C93C4'],
  ])}${linear('nb-s', [
    [0, amber.middle],
    [1, amber.dark],
  ])}</defs>
  ${steam}<path d="M64 44L92 12L96 16L72 46ZM58 44L84 8L89 11L66 45Z" fill="url(#nb-g)" stroke="#6A4312" stroke-width=".9"/>
  <ellipse cx="50" cy="46" rx="43" ry="12" fill="url(#nb-s)"/>${noodles}<circle cx="32" cy="43" r="6" fill="${jade.middle}"/><circle cx="68" cy="44" r="6.4" fill="#FFF8E8"/><circle cx="68" cy="44" r="3.2" fill="#F7B733"/><path d="M40 40C44 34 52 34 54 40C52 45 44 45 40 40Z" fill="${ruby.middle}"/>
  <path d="M6 46C8 74 26 90 36 92H64C74 90 92 74 94 46C84 56 66 59 50 59C34 59 16 56 6 46Z" fill="url(#nb-b)" stroke="url(#nb-g)" stroke-width="2"/>
  <path d="M14 66C34 76 66 76 86 66" fill="none" stroke="#2C4FA0" stroke-width="3"/>${repeat(5, (index) => `<path d="M${26 + index * 12} ${77 - Math.abs(index - 2) * 1.4}l4 4-4 4-4-4Z" fill="#2C4FA0"/>`)}`;
}
