// Announcements of a site: what members and visitors read, where, and from when until when.
//
// Always true: the database's clock decides what is shown. Of several at one place the one that began last is shown. A
// page receives those that begin soon ahead of their time, so that an open window shows them at their second.
//
// Elsewhere: actions (operators/announcement-actions.ts), the configuration that carries them (site.routes.ts).

import type { Queryable, Transaction } from '@chaba/database';

import { publish } from '#core/pubsub';
import { SITE_TOPIC } from '#core/site';

import * as store from './announcements.store.ts';
import type { SiteAnnouncement, AnnouncementTerms } from './announcements.store.ts';

export type { SiteAnnouncement, AnnouncementTerms };

/** More than the time after which an open page reads the configuration again. */
const AHEAD_SECONDS = 6 * 60;

/** Announcements of now and of the next minutes, the latest begin first. */
export function listShownAnnouncements(database: Queryable, siteId: number): Promise<readonly SiteAnnouncement[]> {
  return store.listShown(database, siteId, AHEAD_SECONDS);
}

/** A page of those that have not ended, or of those that have. */
export function listAnnouncements(
  database: Queryable,
  siteId: number,
  page: { readonly isEnded: boolean; readonly before: bigint | undefined; readonly limit: number },
): Promise<readonly SiteAnnouncement[]> {
  return store.listPage(database, siteId, page);
}

export function findAnnouncement(
  database: Queryable,
  siteId: number,
  announcementId: bigint,
): Promise<SiteAnnouncement | undefined> {
  return store.find(database, siteId, announcementId);
}

/** Adds one; returns its number. */
export async function createAnnouncement(
  tx: Transaction,
  siteId: number,
  terms: AnnouncementTerms & { readonly createdBy: string },
): Promise<bigint> {
  const id = await store.insert(tx, siteId, terms);
  tx.afterCommit(() => publish(SITE_TOPIC, String(siteId)));
  return id;
}

/** Changes one that has not ended. */
export async function changeAnnouncement(
  tx: Transaction,
  siteId: number,
  terms: AnnouncementTerms & { readonly announcementId: bigint },
): Promise<'changed' | 'ended'> {
  if (!(await store.update(tx, siteId, terms))) return 'ended';
  tx.afterCommit(() => publish(SITE_TOPIC, String(siteId)));
  return 'changed';
}

/** Ends one that has not ended, now. */
export async function endAnnouncement(
  tx: Transaction,
  siteId: number,
  announcementId: bigint,
): Promise<'ended' | 'unchanged'> {
  if (!(await store.end(tx, siteId, announcementId))) return 'unchanged';
  tx.afterCommit(() => publish(SITE_TOPIC, String(siteId)));
  return 'ended';
}
