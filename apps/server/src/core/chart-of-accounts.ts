// Chart of ledger accounts. The number determines the rules of an account (packages/ledger/README.md): 1–89 member
// accounts, never below zero; 90–99 member debts; from 100 house accounts. Numbers are never reused.
//
// Elsewhere: transfers between these accounts (docs/money-flows.md).

import { defineChart } from '@chaba/ledger';

export const chart = defineChart({
  // Member accounts: the wallets of the specification, and held money.
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
  // House accounts.
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
  adjustments: [112, 'THB'],
  coinIssue: [120, 'COIN'],
  spinIssue: [121, 'SPIN'],
});
