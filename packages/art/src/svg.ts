// The parts of SVG that every drawing is made of. A drawing is text.
//
// Always true: the same call returns the same text. Ids begin with two letters of their drawing, so that drawings can
// share a picture (drawings.test.ts).

/** Units of a gradient: those of the drawing, or shares of the filled shape. */
type Units = 'drawing' | 'shape';

/** A whole picture, ready to be shown as an image or stored as a file. */
export function picture(width: number, height: number, content: string, extra = ''): string {
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${extra}>${content}</svg>`;
  return svg.replaceAll(/>\s+</g, '><');
}

/** The address of a picture for an img element. */
export function pictureAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A gradient along a line, by default straight down the filled shape. */
export function linear(
  id: string,
  stops: readonly string[],
  [x1, y1, x2, y2] = [0, 0, 0, 1],
  units: Units = 'shape',
): string {
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"${unitsOf(units)}>${stopsOf(stops)}</linearGradient>`;
}

export function radial(
  id: string,
  stops: readonly string[],
  cx: number,
  cy: number,
  r: number,
  units: Units = 'drawing',
): string {
  return `<radialGradient id="${id}" cx="${rounded(cx)}" cy="${rounded(cy)}" r="${rounded(r)}"${unitsOf(units)}>${stopsOf(stops)}</radialGradient>`;
}

/** The metal of straight lines along an axis, which have no area that a gradient could fill. */
export const GOLD = '#EBC06A';

/** The one metal of every drawing. */
export function gold(id: string): string {
  return linear(id, ['#FFF0C4', `${GOLD} 45%`, '#A8742A']);
}

export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

export function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}

function unitsOf(units: Units): string {
  return units === 'drawing' ? ' gradientUnits="userSpaceOnUse"' : '';
}

/** Each stop is `colour`, `colour 45%`, `colour /.6` (opacity) or `colour 45% /.6`; those without a place are even. */
function stopsOf(stops: readonly string[]): string {
  return stops
    .map((stop, index) => {
      const [, colour, percent, opacity] = /^(\S+?)(?: ([\d.]+)%)?(?: \/([\d.]+))?$/.exec(stop) ?? [];
      if (colour === undefined) throw new Error(`gradient stop: expected "colour place% /opacity", got "${stop}"`);
      const offset = percent === undefined ? rounded(index / (stops.length - 1)) : Number(percent) / 100;
      return `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`;
    })
    .join('');
}
