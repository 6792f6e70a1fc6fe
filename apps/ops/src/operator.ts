// npm run operator -- …: the operator's command line, on the database of the running product or of its data folder,
// with the operator's own database login.

import { borrowProductDatabase } from '#ops/database/product-database';
import { runToEnd } from '#ops/start/services';
import { CommandError } from '#ops/core/command';
import { readSecrets } from '#ops/core/secrets';
import { ensureDataDir, readSettings } from '#ops/core/settings';

export async function runOperator(words: readonly string[]): Promise<number> {
  const settings = readSettings();
  ensureDataDir(settings.dataDir);
  const database = await borrowProductDatabase(settings);
  try {
    if (database.operatorUrl === undefined) {
      throw new CommandError(
        'The operator has no login in this database yet: start Chaba once with this version, or name it in OPERATOR_DATABASE_URL.',
      );
    }
    return await runToEnd('apps/operator-cli/src/main.ts', words, {
      DATABASE_URL: database.operatorUrl,
      DATABASE_OWNER_URL: undefined,
      OPERATOR_DATABASE_URL: undefined,
      DATA_DIR: settings.dataDir,
      ...readSecrets(settings.dataDir),
      SANDBOX_URL: process.env['SANDBOX_URL'] || `http://127.0.0.1:${settings.sandboxPort}`,
      LOG_LEVEL: process.env['LOG_LEVEL'] || 'error',
    });
  } finally {
    await database.stop();
  }
}
