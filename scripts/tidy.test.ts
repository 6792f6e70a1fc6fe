// The house rules that are about text and that no linter knows. One test a rule; a failure names file and line.
//
// Elsewhere: rules about code (.oxlintrc.json), about who imports whom (.dependency-cruiser.cjs).

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { missingOptionals, readLockfile } from './lockfile.ts';
import { ROOT } from './settings.ts';

type SourceFile = { readonly name: string; readonly text: string };

const isTest = (name: string): boolean => /\.test\.tsx?$|\/testing\/|^e2e\/|^bench\//.test(name);
// Files that quote what they forbid.
const isAboutRules = (name: string): boolean => /^scripts\/(tidy|boundaries)\.test\.ts$/.test(name);

const files = trackedFiles();
const code = files.filter(({ name }) => /\.(ts|tsx|mjs|cjs)$/.test(name) && !isAboutRules(name));

test('the rules look at every kind of source file there is', () => {
  for (const folder of ['packages', 'apps', 'scripts', 'e2e']) {
    assert.ok(
      code.some(({ name }) => name.startsWith(`${folder}/`)),
      `no file under ${folder} was read`,
    );
  }
});

test('an import never climbs: ./ is mine, #… is the house, @chaba/… is a package', () => {
  forbid(code, /^\s*(import|export|\}).*from '\.\.\/|^\s*import '\.\.\/|import\('\.\.\//);
});

test('Thai is written in *.text.ts and in tests only', () => {
  forbid(
    code.filter(({ name }) => !name.includes('.text.ts') && !isTest(name)).map(withoutComments),
    /[\u0E00-\u0E7F]/,
  );
});

test('SQL is written in *.store.ts and in migrations only', () => {
  const others = code.filter(
    ({ name }) =>
      !/\.store\.ts$|^packages\/database\/src\/|^packages\/ledger\/src\/audit\.ts$/.test(name) && !isTest(name),
  );
  forbid(others.map(withoutComments), /\bsql`/);
});

test('amounts are formatted and parsed in packages/money only', () => {
  const others = code.filter(({ name }) => !name.startsWith('packages/money/'));
  forbid(others.map(withoutComments), /\.toFixed\(|\bparseFloat\(/);
});

test('the environment is read in core/config.ts, in commands and in tests only', () => {
  const allowed =
    /(^|\/)core\/config\.ts$|^scripts\/|\.config\.ts$|^packages\/database\/src\/testing\.ts$|^apps\/web\/build\//;
  forbid(code.filter(({ name }) => !allowed.test(name) && !isTest(name)).map(withoutComments), /\bprocess\.env\b/);
});

test('folders are called by their noun', () => {
  const nameless = /(^|\/)(utils?|helpers?|common|shared|types|services|misc|lib\/utils)\//;
  assert.deepEqual(
    files.map(({ name }) => name).filter((name) => nameless.test(name)),
    [],
  );
});

test('a name is kebab-case', () => {
  const odd = code
    .map(({ name }) => path.basename(name))
    .filter((name) => !/^\.?[a-z0-9]+([.-][a-z0-9]+)*$/.test(name));
  assert.deepEqual(odd, []);
});

test('nothing is left for later', () => {
  forbid(code, /\b(TODO|FIXME|XXX|HACK)\b/);
});

test('no test is skipped and none runs alone', () => {
  forbid(
    code.filter(({ name }) => isTest(name)),
    /\b(test|it|describe|suite)\.(skip|only|todo)\b|\b(skip|only|todo): true\b/,
  );
});

test('a source file opens with a comment that says what it is', () => {
  const own = code.filter(
    ({ name, text }) =>
      /^(packages|apps|scripts|e2e|bench)\//.test(name) && !/\.test\.tsx?$/.test(name) && text.split('\n').length > 25,
  );
  const silent = own.filter(({ text }) => !/^(#!.*\n)?(\/\/|\/\*)/.test(text)).map(({ name }) => name);
  assert.deepEqual(silent, []);
});

test('no file knows a folder of the machine it was written on', () => {
  forbid(
    files.filter(({ name }) => !isAboutRules(name) && name !== 'package-lock.json'),
    /\/(work|home)\/(main|shared|[a-z]+\/)|\/root\/|\/tmp\/(plat|brief)|\bshared\/(spec|design|data)\b/,
  );
});

test('the lockfile lists every optional package, so that npm ci takes it (else: node scripts/lockfile.ts)', () => {
  assert.deepEqual(
    missingOptionals(readLockfile()).map(({ name }) => name),
    [],
  );
});

test('every setting that is read is told of in docs/running.md', () => {
  const readers = code.filter(({ name }) =>
    /(^|\/)core\/config\.ts$|^scripts\/(settings|start|chromium)\.ts$/.test(name),
  );
  const pattern =
    /(?:environment|env)\['([A-Z][A-Z_]+)'\]|(?:\bread(?:\.\w+)?|readPort|readUrl)\((?:environment, )?'([A-Z][A-Z_]+)'/g;
  const names = readers.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, one, other]) => one ?? other ?? ''));
  // What the browser of the journeys is told, not what anybody sets.
  const own = ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH'];
  const documented = fs.readFileSync(path.join(ROOT, 'docs', 'running.md'), 'utf8');
  const untold = [...new Set(names)].filter((name) => !own.includes(name) && !documented.includes(`\`${name}\``));
  assert.ok(names.length > 20, 'the settings were not found');
  assert.deepEqual(untold, []);
});

test('versions are exact', () => {
  const manifests = files.filter(({ name }) => name.endsWith('package.json'));
  forbid(manifests, /"[\^~][0-9]/);
});

test('a file is at most 700 lines', () => {
  const long = code
    .filter(({ name }) => !isTest(name))
    .map(({ name, text }) => `${name} ${text.trimEnd().split('\n').length}`)
    .filter((line) => Number(line.split(' ')[1]) > 700);
  assert.deepEqual(long, []);
});

function forbid(candidates: readonly SourceFile[], pattern: RegExp): void {
  const found = candidates.flatMap(({ name, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
  assert.deepEqual(found, []);
}

/** Comments may name what code may not; they are blanked so that line numbers stay. A `//` inside a text is left alone. */
function withoutComments({ name, text }: SourceFile): SourceFile {
  const blanked = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/(^|[\s;{}(,])\/\/.*$/gm, '$1');
  return { name, text: blanked };
}

/** What git knows or would take up: ignored files are nobody's business. */
function trackedFiles(): SourceFile[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  });
  const binary = /\.(png|jpe?g|webp|avif|woff2?|ttf|ico|wasm|gz)$/;
  return list
    .split('\0')
    .filter((name) => name !== '' && !binary.test(name) && fs.existsSync(path.join(ROOT, name)))
    .map((name) => ({ name, text: fs.readFileSync(path.join(ROOT, name), 'utf8') }));
}
