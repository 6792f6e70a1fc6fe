// Log options: one JSON object per line, without phone numbers, accounts or tokens.
//
// Always true: requests are logged by route, not by URL, so no path or query values are logged; headers and bodies are
// never logged; errors are redacted (core/redaction.ts).

import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';

import type { Config } from '#core/config';
import { getInstanceName, VERSION } from '#core/instance';
import { logLines } from '#core/metrics';
import { redactError } from '#core/redaction';
import { getCurrentSpan, isTracing } from '#core/tracing';

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

/** Pino's numbers of levels. */
const LEVELS: ReadonlyMap<number, string> = new Map([
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
  [60, 'fatal'],
]);

export function logOptions(
  config: Config,
  stream?: { write(line: string): void },
): NonNullable<FastifyServerOptions['logger']> {
  if (config.logLevel === 'silent') return false;
  return {
    level: config.logLevel,
    base: { version: VERSION, instance: getInstanceName(config) },
    redact: { paths: REDACTED, censor: '…' },
    serializers: { err: redactError, req: () => ({}), res: () => ({}) },
    ...(isTracing() ? { mixin: getTraceField } : {}),
    hooks: {
      // Called for the lines of an enabled level only.
      logMethod(args, method, level) {
        logLines.inc(LEVELS.get(level) ?? 'debug');
        method.apply(this, args);
      },
    },
    ...(stream === undefined ? {} : { stream }),
  };
}

function getTraceField(): { readonly traceId?: string } {
  const span = getCurrentSpan();
  return span === undefined ? {} : { traceId: span.traceId };
}

export type RequestFields = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly reqId?: string;
  readonly site?: string | undefined;
};
export type LogRequest = (log: Pick<FastifyBaseLogger, 'warn' | 'info' | 'debug'>, fields: RequestFields) => void;

/** Logs completed requests: those that failed, one in `LOG_SAMPLE`, and all of them at level debug. */
export function createRequestLog({ logSample }: Config): LogRequest {
  let count = 0;
  return (log, fields) => {
    const event = 'request completed';
    if (fields.status >= 500) {
      log.warn(fields, event);
      return;
    }
    count += 1;
    if (logSample > 0 && count % logSample === 0) log.info(fields, event);
    else log.debug(fields, event);
  };
}
