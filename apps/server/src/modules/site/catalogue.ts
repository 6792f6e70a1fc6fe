// The two catalogues of the specification (spec §3): the providers of a site in the order of its lobby, and the games
// of connected providers.
//
// Always true: default has 10 live casino, 15 slots, 1 poker and 1 trading; partner 9, 40, 1 and 0. The names are
// invented and the pictures drawn. A provider whose games are not connected is listed as closed. Neighbours differ in
// palette and symbol, in the whole lobby and inside a category, with three and with six columns.
//
// Elsewhere: the games of the studio (studio-games.ts), launching a game (play.ts), names and search words
// (catalogue.text.ts), the pictures (apps/web, src/art/designs.ts).

import type { CatalogueName } from '#core/site';

import { gameNames, gameWords, providerNames } from './catalogue.text.ts';
import { type StudioGame, studioProviders } from './studio-games.ts';

export type GameType = 'LIVECASINO' | 'EGAMES' | 'TRADING' | 'LOBBY' | '*';
export type GameCategory = 'LIVECASINO' | 'EGAMES' | 'POKER' | 'TRADING';

type Game = {
  readonly gameCode: string;
  readonly name: string;
  readonly gameType: GameType;
  readonly category: GameCategory;
  /** An address that the web build serves. */
  readonly img: string;
  /** Words that find it in a search. */
  readonly words: readonly string[];
} & Partial<Pick<StudioGame, 'since' | 'mechanic' | 'returnPercent' | 'volatility'>>;

export type Provider = {
  readonly ch: string;
  readonly name: string;
  readonly gameType: GameType;
  readonly category: GameCategory;
  readonly img: string;
  /** Can its games be opened now. */
  readonly isOpen: boolean;
  readonly isNew?: boolean;
  /** The name of its protocol (modules/providers/protocols.ts); undefined: not connected. */
  readonly protocol?: string;
  readonly games: readonly Game[];
};

type Kind = { readonly gameType: GameType; readonly category: GameCategory };

const liveCasino: Kind = { gameType: 'LIVECASINO', category: 'LIVECASINO' };
const slots: Kind = { gameType: 'EGAMES', category: 'EGAMES' };
/** A poker provider opens its own lobby. */
const poker: Kind = { gameType: 'LOBBY', category: 'POKER' };
const trading: Kind = { gameType: 'TRADING', category: 'TRADING' };

/** Its kind and its picture, and those of its games in their order where they differ from it. */
type Design = readonly [kind: Kind, art: string, ...gameArts: string[]];

/** The default lobby, in its order. */
const defaultDesigns = {
  'chaba-studio': [slots, 'hibiscus-plum', 'lantern-ruby', 'moon-teal'],
  'bua-khram': [slots, 'lotus-indigo'],
  'phat-thong': [liveCasino, 'fan-ruby'],
  'chang-noi': [slots, 'elephant-jade'],
  'phai-ngoen': [liveCasino, 'cards-teal'],
  'khom-nuan': [slots, 'lantern-amber'],
  'pho-dam': [poker, 'spade-slate'],
  'dao-muang': [liveCasino, 'rosette-violet'],
  'rian-klom': [liveCasino, 'chip-plum'],
  'ruea-rung': [slots, 'boat-teal'],
  'phat-khram': [liveCasino, 'fan-indigo'],
  'wao-sai': [slots, 'kite-sand'],
  'mamuang-man': [slots, 'mango-jade'],
  'khom-daeng': [slots, 'lantern-ruby'],
  'luktao-thong': [liveCasino, 'dice-amber', 'dice-amber', 'dice-ruby'],
  'sam-lo': [slots, 'tuktuk-indigo'],
  'chang-thao': [slots, 'elephant-slate'],
  'phai-yok': [liveCasino, 'cards-jade'],
  'dao-krachai': [liveCasino, 'rosette-sand'],
  'chan-raem': [slots, 'moon-violet'],
  'ruea-daeng': [slots, 'boat-ruby'],
  'taphian-san': [slots, 'carp-amber'],
  'rian-khram': [liveCasino, 'chip-indigo'],
  'wao-lom': [slots, 'kite-teal'],
  'luktao-daeng': [liveCasino, 'dice-ruby'],
  'sen-chao': [trading, 'candles-jade'],
  'bua-chomphu': [slots, 'lotus-plum'],
} as const satisfies Readonly<Record<string, Design>>;

/** Providers of the partner's lobby only. */
const partnerDesigns = {
  'taphian-daeng': [slots, 'carp-ruby'],
  'bua-nam': [slots, 'lotus-teal'],
  'duean-ngai': [slots, 'moon-indigo'],
  'lo-khiao': [slots, 'tuktuk-jade'],
  'ruea-thong': [slots, 'boat-amber'],
  'mamuang-wan': [slots, 'mango-violet'],
  'chaba-khram': [slots, 'hibiscus-indigo'],
  'lo-thong': [slots, 'tuktuk-amber'],
  'taphian-ngoen': [slots, 'carp-slate'],
  'bua-thong': [slots, 'lotus-amber'],
  'wao-muang': [slots, 'kite-violet'],
  'chan-mok': [slots, 'moon-slate'],
  'chang-ngam': [slots, 'elephant-ruby'],
  'mamuang-dip': [slots, 'mango-slate'],
  'taphian-nam': [slots, 'carp-teal'],
  'chang-muang': [slots, 'elephant-violet'],
  'khom-khram': [slots, 'lantern-indigo'],
  'chaba-thong': [slots, 'hibiscus-amber'],
  'chan-thale': [slots, 'moon-teal'],
  'ruea-khram': [slots, 'boat-indigo'],
  'wao-chomphu': [slots, 'kite-plum'],
  'khom-loi': [slots, 'lantern-teal'],
  'chaba-ngoen': [slots, 'hibiscus-slate'],
  'lo-daeng': [slots, 'tuktuk-ruby'],
  'mamuang-kaeo': [slots, 'mango-indigo'],
} as const satisfies Readonly<Record<string, Design>>;

const designs = { ...defaultDesigns, ...partnerDesigns };
type ListedProviderCode = keyof typeof designs;

const partnerOrder = [
  'chaba-studio',
  'bua-khram',
  'phat-thong',
  'chang-noi',
  'phai-ngoen',
  'khom-nuan',
  'pho-dam',
  'taphian-daeng',
  'bua-nam',
  'duean-ngai',
  'luktao-thong',
  'lo-khiao',
  'khom-daeng',
  'wao-lom',
  'ruea-thong',
  'mamuang-wan',
  'rian-klom',
  'chang-thao',
  'chaba-khram',
  'lo-thong',
  'mamuang-man',
  'taphian-ngoen',
  'phat-khram',
  'ruea-daeng',
  'bua-thong',
  'wao-muang',
  'chan-mok',
  'chang-ngam',
  'dao-krachai',
  'bua-chomphu',
  'sam-lo',
  'mamuang-dip',
  'taphian-nam',
  'phai-yok',
  'chang-muang',
  'khom-khram',
  'chaba-thong',
  'wao-sai',
  'luktao-daeng',
  'chan-thale',
  'ruea-khram',
  'taphian-san',
  'wao-chomphu',
  'khom-loi',
  'rian-khram',
  'chaba-ngoen',
  'lo-daeng',
  'chan-raem',
  'ruea-rung',
  'mamuang-kaeo',
] as const;

/** The prefix of the keys of each provider whose games the studio runs. */
export const studioKeyPrefixes: Readonly<Record<string, string>> = Object.fromEntries(
  studioProviders.map(({ ch, keyPrefix }) => [ch, keyPrefix]),
);

/**
 * Providers outside every lobby, for trying a protocol: `test` has the key of play mode, the others a key that an
 * operator creates.
 */
export const unlistedProviders: Provider[] = (
  [
    ['test', 'chaba'],
    ['amb', 'amb'],
    ['hub88', 'hub88'],
  ] as const
).map(([ch, protocol]) => ({
  protocol,
  gameType: '*',
  category: 'EGAMES',
  ch,
  name: providerNames[ch],
  img: getPictureAddress('kite-teal'),
  isOpen: true,
  games: [createGame('test-slot', slots, 'kite-teal'), createGame('test-table', liveCasino, 'cards-teal')],
}));

const catalogues: Readonly<Record<CatalogueName, readonly Provider[]>> = {
  default: (Object.keys(defaultDesigns) as (keyof typeof defaultDesigns)[]).map(createListedProvider),
  partner: partnerOrder.map(createListedProvider),
};

/** The providers of a lobby, in its order. */
export function getCatalogue(catalogue: CatalogueName): readonly Provider[] {
  return catalogues[catalogue];
}

/** Also finds providers outside every lobby. */
export function findProvider(catalogue: CatalogueName, ch: string): Provider | undefined {
  const isNamed = (provider: Provider): boolean => provider.ch === ch;
  return catalogues[catalogue].find(isNamed) ?? unlistedProviders.find(isNamed);
}

export function findGame(catalogue: CatalogueName, ch: string, gameCode: string): Game | undefined {
  return findProvider(catalogue, ch)?.games.find((known) => known.gameCode === gameCode);
}

export function findGameType(catalogue: CatalogueName, ch: string, gameCode: string): GameType | undefined {
  return findGame(catalogue, ch, gameCode)?.gameType;
}

/** Waiting free spins as facts of a message: their number, and the names of their games. */
export function describeSpins(
  catalogue: CatalogueName,
  waiting: readonly { readonly provider: string; readonly gameCode: string; readonly count: number }[],
): { readonly spins: number; readonly games: string } {
  const names = waiting.map(({ provider, gameCode }) => findGame(catalogue, provider, gameCode)?.name ?? gameCode);
  return { spins: waiting.reduce((sum, { count }) => sum + count, 0), games: [...new Set(names)].join(', ') };
}

let protocolNames: ReadonlyMap<string, string> | undefined;

function getProtocolNames(): ReadonlyMap<string, string> {
  protocolNames ??= new Map(
    [...catalogues.default, ...catalogues.partner, ...unlistedProviders].flatMap(({ ch, protocol }) =>
      protocol === undefined ? [] : [[ch, protocol]],
    ),
  );
  return protocolNames;
}

/** The protocol of a provider; undefined where it is not connected. */
export function getProtocolName(ch: string): string | undefined {
  return getProtocolNames().get(ch);
}

/** The providers that use a protocol. */
export function listProvidersOf(protocol: string): string[] {
  return [...getProtocolNames()].flatMap(([ch, name]) => (name === protocol ? [ch] : []));
}

/** The providers as the configuration and the lobby send them. */
export function listProducts(catalogue: CatalogueName): Omit<Provider, 'games'>[] {
  return getCatalogue(catalogue).map(({ ch, name, gameType, category, img, isOpen, isNew = false }) => ({
    ch,
    name,
    gameType,
    category,
    img,
    isOpen,
    isNew,
  }));
}

/** The games of the lobby's providers. */
export function listGamesWithProvider(
  catalogue: CatalogueName,
): (Game & { readonly ch: string; readonly isOpen: boolean })[] {
  return getCatalogue(catalogue).flatMap(({ ch, isOpen, games }) => games.map((known) => ({ ...known, ch, isOpen })));
}

/** A provider with the games that the studio runs; one without a game is closed. */
function createListedProvider(ch: ListedProviderCode): Provider {
  const [kind, art, ...gameArts]: Design = designs[ch];
  const { games: published = [] } = studioProviders.find((provider) => provider.ch === ch) ?? {};
  const games = published.map(({ gameCode, name, since, mechanic, returnPercent, volatility }, index) => ({
    ...kind,
    gameCode,
    name,
    img: getPictureAddress(gameArts[index] ?? art),
    words: gameWords[gameCode] ?? [],
    since,
    mechanic,
    returnPercent,
    volatility,
  }));
  const isOpen = games.length > 0;
  return {
    ...kind,
    ch,
    name: providerNames[ch],
    img: getPictureAddress(art),
    isOpen,
    ...(ch === 'chaba-studio' && { isNew: true }),
    ...(isOpen && { protocol: 'chaba' }),
    games,
  };
}

function createGame(gameCode: keyof typeof gameNames, kind: Kind, art: string): Game {
  return { ...kind, gameCode, name: gameNames[gameCode], img: getPictureAddress(art), words: [] };
}

function getPictureAddress(art: string): string {
  return `/art/tiles/${art}.avif`;
}
