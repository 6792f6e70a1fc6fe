// Calls of the back office: JSON to its own origin, with the guard's header.
//
// Always true: a call counts as an act of the person only within seconds of an input, so polling never extends the
// session. A rejected session is announced once; the page covers itself and keeps its state.

import { ACT_HEADER, type CallEntry, calls, GUARD_HEADER } from '@chaba/contract/back-office/calls';
import {
  type BackOfficeErrorCode,
  type BackOfficeErrorParams,
  isBackOfficeErrorCode,
} from '@chaba/contract/back-office/error-codes';

import { forgetFirstReads, startFirstReads, takeFirstRead } from './first-reads.ts';

export class CallError extends Error {
  override readonly name = 'CallError';
  /** Undefined: no answer. */
  readonly code: BackOfficeErrorCode | undefined;
  readonly params: BackOfficeErrorParams;
  readonly requestId: string | undefined;

  constructor(code: BackOfficeErrorCode | undefined, params: BackOfficeErrorParams = {}, requestId?: string) {
    super(code ?? 'no answer');
    this.code = code;
    this.params = params;
    this.requestId = requestId;
  }
}

type Answer = {
  readonly success: boolean;
  readonly data?: unknown;
  readonly code?: string;
  readonly params?: BackOfficeErrorParams;
  readonly requestId?: string;
};

const ACT_MS = 5_000;
const TIMEOUT_MS = 20_000;

let lastInputAt = 0;
let onExpired: () => void = () => undefined;

for (const kind of ['pointerdown', 'keydown'] as const) {
  globalThis.addEventListener(kind, () => {
    lastInputAt = Date.now();
  });
}

const SIGNED_IN = 'chaba-back-office-signed-in';

/** Notes in this browser whether there is a session: scripts cannot read its cookie. */
export function noteSession(isOpen: boolean): void {
  forgetFirstReads();
  try {
    if (isOpen) localStorage.setItem(SIGNED_IN, '1');
    else localStorage.removeItem(SIGNED_IN);
  } catch {
    // Without storage the session is requested each time.
  }
}

/** False where the server would only answer that there is no session. */
export function mayHaveSession(): boolean {
  try {
    return localStorage.getItem(SIGNED_IN) !== null;
  } catch {
    return true;
  }
}

/** The listener is called when a call is rejected for a missing session. */
export function setExpiredListener(listener: () => void): void {
  onExpired = listener;
}

/** Covers the page; the rejection of the call that found no session. */
export function endSession(requestId?: string): CallError {
  noteSession(false);
  onExpired();
  return new CallError('SIGN_IN_REQUIRED', {}, requestId);
}

/** Requests the session, and the rows that this address showed before, before the code of the page is there. */
export function startReads(): void {
  if (mayHaveSession()) startFirstReads(calls.session.path, (path) => request('GET', path));
}

function request(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
  return fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      [GUARD_HEADER]: '1',
      ...(Date.now() - lastInputAt < ACT_MS ? { [ACT_HEADER]: '1' } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

export async function sendCall<Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data> {
  const early = method === 'GET' ? takeFirstRead(path) : undefined;
  const answer = await (early ?? request(method, path, body)).catch(() => {
    throw new CallError(undefined);
  });
  const parsed = (await answer.json().catch(() => ({ success: false }))) as Answer;
  if (parsed.success) return parsed.data as Data;
  const code = parsed.code !== undefined && isBackOfficeErrorCode(parsed.code) ? parsed.code : undefined;
  if (code === 'SIGN_IN_REQUIRED') throw endSession(parsed.requestId);
  throw new CallError(code, parsed.params, parsed.requestId);
}

/** Sends a call of the contract; `params` fill its path. */
export function send<Data>(
  name: keyof typeof calls,
  given: { readonly params?: Readonly<Record<string, string>>; readonly body?: object } = {},
): Promise<Data> {
  const entry: CallEntry = calls[name];
  const body = entry.method === 'POST' ? (given.body ?? {}) : undefined;
  return sendCall<Data>(entry.method, fillPath(entry.path, given.params ?? {}), body);
}

export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
