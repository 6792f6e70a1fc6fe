// Actions about announcements, maintenance and the order of the lobby as data.
//
// Always true: a time is an ISO text; an empty begin is now.
//
// Elsewhere: the settings of a site (site-settings.ts), the other actions (actions.ts), effects (modules/operators).

import { defineEntry } from './action-entry.ts';

const TERMS = ['place', 'audience', 'text', 'image', 'startsAt', 'endsAt'] as const;

const entry = <const Fields extends readonly string[]>(fields: Fields) =>
  defineEntry({ permission: 'site.look', people: 'alone', needsStepUp: false, fields, requestHours: 24 });

export const siteActions = {
  /** Again while it lasts: another message, another end. Both may be empty. */
  'site.begin-maintenance': defineEntry({
    permission: 'site.switches',
    people: 'alone',
    needsStepUp: true,
    fields: ['message', 'endsAt'],
    requestHours: 24,
  }),
  'announcement.create': entry(TERMS),
  'announcement.change': entry(['announcement', ...TERMS]),
  'announcement.end': entry(['announcement']),
  'provider.move': defineEntry({
    permission: 'games.order',
    people: 'alone',
    needsStepUp: false,
    fields: ['provider', 'direction'],
    requestHours: 24,
  }),
  'provider.set-badge': defineEntry({
    permission: 'games.order',
    people: 'alone',
    needsStepUp: false,
    fields: ['provider', 'isNew'],
    requestHours: 24,
  }),
} as const;
