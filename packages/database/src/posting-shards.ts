// The posting function on a cluster: it runs on the node of the site, and a copy of it for each shard names the shard's
// tables, so that PostgreSQL plans it once, as on one server.
//
//     ledger_post_batch(site, …)                             coordinator: locks the shard, calls by site
//       ▶ ledger_post_batch_at_node(site, …)                 node of the site: locks the shard, calls by shard
//           ▶ chaba_shards.ledger_post_batch_102008(site, …) the copy
//
// Always true: the copies have the text of the function of the migrations, with other names of tables. A copy writes
// under the lock that Citus takes for its own statements, on a shard that is still there, so that no move loses a row:
// a batch that waited for a move fails as unavailable and is repeated. The lock is taken on the coordinator and then on
// the node, as a move does: in another order both wait for each other, and Citus cancels the move. Only the owner can
// call a copy. A split shard is a new one: distribute again makes its copy.
//
// Elsewhere: the function (migrations/0001_ledger.sql), the placement of tables (distribution.ts).

import { createHash } from 'node:crypto';

import type pg from 'pg';

export const POSTING_FUNCTION = 'ledger_post_batch';
/** The table of which all others follow the placement: every transfer locks a lane of its site. */
export const LEADER = 'ledger_lane';
const SCHEMA = 'chaba_shards';
/** The function of the migrations, under its own name. */
const ORIGINAL = `${SCHEMA}.${POSTING_FUNCTION}_original`;
/** Distributed by site. */
const AT_NODE = `public.${POSTING_FUNCTION}_at_node`;
/** Takes the lock of a site's shard on this node, as the owner. */
const LOCK_SHARD = 'public.ledger_lock_shard';
const TABLE = /\bpublic\.(ledger_(?:lane|balance|house_balance|transfer|kind))\b/g;

type Shard = { readonly table: string; readonly shard: string; readonly leader: string };

/** Makes a copy for each shard that has none, in the caller's transaction. */
export async function distributePosting(client: pg.Client, log: (sentence: string) => void): Promise<void> {
  if ((await listPostingFaults(client)).length === 0) return;
  const { source, signature, parameters } = await readFunction(client);
  await client.query(`create schema if not exists ${SCHEMA}`);
  for (const [leader, shards] of await shardsByLeader(client)) {
    const copy = copyName(leader, source);
    log(`create function ${copy}`);
    await client.query(rename(source, copy, shards));
    await client.query('select create_distributed_function($1)', [signature.replace(POSTING_FUNCTION, copy)]);
  }
  if (!(await exists(client, ORIGINAL))) await client.query(rename(source, ORIGINAL, new Map()));
  await client.query(RENDERED_LOCK);
  await client.query(renderAtNode(source, parameters));
  await client.query(
    `select create_distributed_function($1, 'p_site_id', colocate_with => '${LEADER}', force_delegation => true)`,
    [signature.replace(POSTING_FUNCTION, AT_NODE)],
  );
  const own = `function ${AT_NODE}, ${LOCK_SHARD}`;
  await client.query(`revoke execute on ${own} from public`);
  for (const caller of await listCallers(client)) {
    await client.query(`grant execute on ${own} to ${client.escapeIdentifier(caller)}`);
  }
  await client.query(renderAtCoordinator(source, parameters));
}

/** Roles that may post, besides the owner. */
async function listCallers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>(
    `select distinct pg_get_userbyid(grantee)::text as role from pg_proc as posting, aclexplode(proacl)
    where posting.oid = $1::regproc and grantee <> 0 and grantee <> proowner`,
    [`public.${POSTING_FUNCTION}`],
  );
  return rows.map(({ role }) => role);
}

/** Functions that are missing: those of the two calls, and copies of the present function. */
export async function listPostingFaults(client: pg.Client): Promise<string[]> {
  const { source } = await readFunction(client);
  const faults: string[] = [];
  for (const name of [LOCK_SHARD, AT_NODE]) {
    if (!(await exists(client, name))) faults.push(`not done: create function ${name}`);
  }
  for (const leader of (await shardsByLeader(client)).keys()) {
    const copy = copyName(leader, source);
    if (!(await exists(client, copy))) faults.push(`not done: create function ${copy}`);
  }
  return faults;
}

type PostingFunction = { readonly source: string; readonly signature: string; readonly parameters: number };

/** The function of the migrations; after the first distribution it exists beside the copies. */
async function readFunction(client: pg.Client): Promise<PostingFunction> {
  const isDistributed = await exists(client, ORIGINAL);
  const { rows } = await client.query<PostingFunction>(
    `select pg_get_functiondef(f.oid) as source, $2::regproc::regprocedure::text as signature, f.pronargs as parameters
    from pg_proc f where f.oid = $1::regproc`,
    [isDistributed ? ORIGINAL : `public.${POSTING_FUNCTION}`, `public.${POSTING_FUNCTION}`],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`the function ${POSTING_FUNCTION} is missing`);
  return { ...row, source: row.source.replace(ORIGINAL, `public.${POSTING_FUNCTION}`) };
}

/** The shards of the posting function's tables, by the shard of the leader with the same sites. */
async function shardsByLeader(client: pg.Client): Promise<Map<string, Map<string, string>>> {
  const { rows } = await client.query<Shard>(
    `select class.relname as table, shard.shardid::text as shard, leader.shardid::text as leader
    from pg_dist_shard shard join pg_class class on class.oid = shard.logicalrelid
    join pg_dist_shard leader on leader.logicalrelid = to_regclass($1)
      and (shard.shardminvalue is null or shard.shardminvalue = leader.shardminvalue)
    where class.relname ~ '^ledger_'`,
    [LEADER],
  );
  const groups = Map.groupBy(rows, ({ leader }) => leader);
  return new Map([...groups].map(([leader, group]) => [leader, new Map(group.map((one) => [one.table, one.shard]))]));
}

/** The name contains the text's hash, so that a changed function gets new copies. */
function copyName(leader: string, source: string): string {
  const version = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return `${SCHEMA}.${POSTING_FUNCTION}_${version}_${leader}`;
}

function rename(source: string, name: string, shards: ReadonlyMap<string, string>): string {
  return source
    .replace(`public.${POSTING_FUNCTION}`, name)
    .replaceAll(TABLE, (whole, table: string) => (shards.has(table) ? `${whole}_${shards.get(table)}` : whole));
}

/** Takes the lock of the coordinator and calls the node of the site, by the connection of the transaction's caller. */
function renderAtCoordinator(source: string, parameters: number): string {
  return `${readHead(source).replace(' SECURITY DEFINER', '')}
as $coordinator$
begin
  perform ${LOCK_SHARD}($1);
  -- Citus does not delegate a function in an expression.
  perform from ${AT_NODE}(${listParameters(parameters)});
end
$coordinator$`;
}

/** Finds the copy of the site's shard. */
function renderAtNode(source: string, parameters: number): string {
  const given = listParameters(parameters);
  return `${readHead(source).replace(`public.${POSTING_FUNCTION}`, AT_NODE)}
 set citus.enable_manual_changes_to_shards = on
as $node$
declare
  shard bigint := ${SHARD};
begin
  perform ${LOCK_SHARD}($1);
  if not exists (select from pg_dist_placement join pg_dist_local_group using (groupid) where shardid = shard) then
    raise exception using errcode = 'cannot_connect_now', message = 'the site has moved to another node';
  end if;
  execute format('select ${copyName('', source)}%s(${given})', shard)
  using ${given};
end
$node$`;
}

const SHARD = `get_shard_id_for_distribution_column('public.${LEADER}', $1)`;
/** 5 is the lock of every writing statement of Citus; a move of the shard waits for it, or it waits for the move. */
const RENDERED_LOCK = `create or replace function ${LOCK_SHARD}(p_site_id integer) returns void
language plpgsql security definer set search_path = pg_catalog
as $lock$
begin
  perform lock_shard_metadata(5, array[${SHARD}]);
end
$lock$`;

/** The head of the function of the migrations, which makes a plan for each call of these. */
function readHead(source: string): string {
  const [head = ''] = source.split(/\nAS \$/);
  return head.replace(/ SET plan_cache_mode[^\n]*/, '');
}

const listParameters = (count: number): string =>
  Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', ');

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>('select to_regproc($1) is not null as "isThere"', [name]);
  return rows[0]?.isThere === true;
}
