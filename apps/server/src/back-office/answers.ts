// Responses of the back office: data, or a code with its sentence in Thai and English.
//
// Always true: no detail of an unexpected error reaches the caller, and no response is stored by a browser.
//
// Elsewhere: codes and sentences (packages/contract/src/back-office).

import {
  type BackOfficeErrorCode,
  type BackOfficeErrorParams,
  backOfficeErrors,
} from '@chaba/contract/back-office/error-codes';
import { backOfficeMessages } from '@chaba/contract/back-office/error-messages.text';
import { isDatabaseUnavailable } from '@chaba/database';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { isDomainError } from '#core/domain-error';
import { OperatorError } from '#operators/operator-error';

/** Statement timeout, lock timeout: a retry with the same key may succeed. */
const DATABASE_BUSY = /^(57014|25P03|55P03|40\d{3})$/;

export function registerAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

export function sendData(request: FastifyRequest, reply: FastifyReply, data: unknown): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ success: true, requestId: request.id, data }));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, params } = toCode(error);
  if (code === 'INTERNAL' || code === 'SERVER_BUSY') {
    request.log.error({ err: error, code, route: request.routeOptions.url }, 'request failed');
  } else request.log.debug({ code }, 'request rejected');
  if (code === 'SERVER_BUSY') reply.header('retry-after', '2');
  return reply
    .code(backOfficeErrors[code])
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        success: false,
        requestId: request.id,
        code,
        params,
        message: { th: backOfficeMessages.th[code](params), en: backOfficeMessages.en[code](params) },
      }),
    );
}

function toCode(error: unknown): { readonly code: BackOfficeErrorCode; readonly params: BackOfficeErrorParams } {
  if (error instanceof OperatorError) return { code: error.code, params: error.params };
  if (isDomainError(error, 'TOO_MANY_REQUESTS')) return { code: 'TOO_MANY_REQUESTS', params: {} };
  if (isDatabaseUnavailable(error)) return { code: 'SERVER_BUSY', params: {} };
  const pgCode = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (DATABASE_BUSY.test(pgCode)) return { code: 'SERVER_BUSY', params: {} };
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return { code: 'BODY_TOO_LARGE', params: {} };
  return { code: status < 500 ? 'INVALID_REQUEST' : 'INTERNAL', params: {} };
}
