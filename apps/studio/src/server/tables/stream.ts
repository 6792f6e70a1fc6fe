// Public state of a table as server-sent events, the whole state in each event.
//
// Always true: events contain no data of a single player, so the stream needs no authentication. An event is serialised
// once for all clients. A new or reconnecting client receives the state first.

import type { FastifyReply, FastifyRequest } from 'fastify';

const BEAT_MS = 15_000;
/** Buffer limit after which a client that does not read is disconnected. */
const WAITING_BYTES_MAX = 256 * 1_024;

export class Stream {
  /** Each client with its address. */
  readonly #listeners = new Map<FastifyReply['raw'], string>();
  #beat: NodeJS.Timeout | undefined;

  get listeners(): number {
    return this.#listeners.size;
  }

  countOf(address: string): number {
    let count = 0;
    for (const each of this.#listeners.values()) if (each === address) count += 1;
    return count;
  }

  open(request: FastifyRequest, reply: FastifyReply, first: unknown, onClose: () => void): void {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write(`retry: 1000\n${eventOf(first)}`);
    this.#listeners.set(raw, request.ip);
    request.raw.once('close', () => {
      this.#listeners.delete(raw);
      onClose();
    });
    this.#beat ??= setInterval(() => this.#send(': beat\n\n'), BEAT_MS).unref();
  }

  publish(state: unknown): void {
    if (this.listeners > 0) this.#send(eventOf(state));
  }

  close(): void {
    clearInterval(this.#beat);
    for (const listener of this.#listeners.keys()) listener.end();
    this.#listeners.clear();
  }

  #send(text: string): void {
    for (const listener of this.#listeners.keys()) {
      if (listener.writableLength > WAITING_BYTES_MAX) listener.destroy();
      else listener.write(text);
    }
  }
}

function eventOf(state: unknown): string {
  return `data: ${JSON.stringify(state)}\n\n`;
}
