// A river boat under lamps. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, linear, newId, radial } from '#art/svg';

export function boat(palette: Palette): string {
  const h = newId();
  const g = newId();
  const w = newId();
  const r = newId();
  const ln = newId();
  const lan = (
    x: number,
    y: number,
    k: number,
  ) => `<circle cx="${x}" cy="${y}" r="${8 * k}" fill="#FFC766" opacity=".28"/>
  <ellipse cx="${x}" cy="${y}" rx="${3.6 * k}" ry="${4.4 * k}" fill="url(#${ln})"/>
  <path d="M${x} ${y + 4.4 * k}v${3 * k}" stroke="#FFD98A" stroke-width="1"/>`;
  return `<defs>${linear(h, [
    [0, palette.light],
    [0.3, palette.mid],
    [1, palette.dark],
  ])}${goldMetal(g)}${linear(w, [
    [0, '#BFEFF5', 0.95],
    [1, '#2FA3C6', 0.15],
  ])}${linear(r, [
    [0, '#FF9A8A'],
    [0.6, '#D93B47'],
    [1, '#861325'],
  ])}${radial(
    ln,
    [
      [0, '#FFF6D8'],
      [1, '#F2913C'],
    ],
    0,
    0,
    1,
    '',
  )}</defs>
  <path d="M20 38V58M66 38V58M43 34V58" stroke="url(#${g})" stroke-width="2"/>
  <path d="M24 42H62V58H24Z" fill="#FFE2A0" opacity=".35"/>
  <path d="M12 40C18 34 22 28 24 22H62C65 28 69 34 75 40Z" fill="url(#${r})" stroke="url(#${g})" stroke-width="1.4" stroke-linejoin="round"/>
  <path d="M28 22L43 13L58 22Z" fill="url(#${g})"/>
  <path d="M31 23L26 39M43 23V39M55 23L61 39" stroke="#FFD0C0" stroke-opacity=".5"/>
  <path d="M11 40H76" stroke="url(#${g})" stroke-width="2.4" stroke-linecap="round"/>
  ${lan(20, 47, 0.9)}${lan(32, 47, 0.9)}${lan(54, 47, 0.9)}${lan(67, 47, 0.9)}
  <path d="M2 44C8 56 20 60 36 60H62C78 60 88 48 92 14C93 8 98 8 99 12C99 40 92 78 62 81H30C14 80 4 62 2 44Z" fill="url(#${h})" stroke="${palette.light}" stroke-opacity=".45" stroke-width=".8"/>
  <path d="M5 53C14 66 24 68 38 68H62C78 68 88 56 93 34" fill="none" stroke="url(#${g})" stroke-width="1.8"/>${[24, 36, 48, 60].map((x) => `<path d="M${x} 71l3.2 3.8-3.2 3.8-3.2-3.8Z" fill="url(#${g})"/>`).join('')}
  <path d="M88 31L98 35M89 26L99 30M90.5 21L99.5 24" stroke-width="3.2" stroke-linecap="round" stroke="#E8557F"/>
  <path d="M88.5 28.5L98.5 32.5M90 23.5L99 27" stroke-width="1.8" stroke-linecap="round" stroke="#FFE3A0"/>
  <path d="M89 34C84 42 86 48 82 54M93 36C90 44 92 50 89 56" stroke="#E8557F" stroke-width="1.8" fill="none" stroke-linecap="round"/>
  <path d="M0 84Q6 78 12 84T25 84T38 84T50 84T63 84T76 84T88 84T100 84V86Q94 92 88 88T76 89T63 89T50 89T38 89T25 89T12 89T0 88Z" fill="url(#${w})"/>
  <path d="M8 95Q14 91 20 95T32 95M44 96Q50 92 56 96T68 96" stroke="#BFEFF5" stroke-opacity=".55" stroke-width="1.3" fill="none" stroke-linecap="round"/>`;
}
