// Checks at the start that PostgreSQL does not write member data into its log.
//
// Always true: a log that may hold personal data is a warning in play mode and prevents the start in licensed mode.
//
// Elsewhere: the settings of the embedded database (packages/embedded-postgres/src/settings.ts).

import { ConfigError } from './config.ts';
import type { Context } from './context.ts';
import { listLogSettings } from './durability.store.ts';

/** Values of each setting with which no statement, parameter or row reaches the PostgreSQL log. */
export const QUIET: Readonly<Record<string, readonly string[]>> = {
  log_error_verbosity: ['terse'],
  log_min_messages: ['log', 'fatal', 'panic'],
  log_min_error_statement: ['log', 'fatal', 'panic'],
  log_min_duration_statement: ['-1'],
  log_parameter_max_length_on_error: ['0'],
  log_statement: ['none'],
};

export async function checkDatabaseLog({ database, config, log }: Context): Promise<void> {
  const settings = await listLogSettings(database, Object.keys(QUIET));
  const loud = settings.filter(({ name, setting }) => QUIET[name]?.includes(setting) === false).map(({ name }) => name);
  if (loud.length === 0) return;
  const sentence = `The log of the database may hold personal data: see ${loud.join(', ')} in docs/running.md.`;
  if (config.mode === 'licensed') throw new ConfigError(sentence);
  log.warn({ settings: loud }, sentence);
}
