// Helpers of all drawings: unique ids, gradients, the shared gold.
//
// Always true: the same calls in the same order return the same text, because `newPicture` resets the ids.

type Stop = readonly [offset: number, colour: string, opacity?: number];

let ids = 0;

/** Resets the ids; called before each drawing that becomes a file. */
export function newPicture(): void {
  ids = 0;
}

export function newId(): string {
  ids += 1;
  return `g${ids.toString(36)}`;
}

export function round(number: number): number {
  return Math.round(number * 100) / 100;
}

export function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

export function linear(id: string, stops: readonly Stop[], x1 = 0, y1 = 0, x2 = 0, y2 = 1): string {
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`;
}

/** In units of the drawing; with `isBound` in units of the filled shape. */
export function radial(
  id: string,
  stops: readonly Stop[],
  cx: number,
  cy: number,
  r: number,
  isBound?: string,
): string {
  const units = isBound === undefined ? ' gradientUnits="userSpaceOnUse"' : '';
  return `<radialGradient id="${id}" cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}"${units}>${stopsOf(stops)}</radialGradient>`;
}

/** The gold of all drawings. */
export function goldMetal(id: string): string {
  return linear(id, [
    [0, '#FFF0C4'],
    [0.45, '#EBC06A'],
    [1, '#A8742A'],
  ]);
}

/** The picture as a file: spaces between elements are dropped. */
export function svgFile(width: number, height: number, contents: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${contents}</svg>`.replace(
    />\s+</g,
    '><',
  );
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(([offset, colour, opacity]) => {
      const seen = opacity === undefined ? '' : ` stop-opacity="${opacity}"`;
      return `<stop offset="${offset}" stop-color="${colour}"${seen}/>`;
    })
    .join('');
}

/** A drawing with the name of its file. */
export type PictureFile = {
  readonly name: string;
  readonly svg: string;
  /** Without a size the file is the SVG itself. */
  readonly size?: {
    readonly width: number;
    readonly height: number;
    readonly quality: number;
    readonly density: number;
  };
};
