// An expected no: answered as its status with { code, message, field? }. Anything else that is thrown is a bug.

export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  /** The field of the request that it is about, when it is about one. */
  readonly field: string | undefined;

  constructor(status: number, code: string, message: string, field?: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

export function refuse(status: number, code: string, message: string, field?: string): never {
  throw new HttpError(status, code, message, field);
}
