// HTTP server of the sandbox: raw bodies, signature checks before parsing, errors as { code, message }.
//
// Always true: a handler receives the body as the bytes that were sent (at most 64 KiB), so signatures are checked
// before JSON is parsed. An HttpError is sent with its status; any other error is logged and sent as 500.

import { fastify, type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { rejectForeignPages } from './foreign-pages.ts';
import { logFailure } from './log.ts';
import { HttpError, failRequest } from './http-error.ts';
import type { Sandbox, SandboxConfig } from './sandbox.ts';
import { signerOf } from './signature.ts';
import { guardControls } from './testers.ts';

const BODY_BYTES_MAX = 65_536;
const REQUEST_TIMEOUT_MS = 10_000;
/** A connection without a byte in either direction ends. Streams send a heartbeat every 15 s. */
const SILENT_CONNECTION_MS = 90_000;
const CONNECTIONS_MAX = 10_000;

export function createApp(config: SandboxConfig): FastifyInstance {
  const app = fastify({
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENT_CONNECTION_MS,
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });

  app.server.maxConnections = CONNECTIONS_MAX;
  rejectForeignPages(app, config);
  guardControls(app, config);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ code: 'NO_SUCH_ADDRESS', message: 'There is nothing at this address.' }),
  );
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    if (error instanceof HttpError) {
      const { code, message, field } = error;
      return reply.code(error.status).send({ code, message, field });
    }
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ code: error.code, message: error.message });
    logFailure(`${request.method} ${request.routeOptions.url ?? 'unknown'} failed`, error);
    return reply.code(500).send({ code: 'BUG', message: 'The sandbox failed; its log contains the reason.' });
  });
  return app;
}

/** The body as sent; an empty buffer if there is none. */
export function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** Parses the body as JSON and validates it; throws a 400 that names the first invalid field. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema, request: FastifyRequest): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(rawBody(request).toString('utf8'));
  } catch {
    failRequest(400, 'INVALID_JSON', 'The body must be JSON.');
  }
  return fitting(schema, json);
}

/** Validates a value; throws a 400 that names the first invalid field. */
export function fitting<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') || undefined;
  failRequest(400, 'INVALID_REQUEST', `${field ?? 'the request'}: ${issue?.message ?? 'does not fit'}`, field);
}

/** Returns the id of the key that signed the request; throws a 401 if it is not allowed. */
export function requireSigner(
  { config }: Sandbox,
  request: FastifyRequest,
  isAllowed: (keyId: string) => boolean,
): string {
  const keyId = signerOf(config.secrets, request.headers, {
    method: request.method,
    target: request.url,
    body: rawBody(request),
  });
  if (keyId === undefined || !isAllowed(keyId)) {
    failRequest(401, 'INVALID_SIGNATURE', 'The signature, its key or its time does not hold.');
  }
  return keyId;
}
