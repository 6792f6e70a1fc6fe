// Failure log of the sandbox. Digits, Thai text and quoted values are masked, because error messages can contain
// personal data.

const PERSONAL = /\d{6,}|[\u0E00-\u0E7F]+|"(?:[^"\\]|\\.)*"?/g;

/** Writes a failure to standard error. */
export function logFailure(event: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(`${event}: ${text.replace(PERSONAL, '…')}`);
}
