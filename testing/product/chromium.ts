// Finds a Chromium: the one that CHROME_PATH names, Debian's, or the one of an npm package. Journeys, screenshots and
// Lighthouse use it, so that `npm ci` is sufficient.
//
// Always true: the arguments are the project's own, because those of @sparticuz/chromium switch web security off and
// would invalidate tests of the content policy. The unpacked folder is complete or absent, also under concurrency and
// after an interruption. The environment of this process does not change, because other work of the process creates
// temporary folders at the same time.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { ROOT } from '@chaba/ops/core/root';

export type Chromium = {
  readonly executablePath: string;
  readonly args: readonly string[];
  /** The environment that the browser needs. */
  readonly env: Readonly<Record<string, string>>;
};
type Place = Pick<Chromium, 'executablePath'> & Partial<Chromium>;

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

/** Prefers an installed, complete Chromium, which measurements use. */
export function findChromium(): Promise<Chromium> {
  found ??= find(async () => installed() ?? (await shipped()));
  return found;
}

/**
 * Prefers the packaged headless Chromium: it is identical on every machine, and a page costs a fifth of its CPU time in
 * a browser with a window. On an unsupported processor the installed one is used.
 */
export function findSmallChromium(): Promise<Chromium> {
  found ??= find(async () => (await shipped().catch(() => undefined)) ?? installed());
  return found;
}

async function find(search: () => Promise<Place | undefined>): Promise<Chromium> {
  const named = process.env['CHROME_PATH']?.trim();
  const place = named ? { executablePath: named } : await search();
  if (place === undefined) throw new Error('There is no Chromium here: name one with CHROME_PATH.');
  return { args: ARGUMENTS, env: ownEnvironment(), ...place };
}

function installed(): Place | undefined {
  const executablePath = DEBIAN.find(isExecutable);
  return executablePath === undefined ? undefined : { executablePath };
}

async function shipped(): Promise<Place | undefined> {
  const manifest = path.join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json');
  const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version: string };
  const folder = path.join(os.tmpdir(), `chaba-browser-${version}-${process.getuid?.() ?? 0}`);
  if (!fs.existsSync(folder)) await unpackShipped(folder);
  const executablePath = path.join(folder, 'chromium');
  if (runs(executablePath, ownEnvironment())) return { executablePath };
  // The package also contains Debian's libraries and fonts (nss, nspr, expat) for machines without them.
  const { LD_LIBRARY_PATH: libraries, ...own } = ownEnvironment();
  const env = {
    FONTCONFIG_PATH: path.join(folder, 'fonts'),
    ...own,
    LD_LIBRARY_PATH: [libraries, path.join(folder, 'al2023', 'lib')].filter(Boolean).join(':'),
  };
  return runs(executablePath, env) ? { executablePath, env } : undefined;
}

/**
 * Unpacks into a folder of its own, which is renamed when it is complete. A separate process is needed: the package
 * unpacks into the temporary folder of its process, and that folder is then moved with all its contents.
 */
async function unpackShipped(folder: string): Promise<void> {
  const unfinished = fs.mkdtempSync(`${folder}.`);
  try {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'unpack-chromium.ts')], {
      cwd: ROOT,
      // The package unpacks the libraries only when the name of this runtime is set.
      env: { ...process.env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error('The Chromium of @sparticuz/chromium could not be unpacked.');
    fs.renameSync(unfinished, folder);
  } catch (error) {
    // Another process completed the same folder first.
    if (!fs.existsSync(folder)) throw error;
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}

function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function runs(executablePath: string, env: Chromium['env']): boolean {
  return spawnSync(executablePath, ['--version'], { stdio: 'ignore', env }).status === 0;
}

function isExecutable(place: string): boolean {
  try {
    fs.accessSync(place, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
