// Each icon comes from a file of its own. Through the library's one list of all of them every page would seem to need the icons
// of every other, and all of them would be in the first file that a visitor fetches. The built site draws them with our own
// few lines (ui/drawn-icon.ts); an icon's file is the library's as it is.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const LIBRARY = 'lucide-react';
const IMPORT = /^import \{([^}]*)\} from 'lucide-react';$/gm;
const BUILDER = '../createLucideIcon.mjs';
const DRAWN = '\0drawn-icon';
const LISTED = /^export \{([^}]*)\} from '\.\/icons\/([^']+)\.mjs';$/gm;

export function ownIcons(): Plugin {
  const files = filesByName();
  let isBuild = false;
  return {
    name: 'chaba:own-icons',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: (source) => (isBuild && source === BUILDER ? DRAWN : undefined),
    load: (id) =>
      id === DRAWN
        ? `export { drawnIcon as default } from ${JSON.stringify(path.join(import.meta.dirname, '..', 'src', 'ui', 'drawn-icon.ts'))};`
        : undefined,
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes(`'${LIBRARY}'`)) return undefined;
      return { code: code.replaceAll(IMPORT, (_, names: string) => importsOf(names, files)), map: null };
    },
  };
}

/** One line stays one line, so that what is told of a place in the code is true. */
function importsOf(names: string, files: ReadonlyMap<string, string>): string {
  const wanted = names.split(',').map((name) => name.trim());
  const lines = wanted.filter(Boolean).map((name) => {
    if (name.startsWith('type ')) return `import { ${name} } from '${LIBRARY}';`;
    const [icon = '', as = icon] = name.split(' as ');
    const file = files.get(icon);
    if (file === undefined) throw new Error(`${LIBRARY} has no icon ${icon}`);
    return `import ${as} from '${LIBRARY}/icons/${file}';`;
  });
  return lines.join(' ');
}

function filesByName(): ReadonlyMap<string, string> {
  const list = readFileSync(fileURLToPath(import.meta.resolve(`${LIBRARY}/dist/esm/${LIBRARY}.mjs`)), 'utf8');
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of list.matchAll(LISTED)) {
    for (const name of names.split(',')) files.set(name.replace('default as', '').trim(), file);
  }
  return files;
}
