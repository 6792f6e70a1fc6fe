// Routes of the terms of use: the text in force for everybody, and a member's acceptance.

import * as contract from '@chaba/contract/terms';

import type { Context } from '#core/context';
import { refuse } from '#core/refusal';
import type { Doors } from '#http/doors';
import type { Site } from '#modules/site';

import { acceptTerms, termsInForce } from './terms.ts';

export function termsRoutes(doors: Doors): void {
  const { serve, database } = doors;
  serve(contract.getTerms, ({ site }) => termsOnWire(doors, site), { isServedWhileClosed: true, isTagged: true });

  serve(contract.acceptTerms, async ({ site, member, body: { version } }) => {
    if (!(await acceptTerms(database, site.id, member.id, version))) refuse('NOT_FOUND');
    return { version };
  });
}

/** The terms as the call answers them, and as the page is delivered with. */
export async function termsOnWire({ database }: Pick<Context, 'database'>, site: Site): Promise<contract.Terms> {
  const inForce = await termsInForce(database, site.id);
  if (inForce === undefined) return { version: 0, text: '', publishedAt: null };
  return { version: inForce.version, text: inForce.content, publishedAt: inForce.publishedAt.toISOString() };
}
