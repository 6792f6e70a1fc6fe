// Registers the calls of the contract: reads path and body strictly, finds session and permission, runs the handler.
//
// Always true: a call without an entry in the contract has no route, and an entry without a handler fails at the start.
// The permission is checked before the handler. A field that the entry does not name is rejected by its name.
//
// Elsewhere: the entries (packages/contract/src/back-office), guards (guard.ts).

import { type ActionEntry, FIELD_LENGTH_MAX } from '@chaba/contract/back-office/action-entry';
import { type ActionName, actions, isActionName } from '@chaba/contract/back-office/actions';
import { type CallEntry, type CallName, calls } from '@chaba/contract/back-office/calls';
import { hasPermission } from '@chaba/contract/back-office/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { InvalidJsonError, parseStrictJson } from '#http/strict-json';
import { type Acting } from '#operators/actions';
import { failOperator } from '#operators/operator-error';
import { type OperatorSession } from '#operators/sign-in';

import { sendData } from './answers.ts';
import type { BackOfficeContext } from './context.ts';
import { requireActing, requireSession } from './session.ts';

export type CallBody = Readonly<Record<string, unknown>>;

export type CallRequest = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly body: CallBody;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
};
export type SessionCall = CallRequest & { readonly session: OperatorSession };
export type SiteCall = SessionCall & { readonly acting: Acting };

type HandlerOf<Entry extends CallEntry> = Entry['auth'] extends 'open'
  ? (call: CallRequest) => Promise<unknown>
  : Entry['auth'] extends 'session'
    ? (call: SessionCall) => Promise<unknown>
    : (call: SiteCall) => Promise<unknown>;

export type Handlers = { readonly [Name in CallName]: HandlerOf<(typeof calls)[Name]> };

const BODY_BYTES_MAX = 16 * 1024;
/** A character of Thai has three bytes, an escaped line feed or quote two for one. */
const CHARACTER_BYTES = 4;
const ACTION_BYTES_MAX = Math.max(...Object.keys(actions).map(countBytesMax));
const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;
/** Names of providers, rounds and transactions are long. */
const PARAM_LENGTH_MAX = 200;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function registerCalls(app: FastifyInstance, context: BackOfficeContext, handlers: Handlers): void {
  for (const [name, entry] of Object.entries(calls) as [CallName, CallEntry][]) {
    const handler = handlers[name] as (call: SiteCall) => Promise<unknown>;
    app.route({
      method: entry.method,
      url: entry.path,
      bodyLimit: getBodyLimit(entry.path),
      handler: async (request, reply) => {
        const call = readCall(request, reply, entry.fields);
        for (const field of Object.keys(call.query)) {
          if (!entry.query?.includes(field)) failOperator('FIELD_UNKNOWN', { field });
        }
        if (entry.auth === 'open') return sendData(request, reply, await handler(call as SiteCall));
        const session = await requireSession(request, context);
        if (entry.auth === 'session') return sendData(request, reply, await handler({ ...call, session } as SiteCall));
        const acting = requireActing(session, call.params['site'] ?? '');
        const { auth } = entry;
        if (auth !== 'operator' && !hasPermission(acting.roles, auth)) {
          failOperator('PERMISSION_MISSING', { permission: auth });
        }
        return sendData(request, reply, await handler({ ...call, session, acting }));
      },
    });
  }
}

/** A route of all lists or all actions: session and role first, then the entry that the path names. */
export function registerSiteRoute(
  app: FastifyInstance,
  context: BackOfficeContext,
  route: { readonly method: 'GET' | 'POST'; readonly path: string; readonly fields?: readonly string[] },
  handler: (call: SiteCall) => Promise<unknown>,
): void {
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: getBodyLimit(route.path),
    handler: async (request, reply) => {
      const call = readCall(request, reply, route.fields);
      const session = await requireSession(request, context);
      const acting = requireActing(session, call.params['site'] ?? '');
      return sendData(request, reply, await handler({ ...call, session, acting }));
    },
  });
}

const getBodyLimit = (path: string): number => (path.includes(':action') ? ACTION_BYTES_MAX : BODY_BYTES_MAX);

/** The longest texts of an action's fields that are not the usual ones. */
export function getLengths(name: ActionName): Readonly<Record<string, number>> {
  const { lengths = {} }: ActionEntry = actions[name];
  return lengths;
}

/** The longest body of a call that names this action; an unknown name has the usual one. */
function countBytesMax(name: string): number {
  return Object.values(isActionName(name) ? getLengths(name) : {}).reduce(
    (sum, length) => sum + length * CHARACTER_BYTES,
    BODY_BYTES_MAX,
  );
}

function readCall(request: FastifyRequest, reply: FastifyReply, fields: readonly string[] | undefined): CallRequest {
  const params = readTexts(request.params);
  return {
    request,
    reply,
    body: fields === undefined ? {} : readBody(request, fields, countBytesMax(params['action'] ?? '')),
    params,
    query: readTexts(request.query),
  };
}

function readBody(request: FastifyRequest, fields: readonly string[], bytesMax: number): CallBody {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (bytes.length > bytesMax) failOperator('BODY_TOO_LARGE');
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) failOperator('INVALID_REQUEST');
  const body = parseBody(bytes);
  for (const field of Object.keys(body)) if (!fields.includes(field)) failOperator('FIELD_UNKNOWN', { field });
  return body;
}

function parseBody(bytes: Buffer): CallBody {
  try {
    const value = parseStrictJson(utf8.decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as CallBody;
  } catch (error) {
    if (!(error instanceof InvalidJsonError) && !(error instanceof TypeError)) throw error;
  }
  return failOperator('INVALID_REQUEST');
}

function readTexts(values: unknown): Readonly<Record<string, string>> {
  const found = Object.entries((values ?? {}) as Record<string, unknown>);
  for (const [field, value] of found) {
    const isFine =
      typeof value === 'string' &&
      value.length <= PARAM_LENGTH_MAX &&
      value.isWellFormed() &&
      !value.includes('\u0000');
    if (!isFine) failOperator('FIELD_INVALID', { field: field.slice(0, PARAM_LENGTH_MAX) });
  }
  return Object.fromEntries(found) as Record<string, string>;
}

/** A text field of a body, at most `most` characters. */
export function readText(body: CallBody, field: string, most = 500): string {
  const value = body[field];
  if (typeof value !== 'string' || value.length > most || value.includes('\u0000')) {
    return failOperator('FIELD_INVALID', { field });
  }
  return value;
}

export function readOptionalText(body: CallBody, field: string, most = 500): string | undefined {
  return body[field] === undefined ? undefined : readText(body, field, most);
}

/** An object of texts, each at most as long as the action says. */
export function readInput(
  body: CallBody,
  field: string,
  lengths: ActionEntry['lengths'] = {},
): Readonly<Record<string, string>> {
  const value = body[field];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return failOperator('FIELD_INVALID', { field });
  }
  for (const [name, text] of Object.entries(value)) {
    const most = Object.hasOwn(lengths, name) ? lengths[name] : undefined;
    if (typeof text !== 'string' || text.length > (most ?? FIELD_LENGTH_MAX) || text.includes('\u0000')) {
      failOperator('FIELD_INVALID', { field: name.slice(0, PARAM_LENGTH_MAX) });
    }
  }
  return value as Record<string, string>;
}
