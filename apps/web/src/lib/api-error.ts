// An expected no, as the client throws it: the server's code, its Thai sentence and the facts.
// NO_CONNECTION and UNREADABLE_ANSWER are the two that the server cannot say itself.

import type { ErrorCode } from '@chaba/contract/error-codes';

import { text } from './lib.text.ts';

export type ClientRefusalCode = ErrorCode | 'NO_CONNECTION' | 'UNREADABLE_ANSWER';

export class ApiError extends Error {
  readonly code: ClientRefusalCode;
  readonly status: number;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    code: ClientRefusalCode,
    message: string,
    { status = 0, facts = {} }: { status?: number; facts?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
    this.facts = facts;
  }

  /** True when nobody knows whether the server did it: the answer was lost, not refused. */
  get isUnanswered(): boolean {
    return this.code === 'NO_CONNECTION' || this.code === 'UNREADABLE_ANSWER';
  }

  /** True when asking again must be the same question: a server that failed half-way may have done it all the same. */
  get mayBeDone(): boolean {
    return this.isUnanswered || (this.status >= 500 && this.code !== 'MAINTENANCE');
  }
}

/** The sentence to show for anything that was thrown. */
export function getErrorMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : text.generic;
}

export function isRefusal(error: unknown, ...codes: readonly ClientRefusalCode[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}
