// Actions of operators as data: name, permission, rule of people, input.
//
// Always true: the input of an action is a JSON object of texts. Forms, the command line and stored requests pass the
// same parser (modules/operators). An action that is missing here does not exist for any caller.
//
// Elsewhere: the actions that began as commands (command-actions.ts), permissions (roles.ts), what the host may do
// (host-actions.ts), the facts and effects of each action (modules/operators).

import { type ActionEntry, defineEntry, type PeopleRule } from './action-entry.ts';
import { caseActions } from './case-actions.ts';
import { commandActions } from './command-actions.ts';
import { dayActions } from './day-actions.ts';
import { exportActions } from './exports.ts';
import { offerActions } from './offer-actions.ts';
import { queueActions } from './queue-actions.ts';
import { riskActions } from './risk-actions.ts';
import { shiftActions } from './shifts.ts';
import { siteActions } from './site-actions.ts';

export type { ActionEntry, PeopleRule };
export { CODES_MAX } from './offer-actions.ts';

export const actions = {
  'withdrawal.approve': defineEntry({
    permission: 'withdrawals.approve',
    people: 'limit',
    needsStepUp: true,
    fields: ['withdrawal'],
    requestHours: 1,
  }),
  'withdrawal.reject': defineEntry({
    permission: 'withdrawals.stop',
    people: 'alone',
    needsStepUp: true,
    fields: ['withdrawal'],
    requestHours: 1,
  }),
  'withdrawal.stop': defineEntry({
    permission: 'withdrawals.stop',
    people: 'alone',
    needsStepUp: true,
    fields: ['withdrawal'],
    requestHours: 1,
  }),
  'payout.confirm-paid': defineEntry({
    permission: 'withdrawals.resolve',
    people: 'two',
    needsStepUp: true,
    fields: ['withdrawal'],
    requestHours: 4,
  }),
  'payout.confirm-failed': defineEntry({
    permission: 'withdrawals.resolve',
    people: 'two',
    needsStepUp: true,
    fields: ['withdrawal'],
    requestHours: 4,
  }),
  'member.end-sessions': defineEntry({
    permission: 'members.lock',
    people: 'alone',
    needsStepUp: false,
    fields: ['member'],
    requestHours: 24,
  }),
  'member.reveal': defineEntry({
    permission: 'members.reveal',
    people: 'alone',
    needsStepUp: true,
    fields: ['member', 'field'],
    requestHours: 24,
  }),
  'member.note': defineEntry({
    permission: 'members.note',
    people: 'alone',
    needsStepUp: false,
    fields: ['member', 'pinned'],
    requestHours: 24,
  }),
  'member.change-note': defineEntry({
    permission: 'members.note',
    people: 'alone',
    needsStepUp: false,
    fields: ['note', 'to'],
    requestHours: 24,
  }),
  'member.tag': defineEntry({
    permission: 'members.note',
    people: 'alone',
    needsStepUp: false,
    fields: ['member', 'tag'],
    requestHours: 24,
  }),
  'member.untag': defineEntry({
    permission: 'members.note',
    people: 'alone',
    needsStepUp: false,
    fields: ['member', 'tag'],
    requestHours: 24,
  }),
  /** A code for an open request of a member who lost the password; shown once. */
  'member.password-code': defineEntry({
    permission: 'members.password-code',
    people: 'alone',
    needsStepUp: true,
    fields: ['member', 'number'],
    requestHours: 24,
  }),
  'member.identity': defineEntry({
    permission: 'members.identity',
    people: 'two',
    needsStepUp: true,
    fields: ['memberId', 'firstName', 'lastName', 'bankCode', 'bankAccount', 'phone'],
    requestHours: 72,
  }),
  'operator.invite': defineEntry({
    permission: 'operators.change',
    people: 'two',
    needsStepUp: true,
    fields: ['name', 'displayName', 'roles'],
    requestHours: 24,
  }),
  'operator.renew': defineEntry({
    permission: 'operators.change',
    people: 'two',
    needsStepUp: true,
    fields: ['name'],
    requestHours: 24,
  }),
  'operator.add-role': defineEntry({
    permission: 'operators.change',
    people: 'two',
    needsStepUp: true,
    fields: ['name', 'role'],
    requestHours: 24,
  }),
  'operator.end-role': defineEntry({
    permission: 'operators.disable',
    people: 'alone',
    needsStepUp: true,
    fields: ['name', 'role'],
    requestHours: 24,
  }),
  'operator.set-limit': defineEntry({
    permission: 'operators.change',
    people: 'two',
    needsStepUp: true,
    fields: ['role', 'action', 'amount', 'day'],
    requestHours: 24,
  }),
  'operator.unlock': defineEntry({
    permission: 'operators.change',
    people: 'alone',
    needsStepUp: true,
    fields: ['name'],
    requestHours: 24,
  }),
  'operator.disable': defineEntry({
    permission: 'operators.disable',
    people: 'alone',
    needsStepUp: true,
    fields: ['name'],
    requestHours: 24,
  }),
  'operator.end-sessions': defineEntry({
    permission: 'operators.disable',
    people: 'alone',
    needsStepUp: true,
    fields: ['name'],
    requestHours: 24,
  }),
  ...commandActions,
  ...queueActions,
  ...dayActions,
  ...shiftActions,
  ...caseActions,
  ...riskActions,
  ...offerActions,
  ...siteActions,
  ...exportActions,
} as const;

export type ActionName = keyof typeof actions;

export const actionNames = Object.keys(actions) as readonly ActionName[];

export function isActionName(text: string): text is ActionName {
  return Object.hasOwn(actions, text);
}

/** The limit of a role where the site has set none, in baht. */
export const DEFAULT_LIMIT = { amount: '20000.00', day: '200000.00' } as const;

/** Actions whose limits can be set. */
export const limitedActions = actionNames.filter((name) => {
  const { people, isRequestLimited }: ActionEntry = actions[name];
  return people === 'limit' || isRequestLimited === true;
});

export const REASON_LENGTH_MIN = 3;
export const REASON_LENGTH_MAX = 500;
/** A second factor is valid for actions for this long. */
export const STEP_UP_SECONDS = 300;
export const IDLE_SECONDS = 15 * 60;
export const SESSION_SECONDS = 8 * 60 * 60;
export const PASSWORD_LENGTH_MIN = 12;
