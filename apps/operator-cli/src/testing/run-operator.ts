// Runs the operator command line as a child process against a test database.
//
// Elsewhere: the program (main.ts).

import { execFile } from 'node:child_process';
import path from 'node:path';

export type CommandResult = { readonly code: number; readonly out: string; readonly err: string };

/** Returns a function that runs one command and resolves with its exit code and output. */
export function openOperator(
  database: { readonly operatorUrl: string },
  settings: Readonly<Record<string, string>> = {},
): (...words: readonly string[]) => Promise<CommandResult> {
  const program = path.join(import.meta.dirname, '..', 'main.ts');
  const env = {
    ...process.env,
    DATABASE_URL: database.operatorUrl,
    SANDBOX_SECRET: 'sandbox-secret',
    HASH_SECRET: 'secret-of-hashes',
    LOG_LEVEL: 'error',
    ...settings,
  };
  return (...words) =>
    new Promise((resolve) => {
      execFile(process.execPath, [program, ...words], { env }, (error, out, err) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
      });
    });
}
