// The games of the studio as a member site lists them, from the studio's own definitions.
//
// Elsewhere: the command that writes the files (tools/games.ts), figures and rules
// (apps/studio/src/report/figures.ts, game-rules.ts).

import { formatPlainBaht } from '@chaba/money';

import { findFigures, type GameFigures } from '#studio/report/figures';
import { composeRules } from '#studio/report/game-rules';
import { listGames } from '#studio/games/games';
import { PROVIDERS } from '#studio/server/providers';
import { readCertificate } from '#studio/games/slots/certificate';
import { tableRules } from '#studio/games/tables/rules/all';
import { tableWords } from '#studio/games/tables/rules/words.text';
import { text as market } from '#studio/games/trading/game.text';

type GameDefinition = {
  readonly gameCode: string;
  readonly name: string;
  readonly gameType: string;
  readonly category: string;
  /** Baht: the stakes of a slot, or the smallest and the largest stake of a table. */
  readonly stakes: readonly string[];
  /** The exact return of a slot title, as a share of the stake. */
  readonly returned?: number;
};

type PublishedGame = GameDefinition & GameFigures & ReturnType<typeof composeRules>;

const TABLE_STAKES = ['5', '5000'] as const;
const SHARE_DIGITS = 1_000_000;
const live = { gameType: 'LIVECASINO', category: 'LIVECASINO', stakes: TABLE_STAKES };

function listDefinitions(): readonly GameDefinition[] {
  return [
    ...listGames().map(({ gameCode, name, gameType, category, stakes, isSlot }) => ({
      gameCode,
      name,
      gameType,
      category,
      stakes: stakes.map(formatPlainBaht),
      ...(isSlot === true && { returned: readShare(gameCode) }),
    })),
    ...tableRules.map(({ gameCode }) => ({ gameCode, name: tableWords[gameCode]?.name ?? gameCode, ...live })),
    { gameCode: 'trading', name: market.name, gameType: 'TRADING', category: 'TRADING', stakes: TABLE_STAKES },
  ];
}

/** To the nearest millionth, for costs; stated returns are rounded down. */
function readShare(gameCode: string): number {
  const { numerator, denominator } = readCertificate(gameCode).exact;
  const [above, below] = [BigInt(numerator), BigInt(denominator)];
  return Number((above * 2n * BigInt(SHARE_DIGITS) + below) / (2n * below)) / SHARE_DIGITS;
}

function publish(game: GameDefinition): PublishedGame {
  const figures = findFigures(game.gameCode);
  if (!figures) throw new Error(`expected figures of ${game.gameCode}`);
  return { ...game, ...figures, ...composeRules(game.gameCode) };
}

/** The files of the sites with their texts: the list of the server, and the game on the member's home. */
export function publishedFiles(): readonly (readonly [file: string, text: string])[] {
  const games = listDefinitions();
  const providers = PROVIDERS.map(({ ch, keyPrefix, games: codes }) => ({
    ch,
    keyPrefix,
    games: codes.flatMap((code) => games.filter(({ gameCode }) => gameCode === code).map(publish)),
  }));
  const [first] = providers;
  const [game] = first?.games ?? [];
  const featured = { ch: first?.ch, gameCode: game?.gameCode, name: game?.name };
  return [
    ['apps/server/src/modules/catalogue/studio-games.json', toText(providers)],
    ['apps/web/src/features/home/featured-game.json', toText(featured)],
  ];
}

const toText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
