// The words of npm run ops -- create-cell, cells and move-site.
//
// Elsewhere: cells.ts, move-site.ts.

import os from 'node:os';

import { codeOf } from '@chaba/database/site-move';

import { CommandError } from '#ops/core/command';
import { cleanCells, createCell, fenceRestored, formatCells, viewCells, writeAll } from './cells.ts';
import { readCells } from './cells-file.ts';
import { moveSites } from './move-site.ts';
import { followCells, formatReporting } from './reporting.ts';

export type CellWords = Readonly<
  Partial<Record<'database' | 'servers' | 'edge' | 'sockets' | 'from' | 'to' | 'keep' | 'reason', string | undefined>>
> &
  Readonly<Record<'json' | 'write' | 'clean' | 'fence' | 'abort', boolean>>;

const KEPT_DAYS = 7;
const KEPT_DAYS_MAX = 365;
/** The database was lost in the middle of a step. */
const LOST = /^(08|57P|ECONN|EPIPE|ETIMEDOUT)|^$/;

export async function runCellCommand(
  file: string,
  command: 'cells' | 'create-cell' | 'move-site' | 'reporting',
  [word]: readonly string[],
  words: CellWords,
): Promise<number> {
  if (command === 'create-cell') {
    const { database, servers, edge: folder, sockets } = words;
    console.log(await createCell(file, word, { database, servers, folder, sockets }));
    return 0;
  }
  if (command === 'reporting') {
    const lines = await followCells(file, words.database);
    console.log(words.json ? JSON.stringify(lines) : formatReporting(lines));
    return lines.every(({ isFollowing, away }) => isFollowing && away === undefined) ? 0 : 1;
  }
  if (command === 'move-site') return runMove(file, word, words);
  if (words.write) console.log(await writeAll(file));
  else if (words.clean) console.log(await cleanCells(file));
  else if (words.fence) console.log(await fenceRestored(file));
  else {
    const views = await viewCells(readCells(file));
    console.log(words.json ? JSON.stringify(views, undefined, 2) : formatCells(views));
    return views.some(({ away }) => away !== undefined) ? 1 : 0;
  }
  return 0;
}

async function runMove(file: string, word: string | undefined, words: CellWords): Promise<number> {
  const codes = [...new Set(word?.split(',').filter((code) => code !== ''))];
  const [from, to] = [readNumber(words.from), readNumber(words.to)];
  if (codes.length === 0 || from === undefined || to === undefined) {
    throw new CommandError('move-site <code>[,<code>…] --from <cell> --to <cell>: nothing was changed.');
  }
  const keptDays = words.keep === undefined ? KEPT_DAYS : readNumber(words.keep);
  if (keptDays === undefined || keptDays > KEPT_DAYS_MAX) {
    throw new CommandError(`--keep is a number of days up to ${KEPT_DAYS_MAX}.`);
  }
  const reason = words.reason?.trim() ?? `to cell ${to}`;
  if (reason.length < 3 || reason.length > 500) throw new CommandError('--reason has 3 to 500 letters.');
  const startedAt = performance.now();
  const report = (progress: { readonly step: string; readonly text: string }): void => {
    const at = Math.round(performance.now() - startedAt) / 1_000;
    console.log(
      words.json
        ? JSON.stringify({ at, ...progress })
        : `${String(at).padStart(8)} s  ${progress.step.padEnd(8)} ${progress.text}`,
    );
  };
  const operator = os.userInfo().username;
  try {
    return await moveSites({ file, codes, from, to, isAbort: words.abort, keptDays, operator, reason, report });
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error) || !LOST.test(codeOf(error))) throw error;
    throw new CommandError(`A database was lost (${error.message}). Repeat the command, or end the move with --abort.`);
  }
}

const readNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
