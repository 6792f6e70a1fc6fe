// Actions about members: locks, breaks, the end of a bonus, and referral income.
//
// Always true: no operator shortens a break; an exclusion without end is lifted by two people, with its notice period.
//
// Elsewhere: the decisions (modules/members, play, bonuses, affiliates), the rule of people (actions.ts).

import { randomUUID } from 'node:crypto';

import { type PlayBreakLength, playBreakLengths } from '@chaba/contract/constraints';
import type { Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import { formatReference } from '#core/references';
import * as affiliates from '#modules/affiliates';
import * as promotions from '#modules/promotions';
import { endIndefiniteExclusion } from '#modules/play-breaks';
import { setMemberLocked } from '#modules/members';
import { startPlayBreak } from '#modules/play';
import { requestKick } from '#modules/providers';
import { toWireAmount } from '#core/wire-amount';

import { type ActionFacts, defineAction, type LoadedAction } from './actions.ts';
import { failOperator } from './operator-error.ts';
import {
  parseDay,
  parseMemberRef,
  parseMovement,
  parsePositiveAmount,
  requireMember,
  subjectOfMember,
} from './subjects.ts';
import { maskName } from './withdrawal-actions.ts';

async function loadOf(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  more: ActionFacts = {},
): Promise<LoadedAction> {
  const member = await requireMember(tx, siteId, memberId);
  return {
    subject: subjectOfMember(memberId),
    facts: { member: maskName(member), memberId: String(memberId), isLocked: member.isLocked, ...more },
    member: memberId,
  };
}

/** Payouts of games are still credited to a locked member. */
function defineLock(isLocked: boolean) {
  return defineAction<bigint>({
    parse: ({ member }) => parseMemberRef(member),
    load: (tx, siteId, memberId) => loadOf(tx, siteId, memberId),
    async run(tx, { siteId }, memberId) {
      if ((await requireMember(tx, siteId, memberId)).isLocked === isLocked) return { rejection: 'NOT_WAITING' };
      await setMemberLocked(tx, siteId, memberId, isLocked);
      if (isLocked) await requestKick(tx, siteId, memberId);
      return { outcome: isLocked ? 'locked' : 'unlocked' };
    },
  });
}

/** A play break that the member requested by telephone. */
const beginBreak = defineAction<{ readonly memberId: bigint; readonly length: PlayBreakLength }>({
  parse: ({ member, length }) => ({
    memberId: parseMemberRef(member),
    length: playBreakLengths.find((each) => each === length) ?? failOperator('FIELD_INVALID', { field: 'length' }),
  }),
  load: (tx, siteId, { memberId, length }) => loadOf(tx, siteId, memberId, { length }),
  async run(tx, { siteId }, of) {
    await startPlayBreak(tx, siteId, { ...of, requestedBy: 'operator' });
    return { outcome: 'begun', after: { length: of.length } };
  },
});

const liftExclusion = defineAction<bigint>({
  parse: ({ member }) => parseMemberRef(member),
  load: (tx, siteId, memberId) => loadOf(tx, siteId, memberId),
  async run(tx, { siteId, requestId }) {
    if (requestId === undefined) return failOperator('PERMISSION_MISSING');
    const outcome = await endIndefiniteExclusion(tx, siteId, requestId);
    return outcome === 'lifted' ? { outcome } : { rejection: 'NOT_WAITING' };
  },
  executesItself: true,
});

/** The member keeps the own money less net losses. */
const revokeBonus = defineAction<bigint>({
  parse: ({ member }) => parseMemberRef(member),
  load: (tx, siteId, memberId) => loadOf(tx, siteId, memberId),
  async run(tx, { siteId }, memberId) {
    const outcome = await promotions.revokeBonus(tx, siteId, memberId);
    if (outcome === 'not_waiting') return { rejection: 'NOT_WAITING' };
    return outcome === 'revoked' ? { outcome } : { rejection: 'BLOCKED', reasons: [outcome] };
  },
});

function defineIncomeDecision(state: 'paid' | 'rejected') {
  return defineAction<bigint>({
    parse: ({ withdrawal }) => parseMovement('withdrawal', withdrawal),
    async load(tx, siteId, movementId) {
      const waiting = await affiliates.listWaitingIncomeWithdrawals(tx, siteId);
      const found = waiting.find((each) => each.movementId === movementId);
      return {
        subject: formatReference('deposit', movementId),
        facts: { amount: found === undefined ? null : toWireAmount(found.amount) },
        ...(found === undefined ? {} : { member: found.memberId }),
      };
    },
    async run(tx, by, movementId) {
      const decision = { siteId: by.siteId, decidedBy: by.name, movementId, state };
      const outcome = await affiliates.decideIncomeWithdrawal(tx, decision);
      if (outcome === 'not_waiting') return { rejection: 'NOT_WAITING' };
      return outcome === 'not_enough' ? { rejection: 'BLOCKED', reasons: [outcome] } : { outcome };
    },
  });
}

/** A day of commission that was held because of a risk signal that referrer and friend share. */
function defineHeldDay(state: 'released' | 'rejected') {
  return defineAction<{ readonly memberId: bigint; readonly day: string }>({
    parse: ({ member, day }) => ({ memberId: parseMemberRef(member), day: parseDay(day) }),
    async load(tx, siteId, { memberId, day }) {
      const held = (await affiliates.listHeldResults(tx, siteId)).find(
        (each) => each.memberId === memberId && each.day === day,
      );
      return loadOf(tx, siteId, memberId, {
        day,
        payable: held === undefined ? null : toWireAmount(held.payable),
        suspicions: held?.suspicions ?? [],
      });
    },
    async run(tx, by, of) {
      const decision = { siteId: by.siteId, decidedBy: by.name, ...of, state };
      const outcome = await affiliates.reviewHeldCommission(tx, decision);
      return outcome === 'not_waiting' ? { rejection: 'NOT_WAITING' } : { outcome, after: { day: of.day } };
    },
  });
}

/** Debits commission from the affiliate wallet, at most its balance. */
const takeBack = defineAction<{ readonly memberId: bigint; readonly amount: Money }>({
  parse: ({ member, amount }) => ({
    memberId: parseMemberRef(member),
    amount: parsePositiveAmount('amount', amount),
  }),
  load: (tx, siteId, { memberId, amount }) => loadOf(tx, siteId, memberId, { amount: toWireAmount(amount) }),
  async run(tx, { siteId }, of) {
    const causeId = randomUUID();
    const taken = await affiliates.clawBack(tx, { siteId, causeId, ...of });
    return { outcome: 'taken', after: { taken: toWireAmount(taken), cause: causeId } };
  },
});

export const memberActions = {
  'member.lock': defineLock(true),
  'member.unlock': defineLock(false),
  'member.begin-break': beginBreak,
  'member.lift-exclusion': liftExclusion,
  'bonus.revoke': revokeBonus,
  'income.pay': defineIncomeDecision('paid'),
  'income.refuse': defineIncomeDecision('rejected'),
  'income.release': defineHeldDay('released'),
  'income.drop': defineHeldDay('rejected'),
  'income.take-back': takeBack,
};
