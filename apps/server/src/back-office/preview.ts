// A page of the member site with a setting that is not saved, in a frame of the back office.
//
// Always true: the page comes from the renderer of the member site, without the code of the site: only the script that
// sets its colours runs, in a sandbox without an origin. It is sent to a frame of this origin with a session only, and
// changes nothing. Files of the member site are public.
//
// Elsewhere: the renderer (http/prerender.ts), settings (modules/operator-input/site-flags.ts).

import * as fs from 'node:fs';
import path from 'node:path';

import { isSettingName, previewedSettings, previewPaths } from '@chaba/contract/back-office/site-settings';
import { hasPermission } from '@chaba/contract/back-office/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { insertMetaTags } from '#http/pages';
import { createPrerenderer } from '#http/prerender';
import { loadSite, type Site, type SiteSwitches } from '#modules/site';
import { failOperator } from '#operators/operator-error';
import { requireFlag } from '#modules/operator-input';

import type { BackOfficeContext } from './context.ts';
import { requireActing, requireSession } from './session.ts';

const PREVIEW_PATH = '/preview/:site';
const VALUE_LENGTH_MAX = 500;
/** A preview has no plain page in its place. */
const WAIT_MS = 30_000;
const MEMBER_FILES =
  /^\/(?:assets\/[\w./-]+\.(?:css|woff2|svg|png|webp|avif)|(?:icons|art)\/[\w./-]+|[\w.-]+\.svg|first-paint\.js)$/;

export function registerPreview(app: FastifyInstance, context: BackOfficeContext): void {
  const { webRoot } = context.config;
  const prerenderer =
    webRoot === undefined ? undefined : createPrerenderer(path.resolve(webRoot), app.log, { waitMs: WAIT_MS });
  app.addHook('onClose', () => prerenderer?.close());
  app.get(PREVIEW_PATH, async (request, reply) => {
    requireFrame(request);
    const { siteId, roles } = requireActing(await requireSession(request, context, false), readParam(request, 'site'));
    if (!hasPermission(roles, 'site.view')) failOperator('PERMISSION_MISSING', { permission: 'site.view' });
    const address = previewPaths.find((each) => each === readQuery(request, 'path')) ?? failOperator('NOT_FOUND');
    const site = await context.database.transaction((tx) => loadSite(tx, siteId));
    const draft = withSetting(site, readQuery(request, 'flag'), readQuery(request, 'value'));
    const configuration = await context.loadConfiguration({ ...draft, isDisabled: false, isInMaintenance: false });
    const page = await prerenderer?.getPage(address, { configuration, isWhole: true });
    if (page === undefined) return failOperator('NOT_FOUND');
    return sendPage(reply, context, { request, page: removeCode(insertMetaTags(page, context.config, draft)) });
  });
}

/** The browser states that a page of this origin framed it; a script of another page cannot. */
function requireFrame({ headers }: FastifyRequest): void {
  if (headers['sec-fetch-dest'] !== 'iframe' || headers['sec-fetch-site'] !== 'same-origin') {
    failOperator('ORIGIN_FORBIDDEN');
  }
}

function readParam({ params }: FastifyRequest, name: string): string {
  return (params as Readonly<Record<string, string>>)[name] ?? '';
}

function readQuery({ query }: FastifyRequest, name: string): string {
  const value = (query as Readonly<Record<string, unknown>>)[name] ?? '';
  const isFine = typeof value === 'string' && value.length <= VALUE_LENGTH_MAX;
  return isFine ? value : failOperator('FIELD_INVALID', { field: name });
}

/** The site with one setting of its look; an empty name: as it is. */
function withSetting(site: Site, name: string, value: string): Site {
  if (name === '') return site;
  if (!isSettingName(name) || !previewedSettings.includes(name)) failOperator('FIELD_INVALID', { field: 'flag' });
  const to = parseSetting(name, value);
  const look = {
    ...site.look,
    theme: to.theme ?? site.look.theme,
    logoUrl: to.logoUrl ?? site.look.logoUrl,
    lineId: to.lineId ?? site.look.lineId,
  };
  return { ...site, name: to.name ?? site.name, look };
}

function parseSetting(name: string, value: string): SiteSwitches {
  try {
    return requireFlag(name).write(value);
  } catch {
    return failOperator('FIELD_INVALID', { field: 'value' });
  }
}

/** Without the code of the member site, its data and its addresses of other files. */
function removeCode(page: string): string {
  return page
    .replaceAll(/<meta name="chaba-(?:code|audience|data)"[^>]*>/g, '')
    .replaceAll(/<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/<script type="application\/json"[^>]*>[^<]*<\/script>/g, '')
    .replaceAll(/<link rel="(?:modulepreload|manifest)"[^>]*>/g, '');
}

function sendPage(
  reply: FastifyReply,
  { config, getOrigins }: BackOfficeContext,
  { request, page }: { readonly request: FastifyRequest; readonly page: string },
): FastifyReply {
  const origin = getOrigins().get(request.headers.host ?? '') ?? failOperator('ORIGIN_FORBIDDEN');
  const images = config.imageHosts.map((host) => ` https://${host}`).join('');
  const policy = [
    "default-src 'none'",
    `script-src ${origin}/first-paint.js`,
    `style-src ${origin}`,
    `font-src ${origin}`,
    `img-src ${origin} data:${images}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origin}`,
    'sandbox allow-scripts',
  ];
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy.join('; '), 'x-frame-options': 'SAMEORIGIN' })
    .send(page);
}

/** Styles, fonts, pictures, and the one script that the frame runs. */
export const isFileOfPreview = (pathname: string): boolean => MEMBER_FILES.test(pathname) && !pathname.includes('..');

/** The sandboxed frame has no origin, so its requests come from elsewhere. */
export const openToPreview = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });

/** Sends a file of the member site that a preview shows; undefined: there is none of this name. */
export function sendMemberFile(
  reply: FastifyReply,
  { webRoot }: BackOfficeContext['config'],
  pathname: string,
): FastifyReply | undefined {
  if (webRoot === undefined || !isFileOfPreview(pathname)) return undefined;
  const root = path.resolve(webRoot);
  if (fs.statSync(path.join(root, pathname), { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  return openToPreview(reply).header('cache-control', 'public, no-cache').sendFile(pathname, root);
}
