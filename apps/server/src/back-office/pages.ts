// The built pages of the back office: hashed files, and one page for every other path.
//
// Always true: a page runs only its own scripts, cannot be framed, and is never stored. Paths of calls never return
// a page.

import * as fs from 'node:fs';
import path from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { BackOfficeConfig } from '#core/config';
import { openBuiltPage } from '#http/built-page';
import { OperatorError } from '#operators/operator-error';

import { sendError } from './answers.ts';
import { API_PREFIX } from './guard.ts';
import { isFileOfPreview, openToPreview, sendMemberFile } from './preview.ts';

const ONE_YEAR_S = 31_536_000;
const HAS_ENDING = /\.[A-Za-z0-9]{1,10}$/;

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  // The preview of the member site.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export function registerHeaders(app: FastifyInstance, { backOfficeOrigin }: BackOfficeConfig): void {
  const isHttps = backOfficeOrigin?.startsWith('https://') === true;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy':
        'camera=(), geolocation=(), microphone=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
      'x-request-id': request.id,
      ...(isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
    });
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', PAGE_POLICY);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    return payload;
  });
}

export async function registerPages(app: FastifyInstance, config: BackOfficeConfig): Promise<void> {
  const { backOfficeRoot } = config;
  const root = backOfficeRoot === undefined ? undefined : path.resolve(backOfficeRoot);
  const built = root === undefined ? undefined : openBuiltPage(root, app.log);
  await app.register(fastifyStatic, {
    root: built && root ? root : import.meta.dirname,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    dotfiles: 'ignore',
  });
  app.setNotFoundHandler(async (request, reply) => {
    const [pathname = '/'] = request.url.split(/[?#]/, 1);
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || pathname.startsWith(API_PREFIX) || !built || !root) return sendNotFound(request, reply);
    if (HAS_ENDING.test(pathname)) {
      // The frame of a preview has no origin; both builds have files of one name.
      const isForFrame = request.headers['sec-fetch-site'] === 'cross-site' || request.headers.origin === 'null';
      const member = isForFrame || !isFile(root, pathname) ? sendMemberFile(reply, config, pathname) : undefined;
      if (member !== undefined) return member;
      if (isFile(root, pathname)) return sendFile(pathname, reply);
      return sendNotFound(request, isFileOfPreview(pathname) ? openToPreview(reply) : reply);
    }
    if (request.headers.accept?.includes('text/html') !== true) return sendNotFound(request, reply);
    return reply.type('text/html; charset=utf-8').send(await built.read());
  });
}

const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(new OperatorError('NOT_FOUND'), request, reply);

function isFile(root: string, pathname: string): boolean {
  if (!/^[\w./-]+$/.test(pathname) || pathname.includes('..') || pathname.includes('/.')) return false;
  return fs.statSync(path.join(root, pathname), { throwIfNoEntry: false })?.isFile() === true;
}

function sendFile(pathname: string, reply: FastifyReply): FastifyReply {
  // The browser keeps one copy of a font for pages and previews.
  if (isFileOfPreview(pathname)) openToPreview(reply);
  const isHashed = pathname.startsWith('/assets/');
  reply.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_S}, immutable` : 'public, no-cache');
  return reply.sendFile(pathname);
}
