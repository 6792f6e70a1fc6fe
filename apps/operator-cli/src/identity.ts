// The identity of a command: a signed-in operator, a demo operator of play mode, or the host.
//
//     login <name> ──code──▶ confirmed in the pages ──▶ token counts: 15 minutes idle, 8 hours, logout
//
// Always true: without a person a command changes nothing but what the host may do. The token is in a file that only
// this user of the machine reads.
//
// Elsewhere: sessions (modules/operators), actions (act.ts).

import * as fs from 'node:fs';
import * as os from 'node:os';
import path from 'node:path';

import { DEMO_PASSWORD } from '@chaba/server/core/demo';
import { readDataFolder, readOperatorSecret } from '@chaba/server/core/config';
import * as operators from '@chaba/server/modules/operators';

import type { CommandContext, CommandEnvironment, InstallationContext } from './command-context.ts';
import { UsageError } from './usage-error.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const SIX_DIGITS = /^\d{6}$/;

/** The file of the token: in the data folder of the installation, else in the home of the user. */
function findTokenFile(environment: CommandEnvironment | undefined): string {
  const dataDir = readDataFolder(environment);
  const user = os.userInfo().username;
  return dataDir === undefined
    ? path.join(os.homedir(), '.chaba', 'operator-token')
    : path.join(dataDir, 'operator-sessions', `${user}.token`);
}

function readToken(environment: CommandEnvironment | undefined): string | undefined {
  const file = findTokenFile(environment);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined;
}

function writeToken(environment: CommandEnvironment | undefined, token: string): void {
  const file = findTokenFile(environment);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: FOLDER_MODE });
  fs.rmSync(file, { force: true });
  fs.writeFileSync(file, `${token}\n`, { mode: FILE_MODE, flag: 'wx' });
}

/** The name of the host in entries: the user of the machine. */
export const getHostName = (): string => operators.host.format(os.userInfo().username);

/** Only a typed code needs the secret of the authenticator apps. */
export function createContext({ database, config, environment, given }: InstallationContext): operators.ActionContext {
  const secret = given.code === undefined ? ([''] as const) : readOperatorSecret(environment);
  return operators.createActionContext(database, config, secret);
}

/** login <name>: prints a code that this person confirms in the pages. */
export async function login({ database, config, environment }: InstallationContext, name = ''): Promise<string> {
  const { code, token } = await operators.requestLogin({ database }, name).catch((error: unknown) => {
    throw error instanceof operators.OperatorError ? new UsageError(`There is no operator "${name}".`) : error;
  });
  writeToken(environment, token);
  return `Sign in at ${config.backOfficeUrl} as ${name}, open My account, and enter ${code} within five minutes.`;
}

/** logout: ends the session of the command line. */
export async function logout(context: InstallationContext): Promise<string> {
  const token = readToken(context.environment);
  fs.rmSync(findTokenFile(context.environment), { force: true });
  const actions = createContext(context);
  const session = token === undefined ? undefined : await operators.readCliSession(actions, token);
  if (session === undefined) throw new UsageError('Nobody is signed in on this command line.');
  await operators.signOut(actions, session);
  return `${session.name} is signed out.`;
}

async function openSession(
  context: InstallationContext,
  actions: operators.ActionContext,
): Promise<operators.OperatorSession> {
  const { operator, code } = context.given;
  if (operator !== undefined) {
    return operators.openDemoSession(actions, operator).catch((error: unknown) => {
      if (!(error instanceof operators.OperatorError)) throw error;
      throw new UsageError(`--operator names a demo operator of play mode, not "${operator}": see login.`, 2);
    });
  }
  const token = readToken(context.environment);
  const session = token === undefined ? undefined : await operators.readCliSession(actions, token);
  if (session === undefined) {
    throw new UsageError(
      'Sign in first: login <name>, and confirm its code in the back office. The session ends after 15 minutes.',
    );
  }
  if (code === undefined || session.isDemo) return session;
  if (!SIX_DIGITS.test(code)) throw new UsageError('--code takes the six digits of the authenticator app.', 2);
  return operators.stepUpByCode(actions, { session, proof: { kind: 'totp', code } });
}

/** The person at the site of the command. */
export async function requireActing(
  context: CommandContext,
  actions: operators.ActionContext,
): Promise<ReturnType<typeof operators.toActing>> {
  const { given } = context;
  // A decision uses the code itself.
  const isDeciding = given.words[0] === 'decide';
  const session = await openSession(
    isDeciding ? { ...context, given: { ...given, code: undefined } } : context,
    actions,
  );
  return operators.toActing(session, context.site.id);
}

/** The factor of one decision. */
export function readProof(
  { session }: ReturnType<typeof operators.toActing>,
  code: string | undefined,
): Parameters<typeof operators.requests.decide>[3]['proof'] {
  if (session.factor === 'demo') return { kind: 'demo', password: code ?? DEMO_PASSWORD };
  if (code === undefined || !SIX_DIGITS.test(code)) {
    throw new UsageError('Add --code with six digits, or decide in the back office with a passkey.', 2);
  }
  return { kind: 'totp', code };
}
