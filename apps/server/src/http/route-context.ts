// What a module's routes are handed: everything of the context, and the means to open doors.

import type { FastifyInstance } from 'fastify';

import type { Context } from '#core/context';
import type { SignatureWatch } from '#modules/security';
import type { Sites } from '#modules/site';

import type { RegisterRoute } from './register-route.ts';
import type { Authenticator } from './authentication.ts';
import type { RegisterFastRoute } from './fast-path.ts';

export type RouteContext = Context & {
  /** For the few doors that are no call of the contract with an envelope: pages, streams, the wallet of providers. */
  readonly app: FastifyInstance;
  readonly registerRoute: RegisterRoute;
  readonly openShortWay: RegisterFastRoute;
  readonly sites: Sites;
  readonly sessions: Authenticator;
  /** Counts messages of machines whose signature was rejected. */
  readonly signatures: SignatureWatch;
};
