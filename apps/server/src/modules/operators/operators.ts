// The use cases of the command line: actions of people and of the host, sign-in, requests, entries.
//
// Always true: the command line imports this file and no other of the module. It changes nothing but through
// `performAction`, `decideRequest` and the host's functions.
//
// Elsewhere: the same for the pages (back-office.ts), actions (actions.ts), what the host may do (host.ts).

import type { FactorProof } from '@chaba/contract/back-office/wire';
import type { Database } from '@chaba/database';

import type { Config, SecretValues } from '#core/config';

import type { ActionContext, Acting } from './actions.ts';
import { type ChainEntry, listEntries } from './audit-chain.ts';
import { definitions } from './definitions.ts';
import { createJobSession } from './job-session.ts';
import { failOperator } from './operator-error.ts';
import * as people from './people.store.ts';
import { CLI_NETWORK, type OperatorCaller, type OperatorSession, readSession, stepUp } from './sign-in.ts';

export { type ActionContext, type ActionFacts, type ActionInput, performAction } from './actions.ts';
export { verifyChain } from './audit-chain.ts';
export { OperatorError } from './operator-error.ts';
export { ensureDemoOperators } from './people-actions.ts';
export { type OperatorSession, requestLogin, signOut } from './sign-in.ts';
export { formatMemberRef } from './subjects.ts';
export * as host from './cli-host.ts';
export * as requests from './cli-requests.ts';

const ENTRIES_SHOWN_MAX = 100;
const CLI_SECONDS = 300;

/** The caller of the command line: it has no address and no page. */
export const CLI_CALLER: OperatorCaller = { network: CLI_NETWORK, userAgent: '', rp: { origin: '', id: '' } };

/** `secret`: OPERATOR_SECRET, which decrypts the secrets of TOTP. */
export function createActionContext(database: Database, config: Config, secret: SecretValues): ActionContext {
  return { database, config, secret, mode: config.mode, isDemoOpen: config.mode === 'play', definitions };
}

/** The open session of a token of the command line. Every command is an act of the person. */
export function readCliSession(context: ActionContext, token: string): Promise<OperatorSession | undefined> {
  return readSession(context, token, { network: CLI_NETWORK, isAct: true, channel: 'cli' });
}

/** A demo operator of play mode, who needs no sign-in on the command line. */
export async function openDemoSession(context: ActionContext, name: string): Promise<OperatorSession> {
  const operator = await people.findByName(context.database, name);
  const isOpen = context.isDemoOpen && operator?.isDemo === true && operator.disabledAt === null;
  if (!isOpen) return failOperator('OPERATOR_UNKNOWN');
  return createJobSession(context.database, operator, {
    sessionId: 'demo',
    deviceName: 'command line',
    seconds: CLI_SECONDS,
  });
}

/** The person at a site; no role there is no permission. */
export function toActing(session: OperatorSession, siteId: number): Acting {
  const roles = session.roles.filter((held) => held.siteId === siteId).map(({ role }) => role);
  return roles.length === 0 ? failOperator('PERMISSION_MISSING') : { siteId, session, roles, channel: 'cli' };
}

/** A factor used again: actions are open for five minutes. */
export async function stepUpByCode(
  context: ActionContext,
  of: { readonly session: OperatorSession; readonly proof: FactorProof },
): Promise<OperatorSession> {
  await stepUp(context, CLI_CALLER, of);
  return { ...of.session, stepUpLeft: CLI_SECONDS };
}

/** The latest entries of the chain, newest first. */
export function listLatestEntries(database: Database, siteId: number): Promise<ChainEntry[]> {
  return listEntries(database, siteId, { limit: ENTRIES_SHOWN_MAX });
}
