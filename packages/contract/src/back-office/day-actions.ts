// Actions about business days as data: a difference explained, a day closed, a closed day reopened by two people.
//
// Always true: the first field names the day. The reason of an explanation is its text.
//
// Elsewhere: the other actions (actions.ts), days (day-close.ts), facts and effects (modules/operators).

import { defineEntry } from './action-entry.ts';

export const dayActions = {
  'business-day.explain': defineEntry({
    permission: 'days.explain',
    people: 'alone',
    needsStepUp: false,
    fields: ['day', 'subject', 'state'],
    requestHours: 24,
  }),
  'business-day.close': defineEntry({
    permission: 'days.close',
    people: 'alone',
    needsStepUp: true,
    fields: ['day'],
    requestHours: 24,
  }),
  'business-day.reopen': defineEntry({
    permission: 'days.reopen',
    people: 'two',
    needsStepUp: true,
    fields: ['day'],
    requestHours: 24,
  }),
} as const;
