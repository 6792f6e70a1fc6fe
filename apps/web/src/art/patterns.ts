// Thai patterns behind the symbols: diamonds, fish scales, flowers, leaf nests, basket weave.

import { newId, range, round } from './svg.ts';

const drawings = {
  diamonds: (w: number) => {
    const half = w / 2;
    const leaf = `M0-1.5C${-w * 0.1}-${w * 0.1} ${-w * 0.08}-${w * 0.2} 0-${w * 0.3}C${w * 0.08}-${w * 0.2} ${w * 0.1}-${w * 0.1} 0-1.5Z`;
    const corners = [0, w].flatMap((x) => [0, w].map((y) => `<circle cx="${x}" cy="${y}" r="${round(w * 0.07)}"/>`));
    return `<path d="M${half} 0L${w} ${half}L${half} ${w}L0 ${half}Z" fill="none"/>
      ${[0, 90, 180, 270].map((turn) => `<path d="${leaf}" transform="translate(${half} ${half}) rotate(${turn})"/>`).join('')}
      ${corners.join('')}`;
  },
  scales: (w: number) => {
    const half = w / 2;
    const centres = [
      [0, half],
      [half, w],
      [w, half],
      [half, 0],
      [0, -half],
      [w, -half],
    ] as const;
    return centres
      .flatMap(([x, y]) =>
        [half, half * 0.66, half * 0.32].map((r) => `<circle cx="${x}" cy="${y}" r="${round(r)}" fill="none"/>`),
      )
      .join('');
  },
  pikul: (w: number) => {
    const petal = `cx="0" cy="${round(-w * 0.13)}" rx="${round(w * 0.05)}" ry="${round(w * 0.1)}"`;
    const centres = [
      [w / 2, w / 2],
      [0, 0],
      [w, 0],
      [0, w],
      [w, w],
    ] as const;
    return centres
      .map(([x, y]) => {
        const petals = range(8).map(
          (turn) => `<ellipse ${petal} transform="translate(${x} ${y}) rotate(${turn * 45})"/>`,
        );
        return `${petals.join('')}<circle cx="${x}" cy="${y}" r="${round(w * 0.035)}"/>`;
      })
      .join('');
  },
  kranok: (w: number) => {
    const at = (share: number) => round(w * share);
    const h = at(0.5);
    return `<path d="M${h} ${w}C${at(0.1)} ${at(0.8)} ${at(0.1)} ${at(0.4)} ${h} ${at(0.1)}C${at(0.9)} ${at(0.4)} ${at(0.9)} ${at(0.8)} ${h} ${w}ZM${h} ${w}C${at(0.34)} ${at(0.8)} ${at(0.36)} ${at(0.56)} ${h} ${at(0.36)}C${at(0.64)} ${at(0.56)} ${at(0.66)} ${at(0.8)} ${h} ${w}Z" fill="none"/>
      <path d="M0 ${h}C${at(0.1)} ${at(0.3)} ${at(0.06)} ${at(0.14)} 0 0M${w} ${h}C${at(0.9)} ${at(0.3)} ${at(0.94)} ${at(0.14)} ${w} 0" fill="none"/>`;
  },
  weave: (w: number) => {
    const at = (share: number) => round(w * share);
    const h = at(0.5);
    return `<path d="M0 ${h}H${h}V0M${h} ${w}V${h}H${w}" fill="none"/>
      <path d="M${at(0.25)} ${at(0.25)}l${at(0.1)} ${at(0.1)}M${at(0.75)} ${at(0.75)}l${at(0.1)} ${at(0.1)}M${at(0.75)} ${at(0.15)}l${at(0.1)} ${at(0.1)}"/>`;
  },
} as const;

export type PatternName = keyof typeof drawings;
export const patternNames = Object.keys(drawings) as readonly PatternName[];

/** A pattern element and its id. */
export function pattern(
  name: PatternName,
  colour: string,
  size: number,
): { readonly id: string; readonly element: string } {
  const id = newId();
  const height = name === 'scales' ? size / 2 : size;
  const turn = name === 'weave' ? ' patternTransform="rotate(45)"' : '';
  return {
    id,
    element: `<pattern id="${id}" width="${size}" height="${height}" patternUnits="userSpaceOnUse"${turn}><g fill="${colour}" stroke="${colour}" stroke-width=".7">${drawings[name](size)}</g></pattern>`,
  };
}
