// The warning that the server stands behind a proxy which TRUST_PROXY does not name: then every member has the proxy's address, and what
// one caller tries is counted for all of them.
//
// Always true: it is said once a process, at the start where the settings tell (https ends at a proxy, because the server speaks
// http only), else with the first request that a proxy passed on. No header changes an address here.
//
// Elsewhere: which address is believed (app.ts), what is counted by it (rate-limit.ts, modules/members/attempt-limits.ts).

import type { FastifyInstance } from 'fastify';

import type { Config } from '#core/config';
import { isForwarded } from '#core/local-caller';

const WARNING =
  'requests come through a proxy and TRUST_PROXY is 0: all members have the address of the proxy; set TRUST_PROXY to the number of proxies';

export function warnAboutForwarding(app: FastifyInstance, config: Pick<Config, 'trustedProxies' | 'isHttps'>): void {
  if (config.trustedProxies > 0) return;
  if (config.isHttps) {
    app.log.warn({ setting: 'CHABA_HTTPS' }, WARNING);
    return;
  }
  let isSaid = false;
  app.addHook('onRequest', async (request) => {
    if (isSaid || !isForwarded(request.headers)) return;
    isSaid = true;
    app.log.warn({ setting: 'TRUST_PROXY' }, WARNING);
  });
}
