// Hand-written documentation and comments: every file that they name exists, each decision fits one screen, and the
// total length of the pages is limited.
//
// Elsewhere: rules of docs/money-flows.md and their tests (money-flows.test.ts), examples of docs/providers.md
// (providers-page.test.ts), settings of docs/running.md (tidy.test.ts).

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { listLinkedPaths } from './document-links.ts';
import { ROOT } from '#ops/core/root';

const DECISION_LINES_MAX = 45;
const WORDS_MAX = 25_000;

// Generated pages and logs; the word limit excludes them.
const GENERATED = new Set(['docs/contract.md', 'docs/conformance.md', 'docs/hunt/mutations.md']);

const tracked = listFiles();
/** Files and folders by their path from the root. */
const fromRoot = new Set(
  tracked.flatMap((name) => name.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))),
);
/** The same by every end of their path. */
const endings = new Set(
  [...fromRoot].flatMap((name) => name.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
);
const pages = tracked
  .filter((name) => name.endsWith('.md') && !GENERATED.has(name))
  .map((name) => ({ name, text: read(name) }));
const decisions = pages.filter(({ name }) => name.startsWith('docs/decisions/'));

test('finds the pages and the decisions', () => {
  assert.ok(pages.length > 20 && decisions.length > 20, `${pages.length} pages, ${decisions.length} decisions`);
});

test('names only files and folders that exist', () => {
  const missing = pages.flatMap(({ name, text }) =>
    [...listPaths(text), ...listLinkedPaths(name, text)]
      .filter((place) => !exists(place))
      .map((place) => `${name}: ${place}`),
  );
  assert.deepEqual(missing, []);
});

test('limits the total length of the hand-written pages under docs', () => {
  const counts = pages
    .filter(({ name }) => name.startsWith('docs/'))
    .map(({ name, text }) => ({ name, words: countWords(text) }));
  const sum = counts.reduce((total, { words }) => total + words, 0);
  assert.ok(
    sum <= WORDS_MAX,
    `${sum} words of ${WORDS_MAX}: ${counts.map(({ name, words }) => `${name} ${words}`).join(', ')}`,
  );
});

test('counts words, but no figures, rules of tables, code or measured block', () => {
  assert.equal(
    countWords('| a 1.5 | – |\n\n```sh\nrun this\n```\n<!-- measured: x -->\nno\n<!-- /measured -->\nend.'),
    2,
  );
});

test('links only to headings that exist', () => {
  const broken = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/\]\(([^)#:]*\.md)?#([^)]+)\)/g)]
      .map(([, target, anchor = '']) => ({
        page: target ? path.posix.join(path.posix.dirname(name), target) : name,
        anchor,
      }))
      .filter(({ page, anchor }) => !listAnchors(read(page)).includes(anchor))
      .map(({ page, anchor }) => `${name}: ${page}#${anchor}`),
  );
  assert.deepEqual(broken, []);
});

test('reports a path, a file and a link that do not exist', () => {
  const text = 'See `tools/gone.ts`, `no-such-file.ts`, docs/nowhere and [a page](missing.md), but `x.store.ts`.';
  const found = [...listPaths(text), ...listLinkedPaths('docs/page.md', text)].filter((place) => !exists(place));
  assert.deepEqual(found.toSorted(), ['docs/missing.md', 'docs/nowhere', 'no-such-file.ts', 'tools/gone.ts']);
});

test('fits each decision on one screen, with a number of its own in its title', () => {
  const numbers = decisions.map(({ name }) => path.basename(name).slice(0, 4));
  assert.deepEqual(
    numbers.filter((number, index) => numbers.indexOf(number) !== index),
    [],
  );
  for (const { name, text } of decisions) {
    const lines = text.trimEnd().split('\n');
    assert.ok(lines.length <= DECISION_LINES_MAX, `${name} has ${lines.length} lines`);
    assert.equal(lines[0]?.slice(0, 7), `# ${path.basename(name).slice(0, 4)} `, name);
  }
});

test('cites only decisions that exist, in pages and in source', () => {
  const numbers = new Set(decisions.map(({ name }) => path.basename(name).slice(0, 4)));
  const sources = tracked.filter((name) => /\.(md|ts|tsx|mjs|js|sql)$/.test(name) && !GENERATED.has(name));
  const wrong = sources.flatMap((name) =>
    [...read(name).matchAll(/(?:\bdecisions? |\((?=00\d\d[),:;]))(\d{4}(?:(?:, | and )\d{4})*)/gi)]
      .flatMap(([, list = '']) => list.match(/\d{4}/g) ?? [])
      .filter((number) => !numbers.has(number))
      .map((number) => `${name}: decision ${number}`),
  );
  assert.deepEqual(wrong, []);
});

test('names only files that exist, and only sections of the specification, in comments', () => {
  // Applied migrations never change; a rule quotes what it forbids.
  const sources = tracked.filter(
    (name) =>
      /\.(ts|tsx|mjs|cjs|js|css)$/.test(name) && !name.startsWith('tools/check/') && name !== 'tools/docs/docs.test.ts',
  );
  const sections = new Set([...read('docs/conformance.md').matchAll(/^\| §(\d+)/gm)].map(([, section]) => section));
  assert.ok(sections.size > 5);
  const find = (name: string, text: string): string[] =>
    listComments(text).flatMap(({ line, comment }) => [
      ...listCommentPaths(comment)
        .filter((place) => !endings.has(place))
        .map((place) => `${name}:${line}: ${place}`),
      ...[...comment.matchAll(/(\S*) ?§(\d+)(\.\d)?/g)]
        .filter(([, before = '', section, part]) => {
          return (
            part !== undefined || !sections.has(section) || /^(payments|interface|rules|wallet-protocol)$/.test(before)
          );
        })
        .map(([found]) => `${name}:${line}: ${found}`),
    ]);
  assert.deepEqual(
    sources.flatMap((name) => find(name, read(name))),
    [],
  );
  const planted = [
    '// See tools/gone.ts (spec §4).',
    'const a = 1; // payments §4.3',
    ' * Elsewhere: no-such-file.ts, spec §77',
  ];
  assert.deepEqual(find('a.ts', planted.join('\n')), [
    'a.ts:1: tools/gone.ts',
    'a.ts:2: payments §4.3',
    'a.ts:3: no-such-file.ts',
    'a.ts:3: spec §77',
  ]);
});

/** Comments of whole lines, and those that end a line. */
function listComments(text: string): { readonly line: number; readonly comment: string }[] {
  return text.split('\n').flatMap((source, index) => {
    const [, whole] = /^\s*(?:\/\/|\/\*\*?|\*) (.*)/.exec(source) ?? [];
    const comment = whole ?? source.split(' // ')[1];
    return comment === undefined ? [] : [{ line: index + 1, comment }];
  });
}

/** Lists paths from the root of the repository, and source files by the end of their path. */
function listCommentPaths(comment: string): string[] {
  const paths = comment.match(/(?<![\w./-])(?:apps|packages|docs|testing|tools|deploy)\/[\w./-]*\w/g) ?? [];
  const files = comment.match(/(?<![\w./<*-])[\w-][\w./-]*\.(?:ts|tsx|mjs|cjs|sql|css|md)\b/g) ?? [];
  return [...new Set([...paths, ...files])].filter((place) => !/(^|\/)x\./.test(place));
}

/** Lists paths from the root of the repository, and source files in backticks by the end of their path. */
function listPaths(text: string): string[] {
  const paths =
    text.match(/(?<![\w./-])(?:apps|packages|docs|testing|tools|bench|e2e)\/[\w./-]*\w(?![\w/-]*[…<*])/g) ?? [];
  const files = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|cjs|js|sql|css|md))`/g)].map(([, file = '']) => file);
  // `x.store.ts` stands for the store of any module; `dist` is built.
  return [...new Set([...paths, ...files])].filter((place) => !/(^|\/)x\.|\/dist\b|^sign\.mjs$/.test(place));
}

/** Lists the anchors that GitHub generates for the headings of a page. */
function listAnchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function exists(place: string): boolean {
  return fromRoot.has(place) || (/\.\w+$/.test(place) && endings.has(place));
}

function countWords(text: string): number {
  const prose = text.replaceAll(/<!-- measured.*?\/measured -->/gs, '').replaceAll(/^ *```.*?^ *```$/gms, '');
  return prose.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
}

function read(name: string): string {
  return fs.readFileSync(path.join(ROOT, name), 'utf8');
}

function listFiles(): string[] {
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 16_000_000 } as const;
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], options);
  return list.split('\0').filter((name) => name !== '' && fs.existsSync(path.join(ROOT, name)));
}
