// What of the router nobody uses stays out of the site. Its parts are cut from one file, and the bundler keeps a part that
// something is written to, even if that is only the name it has in the tools of developers.

import type { Plugin } from 'vite';

const ROUTER = /\/node_modules\/react-router\/dist\//;
const TOLD_NAME = /^\w+\.displayName = "\w+";$/gm;
const MADE_PART = /(?<== )(?=React[\w$]*\.(?:forwardRef|createContext|memo)\()/g;

export function lightRouter(): Plugin {
  return {
    name: 'chaba:light-router',
    apply: 'build',
    transform(code, id) {
      if (!ROUTER.test(id)) return undefined;
      return { code: code.replaceAll(TOLD_NAME, '').replaceAll(MADE_PART, '/* @__PURE__ */ '), map: null };
    },
  };
}
