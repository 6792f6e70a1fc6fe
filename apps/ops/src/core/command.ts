// Errors that the operator of a command can correct, and their exit code.

/** An error that the operator can correct, printed as one sentence without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Runs a command to its end; for a CommandError or an unknown option only the message is printed. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    console.error(error instanceof CommandError || isOptionError(error) ? error.message : error);
    process.exitCode = 1;
  }
}

/** A mistake in the words of a command, found by `parseArgs`. */
function isOptionError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}
