// Index page of all screenshots: one row per screen and state, one column per frame.

import * as fs from 'node:fs';
import path from 'node:path';

export function writeIndex(folder: string, frames: readonly string[]): void {
  const pictures = [...new Set(frames.flatMap((frame) => filesIn(path.join(folder, frame))))].toSorted();
  const cell = (frame: string, picture: string): string =>
    fs.existsSync(path.join(folder, frame, picture))
      ? `<td><a href="${frame}/${picture}"><img loading="lazy" height="360" src="${frame}/${picture}"></a></td>`
      : '<td></td>';
  const rows = pictures.map(
    (picture) =>
      `<tr><th>${picture.replace('.png', '')}</th>${frames.map((frame) => cell(frame, picture)).join('')}</tr>`,
  );
  const head = `<tr><th></th>${frames.map((frame) => `<th>${frame}</th>`).join('')}</tr>`;
  fs.writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Gallery</title><table>${head}${rows.join('')}</table>`,
  );
}

function filesIn(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.png')) : [];
}
