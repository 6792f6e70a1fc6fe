// A TCP proxy in front of a database, for tests of lost connections: it refuses, resets, or goes silent.
//
// Always true: it listens on loopback and ends with the test or file that opened it.

import { once } from 'node:events';
import net from 'node:net';
import { after } from 'node:test';

export type Proxy = {
  /** The address of the database through the proxy. */
  readonly url: string;
  /** Ends all connections and refuses new ones. */
  readonly shut: () => void;
  /** Keeps all connections and accepts new ones, and forwards nothing more on either. */
  readonly silence: () => void;
  /** Forwards new connections; those that were silenced stay silent. */
  readonly open: () => void;
  /** Connections that were reset since the proxy was shut. */
  readonly countRefused: () => number;
};

export async function openProxy(url: string): Promise<Proxy> {
  const { hostname, port } = new URL(url);
  const pairs = new Set<readonly [net.Socket, net.Socket | undefined]>();
  let state: 'open' | 'shut' | 'silent' = 'open';
  let refused = 0;
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    if (state === 'shut') {
      refused += 1;
      socket.resetAndDestroy();
      return;
    }
    if (state === 'silent') {
      pairs.add([socket, undefined]);
      return;
    }
    const inner = net.connect(Number(port), hostname);
    inner.on('error', () => undefined);
    const pair = [socket, inner] as const;
    pairs.add(pair);
    socket.pipe(inner).pipe(socket);
    inner.on('close', () => {
      pairs.delete(pair);
      socket.destroy();
    });
    socket.on('close', () => {
      pairs.delete(pair);
      inner.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  const address = new URL(url);
  address.port = String(typeof place === 'object' && place !== null ? place.port : 0);
  const shut = (): void => {
    state = 'shut';
    refused = 0;
    for (const pair of pairs) for (const socket of pair) socket?.destroy();
    pairs.clear();
  };
  after(() => {
    shut();
    server.close();
  });
  return {
    url: address.href,
    shut,
    silence() {
      state = 'silent';
      for (const [socket, inner] of pairs) {
        socket.unpipe();
        inner?.unpipe();
        // Read and dropped, as by a network that delivers nothing.
        socket.resume();
        inner?.resume();
      }
    },
    open() {
      state = 'open';
    },
    countRefused: () => refused,
  };
}
