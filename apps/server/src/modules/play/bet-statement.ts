// The bet statement: the rounds of twelve months as a table, read and sent in pieces.
//
// Always true: a cell of foreign text never begins with a sign of a spreadsheet formula. Amounts have two decimals,
// times are Bangkok's, and the byte order mark makes spreadsheets read UTF-8.
//
// Elsewhere: the same rounds on the screen (play.ts), turnover below the stake (wallet/contribution.ts).

import type { Queryable } from '@chaba/database';
import { formatProviderAmount, type Money, subtract } from '@chaba/money';

import type { Site } from '#modules/site';

import { statementText as text } from './bet-statement.text.ts';
import { type PastRound, pastRounds, type RoundPosition } from './play.store.ts';

const MONTHS_KEPT = 12;
const ROWS_AT_ONCE = 1_000;
const UTF8_SIGN = '\ufeff';
const LINE_END = '\r\n';
const BANGKOK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Bangkok',
  dateStyle: 'short',
  timeStyle: 'medium',
});

export type NotCountedBecause = keyof typeof text.notCounted;

/** A round may be open for more bets although each bet has its result. */
export function shownState({ state, settledAt }: Pick<PastRound, 'state' | 'settledAt'>): 'open' | 'settled' | 'void' {
  if (state === 'void') return 'void';
  return state === 'open' && settledAt === null ? 'open' : 'settled';
}

/** Why a round added no turnover, or less than its stake; null when it counts by the rules. */
export function notCountedBecause(round: PastRound): NotCountedBecause | null {
  if (round.turnover > 0n) return round.notCounted === 'TABLE' ? 'TABLE' : null;
  const state = shownState(round);
  if (state === 'settled') return round.notCounted;
  return state === 'open' ? 'OPEN' : 'VOID';
}

/** The table in pieces: headings, then rounds, the newest first. */
export async function* statementOf(database: Queryable, site: Site, memberId: bigint): AsyncGenerator<string> {
  yield UTF8_SIGN + lineOf(text.columns);
  let after: RoundPosition | undefined;
  for (;;) {
    const within = { months: MONTHS_KEPT };
    const rounds = await pastRounds(database, site.id, { memberId, within, after, limit: ROWS_AT_ONCE });
    if (rounds.length > 0) yield rounds.map((round) => lineOf(cellsOf(site, round))).join('');
    after = rounds.at(-1);
    if (rounds.length < ROWS_AT_ONCE) return;
  }
}

function cellsOf(site: Site, round: PastRound): string[] {
  const { provider, gameCode, roundId, openedAt, settledAt, stake, payout, turnover } = round;
  const reason = notCountedBecause(round);
  return [
    BANGKOK.format(openedAt),
    harmless(site.catalogue.findProvider(provider)?.name ?? provider),
    harmless(site.catalogue.findGame(provider, gameCode)?.name ?? gameCode),
    harmless(roundId),
    figure(stake),
    figure(payout),
    figure(subtract(payout, stake)),
    figure(turnover),
    text.state[shownState(round)],
    reason === null ? '' : text.notCounted[reason],
    settledAt === null ? '' : BANGKOK.format(settledAt),
  ];
}

/** "-1234.50": whole satang, rounded down. */
function figure(amount: Money): string {
  return formatProviderAmount(amount).slice(0, -2);
}

/** Foreign text with an apostrophe in front where a spreadsheet would calculate it. */
export function harmless(cell: string): string {
  return /^[=+\-@\t\r\n|%]/.test(cell.trimStart()) || /^[\t\r\n]/.test(cell) ? `'${cell}` : cell;
}

export function lineOf(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',') + LINE_END;
}
