// Fault injection after a settled round: a corrected result, a prize, a tip, a win that is rolled back and paid again,
// a rollback of an unsent bet, endRound.
//
// Always true: each call is sent once per round, and only accepted calls are recorded.
//
// Elsewhere: selection of the calls (fault-injection.ts), the calls before them (settlement.ts).

import { add, baht, money, formatProviderAmount } from '@chaba/money';

import type { Afterwards } from './fault-injection.ts';
import type { SentContent } from './calls.ts';
import type { RoundRow } from './rounds.store.ts';
import { endingOf, transactionIds, walletRoundId } from './settlement.ts';
import type { StudioContext } from './studio-context.ts';
import { moveMoney, type StudioWalletOperation } from './wallet.ts';

type Call = readonly [
  operation: StudioWalletOperation,
  content: Partial<SentContent> & { readonly kind?: string; readonly freeSpins?: number },
];

/** Sends the selected calls of a round that was settled just now. */
export async function sendPostRoundCalls(
  studio: StudioContext,
  round: RoundRow,
  selected: readonly Afterwards[],
): Promise<void> {
  if (round.state !== 'settled') return;
  for (const each of selected) for (const call of createCalls(round, each)) await send(studio, round, call);
}

function createCalls(round: RoundRow, kind: Afterwards): readonly Call[] {
  const { roundId } = round;
  const ids = transactionIds(roundId);
  const payout = money(round.payoutE4);
  const ending = endingOf(round);
  switch (kind) {
    case 'adjust':
      return [
        ['adjust', { txId: `${roundId}-adjust`, refTxId: ids.win, amount: formatProviderAmount(add(payout, baht(1))) }],
      ];
    case 'award':
      return [['award', { txId: `${roundId}-award`, amount: '5.0000', kind: 'drop' }]];
    case 'tip':
      return [['tip', { txId: `${roundId}-tip`, amount: '1.0000' }]];
    case 'buried':
      return [['rollback', { txId: `${roundId}-undo`, refTxId: `${roundId}-lost`, amount: '1.0000' }]];
    case 'endRound':
      return [['endRound', ending.freeSpins === undefined ? {} : { freeSpins: ending.freeSpins }]];
    case 'rollback': {
      const again = {
        txId: `${roundId}-win2`,
        refTxId: ids.bet,
        amount: formatProviderAmount(payout),
        ...ending,
      };
      return [
        ['rollback', { txId: `${roundId}-wrong`, refTxId: ids.win, amount: formatProviderAmount(payout) }],
        ['win', again],
      ];
    }
  }
}

async function send(studio: StudioContext, round: RoundRow, [operation, fields]: Call): Promise<void> {
  const { operator, playerId, gameCode, walletToken: token } = round;
  const content = { playerId, token, gameCode, roundId: walletRoundId(round), currency: 'THB', ...fields };
  await moveMoney(studio, operator, operation, content);
}
