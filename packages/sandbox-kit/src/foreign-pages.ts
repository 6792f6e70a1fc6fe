// Keeps pages of other sites from steering the sandbox: what people and test tools may do here unsigned (transfers, behaviours), a
// page elsewhere could do in their browser.
//
// Always true: a call that a browser marks as coming from another origin is refused, and so is one whose host name this sandbox does
// not have (a name that was bound to this machine for the attack). Programs send neither mark and are served.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

import type { SandboxConfig } from './sandbox.ts';
import { refuse } from './refusal.ts';

const CONTROLS = /^\/bank(?:[/?]|$)|^\/studio\/behaviour(?:[?]|$)/;
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN: ReadonlySet<string> = new Set(['same-origin', 'none']);

export function refuseForeignPages(app: FastifyInstance, config: Pick<SandboxConfig, 'publicUrl' | 'serverUrl'>): void {
  const names = new Set([config.publicUrl, config.serverUrl].map((address) => new URL(address).hostname));
  app.addHook('onRequest', async (request) => {
    if (READING.has(request.method) || !CONTROLS.test(request.url)) return;
    if (isForeign(request) || !isOurs(request.hostname, names)) {
      refuse(403, 'FOREIGN_PAGE', 'A page of another site may not do this; open the sandbox itself.');
    }
  });
}

function isForeign({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return !OWN.has(site);
  const { origin } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

function isOurs(hostname: string, names: ReadonlySet<string>): boolean {
  const name = hostname.replace(/^\[|\]$/g, '');
  return names.has(hostname) || isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost');
}
