// Item codes: free credit or coins for whoever knows the word.
//
// Always true: uses are counted by one statement, so no code is used more often than it may, in total or by a member. A code
// that does not exist, is over, is used up or was used by this member is refused with the same words, so that trying words
// tells a stranger nothing; and few may be tried.
//
// Elsewhere: turnover lines (bonuses.ts), the entry in the member's history (history).

import type { Database, Queryable, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { type Money, money, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { signalAfterCommit } from '#core/member-events';
import { assert, fail } from '#core/domain-error';
import { requireNoPlayBreak, codeTries } from '#modules/members';
import { computeRemainingTurnover, loadPosition } from '#modules/position';

import { insertLine } from './bonuses.store.ts';
import * as store from './codes.store.ts';
import { computeOwnAtStart, creditOwnMoney } from './own-money.ts';
import { timesOf } from './terms.ts';

export type { CodeUse, ListedCode } from './codes.store.ts';

const CODES_SHOWN_MAX = 200;

export type NewItemCode = {
  readonly code: string;
  readonly amount: Money;
  readonly coins: bigint;
  readonly turnoverTimes: number;
  readonly withdrawCap: Money | undefined;
  /** In total; without it every member may use it. */
  readonly usesMax?: number;
  readonly usesPerMember?: number;
  /** From the moment it is made; without it until it is ended. */
  readonly livesSeconds?: number;
};

/** What a code would do, and the member's own money, which its cap does not bind. */
export type CodeQuote = store.CodeUse & { readonly balance: Money };

export type Redemption = {
  readonly siteId: number;
  readonly memberId: bigint;
  readonly typed: string;
  readonly idempotencyKey: string;
  readonly isLimited: boolean;
  /** Codes that are refused now, whatever the table says. */
  readonly closed?: ReadonlySet<string>;
};

/** Members type codes as they like; they are kept in upper case. */
export function codeOf(typed: string): string {
  return typed.normalize('NFKC').trim().toUpperCase();
}

/** Makes a code unless there is one of this word. */
export async function ensureItemCode(tx: Queryable, siteId: number, code: NewItemCode): Promise<void> {
  await makeCode(tx, siteId, code);
}

/** Makes a code; a word that there is, or was, is not made again. */
export async function makeCode(tx: Queryable, siteId: number, code: NewItemCode): Promise<'made' | 'exists'> {
  const isMade = await store.insertCode(tx, siteId, {
    ...code,
    turnoverHundredths: code.turnoverTimes * 100,
    usesMax: code.usesMax,
    usesPerMember: code.usesPerMember ?? 1,
    livesSeconds: code.livesSeconds,
  });
  return isMade ? 'made' : 'exists';
}

/** The latest codes with their uses. */
export function allCodes(database: Queryable, siteId: number): Promise<store.ListedCode[]> {
  return store.allCodes(database, siteId, CODES_SHOWN_MAX);
}

/** The code that the member redeemed last; undefined before the first. */
export function findLatestCode(database: Queryable, siteId: number, memberId: bigint): Promise<string | undefined> {
  return store.latestCode(database, siteId, memberId);
}

/** From now on nobody can use it. */
export async function endCode(tx: Transaction, siteId: number, code: string): Promise<'ended' | 'not_waiting'> {
  return (await store.endCode(tx, siteId, code)) ? 'ended' : 'not_waiting';
}

/** What the code would do, told before it is used. A word that is refused is a try like any other. */
export function quoteCode(database: Database, asked: Omit<Redemption, 'idempotencyKey'>): Promise<CodeQuote> {
  return limited(database, asked, (tx, code) => quote(tx, asked, code));
}

/** Gives what the code brings, with its turnover and cap. The same key again answers the same. */
export function redeemCode(database: Database, asked: Redemption): Promise<store.CodeUse> {
  return limited(database, asked, (tx, code) => redeem(tx, asked, code));
}

async function limited<T>(
  database: Database,
  { siteId, memberId, typed, isLimited, closed }: Omit<Redemption, 'idempotencyKey'>,
  attempt: (tx: Transaction, code: string) => Promise<T>,
): Promise<T> {
  const code = codeOf(typed);
  if (code === '') fail('CODE_EMPTY');
  const tries = codeTries(database, siteId, memberId);
  if (isLimited) {
    const counted = await tries.take();
    if (!counted.isAllowed) fail('TOO_MANY_REQUESTS', counted);
  }
  if (closed?.has(code) === true) fail('ITEM_CODE_INVALID');
  const answer = await database.transaction((tx) => attempt(tx, code));
  if (isLimited) await tries.giveBack();
  return answer;
}

async function quote(
  tx: Transaction,
  { siteId, memberId }: Pick<Redemption, 'siteId' | 'memberId'>,
  code: string,
): Promise<CodeQuote> {
  // Nothing is changed, so nobody has to wait for it: what is told may be different a moment later.
  const found = (await store.usableCode(tx, siteId, code)) ?? fail('ITEM_CODE_INVALID');
  if ((await store.usesOf(tx, siteId, memberId, code)) >= found.usesPerMember) fail('ITEM_CODE_INVALID');
  const { amount, coins, withdrawCap, turnoverHundredths } = found;
  const position = await loadPosition(tx, siteId, memberId);
  const remainingBefore = computeRemainingTurnover(position);
  const need = timesOf(amount, turnoverHundredths);
  return { code, amount, coins, need, withdrawCap, remainingBefore, balance: computeOwnAtStart(position) };
}

async function redeem(tx: Transaction, asked: Redemption, code: string): Promise<store.CodeUse> {
  const { siteId, memberId, idempotencyKey } = asked;
  await ledger.lockLanes(tx, siteId, [memberId]);
  const before = await store.useByKey(tx, siteId, memberId, idempotencyKey);
  if (before) return before.code === code ? before : fail('IDEMPOTENCY_KEY_REUSED');
  await requireNoPlayBreak(tx, siteId, memberId);

  // Counted before it is looked at: a refusal takes the count back with the transaction.
  const found = await store.takeUse(tx, siteId, code);
  if (!found) fail('ITEM_CODE_INVALID');
  const uses = await store.usesOf(tx, siteId, memberId, code);
  if (uses >= found.usesPerMember) fail('ITEM_CODE_INVALID');

  const useNo = uses + 1;
  const causeId = `code:${code}:${useNo}`;
  const position = await loadPosition(tx, siteId, memberId);
  const remainingBefore = computeRemainingTurnover(position);
  const { amount, coins, withdrawCap } = found;
  const gift = { memberId, key: `code:${memberId}:${code}:${useNo}`, amount, coins };
  await book(tx, siteId, gift);
  const playable = await creditOwnMoney(tx, siteId, gift);
  const need = timesOf(playable, found.turnoverHundredths);
  const use = { code, amount, coins, need, withdrawCap, remainingBefore };
  await store.insertUse(tx, siteId, { ...use, memberId, useNo, idempotencyKey });
  const bound = { own: computeOwnAtStart(position), bonus: playable, deposit: zeroMoney };
  const line = { memberId, source: 'ITEMCODE', needTurnover: need, causeId, bound } as const;
  const cap = found.withdrawCap;
  const isSpent = amount > 0n && playable === 0n;
  if (need > 0n || (cap !== null && !isSpent)) {
    await insertLine(tx, siteId, cap === null ? line : { ...line, withdrawCap: cap });
  }
  signalAfterCommit(tx, siteId, memberId);
  return use;
}

async function book(
  tx: Transaction,
  siteId: number,
  gift: { readonly memberId: bigint; readonly key: string; readonly amount: Money; readonly coins: bigint },
): Promise<void> {
  const common = { ownerId: gift.memberId, reason: 'item code' };
  const credit = { ...common, from: chart.codeCost, to: chart.game, amount: gift.amount, key: gift.key };
  const coins = {
    ...common,
    from: chart.coinIssue,
    to: chart.coin,
    amount: money(gift.coins),
    key: `${gift.key}:coins`,
  };
  const postings = await ledger.postTransfers(
    tx,
    siteId,
    [credit, coins].filter(({ amount }) => amount > 0n),
  );
  assert(
    postings.every((posting) => posting.outcome === 'posted'),
    'a use that was counted a moment ago is booked once',
  );
}
