// A folding fan. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, newId, radial, range, round } from '#art/svg';

export function fan(palette: Palette): string {
  const g = newId();
  const a = newId();
  const b = newId();
  const N = 11,
    A0 = -168,
    A1 = -12,
    cx = 50,
    cy = 82;
  const pt = (ang: number, r: number): [number, number] => [
    round(cx + r * Math.cos((ang * Math.PI) / 180)),
    round(cy + r * Math.sin((ang * Math.PI) / 180)),
  ];
  let out = '';
  range(N).forEach((i) => {
    const s = (A1 - A0) / N,
      q0 = A0 + s * i,
      q1 = q0 + s,
      m = (q0 + q1) / 2;
    const [x0, y0] = pt(q0, 26),
      [x1, y1] = pt(q0, 58),
      [x2, y2] = pt(q1, 58),
      [x3, y3] = pt(q1, 26),
      [mx, my] = pt(m, 66);
    out += `<path d="M${x0} ${y0}L${x1} ${y1}Q${mx} ${my} ${x2} ${y2}L${x3} ${y3}Z" fill="url(#${i % 2 ? a : b})"/>`;
    const [d1x, d1y] = pt(m, 47),
      [d2x, d2y] = pt(m, 36);
    out += `<g transform="translate(${d1x} ${d1y}) rotate(${m + 90})"><path d="M0-6Q3.5 0 0 6Q-3.5 0 0-6Z" fill="${palette.line}" opacity=".9"/>
  </g>
  <circle cx="${d2x}" cy="${d2y}" r="1.3" fill="${palette.line}" opacity=".8"/>`;
  });
  range(N + 1).forEach((i) => {
    const q = A0 + ((A1 - A0) / N) * i;
    const [x, y] = pt(q, 60),
      [u, v] = pt(q, 4);
    out += `<path d="M${u} ${v}L${x} ${y}" stroke="url(#${g})" stroke-width="1.2"/>`;
  });
  const arc = (r: number) => {
    const [x, y] = pt(A0, r),
      [u, v] = pt(A1, r);
    return `<path d="M${x} ${y}A${r} ${r} 0 0 1 ${u} ${v}" fill="none" stroke="${palette.line}" stroke-width="1.2"/>`;
  };
  return `<defs>${goldMetal(g)}${radial(
    a,
    [
      [0.3, palette.dark],
      [1, palette.mid],
    ],
    50,
    82,
    62,
  )}${radial(
    b,
    [
      [0.3, palette.mid],
      [1, palette.light],
    ],
    50,
    82,
    66,
  )}</defs>${out}${arc(26)}${arc(55.5)}<circle cx="50" cy="82" r="5" fill="url(#${g})"/>
  <path d="M50 86C46 92 54 94 50 100" stroke="${palette.light}" stroke-width="1.6" fill="none"/>`;
}
