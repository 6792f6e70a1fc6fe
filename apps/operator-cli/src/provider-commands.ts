// Commands that change the catalogue of a site: its providers and their games.
//
// Always true: a command writes everything that it names or nothing. A running product shows the change within a
// second.
//
// Elsewhere: keys and closing a provider (play-commands.ts), terms, the file of games and the actions
// (modules/operators).

import { readFile } from 'node:fs/promises';

import type { Provider } from '@chaba/server/core/catalogue';
import { UpstreamUnavailableError } from '@chaba/server/core/signed-http-client';
import { compareGames } from '@chaba/server/modules/catalogue';
import { completeTerms, joinTerms, parseGamesFile, parseProviderTerms } from '@chaba/server/modules/operator-input';
import { createProviderClients } from '@chaba/server/modules/providers';

import { act } from './act.ts';
import type { CommandContext } from './command-context.ts';
import { parseProvider } from './play-commands.ts';
import { formatTable } from './printing.ts';
import { UsageError } from './usage-error.ts';

const CODE = /^[a-z0-9-]{2,40}$/;

/** add-provider <code> protocol=… name="…" category=… image=… launch=… [type=…] [api=…] [order=…] [new=yes] */
export async function addProvider(
  context: CommandContext,
  typed: string | undefined,
  ...words: (string | undefined)[]
): Promise<string> {
  const code = typed ?? '';
  if (!CODE.test(code)) {
    throw new UsageError(`"${code}" is no code of a provider: 2 to 40 small letters, figures and hyphens.`, 2);
  }
  completeTerms(parseProviderTerms(compact(words), context.config.mode === 'play'));
  return act(context, 'provider.add', { provider: code, terms: joinTerms(compact(words)) });
}

/** set-provider <code> <term>=<value> … */
export async function setProvider(
  context: CommandContext,
  typed: string | undefined,
  ...words: (string | undefined)[]
): Promise<string> {
  const { site } = context;
  const provider = parseProvider(context, typed);
  const terms = parseProviderTerms(compact(words), context.config.mode === 'play');
  if (Object.keys(terms).length === 0) throw new UsageError('Name what changes, for example order=12: see --help.', 2);
  const isOfStudio = site.catalogue.findProvider(provider)?.keyPrefix !== undefined;
  if (terms.launchUrl === null && !isOfStudio) {
    throw new UsageError(`The studio runs no games of ${provider}: name the launch address.`, 2);
  }
  return act(context, 'provider.change', { provider, terms: joinTerms(compact(words)) });
}

/** import-games <code> <file.csv> */
export async function importGames(
  context: CommandContext,
  typed: string | undefined,
  file: string | undefined,
): Promise<string> {
  const code = parseProvider(context, typed);
  if (file === undefined) throw new UsageError('Name the file of games: import-games <code> <file.csv>.', 2);
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`The file ${file} cannot be read.`);
  });
  parseGamesFile(bytes, requireProvider(context, code), context.config.mode === 'play');
  return act(context, 'provider.import-games', { provider: code, file: new TextDecoder().decode(bytes) });
}

/** sync-games <code> [--confirm]: shows the difference with the provider's own list, and carries it out. */
export async function syncGames(context: CommandContext, typed: string | undefined): Promise<string> {
  const code = parseProvider(context, typed);
  const { database, config, site, given } = context;
  const client = await createProviderClients(database, config)(site, code);
  if (!client) {
    throw new UsageError(`${code} cannot be queried: it has no key, no address (api=…), or its protocol has no list.`);
  }
  const listed = await client.games().catch((error: unknown) => {
    const isSilent = error instanceof UpstreamUnavailableError;
    throw isSilent ? new UsageError(`${code} does not answer: nothing was changed.`) : error;
  });
  const wrong = listed.find(({ gameCode }) => !/^[\w.-]{1,64}$/.test(gameCode));
  if (wrong) throw new UsageError(`${code} lists a game without a usable code: nothing was changed.`);
  const difference = compareGames(site.catalogue, code, listed);
  const lines = formatDifference(difference);
  if (lines.length === 0) return `The games of ${code} at ${site.code} are those that it lists.`;
  const table = formatTable(lines);
  if (!given.isConfirmed) return `${table}\nNothing was changed: add --confirm and --reason "…" to carry this out.`;
  const { added, returned, withdrawn } = difference;
  const done = await act(context, 'provider.sync-games', {
    provider: code,
    added: added.map(({ gameCode, gameType }) => `${gameCode}:${gameType}`).join(','),
    returned: returned.join(','),
    withdrawn: withdrawn.join(','),
  });
  return `${table}\n${done}`;
}

function formatDifference({ added, returned, withdrawn }: ReturnType<typeof compareGames>): string[][] {
  return [
    ...added.map(({ gameCode, gameType }) => [gameCode, `new, ${gameType}`]),
    ...returned.map((gameCode) => [gameCode, 'offered again']),
    ...withdrawn.map((gameCode) => [gameCode, 'not offered any more']),
  ];
}

function requireProvider({ site }: CommandContext, code: string): Provider {
  const provider = site.catalogue.findProvider(code);
  if (!provider) throw new UsageError(`There is no provider "${code}".`, 2);
  return provider;
}

const compact = (words: readonly (string | undefined)[]): string[] => words.filter((word) => word !== undefined);
