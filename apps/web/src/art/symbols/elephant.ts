// An elephant with a garland and a hibiscus. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, linear, newId, range } from '#art/svg';

export function elephant(palette: Palette): string {
  const e = newId();
  const h = newId();
  const g = newId();
  const iv = newId();
  const i2 = newId();
  const ear = 'M40 31C26 16 5 22 4 44C3 64 17 79 31 71C39 65 43 48 40 31Z';
  const inner = 'M37 37C27 27 12 30 11 46C11 60 20 70 30 64C36 58 38 48 37 37Z';
  return `<defs>${linear(e, [
    [0, palette.mid],
    [1, palette.dark],
  ])}${linear(h, [
    [0, palette.light],
    [0.45, palette.mid],
    [1, palette.dark],
  ])}${goldMetal(g)}${linear(iv, [
    [0, '#FFF8E6'],
    [1, '#D9C49A'],
  ])}${linear(i2, [
    [0, palette.glow, 0.55],
    [1, palette.dark, 0.2],
  ])}</defs>
  ${[0, 1]
    .map(
      (
        m,
      ) => `<g${m ? ' transform="translate(100 0) scale(-1 1)"' : ''}><path d="${ear}" fill="url(#${e})" stroke="${palette.light}" stroke-opacity=".35" stroke-width=".8"/>
  <path d="${inner}" fill="url(#${i2})"/>
  <circle cx="15" cy="67" r="2.6" fill="url(#${g})"/>
  <circle cx="15" cy="73" r="1.6" fill="url(#${g})"/>
  </g>`,
    )
    .join('')}
  <path d="M38 62C31 72 32 84 42 89C38 82 40 72 45 67Z" fill="url(#${iv})"/>
  <path d="M62 62C69 72 68 84 58 89C62 82 60 72 55 67Z" fill="url(#${iv})"/>
  <path d="M50 18C66 18 75 31 73 46C72 56 66 61 61 65C59.5 75 60 82 58.5 88C56 96 45 96.5 43.5 90.5C43 87 47.5 86 49 88.5C50.5 90 53 88.5 52.5 85C50 81 42 76 39 65C34 61 28 56 27 46C25 31 34 18 50 18Z" fill="url(#${h})" stroke="${palette.light}" stroke-opacity=".4" stroke-width=".8"/>
  <g stroke="${palette.dark}" stroke-opacity=".55" stroke-width="1" fill="none" stroke-linecap="round"><path d="M44 68Q50 71 56 68M45.5 74Q51 77 56.5 74M47.5 80Q52 83 57 80"/>
  </g>
  <path d="M28.5 37Q50 27 71.5 37" fill="none" stroke="#FFF1D6" stroke-width="4.5" stroke-linecap="round" stroke-dasharray="0 5.1"/>
  <path d="M29 38.5Q50 28.5 71 38.5" fill="none" stroke="url(#${g})" stroke-width="1" stroke-linecap="round"/>
  <g transform="translate(50 28)">${range(5)
    .map(
      (i) =>
        `<path d="M0 0C-3-2-9-7-8-12C-6-16.5 6-16.5 8-12C9-7 3-2 0 0Z" fill="#E8557F" stroke="#7A1840" stroke-width=".7" transform="rotate(${i * 72})"/>`,
    )
    .join('')}<circle r="3" fill="#7A1840"/>
  <path d="M0 0L5-7" stroke="#FFE3A0" stroke-width="1.6" stroke-linecap="round"/>
  </g>
  <circle cx="37.5" cy="49" r="2.5" fill="#120C14"/>
  <circle cx="62.5" cy="49" r="2.5" fill="#120C14"/>
  <circle cx="38.3" cy="48.2" r=".8" fill="#fff"/>
  <circle cx="63.3" cy="48.2" r=".8" fill="#fff"/>`;
}
