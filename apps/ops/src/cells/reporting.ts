// npm run ops -- reporting [--database FILE]: subscribes the reporting database to every cell, and shows how far it is.
//
// Always true: may be repeated: a subscription is made where it is missing, made again where the cell has lost its slot
// (a failover before PostgreSQL 17), and changed where the tables are others since an upgrade. A cell that is away is
// shown as away with its last position.
//
// Elsewhere: publications and subscriptions (packages/database/src/reporting.ts).

import { listSites } from '@chaba/database/cell-facts';
import { listSubscriptions, publishServed, type ReportingState, subscribe } from '@chaba/database/reporting';
import { connectOwner } from '@chaba/database/site-move';

import { CommandError } from '#ops/core/command';
import { type CellsFile, readAddress, readCells, writeCells } from './cells-file.ts';

export type ReportingLine = ReportingState & { readonly action: string; readonly away?: string };

export async function openReporting(cells: CellsFile): ReturnType<typeof connectOwner> {
  if (cells.reporting === undefined) {
    throw new CommandError('There is no reporting database: npm run ops -- reporting --database FILE makes it one.');
  }
  return connectOwner(readAddress(cells.reporting, 'the reporting database')).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The reporting database does not answer (${reason}).`);
  });
}

export async function followCells(file: string, database: string | undefined): Promise<ReportingLine[]> {
  const listed = readCells(file);
  const cells = database === undefined ? listed : { ...listed, reporting: database };
  const reporting = await openReporting(cells);
  try {
    const { rowCount } = await reporting.query(`select from pg_class where oid = to_regclass('public.site_move')`);
    if (rowCount === 0) {
      throw new CommandError('The reporting database has no tables of this release: npm run migrate -- --apply first.');
    }
    const own = (await listSites(reporting)).length;
    if (database !== undefined && listed.reporting === undefined && own > 0) {
      throw new CommandError('The reporting database has sites already: name an empty one. Nothing was changed.');
    }
    if (cells !== listed) writeCells(file, cells);
    const actions = new Map<number, { action: string; away?: string }>();
    for (const [name, cell] of Object.entries(cells.cells)) {
      const number = Number(name);
      const url = readAddress(cell.database, `cell ${name}`);
      const source = await connectOwner(url).catch((error: unknown) => String(error));
      if (typeof source === 'string') {
        actions.set(number, { action: 'none', away: source });
        continue;
      }
      try {
        await publishServed(source);
        const sourceUrl = cell.replication === undefined ? url : readAddress(cell.replication, `cell ${name}`);
        const siteIds = (await listSites(source))
          .filter(({ state }) => state !== 'away' && state !== 'arriving')
          .map(({ id }) => id);
        actions.set(number, { action: await subscribe(reporting, source, { cell: number, sourceUrl, siteIds }) });
      } finally {
        await source.end();
      }
    }
    const states = new Map((await listSubscriptions(reporting)).map((state) => [state.cell, state]));
    return [...actions].map(([cell, action]) => {
      const none = { cell, isFollowing: false, ready: 0, tables: 0, position: null, secondsAgo: null };
      return { ...none, ...states.get(cell), ...action };
    });
  } finally {
    await reporting.end();
  }
}

export function formatReporting(lines: readonly ReportingLine[]): string {
  return lines
    .map(({ cell, isFollowing, ready, tables, position, secondsAgo, action, away }) => {
      const at = position === null ? 'nothing yet' : `position ${position}`;
      if (away !== undefined) return `cell ${cell}  AWAY, last ${at} (${away})`;
      const heard = secondsAgo === null ? '' : `, heard ${Math.round(secondsAgo)} s ago`;
      return `cell ${cell}  ${isFollowing ? 'following' : 'NOT FOLLOWING'}, ${ready} of ${tables} tables, ${at}${heard}, subscription ${action}`;
    })
    .join('\n');
}
