// What the server's parts are handed, as arguments: the database, the settings, the outside parties, the log.

import type { Database } from '@chaba/database';

import type { Config } from './config.ts';
import { createSignedHttpClient, type SignedHttpClient } from './signed-http-client.ts';
import { secretOf } from './signature.ts';

/** The services of the bank side; each has a circuit breaker of its own. */
export type BankClients = {
  readonly names: SignedHttpClient;
  readonly slips: SignedHttpClient;
  readonly payouts: SignedHttpClient;
  readonly statements: SignedHttpClient;
};

/** Writes to the log: plain facts, never a phone, an account or a token. */
export type Log = {
  info(facts: Readonly<Record<string, unknown>>, sentence: string): void;
  warn(facts: Readonly<Record<string, unknown>>, sentence: string): void;
  error(facts: Readonly<Record<string, unknown>>, sentence: string): void;
};

export type Context = {
  readonly database: Database;
  readonly config: Config;
  readonly bank: BankClients;
  readonly log: Log;
};

/** The key that our calls to the bank's services, and its calls to us, are signed with. */
export const BANK_KEY_ID = 'bank';

/** A page of a statement has a few hundred lines. */
const STATEMENT_BYTES_MAX = 512 * 1024;

export function openBank(config: Config): BankClients {
  const options = {
    baseUrl: config.sandboxUrl,
    keyId: BANK_KEY_ID,
    secret: secretOf(config.sandboxSecret, BANK_KEY_ID),
  };
  return {
    names: createSignedHttpClient({ ...options, name: 'account-name service' }),
    slips: createSignedHttpClient({ ...options, name: 'slip verifier' }),
    payouts: createSignedHttpClient({ ...options, name: 'payout service' }),
    statements: createSignedHttpClient({ ...options, name: 'statement service', answerBytesMax: STATEMENT_BYTES_MAX }),
  };
}
