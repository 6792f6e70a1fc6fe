// The elephant with a hibiscus on its brow.

import { type MotifColours, slate } from './palette.ts';
import { gold, linear, repeat } from './svg.ts';

const EAR = 'M40 31C26 16 5 22 4 44C3 64 17 79 31 71C39 65 43 48 40 31Z';
const INNER_EAR = 'M37 37C27 27 12 30 11 46C11 60 20 70 30 64C36 58 38 48 37 37Z';
const HEAD =
  'M50 18C66 18 75 31 73 46C72 56 66 61 61 65C59.5 75 60 82 58.5 88C56 96 45 96.5 43.5 90.5' +
  'C43 87 47.5 86 49 88.5C50.5 90 53 88.5 52.5 85C50 81 42 76 39 65C34 61 28 56 27 46C25 31 34 18 50 18Z';
const TUSKS = ['M38 62C31 72 32 84 42 89C38 82 40 72 45 67Z', 'M62 62C69 72 68 84 58 89C62 82 60 72 55 67Z'];
const BLOSSOM = 'M0 0C-3-2-9-7-8-12C-6-16.5 6-16.5 8-12C9-7 3-2 0 0Z';

export function elephant({ dark, middle, light, glow }: MotifColours = slate): string {
  const ear =
    `<path d="${EAR}" fill="url(#el-ear)" stroke="${light}" stroke-opacity=".35" stroke-width=".8"/>` +
    `<path d="${INNER_EAR}" fill="url(#el-inner)"/>` +
    `<circle cx="15" cy="67" r="2.6" fill="url(#el-gold)"/><circle cx="15" cy="73" r="1.6" fill="url(#el-gold)"/>`;
  const blossom = repeat(
    5,
    (index) =>
      `<path d="${BLOSSOM}" fill="#E8557F" stroke="#7A1840" stroke-width=".7" transform="rotate(${index * 72})"/>`,
  );

  return `<defs>${linear('el-ear', [
    [0, middle],
    [1, dark],
  ])}${linear('el-head', [
    [0, light],
    [0.45, middle],
    [1, dark],
  ])}${gold('el-gold')}${linear('el-tusk', [
    [0, '#FFF8E6'],
    [1, '#D9C49A'],
  ])}${linear('el-inner', [
    [0, glow, 0.55],
    [1, dark, 0.2],
  ])}</defs>
  <g>${ear}</g><g transform="translate(100 0) scale(-1 1)">${ear}</g>
  ${TUSKS.map((tusk) => `<path d="${tusk}" fill="url(#el-tusk)"/>`).join('')}
  <path d="${HEAD}" fill="url(#el-head)" stroke="${light}" stroke-opacity=".4" stroke-width=".8"/>
  <path d="M44 68Q50 71 56 68M45.5 74Q51 77 56.5 74M47.5 80Q52 83 57 80" stroke="${dark}" stroke-opacity=".55" fill="none" stroke-linecap="round"/>
  <path d="M28.5 37Q50 27 71.5 37" fill="none" stroke="#FFF1D6" stroke-width="4.5" stroke-linecap="round" stroke-dasharray="0 5.1"/>
  <path d="M29 38.5Q50 28.5 71 38.5" fill="none" stroke="url(#el-gold)" stroke-linecap="round"/>
  <g transform="translate(50 28)">${blossom}<circle r="3" fill="#7A1840"/><path d="M0 0L5-7" stroke="#FFE3A0" stroke-width="1.6" stroke-linecap="round"/></g>
  <circle cx="37.5" cy="49" r="2.5" fill="#120C14"/><circle cx="62.5" cy="49" r="2.5" fill="#120C14"/>
  <circle cx="38.3" cy="48.2" r=".8" fill="#fff"/><circle cx="63.3" cy="48.2" r=".8" fill="#fff"/>`;
}
