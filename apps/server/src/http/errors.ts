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
import { errorResponses } from '#core/metrics';

import { InvalidJsonError } from './strict-json.ts';

const BUSY_RETRY_S = 2;
/** Statement timeout, idle transaction, lock timeout: the database is busy, and a retry may succeed. */
const DATABASE_BUSY = /^(57014|25P03|55P03)$/;

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The caller closed the connection during its own request: no response is possible, and the server has not failed.
  const isGone = request.raw.destroyed && !request.raw.complete;
  const domainError = isGone ? new DomainError('INVALID_REQUEST', {}) : toDomainError(error);
  logError(request.log, domainError, error, { route: request.routeOptions.url });
  return sendDomainError(domainError, request, reply);
}

/** Logs an error of a direct route and returns its response. */
export function toErrorResponse(error: unknown, log: ErrorLog, fields: { route: string; reqId: string }): Failure {
  const domainError = toDomainError(error);
  logError(log, domainError, error, fields);
  return toFailure(domainError, fields.reqId);
}

type ErrorLog = Pick<FastifyRequest['log'], 'error' | 'warn' | 'debug'>;
type Failure = { readonly status: number; readonly retryAfter: number | undefined; readonly text: string };

function logError(
  log: ErrorLog,
  { code }: DomainError,
  error: unknown,
  fields: { readonly route: string | undefined },
): void {
  if (code === 'INTERNAL' || code === 'SERVER_BUSY') {
    log.error({ err: error, code, ...fields }, 'request failed');
  } else if (code === 'PHONE_MISMATCH') {
    // The session alone identifies the member: the cause is an outdated page or an attempt.
    log.warn(fields, 'request named another member than its session');
  } else {
    log.debug({ code, why: error instanceof InvalidJsonError ? error.message : undefined }, 'request rejected');
  }
}

export function sendDomainError(error: DomainError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, retryAfter, text } = toFailure(error, request.id);
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', String(retryAfter));
  return reply.code(status).type('application/json; charset=utf-8').send(text);
}

function toFailure({ code, params }: DomainError, requestId: string): Failure {
  errorResponses.inc(code);
  return {
    status: getHttpStatus(code),
    retryAfter: computeRetryAfter(code, params),
    text: JSON.stringify({ success: false, message: getErrorMessage(code, params), code, requestId }),
  };
}

export function getErrorMessage<Code extends ErrorCode>(code: Code, params: ErrorParams<Code>): string {
  return errorMessages[code](params);
}

/** Returns the DomainError that is sent for an error of any kind. */
function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof InvalidJsonError) return new DomainError('INVALID_REQUEST', {});
  if (!(error instanceof Error)) return new DomainError('INTERNAL', {});
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (isDatabaseUnavailable(error) || DATABASE_BUSY.test(code)) return new DomainError('SERVER_BUSY', {});
  // Fastify's own errors before routing: media type, body length, malformed path.
  if (code.startsWith('FST_')) {
    return new DomainError(toErrorCode('statusCode' in error ? Number(error.statusCode) : 500), {});
  }
  return new DomainError('INTERNAL', {});
}

/** Responds to invalid or too slow HTTP with the same envelope, and closes the connection. */
export function handleClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [line, code] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? (['408 Request Timeout', 'INVALID_REQUEST'] as const)
      : toStatusLine(error.code);
  errorResponses.inc(code);
  const body = JSON.stringify({ success: false, message: errorMessages[code]({}), code, requestId: randomUUID() });
  socket.end(
    `HTTP/1.1 ${line}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n${body}`,
  );
}

function toStatusLine(code: string | undefined): readonly [line: string, code: 'INVALID_REQUEST' | 'BODY_TOO_LARGE'] {
  return code === 'HPE_HEADER_OVERFLOW'
    ? ['431 Request Header Fields Too Large', 'BODY_TOO_LARGE']
    : ['400 Bad Request', 'INVALID_REQUEST'];
}

function toErrorCode(
  status: number,
): 'INVALID_REQUEST' | 'NOT_FOUND' | 'BODY_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'SERVER_BUSY' | 'INTERNAL' {
  if (status === 404) return 'NOT_FOUND';
  if (status === 413) return 'BODY_TOO_LARGE';
  if (status === 415) return 'UNSUPPORTED_MEDIA_TYPE';
  if (status === 503) return 'SERVER_BUSY';
  return status < 500 ? 'INVALID_REQUEST' : 'INTERNAL';
}

function computeRetryAfter(code: ErrorCode, params: DomainError['params']): number | undefined {
  if ('waitSeconds' in params && typeof params.waitSeconds === 'number') return params.waitSeconds;
  if ('waitMinutes' in params && typeof params.waitMinutes === 'number') return params.waitMinutes * 60;
  return code === 'SERVER_BUSY' ? BUSY_RETRY_S : undefined;
}
