// Routes of the terms of use: the public text in force, and a member's acceptance.

import * as contract from '@chaba/contract/terms';

import type { Context } from '#core/context';
import { fail } from '#core/domain-error';
import type { RouteContext } from '#http/route-context';
import type { Site } from '#modules/site';

import { acceptTerms, findTermsInForce } from './terms.ts';

export function termsRoutes(context: RouteContext): void {
  const { registerRoute, database } = context;
  registerRoute(contract.getTerms, ({ site }) => loadWireTerms(context, site), {
    isAllowedWhenClosed: true,
    isTagged: true,
  });

  registerRoute(contract.acceptTerms, async ({ site, member, body: { version } }) => {
    if (!(await acceptTerms(database, site.id, member.id, version))) fail('NOT_FOUND');
    return { version };
  });
}

/** The terms in the contract's format, for the route and for delivered pages. */
export async function loadWireTerms({ database }: Pick<Context, 'database'>, site: Site): Promise<contract.Terms> {
  const inForce = await findTermsInForce(database, site.id);
  if (inForce === undefined) return { version: 0, text: '', publishedAt: null };
  return { version: inForce.version, text: inForce.content, publishedAt: inForce.publishedAt.toISOString() };
}
