// Test server in place of the site: records requests, checks signatures and returns the configured statuses.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Secrets, signerOf } from '@chaba/sandbox-kit/signature';

export type ReceivedRequest = {
  readonly path: string;
  readonly body: string;
  readonly isSigned: boolean;
  readonly atMs: number;
};

export class TestReceiver {
  readonly received: ReceivedRequest[] = [];
  /** Statuses of the next responses, in order; then 200. 0 closes the connection without a response. */
  statuses: number[] = [];
  readonly #http: Server;
  readonly #secrets: Secrets;

  constructor(secret: string) {
    this.#secrets = { bank: secret, studio: secret };
    this.#http = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const target = request.url ?? '';
        const message = { method: request.method ?? '', target, body };
        const isSigned = signerOf(this.#secrets, request.headers, message) === 'bank';
        this.received.push({ path: target, body, isSigned, atMs: Date.now() });
        const status = this.statuses.shift() ?? 200;
        if (status === 0) request.socket.destroy();
        else response.writeHead(status, { 'content-type': 'application/json' }).end('{"success":true}');
      });
    });
  }

  async open(): Promise<string> {
    this.#http.listen(0, '127.0.0.1');
    await once(this.#http, 'listening');
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** Resolves with the requests to a path as soon as there are `count` of them. */
  async waitFor(path: string, count: number, withinMs = 60_000): Promise<ReceivedRequest[]> {
    const untilMs = Date.now() + withinMs;
    for (;;) {
      const found = this.received.filter((call) => call.path === path);
      if (found.length >= count) return found;
      if (Date.now() > untilMs) throw new Error(`received ${found.length} of ${count} on ${path}`);
      await sleep(10);
    }
  }

  close(): void {
    this.#http.close();
    this.#http.closeAllConnections();
  }
}
