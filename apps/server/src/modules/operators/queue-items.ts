// Waiting items of referral, play and findings as an operator sees them: one reader for each queue, for its list, the
// panel of an item, and the facts of its actions.
//
// Always true: names of members are masked in facts, because facts are stored in requests and entries. Facts hold all
// that a decision depends on, and nothing that changes by itself (tries, ages).
//
// Elsewhere: the actions (round-actions.ts, deposit-actions.ts, member-actions.ts), queues as data
// (packages/contract/src/back-office/queues.ts), counts and claims (review), the decisions themselves (affiliates,
// reconciliation, audit, bank-reports).

import type { ActionName } from '@chaba/contract/back-office/actions';
import type { OfferedAction } from '@chaba/contract/back-office/queue-wire';
import type { ItemQueue } from '@chaba/contract/back-office/queues';
import type { Queryable } from '@chaba/database';
import { add, type Money, zeroMoney } from '@chaba/money';

import { formatReference } from '#core/references';
import { listHeldResults, listWaitingIncomeWithdrawals } from '#modules/affiliates';
import { listOpenFindings } from '#modules/audit';
import { listUnreadReports } from '#modules/bank-reports';
import { loadMembers } from '#modules/members';
import { listUndeliveredKicks } from '#modules/providers';
import {
  listOrphanWins,
  listUndecidedDays,
  owingMembers,
  stuckRounds,
  unappliedRollbacks,
  waitingHeldWins,
} from '#modules/reconciliation';
import { listWaitingSpins } from '#modules/free-spins';
import { fromThreshold, listRiskAlerts } from '#modules/risk';
import { toWireAmount } from '#core/wire-amount';

import type { ActionFacts, ActionInput } from './actions.ts';
import { formatMemberRef, subjectOfMember } from './subjects.ts';
import { maskName } from './withdrawal-actions.ts';

export type WaitingItem = {
  /** Names it in the input of its actions, and within its queue. */
  readonly item: string;
  /** Names it in entries and requests. */
  readonly subject: string;
  readonly since: Date | undefined;
  readonly amount: Money | undefined;
  readonly memberId: bigint | undefined;
  readonly facts: ActionFacts;
  /** Actions that its state allows, with what names it; a form adds the other fields. */
  readonly offers: readonly OfferedAction[];
  /** Shown beside the facts and never stored. */
  readonly table?: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly text?: string;
  readonly tries?: number;
};

/** A page of a queue behind item `before`, or one item. A queue without pages has all items at once. */
export type ItemRange = { readonly before?: bigint | undefined; readonly only?: string; readonly limit?: number };

/** Items before the names of their members are known. */
type Reader = (database: Queryable, siteId: number, range: ItemRange) => Promise<WaitingItem[]>;

const TABLE_ROWS_MAX = 100;

const offer = (names: readonly ActionName[], input: ActionInput): readonly OfferedAction[] =>
  names.map((action) => ({ action, input }));

const toName = (...parts: readonly (string | bigint)[]): string => parts.join(':');

type NamedCall = { readonly provider: string; readonly txId: string; readonly memberId: bigint };

const nameCall = ({ provider, txId, memberId }: NamedCall): ActionInput => ({
  provider,
  transaction: txId,
  member: formatMemberRef(memberId),
});

/** Midnight in Bangkok at the end of a day "2026-11-27". */
function endOfDay(day: string): Date {
  const begin = Date.parse(`${day}T00:00:00+07:00`);
  return new Date(begin + 86_400_000);
}

async function readIncome(database: Queryable, siteId: number): Promise<WaitingItem[]> {
  const waiting = await listWaitingIncomeWithdrawals(database, siteId);
  return waiting.map(({ movementId, memberId, amount, createdAt }) => {
    const reference = formatReference('deposit', movementId);
    return {
      item: reference,
      subject: reference,
      since: createdAt,
      amount,
      memberId,
      facts: { reference, amount: toWireAmount(amount) },
      offers: offer(['income.pay', 'income.refuse'], { withdrawal: reference }),
    };
  });
}

async function readHeldDays(database: Queryable, siteId: number): Promise<WaitingItem[]> {
  const held = await listHeldResults(database, siteId);
  return held.map(({ memberId, day, payable, suspicions }) => ({
    item: toName(memberId, day),
    subject: subjectOfMember(memberId),
    since: endOfDay(day),
    amount: payable,
    memberId,
    facts: { day, amount: toWireAmount(payable), suspicions: suspicions ?? [] },
    offers: offer(['income.release', 'income.drop'], { member: formatMemberRef(memberId), day }),
  }));
}

async function readHeldWins(database: Queryable, siteId: number): Promise<WaitingItem[]> {
  return (await waitingHeldWins(database, siteId)).map((win) => ({
    item: toName(win.memberId, win.provider, win.txId),
    subject: `${win.provider} ${win.txId}`,
    since: win.heldAt,
    amount: win.amount,
    memberId: win.memberId,
    facts: {
      provider: win.provider,
      transaction: win.txId,
      round: win.roundId,
      game: win.gameCode,
      isPrize: win.isPrize,
      amount: toWireAmount(win.amount),
    },
    offers: offer(['win.release', 'win.refuse'], nameCall(win)),
  }));
}

/** A round of a table has several members and one decision. */
async function readStuckRounds(database: Queryable, siteId: number): Promise<WaitingItem[]> {
  const rounds = await stuckRounds(database, siteId);
  const grouped = Map.groupBy(rounds, ({ provider, roundId }) => toName(provider, roundId));
  const members = await loadMembers(
    database,
    siteId,
    rounds.map(({ memberId }) => memberId),
  );
  return [...grouped].flatMap(([item, all]) => {
    const [first] = all;
    if (!first) return [];
    const { provider, roundId, gameCode, openedAt } = first;
    const stake = add(zeroMoney, ...all.map((round) => round.stake));
    const states = [...new Set(all.map(({ providerState }) => providerState))];
    const isSettled = states.every((state) => state === 'settled');
    const names = all.flatMap(({ memberId }) => members.get(memberId) ?? []).map(maskName);
    return [
      {
        item,
        subject: `${provider} ${roundId}`,
        since: openedAt,
        amount: stake,
        memberId: all.length === 1 ? first.memberId : undefined,
        facts: {
          provider,
          round: roundId,
          game: gameCode,
          members: names,
          stake: toWireAmount(stake),
          openBets: String(all.flatMap(({ bets }) => bets).filter(({ state }) => state === 'open').length),
          providerState: states,
        },
        offers: offer(isSettled ? ['round.settle', 'round.void'] : ['round.void'], { provider, round: roundId }),
        table: {
          columns: ['operation', 'transaction', 'amount'],
          rows: all
            .flatMap(({ transactions }) => transactions)
            .slice(0, TABLE_ROWS_MAX)
            .map(({ operation, txId, amountText }) => [operation, txId, amountText]),
        },
        tries: Math.max(...all.map(({ timesQueried }) => timesQueried)),
      },
    ];
  });
}

async function readSpins(database: Queryable, siteId: number): Promise<WaitingItem[]> {
  return (await listWaitingSpins(database, siteId)).map((round) => ({
    item: toName(round.memberId, round.provider, round.roundId),
    subject: `${round.provider} ${round.roundId}`,
    since: round.openedAt,
    amount: undefined,
    memberId: round.memberId,
    facts: {
      provider: round.provider,
      round: round.roundId,
      game: round.gameCode,
      spins: String(round.spins),
      stake: toWireAmount(round.stake),
    },
    offers: offer(['spins.settle', 'spins.void'], {
      provider: round.provider,
      round: round.roundId,
      member: formatMemberRef(round.memberId),
    }),
  }));
}

async function readOrphanWins(database: Queryable, siteId: number): Promise<WaitingItem[]> {
  return (await listOrphanWins(database, siteId)).map((win) => ({
    item: toName(win.memberId, win.provider, win.txId),
    subject: `${win.provider} ${win.txId}`,
    since: win.receivedAt,
    amount: win.amount,
    memberId: win.memberId,
    facts: {
      provider: win.provider,
      transaction: win.txId,
      round: win.roundId,
      amount: toWireAmount(win.amount),
      winState: win.state,
    },
    offers: win.state === 'pending' ? [] : offer(['win.dismiss'], nameCall(win)),
    tries: win.attempts,
  }));
}

async function readRollbacks(database: Queryable, siteId: number): Promise<WaitingItem[]> {
  return (await unappliedRollbacks(database, siteId)).map((rollback) => ({
    item: toName(rollback.memberId, rollback.provider, rollback.txId),
    subject: `${rollback.provider} ${rollback.txId}`,
    since: rollback.receivedAt,
    amount: undefined,
    memberId: rollback.memberId,
    facts: {
      provider: rollback.provider,
      transaction: rollback.txId,
      bet: rollback.refTxId,
      round: rollback.roundId,
    },
    offers: offer(['rollback.dismiss'], nameCall(rollback)),
  }));
}

async function readDays(database: Queryable, siteId: number): Promise<WaitingItem[]> {
  const days = (await listUndecidedDays(database, siteId)).filter(({ discrepancyCount }) => discrepancyCount > 0);
  return days
    .filter(({ isClosed }) => isClosed !== true)
    .map(({ provider, day, discrepancyCount, discrepancies }) => ({
      item: toName(provider, day),
      subject: `${provider} ${day}`,
      since: endOfDay(day),
      amount: undefined,
      memberId: undefined,
      facts: { provider, day, differences: String(discrepancyCount) },
      offers: offer(['day.close'], { provider, day }),
      table: {
        columns: ['transaction', 'operation', 'what', 'theirs', 'ours'],
        rows: discrepancies
          .slice(0, TABLE_ROWS_MAX)
          .map(({ txId, operation, kind, provider: theirs, wallet }) => [
            txId,
            operation,
            kind,
            theirs ?? '-',
            wallet ?? '-',
          ]),
      },
    }));
}

async function readUncompared(database: Queryable, siteId: number): Promise<WaitingItem[]> {
  return (await listUndecidedDays(database, siteId)).flatMap(({ provider, day, failure, failures = 0 }) =>
    failure === undefined
      ? []
      : [
          {
            item: toName(provider, day),
            subject: `${provider} ${day}`,
            since: endOfDay(day),
            amount: undefined,
            memberId: undefined,
            facts: { provider, day, failure },
            offers: [],
            tries: failures,
          },
        ],
  );
}

async function readFindings(database: Queryable, siteId: number): Promise<WaitingItem[]> {
  return (await listOpenFindings(database, siteId)).map(({ findingId, rule, detail, foundAt }) => ({
    item: String(findingId),
    subject: `finding ${findingId}`,
    since: foundAt,
    amount: undefined,
    memberId: undefined,
    facts: { finding: String(findingId), rule, detail },
    offers: offer(['finding.close'], { finding: String(findingId) }),
  }));
}

/** The content is shown as it came, and is no fact: it may hold names and accounts. */
async function readReports(
  database: Queryable,
  siteId: number,
  { before, only, limit }: ItemRange,
): Promise<WaitingItem[]> {
  if (only !== undefined && !/^\d{1,18}$/.test(only)) return [];
  const range = { before, only: only === undefined ? undefined : BigInt(only) };
  return (await listUnreadReports(database, siteId, range, limit)).map((report) => ({
    item: String(report.reportId),
    subject: `report ${report.reportId}`,
    since: report.receivedAt,
    amount: undefined,
    memberId: undefined,
    facts: { report: String(report.reportId), sender: report.sender, kind: report.kind, problem: report.reason },
    offers: offer(['bank-report.close'], { report: String(report.reportId) }),
    text: report.content,
    tries: report.times,
  }));
}

async function readDebts(database: Queryable, siteId: number): Promise<WaitingItem[]> {
  return (await owingMembers(database, siteId)).map(({ memberId, amount }) => ({
    item: String(memberId),
    subject: subjectOfMember(memberId),
    since: undefined,
    amount,
    memberId,
    facts: { owed: toWireAmount(amount) },
    offers: [],
  }));
}

async function readKicks(database: Queryable, siteId: number): Promise<WaitingItem[]> {
  return (await listUndeliveredKicks(database, siteId)).map(({ memberId, provider }) => ({
    item: toName(memberId, provider),
    subject: subjectOfMember(memberId),
    since: undefined,
    amount: undefined,
    memberId,
    facts: { provider },
    offers: [],
  }));
}

/** The members of a group are compared by a call of its own (risk/groups.ts). */
async function readAlerts(database: Queryable, siteId: number): Promise<WaitingItem[]> {
  return (await listRiskAlerts(database, siteId)).map(
    ({ alertId, rule, memberId, figure, threshold, foundAt, others }) => ({
      item: String(alertId),
      subject: `alert ${alertId}`,
      since: foundAt,
      amount: undefined,
      memberId,
      facts: { riskRule: rule, figure: fromThreshold(rule, figure), threshold: fromThreshold(rule, threshold) },
      offers: offer(others.length === 0 ? OF_MEMBER : OF_GROUP, { alert: String(alertId) }),
    }),
  );
}

const OF_MEMBER = ['alert.clear', 'alert.act'] as const;
const OF_GROUP = ['alert.different', 'alert.same-person', 'alert.household'] as const;

const readers: Readonly<Record<ItemQueue, Reader>> = {
  alerts: readAlerts,
  income: readIncome,
  'held-days': readHeldDays,
  'held-wins': readHeldWins,
  'stuck-rounds': readStuckRounds,
  spins: readSpins,
  'orphan-wins': readOrphanWins,
  rollbacks: readRollbacks,
  days: readDays,
  findings: readFindings,
  reports: readReports,
  debts: readDebts,
  kicks: readKicks,
  uncompared: readUncompared,
};

/** Queues whose items fill more than a page; their items are named by rising numbers. */
const pagedQueues: ReadonlySet<ItemQueue> = new Set(['reports']);

/**
 * The items of a queue in the order of their module, at most some hundred. `next`: the item behind which the queue
 * continues.
 */
export async function listItems(
  database: Queryable,
  siteId: number,
  { queue, ...range }: ItemRange & { readonly queue: ItemQueue },
): Promise<{ readonly items: readonly WaitingItem[]; readonly next: string | null }> {
  const items = await loadItems(database, siteId, { queue, ...range });
  const isFull = pagedQueues.has(queue) && items.length === range.limit;
  return { items, next: isFull ? (items.at(-1)?.item ?? null) : null };
}

async function loadItems(
  database: Queryable,
  siteId: number,
  { queue, ...range }: ItemRange & { readonly queue: ItemQueue },
): Promise<WaitingItem[]> {
  const drafts = await readers[queue](database, siteId, range);
  const ids = drafts.flatMap(({ memberId }) => memberId ?? []);
  const members = await loadMembers(database, siteId, ids);
  return drafts.map((draft) => {
    const member = draft.memberId === undefined ? undefined : members.get(draft.memberId);
    if (!member) return draft;
    return { ...draft, facts: { member: maskName(member), memberId: String(member.id), ...draft.facts } };
  });
}

/** Undefined: it does not wait any more. */
export async function findItem(
  database: Queryable,
  siteId: number,
  { queue, item }: { readonly queue: ItemQueue; readonly item: string },
): Promise<WaitingItem | undefined> {
  return (await loadItems(database, siteId, { queue, only: item })).find((each) => each.item === item);
}
