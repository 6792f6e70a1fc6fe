// Rights on the shards of a cluster. Citus propagates the rights to a whole table, not those to some of its columns,
// which the product has.
//
// Always true: the coordinator checks each statement against the exact rights on its tables (privileges.ts), and the
// product reaches a worker through the coordinator only (pg_hba.conf of the workers). A shard grants inserting or
// updating where the coordinator grants it for some column. A shard that moves is a new table: until the next grant it
// may be read, inserted into and updated, so that a move fails no call.

import pg from 'pg';

type ShardRights = { readonly table: string; readonly rights: readonly string[] };

export async function isCluster(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  return (rowCount ?? 0) > 0;
}

/** Grants these rights of the role on the shards of each table, on every node. */
export async function grantOnShards(client: pg.Client, role: string, wanted: readonly ShardRights[]): Promise<void> {
  const grantee = pg.escapeIdentifier(role);
  const rows = wanted.map(
    ({ table, rights }) => `(${pg.escapeLiteral(table)}, ${pg.escapeLiteral(rights.join(', '))})`,
  );
  await onAllNodes(
    client,
    `do $grant$ declare each text; begin
      perform set_config('citus.enable_ddl_propagation', 'off', true);
      for each in
        select format('revoke insert, update on %1$I.%2$I from ${grantee}', 'public', relname)
          || case when rights = '' then '' else format('; grant %s on %I.%I to ${grantee}', rights, 'public', relname) end
        from (values ${rows.join(', ')}) as wanted (name, rights)
        join pg_dist_shard on logicalrelid = to_regclass('public.' || quote_ident(name))
        join pg_class on relname = name || '_' || shardid and relnamespace = 'public'::regnamespace
      loop execute each; end loop;
    end $grant$`,
  );
  await onAllNodes(
    client,
    `do $grant$ begin
      perform set_config('citus.enable_ddl_propagation', 'off', true);
      alter default privileges in schema public grant select, insert, update on tables to ${grantee};
    end $grant$`,
  );
}

async function onAllNodes(client: pg.Client, statement: string): Promise<void> {
  const { rows } = await client.query<{ success: boolean; result: string }>(
    'select success, result from run_command_on_all_nodes($1)',
    [statement],
  );
  const failure = rows.find(({ success }) => !success);
  if (failure) throw new Error(`the rights on shards could not be granted: ${failure.result}`);
}
