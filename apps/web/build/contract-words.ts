// The browser reads paths, names and types of the contract; checking is the server's work. So the pages are built
// without the library that checks: every schema of the contract becomes one value that answers itself to anything, and a
// call loses the words that only the server reads. What was imported for those alone is not imported, or a page would
// fetch what it never uses.
//
// Always true: only the pages that are served are built so. Tests and the fake server check with the real schemas.

import type { Plugin } from 'vite';

import { childrenOf, type Cut, isNode, nameOf, syntaxOf, type SyntaxNode, without } from './syntax.ts';

const LIBRARY = 'zod/mini';
const RESOLVED = '\0contract-words';

/** What the contract calls; a test says which one is missing. */
const WORDS = [
  'array',
  'boolean',
  'enum',
  'extend',
  'gte',
  'int',
  'iso',
  'literal',
  'lte',
  'maxLength',
  'minLength',
  'nonnegative',
  'nullable',
  'number',
  'object',
  'optional',
  'overwrite',
  'positive',
  'refine',
  'regex',
  'registry',
  'strictObject',
  'string',
  'union',
  'unknown',
] as const;

/** What of a call the pages read; the rest is for the server and its documents. */
const LEFT_OUT = new Set([
  'auth',
  'envelopeFields',
  'body',
  'data',
  'headers',
  'params',
  'query',
  'refusals',
  'summary',
  'whenInvalid',
]);
const CONTRACT = /\/packages\/contract\/src\/[^/]+\.ts$/;

export function contractWords(): Plugin {
  return {
    name: 'contract-words',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === LIBRARY ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? moduleOf(WORDS) : undefined),
    transform(code, id) {
      if (!CONTRACT.test(id)) return undefined;
      const program = syntaxOf(this, code);
      const cuts = cutsIn(program);
      if (cuts.length === 0) return undefined;
      const imports = childrenOf(program).filter(({ type }) => type === 'ImportDeclaration');
      const rest = without(code, [...cuts, ...imports.map(leftOut)]);
      const unused = imports.filter((each) => !namesOf(each).some((name) => new RegExp(`\\b${name}\\b`).test(rest)));
      return { code: without(code, [...cuts, ...unused.map(leftOut)]), map: null };
    },
  };
}

/** A schema that is kept under a name, and the words of a call that nobody reads here. */
function cutsIn(node: SyntaxNode): Cut[] {
  if (node.type === 'VariableDeclarator' && isSchema(node['init'])) {
    const { start, end } = node['init'] as SyntaxNode;
    return [{ start, end, put: 'undefined' }];
  }
  if (node.type === 'ObjectExpression' && childrenOf(node).some((part) => nameOf(part['key']) === 'path')) {
    const left = childrenOf(node).filter((part) => LEFT_OUT.has(nameOf(part['key'])));
    return left.map(({ start, end }) => ({ start, end, put: '...null' }));
  }
  return childrenOf(node).flatMap(cutsIn);
}

const leftOut = ({ start, end }: SyntaxNode): Cut => ({ start, end, put: '' });

/** What an import is called here. */
function namesOf(declaration: SyntaxNode): string[] {
  return childrenOf(declaration)
    .map((part) => nameOf(part['local']))
    .filter(Boolean);
}

/** z.…(…), however many calls long. */
function isSchema(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'CallExpression') return isSchema(node['callee']);
  if (node.type === 'MemberExpression') return nameOf(node['object']) === 'z' || isSchema(node['object']);
  return false;
}

function moduleOf(words: readonly string[]): string {
  const names = words.map((word) => `itself as ${word}`).join(', ');
  return `const itself = new Proxy(() => itself, { get: () => itself });\nexport { ${names} };\n`;
}
