// The site's server as the bank sees it: records what it is told, checks the signature, answers as told.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Secrets, signerOf } from '@chaba/sandbox-kit/signature';

export type Heard = { readonly path: string; readonly body: string; readonly isSigned: boolean; readonly atMs: number };

export class FakeServer {
  readonly heard: Heard[] = [];
  /** Statuses for the next calls, in order; 200 when there are none left. 0 hangs up without an answer. */
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
        this.heard.push({ path: target, body, isSigned, atMs: Date.now() });
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

  /** What was heard on a path, once there are at least so many. */
  async waitFor(path: string, count: number, withinMs = 5_000): Promise<Heard[]> {
    const untilMs = Date.now() + withinMs;
    for (;;) {
      const found = this.heard.filter((call) => call.path === path);
      if (found.length >= count) return found;
      if (Date.now() > untilMs) throw new Error(`heard ${found.length} of ${count} on ${path}`);
      await sleep(10);
    }
  }

  close(): void {
    this.#http.close();
    this.#http.closeAllConnections();
  }
}
