// The partner name of a site decides which of the two catalogues it shows (spec §3). Pure.
//
// Elsewhere: the catalogues themselves (modules/site/catalogue.ts).

import type { CatalogueName } from '#core/site';

/** The partner whose sites show the partner catalogue. */
const CATALOGUE_PARTNER = 'LANNA';

/** The catalogue for a partner name; ignores letter case and outer spaces. */
export function findCatalogue(partner: string): CatalogueName {
  return partner.trim().toUpperCase() === CATALOGUE_PARTNER ? 'partner' : 'default';
}
