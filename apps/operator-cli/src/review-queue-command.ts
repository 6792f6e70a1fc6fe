// Command review-queue: everything at a site that needs a decision, one line per kind with the command that shows it.
//
// Always true: it counts the same queues as the pages of the back office, so that no item is on one of them only.
//
// Elsewhere: the counts (modules/review), requests of two people (request-commands.ts).

import type { QueueName } from '@chaba/contract/back-office/queues';
import { add, formatBaht, zeroMoney } from '@chaba/money';
import { owingMembers } from '@chaba/server/modules/reconciliation';
import { COUNTED_MAX, loadQueues } from '@chaba/server/modules/review';

import type { CommandContext } from './command-context.ts';
import { formatTable } from './printing.ts';

/** A queue without a command names the page that shows it. */
const LINES: readonly (readonly [queue: QueueName, sentence: string, command: string])[] = [
  ['withdrawals', 'withdrawals in review', 'withdrawals'],
  ['payouts', 'payouts the bank left open', 'withdrawals'],
  ['disputes', 'payouts about which the bank contradicts itself', 'withdrawals'],
  ['deposits', 'unmatched or claimed transfers', 'deposits'],
  ['deposit-disputes', 'transfers that two reports contradict each other about', 'deposits'],
  ['reports', 'reports of the bank that could not be read', 'bank-reports'],
  ['income', 'withdrawals of referral income', 'income'],
  ['held-days', 'held days of referral income', 'income'],
  ['held-wins', 'wins above the cap of their provider', 'games'],
  ['orphan-wins', 'wins without their bet', 'games'],
  ['rollbacks', 'rollbacks of settled bets were answered OK and changed nothing', 'games'],
  ['stuck-rounds', 'stuck rounds', 'games'],
  ['spins', 'rounds with free spins that wait', 'games'],
  ['debts', 'members in debt', 'games'],
  ['kicks', 'undelivered kicks', 'games'],
  ['days', 'days with discrepancies', 'reconcile'],
  ['findings', 'findings of the audit', 'findings'],
  ['uncompared', 'days could not be reconciled', 'reconcile'],
  ['complaints', 'open complaints of members', 'page Support'],
  ['alerts', 'risk alerts', 'page Queues'],
];

export async function listReviewQueue({ database, site }: CommandContext): Promise<string> {
  const states = await loadQueues(database, site.id);
  const counts = new Map(states.map(({ queue, count }) => [queue, count]));
  const owing = (counts.get('debts') ?? 0) === 0 ? [] : await owingMembers(database, site.id);
  const owed = formatBaht(add(zeroMoney, ...owing.map(({ amount }) => amount)));
  const rows = LINES.flatMap(([queue, sentence, command]) => {
    const count = counts.get(queue) ?? 0;
    if (count === 0) return [];
    const more = queue === 'debts' ? `, ${owed} baht in total` : '';
    const counted = count > COUNTED_MAX ? `${COUNTED_MAX}+` : String(count);
    const place = command.startsWith('page ') ? `the ${command}` : `npm run operator -- ${command}`;
    return [[counted, `${sentence}${more}`, place]];
  });
  return rows.length === 0 ? `The review queue of ${site.code} is empty.` : formatTable(rows);
}
