// The figures of each game as its page, its report and the lobby of a member site state them.
//
// Always true: one source per figure. A slot's figures are those of its certificate; a table's are those of its place
// with the best return, counted over all outcomes, and its largest win is that of any place.
//
// Elsewhere: certificates (slots/certificate.ts), returns of tables (tables/returns.ts), the published list
// (tools/published-games.ts), the report (report.ts).

import { bestPlay, cardGarden } from '#studio/games/card-garden/game';
import { HAND_PAYS } from '#studio/games/card-garden/maths';
import { classifyVolatility, readCertificate, type Volatility } from '#studio/games/slots/certificate';
import { decimals } from '#studio/games/slots/fraction';
import { type Mechanic, mechanicOf, type SlotTitle } from '#studio/games/slots/title';
import { slotTitles } from '#studio/games/slots/titles/titles';
import { computeReturn, getOutcomes, percentText } from '#studio/games/tables/returns';
import { findRules } from '#studio/games/tables/rules/all';
import { getLayout } from '#studio/games/tables/page/layouts';
import type { TableRules } from '#studio/games/tables/table-rules';
import { computeOdds, returnPercent } from '#studio/games/trading/odds';
import { EXPIRIES, PAYS } from '#studio/games/trading/walk';

/** Kind of play that a member chooses by. */
type PlayKind = Mechanic | 'videoPoker' | 'cards' | 'dice' | 'wheel' | 'counting' | 'market';

/** Multiples of the stake, with the odds, or with the number of simulated rounds in which it was the largest. */
export type LargestWin = { readonly times: number } & (
  | { readonly oneIn: number }
  | { readonly simulatedRounds: number }
);

export type GameFigures = {
  readonly mechanic: PlayKind;
  /** First day of the game, YYYY-MM-DD. */
  readonly since: string;
  readonly returnPercent: string;
  readonly volatility: Volatility;
  /** Share of rounds that pay; of a table, share of won bets. */
  readonly payingPercent: string;
  /** Share of rounds that pay more than their stake; absent at tables, where every won bet does. */
  readonly gainingPercent?: string;
  readonly largest: LargestWin;
};

const FIRST_DAY = '2026-11-01';
/** Games older than the other tables. */
const FIRST_GAMES: readonly string[] = ['baccarat', 'trading', 'card-garden'];
const OTHER_TABLES_DAY = '2026-12-01';

const TABLE_MECHANICS = {
  cards: 'cards',
  dice: 'dice',
  wheel: 'wheel',
  fields: 'wheel',
  beads: 'counting',
  coins: 'counting',
} as const;

/** Undefined for an unknown game. */
export function findFigures(gameCode: string): GameFigures | undefined {
  const title = slotTitles.find((each) => each.gameCode === gameCode);
  if (title) return getSlotFigures(title);
  const rules = findRules(gameCode);
  const since = FIRST_GAMES.includes(gameCode) ? FIRST_DAY : OTHER_TABLES_DAY;
  if (rules) return computeTableFigures(rules, since);
  if (gameCode === cardGarden.gameCode) return getCardFigures(since);
  return gameCode === 'trading' ? computeMarketFigures(since) : undefined;
}

function getSlotFigures(title: SlotTitle): GameFigures {
  const { returnPercent: stated, volatility, simulated } = readCertificate(title.gameCode);
  return {
    mechanic: mechanicOf(title),
    since: title.since,
    returnPercent: stated,
    volatility,
    payingPercent: simulated.payingPercent,
    gainingPercent: simulated.gainingPercent,
    largest: { times: simulated.largest, simulatedRounds: simulated.rounds },
  };
}

function getCardFigures(since: string): GameFigures {
  return {
    mechanic: 'videoPoker',
    since,
    returnPercent: cardGarden.returnPercent,
    volatility: classifyVolatility(bestPlay.sigma),
    payingPercent: bestPlay.payingPercent,
    gainingPercent: bestPlay.gainingPercent,
    largest: { times: Math.max(...Object.values(HAND_PAYS)), oneIn: bestPlay.largestOneIn },
  };
}

function computeTableFigures(rules: TableRules<unknown>, since: string): GameFigures {
  const { total, rows } = getOutcomes(rules);
  const share = (weight: bigint): number => Number((weight * 1_000_000_000n) / total) / 1_000_000_000;
  const types = rules.places.map(({ type }) => type);
  const best = types.reduce((one, other) => (computeReturn(rules, other) > computeReturn(rules, one) ? other : one));
  const returned = (type: string): { readonly chance: number; readonly perMille: number }[] =>
    rows.map((row) => ({ chance: share(row.weight), perMille: row.returned.get(type)?.perMille ?? 0 }));
  const outcomes = returned(best);
  const chanceOf = (type: string, perMille: number): number =>
    returned(type).reduce((sum, each) => sum + (each.perMille === perMille ? each.chance : 0), 0);
  const mean = outcomes.reduce((sum, { chance, perMille }) => sum + (chance * perMille) / 1_000, 0);
  const squares = outcomes.reduce((sum, { chance, perMille }) => sum + chance * (perMille / 1_000) ** 2, 0);
  const winning = outcomes.reduce((sum, { chance, perMille }) => sum + (perMille > 1_000 ? chance : 0), 0);
  const top = Math.max(...types.flatMap((type) => returned(type).map(({ perMille }) => perMille)));
  const largest = Math.max(...types.map((type) => chanceOf(type, top)));
  return {
    mechanic: TABLE_MECHANICS[getLayout(rules.gameCode, types).show],
    since,
    returnPercent: percentText(computeReturn(rules, best)),
    volatility: classifyVolatility(Math.sqrt(squares - mean ** 2)),
    payingPercent: decimals(winning * 100, 2),
    largest: { times: top / 1_000, oneIn: toOneIn(largest) },
  };
}

/** Of the expiry with the lowest return, which the page states too. */
function computeMarketFigures(since: string): GameFigures {
  const [lowest] = EXPIRIES.map(computeOdds).toSorted((one, other) => one.returned - other.returned);
  if (!lowest) throw new Error('expected an expiry');
  const [up, level, pay] = [lowest.up / 1_000_000, lowest.level / 1_000_000, PAYS / 100];
  const mean = up * pay + level;
  return {
    mechanic: 'market',
    since,
    returnPercent: returnPercent(),
    volatility: classifyVolatility(Math.sqrt(up * pay ** 2 + level - mean ** 2)),
    payingPercent: decimals(up * 100, 2),
    largest: { times: pay, oneIn: toOneIn(up) },
  };
}

/** Whole, except where one in two and one in three differ by less than a whole. */
function toOneIn(chance: number): number {
  const oneIn = 1 / chance;
  return oneIn < 10 ? Math.round(oneIn * 100) / 100 : Math.round(oneIn);
}
