// An expected no: answered as its status with { code, message }. Anything else that is thrown is a bug.

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
  }
}

export function refuse(status: number, code: string, message: string): never {
  throw new Refusal(status, code, message);
}
