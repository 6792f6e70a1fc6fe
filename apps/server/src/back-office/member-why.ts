// Why: what an operator reads about bets that did not count, bonuses, transfers, held days and cashback of a member.
//
// Always true: each line has the rule and the figures of the function that decided it, or of the row that it stored.
//
// Elsewhere: why no withdrawal and no bonus (member-detail.ts).

import type { MemberWhy } from '@chaba/contract/back-office/wire-members';
import { add, subtract } from '@chaba/money';

import { formatReference } from '#core/references';
import { explainDays } from '#modules/affiliates';
import { loadBonusOverview } from '#modules/promotions';
import { explainPeriods } from '#modules/cashback';
import { loadTimeline } from '#modules/history';
import { findMember } from '#modules/members';
import { explainBets } from '#modules/play';
import { toWireAmount } from '#core/wire-amount';
import { failOperator } from '#operators/operator-error';

import type { BackOfficeContext } from './context.ts';

type Database = BackOfficeContext['database'];

/** Reasons about the latest rounds, bonuses, transfers, days and weeks of a member; NOT_FOUND for a stranger. */
export async function loadMemberWhy(database: Database, siteId: number, memberId: bigint): Promise<MemberWhy> {
  if ((await findMember(database, siteId, memberId)) === undefined) return failOperator('NOT_FOUND');
  const [bets, bonuses, movements, days, weeks] = await Promise.all([
    explainBets(database, siteId, memberId),
    loadBonusOverview(database, siteId, memberId),
    loadTimeline(database, siteId, { memberId, kinds: ['deposit', 'slip'], before: undefined }),
    explainDays(database, siteId, memberId),
    explainPeriods(database, siteId, memberId),
  ]);
  return {
    bets: bets.map(({ round, reason }) => ({
      round: round.roundId,
      provider: round.provider,
      game: round.gameCode,
      at: round.openedAt.toISOString(),
      stake: toWireAmount(round.stake),
      counted: toWireAmount(round.turnover),
      reason,
    })),
    bonuses: bonuses.history.map(({ title, bonus, need, now, state, grantedAt, events }) => {
      const last = events.at(-1);
      return {
        title,
        bonus: toWireAmount(bonus),
        required: toWireAmount(need),
        progress: toWireAmount(now),
        state,
        reason: last?.reason ?? 'granted',
        grantedAt: grantedAt.toISOString(),
        changedAt: (last?.happenedAt ?? grantedAt).toISOString(),
      };
    }),
    movements: movements.events
      .filter(({ code, data }) => code !== 'credited' || (data['reason'] ?? null) !== null)
      .map(({ kind, id, at, code, amount, data }) => ({
        kind: kind === 'slip' ? 'slip' : 'deposit',
        reference: kind === 'deposit' ? formatReference('deposit', id) : (data['transRef'] ?? String(id)),
        at: at.toISOString(),
        amount: amount === null ? null : toWireAmount(amount),
        state: code,
        reason: data['reason'] ?? null,
      })),
    days: days.map(({ day, payable, sum, carried, state, suspicions, releasesAt }) => ({
      day,
      payable: toWireAmount(payable),
      sum: toWireAmount(sum),
      carried: toWireAmount(carried),
      state,
      suspicions: suspicions ?? [],
      releasesAt: releasesAt.toISOString(),
    })),
    weeks: weeks.map((period) => ({
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      state: period.state,
      stakes: toWireAmount(period.stakes),
      payouts: toWireAmount(add(period.payouts, subtract(period.openLeft, period.openBefore))),
      gifts: toWireAmount(add(period.giftsBefore, subtract(period.gifts, period.taken))),
      corrections: toWireAmount(period.corrections),
      ownMoney: toWireAmount(
        add(subtract(period.deposits, period.withdrawals), subtract(period.openingBalance, period.giftsBefore)),
      ),
      loss: toWireAmount(period.loss),
      percentBp: period.percentBp,
      carried: toWireAmount(period.carried),
      amount: toWireAmount(period.amount),
    })),
  };
}
