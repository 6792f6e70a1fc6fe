// The action of each command that changes something.
//
// Elsewhere: the commands (operator.ts), actions as data (packages/contract/src/back-office).

import type { ActionName } from '@chaba/contract/back-office/actions';
import { requireFlag } from '@chaba/server/modules/operator-input';

type Words = readonly string[];

const fixed: Readonly<Record<string, ActionName>> = {
  approve: 'withdrawal.approve',
  reject: 'withdrawal.reject',
  'stop-payout': 'withdrawal.stop',
  'confirm-paid': 'payout.confirm-paid',
  'confirm-failed': 'payout.confirm-failed',
  'record-payout': 'payout.record-lost',
  'credit-deposit': 'deposit.attach',
  'return-deposit': 'deposit.return',
  dispute: 'deposit.dispute',
  'import-statement': 'deposit.import-statement',
  'close-report': 'bank-report.close',
  pay: 'income.pay',
  'reject-income': 'income.refuse',
  release: 'income.release',
  'reject-income-day': 'income.drop',
  take: 'income.take-back',
  credit: 'adjustment.credit',
  debit: 'adjustment.debit',
  promotion: 'promotion.publish',
  'end-promotion': 'promotion.end',
  revoke: 'bonus.revoke',
  code: 'code.create',
  'end-code': 'code.end',
  'add-provider': 'provider.add',
  'set-provider': 'provider.change',
  'import-games': 'provider.import-games',
  'sync-games': 'provider.sync-games',
  'win-cap': 'provider.set-win-cap',
  key: 'provider.create-key',
  'hand-key': 'provider.hand-key',
  'retire-key': 'provider.retire-key',
  'release-win': 'win.release',
  'reject-win': 'win.refuse',
  'dismiss-win': 'win.dismiss',
  'dismiss-rollback': 'rollback.dismiss',
  'settle-round': 'round.settle',
  'void-round': 'round.void',
  'settle-spins': 'spins.settle',
  'void-spins': 'spins.void',
  'close-day': 'day.close',
  'close-finding': 'finding.close',
  'release-payouts': 'payouts.release',
  balance: 'balance.enter',
  lock: 'member.lock',
  unlock: 'member.unlock',
  'start-play-break': 'member.begin-break',
  'lift-exclusion': 'member.lift-exclusion',
  'open-account': 'account.open',
  'close-account': 'account.close',
  promptpay: 'account.set-promptpay',
  'account-limits': 'account.set-ceilings',
  'account-order': 'account.set-place',
};

/** The action that these words do; undefined: a list, or a command of the host. */
export function actionOfCommand([command = '', ...words]: Words): ActionName | undefined {
  if (command === 'provider') return words[1] === 'open' ? 'provider.open' : 'provider.close';
  if (command === 'terms') return words[0] === 'publish' ? 'site.publish-terms' : undefined;
  if (command === 'set') return findFlagAction(words[0] ?? '');
  return Object.hasOwn(fixed, command) ? fixed[command] : undefined;
}

function findFlagAction(flag: string): ActionName | undefined {
  try {
    return requireFlag(flag).action;
  } catch {
    return undefined;
  }
}
