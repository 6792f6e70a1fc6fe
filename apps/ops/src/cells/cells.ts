// npm run ops -- cells, create-cell: the list of cells and what their databases say.
//
//     create-cell <n> --database FILE --servers a:3000,b:3000    numbers a migrated database, and lists the cell
//     cells [--json]                                             cells and sites, as the databases have them
//     cells --write                                              brings cells.json, cells.map and cells.cfg up to date
//     cells --clean                                              deletes the rows of sites that moved away days ago
//     cells --fence                                              refuses sites that the list gives to another cell
//
// Always true: a cell that does not answer keeps its lines. A site that two cells serve is an error, and nothing is
// written.
//
// Elsewhere: the file (cells-file.ts), moving a site (move-site.ts).

import * as fs from 'node:fs';
import path from 'node:path';

import type { Database } from '@chaba/database';
import { findCellNumber, listSites, loadCellFacts, setCell, type SiteFacts } from '@chaba/database/cell-facts';
import {
  connectOwner,
  installFence,
  listMoves,
  lockSite,
  notifySites,
  type SiteMove,
  writeMove,
} from '@chaba/database/site-move';

import { type ListedSite, printAccount } from '@chaba/server/core/cell-list';
import { loadServedSites } from '@chaba/server/modules/operations';

import { CommandError } from '#ops/core/command';
import {
  type ListedCell,
  CELL_MAX,
  type CellsFile,
  listMapLines,
  readAddress,
  readCells,
  writeCells,
  writeEdgeFiles,
} from './cells-file.ts';
import { hasBackends, setMap } from './edge.ts';
import { clean } from './move-site.ts';

const IDS_A_CELL = 10_000;
const KEY_END = /^.*-|\.[0-9a-f]{8}$/g;
/** Key ids without a site in their name, of play mode. */
const TEST_KEYS: Readonly<Record<string, string>> = { chaba: 'key' };
/** The move of a site that was only found in the list of cells. */
const NO_MOVE = '00000000-0000-0000-0000-000000000000';

export type CellView = {
  readonly number: number;
  readonly cell: ListedCell;
  readonly sites: readonly SiteFacts[];
  readonly moves: readonly SiteMove[];
  /** Why its database does not answer. */
  readonly away?: string;
};

export async function createCell(
  file: string,
  word: string | undefined,
  given: {
    readonly database?: string | undefined;
    readonly servers?: string | undefined;
    readonly folder?: string | undefined;
    readonly sockets?: string | undefined;
  },
): Promise<string> {
  const number = /^\d{1,6}$/.test(word ?? '') ? Number(word) : Number.NaN;
  if (!(number <= CELL_MAX)) {
    throw new CommandError(`create-cell takes a number from 0 to ${CELL_MAX}: nothing was changed.`);
  }
  if (given.database === undefined || given.servers === undefined) {
    throw new CommandError('create-cell <n> --database FILE --servers host:port,host:port: nothing was changed.');
  }
  const cells = readCells(file, true);
  const known = cells.cells[String(number)];
  const servers = given.servers.split(',');
  const cell: ListedCell = { ...known, database: path.resolve(given.database), servers };
  const url = readAddress(cell.database, `the database of cell ${number}`);
  const twin = Object.entries(cells.cells).find(
    ([other, each]) => other !== String(number) && readAddress(each.database, `cell ${other}`) === url,
  );
  if (twin !== undefined) throw new CommandError(`The database is that of cell ${twin[0]}: nothing was changed.`);
  const client = await connect(url, number);
  try {
    const { rowCount } = await client.query(`select from pg_class where oid = to_regclass('public.cell')`);
    if (rowCount === 0) {
      throw new CommandError('The database has no tables of this release: npm run migrate -- --apply first.');
    }
    const facts = await loadCellFacts(client);
    if (facts.cell !== null && facts.cell !== number) {
      throw new CommandError(`The database is that of cell ${facts.cell}: nothing was changed.`);
    }
    if (facts.walLevel !== 'logical') {
      throw new CommandError(
        `PostgreSQL has wal_level ${facts.walLevel}: set wal_level = logical and restart it; nothing was changed.`,
      );
    }
    const strange = (await listSites(client)).find(
      ({ id, state }) => state === null && (id < number * IDS_A_CELL || id >= (number + 1) * IDS_A_CELL),
    );
    if (strange !== undefined) {
      throw new CommandError(
        `The database has the site ${strange.code} with the id ${strange.id}, which no site of cell ${number} has: nothing was changed.`,
      );
    }
    const next: CellsFile = {
      ...cells,
      edge: {
        folder: given.folder ?? cells.edge.folder,
        sockets: given.sockets === undefined ? cells.edge.sockets : given.sockets.split(','),
      },
      cells: { ...cells.cells, [String(number)]: cell },
    };
    await setCell(client, number);
    writeCells(file, next);
  } finally {
    await client.end();
  }
  return `Cell ${number}: the ids of its sites begin at ${number * IDS_A_CELL + 1}. Next: npm run ops -- cells --write.`;
}

type Connection = Awaited<ReturnType<typeof connectOwner>>;

async function connect(url: string, number: number): Promise<Connection> {
  return connectOwner(url).catch((error: unknown) => {
    throw new CommandError(
      `The database of cell ${number} does not answer (${error instanceof Error ? error.message : String(error)}).`,
    );
  });
}

/** Every cell as its database has it. */
export async function viewCells(cells: CellsFile): Promise<CellView[]> {
  return Promise.all(
    Object.entries(cells.cells).map(async ([name, cell]): Promise<CellView> => {
      const number = Number(name);
      const client = await connect(readAddress(cell.database, `cell ${name}`), number).catch((error: unknown) =>
        String(error),
      );
      if (typeof client === 'string') return { number, cell, sites: [], moves: [], away: client };
      try {
        return { number, cell, sites: await listSites(client), moves: await listMoves(client) };
      } finally {
        await client.end();
      }
    }),
  );
}

const isServedHere = ({ state }: SiteFacts): boolean => state === null || state === 'leaving' || state === 'served';

/** The sites as the databases have them; of cells that are away, and between two cells, as the file has them. */
function mergeSites(cells: CellsFile, views: readonly CellView[]): Record<string, ListedSite> {
  const sites: Record<string, ListedSite> = Object.fromEntries(
    Object.entries(cells.sites).filter(([code, site]) => {
      const view = views.find(({ number }) => number === site.cell);
      return view === undefined || view.away !== undefined || view.sites.some((each) => each.code === code);
    }),
  );
  const servedBy = new Map<string, number>();
  for (const { number, sites: own } of views) {
    for (const site of own.filter(isServedHere)) {
      const other = servedBy.get(site.code);
      if (other !== undefined) {
        throw new CommandError(
          `Cell ${other} and cell ${number} both serve ${site.code}: fence one of them; nothing was written.`,
        );
      }
      servedBy.set(site.code, number);
      const ends = [
        ...site.keyIds,
        ...Object.entries(TEST_KEYS).flatMap(([code, end]) => (code === site.code ? [`-${end}`] : [])),
      ];
      const keys = [...new Set([...ends.map((id) => id.replaceAll(KEY_END, '')), ...(sites[site.code]?.keys ?? [])])];
      sites[site.code] = {
        id: site.id,
        cell: number,
        hosts: site.hosts,
        keys: keys.filter((key) => key !== site.code).toSorted(),
        accounts: site.accounts.map(printAccount).toSorted(),
      };
    }
  }
  return sites;
}

/** Writes the file and the edge's files, and tells running edges. */
export async function writeAll(file: string): Promise<string> {
  const cells = readCells(file);
  const views = await viewCells(cells);
  const next: CellsFile = { ...cells, sites: mergeSites(cells, views) };
  writeCells(file, next);
  const isReloadNeeded = writeEdgeFiles(next);
  const waiting: string[] = [];
  for (const socket of next.edge.sockets) {
    const lines = listMapLines(next);
    try {
      const backends = new Set(lines.map(([, cell]) => cell));
      let isKnown = true;
      for (const backend of backends) isKnown = isKnown && (await hasBackends(socket, backend));
      if (isKnown) await setMap(socket, lines);
      else waiting.push(socket);
    } catch (error) {
      // An edge that is not started yet reads the files.
      if (!(error instanceof CommandError)) throw error;
      waiting.push(error.message);
    }
  }
  const away = views.flatMap(({ number, away: reason }) =>
    reason === undefined ? [] : [`cell ${number} does not answer`],
  );
  return [
    `${Object.keys(next.sites).length} sites in ${Object.keys(next.cells).length} cells are written.`,
    ...away.map((each) => `${each}: its lines stay.`),
    ...waiting.filter((each) => each.includes(' ')),
    ...(isReloadNeeded || waiting.length > 0 ? ['Start or reload the edge: systemctl reload haproxy.'] : []),
  ].join(' ');
}

/** Sites that this database serves and the list gives to another cell. */
export async function findMisplaced(database: Database, file: string): Promise<{ site: string; cell: number }[]> {
  if (!fs.existsSync(file)) return [];
  const { sites } = readCells(file);
  const own = await loadServedSites(database);
  return own.codes.flatMap((site) => {
    const cell = sites[site]?.cell;
    return cell === undefined || cell === own.cell ? [] : [{ site, cell }];
  });
}

/** One line a cell and a site, for people. */
export function formatCells(views: readonly CellView[]): string {
  return views
    .flatMap(({ number, cell, sites, moves, away }) => [
      `cell ${number}  ${cell.servers.join(', ')}${away === undefined ? '' : `  AWAY: ${away}`}`,
      ...sites.map(({ id, code, hosts, state }) => {
        const move = moves.find(({ siteId }) => siteId === id);
        const what = state === null || move === undefined ? 'served' : `${state} (cell ${move.otherCell})`;
        return `  ${String(id).padEnd(8)}${code.padEnd(18)}${what.padEnd(20)}${hosts.join(', ')}`;
      }),
    ])
    .join('\n');
}

/** Deletes what moved away and was kept long enough. */
export async function cleanCells(file: string, at = new Date()): Promise<string> {
  const cells = readCells(file);
  const done: string[] = [];
  for (const [name, cell] of Object.entries(cells.cells)) {
    const client = await connect(readAddress(cell.database, `cell ${name}`), Number(name));
    try {
      for (const { siteId, state, keptUntil, deletedAt } of await listMoves(client)) {
        if (state !== 'away' || deletedAt !== null || keptUntil === null || keptUntil > at) continue;
        if (!(await lockSite(client, siteId))) continue;
        done.push(`site ${siteId} at cell ${name}: ${await clean({ client }, [siteId])} rows`);
      }
    } finally {
      await client.end();
    }
  }
  return done.length === 0 ? 'Nothing is old enough.' : `Deleted: ${done.join('; ')}.`;
}

/** Fences the sites that a database serves and the list gives to another cell: the database was restored to before. */
export async function fenceRestored(file: string): Promise<string> {
  const cells = readCells(file);
  const done: string[] = [];
  for (const { number, cell, away } of await viewCells(cells)) {
    if (away !== undefined) continue;
    const client = await connect(readAddress(cell.database, `cell ${number}`), number);
    try {
      done.push(...(await fenceListed(client, number, cells)));
    } finally {
      await client.end();
    }
  }
  return formatFenced(done);
}

/**
 * The same for one database, of which the list may not be on this machine. Returns a sentence; undefined where there is
 * one cell.
 */
export async function fenceOwn(ownerUrl: string, file: string): Promise<string | undefined> {
  const client = await connectOwner(ownerUrl);
  try {
    const number = await findCellNumber(client);
    const cells = fs.existsSync(file) ? readCells(file) : undefined;
    if (number === undefined && cells === undefined) return undefined;
    if (number === undefined || cells === undefined) {
      const why = cells === undefined ? `There is no ${file}` : 'The database has no number of a cell';
      return `${why}: before a server starts, npm run ops -- cells --fence where the list of cells is.`;
    }
    return formatFenced(await fenceListed(client, number, cells));
  } finally {
    await client.end();
  }
}

async function fenceListed(client: Connection, number: number, cells: CellsFile): Promise<string[]> {
  const done: string[] = [];
  for (const site of (await listSites(client)).filter(isServedHere)) {
    const listed = cells.sites[site.code];
    if (listed === undefined || listed.cell === number || !(await lockSite(client, site.id))) continue;
    const move = { moveId: NO_MOVE, state: 'away', otherCell: listed.cell, sites: [site.id], keptDays: 7 } as const;
    await writeMove(client, move);
    await installFence(client, [site.id]);
    await notifySites(client, [site.id]);
    done.push(`${site.code} at cell ${number} (cell ${listed.cell} serves it)`);
  }
  return done;
}

const formatFenced = (done: readonly string[]): string =>
  done.length === 0 ? 'Every site is served where the list has it.' : `Fenced: ${done.join('; ')}.`;
