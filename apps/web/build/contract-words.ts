// The browser reads paths, names and types of the contract; checking is the server's work. So the pages are built
// without the library that checks: every schema of the contract becomes one value that answers itself to anything.
//
// Always true: only the pages that are served are built so. Tests and the fake server check with the real schemas.

import type { Plugin } from 'vite';

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

export function contractWords(): Plugin {
  return {
    name: 'contract-words',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === LIBRARY ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? moduleOf(WORDS) : undefined),
  };
}

function moduleOf(words: readonly string[]): string {
  const names = words.map((word) => `itself as ${word}`).join(', ');
  return `const itself = new Proxy(() => itself, { get: () => itself });\nexport { ${names} };\n`;
}
