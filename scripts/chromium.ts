// Where a Chromium is: the one CHROME_PATH names, Debian's, or the one an npm package ships. For journeys, the gallery
// and Lighthouse, so that none of them needs more than `npm ci`.
//
// Always true: the arguments are ours. Those of @sparticuz/chromium switch web security off, and tests of the content
// policy would lie. What is unpacked is there whole or not at all, however many unpack it and wherever they are interrupted.

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
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

/** A whole one, where one is installed: what figures are measured with. */
export function findChromium(): Promise<Chromium> {
  found ??= find(async () => installed() ?? (await shipped()));
  return found;
}

/**
 * The shipped one, which has no window: the same for everybody, and a page costs it a fifth of what it costs one that draws a
 * window around it. Where it does not run (another processor), the installed one.
 */
export function findSmallChromium(): Promise<Chromium> {
  found ??= find(async () => (await shipped().catch(() => undefined)) ?? installed());
  return found;
}

async function find(place: () => Promise<string | undefined>): Promise<Chromium> {
  const executablePath = process.env['CHROME_PATH']?.trim() || (await place());
  if (executablePath === undefined) throw new Error('There is no Chromium here: name one with CHROME_PATH.');
  return { executablePath, args: ARGUMENTS };
}

function installed(): string | undefined {
  return DEBIAN.find(isExecutable);
}

async function shipped(): Promise<string | undefined> {
  const manifest = path.join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json');
  const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version: string };
  const folder = path.join(os.tmpdir(), `chaba-browser-${version}-${process.getuid?.() ?? 0}`);
  if (!fs.existsSync(folder)) await unpackShipped(folder);
  const executablePath = path.join(folder, 'chromium');
  if (runs(executablePath)) return executablePath;
  // A machine without Debian's libraries and fonts (nss, nspr, expat): the package has them, too.
  process.env['LD_LIBRARY_PATH'] = [process.env['LD_LIBRARY_PATH'], path.join(folder, 'al2023', 'lib')]
    .filter(Boolean)
    .join(':');
  process.env['FONTCONFIG_PATH'] ??= path.join(folder, 'fonts');
  return runs(executablePath) ? executablePath : undefined;
}

/** In a folder of its own, which takes its place when it is complete. */
async function unpackShipped(folder: string): Promise<void> {
  const unfinished = fs.mkdtempSync(`${folder}.`);
  const changed = ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH'];
  const before = changed.map((name) => [name, process.env[name]] as const);
  // The package unpacks into the temporary folder; the libraries it unpacks when this is set, and that is read when it is imported.
  process.env['TMPDIR'] = unfinished;
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    fs.renameSync(unfinished, folder);
  } catch (error) {
    // Whoever was faster did the same.
    if (!fs.existsSync(folder)) throw error;
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}

function runs(executablePath: string): boolean {
  return spawnSync(executablePath, ['--version'], { stdio: 'ignore' }).status === 0;
}

function isExecutable(place: string): boolean {
  try {
    fs.accessSync(place, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
