// Money steps: deposits, codes, bonuses, claims, withdrawals, and the decisions of operators and the bank.
//
// Elsewhere: how a step compares (model-command.ts), the model's rules (rules.ts, withdrawals.ts,
// cashback.ts).

import { money } from '@chaba/money';

import { isDomainError } from '@chaba/server/core/domain-error';
import { cancelBonus } from '@chaba/server/modules/promotions';
import { redeemCode } from '@chaba/server/modules/item-codes';
import { claimCashback as claim } from '@chaba/server/modules/cashback';
import { releaseMainWallet } from '@chaba/server/modules/deposits';
import { confirmLimit, setLimit } from '@chaba/server/modules/limits';
import { payouts, approveWithdrawal, rejectWithdrawal, requestWithdrawal } from '@chaba/server/modules/withdrawals';
import { type PayoutBank } from '@chaba/server/modules/payout-client';

import { balance, type ModelMember } from './member.ts';
import { hasOldRound } from './own-money.ts';
import { claimCashback } from './cashback.ts';
import { ModelCommand, nameIn, type ModelStep } from './model-command.ts';
import { confirmModelLimit, type ModelLimitSpan, setModelLimit } from './limits.ts';
import {
  requestModelWithdrawal,
  callBank,
  decideWithdrawal,
  returnWithdrawal,
  settleWithdrawal,
} from './withdrawals.ts';

/** Returns the result word, or the error code. */
async function toProviderCode(word: string, asking: Promise<unknown>): Promise<string> {
  try {
    await asking;
    return word;
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
}

/** A cap that begins beside such a round is left to the tests of payouts (Wait). */
const hasNoOldRound = (member: ModelMember): boolean => !hasOldRound(member, member.now());

export const deposit = (index: number, amount: bigint): ModelStep =>
  new ModelCommand(
    `deposit ${amount}`,
    index,
    async ({ model, real, member, person }) => [
      await real.simulation.deposit(person, money(amount)),
      () => model.deposit(member, amount),
    ],
    hasNoOldRound,
  );

function named(span: ModelLimitSpan) {
  if (span === 'time') return { kind: 'time', span: 'day' } as const;
  return { kind: span === 'bet' ? 'stake' : 'loss', span } as const;
}

/** Sets a play limit; an undefined amount removes it. */
export const limit = (index: number, span: ModelLimitSpan, amount: bigint | undefined): ModelStep =>
  new ModelCommand(`limit of a ${span} ${amount ?? 0n}`, index, async ({ model, real, member, person }) => {
    const request = { siteId: person.siteId, memberId: person.id, ...named(span) };
    const result = await setLimit(real.simulation.past, { ...request, amount });
    return [result, () => setModelLimit(model, member, span, amount)];
  });

export const loosen = (index: number, span: ModelLimitSpan): ModelStep =>
  new ModelCommand(
    `loosen a ${span}`,
    index,
    async ({ model, real, member, person }) => {
      const request = { siteId: person.siteId, memberId: person.id, ...named(span) };
      const result = await toProviderCode('confirmed', confirmLimit(real.simulation.past, request));
      return [result, () => confirmModelLimit(model, member, span)];
    },
    // Runs mostly where a change is pending.
    ({ limits }) => limits.get(span)?.pendingChange !== undefined || span === 'day',
  );

export const release = (index: number): ModelStep =>
  new ModelCommand('release', index, async ({ model, real, member, person }) => {
    const request = { siteId: person.siteId, memberId: person.id, idempotencyKey: nameIn(real) };
    return [
      await toProviderCode('released', releaseMainWallet(real.simulation.past, request)),
      () => model.release(member),
    ];
  });

export const redeem = (index: number, typed: string): ModelStep =>
  new ModelCommand(
    `redeem ${typed}`,
    index,
    async ({ model, real, member, person }) => {
      const request = {
        siteId: person.siteId,
        memberId: person.id,
        typed,
        idempotencyKey: nameIn(real),
        isLimited: false,
      };
      return [
        await toProviderCode('redeemed', redeemCode(real.simulation.past, request)),
        () => model.redeem(member, typed),
      ];
    },
    hasNoOldRound,
  );

export const cancel = (index: number): ModelStep =>
  new ModelCommand('cancel bonus', index, async ({ model, real, member, person }) => [
    await toProviderCode('cancelled', cancelBonus(real.simulation.past, person.siteId, person.id)),
    () => model.cancelBonus(member),
  ]);

export const claimed = (index: number): ModelStep =>
  new ModelCommand('claim', index, async ({ model, real, member, person }) => {
    const request = { siteId: person.siteId, memberId: person.id, idempotencyKey: nameIn(real) };
    return [await toProviderCode('claimed', claim(real.simulation.past, request)), () => claimCashback(model, member)];
  });

export const withdraw = (index: number, amount: bigint, isAll: boolean): ModelStep =>
  new ModelCommand(`withdraw ${isAll ? 'all' : amount}`, index, async ({ model, real, member, person }) => {
    const wanted = isAll ? (balance(member, 'game') / 100n) * 100n || 1n : amount;
    const request = { siteId: person.siteId, memberId: person.id, amount: money(wanted), idempotencyKey: nameIn(real) };
    let result = '';
    const refused = await toProviderCode(
      '',
      requestWithdrawal(real.simulation.past, request).then(({ withdrawalId, state }) => {
        real.withdrawals.set(index, withdrawalId);
        result = state;
      }),
    );
    return [refused || result, () => requestModelWithdrawal(model, member, wanted)];
  });

const DECISIONS = { approved: approveWithdrawal, rejected: rejectWithdrawal, stopped: payouts.stop };

export const decide = (index: number, to: keyof typeof DECISIONS): ModelStep =>
  new ModelCommand(to, index, async ({ model, real, member, person }) => {
    const withdrawalId = real.withdrawals.get(index) ?? 0n;
    const decision = { siteId: person.siteId, withdrawalId, decidedBy: 'model' };
    const result = await real.simulation.past.transaction<string>((tx) => DECISIONS[to](tx, decision));
    return [result, () => decideWithdrawal(model, member, to)];
  });

/** Accepts every order and sends no status by itself. */
const patientBank: PayoutBank = {
  pay: async () => ({ status: 'accepted', reason: undefined }),
  query: async () => ({ status: 'accepted', reason: undefined }),
};

/** Runs the job that submits payouts, for all members. */
export const bankJob = (index: number): ModelStep =>
  new ModelCommand('bank job', index, async ({ model, real, person }) => {
    await payouts.submit(real.simulation.past, patientBank, person.siteId);
    return ['called', () => callBank(model)];
  });

export const settle = (index: number, to: 'paid' | 'failed' | 'returned'): ModelStep =>
  new ModelCommand(
    `bank reports ${to}`,
    index,
    async ({ model, real, member, person }) => {
      const payoutId = `P${person.siteId}-${real.withdrawals.get(index) ?? 0n}`;
      return [
        await payouts.settle(real.simulation.past, { payoutId, status: to, reason: undefined }),
        () => (to === 'returned' ? returnWithdrawal(model, member) : settleWithdrawal(model, member, to)),
      ];
    },
    // Repeated and unrequested bank reports have their own test (withdrawals/payout-disputes.test.ts).
    ({ withdrawals }) =>
      to === 'returned'
        ? withdrawals.at(-1)?.state === 'paid'
        : withdrawals.some(({ state }) => state === 'approved' || state === 'paying'),
  );
