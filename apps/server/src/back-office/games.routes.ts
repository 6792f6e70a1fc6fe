// Providers of a site with state and place in the lobby, and the games of one.
//
// Elsewhere: the catalogue (modules/catalogue), actions (modules/operators/provider-actions.ts).

import type { ProviderDetail, ListedProvider } from '@chaba/contract/back-office/site-wire';
import type { RowPage } from '@chaba/contract/back-office/wire';

import type { Provider } from '#core/catalogue';
import { listAllGames } from '#modules/catalogue';
import { keysOf, listRefusedCalls } from '#modules/providers';
import { loadSite } from '#modules/site';
import { toWireAmount } from '#core/wire-amount';
import { type Acting, formatRequest } from '#operators/actions';
import { failOperator } from '#operators/operator-error';
import { listOpenRequests } from '#operators/requests';
import { subjectOfProvider } from '#operators/provider-actions';

import type { BackOfficeContext } from './context.ts';
import type { Handlers } from './routes.ts';

export function createGameHandlers(context: BackOfficeContext): Pick<Handlers, 'provider'> {
  return { provider: ({ acting, params }) => readProvider(context, acting, params['provider'] ?? '') };
}

const REFUSED_MAX = 20;

type Filter = Readonly<Record<string, string>>;

const STATES: Readonly<Record<string, (provider: Provider) => boolean>> = {
  lobby: ({ lobbyOrder }) => lobbyOrder !== undefined,
  closed: ({ closure }) => closure !== undefined,
  outside: ({ lobbyOrder }) => lobbyOrder === undefined,
};

/** Providers of the lobby in its order, then the others: a site has some dozens, so the list is whole. */
export async function readProviders(
  { database }: BackOfficeContext,
  { siteId }: Acting,
  { filter }: { readonly filter: Filter },
): Promise<RowPage<ListedProvider>> {
  const { catalogue } = await database.transaction((tx) => loadSite(tx, siteId));
  const isWanted = STATES[filter['state'] ?? 'lobby'] ?? (() => true);
  const found = catalogue.providers.filter((provider) => isWanted(provider));
  const requests = await listOpenRequests(
    database,
    siteId,
    found.map(({ ch }) => subjectOfProvider(ch)),
  );
  return { rows: found.map((provider) => toProviderRow(provider, requests)), next: null };
}

async function readProvider(
  { database }: BackOfficeContext,
  { siteId }: Acting,
  code: string,
): Promise<ProviderDetail> {
  const site = await database.transaction((tx) => loadSite(tx, siteId));
  const provider = site.catalogue.findProvider(code) ?? failOperator('NOT_FOUND');
  const [games, requests, keys, refused] = await Promise.all([
    listAllGames(database, siteId, code),
    listOpenRequests(database, siteId, [subjectOfProvider(code)]),
    keysOf(database, site, code),
    listRefusedCalls(database, siteId, { provider: code, limit: REFUSED_MAX }),
  ]);
  return {
    ...toProviderRow(provider, requests),
    list: games.map(({ gameCode, name, isOffered, since }) => ({ game: gameCode, name, isOffered, since })),
    keys: keys.map(({ keyId, isLive, createdAt }) => ({
      key: keyId,
      isLive,
      createdAt: createdAt?.toISOString() ?? null,
    })),
    refusedCalls: refused.map(({ path, code, body, times, lastReceivedAt }) => ({
      path,
      code,
      body,
      times,
      lastReceivedAt: lastReceivedAt.toISOString(),
    })),
  };
}

function toProviderRow(provider: Provider, requests: ReadonlyMap<string, bigint>): ListedProvider {
  const { ch, name, category, closure, lobbyOrder, isNew, protocol, games, winCap } = provider;
  const request = requests.get(subjectOfProvider(ch));
  return {
    provider: ch,
    name,
    category,
    isOpen: closure === undefined,
    closedBy: closure?.closedBy ?? null,
    notice: closure?.closedReason ?? null,
    order: lobbyOrder ?? null,
    isNew,
    isConnected: protocol !== undefined,
    games: games.length,
    winCap: winCap === undefined ? null : toWireAmount(winCap),
    request: request === undefined ? null : formatRequest(request),
  };
}
