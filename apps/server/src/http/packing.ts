// Packs a page for the browser that asks, as the files of the build are packed when it is made. The last few pages are
// kept packed: every visitor of a brand is sent the same one.

import { promisify } from 'node:util';
import zlib from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

const QUALITY = 6;
const KEPT_MAX = 32;

const brotli = promisify(zlib.brotliCompress);
const kept = new Map<string, Promise<Buffer>>();

/** Sends a page, packed if the browser can unpack it. */
export async function sendPage(text: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding');
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text);
  return reply.header('content-encoding', 'br').send(await packed(text));
}

function packed(text: string): Promise<Buffer> {
  const known = kept.get(text);
  if (known) return known;
  const packing = brotli(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  kept.set(text, packing);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return packing;
}
