// Dependencies that the server passes to its modules: database, settings, bank clients, log.

import type { Database } from '@chaba/database';

import type { Config } from './config.ts';
import type { Replica } from './replica.ts';
import { createSignedHttpClient, type SignedHttpClient } from './signed-http-client.ts';
import { deriveSecret } from './signature.ts';

/** Clients of the bank's services; each has its own circuit breaker. */
export type BankClients = {
  readonly names: SignedHttpClient;
  readonly slips: SignedHttpClient;
  readonly payouts: SignedHttpClient;
  readonly statements: SignedHttpClient;
};

/** The log: fields and a constant event, without phone numbers, accounts or tokens. */
export type Log = {
  info(fields: Readonly<Record<string, unknown>>, event: string): void;
  warn(fields: Readonly<Record<string, unknown>>, event: string): void;
  error(fields: Readonly<Record<string, unknown>>, event: string): void;
};

export type Context = {
  readonly database: Database;
  readonly replica?: Replica | undefined;
  readonly config: Config;
  readonly bank: BankClients;
  readonly log: Log;
};

/** Key id of signed requests to and from the bank's services. */
export const BANK_KEY_ID = 'bank';

/** A statement page has a few hundred lines. */
const STATEMENT_BYTES_MAX = 512 * 1024;

export function createBankClients(config: Config): BankClients {
  const options = {
    baseUrl: config.sandboxUrl,
    keyId: BANK_KEY_ID,
    secret: deriveSecret(config.sandboxSecret[0], BANK_KEY_ID),
  };
  return {
    names: createSignedHttpClient({ ...options, name: 'account-name service' }),
    slips: createSignedHttpClient({ ...options, name: 'slip verifier' }),
    payouts: createSignedHttpClient({ ...options, name: 'payout service' }),
    statements: createSignedHttpClient({
      ...options,
      name: 'statement service',
      responseBytesMax: STATEMENT_BYTES_MAX,
    }),
  };
}
