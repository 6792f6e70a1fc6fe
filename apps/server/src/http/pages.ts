// Pages: the files of the built web app, and its index page for every other path (history mode).
//
// Always true: the index page carries the site of the requested host (name, theme, api-key, API base) in meta tags, so
// one build serves every site. Most paths are prerendered with the site's configuration (prerender.ts). Files with a
// hash in their name are cached permanently, pages never. API paths never return a page.

import * as fs from 'node:fs';
import path from 'node:path';

import type { SiteConfiguration } from '@chaba/contract/site';
import type { Terms } from '@chaba/contract/terms';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '#core/config';
import { DomainError } from '#core/domain-error';
import { getPreset, type Site, type Sites } from '#core/site';

import { openBuiltPage } from './built-page.ts';
import { sendDomainError } from './errors.ts';
import { WORKER_POLICY } from './headers.ts';
import { registerManifest, getIcons } from './manifest.ts';
import { createTextSender } from './compression.ts';
import { createPrerenderer, type Prerenderer } from './prerender.ts';
import { PRIVATE_PATHS } from './private-listener.ts';
import { normalizePath } from './traffic.ts';

const API_PATHS =
  /^\/(?:v2|auth-service|user-profile-composite|fund-composite|rolling-composite|prize-composite|wheel-script|back-office|game-composite|seamless|integrations)(?:\/|$)/;
const HAS_ENDING = /\.[A-Za-z0-9]{1,10}$/;
/** Names that start with a dot, such as /.well-known and /.git: the site has no pages there. */
const HIDDEN = /\/\.(?!\.?(?:\/|$))/;
const NEVER_CHANGES = /^\/assets\//;
const IS_WORKER = /worker[^/]*\.js$/i;
/** Images under fixed URLs. */
const RARELY_CHANGES = /^\/(?:icons|art)\//;
const ONE_YEAR_S = 31_536_000;
const ONE_DAY_S = 86_400;

export type PageSources = {
  readonly config: Config;
  readonly sites: Sites;
  readonly loadConfiguration: (site: Site) => Promise<SiteConfiguration>;
  readonly loadTerms: (site: Site) => Promise<Terms>;
};

/** The page without prerendered content, identical for every path and site state; the service worker caches it. */
const PLAIN_PAGE = '/index.html';
/** The terms page, which is delivered with the terms. */
const TERMS_PAGE = '/terms';

export async function registerPages(app: FastifyInstance, sources: PageSources): Promise<void> {
  const { config, sites } = sources;
  const root = config.webRoot === undefined ? undefined : path.resolve(config.webRoot);
  const built = root === undefined ? undefined : openBuiltPage(root, app.log);
  const isBuilt = root !== undefined && built !== undefined;
  const sendText = createTextSender();
  await app.register(fastifyStatic, {
    root: isBuilt ? root : import.meta.dirname,
    serve: false,
    preCompressed: isBuilt,
    cacheControl: false,
    etag: true,
    index: false,
    dotfiles: 'ignore',
  });

  registerManifest(app, sites);
  const prerenderer = isBuilt ? createPrerenderer(root, app.log) : undefined;
  app.addHook('onClose', () => prerenderer?.close());
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = toPath(request.url);
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    const routed = normalizePath(request.url);
    if (!isPage || PRIVATE_PATHS.test(routed) || API_PATHS.test(routed)) {
      return sendNotFound(app, request, reply, routed);
    }
    const isFile = HAS_ENDING.test(pathname) && pathname !== PLAIN_PAGE;
    if (isFile && isBuilt && isExistingFile(root, pathname)) return sendFile(pathname, reply);
    // A request that accepts HTML expects a page, whatever the path's extension is.
    if (isFile && !acceptsHtml(request)) return sendNotFound(app, request, reply, routed);
    // A client that looks for a document there takes every 200 for it.
    if (HIDDEN.test(routed)) {
      if (!acceptsHtml(request)) return sendNotFound(app, request, reply, routed);
      reply.code(404);
    }
    const site = await sites.byHost(request.headers.host);
    // Without a database the page is sent anyway: it reports missing data and retries.
    const rendering = site && prerenderer ? prerenderPage(request.url, site, prerenderer, sources) : undefined;
    const prerendered = await rendering?.catch((error: unknown) => {
      request.log.warn({ err: error }, 'prerendering failed, plain page sent');
      return undefined;
    });
    const page = prerendered ?? (await built?.read()) ?? NOT_BUILT;
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    return sendText(insertMetaTags(page, config, site), request, reply);
  });
}

/** With a remote API only the landing page is prerendered, with name and logo. */
async function prerenderPage(
  url: string,
  site: Site,
  prerenderer: Prerenderer,
  { config, loadConfiguration: configurationOf, loadTerms: termsOf }: PageSources,
): Promise<string | undefined> {
  const pathname = toPath(url);
  if (pathname === PLAIN_PAGE) return undefined;
  if (config.apiBase === '') {
    // A query changes the content of the member area, not of public pages.
    const hasQuery = pathname.startsWith('/user/') && url.includes('?');
    const configuration = await configurationOf(site);
    const terms = pathname === TERMS_PAGE ? await termsOf(site) : undefined;
    return prerenderer.getPage(hasQuery ? '' : pathname, { configuration, isWhole: true, terms });
  }
  if (pathname !== '/') return undefined;
  const { isDisabled: Disabled, isInMaintenance: Maintenance, name: appName, look } = site;
  const configuration = { appName, logoUrl: look.logoUrl, Mode: config.mode, Disabled, Maintenance };
  return prerenderer.getPage(pathname, { configuration, isWhole: false });
}

function sendNotFound(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  pathname: string,
): FastifyReply {
  const others = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter(
    (method) => method !== request.method && app.hasRoute({ method, url: pathname }),
  );
  if (others.length === 0) return sendDomainError(new DomainError('NOT_FOUND', {}), request, reply);
  return sendDomainError(new DomainError('METHOD_NOT_ALLOWED', {}), request, reply.header('allow', others.join(', ')));
}

// Not with URL: it parses the first part of //a/b as a host and throws if that is invalid.
function toPath(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function acceptsHtml(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') === true;
}

function isExistingFile(root: string, pathname: string): boolean {
  const name = decodePath(pathname);
  if (name === undefined || name.includes('/.')) return false;
  const file = path.join(root, name);
  return file.startsWith(root + path.sep) && fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

function sendFile(pathname: string, reply: FastifyReply): FastifyReply {
  const name = decodePath(pathname) ?? '';
  reply.header('cache-control', getCacheControl(name));
  if (IS_WORKER.test(name)) reply.header('content-security-policy', WORKER_POLICY);
  return reply.sendFile(name);
}

function getCacheControl(name: string): string {
  if (NEVER_CHANGES.test(name)) return `public, max-age=${ONE_YEAR_S}, immutable`;
  return RARELY_CHANGES.test(name) ? `public, max-age=${ONE_DAY_S}` : 'public, no-cache';
}

function decodePath(pathname: string): string | undefined {
  try {
    const name = decodeURIComponent(pathname);
    return name.includes('\u0000') ? undefined : name;
  } catch {
    return undefined;
  }
}

/** The page with the name, icons and settings of a site, as every page of it begins. */
export function insertMetaTags(page: string, config: Config, site: Site | undefined): string {
  const metas: Record<string, string> = {
    'chaba-api-base': config.apiBase,
    'chaba-api-key': site?.apiKey ?? '',
    'chaba-app-name': site?.name ?? '',
    'chaba-theme': site === undefined ? '' : getPreset(site.look.theme),
    'chaba-mode': config.mode,
  };
  let text = site === undefined ? page : insertSiteName(page, site);
  const missing: string[] = [];
  for (const [name, content] of Object.entries(metas)) {
    const tag = `<meta name="${name}" content="${escapeHtml(content)}">`;
    const known = new RegExp(`<meta\\s+name="${name}"[^>]*>`);
    if (known.test(text)) text = text.replace(known, () => tag);
    else missing.push(tag);
  }
  return text.replace('</head>', () => `${missing.join('')}</head>`);
}

/** Replaces name and icons of the page with the site's, for display before scripts run. */
function insertSiteName(page: string, site: Site): string {
  const name = escapeHtml(site.name);
  const { mark, touch } = getIcons(site);
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
