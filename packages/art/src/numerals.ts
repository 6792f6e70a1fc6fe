// Thai numerals on tiles of lacquer, the low symbols of the slots.

import { amber, jade, type Palette, ruby, teal, violet } from './palettes.ts';
import { gold, linear } from './svg.ts';

/** Strokes of the numerals in the square of the drawing. */
const STROKES: Readonly<Record<1 | 2 | 3 | 5, string>> = {
  1: 'M50 57A6.5 6.5 0 1 1 56.5 50.5C56.5 58 49 63 41 60C30 55 29 38 40 32C54 25 71 33 71 50C71 62 64 70 56 74',
  2: 'M31 31L33 58C34 68 46 66 48 58A6 6 0 1 0 40 52C40 70 60 76 68 66C76 55 70 40 61 41C53 42 54 53 61 53',
  3: 'M42 58A6 6 0 1 1 36 52C33 38 38 31 44 32C50 33 50 44 50 47C50 40 53 31 61 32C72 34 70 56 65 72',
  5: 'M37 37L41 58C43 69 60 70 65 60C71 48 64 38 56 39C48 40 48 52 56 53C62 53 63 46 58 45M65 60C70 66 74 64 76 57M37 37C44 26 62 24 72 30',
};
const COLOURS: Readonly<Record<1 | 2 | 3 | 5, Palette>> = { 1: teal, 2: jade, 3: violet, 5: ruby };

export function numeral(figure: 1 | 2 | 3 | 5): (palette?: Palette) => string {
  return ({ dark, middle, light } = COLOURS[figure]) => {
    const id = `nu${figure}`;
    return `<defs>${gold(`${id}g`)}${linear(`${id}b`, [middle, dark])}</defs>
  <path d="M26 8H74Q92 8 92 26V74Q92 92 74 92H26Q8 92 8 74V26Q8 8 26 8Z" fill="url(#${id}b)" stroke="url(#${id}g)" stroke-width="3"/>
  <path d="M29 15H71Q85 15 85 29V71Q85 85 71 85H29Q15 85 15 71V29Q15 15 29 15Z" fill="none" stroke="${light}" stroke-opacity=".4" stroke-width="1.4"/>
  <path d="${STROKES[figure]}" fill="none" stroke="#2A1408" stroke-opacity=".45" stroke-width="9" stroke-linecap="round" stroke-linejoin="round" transform="translate(0 2)"/>
  <path d="${STROKES[figure]}" fill="none" stroke="#FFF1C6" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/><path d="${STROKES[figure]}" fill="none" stroke="${amber.middle}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" opacity=".65"/>`;
  };
}
