// Rules about text that no linter checks. One test per rule; a failure names file and line.
//
// Elsewhere: rules about code (.oxlintrc.json), rules about imports (import-rules.cjs).

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import ts from 'typescript';

import { titleNames } from '#studio/games/slots/titles/titles.text';

import { missingChecksums, missingOptionals, readLockfile } from '#tools/lockfile';
import { ROOT } from '#ops/core/root';

type SourceFile = { readonly name: string; readonly text: string };

const glossary = fs.readFileSync(path.join(ROOT, 'docs', 'glossary.md'), 'utf8');
const [, coinedWords = ''] = /Words of no identifier: ([^.]+)\./.exec(glossary) ?? [];
const COINED_WORDS: ReadonlySet<string> = new Set(coinedWords.split(/[,\s]+/));
const MAYBE_COINED = new RegExp([...COINED_WORDS].join('|'), 'i');
// Names fixed by stored data, the wire format or CSS: the theme's `brand` colour and the limit's `wish`.
const FIXED_NAMES: ReadonlySet<string> = new Set(['brand', 'wish']);
const COMMENT_OR_TITLE = /(?:(?:^|\s)(?:\/\/|\/\*\*?) |\b(?:test|it|describe)\(\s*['"`])([A-Za-z]+)/;

/** Attributes that a member reads or a screen reader speaks. */
const SPOKEN_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'alt aria-description aria-label aria-roledescription aria-valuetext caption description error heading hint label ' +
    'message note placeholder title'
  ).split(' '),
);

/** Operators whose value is that of an operand, or of both. */
const JOINING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
]);

const isTest = (name: string): boolean => /\.test\.tsx?$|(?:^|\/)testing\/|^e2e\/|^bench\//.test(name);
// Files that quote forbidden text.
const isAboutRules = (name: string): boolean => /^tools\/check\/(tidy|boundaries)\.test\.ts$/.test(name);

const files = trackedFiles();
const code = files.filter(({ name }) => /\.(ts|tsx|mjs|cjs)$/.test(name) && !isAboutRules(name));

test('reads source files of every folder', () => {
  for (const folder of ['packages', 'apps', 'testing', 'tools', 'e2e']) {
    assert.ok(
      code.some(({ name }) => name.startsWith(`${folder}/`)),
      `no file under ${folder} was read`,
    );
  }
});

test('writes Thai in *.text.ts and in tests only', () => {
  forbid(
    code.filter(({ name }) => !name.includes('.text.ts') && !isTest(name)).map(withoutComments),
    /[\u0E00-\u0E7F]/,
  );
});

test('writes the words of pages in *.text.ts and in tests only', () => {
  const pages = code.filter(
    ({ name }) => /^apps\/[^/]+\/.*\.tsx?$/.test(name) && !isTest(name) && !name.includes('.text.ts'),
  );
  assert.deepEqual(pages.flatMap(findPageWords), []);
  const text = [
    'const page = (',
    '  <main aria-label="Games" className="flex">',
    `    <h1>{title}</h1> · 10 Deposit <img alt={isOpen ? 'open' : text.closed} src="a.png" />`,
    `    {isOld && 'Old'} {count} {'·'} {tone === 'red' ? 'Lost' : ''} {format(sum, 'short')}`,
    '    <Field label={`Bank ${name}`} title={text.title} />',
    '  </main>',
    ');',
    `const picture = el('img', { alt: 'Logo', class: 'logo' }, 'Emblem');`,
  ].join('\n');
  const found = findPageWords({ name: 'a.tsx', text }).toSorted().join(' ').replaceAll('a.tsx:', '');
  assert.equal(found, '2: Games 3: open 3: · 10 Deposit 4: Lost 4: Old 5: Bank 8: Emblem 8: Logo');
});

test('names a slot title in titles/, in generated lists and in tests only', () => {
  const generated = /\/certified\/|\/(studio-games|featured-game)\.json$/;
  const sources = files.filter(({ name }) => /\.(ts|tsx|mjs|cjs|css|html|json)$/.test(name) && !isTest(name));
  const others = sources.filter(
    ({ name }) => !name.startsWith('apps/studio/src/games/slots/titles/') && !generated.test(name),
  );
  assert.deepEqual(findTitles(others), []);
  const planted = [`open('yi-peng')`, 'ยี่เป็งโคมแดง'].map((text) => ({ name: 'planted.ts', text }));
  assert.deepEqual(findTitles(planted), ['planted.ts: yi-peng', 'planted.ts: ยี่เป็งโคมแดง']);

  function findTitles(candidates: readonly SourceFile[]): string[] {
    const words = Object.entries(titleNames).flat();
    return candidates.flatMap(({ name, text }) =>
      words.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`),
    );
  }
});

test('writes SQL in *.store.ts and in migrations only', () => {
  const others = code.filter(
    ({ name }) =>
      !/\.store\.ts$|^packages\/database\/src\/|^packages\/ledger\/src\/audit\.ts$/.test(name) && !isTest(name),
  );
  forbid(others.map(withoutComments), /\bsql`/);
});

test('formats and parses amounts in packages/money only', () => {
  const others = code.filter(({ name }) => !name.startsWith('packages/money/'));
  forbid(others.map(withoutComments), /\.toFixed\(|\bparseFloat\(/);
});

test('repays debts by the rule of the position module only', () => {
  const repaying = code.filter(
    ({ name, text }) => !isTest(name) && /\bto: chart\.receivable\b/.test(text) && !/\bcomputeRepayment\(/.test(text),
  );
  assert.deepEqual(
    repaying.map(({ name }) => name),
    [],
  );
});

test('names folders by their noun', () => {
  const nameless = /(^|\/)(utils?|helpers?|common|shared|types|services|misc|lib\/utils)\//;
  assert.deepEqual(
    files.map(({ name }) => name).filter((name) => nameless.test(name)),
    [],
  );
});

test('contains no skipped test and no exclusive one', () => {
  forbid(
    code.filter(({ name }) => isTest(name)),
    /\b(test|it|describe|suite)\.(skip|only|todo)\b|\b(skip|only|todo): true\b/,
  );
});

test('opens each source file with a comment that states its purpose', () => {
  const own = code.filter(
    ({ name, text }) =>
      /^(packages|apps|testing|tools|e2e|bench)\//.test(name) &&
      !/\.test\.tsx?$/.test(name) &&
      text.split('\n').length > 25,
  );
  const silent = own.filter(({ text }) => !/^(#!.*\n)?(\/\/|\/\*)/.test(text)).map(({ name }) => name);
  assert.deepEqual(silent, []);
});

test('contains no path of a development machine', () => {
  forbid(
    files.filter(({ name }) => !isAboutRules(name) && name !== 'package-lock.json'),
    /\/(work|home)\/(main|shared|[a-z]+\/)|\/root\/|\/tmp\/(plat|brief)|\bshared\/(spec|design|data)\b/,
  );
});

test('lists every optional package in the lockfile (fix: node tools/lockfile.ts)', () => {
  assert.deepEqual(
    missingOptionals(readLockfile()).map(({ name }) => name),
    [],
  );
});

test('has the checksum of every package in the lockfile (fix: node tools/lockfile.ts)', () => {
  assert.deepEqual(missingChecksums(readLockfile()), []);
});

test('documents every setting in docs/running.md', () => {
  const readers = code.filter(({ name }) =>
    /(^|\/)core\/config\.ts$|^apps\/ops\/src\/(core\/settings|start\/start)\.ts$/.test(name),
  );
  const pattern =
    /(?:environment|env)\['([A-Z][A-Z_]+)'\]|(?:\bread(?:\.\w+)?|readPort|readUrl)\((?:environment, )?'([A-Z][A-Z_]+)'/g;
  const names = readers.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, one, other]) => one ?? other ?? ''));
  // Set for the browser of the journeys; not a setting of the product.
  const own = ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH'];
  const documented = fs.readFileSync(path.join(ROOT, 'docs', 'running.md'), 'utf8');
  const undocumented = [...new Set(names)].filter((name) => !own.includes(name) && !documented.includes(`\`${name}\``));
  assert.ok(names.length > 20, 'the settings were not found');
  assert.deepEqual(undocumented, []);
});

test('pins exact versions', () => {
  const manifests = files.filter(({ name }) => name.endsWith('package.json'));
  forbid(manifests, /"[\^~][0-9]/);
});

test('declares each exported type name once, and no local type of its name in the same package', () => {
  assert.deepEqual(findSharedTypeNames(code), []);
  const one = {
    name: 'apps/planted/src/one.ts',
    text: 'export type Planted = 1;\nexport type Own = 2;\ntype Row = 3;',
  };
  const two = {
    name: 'packages/planted/two.ts',
    text: 'export class Planted {}\nexport { Own } from "./o";\ntype Row = 4;',
  };
  const three = { name: 'apps/planted/src/three.ts', text: 'type Own = 5;\ntype Row = 6;' };
  assert.deepEqual(findSharedTypeNames([one, two]), [`Planted: ${one.name} ${two.name}`]);
  assert.deepEqual(findSharedTypeNames([one, { ...two, name: 'apps/planted/src/two.ts' }]), [
    `Planted: ${one.name} apps/planted/src/two.ts`,
  ]);
  assert.deepEqual(findSharedTypeNames([three, two]), []);
  assert.deepEqual(findSharedTypeNames([one, three]), [`Own: ${one.name} ${three.name}`]);
});

test('defines each term of the glossary once, and none that another term excludes', () => {
  assert.deepEqual(findGlossaryProblems(glossary), []);
  assert.deepEqual(
    findGlossaryProblems(
      '| Term | Meaning | Not |\n|---|---|---|\n| lane | a | – |\n| lane, bet | b | – |\n| hold | c | bet |',
    ),
    ['lane: defined twice', 'bet: excluded by a term'],
  );
  assert.ok(COINED_WORDS.size > 10);
});

test('uses no coined word in an identifier', () => {
  assert.deepEqual(code.flatMap(findCoinedNames), []);
});

test('begins no comment, heading or test title with a person or a riddle', () => {
  const pages = files.filter(({ name }) => name.endsWith('.md'));
  assert.deepEqual([...code, ...pages].flatMap(findRiddles), []);
});

test('limits comment lines to 120 columns', () => {
  assert.deepEqual(code.flatMap(findLongComments), []);
});

test('limits the script before the first paint to 80 lines', () => {
  const script = files.find(({ name }) => name === 'apps/web/public/first-paint.js') ?? assert.fail('no script');
  assert.ok(script.text.trimEnd().split('\n').length <= 80);
});

test('finds planted coined names, riddles and long comments', () => {
  const name = 'tools/planted.ts';
  const text = [
    '// Who calls this.',
    `// A second line. ${'x'.repeat(120)}`,
    'const toldLater = 1; // What it is.',
    "test('nobody is asked', () => {});",
    'export function getDoor(brand: { readonly told: string }): string { const { told } = brand; return told; }',
  ].join('\n');
  const places = (found: readonly string[]): string[] => found.map((place) => place.replace(`${name}:`, ''));
  assert.deepEqual(places(findCoinedNames({ name, text })), ['3: toldLater', '5: getDoor', '5: told', '5: told']);
  assert.deepEqual(places(findRiddles({ name, text })), ['1: Who', '3: What', '4: nobody']);
  assert.deepEqual(places(findLongComments({ name, text })), ['2: 138 columns']);
});

function findGlossaryProblems(page: string): string[] {
  const rows = page.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    return cells.length < 4 || cells[1] === 'Term' || cells[1]?.startsWith('--') ? [] : [cells];
  });
  const terms = rows.flatMap((cells) => cells[1]?.split(', ') ?? []);
  const excluded = new Set(rows.flatMap((cells) => cells.at(-2)?.split(', ') ?? []));
  return [
    ...new Set(terms.filter((term, index) => terms.indexOf(term) !== index).map((term) => `${term}: defined twice`)),
    ...terms.filter((term) => excluded.has(term)).map((term) => `${term}: excluded by a term`),
  ];
}

/**
 * Exported type names with a second declaration: exported by another file, or local in a file of the same package.
 * Local types may share a name, such as `Props` or `Row`; re-exports do not count.
 */
function findSharedTypeNames(sources: readonly SourceFile[]): string[] {
  const pattern = /^(export )?(?:declare |abstract )*(?:type|interface|class) (\w+)/gm;
  const packageOf = (name: string): string => name.split('/', /^(apps|packages)\//.test(name) ? 2 : 1).join('/');
  const declared = sources
    .filter(({ name }) => /\.tsx?$/.test(name))
    .flatMap(({ name, text }) =>
      [...text.matchAll(pattern)].map(([, exported, type = '']) => ({
        name,
        type,
        isExported: exported !== undefined,
      })),
    );
  return [...Map.groupBy(declared, ({ type }) => type)].flatMap(([type, all]) => {
    const exported = all.filter(({ isExported }) => isExported).map(({ name }) => name);
    const packages = new Set(exported.map(packageOf));
    const local = all.filter(({ name, isExported }) => !isExported && packages.has(packageOf(name)));
    const names = new Set([...exported, ...local.map(({ name }) => name)]);
    return names.size > 1 ? [`${type}: ${[...names].join(' ')}`] : [];
  });
}

/** Words that a person reads or hears: text of JSX and of `el()`, and the attributes of a name or a description. */
function findPageWords({ name, text }: SourceFile): string[] {
  if (!name.endsWith('.tsx') && !/\bel\(/.test(text)) return [];
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const report = (node: ts.Node, words: string): void => {
    if (!/\p{L}/u.test(words)) return;
    const at = node.end - text.slice(node.pos, node.end).trimStart().length;
    found.push(`${name}:${source.getLineAndCharacterOfPosition(at).line + 1}: ${words.trim()}`);
  };
  /** The values that an expression may have; arguments of a call and compared values are no words. */
  const reportValues = (node: ts.Node | undefined): void => {
    if (node === undefined) return;
    if (ts.isStringLiteralLike(node)) report(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      report(node, [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join(''));
    } else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(reportValues);
    else if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) reportValues(node.expression);
    else if (ts.isBinaryExpression(node) && JOINING.has(node.operatorToken.kind)) {
      if (node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken) reportValues(node.left);
      reportValues(node.right);
    }
  };
  const isSpoken = (attribute: ts.Node): boolean => {
    return (ts.isIdentifier(attribute) || ts.isStringLiteral(attribute)) && SPOKEN_ATTRIBUTES.has(attribute.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) report(node, node.text);
    else if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      for (const child of node.children) if (ts.isJsxExpression(child)) reportValues(child);
    } else if (ts.isJsxAttribute(node) && isSpoken(node.name)) reportValues(node.initializer);
    else if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'el') {
      const [, attributes, ...children] = node.arguments;
      children.forEach(reportValues);
      for (const each of attributes && ts.isObjectLiteralExpression(attributes) ? attributes.properties : []) {
        if (ts.isPropertyAssignment(each) && isSpoken(each.name)) reportValues(each.initializer);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Names that a declaration introduces; property assignments repeat a name that is declared elsewhere. */
function findCoinedNames({ name, text }: SourceFile): string[] {
  if (!/\.tsx?$/.test(name) || !MAYBE_COINED.test(text)) return [];
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const declared = (node as Partial<ts.NamedDeclaration>).name;
    const isName = declared !== undefined && (ts.isIdentifier(declared) || ts.isPrivateIdentifier(declared));
    if (isName && isDeclaration(node) && !FIXED_NAMES.has(declared.text) && hasCoinedWord(declared.text)) {
      const { line } = source.getLineAndCharacterOfPosition(declared.getStart(source));
      found.push(`${name}:${line + 1}: ${declared.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isDeclaration(node: ts.Node): boolean {
  return !(
    ts.isPropertyAccessExpression(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node) ||
    ts.isImportSpecifier(node) ||
    ts.isExportSpecifier(node) ||
    ts.isMetaProperty(node)
  );
}

function hasCoinedWord(name: string): boolean {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[ _$#]+/);
  return words.some((word) => COINED_WORDS.has(word.toLowerCase()));
}

/** The first word of each comment block, trailing comment, test title and heading. */
function findRiddles({ name, text }: SourceFile): string[] {
  const start = name.endsWith('.md') ? /^#+ ([A-Za-z]+)/ : COMMENT_OR_TITLE;
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const before = lines[index - 1] ?? '';
    const isContinued = /^\s*\/\//.test(line) && /^\s*\/\//.test(before);
    const first = /^\s*\/\*\*?$/.test(before) ? /^\s*\* ([A-Za-z]+)/ : start;
    const [, word = ''] = isContinued ? [] : (first.exec(line) ?? []);
    if (!/^(who|whoever|what|somebody|nobody)$/i.test(word)) return [];
    return [`${name}:${index + 1}: ${word}`];
  });
}

function findLongComments({ name, text }: SourceFile): string[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.length <= 120 || !/^\s*(\/\/|\/\*|\*)/.test(line)) return [];
    return [`${name}:${index + 1}: ${line.length} columns`];
  });
}

function forbid(candidates: readonly SourceFile[], pattern: RegExp): void {
  const found = candidates.flatMap(({ name, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
  assert.deepEqual(found, []);
}

/** Blanks comments, which may name forbidden code, and preserves line numbers. A `//` inside a string is left alone. */
function withoutComments({ name, text }: SourceFile): SourceFile {
  const blanked = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/(^|[\s;{}(,])\/\/.*$/gm, '$1');
  return { name, text: blanked };
}

/** Lists files that git tracks or would add; ignored files are excluded. */
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
