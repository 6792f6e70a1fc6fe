// npm run db:reset: an empty database with all tables and the demo data, for development. Play money only.

import { emptyProductDatabase, openProductDatabase } from '#ops/database/product-database';
import { runToEnd } from '#ops/start/services';
import { CommandError } from '#ops/core/command';
import { readSecrets } from '#ops/core/secrets';
import { readSettings } from '#ops/core/settings';

export async function resetInstallation(): Promise<number> {
  const settings = readSettings();
  if (settings.mode !== 'play') {
    throw new CommandError('db:reset deletes everything, so it works with CHABA_MODE=play only.');
  }
  const log = (sentence: string): void => console.log(sentence);
  await emptyProductDatabase(settings, log);
  const database = await openProductDatabase(settings, log);
  try {
    const demoOwner =
      settings.hasDemoHistory && database.ownerUrl !== undefined ? { DEMO_OWNER_URL: database.ownerUrl } : {};
    const environment = {
      DATABASE_URL: database.url,
      DATA_DIR: settings.dataDir,
      ...readSecrets(settings.dataDir),
      CHABA_DEMO: settings.isDemo ? 'on' : 'off',
      ...demoOwner,
    };
    return await runToEnd('apps/demo/src/seed.ts', [], environment);
  } finally {
    await database.stop();
  }
}
