// The settings of a site, each with its last change and an open request about it.
//
// Elsewhere: names and forms (packages/contract/src/back-office/site-settings.ts), changes (modules/operators).

import type { SettingRow, SiteSettings } from '@chaba/contract/back-office/site-wire';

import { loadSite } from '#modules/site';
import {
  type Acting,
  flags,
  formatRequest,
  listLastChanges,
  listOpenRequests,
  subjectOfFlag,
} from '#operators/back-office';

import type { BackOfficeContext } from './context.ts';
import type { Handlers } from './routes.ts';

export function createSettingHandlers(context: BackOfficeContext): Pick<Handlers, 'site'> {
  return { site: ({ acting }) => readSettings(context, acting) };
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
