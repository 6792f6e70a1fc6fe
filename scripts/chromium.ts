// Where a Chromium is: the one CHROME_PATH names, Debian's, else the one an npm package ships. For journeys, the gallery
// and Lighthouse, so that none of them needs more than `npm ci`.
//
// Always true: the arguments are ours. Those of @sparticuz/chromium switch web security off, and tests of the content
// policy would lie.

import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { ROOT } from './settings.ts';

export type Chromium = { readonly executablePath: string; readonly args: readonly string[] };

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const DEBIAN = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

let found: Promise<Chromium> | undefined;

export function findChromium(): Promise<Chromium> {
  found ??= find();
  return found;
}

async function find(): Promise<Chromium> {
  const named = process.env['CHROME_PATH']?.trim();
  if (named) return { executablePath: named, args: ARGUMENTS };
  const installed = DEBIAN.find(isExecutable);
  return { executablePath: installed ?? (await unpackShipped()), args: ARGUMENTS };
}

async function unpackShipped(): Promise<string> {
  const manifest = path.join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  // The package unpacks into the temporary folder and takes whatever version lies there already: give it one of its own.
  const folder = path.join(os.tmpdir(), `chaba-chromium-${version}-${process.getuid?.() ?? 0}`);
  mkdirSync(folder, { recursive: true });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  // Makes it unpack its own libraries (nss, nspr, expat) too, for machines without Debian's; read when it is imported.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

function isExecutable(place: string): boolean {
  try {
    accessSync(place, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
