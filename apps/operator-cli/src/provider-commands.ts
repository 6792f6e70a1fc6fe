// Commands that change the catalogue of a site: its providers and their games.
//
// Always true: a command writes everything that it names or nothing. A running product shows the change within a
// second.
//
// Elsewhere: terms (provider-terms.ts), the file of games (games-file.ts), keys and closing a provider
// (play-commands.ts), the audited actions (modules/operators).

import { readFile } from 'node:fs/promises';

import { type GameType, gameTypes, type Provider } from '@chaba/server/core/catalogue';
import { UpstreamUnavailableError } from '@chaba/server/core/signed-http-client';
import { compareGames, type GamesDifference, type ImportedGame } from '@chaba/server/modules/catalogue';
import * as operators from '@chaba/server/modules/operators';
import { createProviderClients } from '@chaba/server/modules/providers';

import { type CommandContext, requireActor } from './command-context.ts';
import { parseGamesFile } from './games-file.ts';
import { parseProvider } from './play-commands.ts';
import { formatTable } from './printing.ts';
import { completeTerms, parseProviderTerms } from './provider-terms.ts';
import { UsageError } from './site-settings.ts';

const CODE = /^[a-z0-9-]{2,40}$/;

/** add-provider <code> protocol=… name="…" category=… image=… launch=… [type=…] [api=…] [order=…] [new=yes] */
export async function addProvider(
  context: CommandContext,
  typed: string | undefined,
  ...words: (string | undefined)[]
): Promise<string> {
  const { site, config, database } = context;
  const code = typed ?? '';
  if (!CODE.test(code)) {
    throw new UsageError(`"${code}" is no code of a provider: 2 to 40 small letters, figures and hyphens.`, 2);
  }
  const terms = completeTerms(parseProviderTerms(compact(words), config.mode === 'play'));
  const outcome = await operators.addProvider(database, requireActor(context), { provider: code, ...terms });
  if (outcome === 'code_exists') {
    throw new UsageError(`There is a provider ${code} at ${site.code} already: set-provider changes it.`);
  }
  if (outcome === 'order_taken') throw createOrderError(context, terms.lobbyOrder);
  const place = terms.lobbyOrder === null ? 'outside the lobby' : `at place ${terms.lobbyOrder} of the lobby`;
  return `${code} is added at ${site.code}, ${place}. Next: key ${code}, import-games ${code} <file.csv>.`;
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
  const outcome = await operators.changeProvider(context.database, requireActor(context), { provider, ...terms });
  if (outcome === 'order_taken') throw createOrderError(context, terms.lobbyOrder);
  if (outcome === 'unchanged') throw new UsageError(`${provider} has these terms already: nothing was changed.`);
  return `${provider} is changed at ${site.code}.`;
}

function createOrderError({ site }: CommandContext, order: number | null | undefined): UsageError {
  const holder = site.catalogue.lobby.find(({ lobbyOrder }) => lobbyOrder === order);
  return new UsageError(`Place ${order} of the lobby is taken by ${holder?.ch ?? 'another'}: nothing was changed.`);
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
  const games = parseGamesFile(bytes, requireProvider(context, code), context.config.mode === 'play');
  const by = requireActor(context);
  const { added, changed } = await operators.importGames(context.database, by, { provider: code, games });
  return `${code} has ${added} new games and ${changed} that were known.`;
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
  const provider = requireProvider(context, code);
  await operators.syncGames(database, requireActor(context), {
    provider: code,
    added: difference.added.map((game) => toImported(game, provider)),
    returned: difference.returned,
    withdrawn: difference.withdrawn,
  });
  return `${table}\nDone. New games have their code as name and the provider's picture: import-games names them.`;
}

function formatDifference({ added, returned, withdrawn }: GamesDifference): string[][] {
  return [
    ...added.map(({ gameCode, gameType }) => [gameCode, `new, ${gameType}`]),
    ...returned.map((gameCode) => [gameCode, 'offered again']),
    ...withdrawn.map((gameCode) => [gameCode, 'not offered any more']),
  ];
}

function toImported(game: GamesDifference['added'][number], provider: Provider): ImportedGame {
  const gameType: GameType = gameTypes.find((each) => each === game.gameType) ?? provider.gameType;
  return {
    gameCode: game.gameCode,
    name: game.gameCode,
    category: provider.category,
    gameType,
    imageUrl: provider.img,
    searchWords: [],
    sortOrder: undefined,
    since: null,
    facts: null,
    isOffered: true,
  };
}

function requireProvider({ site }: CommandContext, code: string): Provider {
  const provider = site.catalogue.findProvider(code);
  if (!provider) throw new UsageError(`There is no provider "${code}".`, 2);
  return provider;
}

const compact = (words: readonly (string | undefined)[]): string[] => words.filter((word) => word !== undefined);
