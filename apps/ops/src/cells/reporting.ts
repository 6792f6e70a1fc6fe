// npm run ops -- reporting [--database FILE]: subscribes the reporting database to every cell, and shows how far it is.
//
// Always true: may be repeated: a subscription is made where it is missing, made again where the cell has lost its slot
// (a failover before PostgreSQL 17), and changed where the tables are others since an upgrade, or the address is. A
// cell or standby that is away is shown as away with its last position.
//
// Elsewhere: publications and subscriptions (packages/database/src/reporting.ts).

import { listSites } from '@chaba/database/cell-facts';
import {
  awaitReplay,
  getVersion,
  listSubscriptions,
  publishServed,
  type ReportingState,
  STANDBY_VERSION,
  subscribe,
} from '@chaba/database/reporting';
import { connectOwner } from '@chaba/database/site-move';

import { CommandError } from '#ops/core/command';
import { type CellsFile, type ListedCell, readAddress, readCells, writeCells } from './cells-file.ts';

const REPLAY_WITHIN_MS = 30_000;

type Client = Awaited<ReturnType<typeof connectOwner>>;
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
    const actions = new Map<number, Followed>();
    for (const [name, cell] of Object.entries(cells.cells)) {
      actions.set(Number(name), await followCell(reporting, Number(name), cell));
    }
    const states = new Map((await listSubscriptions(reporting)).map((state) => [state.cell, state]));
    return [...actions].map(([cell, action]) => {
      const none = {
        cell,
        isFollowing: false,
        isAtStandby: false,
        ready: 0,
        tables: 0,
        position: null,
        secondsAgo: null,
      };
      return { ...none, ...states.get(cell), ...action };
    });
  } finally {
    await reporting.end();
  }
}

type Followed = { readonly action: string; readonly away?: string };

async function followCell(reporting: Client, cell: number, listed: ListedCell): Promise<Followed> {
  const url = readAddress(listed.database, `cell ${cell}`);
  const clients: Client[] = [];
  const connect = async (address: string): Promise<Client> => {
    const client = await connectOwner(address);
    clients.push(client);
    return client;
  };
  try {
    const source = await connect(url).catch((error: unknown) => String(error));
    if (typeof source === 'string') return { action: 'none', away: source };
    await publishServed(source);
    const decoding = listed.standby ?? listed.replication;
    const sourceUrl = decoding === undefined ? url : readAddress(decoding, `cell ${cell}`);
    const standby = listed.standby === undefined ? undefined : await connect(sourceUrl).catch(String);
    if (typeof standby === 'string') return { action: 'none', away: `its standby: ${standby}` };
    if (standby !== undefined) await checkStandby(cell, source, standby);
    const siteIds = (await listSites(source))
      .filter(({ state }) => state !== 'away' && state !== 'arriving')
      .map(({ id }) => id);
    return { action: await subscribe(reporting, source, { cell, sourceUrl, siteIds, standby }) };
  } finally {
    for (const client of clients) await client.end();
  }
}

/** Requires a server that can decode for the cell: its standby, or one that was promoted. */
async function checkStandby(cell: number, source: Client, standby: Client): Promise<void> {
  const refuse = (reason: string): never => {
    throw new CommandError(`The standby of cell ${cell} ${reason}: its subscription was not changed.`);
  };
  if ((await getVersion(standby)) < STANDBY_VERSION) refuse('is older than PostgreSQL 16 and decodes nothing');
  const read = async (client: Client): Promise<{ cluster: string; isStandby: boolean; hasFeedback: boolean }> => {
    const { rows } = await client.query(`
      select (select system_identifier::text from pg_control_system()) as cluster, pg_is_in_recovery() as "isStandby",
        current_setting('hot_standby_feedback')::boolean as "hasFeedback"`);
    return rows[0];
  };
  const [own, other] = [await read(source), await read(standby)];
  if (own.cluster !== other.cluster) refuse('is a server of another cluster');
  if (other.isStandby && !other.hasFeedback) refuse('needs hot_standby_feedback = on');
  if (!(await awaitReplay(source, standby, REPLAY_WITHIN_MS))) refuse('is behind');
}

export function formatReporting(lines: readonly ReportingLine[]): string {
  return lines
    .map(({ cell, isFollowing, isAtStandby, ready, tables, position, secondsAgo, action, away }) => {
      const at = position === null ? 'nothing yet' : `position ${position}`;
      if (away !== undefined) return `cell ${cell}  AWAY, last ${at} (${away})`;
      const heard = secondsAgo === null ? '' : `, heard ${Math.round(secondsAgo)} s ago`;
      return `cell ${cell}  ${isFollowing ? 'following' : 'NOT FOLLOWING'}${isAtStandby ? ' its standby' : ''}, ${ready} of ${tables} tables, ${at}${heard}, subscription ${action}`;
    })
    .join('\n');
}
