// Opens the studio with its real store for tests, connected to a test wallet, and signs a player in.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, beforeEach } from 'node:test';

import type { Money } from '@chaba/money';
import { createApp } from '@chaba/sandbox-kit/http';
import { signedHeaders } from '@chaba/sandbox-kit/signature';
import { openStore } from '@chaba/sandbox-kit/store';
import type { FastifyInstance } from 'fastify';

import { studioRoutes } from '#studio/studio';
import type { StudioConfig } from '#studio/server/studio-context';

import { type FakeWallet, startFakeWallet } from './fake-wallet.ts';

const SECRETS = { bank: 'sandbox-secret', studio: 'studio-secret' };

type Answer = { readonly status: number; readonly body: Record<string, unknown> };

export type TestStudio = {
  readonly app: FastifyInstance;
  call(method: 'GET' | 'POST', url: string, body?: unknown, bearer?: string): Promise<Answer>;
  callSigned(url: string, body: unknown, keyId?: string): Promise<Answer>;
  stop(): Promise<void>;
};

/**
 * Returns the wallet of a test file, which all its tests share, reset to this balance of the player.
 */
export async function walletOf(playerId: string, balance: Money): Promise<FakeWallet> {
  const wallet = await startFakeWallet(SECRETS.studio);
  after(() => wallet.close());
  beforeEach(() => {
    wallet.setBalance(playerId, balance);
    wallet.calls.length = 0;
    wallet.faults.length = 0;
    wallet.refuseBetsWith(undefined);
  });
  return wallet;
}

/** Durations of tables in tests; betting windows are long enough to place bets on a loaded machine. */
export type Times = { readonly tableRoundMs: number; readonly tickMs: number; readonly spinMs?: number };
const QUICK: Times = { tableRoundMs: 2_000, tickMs: 20 };

export function studioAt(wallet: FakeWallet, storePath = ':memory:', times = QUICK): TestStudio {
  const config: StudioConfig = {
    secrets: SECRETS,
    serverUrl: wallet.url,
    publicUrl: 'http://127.0.0.1:3001',
    webOrigins: ['http://127.0.0.1:3000'],
    spinMs: 0,
    ...times,
  };
  const store = openStore(storePath);
  const app = createApp(config);
  studioRoutes(app, { config, store });

  async function inject(
    method: 'GET' | 'POST',
    url: string,
    payload: string,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const type = method === 'POST' ? { 'content-type': 'application/json' } : {};
    const sent = method === 'POST' ? { payload } : {};
    const response = await app.inject({ method, url, headers: { ...type, ...headers }, ...sent });
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
  }

  return {
    app,
    call: (method, url, body, bearer) =>
      inject(
        method,
        url,
        JSON.stringify(body ?? {}),
        bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      ),
    callSigned: (url, body, keyId = 'studio-chaba') => {
      const payload = JSON.stringify(body);
      return inject(
        'POST',
        url,
        payload,
        signedHeaders(SECRETS, keyId, { method: 'POST', target: url, body: payload }),
      );
    },
    stop: async () => {
      await app.close();
      store.close();
    },
  };
}

/** Opens the first slot as this player and returns the page's bearer token. */
export function openSlot(studio: TestStudio, wallet: FakeWallet, playerId: string): Promise<string> {
  return openGame(studio, wallet, playerId, 'chaba-blossom');
}

export async function openGame(
  studio: TestStudio,
  wallet: FakeWallet,
  playerId: string,
  gameCode: string,
): Promise<string> {
  const { body } = await studio.call('POST', '/studio/v1/session', {
    operator: 'chaba',
    gameCode,
    token: wallet.launch(playerId),
    returnUrl: 'http://127.0.0.1:3000/user/slot',
  });
  return tokenOf(body);
}

/** Opens a session at a shared table and returns the page's bearer token. */
export async function openTable(
  studio: TestStudio,
  wallet: FakeWallet,
  playerId: string,
  gameCode: string,
): Promise<string> {
  const launch = { operator: 'chaba', gameCode, token: wallet.launch(playerId) };
  const { body } = await studio.call('POST', '/studio/v1/tables/session', launch);
  return tokenOf(body);
}

function tokenOf(body: Answer['body']): string {
  const token = body['sessionToken'];
  return typeof token === 'string' ? token : assert.fail(`no session: ${JSON.stringify(body)}`);
}

/** Returns the same client round id for the same text. */
export function clientRound(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 32);
}
