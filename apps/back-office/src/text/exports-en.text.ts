// Words of exports in English.

import type { ExportWords } from './exports-th.text.ts';

export const exportsEn: ExportWords = {
  start: 'Export all',
  list: 'Exports',
  help: 'Your files, kept for 7 days. Personal data is masked as in the list.',
  more: 'Other exports',
  schedule: 'Schedule',
  scheduleHelp: 'Writes a new file with these filters and columns each time (Bangkok); it stands on Exports.',
  scheduleReportHelp: 'Writes the day, week or month before each time (Bangkok); it stands on Exports.',
  every: 'Every',
  hour: 'Hour',
  periods: { day: 'every day', week: 'every Monday', month: 'every 1st of the month' },
  schedules: 'Scheduled files',
  next: (period, time) => `${period} · next ${time}`,
  scheduleLost: 'Ended: you may not see this data any more',
  endSchedule: 'End',
  revealHelp: (hours) =>
    `A file with names, phones and accounts in full. Another person decides, it is kept ${hours} hours, and its members are recorded.`,
  inFull: 'in full',
  columns: { what: 'Data', state: 'State', rows: 'Rows', created: 'Started', deleted: 'Deleted at', tools: 'File' },
  states: { waiting: 'not started', running: 'being written', done: 'ready', failed: 'failed', cancelled: 'cancelled' },
  failures: {
    TOO_MANY_ROWS: 'Too many rows: choose fewer days',
    ACCESS_ENDED: 'You may not see this data any more',
    NO_PROGRESS: 'Interrupted several times: start it again',
    FAILED: 'The file could not be written: start it again',
  },
  rows: (count) => `${count} rows`,
  download: 'Download',
  downloading: (done, all) => `Received ${done} of ${all} parts`,
  cancel: 'Cancel',
  empty: 'No files yet',
  emptyHelp: 'Press “Export all” in a list or a report.',
};
