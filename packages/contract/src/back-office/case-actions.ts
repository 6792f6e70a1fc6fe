// Actions about contacts, complaints and canned replies as data.
//
// Always true: the first field names the subject. The reason of a contact is its summary, that of a new complaint is
// what the member complains about.
//
// Elsewhere: the other actions (actions.ts), words of the fields (cases.ts), facts and effects (modules/operators).

import { defineEntry } from './action-entry.ts';

const entry = <const Fields extends readonly string[]>(fields: Fields) =>
  defineEntry({ permission: 'cases.work', people: 'alone', needsStepUp: false, fields, requestHours: 24 });

export const caseActions = {
  'contact.record': entry(['member', 'channel', 'direction', 'chat']),
  'complaint.open': entry(['member', 'category', 'channel', 'days']),
  'complaint.assign': entry(['complaint', 'operator']),
  'complaint.escalate': entry(['complaint']),
  'complaint.answer': entry(['complaint', 'answer']),
  'complaint.close': entry(['complaint', 'outcome']),
  'complaint.reopen': entry(['complaint']),
  'reply.save': entry(['reply', 'name', 'topic', 'th', 'en']),
  'reply.remove': entry(['reply']),
} as const;
