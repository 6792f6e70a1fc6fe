// npm run roll -- --restart COMMAND URL…: a rolling restart of the server processes behind the edge.
//
//     npm run roll -- --restart 'systemctl restart chaba-server@{port}' --player p1 http://10.0.0.5:3001 http://…
//
// {host} and {port} of COMMAND are those of each instance. --player names a player whose balance is queried at each
// instance with the provider key ROLL_KEY_ID (test-key) and its ROLL_KEY_SECRET, or the file ROLL_KEY_SECRET_FILE. Exit
// code 1 at the first failure.
//
// Elsewhere: the steps (roll.ts).

import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

import { readSecretFiles } from '@chaba/server/core/secret-files';

import { roll, type RollInstance, type RollProbe } from './roll.ts';
import { CommandError } from '#ops/core/command';

const USAGE = "npm run roll -- --restart 'systemctl restart chaba-server@{port}' [--player ID] URL…";

export async function runRoll(words: readonly string[]): Promise<number> {
  const { positionals: urls, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { help: { type: 'boolean' }, restart: { type: 'string' }, player: { type: 'string' } },
  });
  const { help: isHelp, restart, player } = values;
  if (isHelp === true) {
    console.log(USAGE);
    return 0;
  }
  if (restart === undefined || urls.length === 0 || !urls.every((url) => URL.canParse(url))) {
    throw new CommandError(USAGE);
  }
  try {
    await roll(
      urls.map((url) => toInstance(url, restart)),
      { probe: player === undefined ? undefined : toProbe(player), log: (sentence) => console.log(sentence) },
    );
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  return 0;
}

function toInstance(url: string, command: string): RollInstance {
  const { hostname, port, origin } = new URL(url);
  return { url: origin, restart: () => runShell(command.replaceAll('{host}', hostname).replaceAll('{port}', port)) };
}

function toProbe(playerId: string): RollProbe {
  const environment = readSecretFiles(process.env, (message) => new CommandError(message));
  const { ROLL_KEY_ID: keyId = 'test-key', ROLL_KEY_SECRET: secret = 'test-secret' } = environment;
  return { keyId, secret, playerId };
}

async function runShell(command: string): Promise<void> {
  const { ROLL_KEY_SECRET: _, ...environment } = process.env;
  const child = spawn('/bin/sh', ['-c', command], { stdio: 'inherit', env: environment });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`the restart command ended with ${code ?? 'a signal'}`);
}
