// Three gates of npm run check: the licence of each package, the denied packages, and secrets in the repository's
// files.
//
// Always true: nothing here uses the network, so a commit passes or fails identically everywhere. An outdated package
// is no failure (npm run tool -- deps).
//
// Elsewhere: the lists of allowed and denied packages (package-policy.ts).

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';

import { ALLOWED_LICENCES, DENIED_PACKAGES, LICENCE_EXCEPTIONS, REPLACED_PACKAGES } from './package-policy.ts';
import { ROOT } from '#ops/core/root';

export type LockedPackage = {
  readonly version?: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
/** Keyed by the place in node_modules; the workspace packages by their folder. */
export type Locked = Readonly<Record<string, LockedPackage>>;

const MODULES = 'node_modules/';
const REGISTRY = /^https:\/\/registry\.npmjs\.org\//;

export function readLocked(): Locked {
  const file = fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8');
  return (JSON.parse(file) as { packages: Locked }).packages;
}

// ── licences ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Returns a line for each package whose licence is missing or not allowed. */
export function licenceFindings(locked: Locked): string[] {
  return foreign(locked).flatMap(([place, entry]) => {
    const name = nameAt(place);
    const licence = entry.license ?? licenceOfOwner(locked, name);
    if (licence === undefined) return [`${place} has no licence in the lockfile`];
    const isAllowed = isLicenceAllowed(licence, (id) => isException(name, id));
    return isAllowed ? [] : [`${place} is under ${licence}: allow it in tools/check/package-policy.ts, or replace it`];
  });
}

/** A package for another platform without registry data has the licence of the package that names it. */
function licenceOfOwner(locked: Locked, name: string): string | undefined {
  return Object.values(locked).find(({ optionalDependencies }) => optionalDependencies?.[name] !== undefined)?.license;
}

function isException(name: string, licence: string): boolean {
  return LICENCE_EXCEPTIONS.some((exception) => exception.licence === licence && exception.packages.test(name));
}

/** Evaluates an SPDX expression: one alternative must be allowed, every part of a combination must be allowed. */
export function isLicenceAllowed(expression: string, isExcepted: (id: string) => boolean): boolean {
  const words = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let place = 0;
  const atom = (): boolean => {
    const word = words[place];
    place += 1;
    if (word === undefined) return false;
    if (word !== '(') return ALLOWED_LICENCES.has(word) || isExcepted(word);
    const inner = alternatives();
    place += 1;
    return inner;
  };
  const combination = (): boolean => {
    let isAllowed = atom();
    while (words[place] === 'AND') {
      place += 1;
      isAllowed = atom() && isAllowed;
    }
    return isAllowed;
  };
  const alternatives = (): boolean => {
    let isAllowed = combination();
    while (words[place] === 'OR') {
      place += 1;
      isAllowed = combination() || isAllowed;
    }
    return isAllowed;
  };
  const isAllowed = alternatives();
  // Unread words mean an unsupported expression ("SEE LICENSE IN x", "GPL-2.0 WITH y").
  return isAllowed && place === words.length;
}

// ── denied packages ──────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Returns a line for each package that is denied, has a source other than the registry, or runs a script that is not
 * allowed.
 */
export function deniedFindings(locked: Locked, allowedScripts: ReadonlySet<string>): string[] {
  const own = Object.entries(locked).filter(([place]) => !place.includes(MODULES));
  const replaced = own.flatMap(([place, { dependencies, devDependencies }]) =>
    Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) =>
      Object.hasOwn(REPLACED_PACKAGES, name)
        ? [`${path.posix.join(place, 'package.json')} names ${name}: use ${REPLACED_PACKAGES[name]}`]
        : [],
    ),
  );
  const denied = foreign(locked).flatMap(([place, { version = '', resolved, hasInstallScript, optional }]) => {
    const name = nameAt(place);
    const found = DENIED_PACKAGES.find(
      (entry) => entry.name === name && (entry.versions === undefined || entry.versions.includes(version)),
    );
    return [
      ...(found === undefined ? [] : [`${place} ${version} is denied: ${found.why}`]),
      ...(resolved === undefined || REGISTRY.test(resolved) ? [] : [`${place} does not come from the registry`]),
      // An optional package is installed without its script unless the script is allowed.
      ...(hasInstallScript === true && optional !== true && !allowedScripts.has(name)
        ? [`${place} runs a script when it is installed: allowScripts of package.json does not name it`]
        : []),
    ];
  });
  return [...replaced, ...denied];
}

export function allowedScripts(): ReadonlySet<string> {
  const file = fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8');
  const { allowScripts = {} } = JSON.parse(file) as { allowScripts?: Record<string, boolean> };
  return new Set(Object.keys(allowScripts).filter((name) => allowScripts[name]));
}

function foreign(locked: Locked): [string, LockedPackage][] {
  return Object.entries(locked).filter(([place, { link }]) => place.includes(MODULES) && link !== true);
}

function nameAt(place: string): string {
  return place.slice(place.lastIndexOf(MODULES) + MODULES.length);
}

// ── secrets ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export type TextFile = { readonly name: string; readonly text: string };

const BYTES_MAX = 2_000_000;
/** Shapes of secrets. */
const SHAPES: readonly (readonly [what: string, shape: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['a key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})\b/],
  ['a token of GitLab', /\bglpat-[A-Za-z0-9_-]{20,}\b/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token of Slack', /\bxox[abprs]-[A-Za-z0-9-]{10,}\b/],
  ['a key of Google', /\bAIza[A-Za-z0-9_-]{35}\b/],
  ['a key of a payment service', /\b[sr]k_live_[A-Za-z0-9]{20,}\b/],
  ['a key of a model service', /\bsk-(?:[a-z]+-)*[A-Za-z0-9_-]{32,}\b/],
  ['a signed token', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\b/],
  ['an address with a password', /\b[a-z][a-z0-9+]{2,}:\/\/[^\s:/@'"`$<>{}]+:[^\s:/@'"`$<>{}…]{6,}@[^\s'"`]+/],
];
const SETTING =
  /\b\w*(?:secret|password|passwd|token|api_?key|private_?key)\w*\b['"]?\s*[:=]\s*['"]?([A-Za-z0-9+/_-]{32,}={0,2})(?![A-Za-z0-9_(.[])/i;
/** Hyphenated words, which occur in prose and not in generated secrets. */
const WORDS = /^(?:[a-z]+-){2,}/;
/** Documented sample values that resemble real secrets on purpose. */
const SAMPLES: ReadonlySet<string> = new Set([
  'packages/contract/src/wallet-docs.ts kQm3xT0b7yVw2ZsN5dLr8uHc1fJg4pEa',
  'packages/contract/src/wallet-docs.ts Zt9uWkH3qRf1yXv6aBn0Lm5sDe8cGj2p',
]);

/** Returns a line for each place that looks like a secret; the secret itself is not repeated. */
export function secretFindings(files: readonly TextFile[]): string[] {
  return files.flatMap(({ name, text }) =>
    text.split('\n').flatMap((line, index) => {
      const found = SHAPES.find(([, shape]) => shape.test(line))?.[0] ?? secretSetting(name, line);
      return found === undefined ? [] : [`${name}:${index + 1} looks like ${found}`];
    }),
  );
}

function secretSetting(name: string, line: string): string | undefined {
  const value = SETTING.exec(line)?.[1];
  if (value === undefined || SAMPLES.has(`${name} ${value}`) || WORDS.test(value)) return undefined;
  return /\d/.test(value) && /[A-Za-z]/.test(value) ? 'a secret in a setting' : undefined;
}

/** Returns every text file that git tracks or would add. */
export function repositoryFiles(): TextFile[] {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * BYTES_MAX,
  });
  const names = status === 0 ? stdout.split('\0').filter((name) => name !== '') : [];
  return names.flatMap((name) => {
    const place = path.join(ROOT, name);
    const found = fs.lstatSync(place, { throwIfNoEntry: false });
    if (found === undefined || !found.isFile() || found.size > BYTES_MAX) return [];
    const text = fs.readFileSync(place, 'utf8');
    return text.includes('\0') ? [] : [{ name, text }];
  });
}
