// The few words of SVG that every drawing is made of. A drawing is text; its ids are its own.

type Stop = readonly [offset: number, colour: string, opacity?: number];

/** A whole picture, ready to be shown as an image. */
export function picture(width: number, height: number, content: string, extra = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${extra}>${content}</svg>`;
}

/** The address of a picture for an img element. */
export function pictureAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A linear gradient over the box of what it fills; straight down unless told otherwise. */
export function linear(id: string, stops: readonly Stop[], [x1, y1, x2, y2] = [0, 0, 0, 1]): string {
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`;
}

/** A radial gradient in the units of the drawing. */
export function radial(id: string, stops: readonly Stop[], cx: number, cy: number, r: number): string {
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}" gradientUnits="userSpaceOnUse">${stopsOf(stops)}</radialGradient>`;
}

/** The one metal of every drawing. */
export function gold(id: string): string {
  return linear(id, [
    [0, '#FFF0C4'],
    [0.45, '#EBC06A'],
    [1, '#A8742A'],
  ]);
}

export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

export function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}

/** The same numbers for the same seed, for ever: where lamps flicker and stars stand. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(([offset, colour, opacity]) => {
      const seen = opacity === undefined ? '' : ` stop-opacity="${opacity}"`;
      return `<stop offset="${offset}" stop-color="${colour}"${seen}/>`;
    })
    .join('');
}
