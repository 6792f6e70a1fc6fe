// Runs operator commands against a test database, in the process of the test; one test of operator.test.ts starts the
// program.
//
// Elsewhere: the commands (operator.ts).

import { type CommandResult, runOperator } from '#operator/operator';

/** Returns a function that runs one command and resolves with its exit code and output. */
export function openOperator(
  database: { readonly operatorUrl: string },
  settings: Readonly<Record<string, string>> = {},
): (...words: readonly string[]) => Promise<CommandResult> {
  const environment = {
    ...process.env,
    DATABASE_URL: database.operatorUrl,
    SANDBOX_SECRET: 'sandbox-secret',
    HASH_SECRET: 'secret-of-hashes',
    LOG_LEVEL: 'error',
    ...settings,
  };
  return (...words) => runOperator(words, environment);
}
