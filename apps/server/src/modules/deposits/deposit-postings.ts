// The entries of a bank movement: its money, from the house's bank account to its member, once.
//
//     arrives, nobody fits:   bank → unmatched          a person (or a better slip) decides: unmatched → game, or back → bank
//     arrives, one fits:      bank → game
//     a capped bonus is open: … → main instead of game, and → game when the member chooses
//     credited to the wrong member:  game (main, where it is parked) → bank, and what is missing is owed: receivable → bank
//     credited at another site than the one that owns the account:  unmatched → bank there, bank → game here
//
// Always true: each entry has one key, made of the movement's or the deposit's number, so no path books it twice. What the member owes
// is paid first; only money that becomes playable grants a bonus or requires turnover, in the same transaction. The lanes are locked
// before anything else (the callers do it first).
//
// Elsewhere: the rules that match a transfer (slip-rules.ts, movement-matching.ts), the states beside the entries (movements.ts).

import type { Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { add, max, min, type Money, money, subtract, multiply, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { signalAfterCommit } from '#core/member-events';
import { assert } from '#core/domain-error';
import {
  addTurnoverRequirement,
  cancelDepositRequirement,
  creditOwnMoney,
  grantDepositBonus,
  isBonusLine,
  forfeitSpentRequirements,
  findOpenBonus,
  loadOpenRequirements,
  revokeBonus,
  loadTurnover,
  saveOwnMoney,
} from '#modules/bonuses';
import { addDepositTotal, findPlayBreak } from '#modules/members';
import { loadSite } from '#modules/site';

import { isAboveLimit } from './deposit-limits.ts';
import { type Deposit, setBonusId } from './deposits.store.ts';
import type { Movement } from './movements.store.ts';

export type Booked = {
  readonly depositId: bigint;
  readonly memberId: bigint;
  readonly amount: Money;
  readonly transferredAt: Date;
};

export type Credited = 'credited' | 'parked';

/** The amounts debited from the member who was credited with another member's money. */
export type TakenBack = { readonly fromWallets: Money; readonly owed: Money };

/** Where the next deposit of this member goes: apart, as long as a bonus with a withdraw cap is open (rules §5). */
export async function creditState(tx: Transaction, siteId: number, memberId: bigint): Promise<Credited> {
  await forfeitSpentRequirements(tx, siteId, [memberId]);
  const { withdrawCap } = await loadTurnover(tx, siteId, memberId);
  return withdrawCap === undefined ? 'credited' : 'parked';
}

/** Why a person decides about this money; nothing: it is given. Called under the member's lane, under which breaks and limits begin. */
export async function reasonToHold(
  tx: Transaction,
  of: { readonly siteId: number; readonly memberId: bigint },
  amount: Money,
): Promise<'MEMBER_PAUSED' | 'LIMIT_REACHED' | undefined> {
  if (await findPlayBreak(tx, of.siteId, of.memberId)) return 'MEMBER_PAUSED';
  return (await isAboveLimit(tx, of, amount)) ? 'LIMIT_REACHED' : undefined;
}

/** Gives the money to its member: straight from the bank, or from what waited unmatched. */
export async function postDepositCredit(
  tx: Transaction,
  siteId: number,
  deposit: Booked,
  way: { readonly from: 'bank' | 'unmatched'; readonly state: Credited },
): Promise<void> {
  const { depositId, memberId, amount, transferredAt } = deposit;
  const key = `deposit:${depositId}`;
  await post(tx, siteId, {
    ownerId: memberId,
    from: chart[way.from],
    to: way.state === 'parked' ? chart.main : chart.game,
    amount,
    reason: 'deposit',
    key,
    eventAt: transferredAt,
  });
  await addDepositTotal(tx, siteId, memberId, amount);
  if (way.state === 'credited') {
    const playable = await creditOwnMoney(tx, siteId, { memberId, amount, key });
    if (playable > 0n) await giveBonusOrAskForTurnover(tx, siteId, deposit, playable);
  }
  signalAfterCommit(tx, siteId, memberId);
}

/** The money is on our account and nobody fits yet. */
export async function postUnmatchedDeposit(tx: Transaction, movement: Movement): Promise<void> {
  await post(tx, movement.siteId, {
    ownerId: 0n,
    from: chart.bank,
    to: chart.unmatched,
    amount: movement.amount,
    reason: 'deposit arrived',
    key: `deposit:${movement.movementId}:arrival`,
    eventAt: movement.transferredAt,
  });
}

/** Unmatched money goes back to the account it came from. */
export function bookReturn(tx: Transaction, movement: Movement): Promise<void> {
  return bookOutOfUnmatched(tx, movement, { reason: 'deposit returned', word: 'return' });
}

/** Unmatched money of an account that sites share is credited at another site than the one that owns the account. */
export function handOverToSite(tx: Transaction, movement: Movement): Promise<void> {
  return bookOutOfUnmatched(tx, movement, { reason: 'deposit credited at another site', word: 'handover' });
}

async function bookOutOfUnmatched(
  tx: Transaction,
  movement: Movement,
  { reason, word }: { readonly reason: string; readonly word: string },
): Promise<void> {
  await post(tx, movement.siteId, {
    ownerId: 0n,
    from: chart.unmatched,
    to: chart.bank,
    amount: movement.amount,
    reason,
    key: `deposit:${movement.movementId}:${word}`,
  });
}

/**
 * Takes a credit back from the wrong member: what the wallet holds of it, and the rest is owed. The bonus that came with it goes first,
 * as far as it runs, and its turnover line is cancelled. Answers 'bet_open' while a bet on that bonus waits for its result.
 */
export async function takeBackCredit(
  tx: Transaction,
  siteId: number,
  deposit: Deposit,
): Promise<TakenBack | 'bet_open'> {
  const { depositId, memberId, amount } = deposit;
  const grant = deposit.bonusId === null ? undefined : await findOpenBonus(tx, siteId, memberId);
  const isRunning = grant?.depositId === depositId && grant.state === 'active';
  if (isRunning && (await revokeBonus(tx, siteId, memberId)) === 'bet_open') return 'bet_open';
  await cancelDepositRequirement(tx, siteId, deposit);

  const balances = await ledger.getBalances(tx, siteId, memberId, { main: chart.main, game: chart.game });
  const fromMain = deposit.state === 'parked' ? min(balances.main, amount) : zeroMoney;
  const fromGame = min(balances.game, subtract(amount, fromMain));
  const owed = subtract(amount, add(fromMain, fromGame));
  const common = { ownerId: memberId, to: chart.bank, reason: 'deposit taken back' } as const;
  const key = `deposit:${depositId}:back`;
  const parts = [
    { ...common, from: chart.main, amount: fromMain, key: `${key}:main` },
    { ...common, from: chart.game, amount: fromGame, key },
    { ...common, from: chart.receivable, amount: owed, key: `${key}:owed` },
  ];
  for (const part of parts) if (part.amount > 0n) await post(tx, siteId, part);
  await addDepositTotal(tx, siteId, memberId, money(-amount));
  await takeFromOwnMoney(tx, siteId, deposit, subtract(amount, fromMain));
  signalAfterCommit(tx, siteId, memberId);
  return { fromWallets: subtract(amount, owed), owed };
}

/** What was taken from the game wallet is no own money of the lines of bonuses and codes that are open. */
async function takeFromOwnMoney(
  tx: Transaction,
  siteId: number,
  { depositId, memberId }: Deposit,
  taken: Money,
): Promise<void> {
  const lines = (await loadOpenRequirements(tx, siteId, [memberId])).filter(isBonusLine);
  const changed = lines.map((line) =>
    line.causeId === `bonus:${depositId}`
      ? { ...line, deposit: zeroMoney }
      : { ...line, own: max(zeroMoney, subtract(line.own, taken)) },
  );
  await saveOwnMoney(tx, siteId, changed);
  await forfeitSpentRequirements(tx, siteId, [memberId]);
}

async function giveBonusOrAskForTurnover(
  tx: Transaction,
  siteId: number,
  { depositId, memberId, amount: transferred }: Omit<Booked, 'transferredAt'>,
  amount: Money,
): Promise<void> {
  const { depositTurnoverTimes } = await loadSite(tx, siteId);
  const deposit = { depositId, memberId, amount };
  const plainNeed = multiply(amount, depositTurnoverTimes);
  const promotionId = await grantDepositBonus(tx, siteId, { ...deposit, transferred, plainNeed });
  if (promotionId === undefined) await addDepositTurnover(tx, siteId, deposit);
  else await setBonusId(tx, siteId, deposit.depositId, promotionId);
}

/** The plain turnover of a deposit without a bonus. */
export async function addDepositTurnover(
  tx: Transaction,
  siteId: number,
  deposit: { readonly depositId: bigint; readonly memberId: bigint; readonly amount: Money },
): Promise<void> {
  const { depositTurnoverTimes } = await loadSite(tx, siteId);
  if (depositTurnoverTimes === 0) return;
  await addTurnoverRequirement(tx, siteId, {
    memberId: deposit.memberId,
    source: 'DEPOSIT',
    needTurnover: multiply(deposit.amount, depositTurnoverTimes),
    causeId: `deposit:${deposit.depositId}`,
  });
}

async function post(tx: Transaction, siteId: number, transfer: ledger.TransferRequest): Promise<void> {
  const [posting] = await ledger.postTransfers(tx, siteId, [transfer]);
  assert(posting?.outcome === 'posted', `${transfer.key} is booked once, by whoever changed the deposit's state`);
}
