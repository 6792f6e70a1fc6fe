// Serves the built pages of the games with their scripts, styles and fonts from memory.
//
// Always true: a page runs scripts and styles of this origin only and can be framed by the configured member sites
// only; pages are revalidated on each request. Files with a hash in their name are cached for a year.
//
// Elsewhere: the pages (<game>/page/), their build (vite.config.ts).

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { refuse } from '@chaba/sandbox-kit/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { rulesOf } from '#studio/tables/rules/all';

import { isGame } from './providers.ts';
import type { StudioConfig } from './studio-state.ts';
import { errorMessages, text } from './studio.text.ts';

const BUILT = join(import.meta.dirname, '..', 'dist');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

type BuiltFile = { readonly type: string; readonly plain: Buffer; readonly zipped: Buffer | undefined };

export function pageRoutes(app: FastifyInstance, config: StudioConfig): void {
  const files = readBuilt();
  const policy = contentPolicy(config.webOrigins);

  const servePage = (name: 'game' | 'verify') => (request: FastifyRequest, reply: FastifyReply) => {
    const { gameCode } = request.params as { gameCode: string };
    if (!isGame(gameCode)) refuse(404, 'NO_SUCH_GAME', errorMessages('NO_SUCH_GAME'));
    // Tables with rounds share one page.
    const folder = rulesOf(gameCode) ? 'tables' : gameCode;
    const page = files.get(`${folder}/page/${name}.html`);
    if (!page) refuse(503, 'NOT_BUILT', text.notBuilt);
    reply.headers({
      'content-security-policy': policy,
      'cache-control': 'no-cache',
      // Keeps the launch token out of Referer headers.
      'referrer-policy': 'no-referrer',
    });
    return send(request, reply, page);
  };
  app.get('/games/:gameCode', servePage('game'));
  app.get('/games/:gameCode/verify', servePage('verify'));

  app.get('/studio/assets/:name', (request, reply) => {
    const { name } = request.params as { name: string };
    const file = files.get(`assets/${name}`);
    if (!file) refuse(404, 'NO_SUCH_ADDRESS', 'There is nothing at this address.');
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return send(request, reply, file);
  });
}

function contentPolicy(webOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors 'self' ${webOrigins.join(' ')}`,
  ].join('; ');
}

function send(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  reply.headers({ 'content-type': file.type, 'x-content-type-options': 'nosniff', vary: 'accept-encoding' });
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (file.zipped && takesGzip) return reply.header('content-encoding', 'gzip').send(file.zipped);
  return reply.send(file.plain);
}

function readBuilt(): ReadonlyMap<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const entry of listBuilt()) {
    const type = TYPES[extname(entry)];
    if (!type) continue;
    const plain = readFileSync(join(BUILT, entry));
    files.set(entry.replaceAll('\\', '/'), {
      type,
      plain,
      zipped: type === 'font/woff2' ? undefined : gzipSync(plain, { level: 9 }),
    });
  }
  return files;
}

function listBuilt(): string[] {
  try {
    return readdirSync(BUILT, { recursive: true }).map(String);
  } catch {
    // Without a build the pages return an error; the other routes work.
    return [];
  }
}
