// Compares the games that a site shows with the games of its providers.
//
// Always true: read-only. A provider that does not answer is reported as such and its games are not compared.
//
// Elsewhere: the catalogue (modules/catalogue), carrying a difference out (provider-commands.ts).

import { createProviderClients, listQueriedProviders } from '@chaba/server/modules/providers';

import type { CommandContext } from './command-context.ts';
import { formatTable } from './printing.ts';

/** One line per game that only one side has, and one per provider that does not answer. */
export async function compareCatalogue({ database, config, site }: CommandContext): Promise<string> {
  const clients = createProviderClients(database, config);
  const shown = listQueriedProviders(site);
  const rows = await Promise.all(
    shown.map(async (provider) => {
      const ours = (site.catalogue.findProvider(provider)?.games ?? []).map(({ gameCode }) => gameCode);
      const client = await clients(site, provider);
      const theirs = await client?.games().catch(() => undefined);
      if (!theirs) return [[provider, '-', 'does not answer']];
      const theirCodes = theirs.map(({ gameCode }) => gameCode);
      return [
        ...ours
          .filter((code) => !theirCodes.includes(code))
          .map((code) => [provider, code, 'shown, but unknown to the provider']),
        ...theirCodes
          .filter((code) => !ours.includes(code))
          .map((code) => [provider, code, 'offered by the provider, but not shown']),
      ];
    }),
  );
  const lines = rows.flat();
  const summary = `${shown.length} providers of ${site.code} were queried`;
  return lines.length === 0 ? `${summary}: the games shown match.` : `${summary}:\n${formatTable(lines)}`;
}
