// Sends texts (pages, documents) compressed with Brotli. The last few compressed texts are cached, because all visitors
// of a site get the same.
//
// Always true: a failed compression is not cached; the text is then sent uncompressed.

import { promisify } from 'node:util';
import zlib from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { createPromiseCache } from '#core/promise-cache';

const QUALITY = 6;
const CACHED_MAX = 32;

const brotli = promisify(zlib.brotliCompress);

export type TextSender = (text: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
export type Compress = (text: string) => Promise<Buffer>;

/** Creates a sender of texts, compressed if the browser accepts Brotli. */
export function createTextSender(compress: Compress = compressText): TextSender {
  const cache = createPromiseCache<string, Buffer>(CACHED_MAX);
  return async (text, request, reply) => {
    reply.header('vary', 'accept-encoding');
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text);
    const compressed = await cache
      .get(text, () => compress(text))
      .catch((error: unknown) => {
        request.log.warn({ err: error }, 'compression failed');
        return undefined;
      });
    return compressed === undefined ? reply.send(text) : reply.header('content-encoding', 'br').send(compressed);
  };
}

function compressText(text: string): Promise<Buffer> {
  return brotli(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}
