// The form of an action as data.
//
// Elsewhere: the actions (actions.ts, command-actions.ts), permissions (roles.ts).

import type { Permission } from './roles.ts';

/** `alone`: one person. `limit`: one person up to the limit of the role. `two`: always a second person. */
export type PeopleRule = 'alone' | 'limit' | 'two';

export type ActionEntry = {
  readonly permission: Permission;
  readonly people: PeopleRule;
  /** A factor must have been used within five minutes. */
  readonly needsStepUp: boolean;
  readonly fields: readonly string[];
  /** Longest text of a field in characters; of a field that is missing here, FIELD_LENGTH_MAX. */
  readonly lengths?: Readonly<Record<string, number>>;
  /** Life of a request, at most 168. */
  readonly requestHours: number;
  /** The limit of the role bounds what it may request: above the amount or the sum of the day it is refused. */
  readonly isRequestLimited?: true;
};

export const FIELD_LENGTH_MAX = 500;

export const defineEntry = <const Entry extends ActionEntry>(entry: Entry): Entry => entry;
