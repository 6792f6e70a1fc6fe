// A load generator of our own, in a process of its own: so many keep-alive connections, one signed call in flight on
// each, bet and win in turn for random members. Told what to do by a message, answers with the figures.
//
// Always true: an answer other than 200 with code OK is counted as an error; times are from the first byte sent to the
// last byte read. It shares the processors with what it measures, so it costs as little as it can: calls are written
// and signed before the clock runs, and answers are read into one piece of memory a connection.

import { createHmac } from 'node:crypto';
import net from 'node:net';

import { openTokens, playerIdOf, type Seats } from './players.ts';

export type Order = {
  readonly port: number;
  /** Path before /bet and /win. */
  readonly prefix: string;
  readonly connections: number;
  readonly seconds: number;
  readonly members: number;
  readonly seats: Seats;
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

type TokenOf = (place: number) => string;
type Totals = { readonly times: number[]; errors: number; firstError: string };

function callAt(order: Order, name: string, place: number, token: string, operation: 'bet' | 'win'): Buffer {
  const bet = `${name}b`;
  const ids = operation === 'bet' ? `"txId":"${bet}"` : `"txId":"${name}w","refTxId":"${bet}","roundClosed":true`;
  const body =
    `{"requestId":"${name}","playerId":"${playerIdOf(place)}","token":"${token}","gameCode":"test-slot",` +
    `"roundId":"${name}",${ids},"amount":"${AMOUNT}","currency":"THB"}`;
  const target = `${order.prefix}/${operation}`;
  const now = String(Date.now());
  const signature = createHmac('sha256', 'test-secret').update(`${now}\nPOST\n${target}\n${body}`).digest('base64');
  return Buffer.from(
    `POST ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n` +
      `x-key-id: test-key\r\nx-timestamp: ${now}\r\nx-signature: ${signature}\r\n\r\n${body}`,
    'latin1',
  );
}

/** A bet and its win. */
function pairOfCalls(order: Order, tokenOf: TokenOf, number: number, pair: number): readonly [Buffer, Buffer] {
  const place = Math.floor(Math.random() * order.members);
  const name = `${order.run}-${number}-${pair}`;
  const token = tokenOf(place);
  return [callAt(order, name, place, token, 'bet'), callAt(order, name, place, token, 'win')];
}

function callsOf(order: Order, tokenOf: TokenOf, number: number): Buffer[] {
  const pairs = Math.ceil((CALLS_A_SECOND * order.seconds) / order.connections / 2);
  return Array.from({ length: pairs }, (_, pair) => pairOfCalls(order, tokenOf, number, pair)).flat();
}

/** Length of a complete response at the start of the text; undefined while it is incomplete. */
function answerLength(text: string): number | undefined {
  const end = text.indexOf(HEADER_END);
  if (end < 0) return undefined;
  const at = text.indexOf(LENGTH_HEADER);
  const length = at < 0 || at > end ? 0 : Number.parseInt(text.slice(at + LENGTH_HEADER.length, end), 10);
  const whole = end + HEADER_END.length + length;
  return text.length >= whole ? whole : undefined;
}

type Calling = {
  readonly order: Order;
  readonly tokenOf: TokenOf;
  readonly calls: Buffer[];
  readonly number: number;
  readonly until: number;
};

function runConnection({ order, tokenOf, calls, number, until }: Calling, totals: Totals): Promise<void> {
  return new Promise((resolve, reject) => {
    let step = 0;
    let sentAt = 0;
    let got = '';
    const send = (): void => {
      if (Date.now() >= until) return void socket.end(resolve);
      if (step === calls.length) calls.push(...pairOfCalls(order, tokenOf, number, step >> 1));
      const call = calls[step] ?? '';
      step += 1;
      sentAt = performance.now();
      socket.write(call);
      return undefined;
    };
    const memory = Buffer.alloc(ANSWER_BYTES_MAX);
    const hear = (count: number): boolean => {
      got += memory.toString('latin1', 0, count);
      const length = answerLength(got);
      if (length === undefined) return true;
      totals.times.push(performance.now() - sentAt);
      if (!got.startsWith('HTTP/1.1 200') || !got.includes('"code":"OK"')) {
        totals.errors += 1;
        totals.firstError ||= got.slice(0, length);
      }
      got = got.slice(length);
      send();
      return true;
    };
    const socket = net.connect({
      port: order.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: memory, callback: hear },
    });
    socket.on('connect', send);
    socket.on('error', reject);
  });
}

async function run(order: Order): Promise<Figures> {
  const totals: Totals = { times: [], errors: 0, firstError: '' };
  const tokenOf = openTokens(order.seats);
  const calls = Array.from({ length: order.connections }, (_, number) => callsOf(order, tokenOf, number));
  const before = process.cpuUsage();
  const startedAt = Date.now();
  const until = startedAt + order.seconds * 1_000;
  await Promise.all(calls.map((own, number) => runConnection({ order, tokenOf, calls: own, number, until }, totals)));
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

process.on('message', (order: Order) => {
  run(order).then(
    (figures) => process.send?.(figures),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
