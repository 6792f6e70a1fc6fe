// The providers whose games the studio runs, with the codes of their games and the prefix of their keys.
//
// Always true: a key identifies one provider at one member site, and a game belongs to one provider.
//
// Elsewhere: the catalogue of a member site, generated from this list (tools/games.ts).

import { slotTitles } from '#studio/games/slots/titles/titles';

type StudioProvider = { readonly ch: string; readonly keyPrefix: string; readonly games: readonly string[] };

const STUDIO: StudioProvider = { ch: 'chaba-studio', keyPrefix: 'studio-', games: titlesOf('chaba-studio') };

/** A provider with the key `<ch>-<site>`. */
const createProvider = (ch: string, ...games: readonly string[]): StudioProvider => ({
  ch,
  keyPrefix: `${ch}-`,
  games,
});

export const PROVIDERS: readonly StudioProvider[] = [
  STUDIO,
  { ch: 'phat-thong', keyPrefix: 'live-', games: ['baccarat'] },
  { ch: 'sen-chao', keyPrefix: 'market-', games: ['trading'] },
  { ch: 'pho-dam', keyPrefix: 'cards-', games: ['card-garden'] },
  createProvider('phat-khram', 'baccarat-six'),
  createProvider('phai-ngoen', 'suea-mangkon'),
  createProvider('dao-muang', 'roulette'),
  createProvider('luktao-thong', 'hi-lo', 'sic-bo'),
  createProvider('luktao-daeng', 'nam-tao'),
  createProvider('rian-klom', 'kam-thua'),
  createProvider('rian-khram', 'si-rian'),
  createProvider('phai-yok', 'pok-deng'),
  createProvider('dao-krachai', 'wong-lo'),
  ...[...new Set(slotTitles.map(({ provider }) => provider))]
    .filter((ch) => ch !== STUDIO.ch)
    .map((ch) => createProvider(ch, ...titlesOf(ch))),
];

function titlesOf(ch: string): readonly string[] {
  return slotTitles.filter(({ provider }) => provider === ch).map(({ gameCode }) => gameCode);
}

export function getProvider(gameCode: string): StudioProvider {
  return PROVIDERS.find(({ games }) => games.includes(gameCode)) ?? STUDIO;
}

/** Finds the member site and the provider of a key. */
export function findSiteByKey(keyId: string): { readonly operator: string; readonly ch: string } | undefined {
  const provider = PROVIDERS.find(({ keyPrefix }) => keyId.startsWith(keyPrefix));
  // Later keys of the same site have a suffix.
  const operator = keyId.slice(provider?.keyPrefix.length ?? 0).replace(/\.[0-9a-f]{8}$/, '');
  return provider && /^[a-z0-9-]{1,32}$/.test(operator) ? { operator, ch: provider.ch } : undefined;
}

export function isGame(gameCode: string): boolean {
  return PROVIDERS.some(({ games }) => games.includes(gameCode));
}
