// Load generator in a process of its own: keep-alive connections with one signed call in flight on each, bet and win in
// turn for random members. A message of the parent starts a run, the reply contains its figures.
//
// Always true: an answer other than 200 with code OK is counted as an error; times are from the first byte sent to the
// last byte read. It shares the processors with the measured server, so its own cost is minimal: calls are written and
// signed before the measurement, and responses are read into one buffer per connection.

import { createHmac } from 'node:crypto';
import net from 'node:net';

import { createTokenSource, formatPlayerId, type TokenSource } from './players.ts';

export type LoadOptions = {
  readonly port: number;
  /** Path before /bet and /win. */
  readonly prefix: string;
  readonly connections: number;
  readonly seconds: number;
  readonly members: number;
  /** Only every n-th member, from this one. */
  readonly share?: { readonly every: number; readonly from: number };
  readonly tokenSource: TokenSource;
  /** Calls a second of all connections; without it each sends its next call at once. */
  readonly rate?: number;
  /** Makes ids unique to this run. */
  readonly run: string;
};
export type Figures = {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
  readonly firstError: string;
  /** Processor time of the generator during the measurement. */
  readonly ownMs: number;
};

const AMOUNT = '1.0000';
const HEADER_END = '\r\n\r\n';
const LENGTH_HEADER = 'content-length: ';
/** Above the throughput of any server here; a faster one would get requests signed during the measurement. */
const CALLS_A_SECOND = 20_000;
const ANSWER_BYTES_MAX = 16_384;

type GetToken = (place: number) => string;
type Totals = { readonly times: number[]; errors: number; firstError: string };

function createRequest(
  options: LoadOptions,
  name: string,
  place: number,
  token: string,
  operation: 'bet' | 'win',
): Buffer {
  const bet = `${name}b`;
  const ids = operation === 'bet' ? `"txId":"${bet}"` : `"txId":"${name}w","refTxId":"${bet}","roundClosed":true`;
  const body =
    `{"requestId":"${name}","playerId":"${formatPlayerId(place)}","token":"${token}","gameCode":"test-slot",` +
    `"roundId":"${name}",${ids},"amount":"${AMOUNT}","currency":"THB"}`;
  const target = `${options.prefix}/${operation}`;
  const now = String(Date.now());
  const signature = createHmac('sha256', 'test-secret').update(`${now}\nPOST\n${target}\n${body}`).digest('base64');
  return Buffer.from(
    `POST ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n` +
      `x-key-id: test-key\r\nx-timestamp: ${now}\r\nx-signature: ${signature}\r\n\r\n${body}`,
    'latin1',
  );
}

/** A bet and its win. */
function createRequestPair(
  options: LoadOptions,
  getToken: GetToken,
  number: number,
  pair: number,
): readonly [Buffer, Buffer] {
  const { every, from } = options.share ?? { every: 1, from: 0 };
  const place = Math.floor((Math.random() * options.members) / every) * every + from;
  const name = `${options.run}-${number}-${pair}`;
  const token = getToken(place);
  return [createRequest(options, name, place, token, 'bet'), createRequest(options, name, place, token, 'win')];
}

function createRequests(options: LoadOptions, getToken: GetToken, number: number): Buffer[] {
  const pairs = Math.ceil(((options.rate ?? CALLS_A_SECOND) * options.seconds) / options.connections / 2);
  return Array.from({ length: pairs }, (_, pair) => createRequestPair(options, getToken, number, pair)).flat();
}

/** Length of a complete response at the start of the text; undefined while it is incomplete. */
function findResponseLength(text: string): number | undefined {
  const end = text.indexOf(HEADER_END);
  if (end < 0) return undefined;
  const at = text.indexOf(LENGTH_HEADER);
  const length = at < 0 || at > end ? 0 : Number.parseInt(text.slice(at + LENGTH_HEADER.length, end), 10);
  const whole = end + HEADER_END.length + length;
  return text.length >= whole ? whole : undefined;
}

type ConnectionOptions = {
  readonly options: LoadOptions;
  readonly getToken: GetToken;
  readonly calls: Buffer[];
  readonly number: number;
  readonly until: number;
};

function runConnection({ options, getToken, calls, number, until }: ConnectionOptions, totals: Totals): Promise<void> {
  return new Promise((resolve, reject) => {
    let step = 0;
    let sentAt = 0;
    let got = '';
    const pauseMs = options.rate === undefined ? 0 : (options.connections * 1_000) / options.rate;
    let dueAt = performance.now();
    const send = (): void => {
      if (Date.now() >= until) return void socket.end(resolve);
      if (step === calls.length) calls.push(...createRequestPair(options, getToken, number, step >> 1));
      const call = calls[step] ?? '';
      step += 1;
      sentAt = performance.now();
      socket.write(call);
      return undefined;
    };
    const memory = Buffer.alloc(ANSWER_BYTES_MAX);
    const onData = (count: number): boolean => {
      got += memory.toString('latin1', 0, count);
      const length = findResponseLength(got);
      if (length === undefined) return true;
      totals.times.push(performance.now() - sentAt);
      if (!got.startsWith('HTTP/1.1 200') || !got.includes('"code":"OK"')) {
        totals.errors += 1;
        totals.firstError ||= got.slice(0, length);
      }
      got = got.slice(length);
      // A call that was due while the one before it was open is sent at once.
      dueAt += pauseMs;
      const restMs = dueAt - performance.now();
      if (restMs > 0) setTimeout(send, restMs);
      else send();
      return true;
    };
    const socket = net.connect({
      port: options.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: memory, callback: onData },
    });
    socket.on('connect', send);
    socket.on('error', reject);
  });
}

async function run(options: LoadOptions): Promise<Figures> {
  const totals: Totals = { times: [], errors: 0, firstError: '' };
  const getToken = createTokenSource(options.tokenSource);
  const calls = Array.from({ length: options.connections }, (_, number) => createRequests(options, getToken, number));
  const before = process.cpuUsage();
  const startedAt = Date.now();
  const until = startedAt + options.seconds * 1_000;
  await Promise.all(
    calls.map((own, number) => runConnection({ options, getToken, calls: own, number, until }, totals)),
  );
  const { user, system } = process.cpuUsage(before);
  const perSecond = totals.times.length / ((Date.now() - startedAt) / 1_000);
  const sorted = Float64Array.from(totals.times).toSorted();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    calls: sorted.length,
    perSecond,
    p50: at(0.5),
    p99: at(0.99),
    errors: totals.errors,
    firstError: totals.firstError,
    ownMs: (user + system) / 1_000,
  };
}

process.on('message', (options: LoadOptions) => {
  run(options).then(
    (figures) => process.send?.(figures),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
