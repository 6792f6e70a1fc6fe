// Sends a page compressed for the browser that asks, as the files of the build are compressed when it is made. The last few
// compressed pages are cached: every visitor of a brand is sent the same one.
//
// Always true: a failed compression is not cached and costs nobody the page, which is then sent as it is.

import { promisify } from 'node:util';
import zlib from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { createPromiseCache } from '#core/promise-cache';

const QUALITY = 6;
const CACHED_MAX = 32;

const brotli = promisify(zlib.brotliCompress);

export type PageSender = (text: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
export type Compress = (text: string) => Promise<Buffer>;

/** Sends pages, compressed if the browser can decompress them. */
export function createPageSender(compress: Compress = compressPage): PageSender {
  const cache = createPromiseCache<string, Buffer>(CACHED_MAX);
  return async (text, request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text);
    const compressed = await cache
      .get(text, () => compress(text))
      .catch((error: unknown) => {
        request.log.warn({ err: error }, 'page compression failed');
        return undefined;
      });
    return compressed === undefined ? reply.send(text) : reply.header('content-encoding', 'br').send(compressed);
  };
}

function compressPage(text: string): Promise<Buffer> {
  return brotli(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}
