// The list of all endpoints, by module: those of the specification and the extensions.

import * as affiliates from './affiliates.ts';
import * as bonuses from './bonuses.ts';
import type { Endpoint } from './endpoint.ts';
import * as cashback from './cashback.ts';
import * as deposits from './deposits.ts';
import * as history from './history.ts';
import * as limits from './limits.ts';
import * as live from './live.ts';
import * as members from './members.ts';
import * as play from './play.ts';
import * as seamless from './seamless.ts';
import * as site from './site.ts';
import * as terms from './terms.ts';
import * as wheel from './wheel.ts';
import * as withdrawals from './withdrawals.ts';

const modules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  site,
  members,
  terms,
  deposits,
  withdrawals,
  bonuses,
  play,
  limits,
  history,
  live,
  cashback,
  affiliates,
  wheel,
  seamless,
};

export type NamedEndpoint = { readonly module: string; readonly name: string; readonly endpoint: Endpoint };

/** In the order of the modules above, then by name. */
export const endpoints: readonly NamedEndpoint[] = Object.entries(modules).flatMap(([module, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => (isEndpoint(value) ? [{ module, name, endpoint: value }] : [])),
);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'errorCodes' in value;
}
