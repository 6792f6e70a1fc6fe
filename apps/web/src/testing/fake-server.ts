// A server for the tests of pages and for work on the looks: the built pages, and answers that the
// contract allows, nothing else. An answer that its schema refuses throws where the test gives it.
//
// Elsewhere: the data it begins with (fake-data.ts); the journeys, which use the real server (e2e).

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

type Asked = { readonly body: unknown; readonly headers: IncomingMessage['headers']; readonly url: URL };
type Answer = { readonly status: number; readonly envelope: unknown };
type Answerer = (asked: Asked) => Answer | Promise<Answer>;

export type FakeServer = {
  readonly address: string;
  /** What a call answers from now on; a function may look at what was asked. */
  readonly answer: <C extends Endpoint>(
    call: C,
    data: Data<C> | ((asked: Asked) => Data<C>),
    envelopeFields?: EnvelopeFields<C>,
  ) => void;
  readonly refuse: <Code extends ErrorCode>(endpoint: Endpoint, code: Code, facts: ErrorParams<Code>) => void;
  /** Every question so far: "POST /auth-service/v1/login". */
  readonly asked: readonly (Asked & { readonly call: string })[];
  readonly close: () => Promise<void>;
};

export async function startFakeServer({ port = 0 }: { readonly port?: number } = {}): Promise<FakeServer> {
  const answers = new Map<string, Answerer>();
  const asked: (Asked & { call: string })[] = [];

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const name = `${request.method} ${url.pathname}`;
    const answerer = answers.get(name);
    if (!answerer) return send(url, response);
    const question = { body: await bodyOf(request), headers: request.headers, url };
    asked.push({ ...question, call: name });
    const { status, envelope } = await answerer(question);
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify(envelope));
  }

  const drawing = startDrawing();

  async function send({ pathname, search }: URL, response: ServerResponse): Promise<void> {
    const prefix = answers.get(nameOf(getPrefix));
    if (extname(pathname) !== '' || !prefix) return sendFile(pathname, response);
    const question = { body: undefined, headers: {}, url: new URL(pathname, 'http://fake') };
    const { status, envelope } = await prefix(question);
    if (status !== 200) return sendFile(pathname, response);
    response
      .writeHead(200, headersOf('.html'))
      .end(await drawing.draw(renderedAddress(pathname, search), (envelope as { data: object }).data));
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;

  return {
    address: `http://127.0.0.1:${taken}`,
    asked,
    answer: (call, data, beside) => {
      const given = (question: Asked) =>
        typeof data === 'function' ? (data as (asked: Asked) => unknown)(question) : data;
      if (typeof data !== 'function') z.parse(call.data, data);
      answers.set(nameOf(call), (question) => ({
        status: 200,
        envelope: {
          success: getSuccessValue(call),
          data: z.parse(call.data, given(question)),
          requestId: 'fake',
          ...(beside as object | undefined),
        },
      }));
    },
    refuse: (endpoint, code, facts) => {
      const envelope = { success: false, code, message: formatErrorMessage(code, facts), requestId: 'fake' };
      answers.set(nameOf(endpoint), () => ({ status: getHttpStatus(code), envelope }));
    },
    close: () =>
      new Promise((resolve) => {
        drawing.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}

async function sendFile(pathname: string, response: ServerResponse): Promise<void> {
  const name = extname(pathname) === '' ? '/index.html' : normalize(pathname);
  try {
    const bytes = await readFile(join(DIST, name));
    response.writeHead(200, headersOf(extname(name))).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}

function headersOf(ending: string): Record<string, string> {
  return {
    'Content-Type': types[ending] ?? 'application/octet-stream',
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
  };
}

/** A referral key leads to the same page; a member's page with a question in its address is not rendered (apps/server/src/http/pages.ts). */
function renderedAddress(pathname: string, search: string): string {
  if (pathname.startsWith('/user/') && search !== '') return '';
  return pathname.replace(/^(\/register|\/user\/home)\/[^/]+$/, '$1/*');
}

/** Pages with their first screens in them, as the real server sends them. */
function startDrawing(): { draw(address: string, known: object): Promise<string>; stop(): void } {
  let worker: Worker | undefined;
  let asked = 0;
  return {
    draw(address, known) {
      worker ??= new Worker(join(DIST, '.screens', 'worker.mjs'), { workerData: { root: DIST } });
      const drawing = worker;
      asked += 1;
      const mine = asked;
      return new Promise((resolve, reject) => {
        const hear = ({ id, page, error }: { id: number; page: string; error?: unknown }) => {
          if (id !== mine) return;
          drawing.off('message', hear);
          if (error === undefined) resolve(page);
          else reject(error);
        };
        drawing.on('message', hear);
        drawing.postMessage({ id: mine, address, known, isWhole: true }, []);
      });
    },
    stop: () => void worker?.terminate(),
  };
}
