// The two catalogues of the specification (spec §3) as rows: the providers of a lobby in its order, with the games of
// the play-money studio, and three providers outside the lobby for trying a protocol.
//
// Always true: default has 10 live casino, 15 slots, 1 poker and 1 trading; partner 9, 40, 1 and 0. The names are
// invented and the pictures drawn. Neighbours differ in palette and symbol, in the whole lobby and inside a category,
// with three and with six columns. Places are multiples of ten, so that a provider fits between two.
//
// Elsewhere: writing them for a site (catalogue.ts), the games of the studio (studio-games.ts), names and search words
// (catalogue.text.ts), the pictures (apps/web, src/art/designs.ts).

import type { GameCategory, GameType } from '#core/catalogue';

import { gameNames, gameWords, providerNames } from './catalogue.text.ts';
import type { GameRow, ProviderRow } from './catalogue.store.ts';
import { studioProviders, toFacts } from './studio-games.ts';

export type CatalogueName = 'default' | 'partner';

/** The partner whose sites show the partner catalogue. */
const CATALOGUE_PARTNER = 'LANNA';

/** The catalogue for a partner name; ignores letter case and outer spaces. */
export function findCatalogueName(partner: string): CatalogueName {
  return partner.trim().toUpperCase() === CATALOGUE_PARTNER ? 'partner' : 'default';
}

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

/** The partner's lobby, in its order. */
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

/** `test` has the key of play mode, the others a key that an operator creates. */
const trials = [
  ['test', 'chaba'],
  ['amb', 'amb'],
  ['hub88', 'hub88'],
] as const;

const ORDER_STEP = 10;
const NEW_PROVIDER = 'chaba-studio';

export type StandardRows = { readonly providers: readonly ProviderRow[]; readonly games: readonly GameRow[] };

/** The rows of a standard catalogue. */
export function listStandardRows(name: CatalogueName): StandardRows {
  const codes = name === 'partner' ? partnerOrder : (Object.keys(defaultDesigns) as (keyof typeof defaultDesigns)[]);
  const parts = [
    ...codes.map((code, index) => createListed(code, (index + 1) * ORDER_STEP)),
    ...trials.map(([code, protocol]) => createTrial(code, protocol)),
  ];
  return { providers: parts.map(({ provider }) => provider), games: parts.flatMap(({ games }) => games) };
}

type ProviderRows = { readonly provider: ProviderRow; readonly games: readonly GameRow[] };

/** A provider of the studio with its games; one without a game is not connected. */
function createListed(code: ListedProviderCode, lobbyOrder: number): ProviderRows {
  const [kind, art, ...gameArts]: Design = designs[code];
  const studio = studioProviders.find(({ ch }) => ch === code);
  const games = (studio?.games ?? []).map((game, index) => ({
    ...kind,
    provider: code,
    gameCode: game.gameCode,
    name: game.name,
    imageUrl: getPictureAddress(gameArts[index] ?? art),
    searchWords: gameWords[game.gameCode] ?? [],
    sortOrder: index + 1,
    since: game.since,
    facts: toFacts(game),
    isOffered: true,
  }));
  const provider = {
    ...outside,
    ...kind,
    provider: code,
    name: providerNames[code],
    imageUrl: getPictureAddress(art),
    lobbyOrder,
    protocol: games.length > 0 ? 'chaba' : null,
    keyPrefix: studio?.keyPrefix ?? null,
    isNew: code === NEW_PROVIDER,
  };
  return { provider, games };
}

function createTrial(code: (typeof trials)[number][0], protocol: string): ProviderRows {
  const createGame = (gameCode: keyof typeof gameNames, kind: Kind, art: string, sortOrder: number): GameRow => ({
    ...kind,
    provider: code,
    gameCode,
    name: gameNames[gameCode],
    imageUrl: getPictureAddress(art),
    searchWords: [],
    sortOrder,
    since: null,
    facts: null,
    isOffered: true,
  });
  return {
    provider: {
      ...outside,
      provider: code,
      protocol,
      name: providerNames[code],
      gameType: '*',
      category: 'EGAMES',
      imageUrl: getPictureAddress('kite-teal'),
    },
    games: [createGame('test-slot', slots, 'kite-teal', 1), createGame('test-table', liveCasino, 'cards-teal', 2)],
  };
}

/** A provider of the play-money studio outside the lobby, open. */
const outside = {
  lobbyOrder: null,
  launchUrl: null,
  apiUrl: null,
  keyPrefix: null,
  isNew: false,
  isOpen: true,
  winCap: null,
  closedBy: null,
  closedNotice: null,
} as const;

function getPictureAddress(art: string): string {
  return `/art/tiles/${art}.avif`;
}
