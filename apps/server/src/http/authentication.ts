// Authenticates requests: `api-key` identifies the site, `api-auth` the member.
//
// Always true: a token is valid on its own site only. An open session is cached in this process for a few seconds and
// evicted when any process ends it, so a changed password or a lock takes effect everywhere within a moment.
//
// Elsewhere: start, extension and end of sessions (modules/members).

import { createHash } from 'node:crypto';

import { API_AUTH_HEADER, API_KEY_HEADER } from '@chaba/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

import { fail } from '#core/domain-error';
import type { Listener } from '#core/pubsub';
import type { Site, Sites } from '#core/site';

export type SessionState =
  | { readonly isOpen: true; readonly memberId: bigint; readonly isReplaced: boolean; readonly livesMs: number }
  | { readonly isOpen: false; readonly why: 'unknown' | 'over' | 'locked' };

/** Access to stored sessions by token hash. */
export type SessionReader = {
  /** Finds a session and extends its idle timeout. */
  touch(siteId: number, tokenHash: Buffer): Promise<SessionState>;
  /** The same without extending the timeout. */
  peek(siteId: number, tokenHash: Buffer): Promise<SessionState>;
  /** Subscribes to ended sessions of a member (`siteId/memberId`); returns the unsubscribe function. */
  onEnded(listener: Listener): () => void;
};

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface extends the framework's own
  interface FastifyRequest {
    /** The site that the api-key names; undefined before authentication and for pages. */
    siteCode: string | undefined;
  }
}

/** The member of a request's session. */
export type AuthenticatedMember = {
  readonly id: bigint;
  readonly siteId: number;
  /** Hash of the token; the token cannot be derived from it. */
  readonly sessionId: string;
};

export type Authenticator = {
  requireSite(request: FastifyRequest): Promise<Site>;
  /** For `write` a replaced token is rejected. */
  requireMember(request: FastifyRequest, site: Site, access: 'read' | 'write'): Promise<AuthenticatedMember>;
  /**
   * Member (`siteId/memberId`) of a token that was valid in this process in the last minutes; for rate limits, never
   * for access.
   */
  findProvenMember(request: FastifyRequest): string | undefined;
  /** Reads the session's state without extending it. */
  loadSessionState(member: AuthenticatedMember): Promise<SessionState>;
  close(): void;
};

const REMEMBERED_MS = 5_000;
const REMEMBERED_MAX = 20_000;
const PROVEN_MS = 600_000;
const TOKEN_LENGTH_MAX = 200;

type CachedSession = { readonly state: Extract<SessionState, { isOpen: true }>; readonly until: number };

export function createAuthenticator(sites: Sites, sessions: SessionReader): Authenticator {
  const remembered = new Map<string, CachedSession>();
  const proven = new LRUCache<string, string>({ max: REMEMBERED_MAX, ttl: PROVEN_MS });
  let endings = 0;
  const stop = sessions.onEnded({
    onMessage(memberKey) {
      endings += 1;
      for (const [key, { state }] of remembered) {
        if (`${key.slice(0, key.indexOf('/'))}/${state.memberId}` === memberKey) remembered.delete(key);
      }
    },
    onGap() {
      endings += 1;
      remembered.clear();
    },
  });

  async function find(siteId: number, token: string): Promise<{ sessionId: string; state: SessionState }> {
    const hash = createHash('sha256').update(token).digest();
    const sessionId = hash.toString('hex');
    const key = `${siteId}/${sessionId}`;
    const known = remembered.get(key);
    const now = performance.now();
    if (known !== undefined && now < known.until) return { sessionId, state: known.state };
    const endingsBefore = endings;
    const state = await sessions.touch(siteId, hash);
    remembered.delete(key);
    if (state.isOpen) proven.set(sessionId, `${siteId}/${state.memberId}`);
    else proven.delete(sessionId);
    // A session that ended during the query may have been read before its end: it is not cached.
    if (state.isOpen && endings === endingsBefore) {
      if (remembered.size >= REMEMBERED_MAX) evictOldest(remembered);
      remembered.set(key, { state, until: now + Math.min(REMEMBERED_MS, state.livesMs) });
    }
    return { sessionId, state };
  }

  return {
    close: stop,
    findProvenMember(request) {
      const token = request.headers[API_AUTH_HEADER];
      if (typeof token !== 'string' || token.length > TOKEN_LENGTH_MAX) return undefined;
      return proven.get(createHash('sha256').update(token).digest('hex'));
    },
    loadSessionState: ({ siteId, sessionId }) => sessions.peek(siteId, Buffer.from(sessionId, 'hex')),
    async requireSite(request) {
      const apiKey = request.headers[API_KEY_HEADER];
      const site = typeof apiKey === 'string' ? await sites.byKey(apiKey) : undefined;
      if (site === undefined) fail('UNKNOWN_API_KEY');
      request.siteCode = site.code;
      // The other cell serves it in a moment, or does so already and the edge has yet to be told.
      if (site.isFenced) fail('SERVER_BUSY');
      return site;
    },
    async requireMember(request, site, access) {
      const token = request.headers[API_AUTH_HEADER];
      if (typeof token !== 'string' || token === '') fail('SIGN_IN_REQUIRED');
      if (token.length > TOKEN_LENGTH_MAX) fail('SESSION_EXPIRED');
      const { sessionId, state } = await find(site.id, token);
      if (!state.isOpen) fail(state.why === 'locked' ? 'MEMBER_LOCKED' : 'SESSION_EXPIRED');
      // Reads in progress succeed; a copy of the replaced token cannot change state.
      if (state.isReplaced && access === 'write') fail('SESSION_EXPIRED');
      return { id: state.memberId, siteId: site.id, sessionId };
    },
  };
}

function evictOldest(remembered: Map<string, CachedSession>): void {
  for (const key of remembered.keys()) {
    remembered.delete(key);
    return;
  }
}
