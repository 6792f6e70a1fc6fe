// Requests of the bank: the signature over a body of any length, and as much of the body as is read.
//
// Always true: the signature is checked over all bytes and before any is read as text. No length is a reason to reject
// a signed request, because the bank repeats what is rejected; the route states what of a longer body was not read.
// Unsigned requests share the places for bodies above SMALL_BODY_BYTES, and a body is copied into blocks, because each
// of its chunks may be one byte that holds an object and the buffer of its packet. So they hold a bounded memory.
//
// Elsewhere: what is read of a cut body (deposits/feed-framing.ts), kept reports (bank-reports).

import { finished, pipeline, Transform } from 'node:stream';

import { BANK_BODY_BYTES_MAX } from '@chaba/contract/constraints';
import type { FastifyRequest, preParsingHookHandler } from 'fastify';

import type { Config } from '#core/config';
import { BANK_KEY_ID } from '#core/context';
import { assert, fail } from '#core/domain-error';
import { recordSecondUse } from '#core/second-secrets';
import { deriveSecrets, readSignature, type SignatureReading } from '#core/signature';

/** Counts rejected signatures. */
export type SignatureCounter = {
  /** Without a site the message counts for the first one. */
  count(siteId: number | undefined, subject: string): void;
};

const SMALL_BODY_BYTES = 1024 * 1024;
const BLOCK_BYTES = 64 * 1024;
/** Bodies above SMALL_BODY_BYTES that are in memory at once; another one is answered SERVER_BUSY. */
const LARGE_BODIES_MAX = 4;

type BankBody = { readonly signature: SignatureReading; bytes: number; isRefused: boolean };

const bodies = new WeakMap<FastifyRequest, BankBody>();
let largeBodies = 0;

/** Reads a body for its signature, and passes on its first BANK_BODY_BYTES_MAX bytes. */
export function createBankBodyReader(config: Pick<Config, 'sandboxSecret'>): preParsingHookHandler {
  return (request, reply, payload, done) => {
    const head = { method: request.method, target: request.raw.url ?? '' };
    const signature = readSignature(request.headers, head, (keyId) =>
      keyId === BANK_KEY_ID ? deriveSecrets(config.sandboxSecret, keyId) : undefined,
    );
    const body: BankBody = { signature, bytes: 0, isRefused: false };
    bodies.set(request, body);
    const release = (): void => {
      largeBodies -= 1;
    };
    let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    let filled = 0;
    const passBlock = (): void => {
      signature.update(block.subarray(0, filled));
      const before = body.bytes;
      body.bytes += filled;
      if (before <= SMALL_BODY_BYTES && body.bytes > SMALL_BODY_BYTES) {
        body.isRefused = largeBodies >= LARGE_BODIES_MAX;
        if (!body.isRefused) {
          largeBodies += 1;
          finished(reply.raw, release);
        }
      }
      const room = body.isRefused ? 0 : Math.max(0, BANK_BODY_BYTES_MAX - before);
      if (room > 0) {
        passed.push(block.subarray(0, Math.min(filled, room)));
        block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      }
      filled = 0;
    };
    const passed = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        for (let from = 0; from < chunk.length; ) {
          const copied = chunk.copy(block, filled, from);
          from += copied;
          filled += copied;
          if (filled === BLOCK_BYTES) passBlock();
        }
        next();
      },
      flush(next) {
        if (filled > 0) passBlock();
        next();
      },
    });
    // Fastify compares it with Content-Length.
    Object.defineProperty(passed, 'receivedEncodedLength', { get: () => body.bytes });
    // An error of the connection reaches the reader of `passed`.
    pipeline(payload, passed, () => undefined);
    done(null, passed);
  };
}

/** The length of the whole body in bytes; fails without a valid signature, and without a place for the body. */
export function requireBankSignature(request: FastifyRequest, signatures: SignatureCounter): number {
  const body = bodies.get(request);
  assert(body, 'the route reads the body for its signature');
  const check = body.signature.finish();
  if (!check.ok) {
    request.log.warn({ why: check.why }, 'bank request with an invalid signature');
    signatures.count(undefined, `bank: ${check.why}`);
    return fail('INVALID_SIGNATURE');
  }
  if (check.isSecond) recordSecondUse('SANDBOX_SECRET');
  return body.isRefused ? fail('SERVER_BUSY') : body.bytes;
}
