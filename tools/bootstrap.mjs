// Prepares a fresh clone (installs its packages, and the Node version among them) and runs a TypeScript file on it.
//
//     node tools/bootstrap.mjs <file> [words …]     npm start, npm test
//
// Runs on any installed Node (20 or newer), therefore plain JavaScript and Node's own modules only.
//
// Always true: packages are installed from the lockfile, and only when it or the platform changed since the last
// installation.

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

/** Installs missing packages, then runs a TypeScript file on the project's Node and exits with its exit code. */
function runOnOurNode([script, ...args]) {
  if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_LEAST) {
    fail(`Chaba needs Node ${NODE_MAJOR_LEAST} or newer to start; this is ${process.version}.`);
  }
  install();
  const child = spawn(NODE, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: `${join(MODULES, '.bin')}:${process.env.PATH ?? ''}`,
      // Compiled source files are cached for every later process, which halves its start time.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(MODULES, '.cache', 'compiled'),
    },
    // The IPC channel closes when this process is killed (kill -9), so the child can stop cleanly.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Signals are always passed on: a terminal sends Ctrl-C to both processes, a supervisor to this one only. The child
  // treats both deliveries as one.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  whenAbandoned(() => child.kill('SIGTERM'));
  child.once('error', (error) => fail(`Node 24 could not be started: ${error.message}`));
  child.once('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}

/**
 * When a signal ends npm, npm ends its shell and leaves this process running, so it must end as well. A process without
 * npm as its ancestor keeps running, as a program put into the background does.
 */
function whenAbandoned(onAbandoned) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    onAbandoned();
  }, ABANDONED_CHECK_MS);
  timer.unref();
}

/** Lists the parent process, and npm above it when the parent is the shell of an npm script (Linux only). */
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
  // npm and the Node that runs it come from the machine, because the ones inside node_modules are about to be replaced.
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

/**
 * Returns whether npm confirms that the installed packages match the lockfile, for example after a developer's `npm
 * install`.
 */
function isInstalledByHand() {
  const place = join(MODULES, '.package-lock.json');
  if (!existsSync(place)) return false;
  const { packages: installed } = JSON.parse(readFileSync(place, 'utf8'));
  const { packages: wanted } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(wanted).every(
    ([name, { version, optional }]) =>
      !name.includes('node_modules/') ||
      optional ||
      // A link to a workspace has no version.
      (name in installed && installed[name].version === version),
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

runOnOurNode(process.argv.slice(2));
