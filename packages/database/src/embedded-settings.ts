// How the PostgreSQL of a machine that has none is set.
//
// Always true: what is committed is on the disk; it listens to this machine alone; its log holds no statement, no parameter and no
// row, because those hold personal data. A failed statement is an error of the client, and the client logs its code.

import os from 'node:os';

const MEGABYTE = 1_048_576;
const SHARED_MEGABYTES_MIN = 128;
const SHARED_MEGABYTES_MAX = 2_048;

export const settingsOf = (): Readonly<Record<string, string>> => ({
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %q%u@%d ',
  log_error_verbosity: 'terse',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
  log_duration: 'off',
  log_lock_waits: 'off',
  log_temp_files: '-1',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  max_connections: '100',
  shared_buffers: `${sharedMegabytes()}MB`,
  random_page_cost: '1.1',
  jit: 'off',
  idle_in_transaction_session_timeout: '60s',
});

/**
 * An eighth of the memory that there is for us, taken only as far as it is used: pages that do not fit are fetched from the system
 * for every bet anew.
 */
function sharedMegabytes(): number {
  const allowed = process.constrainedMemory();
  const bytes = allowed > 0 ? Math.min(allowed, os.totalmem()) : os.totalmem();
  return Math.min(SHARED_MEGABYTES_MAX, Math.max(SHARED_MEGABYTES_MIN, Math.floor(bytes / MEGABYTE / 8)));
}
