// Forms of writing statements that Citus rejects, found without a cluster: PostgreSQL parses each statement and
// resolves its functions; this file reads the stored tree (pg_proc.prosqlbody) with the volatility of each function.
//
//     text ──prepare──▶ types of its parameters ──create function … begin atomic──▶ tree ──▶ forms
//
// Always true: the rules are those of Citus 13.2 (multi_router_planner.c, ModifyPartialQuerySupported): an expression
// of a worker has one value on every node, and one that the coordinator computes first needs no column.
//
// Elsewhere: the texts (scripts/statement-texts.ts), the tables of a site (distribution.ts).

import pg from 'pg';

export type Form = { readonly place: string; readonly form: string };
export type PlacedStatement = { readonly place: string; readonly text: string };

type Value = string | Node | readonly Value[];
type Node = { readonly tag: string; readonly fields: ReadonlyMap<string, Value> };
type Volatility = 'i' | 's' | 'v';
/** Volatility of functions by number, and of the input and output of types. */
type Catalogue = {
  readonly functions: ReadonlyMap<string, Volatility>;
  readonly inputs: ReadonlyMap<string, Volatility>;
  readonly outputs: ReadonlyMap<string, Volatility>;
  readonly names: ReadonlyMap<string, string>;
};

const COMMAND = { update: '2', insert: '3', delete: '4' } as const;
const WRITES: readonly string[] = Object.values(COMMAND);

/** Checks statements in a transaction that is rolled back. `local` tables stand on the coordinator only. */
export async function findForms(
  url: string,
  statements: readonly PlacedStatement[],
  local: readonly string[],
): Promise<Form[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'statement forms' });
  await client.connect();
  try {
    await client.query('begin');
    const catalogue = await readCatalogue(client);
    const found: Form[] = [];
    for (const { place, text } of statements) {
      await client.query('savepoint one');
      try {
        const tree = await parse(client, text);
        const forms = new Set(walkQueries(tree).flatMap((query) => checkQuery(query, catalogue, local)));
        found.push(...[...forms].map((form) => ({ place, form })));
      } catch (error) {
        found.push({ place, form: `cannot be read: ${error instanceof Error ? error.message : String(error)}` });
      }
      await client.query('rollback to savepoint one');
    }
    return found;
  } finally {
    await client.end();
  }
}

async function parse(client: pg.Client, text: string): Promise<Value> {
  await client.query(`prepare form as ${text}`);
  const { rows } = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'form'`,
  );
  await client.query('deallocate form');
  const types = rows[0]?.types ?? [];
  await client.query(
    `create function pg_temp.form(${types.join(', ')}) returns void language sql begin atomic ${text}; end`,
  );
  const body = await client.query<{ tree: string }>(
    `select prosqlbody::text as tree from pg_proc where oid = 'pg_temp.form'::regproc`,
  );
  return readTree(body.rows[0]?.tree ?? '');
}

async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const functions = await client.query<{ oid: string; volatility: Volatility }>(
    'select oid::text, provolatile as volatility from pg_proc',
  );
  const types = await client.query<{ oid: string; input: Volatility; output: Volatility }>(`
    select t.oid::text, i.provolatile as input, o.provolatile as output from pg_type t
    join pg_proc i on i.oid = typinput join pg_proc o on o.oid = typoutput`);
  const tables = await client.query<{ oid: string; name: string }>(
    `select oid::text, relname as name from pg_class where relnamespace = 'public'::regnamespace`,
  );
  return {
    functions: new Map(functions.rows.map(({ oid, volatility }) => [oid, volatility])),
    inputs: new Map(types.rows.map(({ oid, input }) => [oid, input])),
    outputs: new Map(types.rows.map(({ oid, output }) => [oid, output])),
    names: new Map(tables.rows.map(({ oid, name }) => [oid, name])),
  };
}

// ── the text of a tree: {TAG :field value …}, (list), words ──────────────────────────────────────────────────────────

function readTree(text: string): Value {
  const words = text.match(/[{}()]|(?:\\.|[^\s{}()])+/g) ?? [];
  let at = 0;
  const read = (): Value => {
    const word = words[at] ?? '';
    at += 1;
    if (word === '(') {
      const items: Value[] = [];
      while (at < words.length && words[at] !== ')') items.push(read());
      at += 1;
      return items;
    }
    if (word !== '{') return word;
    const tag = words[at] ?? '';
    at += 1;
    const fields = new Map<string, Value>();
    let field = '';
    while (at < words.length && words[at] !== '}') {
      const next = words[at] ?? '';
      if (next.startsWith(':') && next.length > 1) {
        field = next.slice(1);
        at += 1;
        if (!(words[at] ?? '').startsWith(':') && words[at] !== '}') fields.set(field, read());
      } else {
        at += 1;
        // The bytes of a constant follow its length.
        if (next === '(' || next === '{') {
          at -= 1;
          read();
        }
      }
    }
    at += 1;
    return { tag, fields };
  };
  return read();
}

function isNode(value: Value | undefined): value is Node {
  return typeof value === 'object' && 'tag' in value;
}

function childrenOf(value: Value): readonly Value[] {
  if (typeof value === 'string') return [];
  return isNode(value) ? [...value.fields.values()] : value;
}

function walkQueries(value: Value): Node[] {
  const inner = childrenOf(value).flatMap(walkQueries);
  return isNode(value) && value.tag === 'QUERY' ? [value, ...inner] : inner;
}

function some(value: Value | undefined, is: (node: Node) => boolean): boolean {
  if (value === undefined) return false;
  return (isNode(value) && is(value)) || childrenOf(value).some((child) => some(child, is));
}

// ── the rules ────────────────────────────────────────────────────────────────────────────────────────────────────────

function checkQuery(query: Node, catalogue: Catalogue, local: readonly string[]): string[] {
  const read = listReadAfterWrite(query, catalogue).filter((name) => !local.includes(name));
  return [
    ...read.map((name) => `${name}: a table that one part of the statement writes and another reads`),
    ...checkWrite(query, catalogue, local),
  ];
}

/**
 * A cluster carries out the parts one after the other; on one server each part reads the rows before the statement. A
 * part that the writing one reads from is carried out first everywhere.
 */
function listReadAfterWrite(query: Node, catalogue: Catalogue): string[] {
  const parts = [query.fields.get('cteList') ?? []].flat().filter(isNode);
  const main = [...query.fields].filter(([name]) => name !== 'cteList').map(([, value]) => value);
  const entryOf = (value: Value | undefined, field: string, name: string): boolean =>
    some(value, ({ tag, fields }) => tag === 'RANGETBLENTRY' && fields.get(field) === name);
  return parts.flatMap((part) => {
    const writing = part.fields.get('ctequery');
    if (!isNode(writing) || !WRITES.includes(text(writing, 'commandType'))) return [];
    const table = tableOf(writing, catalogue);
    const numbers = [...catalogue.names].filter(([, name]) => name === table).map(([number]) => number);
    const reads = (value: Value | undefined): boolean => numbers.some((number) => entryOf(value, 'relid', number));
    const others = parts.filter((other) => other !== part && !entryOf(writing, 'ctename', text(other, 'ctename')));
    return others.some((other) => reads(other.fields.get('ctequery'))) || reads(main) ? [table] : [];
  });
}

function checkWrite(query: Node, catalogue: Catalogue, local: readonly string[]): string[] {
  const command = text(query, 'commandType');
  if (!WRITES.includes(command)) return [];
  const table = tableOf(query, catalogue);
  if (local.includes(table)) return [];
  const mutable = (value: Value | undefined): boolean => some(value, (node) => volatilityOf(node, catalogue) !== 'i');
  const isVolatile = (value: Value | undefined): boolean =>
    some(value, (node) => volatilityOf(node, catalogue) === 'v');
  const found: string[] = [];
  const conflict = query.fields.get('onConflict');
  if (isNode(conflict)) {
    if (mutable(conflict.fields.get('onConflictSet'))) found.push('a function that is not immutable in DO UPDATE SET');
    if (mutable(conflict.fields.get('onConflictWhere'))) {
      found.push('a function that is not immutable in DO UPDATE … WHERE');
    }
  }
  const isSubquery = ({ tag }: Node): boolean => tag === 'SUBLINK';
  if (command === COMMAND.insert && some(query.fields.get('targetList'), isSubquery)) {
    found.push('a subquery in the values of an INSERT');
  }
  if (mutable(query.fields.get('returningList'))) found.push('a function that is not immutable in RETURNING');
  if (command !== COMMAND.insert) {
    const parts = [query.fields.get('targetList'), query.fields.get('jointree')];
    for (const part of command === COMMAND.delete ? parts.slice(1) : parts) {
      if (isVolatile(part)) found.push('a volatile function in UPDATE or DELETE');
      found.push(...irreducible(part, catalogue));
    }
  }
  if (command === COMMAND.insert && insertsUnion(query)) found.push('an INSERT of a UNION, whose defaults get lost');
  if (command === COMMAND.update && setsSite(query)) found.push('a change of the site of a row');
  return found.map((form) => `${table}: ${form}`);
}

/** Forms that the coordinator cannot compute before it sends the statement. */
function irreducible(value: Value | undefined, catalogue: Catalogue): string[] {
  if (value === undefined || typeof value === 'string') return [];
  if (!isNode(value)) return value.flatMap((each) => irreducible(each, catalogue));
  if (value.tag === 'QUERY') return [];
  const isChoice = value.tag === 'CASEEXPR' || value.tag === 'COALESCEEXPR';
  if (isChoice && some(value, (node) => volatilityOf(node, catalogue) !== 'i')) {
    return ['a function that is not immutable in CASE or COALESCE'];
  }
  if (volatilityOf(value, catalogue) === 's' && some(value, ({ tag }) => tag === 'VAR')) {
    return ['a stable function of a column in UPDATE or DELETE'];
  }
  return [...value.fields.values()].flatMap((each) => irreducible(each, catalogue));
}

function volatilityOf(node: Node, { functions, inputs, outputs }: Catalogue): Volatility {
  const called = (field: string): Volatility => functions.get(text(node, field)) ?? 'i';
  switch (node.tag) {
    case 'FUNCEXPR':
      return called('funcid');
    case 'OPEXPR':
    case 'DISTINCTEXPR':
    case 'NULLIFEXPR':
    case 'SCALARARRAYOPEXPR':
      return called('opfuncid');
    case 'NEXTVALUEEXPR':
      return 'v';
    case 'SQLVALUEFUNCTION':
      return 's';
    case 'COERCEVIAIO': {
      const output = outputs.get(typeOf(node.fields.get('arg'))) ?? 'i';
      return output === 'i' ? (inputs.get(text(node, 'resulttype')) ?? 'i') : output;
    }
    default:
      return 'i';
  }
}

function typeOf(value: Value | undefined): string {
  if (!isNode(value)) return '';
  const fields = ['vartype', 'consttype', 'paramtype', 'funcresulttype', 'opresulttype', 'resulttype', 'coalescetype'];
  return fields.map((field) => text(value, field)).find((type) => type !== '') ?? '';
}

function tableOf(query: Node, { names }: Catalogue): string {
  const entries = query.fields.get('rtable');
  const place = Number(text(query, 'resultRelation')) - 1;
  const entry = Array.isArray(entries) ? (entries as readonly Value[])[place] : undefined;
  return isNode(entry) ? (names.get(text(entry, 'relid')) ?? '') : '';
}

function insertsUnion(query: Node): boolean {
  const entries = query.fields.get('rtable');
  return (
    Array.isArray(entries) &&
    (entries as readonly Value[]).some((entry) => {
      const source = isNode(entry) ? entry.fields.get('subquery') : undefined;
      return isNode(source) && isNode(source.fields.get('setOperations'));
    })
  );
}

/** The site is the first column of every table that has one. */
function setsSite(query: Node): boolean {
  const targets = query.fields.get('targetList');
  return (
    Array.isArray(targets) &&
    (targets as readonly Value[]).some((target) => isNode(target) && text(target, 'resname') === 'site_id')
  );
}

function text(node: Node, field: string): string {
  const value = node.fields.get(field);
  return typeof value === 'string' ? value : '';
}
