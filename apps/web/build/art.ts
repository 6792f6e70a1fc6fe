// Renders the artwork into files: AVIF for pictures, SVG where it is smaller. A build writes them to
// dist/assets/art-<hash>/; the `vite` server renders on request. Tiles are also written to art/tiles/<name>.avif, the
// permanent address in a server's catalogue, and icons of the installed site to icons/<preset>-<kind>.png.
//
// Always true: the hash covers every drawing and its size, so an old address never shows a new picture. Encoded files
// are committed in rendered/, because encoding all takes a minute; the name of a file contains the hash of its drawing,
// and missing files are rendered on demand.

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path, { join } from 'node:path';

import type { Plugin } from 'vite';

import { TILE_FOLDER } from '#art/designs';

import { type PictureFile, pictures } from './pictures.ts';

const RENDERED = 'rendered';
const LARGE_TILE = /^tile-(.+)-320\.avif$/;
const ICON = /^icon-(.+)$/;
const ICON_FOLDER = 'icons';
const AT_ONCE = 2;
const TYPES: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png' };

/** The folder of the pictures in the build. */
export function artBase(drawn: readonly PictureFile[] = pictures()): string {
  return `assets/art-${createHash('sha256').update(JSON.stringify(drawn)).digest('hex').slice(0, 10)}`;
}

export function artwork(): Plugin {
  const files = new Map(pictures().map((picture) => [picture.name, picture]));
  const base = artBase([...files.values()]);
  let folder = RENDERED;

  return {
    name: 'chaba:artwork',
    config: () => ({ define: { __ART_BASE__: JSON.stringify(`/${base}`) } }),
    configResolved(config) {
      folder = join(config.root, RENDERED);
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [place = ''] = (request.url ?? '').split('?');
        const file = files.get(getFileName(place, base));
        if (!file) return next();
        render(file, folder).then((bytes) => {
          response.setHeader('Content-Type', TYPES[path.extname(file.name)] ?? 'image/avif');
          response.end(bytes);
        }, next);
      });
    },
    async generateBundle() {
      const waiting = [...files.values()];
      const work = async () => {
        for (let file = waiting.shift(); file; file = waiting.shift()) {
          const source = await render(file, folder);
          const [, icon] = ICON.exec(file.name) ?? [];
          this.emitFile({
            type: 'asset',
            fileName: icon ? `${ICON_FOLDER}/${icon}` : `${base}/${file.name}`,
            source,
          });
          const [, tile] = LARGE_TILE.exec(file.name) ?? [];
          if (tile) this.emitFile({ type: 'asset', fileName: `${TILE_FOLDER}/${tile}.avif`, source });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      await removeOld(new Set([...files.values()].map(computeFileName)), folder);
    },
  };
}

/** The picture behind an address of the site. */
function getFileName(place: string, base: string): string {
  if (place.startsWith(`/${TILE_FOLDER}/`)) return `tile-${path.basename(place, '.avif')}-320.avif`;
  if (place.startsWith(`/${ICON_FOLDER}/`)) return `icon-${path.basename(place)}`;
  return place.slice(base.length + 2);
}

async function render(file: PictureFile, folder: string): Promise<Uint8Array> {
  if (!file.size) return Buffer.from(file.svg);
  const target = join(folder, computeFileName(file));
  try {
    return await readFile(target);
  } catch {
    // Not rendered yet.
  }
  const { default: sharp } = await import('sharp');
  const { width, height, quality } = file.size;
  const drawn = sharp(Buffer.from(file.svg), { density: file.size.density }).resize(width, height, { fit: 'cover' });
  const encoded = file.name.endsWith('.png')
    ? drawn.png({ palette: true, quality, effort: 10 })
    : drawn.avif({ quality, effort: 6 });
  const bytes = await encoded.toBuffer();
  await mkdir(folder, { recursive: true });
  await writeFile(target, bytes);
  return bytes;
}

function computeFileName(file: PictureFile): string {
  const hash = createHash('sha256').update(JSON.stringify(file)).digest('hex').slice(0, 12);
  return file.name.replace(/\.(?=[a-z]+$)/, `.${hash}.`);
}

async function removeOld(wanted: ReadonlySet<string>, folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!wanted.has(name)) await rm(join(folder, name));
  }
}
