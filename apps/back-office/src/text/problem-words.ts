// The problem of a bank report that could not be read, in words.

import type { QueueWords } from './queues-th.text.ts';

/** `FIELDS: amount` names the fields; details are kept. An unknown problem stays as it is stored. */
export function describeReportProblem({ reportProblems }: Pick<QueueWords, 'reportProblems'>, stored: string): string {
  const [code = '', ...details] = stored.split(': ');
  const words: Readonly<Record<string, string>> = reportProblems;
  return Object.hasOwn(words, code) ? [words[code], ...details].join(': ') : stored;
}
