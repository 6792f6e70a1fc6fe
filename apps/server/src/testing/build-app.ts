// The whole server on a fresh database, for tests: called without a network (`send`) or listening on a free port
// (`listen`).
//
// Always true: every response is checked against the contract. Only external parties are fakes, with responses set by
// the test. The server and its database are closed after the test or process that opened them.

import { after } from 'node:test';

import {
  API_AUTH_HEADER,
  API_KEY_HEADER,
  type Endpoint,
  type Data,
  IDEMPOTENCY_KEY_HEADER,
} from '@chaba/contract/endpoint';
import { type TestDatabase, testDatabase } from '@chaba/database/testing';

import { type App, buildApp } from '#app';
import { type Config, readConfig } from '#core/config';
import { type BankClients, type Context, createBankClients } from '#core/context';
import type { Replica } from '#core/replica';
import { createSignedHeaders, deriveSecret } from '#core/signature';
import type { Site } from '#modules/site';

import { CHABA_API_KEY, createSites } from './factories.ts';

export type RequestLine = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH';
  readonly path: string;
};

export type Sending = {
  readonly apiKey?: string;
  /** The session that sends the request. */
  readonly as?: { readonly token: string; readonly apiKey?: string };
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, in place of `body`. */
  readonly raw?: string | Buffer;
  readonly query?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  /** Signs the request with a key of the sandbox. */
  readonly signedBy?: string;
};

type Answer<C> = {
  readonly status: number;
  /** The envelope; empty for a response that is no JSON. An error has no data, although the type has the field. */
  readonly body: {
    readonly success?: boolean | 0;
    readonly data: C extends Endpoint ? Data<C> : unknown;
    readonly message?: string;
    readonly code?: string;
    readonly requestId?: string;
    readonly authToken?: string;
    readonly deviceToken?: string;
    readonly termsVersion?: number;
  };
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
};

export type TestApp = {
  readonly app: App;
  readonly database: TestDatabase;
  readonly context: Context;
  readonly chaba: Site;
  readonly lanna: Site;
  readonly logLines: readonly string[];
  send<C extends RequestLine>(asking: C, sending?: Sending): Promise<Answer<C>>;
  /** Returns the address. */
  listen(): Promise<string>;
};

export type TestAppOptions = {
  readonly config?: Partial<Config>;
  readonly bank?: Partial<BankClients>;
  readonly database?: TestDatabase;
  readonly replica?: Replica | undefined;
};

const TEST_SECRET = 'sandbox-secret';

export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await testDatabase());
  const logLines: string[] = [];
  const config: Config = {
    ...readConfig({
      DATABASE_URL: database.url,
      SANDBOX_SECRET: TEST_SECRET,
      HASH_SECRET: 'secret-of-hashes',
      CHABA_RATE_LIMITS: 'off',
      LOG_LEVEL: 'debug',
      SANDBOX_URL: 'http://127.0.0.1:9',
    }),
    ...options.config,
  };
  const { chaba, lanna } = await createSites(database);
  const bank = { ...createBankClients(config), ...options.bank };
  const app = await buildApp({
    config,
    database,
    replica: options.replica,
    bank,
    shouldCheckResponses: true,
    logTo: { write: (line) => void logLines.push(line) },
  });
  app.markReady();
  after(() => app.close());
  let address: Promise<string> | undefined;
  const listen = () => (address ??= app.fastify.listen({ host: '127.0.0.1', port: 0 }));
  return {
    app,
    database,
    context: app.context,
    chaba,
    lanna,
    logLines,
    send: (asking, sending = {}) => send(app, listen, asking, sending),
    listen,
  };
}

async function send<C extends RequestLine>(
  { fastify }: App,
  listen: () => Promise<string>,
  { method, path }: C,
  sending: Sending,
): Promise<Answer<C>> {
  const payload = sending.raw ?? (sending.body === undefined ? undefined : JSON.stringify(sending.body));
  const query = sending.query === undefined ? '' : `?${new URLSearchParams(sending.query).toString()}`;
  const target = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(sending.params?.[name] ?? '')) + query;
  const headers: Record<string, string> = {
    [API_KEY_HEADER]: sending.apiKey ?? sending.as?.apiKey ?? CHABA_API_KEY,
    ...(sending.as === undefined ? {} : { [API_AUTH_HEADER]: sending.as.token }),
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    ...(sending.idempotencyKey === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: sending.idempotencyKey }),
    ...(sending.signedBy === undefined
      ? {}
      : createSignedHeaders(sending.signedBy, deriveSecret(TEST_SECRET, sending.signedBy), {
          method,
          target,
          body: payload ?? '',
        })),
    ...sending.headers,
  };
  // Direct routes are not routes of the framework, so their requests take a connection.
  if (target.startsWith('/seamless/')) {
    const response = await fetch((await listen()) + target, {
      method,
      headers,
      ...(payload ? { body: new Uint8Array(Buffer.from(payload)) } : {}),
    });
    return toAnswer({
      status: response.status,
      text: await response.text(),
      headers: Object.fromEntries(response.headers),
    });
  }
  const answer = await fastify.inject({ method, url: target, headers, ...(payload === undefined ? {} : { payload }) });
  return toAnswer({ status: answer.statusCode, text: answer.body, headers: answer.headers });
}

function toAnswer<C>({ status, text, headers }: Pick<Answer<C>, 'status' | 'text' | 'headers'>): Answer<C> {
  const isJson = String(headers['content-type'] ?? '').startsWith('application/json');
  return { status, body: (isJson ? JSON.parse(text) : {}) as Answer<C>['body'], text, headers };
}
