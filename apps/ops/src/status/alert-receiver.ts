// Receives alerts of Alertmanager and of `npm run ops -- status --webhook`, and writes one line for each.
//
//     npm run ops -- receive [--port 9094] [--token-file FILE]
//
// Always true: a request beyond 1 MB, without the token or in another form is rejected and writes nothing. A line holds
// labels and annotations only, without line feeds of the sender.

import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type AlertReceiver = { readonly port: number; close(): Promise<void> };
export type AlertReceiverOptions = {
  readonly host?: string;
  readonly port: number;
  readonly token?: string | undefined;
  readonly write: (line: string) => void;
};

const BODY_BYTES_MAX = 1_048_576;
const TEXT_LENGTH_MAX = 500;

export async function startAlertReceiver(options: AlertReceiverOptions): Promise<AlertReceiver> {
  const server = createServer((request, response) => {
    receive(options, request)
      .catch(() => 400)
      .then((status) => response.writeHead(status, { connection: 'close' }).end())
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: options.host ?? '127.0.0.1', port: options.port }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function receive({ token, write }: AlertReceiverOptions, request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST') return 405;
  if (token !== undefined && !isToken(request.headers.authorization, token)) return 401;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_BYTES_MAX) return 413;
    parts.push(part);
  }
  const lines = toLines(JSON.parse(Buffer.concat(parts).toString('utf8')));
  for (const line of lines) write(line);
  return 200;
}

function isToken(given: string | undefined, token: string): boolean {
  const expected = Buffer.from(`Bearer ${token}`);
  const actual = Buffer.from(given ?? '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** One line per alert; throws for another form. */
function toLines(body: unknown): string[] {
  const { alerts } = body as { readonly alerts?: unknown };
  if (!Array.isArray(alerts)) throw new Error('expected alerts');
  return alerts.map((alert: unknown) => {
    const {
      status,
      labels = {},
      annotations = {},
    } = alert as Readonly<Record<string, unknown>> & {
      readonly labels?: Readonly<Record<string, unknown>>;
      readonly annotations?: Readonly<Record<string, unknown>>;
    };
    const words = [
      new Date().toISOString(),
      status === 'resolved' ? 'resolved' : 'firing',
      labels['severity'] ?? 'none',
      labels['alertname'] ?? 'unnamed',
      annotations['summary'] ?? '',
      annotations['action'] === undefined ? '' : `→ ${toText(annotations['action'])}`,
    ];
    return words.map(toText).join('  ').trimEnd();
  });
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').slice(0, TEXT_LENGTH_MAX) : '';
}
