// Rejects cross-site requests to the unsigned controls of the sandbox (transfers, behaviours), which a page of another
// site could otherwise send from a tester's browser.
//
// Always true: a request with a foreign `Origin` or `Sec-Fetch-Site` is rejected, and so is a request for an unknown
// host name (DNS rebinding). Programs send neither header and are served. A control is recognised by its matched route,
// because the router decodes what the raw URL hides (`/%62ank`).

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

import type { SandboxConfig } from './sandbox.ts';
import { failRequest } from './http-error.ts';

/** Templates of routes. */
const CONTROLS = /^\/bank(?:\/|$)|^\/studio\/behaviour$/;
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const SAME_SITE: ReadonlySet<string> = new Set(['same-origin', 'none']);

export function rejectForeignPages(app: FastifyInstance, config: Pick<SandboxConfig, 'publicUrl' | 'serverUrl'>): void {
  const names = new Set([config.publicUrl, config.serverUrl].map((address) => new URL(address).hostname));
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || !CONTROLS.test(request.routeOptions.url ?? '')) return;
    if (isForeign(request) || !isOwnHost(request.hostname, names)) {
      failRequest(403, 'FOREIGN_PAGE', 'A page of another site may not do this; open the sandbox itself.');
    }
  });
}

/** Whether a page of another origin sent the request. */
export function isForeign({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return !SAME_SITE.has(site);
  const { origin } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

function isOwnHost(hostname: string, names: ReadonlySet<string>): boolean {
  const name = hostname.replace(/^\[|\]$/g, '');
  return names.has(hostname) || isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost');
}
