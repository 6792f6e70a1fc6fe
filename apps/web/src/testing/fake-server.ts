// A server for page tests: the built pages, and responses that the contract allows. A response that fails its schema
// throws in the test that sets it.
//
// Elsewhere: initial data (fake-data.ts); journeys with the real server (e2e).

import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { Worker } from 'node:worker_threads';

import { getSuccessValue, type EnvelopeFields, type Endpoint, type Data } from '@chaba/contract/endpoint';
import { getHttpStatus, type ErrorParams, type ErrorCode } from '@chaba/contract/error-codes';
import { formatErrorMessage } from '@chaba/contract/error-messages.text';
import { getPrefix } from '@chaba/contract/site';
import * as z from 'zod/mini';

const DIST = join(import.meta.dirname, '..', '..', 'dist');
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types app";
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

type FakeRequest = { readonly body: unknown; readonly headers: IncomingMessage['headers']; readonly url: URL };
type FakeResponse = { readonly status: number; readonly envelope: unknown };
type Responder = (request: FakeRequest) => FakeResponse | Promise<FakeResponse>;

export type FakeServer = {
  readonly address: string;
  /** Sets the response of an endpoint; a function computes it from the request. */
  readonly answer: <C extends Endpoint>(
    endpoint: C,
    data: Data<C> | ((request: FakeRequest) => Data<C>),
    envelopeFields?: EnvelopeFields<C>,
  ) => void;
  readonly refuse: <Code extends ErrorCode>(endpoint: Endpoint, code: Code, facts: ErrorParams<Code>) => void;
  /** All requests so far: "POST /auth-service/v1/login". */
  readonly requests: readonly (FakeRequest & { readonly call: string })[];
  readonly close: () => Promise<void>;
};

export async function startFakeServer({ port = 0 }: { readonly port?: number } = {}): Promise<FakeServer> {
  const answers = new Map<string, Responder>();
  const requests: (FakeRequest & { call: string })[] = [];

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const name = `${request.method} ${url.pathname}`;
    const respond = answers.get(name);
    if (!respond) return send(url, response);
    const received = { body: await readBody(request), headers: request.headers, url };
    requests.push({ ...received, call: name });
    const { status, envelope } = await respond(received);
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify(envelope));
  }

  const renderer = startRenderer();

  async function send({ pathname, search }: URL, response: ServerResponse): Promise<void> {
    const prefix = answers.get(toName(getPrefix));
    if (extname(pathname) !== '' || !prefix) return sendFile(pathname, response);
    const pageRequest = { body: undefined, headers: {}, url: new URL(pathname, 'http://fake') };
    const { status, envelope } = await prefix(pageRequest);
    if (status !== 200) return sendFile(pathname, response);
    response
      .writeHead(200, createHeaders('.html'))
      .end(await renderer.render(getRenderedAddress(pathname, search), (envelope as { data: object }).data));
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;

  return {
    address: `http://127.0.0.1:${taken}`,
    requests,
    answer: (endpoint, data, envelopeFields) => {
      const compute = (received: FakeRequest) =>
        typeof data === 'function' ? (data as (request: FakeRequest) => unknown)(received) : data;
      if (typeof data !== 'function') z.parse(endpoint.data, data);
      answers.set(toName(endpoint), (received) => ({
        status: 200,
        envelope: {
          success: getSuccessValue(endpoint),
          data: z.parse(endpoint.data, compute(received)),
          requestId: 'fake',
          ...(envelopeFields as object | undefined),
        },
      }));
    },
    refuse: (endpoint, code, facts) => {
      const envelope = { success: false, code, message: formatErrorMessage(code, facts), requestId: 'fake' };
      answers.set(toName(endpoint), () => ({ status: getHttpStatus(code), envelope }));
    },
    close: () =>
      new Promise((resolve) => {
        renderer.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const toName = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}

async function sendFile(pathname: string, response: ServerResponse): Promise<void> {
  const name = extname(pathname) === '' ? '/index.html' : normalize(pathname);
  try {
    const bytes = await readFile(join(DIST, name));
    response.writeHead(200, createHeaders(extname(name))).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}

function createHeaders(ending: string): Record<string, string> {
  return {
    'Content-Type': types[ending] ?? 'application/octet-stream',
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
  };
}

/**
 * A referral key does not change the page; a member page with a query is not rendered (apps/server/src/http/pages.ts).
 */
function getRenderedAddress(pathname: string, search: string): string {
  if (pathname.startsWith('/user/') && search !== '') return '';
  return pathname.replace(/^(\/register|\/user\/home)\/[^/]+$/, '$1/*');
}

/** Renders pages as the real server does. */
function startRenderer(): { render(address: string, known: object): Promise<string>; stop(): void } {
  let worker: Worker | undefined;
  let requestCount = 0;
  return {
    render(address, known) {
      worker ??= new Worker(join(DIST, '.screens', 'worker.mjs'), { workerData: { root: DIST } });
      const thread = worker;
      requestCount += 1;
      const own = requestCount;
      return new Promise((resolve, reject) => {
        const onMessage = ({ id, page, error }: { id: number; page: string; error?: unknown }) => {
          if (id !== own) return;
          thread.off('message', onMessage);
          if (error === undefined) resolve(page);
          else reject(error);
        };
        thread.on('message', onMessage);
        thread.postMessage({ id: own, address, known, isWhole: true }, []);
      });
    },
    stop: () => void worker?.terminate(),
  };
}
