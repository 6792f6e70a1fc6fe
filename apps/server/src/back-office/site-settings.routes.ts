// The settings of a site, each with its last change and an open request about it, and its announcements.
//
// Elsewhere: names and forms (packages/contract/src/back-office/site-settings.ts), changes (modules/operators).

import { PAGE_ROWS } from '@chaba/contract/back-office/lists';
import type { AnnouncementRow, SettingRow, SiteSettings, TermsDetail } from '@chaba/contract/back-office/site-wire';
import type { RowPage } from '@chaba/contract/back-office/wire';

import { type SiteAnnouncement, listAnnouncements } from '#modules/announcements';
import { loadSite } from '#modules/site';
import { findTermsInForce, listTerms } from '#modules/terms';
import { type Acting, formatRequest } from '#operators/actions';
import { flags } from '#modules/operator-input';
import { listLastChanges } from '#operators/audit-chain';
import { listOpenRequests } from '#operators/requests';
import { subjectOfFlag, TERMS_SUBJECT } from '#operators/site-actions';

import type { BackOfficeContext } from './context.ts';
import type { Handlers } from './routes.ts';

export function createSettingHandlers(context: BackOfficeContext): Pick<Handlers, 'site' | 'terms'> {
  return {
    site: ({ acting }) => readSettings(context, acting),
    terms: ({ acting }) => readTerms(context, acting),
  };
}

async function readSettings({ database }: BackOfficeContext, { siteId }: Acting): Promise<SiteSettings> {
  const subjects = flags.map(({ name }) => subjectOfFlag(name));
  const [site, changes, requests] = await Promise.all([
    database.transaction((tx) => loadSite(tx, siteId)),
    listLastChanges(database, siteId, subjects),
    listOpenRequests(database, siteId, subjects),
  ]);
  const changeOf = new Map(changes.map((change) => [change.subject, change]));
  return {
    settings: flags.map(({ name, read }): SettingRow => {
      const subject = subjectOfFlag(name);
      const change = changeOf.get(subject);
      const request = requests.get(subject);
      return {
        name,
        value: read(site),
        changedBy: change?.people ?? [],
        changedAt: change?.at.toISOString() ?? null,
        request: request === undefined ? null : formatRequest(request),
      };
    }),
  };
}

async function readTerms({ database }: BackOfficeContext, { siteId }: Acting): Promise<TermsDetail> {
  const [versions, inForce, requests] = await Promise.all([
    listTerms(database, siteId),
    findTermsInForce(database, siteId),
    listOpenRequests(database, siteId, [TERMS_SUBJECT]),
  ]);
  const request = requests.get(TERMS_SUBJECT);
  return {
    versions: versions.map(({ version, publishedAt, acceptances }) => ({
      version,
      publishedAt: publishedAt.toISOString(),
      accepted: acceptances,
    })),
    content: inForce?.content ?? '',
    request: request === undefined ? null : formatRequest(request),
  };
}

export async function readAnnouncements(
  { database }: BackOfficeContext,
  { siteId }: Acting,
  { filter, before }: { readonly filter: Readonly<Record<string, string>>; readonly before: bigint | undefined },
): Promise<RowPage<AnnouncementRow>> {
  const isEnded = filter['state'] === 'ended';
  const found = await listAnnouncements(database, siteId, { isEnded, before, limit: PAGE_ROWS });
  const last = found.length === PAGE_ROWS ? found.at(-1) : undefined;
  return { rows: found.map(toAnnouncementRow), next: last ? String(last.announcementId) : null };
}

function toAnnouncementRow(of: SiteAnnouncement): AnnouncementRow {
  const { announcementId, state, place, audience, text, imageUrl, startsAt, endsAt, createdBy } = of;
  return {
    announcement: String(announcementId),
    state,
    place,
    audience,
    text,
    image: imageUrl,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    createdBy,
  };
}
