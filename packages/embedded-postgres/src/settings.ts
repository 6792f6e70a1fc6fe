// The settings of the embedded PostgreSQL.
//
// Always true: committed data is on the disk; the server listens on this machine only. Its log contains no statement,
// parameter or row, because those contain personal data. A failed statement is an error of the client, which logs its
// code.

import os from 'node:os';

import { ARCHIVE_COMMAND } from './archive.ts';

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
  // Can be turned on by a restart only; without a repository the command does nothing (archive.ts).
  archive_mode: process.platform === 'win32' ? 'off' : 'on',
  archive_command: ARCHIVE_COMMAND,
  // A site moves to another cell, and a reporting database follows, by logical replication.
  wal_level: 'logical',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  max_connections: '100',
  shared_buffers: `${sharedMegabytes()}MB`,
  random_page_cost: '1.1',
  jit: 'off',
  idle_in_transaction_session_timeout: '60s',
});

/**
 * An eighth of the available memory, allocated as it is used. Pages that do not fit are read from the system again for
 * each bet.
 */
function sharedMegabytes(): number {
  const allowed = process.constrainedMemory();
  const bytes = allowed > 0 ? Math.min(allowed, os.totalmem()) : os.totalmem();
  return Math.min(SHARED_MEGABYTES_MAX, Math.max(SHARED_MEGABYTES_MIN, Math.floor(bytes / MEGABYTE / 8)));
}
