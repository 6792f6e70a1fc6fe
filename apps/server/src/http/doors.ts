// What a module's routes are handed: everything of the context, and the means to open doors.

import type { FastifyInstance } from 'fastify';

import type { Context } from '#core/context';
import type { SignatureWatch } from '#modules/security';
import type { Sites } from '#modules/site';

import type { Serve } from './serve.ts';
import type { Sessions } from './session.ts';
import type { OpenShortWay } from './short-way.ts';

export type Doors = Context & {
  /** For the few doors that are no call of the contract with an envelope: pages, streams, the wallet of providers. */
  readonly app: FastifyInstance;
  readonly serve: Serve;
  readonly openShortWay: OpenShortWay;
  readonly sites: Sites;
  readonly sessions: Sessions;
  /** Counts messages of machines whose signature was rejected. */
  readonly signatures: SignatureWatch;
};
