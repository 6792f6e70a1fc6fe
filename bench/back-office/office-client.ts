// Calls of the back office as its pages send them, with the time of each until the last byte was read.
//
// Always true: an answer other than 200 ends the measurement. Connections stay open.

import http from 'node:http';

import { type Role, roles } from '@chaba/contract/back-office/roles';

const BASE = '/back-office/v1';
const DEMO_PASSWORD = 'demo1234';

export type TimedAnswer<Data = unknown> = { readonly ms: number; readonly data: Data };
export type OfficeClient = {
  readonly role: Role;
  call<Data = unknown>(method: 'GET' | 'POST', path: string, body?: object): Promise<TimedAnswer<Data>>;
  /** Calls back at each change of the site until it is closed. */
  follow(onChange: () => void): Promise<() => void>;
};

/** A demo operator of each role, signed in; paths are those after the code of the site. */
export async function signInAll(port: number): Promise<ReadonlyMap<Role, OfficeClient>> {
  const clients = await Promise.all(roles.map(async (role) => [role, await signIn(port, role)] as const));
  return new Map(clients);
}

export async function signIn(port: number, role: Role): Promise<OfficeClient> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  const origin = `http://localhost:${port}`;
  const headers = { host: `localhost:${port}`, origin, 'x-back-office': '1', 'x-user-act': '1' };
  const open = (method: string, path: string, more: Record<string, string>): http.ClientRequest =>
    http.request({ host: '127.0.0.1', port, method, path, agent, headers: { ...headers, ...more } });

  const send = (method: string, path: string, given: { body?: object; cookie?: string }): Promise<Sent> => {
    const payload = given.body === undefined ? undefined : JSON.stringify(given.body);
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const request = open(method, path, {
        ...(given.cookie === undefined ? {} : { cookie: given.cookie }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      });
      request.on('error', reject);
      request.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          if (response.statusCode === 200) {
            resolve({ ms: performance.now() - startedAt, text, cookies: response.headers['set-cookie'] ?? [] });
          } else {
            reject(new Error(`${method} ${path} as ${role} answered ${response.statusCode}: ${text.slice(0, 300)}`));
          }
        });
      });
      request.end(payload);
    });
  };

  const signedIn = await send('POST', `${BASE}/sign-in`, { body: { name: `demo-${role}`, password: DEMO_PASSWORD } });
  const [cookie = ''] = signedIn.cookies[0]?.split(';') ?? [];
  return {
    role,
    async call<Data>(method: 'GET' | 'POST', path: string, body?: object) {
      const { ms, text } = await send(method, `${BASE}/sites/chaba${path}`, {
        cookie,
        ...(body === undefined ? {} : { body }),
      });
      return { ms, data: (JSON.parse(text) as { data: Data }).data };
    },
    follow: (onChange) =>
      new Promise((resolve, reject) => {
        const request = open('GET', `${BASE}/sites/chaba/events`, { cookie, accept: 'text/event-stream' });
        request.on('error', reject);
        request.on('response', (response) => {
          response.on('error', () => undefined);
          response.on('data', (part: Buffer) => {
            if (part.includes('event: change')) onChange();
          });
          resolve(() => response.destroy());
        });
        request.end();
      }),
  };
}

type Sent = { readonly ms: number; readonly text: string; readonly cookies: readonly string[] };
