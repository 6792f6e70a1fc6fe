// The public state of one table, told to every page that looks: server-sent events, the whole state each time.
//
// Always true: nothing of one player goes out here, so nobody needs to say who he is. An event is written once and sent to all.
// A page that comes (again) is told the state first, so one that missed something misses nothing.

import type { FastifyReply, FastifyRequest } from 'fastify';

const BEAT_MS = 15_000;
/** A page that does not read is let go before what waits for it fills the memory. */
const WAITING_BYTES_MAX = 256 * 1_024;

export class Stream {
  readonly #listeners = new Set<FastifyReply['raw']>();
  #beat: NodeJS.Timeout | undefined;

  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  open(request: FastifyRequest, reply: FastifyReply, first: unknown): void {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write(`retry: 1000\n${eventOf(first)}`);
    this.#listeners.add(raw);
    request.raw.once('close', () => this.#listeners.delete(raw));
    this.#beat ??= setInterval(() => this.#send(': beat\n\n'), BEAT_MS).unref();
  }

  tell(state: unknown): void {
    if (this.isHeard) this.#send(eventOf(state));
  }

  close(): void {
    clearInterval(this.#beat);
    for (const listener of this.#listeners) listener.end();
    this.#listeners.clear();
  }

  #send(text: string): void {
    for (const listener of this.#listeners) {
      if (listener.writableLength > WAITING_BYTES_MAX) listener.destroy();
      else listener.write(text);
    }
  }
}

function eventOf(state: unknown): string {
  return `data: ${JSON.stringify(state)}\n\n`;
}
