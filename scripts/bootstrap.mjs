// What a bare clone needs before anything of it can run: its packages, and the Node they bring.
//
// Runs on whatever Node the machine has (20 or newer), so it uses nothing but Node's own modules and plain JavaScript.
//
// Always true: packages are installed from the lockfile, and only when it or the platform changed since the last time.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const MARKER = join(MODULES, '.chaba-installed');
const NODE = join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const NODE_MAJOR_LEAST = 20;
const ABANDONED_CHECK_MS = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Installs what is missing, then runs a TypeScript file on our own Node and ends as it ends. */
export function runOnOurNode(script, args) {
  if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_LEAST) {
    fail(`Chaba needs Node ${NODE_MAJOR_LEAST} or newer to start; this is ${process.version}.`);
  }
  install();
  const child = spawn(NODE, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: `${join(MODULES, '.bin')}:${process.env.PATH ?? ''}`,
      // What Node made of a source file once, every later process takes from there: each starts in half the time.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(MODULES, '.cache', 'compiled'),
    },
    // The channel tells the child when we are gone without a word (kill -9), so that it can stop cleanly.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Passed on, always: a terminal sends Ctrl-C to both of us, a supervisor to us alone. The child takes both for one.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  whenAbandoned(() => child.kill('SIGTERM'));
  child.once('error', (error) => fail(`Node 24 could not be started: ${error.message}`));
  child.once('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}

/**
 * npm that is ended by a signal ends its shell and leaves us behind: then we are to end, too. Run by hand we stay, as any
 * program does that was put into the background.
 */
function whenAbandoned(hear) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    hear();
  }, ABANDONED_CHECK_MS);
  timer.unref();
}

/** Our parent, and npm above it when the parent is the shell that npm runs scripts in (Linux can tell). */
function ancestors() {
  const parent = process.ppid;
  const above = statusOf(parent)?.match(/^PPid:\s*(\d+)$/m)?.[1];
  const isNpm = above !== undefined && /^Name:\s*npm/m.test(statusOf(above) ?? '');
  return isNpm ? `${parent} ${above}` : `${parent}`;
}

function statusOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return undefined;
  }
}

function install() {
  const wanted = fingerprint();
  if (existsSync(NODE) && existsSync(MARKER) && readFileSync(MARKER, 'utf8') === wanted) return;
  if (existsSync(NODE) && isInstalledByHand()) {
    writeFileSync(MARKER, wanted);
    return;
  }
  console.log('Installing the packages of package-lock.json …');
  // npm and the Node that runs it come from outside: the ones inside node_modules are about to be replaced.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const npm = process.env.npm_execpath;
  const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } =
    npm === undefined
      ? spawnSync('npm', flags, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' })
      : spawnSync(node, [npm, ...flags], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) fail('The packages could not be installed (npm ci); its reason stands above.');
  if (!existsSync(NODE)) {
    fail('npm did not bring Node 24: the install script of the package "node" must be allowed to run.');
  }
  writeFileSync(MARKER, wanted);
}

/** Whether npm itself says that what lies there is what the lockfile asks for; a developer's own npm install counts. */
function isInstalledByHand() {
  const place = join(MODULES, '.package-lock.json');
  if (!existsSync(place)) return false;
  const { packages: installed } = JSON.parse(readFileSync(place, 'utf8'));
  const { packages: wanted } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(wanted).every(
    ([name, { version, optional }]) =>
      !name.includes('node_modules/') || optional || installed[name]?.version === version,
  );
}

function fingerprint() {
  const lockfile = readFileSync(join(ROOT, 'package-lock.json'));
  return createHash('sha256').update(lockfile).update(`${process.platform} ${process.arch}`).digest('hex');
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
