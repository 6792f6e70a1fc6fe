// The two ways to stop: a refusal is an expected no that a person will read, a bug is a broken promise of our own.
//
//     refuse('WITHDRAW_BELOW_MINIMUM', { minimum })     answered with its status and its Thai sentence
//     assert(hold, 'an open withdrawal has a hold')      answered 500, written to the log, somebody must look
//
// Elsewhere: the codes and their sentences (packages/contract), how they are answered (http/errors.ts).

import type { ErrorParams, PlainErrorCode, ErrorCode } from '@chaba/contract/error-codes';

export class DomainError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'Refusal';
  readonly code: Code;
  readonly params: ErrorParams<Code>;

  constructor(code: Code, facts: ErrorParams<Code>) {
    super(code);
    this.code = code;
    this.params = facts;
  }
}

/** Says no. The facts are what the sentence of this code needs. */
export function fail<Code extends ErrorCode>(
  code: Code,
  ...facts: Code extends PlainErrorCode ? [] : [ErrorParams<Code>]
): never {
  throw new DomainError(code, facts[0] ?? {});
}

export function isRefusal(error: unknown, code?: ErrorCode): error is DomainError {
  return error instanceof DomainError && (code === undefined || error.code === code);
}

/** A promise of our own was broken. */
class InvariantError extends Error {
  override readonly name = 'Bug';
}

export function assert(condition: unknown, promise: string): asserts condition {
  if (!condition) throw new InvariantError(promise);
}
