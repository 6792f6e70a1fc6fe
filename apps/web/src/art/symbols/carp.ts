// A woven carp mobile. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, linear, newId } from '#art/svg';

export function carp(palette: Palette): string {
  const g = newId();
  const a = newId();
  const fish = (
    x: number,
    y: number,
    s: number,
  ) => `<g transform="translate(${x} ${y}) scale(${s} ${s})"><path d="M18 0L36-13V13Z" fill="url(#${a})" stroke="url(#${g})" stroke-width="1"/>
  <path d="M26 0L42-7V7Z" fill="${palette.dark}"/>
  <path d="M-26 0L0-20L26 0L0 20Z" fill="url(#${a})" stroke="url(#${g})" stroke-width="1.4" stroke-linejoin="round"/>
  <path d="M-19.5-5L6.5 15M-13-10L13 10M-6.5-15L19.5 5M-19.5 5L6.5-15M-13 10L13-10M-6.5 15L19.5-5" stroke="${palette.line}" stroke-opacity=".75" stroke-width="1"/>
  <path d="M0-20L8-28L10-14Z" fill="${palette.mid}" stroke="url(#${g})" stroke-width=".8"/>
  <circle cx="-17" cy="-2" r="2.4" fill="#FFF7E0"/>
  <circle cx="-17.5" cy="-2" r="1.1" fill="#1a0d06"/>
  </g>`;
  return `<defs>${goldMetal(g)}${linear(a, [
    [0, palette.light],
    [0.5, palette.mid],
    [1, palette.dark],
  ])}</defs>
  <path d="M48 0V18M26 50V64M48 56V74M70 50V64" stroke="${palette.line}" stroke-width="1"/>${fish(46, 36, 1.02)}${fish(25, 72, 0.42)}${fish(47, 83, 0.42)}${fish(70, 72, 0.42)}<circle cx="48" cy="8" r="2" fill="url(#${g})"/>`;
}
