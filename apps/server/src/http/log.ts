// Log options: one JSON object per line, without phone numbers, accounts or tokens.
//
// Always true: requests are logged by route, not by URL, so no path or query values are logged; headers and bodies are
// never logged; errors are redacted (core/redaction.ts).

import type { FastifyServerOptions } from 'fastify';

import type { Config } from '#core/config';
import { redactError } from '#core/redaction';

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
    serializers: { err: redactError, req: () => ({}), res: () => ({}) },
    ...(stream === undefined ? {} : { stream }),
  };
}
