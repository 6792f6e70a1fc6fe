// The event stream of a site for open windows: an action, request or claim anywhere sends `change` within a moment.
//
// Always true: an event carries no data; windows read again. A stream extends no session, and ends with it at the next
// heartbeat. A window that does not read is disconnected.
//
// Elsewhere: pub/sub between processes (core/pubsub.ts), publishing (modules/operators/actions.ts), the client
// (apps/back-office/src/api/live.ts).

import type { ServerResponse } from 'node:http';

import { EVENTS_PATH } from '@chaba/contract/back-office/calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { spread, subscribe } from '#core/pubsub';
import { failOperator, OperatorError } from '#operators/operator-error';
import { QUEUE_TOPIC } from '#operators/actions';

import type { BackOfficeContext } from './context.ts';
import { requireActing, requireSession } from './session.ts';

const STREAMS_MAX = 500;
const STREAMS_PER_SESSION_MAX = 6;
const HEARTBEAT_MS = 10_000;
const UNREAD_BYTES_MAX = 64 * 1024;

type Stream = {
  readonly siteId: number;
  readonly sessionId: string;
  readonly response: ServerResponse;
  readonly isOpen: () => Promise<boolean>;
};

export function registerEvents(app: FastifyInstance, context: BackOfficeContext): void {
  const streams = new Set<Stream>();

  app.get(EVENTS_PATH, async (request, reply) => {
    const session = await requireSession(request, context, false);
    const { site = '' } = request.params as { readonly site?: string };
    const { siteId } = requireActing(session, site);
    if (streams.size >= STREAMS_MAX) failOperator('SERVER_BUSY');
    const { sessionId } = session;
    const own = [...streams].filter((stream) => stream.sessionId === sessionId);
    // At the limit the oldest stream is ended; its window reconnects.
    if (own.length >= STREAMS_PER_SESSION_MAX) own[0]?.response.end();
    const isOpen = (): Promise<boolean> => checkAccess(request, context, site);
    openStream(streams, { siteId, sessionId, response: reply.raw, isOpen }, reply);
  });

  const send = (siteId: string): void => {
    for (const stream of streams) {
      if (String(stream.siteId) === siteId) stream.response.write('event: change\ndata: {}\n\n');
    }
  };
  const stopListening = subscribe(QUEUE_TOPIC, {
    onMessage: send,
    onGap: () => spread(new Set([...streams].map(({ siteId }) => String(siteId))), send),
  });
  const heartbeat = setInterval(() => {
    for (const stream of streams) void checkStream(stream);
  }, HEARTBEAT_MS).unref();
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    stopListening();
    for (const { response } of streams) response.end();
  });
}

function openStream(streams: Set<Stream>, stream: Stream, reply: FastifyReply): void {
  const { response } = stream;
  reply.hijack();
  if (response.destroyed) return;
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // The connection is not reused, so a stopping process does not wait for it.
    connection: 'close',
  });
  response.write(':\n\n');
  streams.add(stream);
  response.on('close', () => void streams.delete(stream));
}

async function checkStream({ response, isOpen }: Stream): Promise<void> {
  if (response.writableLength > UNREAD_BYTES_MAX) {
    response.destroy();
    return;
  }
  // Without the database the stream stays; the next heartbeat checks again.
  const isStillOpen = await isOpen().catch(() => true);
  if (isStillOpen) response.write(':\n\n');
  else response.end('event: end\ndata: {}\n\n');
}

/** The same session still holds a role at the site. */
async function checkAccess(request: FastifyRequest, context: BackOfficeContext, site: string): Promise<boolean> {
  const session = await requireSession(request, context, false).catch((error: unknown) => {
    if (error instanceof OperatorError) return undefined;
    throw error;
  });
  return session?.roles.some(({ siteCode }) => siteCode === site) === true;
}
