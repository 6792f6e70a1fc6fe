// The log: one JSON object a line. What happened and where, never who by phone, account or token.
//
// Always true: requests are written by their route, not by their address, so nothing that stands in a path or a query
// reaches the log; headers and bodies are never written; long runs of digits in error texts are blotted out.

import type { FastifyServerOptions } from 'fastify';

import type { Config } from '#core/config';

const LONG_DIGITS = /\d{6,}/g;
const REDACTED = [
  '*.Password',
  '*.password',
  '*.phone',
  '*.phoneNumber',
  '*.BankAccount',
  '*.token',
  '*.authToken',
  '*.barcode',
  'headers',
  '*.headers',
  'body',
  '*.body',
];

export function logOptions(
  config: Config,
  stream?: { write(line: string): void },
): NonNullable<FastifyServerOptions['logger']> {
  if (config.logLevel === 'silent') return false;
  return {
    level: config.logLevel,
    base: null,
    redact: { paths: REDACTED, censor: '…' },
    serializers: { err: errorFacts, req: () => ({}), res: () => ({}) },
    ...(stream === undefined ? {} : { stream }),
  };
}

function blot(text: string): string {
  return text.replace(LONG_DIGITS, '…');
}

type ErrorFacts = { type: string; message: string; stack: string; [key: string]: unknown };

/** What of an error may be written: its kind, its place, its message without long numbers. Never its details. */
function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: blot(String(error)), stack: '' };
  const facts: ErrorFacts = { type: error.name, message: blot(error.message), stack: blot(error.stack ?? '') };
  for (const key of ['code', 'constraint', 'table'] as const) {
    const value: unknown = (error as unknown as Record<string, unknown>)[key];
    if (typeof value === 'string') facts[key] = value;
  }
  if (error.cause !== undefined) facts['cause'] = errorFacts(error.cause);
  return facts;
}
