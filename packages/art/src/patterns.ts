// Thai patterns behind a drawing: diamonds, fish scales, flowers, leaf nests, basket weave. The order is fixed, because
// a seed chooses by number.

import { repeat, rounded } from './svg.ts';

/** Each fills a square of this width. */
const patterns = {
  diamonds(w: number) {
    const half = w / 2;
    const leaf = `M0-1.5C${-w * 0.1}-${w * 0.1} ${-w * 0.08}-${w * 0.2} 0-${w * 0.3}C${w * 0.08}-${w * 0.2} ${w * 0.1}-${w * 0.1} 0-1.5Z`;
    const corners = [0, w].flatMap((x) => [0, w].map((y) => `<circle cx="${x}" cy="${y}" r="${rounded(w * 0.07)}"/>`));
    return `<path d="M${half} 0L${w} ${half}L${half} ${w}L0 ${half}Z" fill="none"/>${corners.join('')}
      ${repeat(4, (turn) => `<path d="${leaf}" transform="translate(${half} ${half}) rotate(${turn * 90})"/>`)}`;
  },
  scales(w: number) {
    const half = w / 2;
    const places = [0, half, w].flatMap((x) => (x === half ? [w, 0] : [half, -half]).map((y) => [x, y] as const));
    return places
      .flatMap(([x, y]) =>
        [half, half * 0.66, half * 0.32].map((r) => `<circle cx="${x}" cy="${y}" r="${rounded(r)}" fill="none"/>`),
      )
      .join('');
  },
  pikul(w: number) {
    const petal = `cy="${rounded(-w * 0.13)}" rx="${rounded(w * 0.05)}" ry="${rounded(w * 0.1)}"`;
    const flower = `${repeat(8, (turn) => `<ellipse ${petal} transform="rotate(${turn * 45})"/>`)}<circle r="${rounded(w * 0.035)}"/>`;
    const corners = [0, w].flatMap((x) => [0, w].map((y) => [x, y] as const));
    return [[w / 2, w / 2] as const, ...corners]
      .map(([x, y]) => `<g transform="translate(${x} ${y})">${flower}</g>`)
      .join('');
  },
  kranok(w: number) {
    const at = (share: number) => rounded(w * share);
    const h = at(0.5);
    return `<path d="M${h} ${w}C${at(0.1)} ${at(0.8)} ${at(0.1)} ${at(0.4)} ${h} ${at(0.1)}C${at(0.9)} ${at(0.4)} ${at(0.9)} ${at(0.8)} ${h} ${w}ZM${h} ${w}C${at(0.34)} ${at(0.8)} ${at(0.36)} ${at(0.56)} ${h} ${at(0.36)}C${at(0.64)} ${at(0.56)} ${at(0.66)} ${at(0.8)} ${h} ${w}Z" fill="none"/>
      <path d="M0 ${h}C${at(0.1)} ${at(0.3)} ${at(0.06)} ${at(0.14)} 0 0M${w} ${h}C${at(0.9)} ${at(0.3)} ${at(0.94)} ${at(0.14)} ${w} 0" fill="none"/>`;
  },
  weave(w: number) {
    const at = (share: number) => rounded(w * share);
    const [h, dash] = [at(0.5), `l${at(0.1)} ${at(0.1)}`];
    return `<path d="M0 ${h}H${h}V0M${h} ${w}V${h}H${w}" fill="none"/>
      <path d="M${at(0.25)} ${at(0.25)}${dash}M${at(0.75)} ${at(0.75)}${dash}M${at(0.75)} ${at(0.15)}${dash}"/>`;
  },
} as const;

export type PatternName = keyof typeof patterns;
export const patternNames = Object.keys(patterns) as readonly PatternName[];

/** A pattern element that repeats every `size` units. */
export function pattern(id: string, name: PatternName, colour: string, size: number): string {
  const height = name === 'scales' ? size / 2 : size;
  const turn = name === 'weave' ? ' patternTransform="rotate(45)"' : '';
  return `<pattern id="${id}" width="${size}" height="${height}" patternUnits="userSpaceOnUse"${turn}><g fill="${colour}" stroke="${colour}" stroke-width=".7">${patterns[name](size)}</g></pattern>`;
}
