// Checks at the start that committed transactions survive a crash of the database.
//
// Always true: unsafe settings are a warning in play mode and prevent the start in licensed mode.

import type { Database } from '@chaba/database';

import { ConfigError } from './config.ts';
import type { Context } from './context.ts';
import { listDurabilitySettings } from './durability.store.ts';

/** Names of the settings that are off. */
async function listUnsafeSettings(database: Database): Promise<string[]> {
  const settings = await listDurabilitySettings(database);
  return settings.filter(({ setting }) => setting === 'off' || setting === 'local').map(({ name }) => name);
}

export async function checkDurability({ database, config, log }: Context): Promise<void> {
  const off = await listUnsafeSettings(database);
  if (off.length === 0) return;
  const sentence = `The database may lose committed money in a crash: ${off.join(', ')} ${off.length === 1 ? 'is' : 'are'} off.`;
  if (config.mode === 'licensed') throw new ConfigError(sentence);
  log.warn({ off }, sentence);
}
