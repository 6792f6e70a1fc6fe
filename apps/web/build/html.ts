// Fills index.html at build time: its Thai texts, and the preload of the Thai font, whose file name contains a hash.

import type { Plugin } from 'vite';

type Words = Readonly<Record<'title' | 'description' | 'stamp' | 'noscript', string>>;

export function htmlWords(words: Words): Plugin {
  return {
    name: 'chaba:html-words',
    transformIndexHtml: (html) =>
      html.replace(/%(title|description|stamp|noscript)%/g, (_, word: keyof Words) => words[word]),
  };
}

export function preloadThaiFont(): Plugin {
  return {
    name: 'chaba:preload-thai-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /anuphan-thai.*\.woff2$/.test(file));
        if (!font) return [];
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}
