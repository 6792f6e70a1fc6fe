// Actions of risk as data: block lists, alerts, verdicts on linked members, thresholds of rules.
//
// Always true: a blocked value is typed, or it is that of a member, never both. A stricter rule needs one person.
//
// Elsewhere: the other actions (actions.ts), facts and effects (modules/operators).

import { defineEntry } from './action-entry.ts';
import { BLOCK_FILE_LENGTH_MAX } from './blocks.ts';

const ofAlert = defineEntry({
  permission: 'risk.alerts',
  people: 'alone',
  needsStepUp: false,
  fields: ['alert'],
  requestHours: 24,
});

// `others`: references of members, apart by spaces.
const ofMember = defineEntry({
  permission: 'members.link',
  people: 'alone',
  needsStepUp: false,
  fields: ['member', 'others'],
  requestHours: 24,
});

export const riskActions = {
  'alert.clear': ofAlert,
  'alert.act': ofAlert,
  'alert.same-person': ofAlert,
  'alert.household': ofAlert,
  'alert.different': ofAlert,
  'member.same-person': ofMember,
  'member.household': ofMember,
  'member.different': ofMember,
  'risk.set-rule': defineEntry({
    permission: 'risk.rules',
    people: 'two',
    needsStepUp: true,
    fields: ['rule', 'threshold', 'state'],
    requestHours: 24,
  }),
  'block.add': defineEntry({
    permission: 'risk.blocks',
    people: 'alone',
    needsStepUp: false,
    fields: ['kind', 'value', 'member'],
    requestHours: 24,
  }),
  /** Each row becomes a block by a job; the whole is refused for its type or its number of rows. */
  'block.import': defineEntry({
    permission: 'risk.blocks',
    people: 'alone',
    needsStepUp: true,
    fields: ['name', 'rows'],
    lengths: { rows: BLOCK_FILE_LENGTH_MAX },
    requestHours: 24,
  }),
  'block.stop-import': defineEntry({
    permission: 'risk.blocks',
    people: 'alone',
    needsStepUp: false,
    fields: ['import'],
    requestHours: 24,
  }),
  'block.end': defineEntry({
    permission: 'risk.blocks',
    people: 'alone',
    needsStepUp: true,
    fields: ['block'],
    requestHours: 24,
  }),
} as const;
