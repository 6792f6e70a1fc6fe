// What the framework of the styles adds for browsers that the site is not built for is left out: what it says for those without
// @property, the colour beside each mixed one, and the properties of utilities that no page uses. All of it is a tenth of the
// stylesheet that every visitor waits for.

import type { Plugin } from 'vite';

const MIXES = '@supports \\(color:\\s*color-mix\\(in lab,\\s*red,\\s*red\\)\\)\\s*\\{';
// From the beginning of a rule: of several that share a colour, one may be mixed and the others not.
const PLAIN_THEN_MIXED = new RegExp(`(?<=^|[{};])([^{}]+)\\{([\\w-]+):[^{};]*\\}${MIXES}\\1\\{(\\2:[^{}]*)\\}\\}`, 'g');
const MIXED = new RegExp(`${MIXES}([^{}]*\\{[^{}]*\\})\\}`, 'g');
const WITHOUT_PROPERTIES = /@layer properties\{@supports[^{]*\{[^{}]*\{[^{}]*\}\}\}/;
const PROPERTY = /@property (--[\w-]+)\{[^}]*\}/g;

export function leanStyles(): Plugin {
  return {
    name: 'chaba:lean-styles',
    apply: 'build',
    // After the framework, before the file gets a name of what is in it.
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('/app.css') ? { code: lean(code), map: null } : undefined),
  };
}

export function lean(css: string): string {
  const plain = css.replaceAll(PLAIN_THEN_MIXED, '$1{$3}').replaceAll(MIXED, '$1').replace(WITHOUT_PROPERTIES, '');
  return plain.replaceAll(PROPERTY, (whole, name: string) => (usesOf(name, plain) > 1 ? whole : ''));
}

const usesOf = (name: string, css: string): number => css.split(new RegExp(`${name}(?![\\w-])`)).length - 1;
