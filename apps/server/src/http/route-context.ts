// Dependencies of a module's routes: the context, and the functions that register routes.

import type { FastifyInstance } from 'fastify';

import type { Context } from '#core/context';
import type { Sites } from '#core/site';

import type { SignatureCounter } from './bank-requests.ts';
import type { RegisterDirectRoute } from './direct-routes.ts';
import type { RegisterRoute } from './register-route.ts';
import type { Authenticator } from './authentication.ts';

export type RouteContext = Context & {
  /** For routes without an endpoint in the contract: pages, streams. */
  readonly app: FastifyInstance;
  readonly registerRoute: RegisterRoute;
  readonly registerDirectRoute: RegisterDirectRoute;
  readonly sites: Sites;
  readonly sessions: Authenticator;
  /** Counts machine requests with a rejected signature. */
  readonly signatures: SignatureCounter;
};
