// Routes of the site configuration, which the web app loads first.

import { getPrefix, getSetting, type GameProvider, type SiteConfiguration } from '@chaba/contract/site';
import { siteTheme } from '@chaba/contract/theme';
import type { PublishedPromotion } from '@chaba/contract/bonuses';
import { toPercent, toBaht } from '@chaba/money';

import type { Config } from '#core/config';
import type { RouteContext } from '#http/route-context';

import { getPreset, parseStoredTheme, type Site } from './site.ts';
import { type SiteAnnouncement } from '#modules/announcements';

/** Parts of the configuration that other modules provide. */
export type SiteExtras = {
  listProducts(site: Site): Promise<GameProvider[]>;
  listPromotions(site: Site): Promise<PublishedPromotion[]>;
  listAnnouncements(site: Site): Promise<readonly SiteAnnouncement[]>;
};

const CALENDAR = 'buddhist';
/** The public mental-health hotline. */
const HELP_LINE = '1323';

export type LoadSiteConfiguration = (site: Site) => Promise<SiteConfiguration>;

export function siteRoutes({ registerRoute }: RouteContext, loadSiteConfiguration: LoadSiteConfiguration): void {
  // A closed site still returns its state and its appearance.
  const options = { isAllowedWhenClosed: true, isTagged: true };
  registerRoute(getPrefix, ({ site }) => loadSiteConfiguration(site), options);
  registerRoute(
    getSetting,
    async ({ site }) => ({ LineId: site.look.lineId, Prefix: await loadSiteConfiguration(site) }),
    options,
  );
}

/** The site in the contract's format, for the route and for delivered pages. */
export async function loadSiteConfiguration(
  site: Site,
  config: Config,
  extras: SiteExtras,
): Promise<SiteConfiguration> {
  const { look, cashback, affiliate, withdraw } = site;
  const [ProductList, PromotionList, announcements] = await Promise.all([
    extras.listProducts(site),
    extras.listPromotions(site),
    extras.listAnnouncements(site),
  ]);
  return {
    appId: look.appId,
    LineId: look.lineId,
    logoUrl: look.logoUrl,
    theme: siteTheme.safeParse(parseStoredTheme(look.theme)).data ?? getPreset(look.theme),
    alertyImage: look.alertImageUrl,
    alertyMessage: look.alertMessage,
    Maintenance: site.isInMaintenance,
    Partner: look.partner,
    Disabled: site.isDisabled,
    getNameBank: site.isCheckingBankNames,
    cashBack: {
      Image: cashback.imageUrl,
      Payout: toPercent(cashback.percentBp),
      minWithdraw: toBaht(cashback.minimum),
      usecashBack: cashback.isOn,
    },
    Affiliate: {
      Image: affiliate.imageUrl,
      useAffiliate: affiliate.isOn,
      minWithdraw: toBaht(affiliate.minimum),
      turnover: affiliate.turnoverTimes,
      percent: {
        level1: { enable: affiliate.level1.isOn, percent: toPercent(affiliate.level1.percentBp) },
        level2: { enable: affiliate.level2.isOn, percent: toPercent(affiliate.level2.percentBp) },
      },
      autoWithdraw: { useautoWithdraw: affiliate.isAutomatic, maxautoWithdraw: toBaht(affiliate.automaticMaximum) },
    },
    Withdraw: {
      canWithdraw: withdraw.canWithdraw,
      minWithdraw: toBaht(withdraw.minimum),
      maxWithdraw: toBaht(withdraw.maximum),
      autoWithdraw: withdraw.isAutomatic,
    },
    ProductList,
    PromotionList,
    appName: site.name,
    Mode: config.mode,
    calendar: CALENDAR,
    helpLine: HELP_LINE,
    // The sandbox bank page has the same origin as the studio's games.
    ...(config.mode === 'play' ? { sandboxBankUrl: new URL('/bank', config.studioUrl).href } : {}),
    ...(site.isInMaintenance && site.maintenanceMessage !== '' ? { maintenanceMessage: site.maintenanceMessage } : {}),
    ...(site.isInMaintenance && site.maintenanceEndsAt
      ? { maintenanceEndsAt: site.maintenanceEndsAt.toISOString() }
      : {}),
    ...(announcements.length === 0 ? {} : { announcements: announcements.map(toWireAnnouncement) }),
  };
}

function toWireAnnouncement(of: SiteAnnouncement): NonNullable<SiteConfiguration['announcements']>[number] {
  const { announcementId, place, audience, text, imageUrl, state, startsAt, endsAt } = of;
  return {
    id: String(announcementId),
    place,
    audience,
    text,
    image: imageUrl,
    ...(state === 'planned' ? { startsAt: startsAt.toISOString() } : {}),
    endsAt: endsAt.toISOString(),
  };
}
