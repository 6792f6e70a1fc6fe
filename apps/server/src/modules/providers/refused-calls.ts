// Requests of providers that the wallet rejected for good, kept so that a lost win leaves a trace.
//
// Always true: only requests with a valid signature that move money are kept; a stake that was rejected for funds,
// limits, a lock or a session is ordinary play and is not, nor is a request that the provider sends again. A body is
// kept as it was sent, without tokens and up to 16 KiB, a repeat is counted. Beyond 10,000 requests of a provider a day
// only their number is. No function here changes a response: a request that cannot be kept is answered as otherwise.
//
// Elsewhere: one request (gateway.ts), the hidden fields (secret-fields.ts), the list (operator-cli), deleting after 30
// days (providers.jobs.ts).

import { createHash } from 'node:crypto';

import type { WalletCode } from '@chaba/contract/seamless';
import type { Database } from '@chaba/database';

import type { Log } from '#core/context';
import type { Site } from '#modules/site';
import type { OperationRequest } from '#modules/provider-protocol';

import * as store from './refused-calls.store.ts';
import { withoutTokens } from './secret-fields.ts';

export { listRefusedCalls, type RefusedCall, sumRefusedCalls } from './refused-calls.store.ts';

const BODY_BYTES_MAX = 16_384;
const CALLS_A_DAY_MAX = 10_000;
const DAYS_KEPT = 30;

/** Codes that a repetition of the same request receives again. */
const FINAL: ReadonlySet<WalletCode> = new Set([
  'PLAYER_NOT_FOUND',
  'INVALID_REQUEST',
  'WRONG_CURRENCY',
  'INVALID_GAME',
  'TX_CONFLICT',
  'TX_ROLLED_BACK',
  'BET_SETTLED',
]);

/** Whether a request with this outcome is kept; `operation` is undefined where the request has none. */
export function isKept(operation: OperationRequest[0] | undefined, code: WalletCode): boolean {
  if (operation === 'authenticate' || operation === 'balance') return false;
  // An unknown win that is corrected does not wait for it, unlike a win for its bet.
  return FINAL.has(code) || (operation === 'adjust' && code === 'BET_NOT_FOUND');
}

type KeptCall = { readonly provider: string; readonly path: string; readonly code: WalletCode; readonly body: Buffer };

/** Keeps a request. A request that could not be kept is in the log without its body. */
export async function keepRefusedCall(
  { database, log }: { readonly database: Database; readonly log: Log },
  site: Site,
  { provider, path, code, body }: KeptCall,
): Promise<void> {
  const callHash = createHash('sha256').update(path).update('\n').update(body).digest();
  const text = cutBytes(withoutTokens(body.toString('utf8')).replaceAll('\0', '\u{fffd}'), BODY_BYTES_MAX);
  try {
    await database.transaction(async (tx) => {
      if ((await store.countRefusedCall(tx, site.id, provider)) > CALLS_A_DAY_MAX) return;
      await store.writeRefusedCall(tx, site.id, { provider, path, code, body: text, bodyBytes: body.length, callHash });
    });
  } catch (error) {
    log.error({ err: error, site: site.code, provider, path, code }, 'refused wallet request not kept');
  }
}

/** Days on which more requests were rejected than are kept. */
export function listOverfullDays(database: Database, siteId: number): ReturnType<typeof store.listRefusedCallDays> {
  return store.listRefusedCallDays(database, siteId, CALLS_A_DAY_MAX);
}

export function deleteOldRefusedCalls(database: Database): Promise<number> {
  return store.deleteOldRefusedCalls(database, DAYS_KEPT);
}

/** The begin of a text of at most so many bytes of UTF-8, without half a character. */
function cutBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= bytesMax) return text;
  return bytes
    .subarray(0, bytesMax)
    .toString('utf8')
    .replace(/\u{fffd}$/u, '');
}
