// Error responses: a DomainError has its status and Thai message; any other error is logged and sent as 500 without
// details.
//
// Always true: every API response has the envelope { success, data?, message?, code?, requestId }. No detail of an
// unexpected error reaches the caller; logged errors are redacted (core/redaction.ts).

import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

import { type ErrorCode, type ErrorParams, getHttpStatus } from '@chaba/contract/error-codes';
import { errorMessages } from '@chaba/contract/error-messages.text';
import { isDatabaseUnavailable } from '@chaba/database';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { DomainError } from '#core/domain-error';

import { InvalidJsonError } from './strict-json.ts';

const BUSY_RETRY_S = 2;
const MAINTENANCE_RETRY_S = 600;
// Driver errors that a retry may resolve: database unavailable, no free connection, lock timeout, statement timeout.
const DATABASE_AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0[123]|57014|25P03|53[0-9]{3}|08[0-9A-Z]{3}|55P03)$/;
const NO_CONNECTION = /timeout exceeded when trying to connect|Connection terminated/;

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The caller closed the connection during its own request: no response is possible, and the server has not failed.
  const isGone = request.raw.destroyed && !request.raw.complete;
  const refusal = isGone ? new DomainError('INVALID_REQUEST', {}) : refusalOf(error);
  note(request.log, refusal, error, { route: request.routeOptions.url });
  return sendRefusal(refusal, request, reply);
}

/** Logs an error of a fast-path route and returns its response. */
export function toErrorResponse(error: unknown, log: Noting, facts: { route: string; reqId: string }): Failure {
  const refusal = refusalOf(error);
  note(log, refusal, error, facts);
  return wordsOf(refusal, facts.reqId);
}

type Noting = Pick<FastifyRequest['log'], 'error' | 'warn' | 'debug'>;
type Failure = { readonly status: number; readonly retryAfter: number | undefined; readonly text: string };

function note(log: Noting, { code }: DomainError, error: unknown, facts: { readonly route: string | undefined }): void {
  if (code === 'INTERNAL' || code === 'SERVER_BUSY') {
    log.error({ err: error, ...facts }, 'request failed');
  } else if (code === 'PHONE_MISMATCH') {
    // The session alone identifies the member: the cause is an outdated page or an attempt.
    log.warn(facts, 'request named another member than its session');
  } else {
    log.debug({ code, why: error instanceof InvalidJsonError ? error.message : undefined }, 'request rejected');
  }
}

export function sendRefusal(error: DomainError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, retryAfter, text } = wordsOf(error, request.id);
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', String(retryAfter));
  return reply.code(status).type('application/json; charset=utf-8').send(text);
}

function wordsOf({ code, params: facts }: DomainError, requestId: string): Failure {
  return {
    status: getHttpStatus(code),
    retryAfter: retryAfterOf(code, facts),
    text: JSON.stringify({ success: false, message: sentenceOf(code, facts), code, requestId }),
  };
}

export function sentenceOf<Code extends ErrorCode>(code: Code, facts: ErrorParams<Code>): string {
  return errorMessages[code](facts);
}

/** The DomainError as which any error is sent. */
function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof InvalidJsonError) return new DomainError('INVALID_REQUEST', {});
  if (!(error instanceof Error)) return new DomainError('INTERNAL', {});
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (isDatabaseUnavailable(error) || DATABASE_AWAY.test(code) || NO_CONNECTION.test(error.message)) {
    return new DomainError('SERVER_BUSY', {});
  }
  // Fastify's own errors before routing: media type, body length, malformed path.
  if (code.startsWith('FST_')) {
    return new DomainError(codeOfStatus('statusCode' in error ? Number(error.statusCode) : 500), {});
  }
  return new DomainError('INTERNAL', {});
}

/** Responds to invalid or too slow HTTP with the same envelope, and closes the connection. */
export function answerBadConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [line, code] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? (['408 Request Timeout', 'INVALID_REQUEST'] as const)
      : badHttp(error.code);
  const body = JSON.stringify({ success: false, message: errorMessages[code]({}), code, requestId: randomUUID() });
  socket.end(
    `HTTP/1.1 ${line}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n${body}`,
  );
}

function badHttp(code: string | undefined): readonly [line: string, code: 'INVALID_REQUEST' | 'BODY_TOO_LARGE'] {
  return code === 'HPE_HEADER_OVERFLOW'
    ? ['431 Request Header Fields Too Large', 'BODY_TOO_LARGE']
    : ['400 Bad Request', 'INVALID_REQUEST'];
}

function codeOfStatus(
  status: number,
): 'INVALID_REQUEST' | 'NOT_FOUND' | 'BODY_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'SERVER_BUSY' | 'INTERNAL' {
  if (status === 404) return 'NOT_FOUND';
  if (status === 413) return 'BODY_TOO_LARGE';
  if (status === 415) return 'UNSUPPORTED_MEDIA_TYPE';
  if (status === 503) return 'SERVER_BUSY';
  return status < 500 ? 'INVALID_REQUEST' : 'INTERNAL';
}

function retryAfterOf(code: ErrorCode, facts: DomainError['params']): number | undefined {
  if ('waitSeconds' in facts && typeof facts.waitSeconds === 'number') return facts.waitSeconds;
  if ('waitMinutes' in facts && typeof facts.waitMinutes === 'number') return facts.waitMinutes * 60;
  if (code === 'MAINTENANCE') return MAINTENANCE_RETRY_S;
  return code === 'SERVER_BUSY' ? BUSY_RETRY_S : undefined;
}
