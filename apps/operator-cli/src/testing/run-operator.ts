// Runs operator commands against a test database, in the process of the test; one test of operator.test.ts starts the
// program.
//
// Always true: a command that names neither a person nor the host is run by a demo operator whose role begins its
// action; a request is decided by a second one. Set-up of a site is done by the host.
//
// Elsewhere: the commands (operator.ts).

import { after } from 'node:test';

import { type ActionEntry, actions } from '@chaba/contract/back-office/actions';
import { findActingRole, listDecidingRoles, type Role, roles } from '@chaba/contract/back-office/roles';
import { openDatabase } from '@chaba/database';
import { DEMO_PASSWORD } from '@chaba/server/core/demo';
import { hashPassword } from '@chaba/server/modules/passwords';
import { ensureDemoOperators } from '@chaba/server/modules/operators';

import { type CommandResult, type OperatorDatabase, openOperatorDatabase, runOperator } from '#operator/operator';

import { actionOfCommand } from './command-actions.ts';

const HOST: readonly string[] = ['calculate', 'create-site', 'open-account', 'promptpay', 'close-account'];

type Connectable = { readonly operatorUrl: string };
type Run = (...words: readonly string[]) => Promise<CommandResult>;

/**
 * Returns a function that runs one command and resolves with its exit code and output. Its commands share one
 * connection, open until the calling test or file ends: most of the time of a command was opening five.
 */
export function openOperator(database: Connectable, settings: Readonly<Record<string, string>> = {}): Run {
  const environment = environmentOf(database, settings);
  let opened: Promise<OperatorDatabase> | undefined;
  after(async () => (await opened?.catch(() => undefined))?.close());
  return actAsPeople(async (...words) => {
    opened ??= openOperatorDatabase(environment);
    // Without it the command opens it again, and tells what is wrong.
    const shared = await opened.catch(() => undefined);
    if (shared === undefined) opened = undefined;
    return runOperator(words, environment, shared);
  }, database.operatorUrl);
}

/** The same with a connection for each command: running servers have its messages when it returns. */
export function openOperatorOnce(database: Connectable, settings: Readonly<Record<string, string>> = {}): Run {
  const environment = environmentOf(database, settings);
  return actAsPeople((...words) => runOperator(words, environment), database.operatorUrl);
}

function environmentOf({ operatorUrl }: Connectable, settings: Readonly<Record<string, string>>) {
  return {
    ...process.env,
    DATABASE_URL: operatorUrl,
    SANDBOX_SECRET: 'sandbox-secret',
    HASH_SECRET: 'secret-of-hashes',
    OPERATOR_SECRET: 'secret-of-operators',
    LOG_LEVEL: 'error',
    ...settings,
  };
}

/**
 * The same for commands that `run` runs elsewhere.
 *
 * @param databaseUrl the database whose demo operators are made, as a login that may make them
 */
export function actAsPeople(run: Run, databaseUrl: string): Run {
  return async (...words) => {
    const name = actionOfCommand(words);
    const isSetUp = name?.startsWith('site.') === true && name !== 'site.set-switch';
    const isHost = HOST.includes(words[0] ?? '') || isSetUp;
    const hasIdentity = words.some((word) => ['--host', '--operator', '--help'].includes(word));
    if (hasIdentity) return run(...words);
    if (isHost) return run(...words, '--host');
    if (name === undefined) return run(...words);
    const { permission }: ActionEntry = actions[name];
    const first = roles.find((role) => findActingRole([role], permission) !== undefined);
    if (first === undefined) return run(...words);
    await makeDemoOperators(databaseUrl);
    const proposed = await run(...words, '--operator', `demo-${first}`);
    const [, request] = /^(R\d+) waits for /m.exec(proposed.out) ?? [];
    if (request === undefined) return proposed;
    const site = words.includes('--site') ? ['--site', words[words.indexOf('--site') + 1] ?? ''] : [];
    const decide = (verdict: string, by: string) =>
      run('decide', request, verdict, '--reason', 'checked by a test', '--operator', by, ...site);
    const decided = await decide('approve', findSecond(first, permission));
    if (decided.code !== 0) await decide('withdraw', `demo-${first}`);
    return { ...decided, out: proposed.out.replace(/^R\d+ waits for .*\n/m, '') + decided.out };
  };
}

function findSecond(first: Role, permission: ActionEntry['permission']): string {
  const deciding = listDecidingRoles(permission);
  const other = deciding.find((role) => role !== first);
  return other === undefined ? `demo-${first}-2` : `demo-${other}`;
}

const made = new Map<string, Promise<void>>();

function makeDemoOperators(url: string): Promise<void> {
  const known = made.get(url) ?? insertDemoOperators(url);
  made.set(url, known);
  return known;
}

async function insertDemoOperators(url: string): Promise<void> {
  const database = openDatabase({ url, applicationName: 'chaba test operators' });
  try {
    await ensureDemoOperators(database, { isOpen: true, passwordHash: () => hashPassword(DEMO_PASSWORD, 'known') });
  } finally {
    await database.close();
  }
}
