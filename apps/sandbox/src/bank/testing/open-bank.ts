// Opens a bank on a free port together with a test server.

import type { AddressInfo } from 'node:net';
import { createApp } from '@chaba/sandbox-kit/http';
import { signedHeaders } from '@chaba/sandbox-kit/signature';
import { openStore } from '@chaba/sandbox-kit/store';
import type { FastifyInstance } from 'fastify';

import { bankRoutes } from '#bank/bank';
import { bankTimes, type BankTimes } from '#bank/bank-clock';
import { readConfig } from '#core/config';

import { TestReceiver } from './fake-server.ts';

const SECRET = 'the secret of this data folder';
export const SECRETS = { bank: SECRET, studio: `${SECRET}, studio` };

/** Short delays in the same order as the real ones. */
const quickTimes: BankTimes = {
  ...bankTimes,
  payoutMs: 30,
  slowPayoutMs: 1_500,
  feedMs: 10,
  delayedFeedMs: 400,
  slowNameCheckMs: 120,
  slipPendingMs: 800,
  retryFirstMs: 20,
  retryLongestMs: 80,
};

export type BankTestResponse = { readonly status: number; readonly body: Record<string, unknown> };

export type OpenBank = {
  readonly server: TestReceiver;
  readonly url: string;
  /** Sends an unsigned request, as a tester does. */
  ask(method: string, target: string, body?: unknown): Promise<BankTestResponse>;
  /** Sends a signed request, as the server does. */
  askSigned(method: string, target: string, body?: unknown, nowMs?: number): Promise<BankTestResponse>;
  transfer(
    query?: string,
    change?: Record<string, unknown>,
  ): Promise<{ transRef: string; slipQr: string; slipImageUrl: string }>;
  close(): Promise<void>;
};

export async function openBank(
  options: { times?: Partial<BankTimes>; storePath?: string; server?: TestReceiver; serverUrl?: string } = {},
): Promise<OpenBank> {
  const server = options.server ?? new TestReceiver(SECRET);
  const serverUrl = options.serverUrl ?? (await server.open());
  const environment = {
    SANDBOX_PORT: '0',
    SANDBOX_SECRET: SECRET,
    STUDIO_SECRET: SECRETS.studio,
    SERVER_URL: serverUrl,
  };
  const store = openStore(options.storePath ?? ':memory:');
  const config = readConfig(environment);
  const app: FastifyInstance = createApp(config);
  bankRoutes(app, { config, store }, { ...quickTimes, ...options.times });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  async function send(
    method: string,
    target: string,
    text: string,
    headers: Record<string, string>,
  ): Promise<BankTestResponse> {
    const body = method === 'GET' ? {} : { body: text };
    const response = await fetch(url + target, { method, headers, ...body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  const bank: OpenBank = {
    server,
    url,
    ask: (method, target, body) => send(method, target, JSON.stringify(body), { 'content-type': 'application/json' }),
    askSigned: (method, target, body, nowMs) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const signed = signedHeaders(SECRETS, 'bank', { method, target, body: text }, nowMs);
      return send(method, target, text, { 'content-type': 'application/json', ...signed });
    },
    transfer: async (query = '', change = {}) => {
      const order = {
        fromBankCode: '014',
        fromAccount: '1112223334',
        toBankCode: '004',
        toAccount: '9998887776',
        amount: 500,
        ...change,
      };
      const { status, body } = await bank.ask('POST', `/bank/transfers${query}`, order);
      if (status !== 200) throw new Error(`transfer refused: ${JSON.stringify(body)}`);
      return body as { transRef: string; slipQr: string; slipImageUrl: string };
    },
    close: async () => {
      await app.close();
      store.close();
      server.close();
    },
  };
  return bank;
}
