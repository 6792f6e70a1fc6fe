// Route of the live stream: server-sent events over one long response. The client uses fetch, because EventSource
// cannot send headers.

import type { ServerResponse } from 'node:http';

import { LIVE_HEARTBEAT_SECONDS } from '@chaba/contract/constraints';
import { type LiveEvent, liveStream } from '@chaba/contract/live';
import { isDatabaseUnavailable } from '@chaba/database';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { liveEnded, liveEvents, liveStreams } from '#core/metrics';
import { spread, subscribe } from '#core/pubsub';
import { fail } from '#core/domain-error';
import type { RouteContext } from '#http/route-context';
import type { AuthenticatedMember } from '#http/authentication';
import { SESSION_TOPIC } from '#modules/sessions';
import { requireSiteOpen, type Site } from '#modules/site';
import type { MemberBalances } from '#modules/balances';

import { type ChangeSource, watchMember } from './live.ts';

const STREAMS_PER_MEMBER_MAX = 6;
const STREAMS_MAX = 5_000;
const UNREAD_BYTES_MAX = 256 * 1024;
const RETRY_MS = 2_000;
const RECONNECTS_A_SECOND = 250;
const RECONNECT_MS_MIN = 5_000;
const RECONNECT_MS_MAX = 20_000;
/** Windows of a moved site reconnect at its new cell within this time. */
const AWAY_RECONNECT_MS = 2_000;

type Stream = {
  readonly memberKey: string;
  readonly response: ServerResponse;
  /** `withinMs`: the time over which clients spread their reconnects. */
  readonly end: (reason: Bye, withinMs?: number) => void;
  /** Closes the connection of a window that does not read. */
  readonly drop: () => void;
  readonly check: () => void;
};
type Bye = LiveEvent<'bye'>['data']['reason'];

/** Data of a stream: change sources, and the conversion of a wallet to the contract's format. */
export type LiveRouteOptions = {
  readonly sources: readonly ChangeSource[];
  readonly toBalance: (wallet: MemberBalances) => unknown;
};

export function liveRoutes(context: RouteContext, options: LiveRouteOptions): void {
  const { app, sessions } = context;
  const streams = new Set<Stream>();
  const stopCounting = liveStreams.onRead((add) => add(streams.size));

  app.get(liveStream.path, async (request, reply) => {
    const site = await sessions.requireSite(request);
    requireSiteOpen(site);
    const member = await sessions.requireMember(request, site, 'read');
    const memberKey = `${site.id}/${member.id}`;
    const own = [...streams].filter((stream) => stream.memberKey === memberKey);
    if (streams.size >= STREAMS_MAX) fail('SERVER_BUSY');
    // At the limit the oldest stream is ended; its client may reconnect.
    if (own.length >= STREAMS_PER_MEMBER_MAX) own[0]?.end('RESTART');
    openStream(context, options, streams, { site, member, memberKey }, request, reply);
  });

  const stopListening = subscribe(SESSION_TOPIC, {
    onMessage(memberKey) {
      for (const stream of streams) if (stream.memberKey === memberKey) stream.check();
    },
    onGap: () => spread([...streams], (stream) => streams.has(stream) && stream.check()),
  });
  // A site that another cell serves: its windows reconnect there.
  const endAway = async (): Promise<void> => {
    const away = (await context.sites.all()).filter((site) => site.isAway).map(({ id }) => `${id}/`);
    for (const stream of streams) {
      if (away.some((prefix) => stream.memberKey.startsWith(prefix))) stream.end('RESTART', AWAY_RECONNECT_MS);
    }
  };
  // The heartbeat checks again.
  const checkSites = (): void => void endAway().catch(() => undefined);
  const stopWatchingSites = subscribe('site', { onMessage: checkSites, onGap: checkSites });
  const heartbeat = setInterval(() => {
    checkSites();
    for (const stream of streams) {
      if (stream.response.writableLength > UNREAD_BYTES_MAX) stream.drop();
      else stream.response.write(':\n\n');
      stream.check();
    }
  }, LIVE_HEARTBEAT_SECONDS * 1_000);
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    stopListening();
    stopWatchingSites();
    stopCounting();
    const withinMs = computeReconnectSpread(streams.size);
    for (const stream of streams) stream.end('RESTART', withinMs);
  });
}

/**
 * Reconnects of the streams of a stopped process are spread over this time, so that they do not overload other
 * processes.
 */
export function computeReconnectSpread(streams: number): number {
  return Math.min(Math.max((streams / RECONNECTS_A_SECOND) * 1_000, RECONNECT_MS_MIN), RECONNECT_MS_MAX);
}

type StreamOwner = { readonly site: Site; readonly member: AuthenticatedMember; readonly memberKey: string };

function openStream(
  context: RouteContext,
  { sources, toBalance }: LiveRouteOptions,
  streams: Set<Stream>,
  owner: StreamOwner,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { database, sessions, sites, log } = context;
  const response = reply.raw;
  reply.hijack();
  // The connection closed during authentication, so no `close` event would end the stream.
  if (response.destroyed) return;
  beginEvents(reply);

  const sendEvent = (event: string, data: unknown, at: Date): void => {
    liveEvents.inc(event);
    response.write(`id: ${at.getTime()}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const stopWatching = watchMember(
    database,
    sources,
    { siteId: owner.site.id, memberId: owner.member.id, lastSeen: parseLastEventId(request) },
    {
      wallet: (wallet) => sendEvent('wallet', toBalance(wallet), wallet.at),
      change: ({ event, data }, at) => sendEvent(event, data, at),
      failed: (error) => {
        log.error({ err: error }, 'live stream read failed');
        stream.end('RESTART');
      },
    },
  );

  const stream: Stream = {
    memberKey: owner.memberKey,
    response,
    end(reason, withinMs) {
      remove(reason);
      if (response.writableEnded) return;
      liveEvents.inc('bye');
      response.end(`event: bye\ndata: ${JSON.stringify({ reason, withinMs })}\n\n`);
    },
    drop() {
      remove('slow');
      response.destroy();
    },
    check() {
      void findEndReason()
        .then((reason) => reason && stream.end(reason))
        // During a failover the stream stays; the next heartbeat checks again.
        .catch((error: unknown) => isDatabaseUnavailable(error) || stream.end('RESTART'));
    },
  };
  streams.add(stream);
  response.on('close', () => remove('closed'));

  function remove(reason: string): void {
    stopWatching();
    if (streams.delete(stream)) liveEnded.inc(reason);
  }

  async function findEndReason(): Promise<Bye | undefined> {
    const now = await sites.byId(owner.site.id);
    if (now.isInMaintenance || now.isDisabled) return 'MAINTENANCE';
    const state = await sessions.loadSessionState(owner.member);
    if (state.isOpen) return undefined;
    return state.why === 'locked' ? 'MEMBER_LOCKED' : 'SESSION_EXPIRED';
  }
}

function beginEvents(reply: FastifyReply): void {
  const response = reply.raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // The connection is not reused, so a stopping server does not wait for it.
    connection: 'close',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
}

/** The id of the last message received is the time of its read. */
function parseLastEventId(request: FastifyRequest): Date | undefined {
  const given = request.headers['last-event-id'];
  return typeof given === 'string' && /^\d{12,14}$/.test(given) ? new Date(Number(given)) : undefined;
}
