// Expected rejection of a request, sent with its status as { code, message, field? }. Every other error is a bug.

export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  /** The invalid field of the request, if any. */
  readonly field: string | undefined;

  constructor(status: number, code: string, message: string, field?: string) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** Ends a request with this status and code. */
export function failRequest(status: number, code: string, message: string, field?: string): never {
  throw new HttpError(status, code, message, field);
}
