// Actions of the host without a sign-in: sites, and the actions that `hostActions` lists.
//
// Always true: an entry of the host has the role and the channel `host`, and every admin reads of it. Set-up ends when
// two people with a factor could decide the action. Nothing else of the host changes anything.
//
// Elsewhere: invitations of the host (people-actions.ts), actions of people (actions.ts).

import { type ActionEntry, type ActionName, actions as entries } from '@chaba/contract/back-office/actions';
import { hostActions } from '@chaba/contract/back-office/host-actions';
import { listGrades, roles } from '@chaba/contract/back-office/roles';
import type { Database, Transaction } from '@chaba/database';

import type { Config } from '#core/config';
import * as sites from '#modules/site';
import * as terms from '#modules/terms';

import { appendEntry } from './audit-chain.ts';
import {
  type ActionContext,
  type ActionInput,
  type ActionResult,
  announce,
  finishAction,
  type LoadedAction,
  toFinishing,
} from './actions.ts';
import { failOperator } from './operator-error.ts';
import * as people from './people.store.ts';

export type Host = { readonly siteId: number; readonly name: string; readonly reason: string };

/** The host may set a site up while fewer people than this could decide. */
const DECIDERS_MIN = 2;

/** The name of the host in entries; no operator can bear it. */
export const formatHost = (user: string): string => `host:${user}`.slice(0, 60);

/** Does an action by the right of the host; PERMISSION_MISSING where a person must do it. */
export async function performAsHost(
  context: Pick<ActionContext, 'database' | 'definitions' | 'config'>,
  { siteId, name, reason }: Host,
  action: ActionName,
  input: ActionInput,
): Promise<ActionResult> {
  const { permission }: ActionEntry = entries[action];
  const definition = context.definitions[action];
  const done = await context.database.transaction(async (tx) => {
    const loaded = await definition.load(tx, siteId, input);
    if (!(await mayHost(tx, siteId, action, loaded))) failOperator('PERMISSION_MISSING', { permission });
    const by = { siteId, operatorId: '', name, reason, requestId: undefined, config: context.config };
    const effect = await definition.run(tx, by, input);
    if ('rejection' in effect) return failOperator(effect.rejection, { reasons: effect.reasons ?? [] });
    await appendEntry(tx, siteId, {
      operator: name,
      role: 'host',
      channel: 'host',
      action,
      subject: loaded.subject,
      member: loaded.member,
      reason,
      before: loaded.facts,
      outcome: 'done',
      after: { outcome: effect.outcome, ...effect.after },
    });
    announce(tx, siteId);
    return toFinishing(effect);
  });
  return finishAction(context.database, done);
}

async function mayHost(tx: Transaction, siteId: number, action: ActionName, loaded: LoadedAction): Promise<boolean> {
  const rule = hostActions[action];
  if (rule === undefined) return false;
  if (rule === 'always' || loaded.isTightening === true) return true;
  const { permission }: ActionEntry = entries[action];
  const holders = roles.filter((role) => listGrades([role], permission).length > 0);
  return rule === 'set-up' && (await people.countWithFactor(tx, siteId, holders)) < DECIDERS_MIN;
}

/** Creates a site; in play mode with the terms and games of play money, in licensed mode without. */
export async function createSite(
  database: Database,
  by: Omit<Host, 'siteId'>,
  site: Omit<sites.NewSite, 'hasStandardCatalogue'>,
  { lanes, mode }: Pick<Config, 'lanes' | 'mode'>,
): Promise<number | sites.SiteConflict> {
  const { code, name, hosts } = site;
  return database.transaction(async (tx) => {
    const id = await sites.createSite(tx, { ...site, hasStandardCatalogue: mode === 'play' }, lanes);
    if (typeof id !== 'number') return id;
    if (mode === 'play') await terms.ensureDefaultTerms(tx, id, name);
    await appendEntry(tx, id, {
      operator: by.name,
      role: 'host',
      channel: 'host',
      action: 'site.create',
      subject: `site ${code}`,
      reason: by.reason,
      outcome: 'done',
      after: { name, hosts: hosts.join(','), lanes, mode },
    });
    return id;
  });
}
