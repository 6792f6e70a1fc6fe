// The pages: the built web app of apps/web, sent as files, and its first page for every other path (history mode).
//
// Always true: the first page carries the brand of the host it was asked under (name, theme, api-key, address of the API) in
// meta tags, so one build serves every brand; the landing page's address carries the landing page itself, drawn by the build,
// so that it is seen before any script has come; files whose name holds a hash may be kept for ever, pages never are. A path of
// the API is never answered with a page.

import * as fs from 'node:fs';
import path from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '#core/config';
import { Refusal } from '#core/refusal';
import { presetOf, type Site, type Sites } from '#modules/site';

import { sendRefusal } from './errors.ts';
import { WORKER_POLICY } from './headers.ts';
import { addManifest, iconsOf } from './manifest.ts';
import { sendPage } from './packing.ts';

const API_PATHS =
  /^\/(?:v2|auth-service|user-profile-composite|fund-composite|rolling-composite|prize-composite|wheel-script|game-composite|seamless|integrations)(?:\/|$|\?)/;
const HAS_ENDING = /\.[A-Za-z0-9]{1,10}$/;
const NEVER_CHANGES = /^\/assets\//;
const IS_WORKER = /worker[^/]*\.js$/i;
const ONE_YEAR_S = 31_536_000;

export function isApiPath(url: string): boolean {
  return API_PATHS.test(url);
}

export async function addPages(app: FastifyInstance, config: Config, sites: Sites): Promise<void> {
  const root = config.webRoot === undefined ? undefined : path.resolve(config.webRoot);
  const isBuilt = root !== undefined && fs.existsSync(path.join(root, 'index.html'));
  await app.register(fastifyStatic, {
    root: isBuilt ? root : import.meta.dirname,
    serve: false,
    preCompressed: isBuilt,
    cacheControl: false,
    etag: true,
    index: false,
    dotfiles: 'ignore',
  });

  addManifest(app, sites);
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = pathOf(request.url);
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || isApiPath(request.url)) return refuseUnknown(app, request, reply, pathname);
    const isFile = HAS_ENDING.test(pathname) && pathname !== '/index.html';
    if (isFile && isBuilt && isFileOf(root, pathname)) return sendFile(pathname, reply);
    // Who follows a link is looking for a page, whatever its last letters are.
    if (isFile && !isLookingForPage(request)) return refuseUnknown(app, request, reply, pathname);
    const site = await sites.byHost(request.hostname);
    const built = isBuilt ? await readBuilt(root) : { page: NOT_BUILT, screens: undefined };
    const page = pathname === '/' && site !== undefined ? withLanding(built, config, site) : built.page;
    return sendPage(fillIn(page, config, site), request, reply);
  });
}

function refuseUnknown(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  pathname: string,
): FastifyReply {
  const others = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter(
    (method) => method !== request.method && app.hasRoute({ method, url: pathname }),
  );
  if (others.length === 0) return sendRefusal(new Refusal('NOT_FOUND', {}), request, reply);
  return sendRefusal(new Refusal('METHOD_NOT_ALLOWED', {}), request, reply.header('allow', others.join(', ')));
}

// Not by URL: that takes the first part of //a/b for a host, and throws when it is none.
function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function isLookingForPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') === true;
}

function isFileOf(root: string, pathname: string): boolean {
  const name = decodedPath(pathname);
  if (name === undefined || name.includes('/.')) return false;
  const file = path.join(root, name);
  return file.startsWith(root + path.sep) && fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

function sendFile(pathname: string, reply: FastifyReply): FastifyReply {
  const name = decodedPath(pathname) ?? '';
  reply.header(
    'cache-control',
    NEVER_CHANGES.test(name) ? `public, max-age=${ONE_YEAR_S}, immutable` : 'public, no-cache',
  );
  if (IS_WORKER.test(name)) reply.header('content-security-policy', WORKER_POLICY);
  return reply.sendFile(name);
}

function decodedPath(pathname: string): string | undefined {
  try {
    const name = decodeURIComponent(pathname);
    return name.includes('\u0000') ? undefined : name;
  } catch {
    return undefined;
  }
}

type Built = {
  readonly page: string;
  /** The landing page with the brand's name, and with its logo (apps/web/src/first-screen.tsx). */
  readonly screens: { readonly named: string; readonly withLogo: string } | undefined;
};

// Read again only when the build changed, so a new build shows without a restart.
let kept: { readonly file: string; readonly changedMs: number; readonly built: Built } | undefined;

async function readBuilt(root: string): Promise<Built> {
  const file = path.join(root, 'index.html');
  const { mtimeMs } = await fs.promises.stat(file);
  if (kept?.file !== file || kept.changedMs !== mtimeMs) {
    const page = await fs.promises.readFile(file, 'utf8');
    const screens = await fs.promises.readFile(path.join(root, '.first-screen.json'), 'utf8').catch(() => undefined);
    const built = { page, screens: screens === undefined ? undefined : (JSON.parse(screens) as Built['screens']) };
    kept = { file, changedMs: mtimeMs, built };
  }
  return kept.built;
}

function withLanding({ page, screens }: Built, config: Config, site: Site): string {
  const [script, start] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(page) ?? [];
  if (!screens || script === undefined || site.isDisabled || site.isInMaintenance) return page;
  const { name, look } = site;
  const screen = (look.logoUrl === '' ? screens.named : screens.withLogo)
    .replaceAll('%appName%', () => escapeHtml(name))
    .replaceAll('%logoUrl%', () => escapeHtml(look.logoUrl));
  const shown = config.mode === 'play' ? screen : screen.replace(/<p class="stamp">[^<]*<\/p>/, '');
  return (
    page
      .replace(/(<div id="root">)[^]*?(<noscript>)/, (_, open: string, end: string) => open + shown + end)
      // What is seen comes first; then apps/web/public/first-paint.js fetches what makes it move.
      .replace(script, '')
      .replace(/<link rel="modulepreload"[^>]*>/g, '')
      .replace('<head>', `<head><meta name="chaba-start" content="${start}">`)
  );
}

function fillIn(page: string, config: Config, site: Site | undefined): string {
  const metas: Record<string, string> = {
    'chaba-api-base': config.apiBase,
    'chaba-api-key': site?.apiKey ?? '',
    'chaba-app-name': site?.name ?? '',
    'chaba-theme': site === undefined ? '' : presetOf(site.look.theme),
    'chaba-mode': config.mode,
  };
  let text = site === undefined ? page : named(page, site);
  const missing: string[] = [];
  for (const [name, content] of Object.entries(metas)) {
    const tag = `<meta name="${name}" content="${escapeHtml(content)}">`;
    const known = new RegExp(`<meta\\s+name="${name}"[^>]*>`);
    if (known.test(text)) text = text.replace(known, () => tag);
    else missing.push(tag);
  }
  return text.replace('</head>', () => `${missing.join('')}</head>`);
}

/** The brand's own name and icon in what the browser shows before any script has run. */
function named(page: string, site: Site): string {
  const name = escapeHtml(site.name);
  const { mark, touch } = iconsOf(site);
  return page
    .replaceAll('"/icon.svg"', () => `"${mark}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`)
    .replace(/(<meta\s+name="apple-mobile-web-app-title"\s+content=")[^"]*/, (_, start: string) => start + name)
    .replace(/(<meta\s+property="og:title"\s+content=")[^"]*/, (_, start: string) => start + name)
    .replace(/(<link\s+rel="apple-touch-icon"\s+href=")[^"]*/, (_, start: string) => start + touch);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const NOT_BUILT =
  '<!doctype html><html lang="th"><head><meta charset="utf-8"><title>Chaba</title></head><body><p>The web app is not built yet: npm run build.</p></body></html>';
