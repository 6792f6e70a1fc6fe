// Words of the protection of members in English, of the type of the Thai ones.

import type { ProtectionWords } from './protection-th.text.ts';

export const protectionEn: ProtectionWords = {
  title: 'Responsible play',
  choose: 'Choose a member to see details',
  show: 'Show',
  chips: {
    breaks: 'On a break',
    exclusions: 'Excluded',
    requests: 'Looser limit requested',
    limits: 'With limits',
    markers: 'Marks of harm',
  },
  columns: {
    member: 'Member',
    state: 'State',
    until: 'Until',
    breaks: 'Breaks in 90 days',
    limits: 'Limits',
    markers: 'Marks of harm',
  },
  empty: {
    breaks: 'No member is on a break',
    exclusions: 'No member is excluded',
    requests: 'No looser limit is requested',
    limits: 'No member has set a limit',
    markers: 'No mark of harm waits for a decision',
  },
  emptyHelp: 'Members set it on their account page, or request it by telephone',
  endless: 'without end',
  minutes: (count) => `${count} min`,
  requested: (most, time) => `${most} requested ${time}`,
  noLimit: 'no limit',
  noLimits: 'No limits are set',
  rule: 'A break begins or grows; nobody shortens one. Only the member loosens a limit.',
  length: 'Length',
  lengths: {
    '24h': '24 hours',
    '7d': '7 days',
    '30d': '30 days',
    '42d': '42 days',
    '6m': '6 months',
    '1y': '1 year',
    '5y': '5 years',
    forever: 'without end',
  },
  openMember: 'Open the member',
};
