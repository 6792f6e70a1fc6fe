// Every ledger account that can exist, one line each. The numbers say what an account may do (see packages/ledger/README.md):
// 1–89 a member's, never below zero; 90–99 what a member owes; from 100 the house's. A number is never used again.
//
// Elsewhere: which movement goes from where to where (docs/money-flows.md).

import { defineChart } from '@chaba/ledger';

export const chart = defineChart({
  // A member's accounts: the wallets of the specification and where held money waits.
  game: [1, 'THB'],
  main: [2, 'THB'],
  cashback: [3, 'THB'],
  affiliate: [4, 'THB'],
  residual: [5, 'THB'],
  coin: [6, 'COIN'],
  spin: [7, 'SPIN'],
  withdrawalHeld: [8, 'THB'],
  winsHeld: [9, 'THB'],
  receivable: [90, 'THB'],
  // The house.
  bank: [100, 'THB'],
  payouts: [101, 'THB'],
  games: [102, 'THB'],
  tips: [103, 'THB'],
  awards: [104, 'THB'],
  bonusCost: [105, 'THB'],
  cashbackCost: [106, 'THB'],
  affiliateCost: [107, 'THB'],
  codeCost: [108, 'THB'],
  prizeCost: [109, 'THB'],
  residualTaken: [110, 'THB'],
  unmatched: [111, 'THB'],
  coinIssue: [120, 'COIN'],
  spinIssue: [121, 'SPIN'],
});
