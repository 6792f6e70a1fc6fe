// Rules of a migration file that is applied while the product runs: two neighbouring versions work before and after it,
// and no statement holds a lock for as long as a table is large.
//
// Always true: a rule concerns tables that existed before the file; a table that a file creates is empty.
//
// Elsewhere: how files are applied (apply-migration.ts).

import { OUTSIDE } from './apply-migration.ts';

/** A file that removes or tightens something, a release after the last version that used it. */
const CONTRACTS = /^-- contracts: \S/m;
/** Functions whose value is the same for all rows of a statement. */
const STABLE = new Set(['now', 'current_date', 'current_timestamp', 'transaction_timestamp', 'interval', 'coalesce']);

/** Violations of the rules, one sentence each. */
export function checkMigration(text: string): string[] {
  const isOutside = OUTSIDE.test(text);
  const statements = splitStatements(text);
  const own = new Set(
    statements.flatMap((each) => /^create (?:unlogged )?table (?:if not exists )?([\w.]+)/.exec(each)?.[1] ?? []),
  );
  const found = statements.flatMap((statement) => checkStatement(statement, own, CONTRACTS.test(text)));
  if (isOutside && statements.length !== 1) found.push('a file outside a transaction holds one statement');
  if (isOutside && !statements.every((each) => /\b(concurrently|validate constraint)\b/.test(each))) {
    found.push('a statement outside a transaction is concurrent');
  }
  if (!isOutside && statements.some((each) => /\bconcurrently\b/.test(each))) {
    found.push('a concurrent statement needs a file that begins with "-- outside a transaction"');
  }
  return found;
}

function checkStatement(statement: string, own: ReadonlySet<string>, isContract: boolean): string[] {
  const found: string[] = [];
  const [, index] = /^create (?:unique )?index (?!concurrently).*? on (?:only )?([\w.]+)/.exec(statement) ?? [];
  if (index !== undefined && !own.has(index)) {
    found.push(`an index on ${index} blocks its writes: create it concurrently`);
  }
  if (/^create (?:unique )?index (?:concurrently )?on\b/.test(statement)) found.push('an index has a name');
  const [, changed] = /^(?:update|delete from) (?:only )?([\w.]+)/.exec(statement) ?? [];
  if (changed !== undefined && !own.has(changed)) {
    found.push(`a backfill of ${changed} is a job of small steps, not a statement`);
  }
  const [, altered] = /^alter table (?:if exists )?(?:only )?([\w.]+)/.exec(statement) ?? [];
  if (altered !== undefined && !own.has(altered)) found.push(...checkAlter(statement, altered, isContract));
  if (!isContract && /^(drop|truncate) /.test(statement)) found.push(CONTRACT_ADVICE);
  return found;
}

const CONTRACT_ADVICE =
  'what is removed or tightened comes a release later, in a file with "-- contracts: <since when>"';

function checkAlter(statement: string, table: string, isContract: boolean): string[] {
  const found: string[] = [];
  for (const [, expression = ''] of statement.matchAll(/\bdefault\s+(.*?)(?=,\s*(?:add|alter|drop)\b|$)/g)) {
    const calls = [...expression.matchAll(/\b(\w+)\s*\(/g)].map(([, name = '']) => name);
    if (calls.some((name) => !STABLE.has(name))) {
      found.push(`a volatile default rewrites ${table}: add the column without it`);
    }
  }
  // Named constraints are removed first; the remaining ones have no name.
  const unnamed = statement.replaceAll(
    /\bconstraint \w+ (?:check|foreign key \([^)]*\) references|references|unique|primary key|exclude)\b/g,
    '',
  );
  if (/\b(check\s*\(|foreign key\s*\(|references\s|unique\b|primary key\b|exclude\b)/.test(afterNames(unnamed))) {
    found.push(`a constraint of ${table} has a name`);
  }
  const added = statement.match(/\badd constraint\b/g)?.length ?? 0;
  if (added > 1) found.push('one constraint a statement');
  if (/\badd constraint \w+ (?:check|foreign key)\b/.test(statement) && !/\bnot valid\b/.test(statement)) {
    found.push(`a constraint of ${table} is added "not valid" and validated by a statement of its own`);
  }
  if (/\badd constraint \w+ (?:unique|primary key)(?! using index)/.test(statement)) {
    found.push(`a key of ${table} uses an index that was created concurrently`);
  }
  if (
    /\badd (?!constraint)(?:column )?(?:if not exists )?\w+ [^,]*\bnot null\b/.test(statement) &&
    !/\bdefault\b/.test(statement)
  ) {
    found.push(`a new column of ${table} may be null`);
  }
  const isTightening =
    /\b(drop (?:column|constraint|default)?|rename|set not null|set data type)\b/.test(statement) ||
    /\balter (?:column )?\w+ type\b/.test(statement);
  if (isTightening && !isContract) found.push(CONTRACT_ADVICE);
  return found;
}

/** `validate constraint x` and `using index x` name what exists. */
function afterNames(statement: string): string {
  return statement.replaceAll(/\b(?:validate|drop) constraint (?:if exists )?\w+|\busing index \w+/g, '');
}

/** Statements in lower case on one line each, without comments; the content of strings and bodies is empty. */
function splitStatements(text: string): string[] {
  return text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
      part.startsWith('-') || part.startsWith('/') ? ' ' : "''",
    )
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}
