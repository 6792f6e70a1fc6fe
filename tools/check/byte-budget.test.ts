// Compressed bytes that a phone fetches before a page works, from Vite's manifest of a fresh build. The limits are
// hard, because bytes do not depend on the machine.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { BACK_OFFICE_ROOT, buildPages, WEB_ROOT } from '#ops/start/page-builds';

type Chunk = {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};

const KB = 1_000;
/**
 * Limits of the JavaScript that a page starts with, gzip. Three are goals of the product; the others are present sizes.
 */
const PAGE_KB_MAX = 162;
const pageLimitsKb: Readonly<Record<string, number>> = {
  'landing/landing-page': 130,
  'games/lobby-page': 150,
  'deposit/deposit-page': 160,
  'auth/login-page': 145,
  'register/register-page': 145,
};
/** Pages with the frame of a visitor; the others start with the member's. */
const OF_VISITORS = /landing-page|public-promotions-page|terms-page|login-page|register-page/;
const PAGE_FILES_MAX = 10;
const OVERLAYS_KB_MAX = 43;
const STYLES_KB_MAX = 13.2;
const TILE_KB_MAX = 12;
const BANNER_KB_MAX = 60;
const PRELOADED_FONTS_KB_MAX = 19;
/** Thai and Latin letters of the default typeface. */
const FONTS_KB_MAX = 54;
const SLIP_READER_KB_MAX = 15;
/** The back office: the sign-in, a page with the frame, all styles. */
const OFFICE_KB_MAX = { signIn: 120, page: 220, styles: 20 } as const;

type Manifest = Readonly<Record<string, Chunk>>;

let manifest: Manifest = {};
let officeManifest: Manifest = {};

const readManifest = (root: string): Manifest =>
  JSON.parse(fs.readFileSync(path.join(root, '.vite', 'manifest.json'), 'utf8')) as Manifest;

before(async () => {
  await buildPages(() => undefined);
  manifest = readManifest(WEB_ROOT);
  officeManifest = readManifest(BACK_OFFICE_ROOT);
});

test('every page of the member site starts within its budget of JavaScript', () => {
  const pages = Object.keys(manifest).filter((name) => /src\/features\/.+-page\.tsx$/.test(name));
  assert.ok(pages.length > 0, 'the manifest names no pages');
  const tooLarge = pages.flatMap((name) => {
    const short = name.replace(/^.*src\/features\/(.+)\.tsx$/, '$1');
    const limit = pageLimitsKb[short] ?? PAGE_KB_MAX;
    const kb = packedKb(startOf(name));
    return kb > limit ? [`${short}: ${Math.round(kb)} KB of ${limit}`] : [];
  });
  assert.deepEqual(tooLarge, []);
});

test('every page of the member site begins with few files of code', () => {
  const pages = Object.keys(manifest).filter((name) => /src\/features\/.+-page\.tsx$/.test(name));
  const ofTooMany = pages.flatMap((name) => {
    const { size } = new Set(startOf(name));
    return size > PAGE_FILES_MAX ? [`${name}: ${size} files of ${PAGE_FILES_MAX}`] : [];
  });
  assert.deepEqual(ofTooMany, []);
});

test('no page fetches the library of the schemas', () => {
  const scripts = fs.readdirSync(path.join(WEB_ROOT, 'assets')).filter((name) => name.endsWith('.js'));
  assert.ok(scripts.length > 0);
  const withSchemas = scripts.filter((name) => {
    const code = fs.readFileSync(path.join(WEB_ROOT, 'assets', name), 'utf8');
    return code.includes('_zod');
  });
  assert.deepEqual(withSchemas, []);
});

test('dialogs, styles, fonts and the slip reader stay within their budgets', () => {
  const overlays = Object.keys(manifest).find((name) => name.endsWith('src/ui/overlays.tsx'));
  assert.ok(overlays, 'the overlays are a chunk of their own');
  const first = new Set(filesOf('index.html'));
  assert.ok(packedKb(filesOf(overlays).filter((file) => !first.has(file))) <= OVERLAYS_KB_MAX);

  const assets = path.join(WEB_ROOT, 'assets');
  const named = (pattern: RegExp) =>
    fs
      .readdirSync(assets)
      .filter((file) => pattern.test(file))
      .map((file) => `assets/${file}`);
  assert.ok(packedKb(named(/\.css$/)) <= STYLES_KB_MAX);
  const [font = ''] = named(/anuphan-thai.*\.woff2$/);
  const bytesOf = (file: string) => fs.statSync(path.join(WEB_ROOT, file)).size;
  assert.ok(bytesOf(font) <= PRELOADED_FONTS_KB_MAX * KB);
  const letters = named(/^anuphan-.*\.woff2$/);
  assert.equal(letters.length, 2);
  assert.ok(letters.reduce((sum, file) => sum + bytesOf(file), 0) <= FONTS_KB_MAX * KB);
  assert.ok(packedKb(named(/^slip-reader\.worker.*\.js$/)) <= SLIP_READER_KB_MAX);
});

test('pictures are small: tiles within 12 KB, wider ones within 60', () => {
  const folders = fs.readdirSync(path.join(WEB_ROOT, 'assets')).filter((name) => name.startsWith('art-'));
  const tooLarge = folders.flatMap((folder) =>
    fs.readdirSync(path.join(WEB_ROOT, 'assets', folder)).filter((file) => {
      const { size } = fs.statSync(path.join(WEB_ROOT, 'assets', folder, file));
      return size > (file.startsWith('tile-') ? TILE_KB_MAX : BANNER_KB_MAX) * KB;
    }),
  );
  assert.equal(folders.length, 1);
  assert.deepEqual(tooLarge, []);
});

test('pages of the back office start within their budgets', () => {
  const start = filesOf('index.html', officeManifest);
  assert.ok(packedKb(start, BACK_OFFICE_ROOT) <= OFFICE_KB_MAX.signIn);
  const pages = Object.keys(officeManifest).filter((name) => /src\/pages\/[\w-]+\.tsx$/.test(name));
  assert.ok(pages.length > 20, 'the manifest names the pages');
  const tooLarge = pages.flatMap((name) => {
    const kb = packedKb([...start, ...filesOf(name, officeManifest)], BACK_OFFICE_ROOT);
    return kb > OFFICE_KB_MAX.page ? [`${name}: ${Math.round(kb)} KB`] : [];
  });
  assert.deepEqual(tooLarge, []);
  const assets = fs.readdirSync(path.join(BACK_OFFICE_ROOT, 'assets'));
  const styles = assets.filter((file) => file.endsWith('.css')).map((file) => `assets/${file}`);
  assert.ok(styles.length > 0 && packedKb(styles, BACK_OFFICE_ROOT) <= OFFICE_KB_MAX.styles);
});

test('scripts and styles of both sites have packed copies', () => {
  for (const root of [WEB_ROOT, BACK_OFFICE_ROOT]) {
    const names = fs.readdirSync(path.join(root, 'assets')).filter((name) => /\.(?:js|css)$/.test(name));
    assert.ok(names.length > 0);
    for (const name of names) {
      const file = path.join(root, 'assets', name);
      const isSmall = fs.statSync(file).size < 1_024;
      for (const ending of ['.br', '.gz']) assert.ok(isSmall || fs.existsSync(file + ending), name + ending);
    }
  }
});

/** The files of a page's start: the entry, the frame, the page. */
function startOf(page: string): string[] {
  const frame = OF_VISITORS.test(page) ? [] : filesOf('member');
  return [...filesOf('index.html'), ...frame, ...filesOf(page)];
}

/** A chunk, by source file or group, and everything that it imports at once. */
function filesOf(name: string, of = manifest, seen = new Set<string>()): string[] {
  const chunk = of[name] ?? Object.values(of).find((each) => each.name === name);
  assert.ok(chunk, `the manifest has no ${name}`);
  if (seen.has(name)) return [];
  seen.add(name);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => filesOf(imported, of, seen))];
}

function packedKb(files: readonly string[], root = WEB_ROOT): number {
  const bytes = [...new Set(files)].map(
    (file) => gzipSync(fs.readFileSync(path.join(root, file)), { level: 9 }).length,
  );
  return bytes.reduce((sum, size) => sum + size, 0) / KB;
}
