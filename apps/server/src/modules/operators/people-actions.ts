// Actions about operators: invitations, roles, limits, locks, the end of an access.
//
// Always true: what gives access or raises a limit needs two people, what takes it away needs one. No action locks out
// its own decider, and none leaves a site without an admin. No action sets or shows a factor. A site
// acts only on people who work there, and replaces no factors of a person who works at another site too: the host does.
//
// Elsewhere: the rule of people (actions.ts), invitations (sign-in.ts), rows (people.store.ts).

import { isActionName, limitedActions } from '@chaba/contract/back-office/actions';
import { isRole, type Role } from '@chaba/contract/back-office/roles';
import type { Database, Queryable, Transaction } from '@chaba/database';
import { type Money, parseBaht } from '@chaba/money';

import { toWireAmount } from '#core/wire-amount';

import { appendEntry } from './audit-chain.ts';
import { type ActionFacts, type By, defineAction, type LoadedAction, loadLimit } from './actions.ts';
import * as factors from './factors.store.ts';
import { failOperator } from './operator-error.ts';
import * as people from './people.store.ts';
import { createInvitation } from './sign-in.ts';

const NAME_PATTERN = /^[a-z][a-z0-9-]{2,39}$/;
const DISPLAY_NAME_LENGTH_MAX = 60;

function parseName(name = ''): string {
  return NAME_PATTERN.test(name) ? name : failOperator('FIELD_INVALID', { field: 'name' });
}

function parseRole(role = ''): Role {
  return isRole(role) ? role : failOperator('FIELD_INVALID', { field: 'role' });
}

export function parseRoles(text: string): readonly Role[] {
  const given = text.split(/[\s,]+/).filter((each) => each !== '');
  if (given.length === 0) return failOperator('FIELD_INVALID', { field: 'roles' });
  return [...new Set(given)].map((each) => (isRole(each) ? each : failOperator('FIELD_INVALID', { field: 'roles' })));
}

function parseDisplayName(text: string): string {
  const name = text.trim();
  const isFine = name.length >= 1 && name.length <= DISPLAY_NAME_LENGTH_MAX && !/\p{Cc}/u.test(name);
  return isFine ? name : failOperator('FIELD_INVALID', { field: 'displayName' });
}

const subjectOf = (name: string): string => `operator ${name}`;

type KnownOperator = {
  readonly operator: people.OperatorRecord;
  readonly roles: readonly Role[];
  /** Roles at other sites. */
  readonly elsewhere: readonly people.HeldRole[];
};

/** An operator with a role at the site, now or before. */
async function requireOperator(tx: Queryable, siteId: number, name: string): Promise<KnownOperator> {
  const operator = await people.findByName(tx, name);
  if (!operator || !(await people.hasHeldRole(tx, siteId, operator.operatorId))) {
    return failOperator('OPERATOR_UNKNOWN');
  }
  const held = await people.listRoles(tx, operator.operatorId);
  return {
    operator,
    roles: held.filter((each) => each.siteId === siteId).map(({ role }) => role),
    elsewhere: held.filter((each) => each.siteId !== siteId),
  };
}

/** The operator of this name. An operator with roles at other sites only is rejected as unknown. */
async function requireOwnOperator(tx: Queryable, siteId: number, name: string): Promise<KnownOperator> {
  const known = await requireOperator(tx, siteId, name);
  return known.roles.length === 0 && known.elsewhere.length > 0 ? failOperator('OPERATOR_UNKNOWN') : known;
}

/** An operator whose factors two people of this site may replace. */
async function requireRenewable(tx: Queryable, siteId: number, name: string): Promise<KnownOperator> {
  const known = await requireOwnOperator(tx, siteId, name);
  return known.operator.isDemo || known.elsewhere.length > 0 ? failOperator('PERMISSION_MISSING') : known;
}

async function loadOperator(
  tx: Transaction,
  siteId: number,
  name: string,
  more: ActionFacts = {},
): Promise<LoadedAction> {
  const { operator, roles } = await requireOperator(tx, siteId, name);
  return {
    subject: subjectOf(name),
    facts: { name, displayName: operator.displayName, roles, isDisabled: operator.disabledAt !== null, ...more },
  };
}

function refuseSelf(by: By, operatorId: string): void {
  if (by.operatorId === operatorId) failOperator('LOCKS_OUT_DECIDER');
}

async function requireOtherAdmin(tx: Transaction, siteId: number, without: string): Promise<void> {
  const admins = await people.lockHolders(tx, siteId, 'admin');
  if (admins.every((operatorId) => operatorId === without)) failOperator('LOCKS_OUT_DECIDER');
}

const invite = defineAction<{ readonly name: string; readonly displayName: string; readonly roles: readonly Role[] }>({
  parse: ({ name, displayName = '', roles = '' }) => ({
    name: parseName(name),
    displayName: parseDisplayName(displayName),
    roles: parseRoles(roles),
  }),
  async load(tx, _siteId, { name, displayName, roles }) {
    if (await people.findByName(tx, name)) failOperator('OPERATOR_EXISTS');
    return { subject: subjectOf(name), facts: { name, displayName, roles } };
  },
  async run(tx, by, { name, displayName, roles }) {
    const secret = await insertInvited(tx, by.siteId, { name, displayName, roles, requestId: by.requestId });
    return { outcome: 'invited', after: { name, roles }, secret };
  },
});

type Invited = {
  readonly name: string;
  readonly displayName: string;
  readonly roles: readonly Role[];
  readonly requestId: bigint | undefined;
};

async function insertInvited(tx: Transaction, siteId: number, row: Invited): Promise<string> {
  const operatorId = await people.insertOperator(tx, row);
  if (operatorId === undefined) return failOperator('OPERATOR_EXISTS');
  for (const role of row.roles) await people.grantRole(tx, siteId, { operatorId, role, requestId: row.requestId });
  return createInvitation(tx, operatorId);
}

const renew = defineAction<string>({
  parse: ({ name }) => parseName(name),
  async load(tx, siteId, name) {
    await requireRenewable(tx, siteId, name);
    return loadOperator(tx, siteId, name);
  },
  async run(tx, by, name) {
    const { operator } = await requireRenewable(tx, by.siteId, name);
    await people.setDisabled(tx, operator.operatorId, false);
    await factors.deleteSessions(tx, operator.operatorId);
    return { outcome: 'invited', after: { name }, secret: await createInvitation(tx, operator.operatorId) };
  },
});

type RoleChange = { readonly name: string; readonly role: Role };

const addRole = defineAction<RoleChange>({
  parse: ({ name, role }) => ({ name: parseName(name), role: parseRole(role) }),
  async load(tx, siteId, { name, role }) {
    const loaded = await loadOperator(tx, siteId, name, { added: role });
    const { roles } = await requireOperator(tx, siteId, name);
    return roles.includes(role) ? failOperator('ROLE_UNCHANGED') : loaded;
  },
  async run(tx, by, { name, role }) {
    const { operator } = await requireOperator(tx, by.siteId, name);
    const { operatorId } = operator;
    if (!(await people.grantRole(tx, by.siteId, { operatorId, role, requestId: by.requestId }))) {
      return { rejection: 'ROLE_UNCHANGED' };
    }
    return { outcome: 'granted', after: { name, role } };
  },
});

const endRole = defineAction<RoleChange>({
  parse: ({ name, role }) => ({ name: parseName(name), role: parseRole(role) }),
  load: (tx, siteId, { name, role }) => loadOperator(tx, siteId, name, { ended: role }),
  async run(tx, by, { name, role }) {
    const { operator } = await requireOperator(tx, by.siteId, name);
    refuseSelf(by, operator.operatorId);
    if (role === 'admin') await requireOtherAdmin(tx, by.siteId, operator.operatorId);
    if (!(await people.endRole(tx, by.siteId, { operatorId: operator.operatorId, role }))) {
      return { rejection: 'ROLE_UNCHANGED' };
    }
    await factors.deleteSessions(tx, operator.operatorId);
    return { outcome: 'ended', after: { name, role } };
  },
});

const disable = defineAction<string>({
  parse: ({ name }) => parseName(name),
  load: (tx, siteId, name) => loadOperator(tx, siteId, name),
  async run(tx, by, name) {
    const { operator, roles, elsewhere } = await requireOwnOperator(tx, by.siteId, name);
    refuseSelf(by, operator.operatorId);
    const ruled = elsewhere.filter(({ role }) => role === 'admin').map(({ siteId }) => siteId);
    if (roles.includes('admin')) ruled.push(by.siteId);
    for (const siteId of ruled.toSorted((one, other) => one - other)) {
      await requireOtherAdmin(tx, siteId, operator.operatorId);
    }
    if (!(await people.setDisabled(tx, operator.operatorId, true))) return { rejection: 'NOT_WAITING' };
    // A start opens the operators of play mode that have a password.
    if (operator.isDemo) await people.setPassword(tx, operator.operatorId, null);
    const sessions = await factors.deleteSessions(tx, operator.operatorId);
    return { outcome: 'disabled', after: { name, sessions } };
  },
});

const endSessions = defineAction<string>({
  parse: ({ name }) => parseName(name),
  load: (tx, siteId, name) => loadOperator(tx, siteId, name),
  async run(tx, by, name) {
    const { operator } = await requireOwnOperator(tx, by.siteId, name);
    return { outcome: 'ended', after: { name, sessions: await factors.deleteSessions(tx, operator.operatorId) } };
  },
});

const unlock = defineAction<string>({
  parse: ({ name }) => parseName(name),
  load: (tx, siteId, name) => loadOperator(tx, siteId, name),
  async run(tx, by, name) {
    const { operator } = await requireOwnOperator(tx, by.siteId, name);
    refuseSelf(by, operator.operatorId);
    return (await factors.deleteFailures(tx, `name:${name}`))
      ? { outcome: 'unlocked', after: { name } }
      : { rejection: 'NOT_WAITING' };
  },
});

type LimitChange = { readonly role: Role; readonly action: string; readonly amount: Money; readonly day: Money };

const setLimit = defineAction<LimitChange>({
  parse: ({ role, action = '', amount = '', day = '' }) => {
    const isLimited = isActionName(action) && limitedActions.includes(action);
    if (!isLimited) return failOperator('FIELD_INVALID', { field: 'action' });
    return {
      role: parseRole(role),
      action,
      amount: parseBaht(amount) ?? failOperator('FIELD_INVALID', { field: 'amount' }),
      day: parseBaht(day) ?? failOperator('FIELD_INVALID', { field: 'day' }),
    };
  },
  async load(tx, siteId, { role, action, amount, day }) {
    const now = await loadLimit(tx, siteId, { role, action });
    return {
      subject: `limit ${role} ${action}`,
      facts: {
        role,
        action,
        amount: toWireAmount(now.amount),
        day: toWireAmount(now.day),
        newAmount: toWireAmount(amount),
        newDay: toWireAmount(day),
      },
    };
  },
  async run(tx, by, limit) {
    await people.saveLimit(tx, by.siteId, limit);
    return { outcome: 'set', after: { amount: toWireAmount(limit.amount), day: toWireAmount(limit.day) } };
  },
});

export const peopleActions = {
  'operator.invite': invite,
  'operator.renew': renew,
  'operator.add-role': addRole,
  'operator.end-role': endRole,
  'operator.set-limit': setLimit,
  'operator.unlock': unlock,
  'operator.disable': disable,
  'operator.end-sessions': endSessions,
};

// ── the host and play mode ──

type HostInvitation = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly by: string;
  readonly reason: string;
  /** Play mode: opens a demo operator again that a person disabled. */
  readonly hashDemoPassword?: (() => Promise<string>) | undefined;
};

/**
 * Invites an operator from the host: the first admins of a site, and the way back in. Returns the code of the link;
 * undefined: a demo operator of play mode, who can sign in again without one.
 */
export async function inviteFromHost(
  database: Database,
  siteId: number,
  given: HostInvitation,
): Promise<string | undefined> {
  const name = parseName(given.name);
  return database.transaction(async (tx) => {
    const known = await people.findByName(tx, name);
    const code = known?.isDemo
      ? await openDemoAgain(tx, siteId, known.operatorId, given)
      : known
        ? await inviteAgain(tx, siteId, { operatorId: known.operatorId, roles: given.roles })
        : await insertInvited(tx, siteId, { name, displayName: name, roles: given.roles, requestId: undefined });
    await appendEntry(tx, siteId, {
      operator: given.by,
      role: 'host',
      channel: 'host',
      action: 'operator.invite',
      subject: subjectOf(name),
      reason: given.reason,
      outcome: 'done',
      after: { name, roles: given.roles },
    });
    return code;
  });
}

async function openDemoAgain(
  tx: Transaction,
  siteId: number,
  operatorId: string,
  { roles, hashDemoPassword }: HostInvitation,
): Promise<undefined> {
  if (hashDemoPassword === undefined) return failOperator('OPERATOR_EXISTS');
  await people.setPassword(tx, operatorId, await hashDemoPassword());
  await people.setDisabled(tx, operatorId, false);
  for (const role of roles) await people.grantRole(tx, siteId, { operatorId, role });
  return undefined;
}

async function inviteAgain(
  tx: Transaction,
  siteId: number,
  of: { readonly operatorId: string; readonly roles: readonly Role[] },
): Promise<string> {
  const { operatorId } = of;
  await people.setDisabled(tx, operatorId, false);
  await factors.deleteSessions(tx, operatorId);
  for (const role of of.roles) await people.grantRole(tx, siteId, { operatorId, role });
  return createInvitation(tx, operatorId);
}

const DEMO_OPERATORS: readonly (readonly [name: string, role: Role])[] = [
  ['demo-support', 'support'],
  ['demo-payments', 'payments'],
  ['demo-payments-2', 'payments'],
  ['demo-risk', 'risk'],
  ['demo-marketing', 'marketing'],
  ['demo-finance', 'finance'],
  ['demo-admin', 'admin'],
  ['demo-admin-2', 'admin'],
];

/** Makes the operators of play mode at every site, or closes them. What a person took from them stays taken. */
export async function ensureDemoOperators(
  database: Database,
  demo: { readonly isOpen: boolean; readonly passwordHash: () => Promise<string> },
): Promise<void> {
  if (!demo.isOpen) return people.closeDemo(database);
  const passwordHash = await demo.passwordHash();
  await database.transaction(async (tx) => {
    await people.openDemo(tx, passwordHash);
    for (const [name, role] of DEMO_OPERATORS) {
      const made = await people.insertOperator(tx, { name, displayName: name, passwordHash, isDemo: true });
      const known = made === undefined ? await people.findByName(tx, name) : undefined;
      const operatorId = made ?? known?.operatorId;
      // A person may bear the name in an installation that was licensed before.
      if (operatorId === undefined || known?.isDemo === false) continue;
      for (const siteId of await people.listSiteIds(tx)) await people.grantFirstRole(tx, siteId, { operatorId, role });
    }
  });
}

export const hasEnabledDemo = (database: Queryable): Promise<boolean> => people.hasEnabledDemo(database);
