// Bank payouts of withdrawals: submitting them, their results, and the decisions of operators about unclear ones.
//
// Elsewhere: the rules of each (bank-payouts.ts, payout-results.ts, payout-decisions.ts, payout-disputes.ts).

export { findGraceEnd as loadGraceEnd } from './bank-payouts.store.ts';
export { submitBankPayouts as submit } from './bank-payouts.ts';
export { recordLostPayout as recordLost } from './lost-payouts.ts';
export {
  listStuckPayouts as listStuck,
  confirmFailed,
  confirmPaid,
  reopenWithdrawal as reopen,
  stopPayout as stop,
  type WithdrawalDecision as Decision,
} from './payout-decisions.ts';
export { listOpenDisputes as listDisputes } from './payout-disputes.ts';
export { settlePayout as settle } from './payout-results.ts';
export { type QueriedPayout as Queried, queryRecoveredPayouts as queryRecovered } from './recovered-payouts.ts';
