// The back office on a fresh database, for tests: called without a network, as the page of its own origin.
//
// Always true: it logs in as the operators' role. Demo operators exist at both sites. The process and its database are
// closed after the test file.

import { randomUUID } from 'node:crypto';
import { after } from 'node:test';

import type { BackOfficeErrorCode, BackOfficeErrorParams } from '@chaba/contract/back-office/error-codes';
import type { ActionOutcome, RequestDetail } from '@chaba/contract/back-office/wire';
import { type Database, openDatabase, sql } from '@chaba/database';
import { type TestDatabase, testDatabase } from '@chaba/database/testing';

import { type BackOfficeConfig, readBackOfficeConfig } from '#core/config';
import { DEMO_PASSWORD } from '#core/demo';
import type { Site } from '#modules/site';

import { type BackOffice, buildBackOffice } from '#back-office';
import { createSites } from './factories.ts';

export type OfficeAnswer<Data = unknown> = {
  readonly status: number;
  readonly data: Data;
  readonly code: BackOfficeErrorCode | undefined;
  readonly params: BackOfficeErrorParams;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
};

export type OfficeCall = {
  readonly body?: unknown;
  readonly raw?: string;
  /** Cookie of the session. */
  readonly as?: string;
  /** Replaces headers; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** No person caused the call. */
  readonly isPolling?: boolean;
};

export type TestOffice = {
  readonly office: BackOffice;
  readonly database: TestDatabase;
  /** The database with the rights of operators. */
  readonly operators: Database;
  readonly chaba: Site;
  readonly lanna: Site;
  readonly config: BackOfficeConfig;
  readonly logLines: readonly string[];
  send<Data = unknown>(method: 'GET' | 'POST', path: string, call?: OfficeCall): Promise<OfficeAnswer<Data>>;
  /** Signs a demo operator in; returns its cookie. */
  signIn(name: string): Promise<string>;
  /** Sends an action at the first site. */
  act(
    as: string,
    action: string,
    input: Readonly<Record<string, string>>,
    more?: object,
  ): Promise<OfficeAnswer<ActionOutcome>>;
  /** Decides a request at the first site, having read it. */
  decide(as: string, request: string, more?: object): Promise<OfficeAnswer<ActionOutcome>>;
};

/** Makes the step-up of each session new, for tests that act for longer than it lasts. */
export async function renewStepUps(database: TestDatabase): Promise<void> {
  await database.owner.execute(sql`
    update operator_session set stepped_up_at = clock_timestamp() where stepped_up_at is not null`);
}

const HOST = 'localhost:3003';
const BASE = '/back-office/v1';

export async function buildTestOffice(
  given: { readonly database?: TestDatabase; readonly config?: Partial<BackOfficeConfig> } = {},
): Promise<TestOffice> {
  const database = given.database ?? (await testDatabase());
  const { chaba, lanna } = await createSites(database);
  const logLines: string[] = [];
  const config = { ...readTestConfig(database.operatorUrl), ...given.config };
  const operators = openDatabase({ url: database.operatorUrl, applicationName: 'chaba back office test' });
  const office = await buildBackOffice({
    config,
    database: operators,
    logTo: { write: (line) => void logLines.push(line) },
  });
  office.lifecycle.markReady();
  after(async () => {
    await office.close();
    await operators.close();
  });
  const send: TestOffice['send'] = (method, path, call = {}) => sendCall(office, method, path, call);

  async function signIn(name: string): Promise<string> {
    const answer = await send('POST', `${BASE}/sign-in`, { body: { name, password: DEMO_PASSWORD } });
    return readCookie(answer) ?? '';
  }
  const act: TestOffice['act'] = (as, action, input, more = {}) =>
    send('POST', `${BASE}/sites/chaba/actions/${action}`, {
      as,
      body: { input, reason: 'checked by a test', key: randomUUID(), ...more },
    });
  const decide: TestOffice['decide'] = async (as, request, more = {}) => {
    const { data } = await send<RequestDetail>('GET', `${BASE}/sites/chaba/requests/${request}`, { as });
    return send('POST', `${BASE}/sites/chaba/requests/${request}/decision`, {
      as,
      body: {
        verdict: 'approved',
        reason: 'checked by a second person',
        contentHash: data?.contentHash ?? '',
        factor: { kind: 'demo', password: DEMO_PASSWORD },
        ...more,
      },
    });
  };
  return { office, database, operators, chaba, lanna, config, logLines, send, signIn, act, decide };
}

export function readTestConfig(databaseUrl: string, more: Readonly<Record<string, string>> = {}): BackOfficeConfig {
  return readBackOfficeConfig({
    DATABASE_URL: databaseUrl,
    SANDBOX_SECRET: 'sandbox-secret',
    HASH_SECRET: 'secret-of-hashes',
    OPERATOR_SECRET: 'secret-of-operators',
    CHABA_DEMO: 'on',
    CHABA_RATE_LIMITS: 'off',
    LOG_LEVEL: 'debug',
    SANDBOX_URL: 'http://127.0.0.1:9',
    ...more,
  });
}

async function sendCall<Data>(
  { fastify }: BackOffice,
  method: 'GET' | 'POST',
  path: string,
  call: OfficeCall,
): Promise<OfficeAnswer<Data>> {
  const payload = call.raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const headers = {
    host: HOST,
    origin: `http://${HOST}`,
    'x-back-office': '1',
    ...(call.isPolling === true ? {} : { 'x-user-act': '1' }),
    ...(call.as === undefined ? {} : { cookie: call.as }),
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    ...call.headers,
  };
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  const answer = await fastify.inject({
    method,
    url: path,
    headers: sent as Record<string, string>,
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = (answer.headers['content-type'] ?? '').startsWith('application/json');
  const body = (isJson ? JSON.parse(answer.body) : {}) as {
    data?: unknown;
    code?: BackOfficeErrorCode;
    params?: BackOfficeErrorParams;
  };
  return {
    status: answer.statusCode,
    data: body.data as Data,
    code: body.code,
    params: body.params ?? {},
    text: answer.body,
    headers: answer.headers,
  };
}

/** The cookie that an answer sets; undefined: none. */
export function readCookie({ headers }: Pick<OfficeAnswer, 'headers'>): string | undefined {
  const [pair] = String(headers['set-cookie'] ?? '').split(';');
  return pair === '' ? undefined : pair;
}
