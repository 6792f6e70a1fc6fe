// Lines below every header: the play-money stamp of play mode, which every overlay that covers the header has too, and
// an announcement.

import { classNames } from '@chaba/ui/class-names';
import { findAnnouncement } from '#lib/site/announcements';
import { useSite } from '#lib/site/site';

import { text } from './layouts.text.ts';

export function PlayMoneyBanner() {
  const { site } = useSite();
  return site.Mode === 'play' ? <p className="stamp px-2 text-center">{text.playMoney}</p> : null;
}

export function AnnouncementLine({ isMember }: { readonly isMember: boolean }) {
  const { site } = useSite();
  const line = findAnnouncement(site, 'banner', isMember);
  return line ? <p className="stamp px-2 text-center whitespace-pre-line">{line.text}</p> : null;
}

export function PlayMoneyFootnote({ className }: { readonly className: string }) {
  const { site } = useSite();
  return site.Mode === 'play' ? (
    <p className={classNames('text-micro text-text-3', className)}>{text.playMoney}</p>
  ) : null;
}
