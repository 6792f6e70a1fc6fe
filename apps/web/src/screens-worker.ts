// The pages of the built site with their first screens in them, drawn in a thread of its own for the server that sends them
// (apps/server/src/http/prerender.ts): asked with an address and the brand's configuration, it answers the whole page.
//
// Always true: without a screen the page is the built one, which draws itself; the configuration goes into the page as data,
// never as script.

// Before everything else, because modules of the site ask the browser when they are loaded.
import './screens-browser.ts';

import * as fs from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import type { SiteConfiguration } from '@chaba/contract/site';
import type { Terms } from '@chaba/contract/terms';

import { fallbackSite } from '#lib/site-fallback';
import { valuesOf } from '#lib/brand-colours';
import { partsOf } from '#lib/theme';

import { addresses, drawScreen, type Screen } from './screens.tsx';

type Question = {
  readonly id: number;
  readonly address: string;
  readonly known: Partial<SiteConfiguration>;
  /** Whether the page may show what is known as the brand's whole configuration. */
  readonly isWhole: boolean;
  readonly terms?: Terms | undefined;
};

type Chunk = { readonly file: string; readonly name?: string; readonly imports?: readonly string[] };

const { root } = workerData as { readonly root: string };
const built = fs.readFileSync(path.join(root, 'index.html'), 'utf8');
const chunks = JSON.parse(fs.readFileSync(path.join(root, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;

// One after the other: what is drawn with stands in one place for all.
let last: Promise<unknown> = Promise.resolve();

parentPort?.on('message', (question: Question | { readonly wants: 'addresses' }) => {
  if ('wants' in question) parentPort?.postMessage({ addresses }, []);
  else last = last.then(() => answer(question));
});

async function answer({ id, address, known, isWhole, terms }: Question): Promise<void> {
  try {
    const site = { ...fallbackSite, ...known };
    const isOpen = !site.Disabled && !site.Maintenance;
    const screen = isOpen ? await drawScreen(address, site, terms) : undefined;
    const page = screen ? withScreen(built, screen) : built;
    parentPort?.postMessage({ id, page: isWhole ? withConfiguration(page, site, terms) : page }, []);
  } catch (error) {
    parentPort?.postMessage({ id, error }, []);
  }
}

function withScreen(page: string, { html, code, isCodeAtOnce, isFor }: Screen): string {
  const [script, start] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(page) ?? [];
  if (script === undefined || start === undefined) throw new Error('index.html has no script to begin with');
  const first = new Set(filesOf('index.html'));
  const later = [...first, ...code.flatMap((name) => filesOf(name))].filter((file) => `/${file}` !== start);
  const files = [...new Set(later)].map((file) => `/${file}`);
  // At once, and yet after what the first paint needs.
  const hint = (href: string) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${href}">`;
  const hints = [start, ...files].map(hint).join('');
  const metas = [
    meta('chaba-start', start),
    ...(isCodeAtOnce ? [] : [meta('chaba-code', files.join(' '))]),
    meta('chaba-for', isFor),
  ];
  return (
    page
      .replace(
        /(<div id="root")>[^]*?(<noscript>)/,
        (_, open: string, end: string) => `${open} data-drawn>${html}${end}`,
      )
      // What is seen comes first; then public/first-paint.js fetches what makes it move.
      .replace(script, '')
      .replaceAll(/<link rel="modulepreload"[^>]*>\s*/g, '')
      .replace('<head>', () => `<head>${metas.join('')}`)
      .replace('</head>', () => `${isCodeAtOnce ? hints : ''}</head>`)
  );
}

function withConfiguration(page: string, site: SiteConfiguration, terms: Terms | undefined): string {
  const theme = partsOf(site.theme);
  const values = { dark: valuesOf(theme, 'dark'), light: valuesOf(theme, 'light') };
  return page.replace(
    '<script src="/first-paint.js">',
    (script) =>
      `${meta('chaba-look', JSON.stringify({ ...theme, values }))}${dataBlock('chaba-site', site)}${terms ? dataBlock('chaba-terms', terms) : ''}${script}`,
  );
}

function dataBlock(id: string, data: unknown): string {
  const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${id}">${text}</script>`;
}

function meta(name: string, content: string): string {
  const safe = content.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<meta name="${name}" content="${safe}">`;
}

/** A chunk and everything that it imports at once. What several pages share is known by the name of its file (build/few-files.ts). */
function filesOf(name: string, seen = new Set<string>()): string[] {
  const chunk = chunks[name] ?? Object.values(chunks).find((one) => one.name === name);
  if (!chunk) throw new Error(`the build has no ${name}`);
  if (seen.has(name)) return [];
  seen.add(name);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => filesOf(imported, seen))];
}
