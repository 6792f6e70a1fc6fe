// Words of the dashboard and the reports in English.

import type { ReportWords } from './reports-th.text.ts';

export const reportsEn: ReportWords = {
  dashboard: 'Dashboard',
  asOf: (time) => `As of ${time}`,
  untilHour: (hour) => `to ${hour}`,
  notSummed: 'Nothing is summed yet. The first hour is shown ten minutes after its end.',
  behind: (time) => `Sums are being added, to ${time} so far. The figures of today are shown when they are complete.`,
  figure: 'Figure',
  today: 'Today',
  yesterday: 'Yesterday',
  lastWeek: 'A week ago',
  change: 'Against yesterday',
  figures: {
    deposits: 'Deposits',
    withdrawals: 'Withdrawals',
    net: 'Net',
    ggr: 'GGR',
    gifts: 'Bonus cost',
    players: 'Active',
    registered: 'New',
  },
  help: {
    deposits: 'what arrived less what was sent back',
    withdrawals: 'what was paid less what came back',
    net: 'deposits less withdrawals',
    ggr: 'stakes less payouts and prizes, by posting time',
    gifts: 'bonuses, codes, wheel, cashback and commission',
    players: 'members who bet on the day',
    registered: 'registered on the day',
  },
  byHour: 'By hour',
  hour: 'Hour',
  hourSentence: (name, total, best, amount) =>
    `${name} of today to the last closed hour: ${total}, most at ${best} with ${amount}.`,
  hourNone: (name) => `${name} of today: nothing in a closed hour yet.`,
  providers: 'GGR by provider',
  provider: 'Provider',
  stakes: 'Stakes',
  providerSentence: (count, best, amount) =>
    `${count} providers were played today; the most came from ${best}: ${amount}.`,
  providerNone: 'No play of today is summed yet.',
  table: 'Show as a table',
  queues: 'Waiting queues',
  queuesNone: 'Nothing waits',
  oldest: 'oldest',
  level: { good: 'Systems good', degraded: 'Systems degraded', broken: 'Systems broken' },
};
