// npm run migrate -- --list | --apply | --rehearse: the migrations of the database, and those that this version adds.
//
// Always true: --list and --rehearse change nothing. --apply needs the login of the owner (DATABASE_OWNER_URL) and runs
// beside a serving product: every file works with the version before it.
//
// Elsewhere: applying (packages/database/src/migrate.ts), the rehearsal on a backup (rehearsal.ts), the login of each
// command (product-database.ts).

import { parseArgs } from 'node:util';

import { inspectAccess, readMigrations } from '@chaba/database/migrate';

import { borrowProductDatabase, openProductDatabase } from '#ops/database/product-database';
import { rehearseBackup } from '#ops/backup/rehearsal';
import { parseSource, type SourceWords } from '#ops/backup/restored-copy';
import { CommandError } from '#ops/core/command';
import { readSettings, type Settings } from '#ops/core/settings';

const USAGE = 'npm run migrate -- --list | --apply | --rehearse --from DIR | --rehearse --stanza NAME';

export async function migrateInstallation(words: readonly string[]): Promise<number> {
  const isGiven = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...words],
    options: {
      help: isGiven,
      list: isGiven,
      apply: isGiven,
      rehearse: isGiven,
      from: text,
      stanza: text,
      programs: text,
    },
  });
  const { list: isListing, apply: isApplying, rehearse: isRehearsing, from, stanza, programs } = values;
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const settings = readSettings();
  if ([isListing, isApplying, isRehearsing].filter((isChosen) => isChosen === true).length !== 1) {
    throw new CommandError(USAGE);
  }
  if (isRehearsing === true) return rehearse(settings, { from, stanza, programs });
  await (isApplying === true ? apply(settings) : list(settings));
  return 0;
}

/** Exit code 1 when a file must not be applied while the product serves. */
async function rehearse(settings: Settings, words: SourceWords): Promise<number> {
  const live = await borrowProductDatabase(settings, { isReading: true });
  try {
    const source = parseSource(settings, live, words);
    if (source === undefined) {
      throw new CommandError(
        'npm run migrate -- --rehearse --from DIR | --stanza chaba [--programs /usr/lib/postgresql/15/bin]',
      );
    }
    return (await rehearseBackup({ source, log: (sentence) => console.log(sentence) })) ? 0 : 1;
  } finally {
    await live.stop();
  }
}

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
