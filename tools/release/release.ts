// npm run release: writes the archives that a server is installed from, out of the committed files.
//
//     out/release/chaba-<version>-<commit>.tar.zst            server, back office, operator commands, pages,
//                                                             migrations, Node
//     out/release/chaba-sandbox-<version>-<commit>.tar.zst    play-money bank and games
//     out/release/*.sha256, *.manifest, *.cdx.json            checksum; list of files; list of parts (CycloneDX)
//
// Always true: two builds of one commit are equal byte for byte. An archive contains no test, no development
// dependency and no embedded PostgreSQL, and every file that its documents link to; MANIFEST.sha256 inside lists every
// file of it. Packages of the project stay links into the folder, because Node does not strip types below node_modules.
//
// Elsewhere: the comparison at the server's start (apps/server/src/core/integrity.ts), installation (deploy/README.md).

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createZstdCompress } from 'node:zlib';

import { listLinkedPaths } from '#tools/docs/document-links';
import { buildPages } from '#ops/start/page-builds';
import { runCommand, CommandError } from '#ops/core/command';
import { ROOT } from '#ops/core/root';

type Archive = {
  readonly name: string;
  readonly workspaces: readonly string[];
  /** Committed folders and files; tests and test support are left out. */
  readonly sources: readonly string[];
  readonly pages: readonly string[];
  /** The sandbox draws with a native part that npm lists as optional; the server omits the embedded PostgreSQL. */
  readonly omitsOptional: boolean;
};

const SHARED = ['package.json', 'package-lock.json', 'packages/contract', 'packages/money'] as const;
const ARCHIVES: readonly Archive[] = [
  {
    name: 'chaba',
    workspaces: ['@chaba/server', '@chaba/operator-cli', '@chaba/ops'],
    sources: [
      ...SHARED,
      'packages/database',
      'packages/embedded-postgres',
      'packages/ledger',
      'packages/promotions',
      'apps/server',
      'apps/operator-cli',
      'apps/ops',
      'deploy',
      'docs/running.md',
    ],
    pages: ['apps/web/dist', 'apps/back-office/dist'],
    omitsOptional: true,
  },
  {
    name: 'chaba-sandbox',
    workspaces: ['@chaba/sandbox', '@chaba/studio'],
    sources: [...SHARED, 'packages/art', 'packages/sandbox-kit', 'apps/sandbox', 'apps/studio'],
    pages: ['apps/studio/dist'],
    omitsOptional: false,
  },
];
const NOT_RELEASED = /\.test\.tsx?$|\/testing(?:\/|\.ts$)/;
const COMPRESSION_LEVEL = 12;
const CHUNK_BYTES = 1 << 20;

const run = promisify(execFile);

await runCommand(async () => {
  const commit = await readCommit();
  await buildPages((sentence) => console.log(sentence));
  const folder = path.join(ROOT, 'out', 'release');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const archive of ARCHIVES) await writeArchive(archive, commit, folder);
  return 0;
});

type Commit = { readonly version: string; readonly id: string; readonly seconds: number };

async function readCommit(): Promise<Commit> {
  const git = async (...args: string[]): Promise<string> => (await run('git', args, { cwd: ROOT })).stdout.trim();
  const changed = await git('status', '--porcelain', '--untracked-files=no');
  if (changed !== '') throw new CommandError('A release is made of committed files: commit or undo the changes first.');
  const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return {
    version,
    id: await git('rev-parse', '--short=12', 'HEAD'),
    seconds: Number(await git('log', '-1', '--format=%ct')),
  };
}

async function writeArchive(archive: Archive, commit: Commit, folder: string): Promise<void> {
  const title = `${archive.name}-${commit.version}-${commit.id}`;
  const workshop = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-release-'));
  const stage = path.join(workshop, title);
  try {
    fs.mkdirSync(stage);
    await copySources(archive, stage);
    await installDependencies(archive, stage);
    for (const pages of archive.pages) fs.cpSync(path.join(ROOT, pages), path.join(stage, pages), { recursive: true });
    fs.mkdirSync(path.join(stage, 'bin'));
    fs.copyFileSync(path.join(ROOT, 'node_modules', 'node', 'bin', 'node'), path.join(stage, 'bin', 'node'));
    writeRelease(commit, stage);
    const parts = listParts(archive, commit, stage);
    fs.writeFileSync(path.join(stage, 'parts.cdx.json'), parts);
    fs.writeFileSync(path.join(folder, `${title}.cdx.json`), parts);
    removeEmptyFolders(stage);
    setModes(stage);
    writeManifest(stage);
    fs.copyFileSync(path.join(stage, 'MANIFEST.sha256'), path.join(folder, `${title}.manifest`));
    const file = path.join(folder, `${title}.tar.zst`);
    await pack(workshop, title, commit, file);
    fs.writeFileSync(`${file}.sha256`, `${hashFile(file)}  ${path.basename(file)}\n`);
    console.log(`${path.relative(ROOT, file)}  ${Math.round(fs.statSync(file).size / 1e6)} MB`);
  } finally {
    fs.rmSync(workshop, { recursive: true, force: true });
  }
}

async function copySources(archive: Archive, stage: string): Promise<void> {
  // npm reads the package.json of every workspace that the lock file names.
  const { stdout } = await run(
    'git',
    [
      'ls-files',
      '-z',
      '--',
      ...archive.sources,
      'apps/*/package.json',
      'packages/*/package.json',
      'testing/package.json',
    ],
    {
      cwd: ROOT,
      maxBuffer: 64e6,
    },
  );
  const sources = stdout.split('\0').filter((file) => file !== '' && !NOT_RELEASED.test(file));
  for (const file of withLinkedFiles(sources)) {
    fs.mkdirSync(path.dirname(path.join(stage, file)), { recursive: true });
    if (/^(?:apps|packages|testing)\/.*package\.json$/.test(file)) copyForProduction(file, stage);
    else fs.copyFileSync(path.join(ROOT, file), path.join(stage, file));
  }
}

/**
 * Copies the package.json of a workspace without its development packages: npm would install those that are workspaces,
 * with all that they need in production.
 */
function copyForProduction(file: string, stage: string): void {
  const { devDependencies: _, ...rest } = JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8')) as Record<
    string,
    unknown
  >;
  fs.writeFileSync(path.join(stage, file), `${JSON.stringify(rest, undefined, 2)}\n`);
}

/** Adds the files that the documents among these link to, and the files that those link to. */
function withLinkedFiles(sources: readonly string[]): Set<string> {
  const files = new Set(sources);
  // The loop reaches the files that it adds.
  for (const file of files) {
    if (!file.endsWith('.md')) continue;
    for (const target of listLinkedPaths(file, fs.readFileSync(path.join(ROOT, file), 'utf8'))) {
      if (fs.statSync(path.join(ROOT, target)).isFile()) files.add(target);
    }
  }
  return files;
}

async function installDependencies({ workspaces, omitsOptional }: Archive, stage: string): Promise<void> {
  const omit = ['--omit=dev', ...(omitsOptional ? ['--omit=optional'] : [])];
  const selected = workspaces.map((name) => `--workspace=${name}`);
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...omit, ...selected], { cwd: stage });
  const scope = path.join(stage, 'node_modules', '@chaba');
  for (const name of fs.readdirSync(scope)) {
    const isReleased = fs.existsSync(path.join(scope, name, 'src'));
    if (!isReleased) fs.rmSync(path.join(scope, name));
  }
}

/** The version that the server reports and that a deployment compares. */
function writeRelease({ version, id }: Commit, stage: string): void {
  fs.writeFileSync(path.join(stage, 'release.json'), `${JSON.stringify({ version, commit: id })}\n`);
}

/**
 * Returns the installed packages and Node as a CycloneDX document; npm's own list omits packages that the root lists as
 * dev.
 */
function listParts(archive: Archive, commit: Commit, stage: string): string {
  const file = path.join(stage, 'node_modules', '.package-lock.json');
  const { packages } = JSON.parse(fs.readFileSync(file, 'utf8')) as { packages: Record<string, ShippedPackage> };
  const parts = Object.entries(packages)
    .filter(([, part]) => part.link !== true && part.version !== undefined && part.integrity !== undefined)
    .map(([place, part]) => toPart(place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length), part));
  const node = {
    type: 'application',
    name: 'node',
    version: process.versions.node,
    purl: `pkg:generic/node@${process.versions.node}`,
  };
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(commit.seconds * 1_000).toISOString(),
      component: { type: 'application', name: archive.name, version: commit.version },
    },
    components: [node, ...parts],
  };
  return `${JSON.stringify(document, undefined, 1)}\n`;
}

type ShippedPackage = {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
};

function toPart(name: string, { version = '', integrity = '', license }: ShippedPackage): object {
  const [algorithm = '', hash = ''] = integrity.split('-');
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') }],
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  };
}

/** Removes what the manifest cannot list: an earlier build of the pages may have left a folder without files. */
function removeEmptyFolders(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(path.join(folder, entry.name));
  }
  if (fs.readdirSync(folder).length === 0) fs.rmdirSync(folder);
}

/** Equal permissions whatever the umask of the builder. */
function setModes(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) setModes(file);
    else if (entry.isFile()) fs.chmodSync(file, (fs.statSync(file).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

function writeManifest(stage: string): void {
  const lines = listFiles(stage).map((file) => `${hashFile(path.join(stage, file))}  ${file}\n`);
  fs.writeFileSync(path.join(stage, 'MANIFEST.sha256'), lines.join(''), { mode: 0o644 });
}

function listFiles(folder: string, below = ''): string[] {
  return fs
    .readdirSync(path.join(folder, below), { withFileTypes: true })
    .flatMap((entry) => {
      const file = path.join(below, entry.name);
      if (entry.isDirectory()) return listFiles(folder, file);
      return entry.isFile() ? [file] : [];
    })
    .toSorted();
}

async function pack(workshop: string, title: string, { seconds }: Commit, file: string): Promise<void> {
  const equal = ['--sort=name', '--format=gnu', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${seconds}`];
  const tar = path.join(workshop, `${title}.tar`);
  await run('tar', ['-C', workshop, ...equal, '-cf', tar, title]);
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL } });
  // The blocks of the compressed file follow the chunks of its source. A file is read in chunks of one size, a pipe is
  // not.
  await pipeline(fs.createReadStream(tar, { highWaterMark: CHUNK_BYTES }), compress, fs.createWriteStream(file));
}

function hashFile(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}
