// The announcement of a place, and the content of the dialog of landing and home.
//
// Always true: the configuration lists those of now without a begin, the one that began last first. Those that end or
// begin while a page is open are removed or opened at their second (announcement-clock.ts).

import type { SiteConfiguration } from '@chaba/contract/site';

type Listed = NonNullable<SiteConfiguration['announcements']>[number];

export function findAnnouncement(
  { announcements }: SiteConfiguration,
  place: Listed['place'],
  isMember: boolean,
): Listed | undefined {
  const other = isMember ? 'visitors' : 'members';
  return announcements?.find((each) => each.place === place && each.audience !== other && !each.startsAt);
}

export type AlertContent = { readonly message: string; readonly image: string };

/** The dialog of landing and home: an announcement of now, else the one of the site's settings. */
export function findSiteAlert(site: SiteConfiguration, isMember: boolean): AlertContent | undefined {
  const popup = findAnnouncement(site, 'popup', isMember);
  const message = popup?.text ?? site.alertyMessage;
  const image = popup ? popup.image : site.alertyImage;
  return message + image === '' ? undefined : { message, image };
}
