// node tools/lockfile.ts: completes package-lock.json with the packages of other platforms.
//
// npm writes only the packages that its registry offers. A mirror without the macOS binary of a tool produces a
// lockfile that `npm ci` rejects everywhere ("Missing: … from lock file"). Each optional package that is depended on
// but not listed gets an entry with its version and platform, derived from its name, and each entry without a checksum
// the one of the registry. `tidy.test.ts` fails while an entry or a checksum is missing.

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { ROOT } from '#ops/core/root';

type Entry = {
  version?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  license?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
type Lockfile = { packages: Record<string, Entry> };

const FOLDER = 'node_modules/';
const PLACE = path.join(ROOT, 'package-lock.json');
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'netbsd', 'openharmony', 'sunos', 'win32', 'wasi'];
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32'];

export function readLockfile(): Lockfile {
  return JSON.parse(fs.readFileSync(PLACE, 'utf8')) as Lockfile;
}

/** Lists the optional dependencies that the lockfile does not contain. */
export function missingOptionals({ packages }: Lockfile): { readonly name: string; readonly entry: Entry }[] {
  const missing = new Map<string, Entry>();
  for (const [place, owner] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(owner.optionalDependencies ?? {})) {
      const isListed = [`${place}/node_modules/${name}`, `node_modules/${name}`].some(
        (at) => packages[at] !== undefined,
      );
      if (isListed) continue;
      const words = name.replace(/^@/, '').split(/[-/]/);
      const os = SYSTEMS.filter((system) => words.includes(system));
      const cpu = PROCESSORS.filter((processor) => words.includes(processor));
      missing.set(name, {
        version: range.replace(/^[^\d]*/, ''),
        ...(owner.dev === true ? { dev: true } : {}),
        ...(cpu.length > 0 ? { cpu: cpu.slice(0, 1) } : {}),
        ...(words.some((word) => word.startsWith('musl')) ? { libc: ['musl'] } : {}),
        ...(words.some((word) => word.startsWith('gnu')) ? { libc: ['glibc'] } : {}),
        optional: true,
        ...(os.length > 0 ? { os: os.slice(0, 1) } : {}),
      });
    }
  }
  return [...missing].map(([name, entry]) => ({ name, entry }));
}

/** Names of the packages of the registry without a checksum. */
export function missingChecksums({ packages }: Lockfile): readonly string[] {
  return Object.entries(packages)
    .filter(([place, { integrity, link }]) => place.includes(FOLDER) && integrity === undefined && link !== true)
    .map(([place]) => place);
}

/** Asks the registry, as npm does when it installs the package. */
function readChecksum(place: string, { version }: Entry): Pick<Entry, 'integrity'> {
  const name = place.slice(place.lastIndexOf(FOLDER) + FOLDER.length);
  const view = ['view', `${name}@${version}`, 'dist.integrity'];
  const { stdout, status } = spawnSync('npm', view, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The registry has no ${name}@${version}.`);
  return { integrity: stdout.trim() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lockfile = readLockfile();
  const missing = missingOptionals(lockfile);
  for (const { name, entry } of missing) lockfile.packages[`node_modules/${name}`] = entry;
  for (const place of missingChecksums(lockfile)) {
    const entry = lockfile.packages[place];
    if (entry !== undefined) Object.assign(entry, readChecksum(place, entry));
  }
  const [root, ...rest] = Object.entries(lockfile.packages);
  if (root === undefined) throw new Error('package-lock.json lists no packages.');
  rest.sort(([one], [other]) => one.localeCompare(other, 'en'));
  lockfile.packages = Object.fromEntries([root, ...rest]);
  fs.writeFileSync(PLACE, `${JSON.stringify(lockfile, undefined, 2)}\n`);
  console.log(`${missing.length} packages of other platforms added.`);
}
