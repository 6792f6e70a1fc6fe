// The log: one JSON object a line. What happened and where, never who by phone, account or token.
//
// Always true: requests are written by their route, not by their address, so nothing that stands in a path or a query
// reaches the log; headers and bodies are never written; of errors only what holds no personal data (core/redaction.ts).

import type { FastifyServerOptions } from 'fastify';

import type { Config } from '#core/config';
import { errorFacts } from '#core/redaction';

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
