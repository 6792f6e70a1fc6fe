// Wins that came before their bet: answered "not found, try again", kept for a day, and paid as soon as the bet is there.
//
// Always true: a waiting win has moved nothing. It is carried out by the provider's next try or by our own, whichever comes first;
// both are the same call with the same id, so it pays once, and both keep to the cap. After a day it is given up and stays in the operator's list; should
// the bet and the win come after all, the provider's call is carried out like any other.
//
// Elsewhere: the rule that refuses it (wallet/wallet-rules.ts), the timed work (play.jobs.ts).

import type { Database, Queryable, Transaction } from '@chaba/database';
import { money, type Money } from '@chaba/money';

import type { Log } from '#core/context';
import { forEachConcurrent } from '#core/for-each-concurrent';
import type { Site } from '#modules/site';

import { profileOf } from '#wallet/profiles';
import { winCapOf } from '#providers/provider-registry';
import { toTransactionKey, type WalletCommand, type BetWinItem } from '#wallet/commands';
import type { WalletBatcher } from '#wallet/batcher';
import { doneCalls } from '#wallet/wallet.store';
import * as store from './orphan-wins.store.ts';

type Play = WalletCommand & { readonly operation: 'play' };
type Kept = {
  readonly gameCode: string;
  readonly isTable: boolean;
  readonly isRoundClosed: boolean;
  readonly parts: readonly KeptPart[];
};
type KeptPosition = { readonly type: string; readonly stake: string; readonly pushed: string };
type KeptPart = Omit<BetWinItem, 'amount' | 'validBet' | 'positions'> & {
  readonly amount: string;
  readonly validBet?: string;
  readonly positions: readonly KeptPosition[];
};

const WAITS_HOURS = 24;
const PAGE = 100;
const SHOWN_MAX = 100;

/**
 * Keeps a win that had no bet. Lists that also stake are tried again by the provider alone. A conflict where the same id came before
 * with other content: what came first is what waits.
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
  const first = await store.noteWaiting(database, siteId, { provider, memberId, txId, roundId, amount, call: packed });
  if (first.tries === 1) log.warn({ provider, roundId, txId }, 'orphan win stored');
  const isSame = first.roundId === roundId && printOf(first.call as Kept) === printOf(JSON.parse(packed) as Kept);
  return isSame ? 'kept' : 'conflict';
}

/** What makes a call the same call. */
const printOf = ({ gameCode, parts }: Kept): string =>
  JSON.stringify([gameCode, ...parts.map(({ txId, refTxId, amount }) => [txId, refTxId ?? null, amount])]);

/** Were the bets that this win names cancelled before they came? Then they never will, and the win need not come again. */
export async function isBetTombstoned(database: Queryable, siteId: number, command: WalletCommand): Promise<boolean> {
  if (command.operation !== 'play') return false;
  const { provider, memberId } = command;
  const refs = command.parts.flatMap(({ refTxId }) => (refTxId === undefined ? [] : [refTxId]));
  return store.isBuried(database, siteId, { provider, memberId }, refs);
}

/** Carries out what waits and can be carried out now, and gives up what waited too long. */
export async function retryOrphanWins(
  database: Database,
  site: Site,
  batcher: WalletBatcher,
  log: Log,
): Promise<number> {
  try {
    return await payReady(database, site, batcher, log);
  } finally {
    await giveUpLate(database, site, log);
  }
}

async function payReady(database: Database, site: Site, batcher: WalletBatcher, log: Log): Promise<number> {
  let applied = 0;
  await forEachConcurrent(await store.readyWins(database, site.id, PAGE), 1, async (row) => {
    const winCap = await winCapOf(database, site.id, row.provider);
    const { isFreeWithoutBet } = profileOf(row.provider);
    const { code } = await batcher.submit(site.id, { ...unpack(site, row), winCap, isFreeWithoutBet });
    if (code === 'BET_NOT_FOUND') return;
    const { provider, memberId, txId } = row;
    await store.closeWaiting(database, site.id, {
      provider,
      memberId,
      txId,
      state: code === 'OK' ? 'applied' : 'refused',
    });
    if (code === 'OK') applied += 1;
    else log.error({ provider, txId, code }, 'a win that waited for its bet cannot be paid: somebody should look');
  });
  return applied;
}

async function giveUpLate(database: Database, site: Site, log: Log): Promise<void> {
  for (const { provider, txId } of await store.expireWaiting(database, site.id, WAITS_HOURS)) {
    log.error({ provider, txId }, 'a win waited a day and its bet never came: somebody should look');
  }
}

/** Wins that wait, those that were given up, and those that could not be paid; not what the provider's own try was paid for since. */
export async function listOrphanWins(database: Database, siteId: number): Promise<store.WaitingRow[]> {
  const wins = await store.unappliedWins(database, siteId, SHOWN_MAX);
  if (wins.length === 0) return wins;
  const done = await database.transaction((tx) => doneCalls(tx, siteId, wins));
  return wins.filter(
    ({ provider, memberId, txId }) => done.get(toTransactionKey(provider, memberId, txId))?.operation !== 'win',
  );
}

/** A person has seen to a win that was given up. It moved nothing; what it was stands in the record of the act. */
export async function dismissOrphanWin(
  tx: Transaction,
  siteId: number,
  of: { readonly provider: string; readonly txId: string; readonly memberId: bigint | undefined },
): Promise<store.WaitingRow | 'not_waiting' | 'not_single'> {
  const found = (await store.givenUpWins(tx, siteId, of)).filter(
    ({ memberId }) => of.memberId === undefined || of.memberId === memberId,
  );
  const [win] = found;
  if (!win) return 'not_waiting';
  if (found.length > 1) return 'not_single';
  await store.deleteWaiting(tx, siteId, win);
  return win;
}

function pack({ gameCode, isTable, isRoundClosed, parts }: Play): string {
  return JSON.stringify({ gameCode, isTable, isRoundClosed, parts }, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

function unpack(site: Site, row: store.WaitingRow): Play {
  const { gameCode, isTable, isRoundClosed, parts } = row.call as Kept;
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
