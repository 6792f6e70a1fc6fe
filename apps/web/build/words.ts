// Each sentence goes where it is read. A list of sentences is one object, and an object goes with
// whoever reads one word of it: a visitor fetched the words of all forms, and every refusal there is.
//
//     import { text } from './ui.text.ts';         import { word as text$close } from '…/ui.text.ts?word=close';
//     … text.close …                          →    … text$close …
//
// Always true: only lists of these folders, read by name; a file that does anything else with its list keeps the whole of it.

import { readFileSync } from 'node:fs';

import type { Plugin } from 'vite';

import { childrenOf, type Cut, isNode, nameOf, syntaxOf, type SyntaxNode, without } from './syntax.ts';

const SHARED = /\/(?:apps\/web\/src\/(?:ui|lib|layouts|features\/\w+)|packages\/contract\/src)\/[\w-]+\.text\.ts$/;
const READER = /\/(?:apps\/web|packages\/contract)\/src\/.+\.tsx?(?:\?word=\w+)?$/;
const WORD = /^(.+\.text\.ts)\?word=(\w+)$/;

/** The code of each word of a list, and the imports of its file. */
type List = { readonly words: ReadonlyMap<string, string>; readonly imports: readonly Import[] };
type Import = { readonly names: readonly string[]; readonly code: string };

type Context = Parameters<typeof syntaxOf>[0] & {
  resolve(source: string, importer: string): Promise<{ readonly id: string } | null>;
};

export function wordsByUse(): Plugin {
  const lists = new Map<string, List>();

  function listAt(context: Context, file: string): List {
    let list = lists.get(file);
    if (!list) lists.set(file, (list = listOf(context, readFileSync(file, 'utf8'))));
    return list;
  }

  return {
    name: 'chaba:words-by-use',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (WORD.test(source) ? source : undefined),
    load(id) {
      const [, file = '', word = ''] = WORD.exec(id) ?? [];
      if (!file) return undefined;
      const { words, imports } = listAt(this as unknown as Context, file);
      const code = words.get(word) ?? '';
      const needed = imports.filter(({ names }) => names.some((name) => new RegExp(`\\b${name}\\b`).test(code)));
      return {
        code: `${needed.map((each) => each.code).join('\n')}\nexport const word = ${code};\n`,
        moduleType: 'ts',
      };
    },
    async transform(code, id) {
      if (!READER.test(id) || !code.includes('.text')) return undefined;
      const context = this as unknown as Context;
      const program = syntaxOf(context, code, id.endsWith('.tsx') ? 'tsx' : 'ts');
      const cuts: Cut[] = [];
      for (const declaration of childrenOf(program).filter(({ type }) => type === 'ImportDeclaration')) {
        const list = listImport(declaration);
        if (!list) continue;
        // An import within a word names its file as the list does.
        const file = (await context.resolve(list.source, WORD.exec(id)?.[1] ?? id))?.id;
        if (!file || !SHARED.test(file)) continue;
        const reads = readsOf(program, declaration, list.name);
        const { words } = listAt(context, file);
        if (!reads?.every(({ word }) => words.has(word))) continue;
        const names = [...new Set(reads.map(({ word }) => word))];
        const imports = names.map((word) => `import { word as ${list.name}$${word} } from '${file}?word=${word}';`);
        cuts.push({ start: declaration.start, end: declaration.end, put: imports.join(' ') });
        cuts.push(...reads.map(({ start, end, word }) => ({ start, end, put: `${list.name}$${word}` })));
      }
      return cuts.length === 0 ? undefined : { code: without(code, cuts), map: null };
    },
  };
}

function listOf(context: Context, code: string): List {
  const program = syntaxOf(context, code);
  const words = new Map<string, string>();
  const imports: Import[] = [];
  for (const statement of childrenOf(program)) {
    if (statement.type === 'ImportDeclaration') {
      const names = childrenOf(statement).map((part) => nameOf(part['local']));
      imports.push({ names: names.filter(Boolean), code: code.slice(statement.start, statement.end) });
    }
    for (const property of statement.type === 'ExportNamedDeclaration' ? wordsIn(statement) : []) {
      const value = property['value'] as SyntaxNode;
      words.set(nameOf(property['key']), code.slice(value.start, value.end));
    }
  }
  return { words, imports };
}

/** export const list = { … }, with a type or `as const` beside it or not. */
function wordsIn(exported: SyntaxNode): SyntaxNode[] {
  const [declarator] = isNode(exported['declaration']) ? childrenOf(exported['declaration']) : [];
  let value = declarator?.['init'];
  if (isNode(value) && value.type.startsWith('TS')) value = value['expression'];
  if (!isNode(value) || value.type !== 'ObjectExpression') return [];
  return childrenOf(value).filter((part) => part.type === 'Property' && !part['shorthand'] && !part['computed']);
}

/** import { list } from '….text': one name, not as another. */
function listImport(declaration: SyntaxNode): { readonly source: string; readonly name: string } | undefined {
  const source = (declaration['source'] as { readonly value: string }).value;
  const specifiers = declaration['specifiers'] as readonly SyntaxNode[];
  const isList = /\.text(?:\.ts)?$/.test(source) && specifiers.length === 1 && declaration['importKind'] !== 'type';
  return isList ? { source, name: nameOf(specifiers[0]?.['local']) } : undefined;
}

type Read = { readonly start: number; readonly end: number; readonly word: string };

/** Each `list.word`; nothing when the list is used in another way, or its name is that of something else too. */
function readsOf(program: SyntaxNode, declaration: SyntaxNode, name: string): readonly Read[] | undefined {
  const reads: Read[] = [];
  let isOnlyRead = true;

  function look(node: SyntaxNode): void {
    if (node === declaration) return;
    if (node.type === 'MemberExpression' && nameOf(node['object']) === name && !node['computed']) {
      reads.push({ start: node.start, end: node.end, word: nameOf(node['property']) });
      return;
    }
    if (node.type === 'Identifier' && nameOf(node) === name) isOnlyRead = false;
    for (const child of childrenOf(node)) look(child);
  }

  look(program);
  return isOnlyRead ? reads : undefined;
}
