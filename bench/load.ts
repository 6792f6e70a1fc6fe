// A load generator of our own, in a process of its own: so many keep-alive connections, one signed call in flight on each,
// bet and win in turn for random members. Told what to do by a message, answers with the figures.
//
// Always true: an answer other than 200 with code OK is counted as an error; times are from the first byte sent to the last
// byte read.

import { createHmac } from 'node:crypto';
import net from 'node:net';

import { playerIdOf, tokenOf } from './players.ts';

export type Order = {
  readonly port: number;
  /** Before /bet and /win. */
  readonly prefix: string;
  readonly connections: number;
  readonly seconds: number;
  readonly members: number;
  /** Makes ids of this run differ from those of every other. */
  readonly run: string;
};
export type Figures = {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
  readonly firstError: string;
};

const AMOUNT = '1.0000';
const HEADER_END = Buffer.from('\r\n\r\n');

type Totals = { readonly times: number[]; errors: number; firstError: string };

function callAt(order: Order, name: string, place: number, operation: 'bet' | 'win'): Buffer {
  const bet = `${name}b`;
  const ids = operation === 'bet' ? `"txId":"${bet}"` : `"txId":"${name}w","refTxId":"${bet}","roundClosed":true`;
  const body =
    `{"requestId":"${name}","playerId":"${playerIdOf(place)}","token":"${tokenOf(place)}","gameCode":"test-slot",` +
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

/** The length of a whole answer at the start of these bytes, or nothing while it is not all there. */
function answerLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(HEADER_END);
  if (end < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1];
  const whole = end + HEADER_END.length + Number(length ?? 0);
  return bytes.length >= whole ? whole : undefined;
}

function runConnection(order: Order, number: number, until: number, totals: Totals): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(order.port, '127.0.0.1');
    socket.setNoDelay(true);
    let step = 0;
    let place = 0;
    let sentAt = 0;
    let got = Buffer.alloc(0);
    const send = (): void => {
      if (Date.now() >= until) return void socket.end(resolve);
      if (step % 2 === 0) place = Math.floor(Math.random() * order.members);
      const name = `${order.run}-${number}-${step >> 1}`;
      const call = callAt(order, name, place, step % 2 === 0 ? 'bet' : 'win');
      step += 1;
      sentAt = performance.now();
      socket.write(call);
      return undefined;
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      got = got.length === 0 ? chunk : Buffer.concat([got, chunk]);
      const length = answerLength(got);
      if (length === undefined) return;
      totals.times.push(performance.now() - sentAt);
      if (!got.includes('"code":"OK"')) {
        totals.errors += 1;
        totals.firstError ||= got.toString('utf8', 0, length);
      }
      got = Buffer.from(got.subarray(length));
      send();
    });
  });
}

async function run(order: Order): Promise<Figures> {
  const totals: Totals = { times: [], errors: 0, firstError: '' };
  const startedAt = Date.now();
  const until = startedAt + order.seconds * 1_000;
  await Promise.all(
    Array.from({ length: order.connections }, (_, number) => runConnection(order, number, until, totals)),
  );
  const sorted = Float64Array.from(totals.times).toSorted();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    calls: sorted.length,
    perSecond: sorted.length / ((Date.now() - startedAt) / 1_000),
    p50: at(0.5),
    p99: at(0.99),
    errors: totals.errors,
    firstError: totals.firstError,
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
