// Checks at the start that committed transactions survive a crash of the database and, with DATABASE_SYNC=required, the
// loss of its machine.
//
// Always true: settings that lose committed transactions in a crash are a warning in play mode and prevent the start in
// licensed mode. A required synchronous standby is required in both; licensed mode requires it (licensed.ts).

import type { Database } from '@chaba/database';

import { type Config, ConfigError } from './config.ts';
import type { Context } from './context.ts';
import { listDurabilitySettings } from './durability.store.ts';

type DurabilityProblems = {
  /** Names of the settings that are off. */
  readonly unsafe: readonly string[];
  /** No synchronous standby is configured although one is required. */
  readonly isWithoutStandby: boolean;
};

async function findDurabilityProblems(
  database: Database,
  { isSyncRequired }: Pick<Config, 'isSyncRequired'>,
): Promise<DurabilityProblems> {
  const settings = new Map((await listDurabilitySettings(database)).map(({ name, setting }) => [name, setting]));
  const standbys = settings.get('synchronous_standby_names') ?? '';
  settings.delete('synchronous_standby_names');
  return {
    unsafe: [...settings].filter(([, setting]) => setting === 'off' || setting === 'local').map(([name]) => name),
    isWithoutStandby: isSyncRequired && standbys.trim() === '',
  };
}

export async function checkDurability({ database, config, log }: Context): Promise<void> {
  const { unsafe, isWithoutStandby } = await findDurabilityProblems(database, config);
  if (isWithoutStandby) {
    throw new ConfigError(
      'The database has no synchronous standby, which DATABASE_SYNC=required needs: set synchronous_standby_names.',
    );
  }
  if (unsafe.length === 0) return;
  const sentence = `The database may lose committed money in a crash: ${unsafe.join(', ')} ${unsafe.length === 1 ? 'is' : 'are'} off.`;
  if (config.mode === 'licensed') throw new ConfigError(sentence);
  log.warn({ off: unsafe }, sentence);
}
