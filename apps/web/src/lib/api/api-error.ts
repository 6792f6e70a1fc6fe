// An expected rejection as thrown by the client: error code, Thai message and parameters. NO_CONNECTION and
// UNREADABLE_ANSWER are the two codes that the server cannot send.

import type { ErrorCode } from '@chaba/contract/error-codes';

import { failureText } from '#lib/lib.text';

export type ClientErrorCode = ErrorCode | 'NO_CONNECTION' | 'UNREADABLE_ANSWER';

export class ApiError extends Error {
  readonly code: ClientErrorCode;
  readonly status: number;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Set for a sent request that moves something (idempotency-key.ts). */
  isOfMove = false;

  constructor(
    code: ClientErrorCode,
    message: string,
    { status = 0, facts = {} }: { status?: number; facts?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.facts = facts;
  }

  /** True when something may have moved. A failed read moved nothing, nor did a request that was not sent. */
  get isOutcomeUnknown(): boolean {
    return this.isOfMove && this.isUnanswered;
  }

  /** True when no response arrived. */
  get isUnanswered(): boolean {
    return this.code === 'NO_CONNECTION' || this.code === 'UNREADABLE_ANSWER';
  }

  /** True when a retry must use the same key: a server that failed half-way may have executed the request. */
  get mayBeExecuted(): boolean {
    return this.isUnanswered || (this.status >= 500 && this.code !== 'MAINTENANCE');
  }
}

/** The message to show for any thrown value. */
export function getErrorMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : failureText.generic;
}

export function isApiError(error: unknown, ...codes: readonly ClientErrorCode[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}
