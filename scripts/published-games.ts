// The games of the studio as a member site lists them, from the studio's own definitions.
//
// Elsewhere: the file that the server reads (apps/server/src/modules/site/studio-games.json), the command that writes
// it (scripts/games.ts).

import { formatPlainBaht } from '@chaba/money';

import { listGames } from '#studio/games';
import { PROVIDERS } from '#studio/providers';
import { type PublishedSlot, publishedSlot } from '#studio/slots/published';
import { percentText, computeReturn } from '#studio/tables/returns';
import { tableRules } from '#studio/tables/rules/all';
import { tableWords } from '#studio/tables/rules/words.text';
import { text as market } from '#studio/trading/game.text';
import { returnPercent } from '#studio/trading/odds';

type PublishedGame = {
  readonly gameCode: string;
  readonly name: string;
  readonly gameType: string;
  readonly category: string;
  /** The best play, as a percentage with two decimals. */
  readonly returnPercent: string;
  /** Baht: the stakes of a slot, or the smallest and the largest stake of a table. */
  readonly stakes: readonly string[];
  /** Certified figures of a slot title. */
  readonly slot?: PublishedSlot;
};

const TABLE_STAKES = ['5', '5000'] as const;
const live = { gameType: 'LIVECASINO', category: 'LIVECASINO', stakes: TABLE_STAKES };

function listPublishedGames(): readonly PublishedGame[] {
  return [
    ...listGames().map(({ gameCode, name, gameType, category, returnPercent: best, stakes, isSlot }) => ({
      gameCode,
      name,
      gameType,
      category,
      returnPercent: best,
      stakes: stakes.map(formatPlainBaht),
      ...(isSlot === true && { slot: publishedSlot(gameCode) }),
    })),
    ...tableRules.map((rules) => ({
      gameCode: rules.gameCode,
      name: tableWords[rules.gameCode]?.name ?? rules.gameCode,
      ...live,
      returnPercent: percentText(Math.max(...rules.places.map(({ type }) => computeReturn(rules, type)))),
    })),
    {
      gameCode: 'trading',
      name: market.name,
      gameType: 'TRADING',
      category: 'TRADING',
      stakes: TABLE_STAKES,
      returnPercent: returnPercent(),
    },
  ];
}

/** The file's text: every provider with its key prefix and its games. */
export function publishedGames(): string {
  const games = listPublishedGames();
  const providers = PROVIDERS.map(({ ch, keyPrefix, games: codes }) => ({
    ch,
    keyPrefix,
    games: codes.flatMap((code) => games.filter(({ gameCode }) => gameCode === code)),
  }));
  return `${JSON.stringify(providers, null, 2)}\n`;
}
