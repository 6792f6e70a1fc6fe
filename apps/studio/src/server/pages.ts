// Serves the built pages of the games with their scripts, styles and fonts from memory.
//
// Always true: a page runs scripts and styles of this origin only and can be framed by the configured member sites
// only; pages are revalidated on each request. Files with a hash in their name are cached for a year.
//
// Elsewhere: the pages (games/<game>/page/), the heads of slot titles (games/slots/slot-pages.ts), their build
// (vite.config.ts).

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { failRequest } from '@chaba/sandbox-kit/http-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { composeReport } from '#studio/report/report';
import { composeSlotPages } from '#studio/games/slots/slot-pages';
import { findRules } from '#studio/games/tables/rules/all';

import { isGame } from './providers.ts';
import type { StudioConfig } from './studio-context.ts';
import { errorMessages, text } from './studio.text.ts';

const BUILT = join(import.meta.dirname, '..', '..', 'dist');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

type BuiltFile = { readonly type: string; readonly plain: Buffer; zipped: Buffer | 'later' | undefined };

export function pageRoutes(app: FastifyInstance, config: StudioConfig): void {
  const files = readBuilt();
  const policy = contentPolicy(config.webOrigins);

  const servePage = (name: 'game' | 'verify') => (request: FastifyRequest, reply: FastifyReply) => {
    const { gameCode } = request.params as { gameCode: string };
    if (!isGame(gameCode)) failRequest(404, 'NO_SUCH_GAME', errorMessages('NO_SUCH_GAME'));
    // Tables with rounds share one page.
    const folder = findRules(gameCode) ? 'tables' : gameCode;
    const page = files.get(`games/${folder}/page/${name}.html`);
    if (!page) failRequest(503, 'NOT_BUILT', text.notBuilt);
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

  app.get('/games/:gameCode/report', (request, reply) => {
    const { gameCode } = request.params as { gameCode: string };
    const report = composeReport(gameCode);
    if (report === undefined) failRequest(404, 'NO_SUCH_GAME', errorMessages('NO_SUCH_GAME'));
    const page = files.get('report/page/report.html');
    if (!page) failRequest(503, 'NOT_BUILT', text.notBuilt);
    const html = page.plain.toString('utf8').replace('</main>', () => `${report}</main>`);
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
    return send(request, reply, { type: page.type, plain: Buffer.from(html), zipped: 'later' });
  });

  app.get('/studio/assets/:name', (request, reply) => {
    const { name } = request.params as { name: string };
    const file = files.get(`assets/${name}`);
    if (!file) failRequest(404, 'NO_SUCH_ADDRESS', 'There is nothing at this address.');
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
  if (file.zipped === 'later' && takesGzip) file.zipped = gzipSync(file.plain, { level: 9 });
  if (file.zipped instanceof Buffer && takesGzip) return reply.header('content-encoding', 'gzip').send(file.zipped);
  return reply.send(file.plain);
}

function readBuilt(): ReadonlyMap<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const entry of listBuilt()) {
    const type = TYPES[extname(entry)];
    if (!type) continue;
    const plain = readFileSync(join(BUILT, entry));
    files.set(entry.replaceAll('\\', '/'), { type, plain, zipped: type === 'font/woff2' ? undefined : 'later' });
  }
  addSlots(files);
  return files;
}

/** The page of each slot title is the built page of all of them with the head of the title. */
function addSlots(files: Map<string, BuiltFile>): void {
  const { pictures, heads } = composeSlotPages();
  for (const [name, svg] of pictures) {
    files.set(`assets/${name}`, { type: TYPES['.svg'] ?? '', plain: Buffer.from(svg), zipped: 'later' });
  }
  for (const name of ['game', 'verify']) {
    const built = files.get(`games/slots/page/${name}.html`)?.plain.toString('utf8');
    if (built === undefined) continue;
    for (const [gameCode, head] of heads) {
      const plain = Buffer.from(built.replace('</head>', () => `${head}</head>`));
      files.set(`games/${gameCode}/page/${name}.html`, { type: TYPES['.html'] ?? '', plain, zipped: 'later' });
    }
  }
}

function listBuilt(): string[] {
  try {
    return readdirSync(BUILT, { recursive: true }).map(String);
  } catch {
    // Without a build the pages return an error; the other routes work.
    return [];
  }
}
