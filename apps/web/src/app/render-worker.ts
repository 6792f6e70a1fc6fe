// Renders pages in a worker thread of the server (apps/server/src/http/prerender.ts): a message contains an address and
// the site's configuration, the response is the whole page.
//
// Always true: for an address without rendering the response is the built page, which renders in the browser. The
// configuration is embedded as data, never as script.

import * as fs from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import type { SiteConfiguration } from '@chaba/contract/site';
import type { Terms } from '@chaba/contract/terms';

import { fallbackSite } from '#lib/site/site-fallback';
import { computeThemeValues } from '#lib/site/brand-colours';
import { parseTheme } from '#lib/site/theme';

import { addresses, render, type Rendered } from './entry-server.tsx';

type Request = {
  readonly id: number;
  readonly address: string;
  readonly known: Partial<SiteConfiguration>;
  /** Whether the page may use `known` as the site's whole configuration. */
  readonly isWhole: boolean;
  readonly terms?: Terms | undefined;
};

type Chunk = { readonly file: string; readonly name?: string; readonly imports?: readonly string[] };

const { root } = workerData as { readonly root: string };
const built = fs.readFileSync(path.join(root, 'index.html'), 'utf8');
const chunks = JSON.parse(fs.readFileSync(path.join(root, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;

// Sequential: the configuration of the rendering is module state.
let last: Promise<unknown> = Promise.resolve();

parentPort?.on('message', (request: Request | { readonly wants: 'addresses' }) => {
  if ('wants' in request) parentPort?.postMessage({ addresses }, []);
  else last = last.then(() => sendResponse(request));
});

async function sendResponse({ id, address, known, isWhole, terms }: Request): Promise<void> {
  try {
    const site = { ...fallbackSite, ...known };
    const isOpen = !site.Disabled && !site.Maintenance;
    const rendered = isOpen ? await render(address, site, terms) : undefined;
    const page = rendered ? withRendered(built, rendered) : built;
    parentPort?.postMessage({ id, page: isWhole ? withConfiguration(page, site, terms) : page }, []);
  } catch (error) {
    parentPort?.postMessage({ id, error }, []);
  }
}

function withRendered(page: string, { html, files, data, audience }: Rendered): string {
  const code = [...new Set(files.flatMap((file) => listFiles(file)))].filter((file) => !page.includes(file));
  return (
    page
      // The code is fetched after the first paint (public/first-paint.js).
      .replace(/<script type="module"[^>]* src="([^"]+)"><\/script>/, (_, entry: string) =>
        formatMeta('chaba-code', [entry, ...code.map((file) => `/${file}`)].join(' ')),
      )
      .replace(/<div id="root">[^]*?<!--end of root--><\/div>/, () => `<div id="root" data-page>${html}</div>`)
      .replace('<!--data-->', (mark) =>
        [
          formatMeta('chaba-audience', audience),
          ...(data.length > 0 ? [formatMeta('chaba-data', data.join(' '))] : []),
          mark,
        ].join(''),
      )
  );
}

function withConfiguration(page: string, site: SiteConfiguration, terms: Terms | undefined): string {
  const theme = parseTheme(site.theme);
  const values = { dark: computeThemeValues(theme, 'dark'), light: computeThemeValues(theme, 'light') };
  const data = [
    formatMeta('chaba-look', JSON.stringify({ ...theme, values })),
    formatDataBlock('chaba-site', site),
    ...(terms ? [formatDataBlock('chaba-terms', terms)] : []),
  ];
  return page.replace('<!--data-->', () => data.join(''));
}

function formatDataBlock(id: string, data: unknown): string {
  const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${id}">${text}</script>`;
}

function formatMeta(name: string, content: string): string {
  const safe = content.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<meta name="${name}" content="${safe}">`;
}

/** A chunk, by source file or group, and all its static imports. */
function listFiles(name: string): string[] {
  const chunk = chunks[name] ?? Object.values(chunks).find((each) => each.name === name);
  if (!chunk) throw new Error(`the build has no ${name}`);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => listFiles(imported))];
}
