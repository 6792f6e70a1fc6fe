// Live streams of members as pages keep them: after `bye` they reconnect in a random part of its `withinMs`, otherwise
// after a second.
//
// Elsewhere: rolling restarts (roll.idle.heavy.test.ts), the stream (packages/contract/src/live.ts).

import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { liveStream } from '@chaba/contract/live';

type StreamMember = { readonly apiKey: string; readonly token: string };
type StreamOptions = {
  readonly members: readonly StreamMember[];
  readonly count: number;
  /** The host that an edge routes by. */
  readonly host?: string;
};

export class StreamClients {
  readonly #edge: string;
  readonly #members: readonly StreamMember[];
  readonly #count: number;
  readonly #host: string | undefined;
  readonly #open = new Set<number>();
  readonly #openedAt = new Map<number, number>();
  /** Number of connects by second. */
  readonly connects = new Map<number, number>();
  readonly failures: string[] = [];
  #isOver = false;

  constructor(edge: string, to: StreamOptions) {
    this.#edge = edge;
    this.#members = to.members;
    this.#count = to.count;
    this.#host = to.host;
  }

  /** Number of open streams that began after this time of performance.now(). */
  countOpenSince(at: number): number {
    return [...this.#openedAt.values()].filter((each) => each > at).length;
  }

  get open(): number {
    return this.#open.size;
  }

  /** Without a time 100 a second; with it each at a random moment of it, as after `bye`. */
  async start(withinMs?: number): Promise<void> {
    if (withinMs !== undefined) {
      for (let place = 0; place < this.#count; place += 1) {
        setTimeout(() => this.#connect(place), withinMs * Math.random());
      }
      return;
    }
    for (let place = 0; place < this.#count; place += 1) {
      this.#connect(place);
      if (place % 20 === 0) await sleep(200);
    }
  }

  stop(): void {
    this.#isOver = true;
  }

  #connect(place: number): void {
    const member = this.#members[place % this.#members.length];
    if (this.#isOver || !member) return;
    const second = Math.floor(Date.now() / 1_000);
    this.connects.set(second, (this.connects.get(second) ?? 0) + 1);
    let withinMs: number | undefined;
    const scheduleReconnect = (): void => {
      this.#open.delete(place);
      this.#openedAt.delete(place);
      // Without `bye` the page waits one second ± 25 %.
      const delayMs = withinMs === undefined ? 750 + Math.random() * 500 : withinMs * Math.random();
      if (!this.#isOver) setTimeout(() => this.#connect(place), delayMs);
    };
    const headers = {
      'api-key': member.apiKey,
      'api-auth': member.token,
      ...(this.#host === undefined ? {} : { host: this.#host }),
    };
    const request = http.get(this.#edge + liveStream.path, { agent: false, headers }, (response) => {
      if (response.statusCode !== 200) this.failures.push(String(response.statusCode));
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (part: string) => {
        if (response.statusCode !== 200) return;
        this.#open.add(place);
        if (!this.#openedAt.has(place)) this.#openedAt.set(place, performance.now());
        text = (text + part).slice(-400);
        const bye = /event: bye\ndata: (\{.*\})\n/.exec(text)?.[1];
        if (bye !== undefined) withinMs = (JSON.parse(bye) as { readonly withinMs?: number }).withinMs;
      });
      response.on('close', scheduleReconnect);
    });
    request.on('error', (error) => {
      this.failures.push(String(error));
      scheduleReconnect();
    });
  }
}
