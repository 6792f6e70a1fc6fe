// Reasons that refuse a move before anything is changed, one sentence each.
//
// Elsewhere: the facts (packages/database/src/cell-facts.ts), the move (move-site.ts).

import {
  type CellFacts,
  estimateBytes,
  listFilledTables,
  listRecovering,
  listSites,
  loadCellFacts,
  type SiteFacts,
} from '@chaba/database/cell-facts';
import type { connectOwner, SiteMove } from '@chaba/database/site-move';
import { printAccount } from '@chaba/server/core/cell-list';

import { CommandError } from '#ops/core/command';
import { backendOf, type ListedCell, readCells } from './cells-file.ts';
import { hasBackends, readMap } from './edge.ts';

export type Side = {
  readonly number: number;
  readonly cell: ListedCell;
  readonly url: string;
  /** The address under which the other cell's database reaches this one. */
  readonly replication: string;
  readonly client: Awaited<ReturnType<typeof connectOwner>>;
};
type Checked = {
  readonly file: string;
  readonly source: Side;
  readonly target: Side;
  readonly siteIds: readonly number[];
  readonly codes: readonly string[];
};

/** One worker follows, two copy tables; each has a slot and a sender. */
const WORKERS = 3;
const GIGABYTE = 1_073_741_824;
const MOVED_SECRETS = ['HASH_SECRET', 'PROVIDER_SECRET', 'STUDIO_SECRET', 'SANDBOX_SECRET'];

export async function checkMove(move: Checked, there: readonly SiteMove[]): Promise<void> {
  const [source, target] = await Promise.all([move.source, move.target].map(({ client }) => loadCellFacts(client)));
  if (source === undefined || target === undefined) throw new Error('two cells have facts');
  checkServers(move, source, target);
  await checkNames(move, there);
  const recovering = await listRecovering(move.source.client, move.siteIds);
  if (recovering.length > 0) {
    refuse(`A recovery of ${codeOf(move, recovering[0])} is open (npm run operator -- release-payouts)`);
  }
  const filled = await listFilledTables(
    move.target.client,
    move.siteIds.filter((siteId) => !there.some((each) => each.siteId === siteId)),
  );
  if (filled.length > 0) refuse(`Cell ${move.target.number} has rows with an id of a moving site (${filled[0]})`);
  await checkRoom(move, target);
  const { edge } = readCells(move.file);
  for (const socket of edge.sockets) {
    await readMap(socket);
    if (!(await hasBackends(socket, backendOf(move.target.number)))) {
      refuse(`The edge at ${socket} does not know cell ${move.target.number}: ops -- cells --write, and reload it`);
    }
  }
}

function refuse(sentence: string): never {
  throw new CommandError(`${sentence}: nothing was changed.`);
}

const codeOf = ({ siteIds, codes }: Checked, siteId: number | undefined): string =>
  codes[siteIds.indexOf(siteId ?? 0)] ?? `site ${siteId}`;

function checkServers({ source: from, target: to }: Checked, source: CellFacts, target: CellFacts): void {
  for (const [side, facts] of [
    [from, source],
    [to, target],
  ] as const) {
    const name = `cell ${side.number}`;
    if (facts.isReplica) refuse(`The database of ${name} is a standby`);
    if (!facts.isSuperuser) refuse(`The login of ${name} in the list of cells is no superuser`);
    if ((facts.cell ?? 0) !== side.number) refuse(`The database named for ${name} is that of cell ${facts.cell ?? 0}`);
    if (facts.walLevel !== 'logical') {
      refuse(`PostgreSQL of ${name} has wal_level ${facts.walLevel}: set wal_level = logical and restart it`);
    }
    if (facts.hasDdl) refuse(`A statement of ${name} changes a table: wait for its end`);
  }
  const onlyOne = source.migrations.find((each) => !target.migrations.includes(each));
  const onlyOther = target.migrations.find((each) => !source.migrations.includes(each));
  if (onlyOne !== undefined || onlyOther !== undefined) {
    const [has, name] = onlyOne === undefined ? [to.number, onlyOther] : [from.number, onlyOne];
    refuse(`Only cell ${has} has the migration ${name?.split(' ')[0]}: bring both to one release`);
  }
  if (source.releases.length > 0 && target.releases.length > 0 && source.releases.join() !== target.releases.join()) {
    refuse(`The cells run different releases (${source.releases.join(', ')}; ${target.releases.join(', ')})`);
  }
  if (target.releases.length === 0) refuse(`No server process of cell ${to.number} is ready`);
  for (const name of MOVED_SECRETS) {
    const [one, other] = [source.prints[name]?.join(), target.prints[name]?.join()];
    if (one !== undefined && other !== undefined && one !== other) refuse(`${name} differs between the cells`);
  }
  if (source.freeSlots < WORKERS) {
    refuse(`Cell ${from.number} has no ${WORKERS} replication slots free: raise max_replication_slots`);
  }
  if (source.freeSenders < WORKERS) refuse(`Cell ${from.number} has no ${WORKERS} senders free: raise max_wal_senders`);
  if (target.freeWorkers < WORKERS) {
    refuse(`Cell ${to.number} has no ${WORKERS} workers free: raise max_logical_replication_workers`);
  }
  if (target.version < source.version) {
    refuse(`Cell ${to.number} has an older PostgreSQL (${target.version}, not ${source.version})`);
  }
}

/** Codes, keys and hosts are found by the edge, so they stand in one cell. */
async function checkNames(move: Checked, there: readonly SiteMove[]): Promise<void> {
  const [own, others] = await Promise.all([listSites(move.source.client), listSites(move.target.client)]);
  const moving = own.filter(({ id }) => move.siteIds.includes(id));
  const left = new Set(there.map(({ siteId }) => siteId));
  const taken = others.filter(({ id }) => !left.has(id));
  for (const site of moving) {
    for (const other of taken) {
      const conflict = findConflict(site, other);
      if (conflict !== undefined) {
        refuse(`Cell ${move.target.number} has ${conflict} of ${site.code} already, at ${other.code}`);
      }
    }
  }
  // The list of cells has the sites of cells that are not part of this move.
  for (const [code, listed] of Object.entries(readCells(move.file).sites)) {
    const isOwn = moving.some((site) => site.code === code && site.id === listed.id);
    const same = moving.find(
      (site) => !isOwn && (site.code === code || site.hosts.some((host) => listed.hosts.includes(host))),
    );
    if (same !== undefined) refuse(`The list of cells has ${same.code} or a host of it already, at ${code}`);
  }
  checkAccounts(move, own, moving, others);
}

function findConflict(one: SiteFacts, other: SiteFacts): string | undefined {
  if (one.id === other.id) return 'the id';
  if (one.code === other.code) return 'the code';
  if (one.apiKey === other.apiKey) return 'the api-key';
  const host = one.hosts.find((each) => other.hosts.includes(each));
  if (host !== undefined) return `the host ${host}`;
  const key = one.keyIds.find((each) => other.keyIds.includes(each));
  return key === undefined ? undefined : `the provider key ${key}`;
}

/** A transfer to an account credits a member of any site that uses it, so these sites stay together. */
function checkAccounts(
  move: Checked,
  own: readonly SiteFacts[],
  moving: readonly SiteFacts[],
  others: readonly SiteFacts[],
): void {
  const accountsOf = (site: SiteFacts): string[] => site.accounts.map(printAccount);
  const moved = new Map(moving.flatMap((site) => accountsOf(site).map((account) => [account, site.code] as const)));
  for (const site of own) {
    if (moving.includes(site) || site.state === 'away') continue;
    const shared = accountsOf(site).find((account) => moved.has(account));
    if (shared === undefined) continue;
    const together = [...move.codes, site.code].join(',');
    refuse(
      `${moved.get(shared)} shares a receiving account with ${site.code}, which stays: move-site ${together} moves them together`,
    );
  }
  const elsewhere = [
    ...others
      .filter(({ id, state }) => state !== 'away' && !move.siteIds.includes(id))
      .flatMap((site) => accountsOf(site).map((account) => [account, site.code] as const)),
    ...Object.entries(readCells(move.file).sites).flatMap(([code, site]) =>
      move.siteIds.includes(site.id) ? [] : site.accounts.map((account) => [account, code] as const),
    ),
  ].find(([account, code]) => moved.has(account) && !move.codes.includes(code));
  if (elsewhere !== undefined) {
    refuse(`${moved.get(elsewhere[0])} shares a receiving account with ${elsewhere[1]} of another cell`);
  }
}

async function checkRoom(move: Checked, target: CellFacts): Promise<void> {
  const { gigabytesMax } = move.target.cell;
  if (gigabytesMax === undefined) return;
  const bytes = await estimateBytes(move.source.client, move.siteIds);
  if (target.bytes + bytes <= gigabytesMax * GIGABYTE) return;
  const [has, needs] = [target.bytes, bytes].map((each) => Math.round((each * 1_000) / GIGABYTE) / 1_000);
  refuse(`Cell ${move.target.number} has no room: ${has} GB of ${gigabytesMax} are used, the sites need ${needs}`);
}
