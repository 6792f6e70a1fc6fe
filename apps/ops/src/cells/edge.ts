// The map of a running HAProxy, changed over its local admin socket, without a reload.
//
// Always true: a change is read back; an edge that does not answer, or has another map, is an error.
//
// Elsewhere: the files of the edge (cells-file.ts), the socket (deploy/haproxy/cells.cfg).

import net from 'node:net';

import { CommandError } from '#ops/core/command';

const ANSWER_MS = 3_000;
const MAP = /^#?(\d+) \((\S*cells\.map)\)/m;

/** Sends one command to an admin socket: a path, or host and port. */
async function send(socket: string, command: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const [host = '', port] = socket.startsWith('/') ? [] : socket.split(':');
  const connection = port === undefined ? net.connect(socket) : net.connect(Number(port), host);
  let text = '';
  connection.setEncoding('utf8').setTimeout(ANSWER_MS, () => connection.destroy(new Error('no answer')));
  connection.on('data', (part: string) => (text += part));
  connection.once('end', () => resolve(text.trim()));
  connection.once('error', reject);
  connection.end(`${command}\n`);
  try {
    return await promise;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The edge at ${socket} does not answer on its admin socket (${reason}).`);
  } finally {
    connection.destroy();
  }
}

async function findMap(socket: string): Promise<string> {
  const [, number] = MAP.exec(await send(socket, 'show map')) ?? [];
  if (number === undefined) {
    throw new CommandError(`The edge at ${socket} has no cells.map: it runs another configuration.`);
  }
  return `#${number}`;
}

/** The lines of the map that the edge uses. */
export async function readMap(socket: string): Promise<ReadonlyMap<string, string>> {
  const text = await send(socket, `show map ${await findMap(socket)}`);
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, key, cell] = line.split(' ');
      return key !== undefined && cell !== undefined ? [[key, cell] as const] : [];
    }),
  );
}

/** Makes the edge use these lines; lines that are not named go. */
export async function setMap(socket: string, lines: readonly (readonly [key: string, cell: string])[]): Promise<void> {
  const [map, before] = [await findMap(socket), await readMap(socket)];
  const wanted = new Map(lines);
  const commands = [
    ...lines.flatMap(([key, cell]) => {
      if (before.get(key) === cell) return [];
      return [before.has(key) ? `set map ${map} ${key} ${cell}` : `add map ${map} ${key} ${cell}`];
    }),
    ...[...before.keys()].filter((key) => !wanted.has(key)).map((key) => `del map ${map} ${key}`),
  ];
  for (const command of commands) {
    const answer = await send(socket, command);
    if (answer !== '') throw new CommandError(`The edge at ${socket} refused "${command}": ${answer}`);
  }
  const after = await readMap(socket);
  if (lines.some(([key, cell]) => after.get(key) !== cell)) {
    throw new CommandError(`The edge at ${socket} did not take the new map.`);
  }
}

/** Whether the edge has the backends of a cell. */
export async function hasBackends(socket: string, backend: string): Promise<boolean> {
  const names = (await send(socket, 'show backend')).split('\n');
  return names.includes(`${backend}-members`) && names.includes(`${backend}-providers`);
}
