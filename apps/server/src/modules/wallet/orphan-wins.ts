// Storing a win whose bet is unknown, so that it can be retried.
//
// Always true: a stored win has moved nothing. The first content of an id is kept; the same id with other content is a
// conflict.
//
// Elsewhere: retries and the operator's list (reconciliation/orphan-wins.ts), the rule that rejects the win
// (wallet-rules.ts).

import type { Database, Queryable } from '@chaba/database';
import { money, type Money } from '@chaba/money';

import type { Log } from '#core/context';
import type { Site } from '#modules/site';
import type { BetWin, BetWinItem, WalletCommand } from '#modules/wallet-commands';
import type { TransactionName } from '#core/transaction-names';
import * as store from './wallet.store.ts';

type Kept = {
  readonly gameCode: string;
  readonly isTable: boolean;
  readonly isRoundClosed: boolean;
  readonly freeSpins?: number | undefined;
  readonly parts: readonly KeptPart[];
};
type KeptPosition = { readonly type: string; readonly stake: string; readonly pushed: string };
type KeptPart = Omit<BetWinItem, 'amount' | 'validBet' | 'positions'> & {
  readonly amount: string;
  readonly validBet?: string;
  readonly positions: readonly KeptPosition[];
};

/**
 * Stores a win without a bet. Lists with a stake are retried only by the provider. The same id with other content is a
 * conflict.
 */
export async function storeOrphanWin(
  database: Database,
  siteId: number,
  command: WalletCommand,
  log: Log,
): Promise<'kept' | 'conflict'> {
  if (command.operation !== 'play' || command.parts.some(({ operation }) => operation === 'bet')) return 'kept';
  const [part] = command.parts;
  if (!part) return 'kept';
  const { provider, memberId, roundId } = command;
  const { txId, amount } = part;
  const packed = pack(command);
  const first = await store.recordOrphanWin(database, siteId, {
    provider,
    memberId,
    txId,
    roundId,
    amount,
    command: packed,
  });
  if (first.attempts === 1) log.warn({ provider, roundId, txId }, 'orphan win stored');
  const isSame = first.roundId === roundId && printOf(first.command as Kept) === printOf(JSON.parse(packed) as Kept);
  return isSame ? 'kept' : 'conflict';
}

/** The content that identifies a win besides its id. */
const printOf = ({ gameCode, parts }: Kept): string =>
  JSON.stringify([gameCode, ...parts.map(({ txId, refTxId, amount }) => [txId, refTxId ?? null, amount])]);

/** Whether a bet that this win names has a tombstone: the win is final then, without a retry. */
export async function isBetTombstoned(database: Queryable, siteId: number, command: WalletCommand): Promise<boolean> {
  if (command.operation !== 'play') return false;
  const { provider, memberId } = command;
  const refs = command.parts.flatMap(({ refTxId }) => (refTxId === undefined ? [] : [refTxId]));
  return store.isCancelled(database, siteId, { provider, memberId }, refs);
}

function pack({ gameCode, isTable, isRoundClosed, freeSpins, parts }: BetWin): string {
  return JSON.stringify({ gameCode, isTable, isRoundClosed, freeSpins, parts }, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/** The command of a stored win. */
export function unpackOrphanWin(
  site: Site,
  row: TransactionName & { readonly roundId: string; readonly command: unknown },
): BetWin {
  const { gameCode, isTable, isRoundClosed, freeSpins, parts } = row.command as Kept;
  return {
    operation: 'play',
    provider: row.provider,
    memberId: row.memberId,
    catalogue: site.catalogue,
    stakeError: undefined,
    roundId: row.roundId,
    gameCode,
    isTable,
    isRoundClosed,
    freeSpins,
    parts: parts.map((part) => ({
      ...part,
      refTxId: part.refTxId,
      amount: amountOf(part.amount),
      validBet: part.validBet === undefined ? undefined : amountOf(part.validBet),
      positions: part.positions.map(({ type, stake, pushed }) => ({
        type,
        stake: amountOf(stake),
        pushed: amountOf(pushed),
      })),
    })),
  };
}

const amountOf = (text: string): Money => money(BigInt(text));
