// The commands of an installation, by their first word.
//
//     chaba ops status          chaba operator findings          chaba migrate --list          chaba audit
//     npm run ops -- status     npm run operator -- findings     npm run migrate -- --list     npm start
//
// Always true: an unknown first word prints the list of commands and ends with exit code 2. start and reset work in a
// clone only, because a release has neither the sandbox nor the demo data.
//
// Elsewhere: settings, secrets and errors of every command (core/), documentation (docs/running.md, deploy/README.md).

import * as fs from 'node:fs';
import path from 'node:path';

import { runCommand, CommandError } from '#ops/core/command';
import { ROOT } from '#ops/core/root';

type Command = (words: readonly string[]) => Promise<number>;

/** A command is loaded when it is chosen: a release lacks packages that start imports. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('#ops/start/start')).startInstallation,
  reset: async () => (await import('./reset.ts')).resetInstallation,
  migrate: async () => (await import('./migrate.ts')).migrateInstallation,
  operator: async () => (await import('./operator.ts')).runOperator,
  ops: async () => (await import('./ops.ts')).runOps,
  audit: async () => (await import('./audit.ts')).auditInstallation,
  roll: async () => (await import('#ops/roll/roll-command')).runRoll,
};
const OF_A_CLONE = new Set(['start', 'reset']);
const USAGE = `chaba <command>
  ops       status, backups, restores, secrets, cells: chaba ops --help
  operator  decisions about members and money: chaba operator --help
  migrate   migrations of the database: chaba migrate --help
  roll      a rolling restart: chaba roll --help
  audit     compares every stored amount with the ledger
  start, reset   of a clone: npm start, npm run db:reset`;

await runCommand(async () => {
  const [word = '', ...words] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (command === undefined) {
    if (word !== '--help') console.error(USAGE);
    else console.log(USAGE);
    return word === '--help' ? 0 : 2;
  }
  if (OF_A_CLONE.has(word) && fs.existsSync(path.join(ROOT, 'release.json'))) {
    throw new CommandError(`${word} is a command of a clone: units start an installed release (deploy/README.md).`);
  }
  return (await command())(words);
});
