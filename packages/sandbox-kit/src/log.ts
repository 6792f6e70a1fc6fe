// What the sandbox writes about a failure: where it happened, without the values that an error repeats.

const PERSONAL = /\d{6,}|[\u0E00-\u0E7F]+|"(?:[^"\\]|\\.)*"?/g;

/** Writes a failure to standard error. */
export function logFailure(what: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(`${what}: ${text.replace(PERSONAL, '…')}`);
}
