// Distributes the tables over the nodes of a Citus cluster: the rows of a site are on one node, small tables of all
// sites on every node.
//
//     tables on the coordinator ──distribute──▶ distributed ──migrate adds a table──▶ distribute again
//
// Always true: a distribution is one transaction, so an interrupted one changes nothing. All tables of a site are
// colocated, so a transaction of one site writes one node only; the posting function runs on that node. A foreign key
// that no node can check alone is listed in the plan as lost.
//
// Elsewhere: which tables belong to a site (catalogue.test.ts), rights (privileges.ts), the command
// (scripts/cluster-distribute.ts), statements that a cluster rejects (scripts/statement-forms.ts).

import pg from 'pg';

import { isOperator } from './logins.ts';
import { OPERATOR_GRANTS } from './operator-privileges.ts';
import { distributePosting, LEADER, listPostingFaults, POSTING_FUNCTION } from './posting-shards.ts';
import { grantPrivileges } from './privileges.ts';

export type Placement = 'site' | 'everywhere' | 'coordinator';
export type DistributionStep = { readonly statement: string; readonly isLost?: true };
export type DistributeOptions = {
  readonly url: string;
  /** Shards of each table: at most this many groups of sites can move independently. */
  readonly shards?: number;
  readonly log?: (sentence: string) => void;
};

/** Tables without a site that statements of a site join or write: equal on every node. */
const EVERYWHERE = ['ledger_currency', 'ledger_kind', 'site', 'provider_key', 'receiving_account_owner'];
/** Tables that no statement joins with others. */
export const COORDINATOR: readonly string[] = [
  'migration',
  'job_lease',
  'process_beat',
  'operations_record',
  'server_secret',
];
const SHARDS = 32;

export class NotDistributable extends Error {}

type Table = { readonly name: string; readonly current: Placement; readonly hasSite: boolean };
type ForeignKey = { readonly table: string; readonly to: string; readonly name: string; readonly definition: string };

/** The steps that are missing; empty when every table has its place. */
export function planDistribution({ url, shards = SHARDS }: DistributeOptions): Promise<DistributionStep[]> {
  return withOwner(url, async (client) => {
    await requireCluster(client);
    return listSteps(client, shards);
  });
}

/** Carries out the plan in one transaction. The product must not run. */
export function distribute({ url, shards = SHARDS, log = () => undefined }: DistributeOptions): Promise<void> {
  return withOwner(url, async (client) => {
    await requireCluster(client);
    await requireNoConnections(client);
    await copyRoles(client);
    const steps = await listSteps(client, shards);
    await client.query('begin');
    try {
      for (const { statement, isLost } of steps) {
        log(isLost ? `lost: ${statement}` : statement);
        if (!isLost) await client.query(statement);
      }
      await distributePosting(client, log);
      // Citus plans for given parameters: a plan for all of them would find no node.
      const { rows } = await client.query<{ name: string }>('select current_database() as name');
      await client.query(
        `alter database ${pg.escapeIdentifier(rows[0]?.name ?? '')} set plan_cache_mode = 'force_custom_plan'`,
      );
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
    // Rights granted before the distribution exist on the coordinator only.
    for (const { name } of await listRoles(client)) {
      await grantPrivileges(client, name, (await isOperator(client, name)) ? OPERATOR_GRANTS : undefined);
    }
  });
}

/** Differences from the plan, one sentence each. */
export function checkDistribution(url: string): Promise<string[]> {
  return withOwner(url, async (client) => {
    await requireCluster(client);
    const missing = (await listSteps(client, SHARDS)).filter(({ isLost }) => !isLost);
    const places = await client.query<{ count: string }>(
      `select count(distinct colocationid) as count from pg_dist_partition where partmethod = 'h'`,
    );
    return [
      ...missing.map(({ statement }) => `not done: ${statement}`),
      ...(Number(places.rows[0]?.count) > 1 ? ['the tables of a site are not colocated'] : []),
      ...(await listPostingFaults(client)),
      ...(await listRoleFaults(client)),
    ];
  });
}

async function listSteps(client: pg.Client, shards: number): Promise<DistributionStep[]> {
  const tables = await listTables(client);
  const moving = tables.filter((table) => placementOf(table) !== table.current);
  if (moving.length === 0) return [];
  const names = new Set(moving.map(({ name }) => name));
  const keys = (await listForeignKeys(client)).filter(({ table, to }) => names.has(table) || names.has(to));
  const placements = new Map(tables.map((table) => [table.name, placementOf(table)]));
  // A table on every node cannot refer to rows of one of them; where it refers to another such table, a write locks the
  // other's shards, which needs the right to write it.
  const isLost = ({ table }: ForeignKey): boolean => placements.get(table) !== 'site';
  // Citus carries out a statement that writes two tables as two statements, so rows that name each other are compared
  // at the end of the transaction.
  const isMutual = ({ table, to }: ForeignKey): boolean =>
    table !== to && keys.some((other) => other.table === to && other.to === table);
  const alter = ({ table }: ForeignKey): string => `alter table ${pg.escapeIdentifier(table)}`;
  return [
    { statement: `set local citus.multi_shard_modify_mode = 'sequential'` },
    { statement: `set local citus.shard_count = ${Math.trunc(shards)}` },
    ...keys.map((key) => ({ statement: `${alter(key)} drop constraint ${pg.escapeIdentifier(key.name)}` })),
    ...moving
      .toSorted((one, other) => Number(other.name === LEADER) - Number(one.name === LEADER))
      .flatMap((table) => place(table)),
    ...keys.map((key) => ({
      statement: `${alter(key)} add constraint ${pg.escapeIdentifier(key.name)} ${key.definition}${isMutual(key) ? ' deferrable initially deferred' : ''}`,
      ...(isLost(key) ? ({ isLost: true } as const) : {}),
    })),
  ];
}

function place(table: Table): DistributionStep[] {
  const name = pg.escapeLiteral(pg.escapeIdentifier(table.name));
  if (placementOf(table) === 'everywhere') return [{ statement: `select create_reference_table(${name})` }];
  const beside = table.name === LEADER ? '' : `, colocate_with => '${LEADER}'`;
  return [{ statement: `select create_distributed_table(${name}, 'site_id'${beside})` }];
}

function placementOf({ name, hasSite }: Pick<Table, 'name' | 'hasSite'>): Placement {
  if (EVERYWHERE.includes(name)) return 'everywhere';
  if (COORDINATOR.includes(name)) return 'coordinator';
  if (hasSite) return 'site';
  throw new NotDistributable(`the table ${name} has no site and no place: name it in distribution.ts`);
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relname as name,
      case when partmethod = 'h' then 'site' when partmethod = 'n' then 'everywhere' else 'coordinator' end as current,
      exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'site_id' and attnotnull) as "hasSite"
    from pg_class left join pg_dist_partition on logicalrelid = pg_class.oid
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname`);
  return rows;
}

async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select source.relname as table, target.relname as to, conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace
    order by source.relname, conname`);
  return rows;
}

async function requireCluster(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (rowCount === 0) throw new NotDistributable('this database has no extension citus: create it on every node first');
  const nodes = await client.query<{ version: string; count: string }>(`
    select result as version, count(*) from run_command_on_all_nodes('select version() || citus_version()') group by 1`);
  if (nodes.rows.length > 1) throw new NotDistributable('the nodes have unequal versions of PostgreSQL or Citus');
  const workers = await client.query('select from pg_dist_node where isactive and shouldhaveshards');
  if ((workers.rowCount ?? 0) < 2) throw new NotDistributable('a cluster has two active workers or more');
}

async function requireNoConnections(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'chaba%'`);
  if (rows.length > 0) {
    throw new NotDistributable(`the product uses this database (${rows.map(({ name }) => name).join(', ')}): stop it`);
  }
}

type Role = { readonly name: string; readonly password: string | null };

/** The roles of the product and its operators: those that may post, or log in besides the owner with rights here. */
async function listRoles(client: pg.Client): Promise<Role[]> {
  const { rows } = await client.query<Role>(
    `
    select distinct rolname::text as name, rolpassword as password
    from pg_proc cross join lateral aclexplode(proacl) join pg_authid on pg_authid.oid = grantee
    where pg_proc.oid = $1::regproc and grantee <> proowner and rolcanlogin order by 1`,
    [`public.${POSTING_FUNCTION}`],
  );
  return rows;
}

/** A statement of the product reaches a worker as the product's own role, so every node has it, with one password. */
async function copyRoles(client: pg.Client): Promise<void> {
  for (const { name, password } of await listRoles(client)) {
    const role = pg.escapeIdentifier(name);
    const secret = password === null ? '' : ` password ${pg.escapeLiteral(password)}`;
    // A worker would send the command back to the others.
    const make = `do $make$ begin
      perform set_config('citus.enable_ddl_propagation', 'off', true);
      if to_regrole(${pg.escapeLiteral(role)}) is null then create role ${role}; end if;
      alter role ${role} nosuperuser nocreatedb nocreaterole login${secret};
    end $make$`;
    const { rows } = await client.query<{ success: boolean; result: string }>(
      'select success, result from run_command_on_workers($1)',
      [make],
    );
    const failure = rows.find(({ success }) => !success);
    if (failure) throw new NotDistributable(`the role ${name} cannot be made on a worker: ${failure.result}`);
  }
}

async function listRoleFaults(client: pg.Client): Promise<string[]> {
  const faults: string[] = [];
  for (const { name } of await listRoles(client)) {
    const { rows } = await client.query<{ nodeport: number; result: string }>(
      'select nodeport, result from run_command_on_workers($1)',
      [`select coalesce((select rolcanlogin from pg_roles where rolname = ${pg.escapeLiteral(name)}), false)`],
    );
    for (const { nodeport, result } of rows) {
      if (result !== 't') faults.push(`the role ${name} cannot log in at the worker of port ${nodeport}`);
    }
  }
  return faults;
}

async function withOwner<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'distribute', statement_timeout: 0 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
