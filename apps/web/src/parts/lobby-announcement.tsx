// An announcement on home and in the lobby. Plain text.

import { findAnnouncement } from '#lib/site/announcements';
import { useSite } from '#lib/site/site';

export function LobbyAnnouncement() {
  const announcement = findAnnouncement(useSite().site, 'lobby', 'visitors');
  return announcement ? (
    <p className="rounded-card border border-hairline bg-surface-1 p-4 wrap-anywhere whitespace-pre-line">
      {announcement.text}
    </p>
  ) : null;
}
