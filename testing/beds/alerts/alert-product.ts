// A product for trials of alerts: a server process under the supervisor of npm start, behind a proxy of its database,
// a member with money, and the bed that scrapes the process.
//
// Always true: a bet that was not answered is repeated with its id, as a provider does, so `checkBooks` finds each bet
// once. All processes and the load end with the test or file that opened them.
//
// Elsewhere: the trials (service.heavy.test.ts, latency.heavy.test.ts), the bed (alert-bed.ts).

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@chaba/embedded-postgres';
import { openProxy, type Proxy } from '@chaba/database/testing/tcp-proxy';
import { type TestDatabase, testDatabase } from '@chaba/database/testing';
import { getBalances } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { type Service, startService } from '@chaba/ops/start/services';
import { chart } from '@chaba/server/core/chart-of-accounts';
import { createSignedHeaders } from '@chaba/server/core/signature';
import { auditAll } from '@chaba/server/modules/audit';
import { createGameSession, createMember, createSites, type TestMember } from '@chaba/server/testing/factories';
import { openProcessLog, printProcessLogs } from '@chaba/server/testing/process-log';
import { callWalletAt } from '@chaba/server/testing/server-process';

import { type AlertBed, type AlertTarget, listMissingPrograms, openAlertBed } from './alert-bed.ts';
import { runChaba } from '#testing/beds/programs';

const MONEY_BAHT = 1_000_000;
const RETRY_MS = 200;
const PAUSE_MS = 100;
/** Of bets that are sent at once. */
const CONNECTIONS = 16;
const SECRETS = { SANDBOX_SECRET: 'sandbox-secret', HASH_SECRET: 'secret-of-hashes' } as const;
export const BET_PATH = '/seamless/v1/bet';
export const BALANCE_PATH = '/user-profile-composite/v1/profile/balance';

type Environment = Readonly<Record<string, string>>;
type Sites = Awaited<ReturnType<typeof createSites>>;

type AlertServer = {
  readonly url: string;
  readonly metricsPort: number;
  readonly getPid: () => number;
  /** Starts it with changed settings; resolves when it is ready. */
  readonly start: (changed?: Environment) => Promise<void>;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
  readonly readLog: () => string;
  readonly readMetrics: () => Promise<string>;
};

type AlertPlayer = {
  readonly member: TestMember;
  /** Bets 1 baht; repeats the call until it is answered OK. */
  readonly bet: () => Promise<void>;
  /** Sends so many bets over few connections before any is answered; repeats those that are not answered OK. */
  readonly betAtOnce: (count: number) => Promise<void>;
  /** Bets and reads of the balance without end; the returned function stops them and waits for their answers. */
  readonly startLoad: (load: { readonly players?: number; readonly readers?: number }) => () => Promise<void>;
  /** Each bet was applied once, and the audit has no finding. */
  readonly checkBooks: () => Promise<void>;
};

export type AlertProduct = AlertPlayer & {
  readonly database: TestDatabase;
  readonly site: Sites['chaba'];
  readonly proxy: Proxy;
  readonly server: AlertServer;
  readonly bed: AlertBed;
  /** Runs a command of the installation on the database without the proxy; returns its output. */
  readonly runChaba: (words: readonly string[], changed?: Environment) => Promise<string>;
};

/** Runs the work at the first call only, for alerts with one cause. */
export function share(work: () => Promise<void>): () => Promise<void> {
  let started: Promise<void> | undefined;
  return () => (started ??= work());
}

/**
 * Undefined where Prometheus is not installed.
 *
 * @param openTargets starts what else the Prometheus scrapes
 */
export async function openAlertProduct(
  settings: Environment = {},
  openTargets: (server: AlertServer) => Promise<readonly AlertTarget[]> = () => Promise.resolve([]),
): Promise<AlertProduct | undefined> {
  if (listMissingPrograms().length > 0) return undefined;
  const database = await testDatabase();
  const { chaba: site } = await createSites(database);
  const proxy = await openProxy(database.url);
  const server = await openServer({ ...SECRETS, ...settings, DATABASE_URL: proxy.url });
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-alerts-'));
  after(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  return {
    ...(await openPlayer(database, site, server.url)),
    database,
    site,
    proxy,
    server,
    bed: await openAlertBed([
      { job: 'chaba', addresses: [`127.0.0.1:${server.metricsPort}`] },
      ...(await openTargets(server)),
    ]),
    async runChaba(words, changed = {}) {
      const { output } = await runChaba(words, {
        ...SECRETS,
        DATABASE_URL: database.url,
        OPERATOR_DATABASE_URL: database.operatorUrl,
        DATA_DIR: dataDir,
        ...changed,
      });
      return output;
    },
  };
}

async function openServer(settings: Environment): Promise<AlertServer> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const log = openProcessLog('server');
  let service: Service | undefined;
  after(() => service?.stop('SIGKILL'));

  async function start(changed: Environment = {}): Promise<void> {
    service = await startService({
      name: 'server',
      script: 'apps/server/src/main.ts',
      address: url,
      environment: {
        HOST: '127.0.0.1',
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        CHABA_RATE_LIMITS: 'off',
        CHABA_JOBS: 'off',
        DRAIN_SECONDS: '0',
        LOG_LEVEL: 'info',
        ...settings,
        ...changed,
      },
      output: log,
    });
  }
  await start().catch((error: unknown) => {
    printProcessLogs('start of the server');
    throw error;
  });
  return {
    url,
    metricsPort,
    getPid: () => service?.pid() ?? assert.fail('the server has a process'),
    start,
    stop: async (signal) => service?.stop(signal),
    readLog: () => fs.readFileSync(log.file, 'utf8'),
    readMetrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
  };
}

async function openPlayer(database: TestDatabase, site: Sites['chaba'], url: string): Promise<AlertPlayer> {
  const member = await createMember(database, site, { money: baht(MONEY_BAHT) });
  const token = await createGameSession(database, member);
  let bets = 0;
  const over = new AbortController();
  after(() => over.abort());

  const createId = (): string => {
    bets += 1;
    return `bet-${bets}`;
  };
  const toBody = (id: string) => ({
    playerId: member.playerId,
    token,
    gameCode: 'test-slot',
    roundId: id,
    txId: id,
    amount: '1',
    currency: 'THB',
  });

  async function send(id: string): Promise<void> {
    for (; !over.signal.aborted; await sleep(RETRY_MS)) {
      const reply = await callWalletAt(url, 'bet', toBody(id)).catch(() => undefined);
      if (reply?.code === 'OK') return;
      assert.equal(reply, undefined, 'a bet is answered OK or not at all');
    }
  }

  const bet = (): Promise<void> => send(createId());

  async function betAtOnce(count: number): Promise<void> {
    const ids = Array.from({ length: count }, createId);
    const shares = Map.groupBy(ids.entries(), ([place]) => place % CONNECTIONS);
    const sendShare = async (own: readonly string[]): Promise<void> => {
      const answers = await sendPipelined(url, own.map(toBody)).catch(() => []);
      for (const [place, id] of own.entries()) if (answers[place]?.includes('"code":"OK"') !== true) await send(id);
    };
    await Promise.all([...shares.values()].map((share) => sendShare(share.map(([, id]) => id))));
  }

  async function readBalance(): Promise<void> {
    const headers = { 'api-key': member.apiKey, 'api-auth': member.token };
    const response = await fetch(url + BALANCE_PATH, { headers });
    await response.arrayBuffer();
  }

  function startLoad({ players = 0, readers = 0 }: { readonly players?: number; readonly readers?: number }) {
    const stopping = new AbortController();
    const ended = AbortSignal.any([stopping.signal, over.signal]);
    const repeat = async (work: () => Promise<void>): Promise<void> => {
      for (; !ended.aborted; await sleep(PAUSE_MS)) await work();
    };
    // A process that was killed refuses the connection of a read.
    const read = (): Promise<void> => readBalance().catch(() => undefined);
    const running = Promise.all([
      ...Array.from({ length: players }, () => repeat(bet)),
      ...Array.from({ length: readers }, () => repeat(read)),
    ]);
    return async () => {
      stopping.abort();
      await running;
    };
  }

  async function checkBooks(): Promise<void> {
    const { game } = await getBalances(database, site.id, member.id, { game: chart.game });
    assert.equal(game, baht(MONEY_BAHT - bets), 'each bet was applied once');
    assert.deepEqual(await auditAll(database, { siteId: site.id, isTest: true }), []);
  }
  return { member, bet, betAtOnce, startLoad, checkBooks };
}

/** Sends signed bets on one connection without waiting for answers; resolves with these in order. */
async function sendPipelined(url: string, bodies: readonly object[]): Promise<string[]> {
  const { hostname, port, host } = new URL(url);
  const requests = bodies.map((each, place) => {
    const body = JSON.stringify(each);
    const headers = {
      host,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      connection: place === bodies.length - 1 ? 'close' : 'keep-alive',
      ...createSignedHeaders('test-key', 'test-secret', { method: 'POST', target: BET_PATH, body }),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `POST ${BET_PATH} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
  });
  const socket = net.connect(Number(port), hostname);
  socket.setEncoding('utf8').write(requests.join(''));
  let text = '';
  for await (const part of socket) text += String(part);
  return text.split('HTTP/1.1 ').slice(1);
}
