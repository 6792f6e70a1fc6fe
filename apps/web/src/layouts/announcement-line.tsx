// An announcement below the header. Plain text.

import { findAnnouncement } from '#lib/site/announcements';
import { useSite } from '#lib/site/site';

/** `hidden`: the audience that the reader does not belong to. */
export function AnnouncementLine({ hidden }: { readonly hidden: 'visitors' | 'members' }) {
  const { site } = useSite();
  const line = findAnnouncement(site, 'banner', hidden);
  return line ? <p className="stamp px-2 text-center">{line.text}</p> : null;
}
