// The announcement of a place, and the content of the dialog of landing and home.
//
// Always true: the configuration lists those of now without a begin, the one that began last first. Those that end or
// begin while a page is open are removed or opened at their second (announcement-clock.ts).

import type { SiteConfiguration } from '@chaba/contract/site';

type Listed = NonNullable<SiteConfiguration['announcements']>[number];

/** `hidden`: the audience that the reader does not belong to. */
export function findAnnouncement(
  { announcements }: SiteConfiguration,
  place: Listed['place'],
  hidden: Listed['audience'],
): Listed | undefined {
  return announcements?.find((each) => each.place === place && each.audience !== hidden && !each.startsAt);
}

export type AlertContent = { readonly message: string; readonly image: string };

/** An announcement of now, else the one of the site's settings; undefined: there is no dialog. */
export function findAlertContent(site: SiteConfiguration, isMember: boolean): AlertContent | undefined {
  const popup = findAnnouncement(site, 'popup', isMember ? 'visitors' : 'members');
  const message = popup?.text ?? site.alertyMessage;
  const image = popup ? popup.image : site.alertyImage;
  return message + image === '' ? undefined : { message, image };
}
