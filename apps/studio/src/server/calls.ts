// Call log: wallet calls that were carried out, as transaction feed of a day and as details of a round.
//
// Always true: a call is recorded when the wallet responded OK, with the time of that response, and never removed. A
// call that the operator cancelled is marked.
//
// Elsewhere: writers (settlement.ts, tables/tickets.ts, post-round-calls.ts), readers (site.routes.ts).

import { money, parseProviderAmount, formatProviderAmount } from '@chaba/money';
import type { Store } from '@chaba/sandbox-kit/store';

import type { FeedMode } from './fault-injection.ts';
import { type CallOperation, type CallRow, listCalls, recordCalls } from './calls.store.ts';
import * as store from './calls.store.ts';
import { getProvider } from './providers.ts';

const FEED_PAGE = 500;

type Part = {
  readonly operation?: string;
  readonly txId?: string;
  readonly refTxId?: string;
  readonly amount?: string;
  readonly isFree?: boolean;
  readonly validBet?: string;
  readonly positions?: unknown;
};
export type SentContent = Part & {
  readonly playerId: string;
  readonly gameCode: string;
  readonly roundId?: string;
  readonly roundClosed?: boolean;
  readonly transactions?: readonly Part[];
};

/** Records an accepted call; a list is recorded part by part. */
export function recordAcceptedCall(memory: Store, operator: string, operation: string, content: SentContent): void {
  const parts = content.transactions ?? [{ ...content, operation }];
  const { playerId, gameCode, roundId = '' } = content;
  const rows = parts.map((part, index) => ({
    operator,
    ch: getProvider(gameCode).ch,
    txId: part.txId ?? `end:${roundId}`,
    operation: (part.operation ?? operation) as CallOperation,
    refTxId: part.refTxId ?? '',
    roundId,
    playerId,
    gameCode,
    amountE4: parseProviderAmount(part.amount ?? '0') ?? 0n,
    isFree: part.isFree === true ? 1n : 0n,
    closesRound: operation === 'endRound' || (content.roundClosed === true && index === parts.length - 1) ? 1n : 0n,
    result: resultOf(operation, part),
    atMs: BigInt(Date.now()),
  }));
  recordCalls(memory, rows);
}

function resultOf(operation: string, { validBet, positions }: Part): string {
  if (operation !== 'win' || (validBet === undefined && positions === undefined)) return '';
  return JSON.stringify({ validBet, positions });
}

export function listRoundCalls(memory: Store, operator: string, roundId: string): Line[] {
  return store.findCallsOfRound(memory, operator, roundId).map(onWire);
}

type Line = Readonly<Record<string, unknown>> & { readonly amount?: string };
type Feed = { readonly transactions: Line[]; readonly cursor?: string; readonly until: string };

/** A page of the feed, with the injected feed fault if one is set. */
export function listFeedPage(
  memory: Store,
  span: { readonly operator: string; readonly ch: string; readonly fromMs: number; readonly toMs: number },
  cursor: string | undefined,
  mode: FeedMode,
): Feed {
  const place = /^(\d{1,15})\.([\w:.-]{1,140})$/.exec(cursor ?? '');
  const after = place ? { atMs: BigInt(place[1] ?? 0), txId: place[2] ?? '' } : undefined;
  const rows = listCalls(memory, span, mode === 'circles' ? undefined : after, FEED_PAGE + 1);
  const page = rows.slice(0, FEED_PAGE);
  const last = page.at(-1);
  const until = new Date(mode === 'late' ? span.fromMs : Date.now()).toISOString();
  const hasMore = rows.length > page.length || mode === 'circles';
  const transactions = applyFeedFault(page.map(onWire), mode);
  return { transactions, ...(hasMore && last && { cursor: `${last.atMs}.${last.txId}` }), until };
}

function applyFeedFault(lines: Line[], mode: FeedMode): Line[] {
  const [first, ...others] = lines;
  if (!first) return lines;
  if (mode === 'repeats') return [...lines, ...lines];
  if (mode === 'forgets') return others;
  if (mode !== 'lies') return lines;
  const amount = parseProviderAmount(first.amount ?? '0') ?? 0n;
  return [{ ...first, amount: formatProviderAmount(money(amount + 1n)) }, ...others];
}

function onWire(row: CallRow): Line {
  const isEnd = row.operation === 'endRound';
  return {
    operation: row.operation,
    ...(!isEnd && { txId: row.txId, amount: formatProviderAmount(money(row.amountE4)) }),
    ...(row.refTxId !== '' && { refTxId: row.refTxId }),
    ...(row.roundId !== '' && { roundId: row.roundId }),
    playerId: row.playerId,
    gameCode: row.gameCode,
    currency: 'THB',
    ...(row.result !== '' && (JSON.parse(row.result) as Record<string, unknown>)),
    ...(row.isFree === 1n && { isFree: true }),
    ...(row.closesRound === 1n && { roundClosed: true }),
    ...(row.isCancelled === 1n && { cancelled: true }),
    at: new Date(Number(row.atMs)).toISOString(),
  };
}
