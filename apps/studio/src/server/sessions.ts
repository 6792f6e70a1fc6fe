// A player's session at a game, from the launch token to its end.
//
// Always true: a player is identified by the operator's opaque playerId only. The page holds a bearer token, of which
// the SHA-256 is stored. A player has one session per game and one over all slots: a new launch ends the previous
// session. A session ends after a day or by a kick.

import { createHash, randomBytes } from 'node:crypto';

import type { Money } from '@chaba/money';
import { failRequest } from '@chaba/sandbox-kit/http-error';
import type { Sandbox } from '@chaba/sandbox-kit/sandbox';
import { z } from 'zod';

import * as store from './sessions.store.ts';
import type { StudioConfig } from './studio-context.ts';
import { errorMessages } from './studio.text.ts';
import { callWallet } from './wallet.ts';

export type Session = store.SessionRow;

const SESSION_LIFE_MS = 24 * 60 * 60 * 1_000;

/** The query of a launch address, as its page sends it. */
export const launchBody = z.object({
  operator: z.string().regex(/^[a-z0-9-]{1,32}$/),
  gameCode: z.string().max(64),
  token: z.string().min(1).max(512),
  returnUrl: z.string().max(2_048).optional(),
});

/** Redeems a launch token. Of the games `oneOf` a player has one session at a time. */
export async function openSession(
  sandbox: Sandbox<StudioConfig>,
  { operator, gameCode, token, returnUrl }: z.output<typeof launchBody>,
  oneOf: readonly string[] = [],
): Promise<{ readonly session: Session; readonly bearer: string; readonly balance: Money | undefined }> {
  const answer = await callWallet(sandbox, operator, 'authenticate', { token, gameCode });
  if (!answer) failRequest(503, 'WALLET_UNAVAILABLE', errorMessages('WALLET_UNAVAILABLE'));
  if (answer.code !== 'OK' || answer.token === undefined || answer.playerId === undefined) {
    failRequest(422, 'LAUNCH_FAILED', errorMessages('LAUNCH_FAILED'));
  }

  const bearer = randomBytes(32).toString('base64url');
  const session: Session = {
    sessionHash: hashOf(bearer),
    operator,
    gameCode,
    playerId: answer.playerId,
    walletToken: answer.token,
    returnUrl: parseReturnAddress(sandbox.config.webOrigins, returnUrl) ?? null,
    createdAtMs: BigInt(Date.now()),
  };
  sandbox.store.transaction(() => {
    store.deleteOldSessions(sandbox.store, Date.now() - SESSION_LIFE_MS);
    store.endSessions(sandbox.store, operator, session.playerId, gameCode);
    if (oneOf.includes(gameCode)) store.replaceSessions(sandbox.store, session, oneOf);
    store.insertSession(sandbox.store, session);
  });
  return { session, bearer, balance: answer.balance };
}

/** Loads the session of an Authorization header, or throws a 401. */
export function requireSession(sandbox: Sandbox, authorization: string | undefined): Session {
  const bearer = /^Bearer ([\w-]{1,128})$/.exec(authorization ?? '')?.[1];
  const hash = bearer === undefined ? '' : hashOf(bearer);
  const session = store.findLiveSession(sandbox.store, hash, Date.now() - SESSION_LIFE_MS);
  if (session) return session;
  const code = store.isReplaced(sandbox.store, hash) ? 'SESSION_REPLACED' : 'SESSION_ENDED';
  failRequest(401, code, errorMessages(code));
}

/** The balance at the wallet; undefined without a response. */
export async function loadBalance(
  sandbox: Sandbox,
  { operator, playerId, walletToken: token, gameCode }: Session,
): Promise<Money | undefined> {
  return (await callWallet(sandbox, operator, 'balance', { playerId, token, gameCode }))?.balance;
}

export function kickPlayer(sandbox: Sandbox, operator: string, playerId: string): number {
  return store.endSessions(sandbox.store, operator, playerId, null);
}

/** Accepts a return address of a member site only, because any other would be an open redirect. */
function parseReturnAddress(webOrigins: readonly string[], address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && webOrigins.includes(url.origin) ? url.href : undefined;
}

function hashOf(bearer: string): string {
  return createHash('sha256').update(bearer).digest('hex');
}
