// Whether the games that a brand shows are the games that its providers have.
//
// Always true: it only looks. A provider that does not answer is named as such: nothing is concluded from silence.
//
// Elsewhere: the catalogue itself (site/catalogue.ts), what providers are asked (providers/provider-client.ts).

import { readConfig } from '@chaba/server/core/config';
import { gameNamesOf } from '@chaba/server/modules/play';
import { queriedProviders, createProviderClients } from '@chaba/server/modules/providers';

import type { CommandContext } from './command-context.ts';
import { table } from './printing.ts';

/** A line for each game that one side has and the other has not, and one for each provider that is silent. */
export async function compareCatalogue({ database, site }: CommandContext): Promise<string> {
  const clients = createProviderClients(database, readConfig());
  const names = gameNamesOf(site);
  const shown = queriedProviders.filter((provider) => names.includes(provider));
  const rows = await Promise.all(
    shown.map(async (provider) => {
      const ours = names
        .filter((name) => name.startsWith(`${provider}/`))
        .map((name) => name.slice(provider.length + 1));
      const calls = await clients(site, provider);
      const theirs = await calls?.games().catch(() => undefined);
      if (!theirs) return [[provider, '-', 'does not answer']];
      const told = theirs.map(({ gameCode }) => gameCode);
      return [
        ...ours
          .filter((code) => !told.includes(code))
          .map((code) => [provider, code, 'shown, but the provider has it not']),
        ...told
          .filter((code) => !ours.includes(code))
          .map((code) => [provider, code, 'the provider has it, not shown']),
      ];
    }),
  );
  const lines = rows.flat();
  const whole = `${shown.length} providers of ${site.code} were asked`;
  return lines.length === 0 ? `${whole}: their games are the ones shown.` : `${whole}:\n${table(lines)}`;
}
