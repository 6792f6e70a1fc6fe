// Warns that the server is behind a proxy while TRUST_PROXY is 0: all members then share the proxy's address, and
// attempts of one caller count for all.
//
// Always true: the warning is logged once per process: at the start if the settings imply a proxy (https ends at one,
// because the server accepts only http), otherwise with the first forwarded request. No header changes an address here.
//
// Elsewhere: the trusted address (app.ts), limits by address (rate-limit.ts, modules/members/attempt-limits.ts).

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
  let isLogged = false;
  app.addHook('onRequest', async (request) => {
    if (isLogged || !isForwarded(request.headers)) return;
    isLogged = true;
    app.log.warn({ setting: 'TRUST_PROXY' }, WARNING);
  });
}
