// Error kinds: a DomainError is an expected rejection for the member, an InvariantError is a defect of this code.
//
//     fail('WITHDRAW_BELOW_MINIMUM', { minimum })       response with its status and Thai message
//     assert(hold, 'an open withdrawal has a hold')      response 500 and a log entry
//
// Elsewhere: codes and messages (packages/contract), error responses (http/errors.ts).

import type { ErrorParams, PlainErrorCode, ErrorCode } from '@chaba/contract/error-codes';

export class DomainError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'DomainError';
  readonly code: Code;
  readonly params: ErrorParams<Code>;

  constructor(code: Code, params: ErrorParams<Code>) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

/** Throws a DomainError with the parameters of its message. */
export function fail<Code extends ErrorCode>(
  code: Code,
  ...params: Code extends PlainErrorCode ? [] : [ErrorParams<Code>]
): never {
  throw new DomainError(code, params[0] ?? {});
}

export function isDomainError(error: unknown, code?: ErrorCode): error is DomainError {
  return error instanceof DomainError && (code === undefined || error.code === code);
}

/** A violated assumption of this code. */
class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws an InvariantError if the condition is false; `invariant` states the expected condition. */
export function assert(condition: unknown, invariant: string): asserts condition {
  if (!condition) throw new InvariantError(invariant);
}
