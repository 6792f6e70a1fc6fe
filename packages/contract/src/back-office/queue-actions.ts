// Actions about waiting items as data: an approval taken back, an item put off or taken over, targets.
//
// Always true: the first field names the item.
//
// Elsewhere: the other actions (actions.ts), the queues (queues.ts), facts and effects (modules/operators).

import { defineEntry } from './action-entry.ts';

export const queueActions = {
  'withdrawal.reopen': defineEntry({
    permission: 'withdrawals.stop',
    people: 'alone',
    needsStepUp: false,
    fields: ['withdrawal'],
    requestHours: 1,
  }),
  'queue.put-off': defineEntry({
    permission: 'queues.work',
    people: 'alone',
    needsStepUp: false,
    fields: ['item', 'minutes'],
    requestHours: 1,
  }),
  'queue.take-over': defineEntry({
    permission: 'queues.work',
    people: 'alone',
    needsStepUp: false,
    fields: ['item'],
    requestHours: 1,
  }),
  'queue.set-target': defineEntry({
    permission: 'queues.targets',
    people: 'two',
    needsStepUp: true,
    fields: ['queue', 'minutes'],
    requestHours: 24,
  }),
} as const;
