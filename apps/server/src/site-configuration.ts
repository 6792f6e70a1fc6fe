// The configuration of a site as members receive it: its settings with providers, promotions and announcements.
//
// Elsewhere: its form (modules/site/site.routes.ts), delivery (http/pages.ts), previews (back-office/preview.ts).

import type { Database } from '@chaba/database';

import type { Config } from '#core/config';
import { listOfferedPromotions } from '#modules/promotions';
import { listShownAnnouncements } from '#modules/announcements';

import { toPromotion } from './modules/promotions/promotions.routes.ts';
import { listProviders } from './modules/play/lobby.ts';
import { gameNameOf } from './modules/play/play.ts';
import { type LoadSiteConfiguration, loadSiteConfiguration, type SiteExtras } from './modules/site/site.routes.ts';

export function createConfigurationLoader({
  config,
  database,
}: {
  readonly config: Config;
  readonly database: Database;
}): LoadSiteConfiguration {
  const extras: SiteExtras = {
    listProducts: async (site) => listProviders(site),
    listAnnouncements: (site) => listShownAnnouncements(database, site.id),
    listPromotions: async (site) =>
      (await listOfferedPromotions(database, site.id)).map((each) =>
        toPromotion(each, (code) => gameNameOf(site, code)),
      ),
  };
  return (site) => loadSiteConfiguration(site, config, extras);
}
