// The list of cells: one file with their databases, servers and sites, from which the edge's files are made.
//
//     cells.json ──ops -- cells --write──▶ cells.map (host or code → cell), backends of cells.cfg
//
// Always true: the file is replaced as a whole. It contains no password: a database is named by a file that has its
// address. A code, host or key stands at one site only. Which cell may write a site is decided by the databases
// (packages/database/migrations/0018_cells.sql); this file states where the edge sends its requests.
//
// Elsewhere: reading the cells' databases (cells.ts), the edge at run time (edge.ts).

import * as fs from 'node:fs';
import path from 'node:path';

import { addressOf, OWNER_ROLE, readAccess } from '@chaba/embedded-postgres';
import type { ListedSite } from '@chaba/server/core/cell-list';

import { CommandError } from '#ops/core/command';

export type ListedCell = {
  /** A file with the address of the database, as its owner; or the data folder of an embedded one. */
  readonly database: string;
  /** A file with the address under which the other cells' databases reach it; the same unless given. */
  readonly replication?: string;
  /** A file with the address of the standby that decodes for the reporting database; the primary does unless given. */
  readonly standby?: string;
  /** Host and port of the server processes, in the order of their lanes. */
  readonly servers: readonly string[];
  /** Size that its database may have. */
  readonly gigabytesMax?: number;
};
export type CellsFile = {
  readonly edge: { readonly folder: string; readonly sockets: readonly string[] };
  readonly cells: Readonly<Record<string, ListedCell>>;
  readonly sites: Readonly<Record<string, ListedSite>>;
  /** A file with the address of the reporting database, as its owner. */
  readonly reporting?: string;
};

export const CELL_MAX = 200_000;
const EMPTY: CellsFile = { edge: { folder: '/etc/haproxy', sockets: [] }, cells: {}, sites: {} };
/** Of the product's database in an embedded server. */
const EMBEDDED_NAME = 'chaba';
const SERVER = /^[\w.-]+:\d{1,5}$/;
const CODE = /^[a-z][a-z0-9]{1,15}$/;
const HOST = /^[a-z0-9.-]+$/;

export const cellsPath = (environment: NodeJS.ProcessEnv = process.env): string =>
  environment['CELLS_FILE']?.trim() || '/etc/chaba/cells.json';

export function readCells(file: string, mayBeMissing = false): CellsFile {
  if (!fs.existsSync(file)) {
    if (mayBeMissing) return EMPTY;
    throw new CommandError(`There is no ${file}: set CELLS_FILE, or make it with npm run ops -- create-cell 0.`);
  }
  let given: unknown;
  try {
    given = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return check(given, file);
}

/** Replaces the file; a reader sees the old or the new one. */
export function writeCells(file: string, cells: CellsFile): void {
  check(cells, file);
  const unfinished = `${file}.new`;
  const handle = fs.openSync(unfinished, 'w', 0o644);
  fs.writeFileSync(handle, `${JSON.stringify(cells, undefined, 2)}\n`);
  fs.fsyncSync(handle);
  fs.closeSync(handle);
  fs.renameSync(unfinished, file);
}

export function findCell(cells: CellsFile, number: number): ListedCell {
  const cell = cells.cells[String(number)];
  if (cell !== undefined) return cell;
  const known = Object.keys(cells.cells).join(', ') || 'none';
  throw new CommandError(`There is no cell ${number} in the list of cells (${known}): nothing was changed.`);
}

/** The address that a file of the list contains; of a data folder, that of its embedded database. */
export function readAddress(file: string, what: string): string {
  const access = readAccess(file);
  if (access !== undefined) return addressOf(OWNER_ROLE, access.ownerPassword, access.port, EMBEDDED_NAME);
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8').trim();
  } catch {
    throw new CommandError(`The file ${file} with the address of ${what} cannot be read: nothing was changed.`);
  }
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new CommandError(`The file ${file} contains no address of a database (postgres://…): nothing was changed.`);
  }
  return text;
}

export const backendOf = (cell: number): string => `cell-${cell}`;

/** The lines of the map: host or end of a key id → cell. */
export function listMapLines({ sites }: Pick<CellsFile, 'sites'>): [key: string, cell: string][] {
  return Object.entries(sites)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([code, { cell, hosts, keys }]) =>
      [...hosts, code, ...keys].map((key): [string, string] => [key, backendOf(cell)]),
    );
}

const MAP_HEAD = `# Host, or end of a provider's key id → cell. Made by npm run ops -- cells --write from cells.json.\n`;
export const renderMap = (cells: CellsFile): string =>
  MAP_HEAD +
  listMapLines(cells)
    .map(([key, cell]) => `${key} ${cell}\n`)
    .join('');

const [BEGIN, END] = ['# cells: begin', '# cells: end'];

/** cells.cfg with the backends of these cells. */
function renderEdge(text: string, { cells }: CellsFile): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin === -1 || end < begin) {
    throw new CommandError(`cells.cfg has no lines "${BEGIN}" and "${END}": copy deploy/haproxy/cells.cfg again.`);
  }
  const backends = Object.entries(cells).map(([number, cell]) => renderBackends(Number(number), cell));
  return `${text.slice(0, text.indexOf('\n', begin) + 1)}${backends.join('\n')}${text.slice(end)}`;
}

function renderBackends(number: number, { servers }: ListedCell): string {
  const lines = servers.map((server, place) => `    server chaba-${place + 1} ${server}\n`).join('');
  return `backend ${backendOf(number)}-providers
    http-request set-var(txn.process) var(txn.player),bytes(1,2),hex2i,mod(${servers.length}),add(1) if { var(txn.player) -m found }
    use-server chaba-%[var(txn.process)] if { var(txn.process) -m found }
    balance leastconn
    retry-on conn-failure empty-response
${lines}
backend ${backendOf(number)}-members
    balance roundrobin
    retry-on conn-failure
${lines}`;
}

function check(given: unknown, file: string): CellsFile {
  const wrong = (what: string): never => {
    throw new CommandError(`${file}: ${what}.`);
  };
  const record = (value: unknown, what: string): Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : wrong(`${what} is no object`);
  const texts = (value: unknown, what: string, form: RegExp): readonly string[] =>
    Array.isArray(value) && value.every((each) => typeof each === 'string' && form.test(each))
      ? (value as string[])
      : wrong(`${what} is no list of ${form.source}`);
  const known = (value: Readonly<Record<string, unknown>>, names: readonly string[], what: string): void => {
    const unknown = Object.keys(value).find((name) => !names.includes(name));
    if (unknown !== undefined) wrong(`${what} has an unknown field ${unknown}`);
  };
  const all = record(given, 'the file');
  known(all, ['edge', 'cells', 'sites', 'reporting'], 'the file');
  const edge = record(all['edge'], 'edge');
  known(edge, ['folder', 'sockets'], 'edge');
  if (typeof edge['folder'] !== 'string') wrong('edge.folder is missing');
  texts(edge['sockets'], 'edge.sockets', /^\/|^[\w.-]+:\d+$/);
  const cells = record(all['cells'], 'cells');
  for (const [number, value] of Object.entries(cells)) {
    const cell = record(value, `cell ${number}`);
    if (!/^\d{1,6}$/.test(number) || Number(number) > CELL_MAX) wrong(`"${number}" is no number of a cell`);
    known(cell, ['database', 'replication', 'standby', 'servers', 'gigabytesMax'], `cell ${number}`);
    if (typeof cell['database'] !== 'string') wrong(`cell ${number} has no database`);
    for (const field of ['replication', 'standby']) {
      if (cell[field] !== undefined && typeof cell[field] !== 'string') wrong(`${field} of cell ${number}`);
    }
    if (texts(cell['servers'], `servers of cell ${number}`, SERVER).length === 0) {
      wrong(`cell ${number} has no servers`);
    }
    const size = cell['gigabytesMax'];
    if (size !== undefined && !(typeof size === 'number' && size > 0)) wrong(`gigabytesMax of cell ${number}`);
  }
  const takenBy = new Map<string, string>();
  for (const [code, value] of Object.entries(record(all['sites'], 'sites'))) {
    const site = record(value, `site ${code}`);
    known(site, ['id', 'cell', 'hosts', 'keys', 'accounts'], `site ${code}`);
    if (!CODE.test(code)) wrong(`"${code}" is no code of a site`);
    if (!Number.isInteger(site['id'])) wrong(`site ${code} has no id`);
    if (cells[String(site['cell'])] === undefined) wrong(`site ${code} is in a cell that is not listed`);
    const hosts = texts(site['hosts'], `hosts of ${code}`, HOST);
    const keys = texts(site['keys'], `keys of ${code}`, /^[\w.-]+$/);
    texts(site['accounts'], `accounts of ${code}`, /^[0-9a-f]{24}$/);
    for (const key of [...hosts, code, ...keys, `id ${String(site['id'])}`]) {
      if (takenBy.has(key)) wrong(`${key} stands at ${takenBy.get(key)} and at ${code}`);
      takenBy.set(key, code);
    }
  }
  return all as CellsFile;
}

/** Writes map and configuration into the edge's folder. True if the configuration changed, which needs a reload. */
export function writeEdgeFiles(cells: CellsFile): boolean {
  const { folder } = cells.edge;
  const [map, configuration] = [path.join(folder, 'cells.map'), path.join(folder, 'cells.cfg')];
  if (!fs.existsSync(configuration)) {
    throw new CommandError(`There is no ${configuration}: copy deploy/haproxy/cells.cfg there first.`);
  }
  const before = fs.readFileSync(configuration, 'utf8');
  const after = renderEdge(before, cells);
  replace(map, renderMap(cells));
  if (after !== before) replace(configuration, after);
  return after !== before;
}

function replace(file: string, text: string): void {
  fs.writeFileSync(`${file}.new`, text);
  fs.renameSync(`${file}.new`, file);
}
