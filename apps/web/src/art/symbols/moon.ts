// The moon over the river. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, linear, newId, radial } from '#art/svg';

export function moon(palette: Palette): string {
  const m = newId();
  const a = newId();
  const b = newId();
  const g = newId();
  const h = newId();
  const cp = newId();
  return `<defs>${radial(
    m,
    [
      [0, '#FFFAE8'],
      [0.7, '#F9E3B0'],
      [1, '#E9BE7C'],
    ],
    44,
    34,
    40,
  )}${linear(a, [
    [0, palette.mid],
    [1, palette.dark],
  ])}${linear(b, [
    [0, palette.dark],
    [1, palette.sky[1]],
  ])}${linear(h, [
    [0, palette.light, 0.8],
    [1, palette.mid, 0.1],
  ])}${goldMetal(g)}<clipPath id="${cp}"><circle cx="50" cy="50" r="46"/>
  </clipPath></defs>
  <circle cx="50" cy="50" r="47.5" fill="${palette.sky[0]}" stroke="url(#${g})" stroke-width="2"/>
  <g clip-path="url(#${cp})"><circle cx="54" cy="36" r="22" fill="url(#${m})"/>
  <g fill="#D9A864" opacity=".28"><circle cx="48" cy="32" r="4"/>
  <circle cx="60" cy="42" r="6"/>
  <circle cx="58" cy="26" r="2.6"/>
  </g>
  <path d="M0 30H22Q27 30 27 26T22 22T18 26M8 36H34Q38 36 38 33T35 30M70 52H100M64 47H88Q92 47 92 44T89 41T86 44" fill="none" stroke="${palette.line}" stroke-opacity=".75" stroke-width="1.5" stroke-linecap="round"/>
  <path d="M0 66Q14 46 30 58T58 56T84 50T100 58V100H0Z" fill="url(#${a})"/>
  <path d="M0 74Q20 58 40 68T76 64T100 70V100H0Z" fill="url(#${b})"/>
  <g fill="${palette.sky[1]}"><path d="M24 72L36 60L48 72ZM27 72H45V80H27Z"/>
  <path d="M29 80V88M43 80V88M36 80V88" stroke="${palette.sky[1]}" stroke-width="1.6"/>
  </g>
  <rect x="33" y="74" width="6" height="5" fill="#FFD98A"/>
  <rect y="84" width="100" height="20" fill="url(#${h})" opacity=".55"/>
  <path d="M44 87H64M48 91H60M40 95H68M14 89H26M74 90H88" stroke="#FFF0C4" stroke-width="1.4" stroke-linecap="round" opacity=".85"/>
  </g>`;
}
