// Item codes: free credit or coins for a code word.
//
// Always true: one statement counts a use, so the total and the per-member limits are never exceeded. Unknown, ended,
// used-up and already used codes are rejected with the same error, so guesses reveal nothing; attempts are limited.
//
// Elsewhere: turnover requirements (modules/requirements), the entry in the member's history (history).

import { randomBytes } from 'node:crypto';

import { cleanCode } from '@chaba/contract/typed-text';
import type { Database, Queryable, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { max, type Money, money, zeroMoney } from '@chaba/money';
import { multiplyByHundredths } from '@chaba/promotions/hundredths';

import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { assert, fail } from '#core/domain-error';
import { requireNoPlayBreak } from '#modules/play-breaks';
import { createItemCodeAttempts } from '#modules/members';
import { computeRemainingTurnover, loadPosition } from '#modules/position';
import { computeOwnAtStart, creditOwnMoney } from '#modules/own-money';
import { insertRequirement } from '#modules/requirements';

import * as store from './item-codes.store.ts';

export type { CodeBatch, CodeUse, ListedCode } from './item-codes.store.ts';
export { endBatch, findBatch, listBatchCodes, listBatches, listExistingCodes } from './item-codes.store.ts';

const CODES_SHOWN_MAX = 200;

export type NewItemCode = {
  readonly code: string;
  readonly amount: Money;
  readonly coins: bigint;
  readonly turnoverTimes: number;
  readonly withdrawCap: Money | undefined;
  /** Total uses; undefined: once per member without a total limit. */
  readonly usesMax?: number;
  readonly usesPerMember?: number;
  /** Lifetime from creation; undefined: until it is ended. */
  readonly livesSeconds?: number;
};

/** Effect of a code, and the member's own money, which its cap does not bind. */
type CodeQuote = store.CodeUse & { readonly balance: Money };

export type Redemption = {
  readonly siteId: number;
  readonly memberId: bigint;
  readonly typed: string;
  readonly idempotencyKey: string;
  readonly isLimited: boolean;
  /** Codes that are rejected now regardless of the table. */
  readonly closed?: ReadonlySet<string>;
};

/** Normalises a typed code; codes are stored in upper case. */
export function normalizeCode(typed: string): string {
  return cleanCode(typed).toUpperCase();
}

/** Creates a code unless one with this word exists. */
export async function ensureItemCode(tx: Queryable, siteId: number, code: NewItemCode): Promise<void> {
  await createCode(tx, siteId, code);
}

/** Creates a code; an existing or ended word is not created again. */
export async function createCode(tx: Queryable, siteId: number, code: NewItemCode): Promise<'made' | 'exists'> {
  const isMade = await store.insertCode(tx, siteId, {
    ...code,
    turnoverHundredths: code.turnoverTimes * 100,
    usesMax: code.usesMax,
    usesPerMember: code.usesPerMember ?? 1,
    livesSeconds: code.livesSeconds,
  });
  return isMade ? 'made' : 'exists';
}

/** Letters and digits that are not mistaken for each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const RANDOM_LENGTH = 10;
/** A word that exists is drawn again; so many exist in no site. */
const DRAWS_MAX = 5;

/** A word that cannot be guessed: the prefix, and 50 random bits. */
function drawWord(prefix: string): string {
  return prefix + Array.from(randomBytes(RANDOM_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

const toBatchCode = ({ turnoverTimes, ...code }: NewItemCode): store.BatchCode => ({
  code: code.code,
  amount: code.amount,
  coins: code.coins,
  turnoverHundredths: turnoverTimes * 100,
  withdrawCap: code.withdrawCap ?? null,
  usesMax: code.usesMax ?? null,
  usesPerMember: code.usesPerMember ?? 1,
  livesSeconds: code.livesSeconds ?? null,
});

/** Makes a batch of codes with random words under these terms; the word of `terms` is not used. */
export async function createBatch(
  tx: Transaction,
  siteId: number,
  { terms, ...batch }: store.NewBatch & { readonly terms: NewItemCode },
): Promise<bigint> {
  const batchId = await store.insertBatch(tx, siteId, batch);
  let missing = batch.codes;
  for (let draw = 0; draw < DRAWS_MAX && missing > 0; draw += 1) {
    const words = new Set(Array.from({ length: missing }, () => drawWord(batch.prefix)));
    const codes = [...words].map((code) => toBatchCode({ ...terms, code }));
    missing -= (await store.insertBatchCodes(tx, siteId, { batchId, codes })).length;
  }
  assert(missing === 0, 'a random word of 50 bits is free after a few draws');
  return batchId;
}

/** Makes a batch of codes with given words. `exists`: one of them is there already, and nothing stays. */
export async function importBatch(
  tx: Transaction,
  siteId: number,
  { codes, ...batch }: Omit<store.NewBatch, 'codes' | 'prefix'> & { readonly codes: readonly NewItemCode[] },
): Promise<bigint | 'exists'> {
  const batchId = await store.insertBatch(tx, siteId, { ...batch, prefix: '', codes: codes.length });
  const made = await store.insertBatchCodes(tx, siteId, { batchId, codes: codes.map(toBatchCode) });
  return made.length === codes.length ? batchId : 'exists';
}

/** The latest codes with their uses, without those of batches. */
export function listCodes(database: Queryable, siteId: number): Promise<store.ListedCode[]> {
  return store.listCodes(database, siteId, CODES_SHOWN_MAX);
}

/** The code that the member redeemed last; undefined before the first. */
export function findLatestCode(database: Queryable, siteId: number, memberId: bigint): Promise<string | undefined> {
  return store.findLatestCode(database, siteId, memberId);
}

/** Ends the code for all members. */
export async function endCode(tx: Transaction, siteId: number, code: string): Promise<'ended' | 'not_waiting'> {
  return (await store.endCode(tx, siteId, code)) ? 'ended' : 'not_waiting';
}

/** Previews the effect of a code. A rejected word counts as an attempt. */
export function quoteCode(database: Database, request: Omit<Redemption, 'idempotencyKey'>): Promise<CodeQuote> {
  return withAttemptLimit(database, request, (tx, code) => quote(tx, request, code));
}

/** Credits the code with its turnover requirement and cap. The same key returns the same result. */
export function redeemCode(database: Database, request: Redemption): Promise<store.CodeUse> {
  return withAttemptLimit(database, request, (tx, code) => redeem(tx, request, code));
}

async function withAttemptLimit<T>(
  database: Database,
  { siteId, memberId, typed, isLimited, closed }: Omit<Redemption, 'idempotencyKey'>,
  attempt: (tx: Transaction, code: string) => Promise<T>,
): Promise<T> {
  const code = normalizeCode(typed);
  if (code === '') fail('CODE_EMPTY');
  const tries = createItemCodeAttempts(database, siteId, memberId);
  if (isLimited) {
    const counted = await tries.consume();
    if (!counted.isAllowed) fail('TOO_MANY_REQUESTS', counted);
  }
  if (closed?.has(code) === true) fail('ITEM_CODE_INVALID');
  const answer = await database.transaction((tx) => attempt(tx, code));
  if (isLimited) await tries.refund();
  return answer;
}

async function quote(
  tx: Transaction,
  { siteId, memberId }: Pick<Redemption, 'siteId' | 'memberId'>,
  code: string,
): Promise<CodeQuote> {
  // A preview changes nothing and takes no lock, so the result may differ a moment later.
  const found = (await store.findUsableCode(tx, siteId, code)) ?? fail('ITEM_CODE_INVALID');
  if ((await store.countUses(tx, siteId, memberId, code)) >= found.usesPerMember) fail('ITEM_CODE_INVALID');
  const { amount, coins, withdrawCap, turnoverHundredths } = found;
  const position = await loadPosition(tx, siteId, memberId);
  const remainingBefore = computeRemainingTurnover(position);
  const need = multiplyByHundredths(amount, turnoverHundredths);
  const balance = max(zeroMoney, computeOwnAtStart(position));
  return { code, amount, coins, need, withdrawCap, remainingBefore, balance };
}

async function redeem(tx: Transaction, request: Redemption, code: string): Promise<store.CodeUse> {
  const { siteId, memberId, idempotencyKey } = request;
  await ledger.lockLanes(tx, siteId, [memberId]);
  const before = await store.findUseByKey(tx, siteId, memberId, idempotencyKey);
  if (before) return before.code === code ? before : fail('IDEMPOTENCY_KEY_REUSED');
  await requireNoPlayBreak(tx, siteId, memberId);

  // Counted before validation: a rejection rolls the count back.
  const found = await store.consumeUse(tx, siteId, code);
  if (!found) fail('ITEM_CODE_INVALID');
  const uses = await store.countUses(tx, siteId, memberId, code);
  if (uses >= found.usesPerMember) fail('ITEM_CODE_INVALID');

  const useNo = uses + 1;
  const causeId = `code:${code}:${useNo}`;
  const position = await loadPosition(tx, siteId, memberId);
  const remainingBefore = computeRemainingTurnover(position);
  const { amount, coins, withdrawCap } = found;
  const gift = { memberId, key: `code:${memberId}:${code}:${useNo}`, amount, coins };
  await postCode(tx, siteId, gift);
  const playable = await creditOwnMoney(tx, siteId, gift);
  const need = multiplyByHundredths(playable, found.turnoverHundredths);
  const use = { code, amount, coins, need, withdrawCap, remainingBefore };
  await store.insertUse(tx, siteId, { ...use, memberId, useNo, idempotencyKey });
  const bound = { own: computeOwnAtStart(position), bonus: playable, deposit: zeroMoney };
  const line = { memberId, source: 'ITEMCODE', required: need, causeId, bound } as const;
  const cap = found.withdrawCap;
  const isSpent = amount > 0n && playable === 0n;
  if (need > 0n || (cap !== null && !isSpent)) {
    await insertRequirement(tx, siteId, cap === null ? line : { ...line, withdrawCap: cap });
  }
  publishAfterCommit(tx, siteId, memberId);
  return use;
}

async function postCode(
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
    'a use that this transaction counted is posted once',
  );
}
