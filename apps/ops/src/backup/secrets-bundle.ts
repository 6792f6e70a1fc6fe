// The bundle of secrets: the data needed in addition to a backup of the database to serve again, encrypted with age.
//
//     npm run ops -- bundle --to FILE --recipient age1…,age1…
//     npm run ops -- open-bundle --from FILE --identity KEYFILE --to DIR
//
// Always true: nothing of it is written unencrypted by `bundle`; two recipients can open it, each alone. Opening
// replaces no file. Keep it apart from the backups of the database.
//
// Elsewhere: the drill that opens it (backup.ts), the settings (apps/server/src/core/secret-files.ts).

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';

import { readSecretFiles, SECRET_SETTINGS } from '@chaba/server/core/secret-files';

import { CommandError } from '#ops/core/command';
import { ensureDataDir, type Settings } from '#ops/core/settings';

export type SecretsBundle = {
  readonly writtenAt: string;
  /** Settings by name, from the environment or their files. */
  readonly settings: Readonly<Record<string, string>>;
  /** Files of the data folder by name. */
  readonly files: Readonly<Record<string, string>>;
};

const FILES = ['secrets.json', 'postgres.json', 'database-logins.json'] as const;
const RECIPIENTS_MIN = 2;

/** Writes the bundle under its name when it is whole. */
export async function writeBundle(
  { dataDir }: Pick<Settings, 'dataDir'>,
  { to, recipients }: { readonly to: string | undefined; readonly recipients: readonly string[] },
): Promise<SecretsBundle> {
  if (to === undefined || recipients.length < RECIPIENTS_MIN) {
    throw new CommandError('npm run ops -- bundle --to FILE --recipient age1…,age1…: two people can open it.');
  }
  const environment = readSecretFiles(process.env, (message) => new CommandError(message));
  const named = [...SECRET_SETTINGS, 'CHABA_LICENCE'].map((name) => [name, environment[name]?.trim() ?? ''] as const);
  const bundle: SecretsBundle = {
    writtenAt: new Date().toISOString(),
    settings: Object.fromEntries(named.filter(([, value]) => value !== '')),
    files: Object.fromEntries(
      FILES.filter((name) => fs.existsSync(path.join(dataDir, name))).map((name) => [
        name,
        fs.readFileSync(path.join(dataDir, name), 'utf8'),
      ]),
    ),
  };
  if (Object.keys(bundle.settings).length + Object.keys(bundle.files).length === 0) {
    throw new CommandError(`There is no secret in ${dataDir} or in the settings.`);
  }
  const words = recipients.flatMap((recipient) => ['-r', recipient]);
  await runAge(['--encrypt', '--armor', ...words, '-o', `${to}.new`], JSON.stringify(bundle));
  fs.chmodSync(`${to}.new`, 0o600);
  fs.renameSync(`${to}.new`, to);
  return bundle;
}

export async function openBundle(from: string, identity: string): Promise<SecretsBundle> {
  return JSON.parse(await runAge(['--decrypt', '-i', identity, from], '')) as SecretsBundle;
}

/** Writes the files of a bundle, and its settings as one file each for NAME_FILE. Returns their names. */
export function unpackBundle({ settings, files }: SecretsBundle, folder: string): string[] {
  ensureDataDir(folder);
  const contents = { ...files, ...settings };
  const existing = Object.keys(contents).find((name) => fs.existsSync(path.join(folder, name)));
  if (existing !== undefined) throw new CommandError(`${existing} is in ${folder} already: nothing was written.`);
  for (const [name, content] of Object.entries(contents)) {
    fs.writeFileSync(path.join(folder, name), content, { mode: 0o600, flag: 'wx' });
  }
  return Object.keys(contents);
}

/** The secrets of a server as its settings, from the bundle alone. */
export function toEnvironment({ settings, files }: SecretsBundle): Readonly<Record<string, string | undefined>> {
  const stored = JSON.parse(files['secrets.json'] ?? '{}') as Partial<Record<string, string>>;
  const environment = {
    SANDBOX_SECRET: stored['sandboxSecret'],
    STUDIO_SECRET: stored['studioSecret'],
    PROVIDER_SECRET: stored['providerSecret'],
    HASH_SECRET: stored['hashSecret'],
    ...settings,
  };
  for (const name of ['SANDBOX_SECRET', 'HASH_SECRET'] as const) {
    if (environment[name] === undefined) throw new CommandError(`The bundle lacks ${name}.`);
  }
  return environment;
}

/** Returns the output; age gets secrets by its standard input only. */
function runAge(words: readonly string[], input: string): Promise<string> {
  const child = spawn('age', words, { stdio: ['pipe', 'pipe', 'pipe'] });
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (part: string) => output.push(part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => errors.push(part));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', () => reject(new CommandError('The program age is missing: apt install age.')));
    child.once('close', (code) => {
      if (code === 0) resolve(output.join(''));
      else reject(new CommandError(`age failed: ${errors.join('').trim().split('\n')[0] ?? 'no reason'}`));
    });
  });
}
