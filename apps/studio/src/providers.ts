// Maps games to the provider names and signing keys of member sites.
//
// Always true: a key identifies one provider at one member site.

import { allGames } from './games.ts';

type Provider = { readonly ch: string; readonly keyPrefix: string };

const studio: Provider = { ch: 'chaba-studio', keyPrefix: 'studio-' };
const live: Provider = { ch: 'phat-thong', keyPrefix: 'live-' };
const market: Provider = { ch: 'sen-chao', keyPrefix: 'market-' };
const cards: Provider = { ch: 'pho-dam', keyPrefix: 'cards-' };

const elsewhere: Readonly<Record<string, Provider>> = { baccarat: live, trading: market, 'card-garden': cards };

export function providerOf(gameCode: string): Provider {
  return elsewhere[gameCode] ?? studio;
}

/** Finds the member site and the provider of a key. */
export function findSiteByKey(keyId: string): { readonly operator: string; readonly ch: string } | undefined {
  const provider = [studio, live, market, cards].find(({ keyPrefix }) => keyId.startsWith(keyPrefix));
  // Later keys of the same site have a suffix.
  const operator = keyId.slice(provider?.keyPrefix.length ?? 0).replace(/\.[0-9a-f]{8}$/, '');
  return provider && /^[a-z0-9-]{1,32}$/.test(operator) ? { operator, ch: provider.ch } : undefined;
}

export function isGame(gameCode: string): boolean {
  return gameCode in elsewhere || allGames().some((game) => game.gameCode === gameCode);
}
