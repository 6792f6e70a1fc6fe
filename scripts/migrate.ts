// npm run migrate -- --list | --apply: the migrations of the database, and those that this version adds.
//
// Always true: --list changes nothing. --apply needs the owner's login (DATABASE_OWNER_URL) and runs beside a serving
// product: every file works with the version before it.
//
// Elsewhere: applying (packages/database/src/migrate.ts), the login of each command (product-database.ts).

import { parseArgs } from 'node:util';

import { inspectAccess, readMigrations } from '@chaba/database/migrate';

import { borrowProductDatabase, openProductDatabase } from './product-database.ts';
import { readSettings, runCommand, Sentence, type Settings } from './settings.ts';

await runCommand(async () => {
  const { values } = parseArgs({ options: { list: { type: 'boolean' }, apply: { type: 'boolean' } } });
  if (values.list === values.apply) throw new Sentence('npm run migrate -- --list | --apply');
  const settings = readSettings();
  await (values.apply === true ? apply(settings) : list(settings));
  return 0;
});

async function apply(settings: Settings): Promise<void> {
  let count = 0;
  const database = await openProductDatabase(settings, (sentence) => {
    count += 1;
    console.log(sentence);
  });
  await database.stop();
  if (count === 0) console.log('The database has every migration of this version.');
}

async function list(settings: Settings): Promise<void> {
  const database = await borrowProductDatabase(settings, { isReading: true });
  try {
    const { pending = [] } = await inspectAccess(database.url);
    const missing = new Set(pending);
    for (const { name } of readMigrations()) console.log(`${missing.has(name) ? 'pending' : 'applied'}  ${name}`);
  } finally {
    await database.stop();
  }
}
