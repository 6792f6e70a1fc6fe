// Life of a process of the product: its start with errors as one sentence, uncaught errors, and its stop by a signal.
//
// Elsewhere: steps of a stop (stop.ts), the processes (main.ts, back-office-main.ts).

import { ConfigError } from './config.ts';
import { redactError } from './redaction.ts';

/**
 * Runs the start of this process. After an error it prints one sentence for a wrong setting or an occupied port, the
 * stack otherwise, and ends the process, which the heartbeat and other started parts would keep alive. `settings` is
 * the prefix of PORT and HOST.
 */
export async function runProcess(
  start: () => Promise<void>,
  { settings }: { readonly settings: string },
): Promise<void> {
  process.on('uncaughtException', exitOnUncaught);
  try {
    await start();
  } catch (error) {
    console.error(formatStartError(error, settings) ?? redactError(error).stack);
    process.exit(1);
  }
}

/** Ends the process on an uncaught error as Node does, but without the error's details, which may be personal data. */
function exitOnUncaught(error: unknown): void {
  console.error(redactError(error).stack);
  process.exit(1);
}

/** Runs the stop at the first signal only. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let started: Promise<void> | undefined;
  const stopOnce = (): void => {
    started ??= stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce);
}

/** The last step of a stop. */
export function endProcess(isAborted: boolean): void {
  if (isAborted) process.exit(1);
  // An open IPC channel to the parent process would keep this process alive.
  if (process.connected) process.disconnect();
}

function formatStartError(error: unknown, settings: string): string | undefined {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const [port, host] = [`${settings}PORT`, `${settings}HOST`];
  if (error.code === 'EADDRINUSE') return `${port} is in use by another program: stop it, or choose another port.`;
  if (error.code === 'EACCES') return `${port} cannot be used by this user: choose one above 1023.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `${host} is no address of this machine.`;
  if (error.code === 'ECONNREFUSED') return 'The database of DATABASE_URL does not answer.';
  return undefined;
}
