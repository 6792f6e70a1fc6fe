// A story with every kind of movement, as data for planted changes (audit.test.ts).
//
// Elsewhere: the demo member's weeks in the same data (demo-history.ts), the changes (audit-faults.ts).

import { baht } from '@chaba/money';

import { ensureItemCode, redeemCode } from '#modules/item-codes';
import { setLimit } from '#modules/limits';
import { payouts, approveWithdrawal, rejectWithdrawal, requestWithdrawal } from '#modules/withdrawals';

import { bankCommands, openTestBank } from './bank-commands.ts';
import type { TestApp } from './build-app.ts';
import { operatorCommands } from './operator-commands.ts';
import { checkStory, type Commands, type Story } from './story.ts';
import { walletCommands } from './wallet-commands.ts';

export const RICH_SITE = 1;
const SITE = RICH_SITE;

type Filling = {
  readonly app: TestApp;
  /** Credits the coins that turnover has earned by now. */
  readonly earn: () => Promise<number>;
};

const withdrawalOf = ({ known }: Story, name: string) => known.get(name) as bigint;

const commandsOf = ({ app, earn }: Filling): Commands => {
  const { database } = app;
  return {
    ...walletCommands(app),
    ...operatorCommands(app),
    ...bankCommands(openTestBank(database)),
    async withdraw(story, given) {
      const { id: memberId } = await story.member(given.at(0));
      const idempotencyKey = given.named['key'] ?? 'K';
      const request = { siteId: SITE, memberId, amount: given.amount(1), idempotencyKey };
      const { withdrawalId, state } = await requestWithdrawal(database, request);
      story.known.set(idempotencyKey, withdrawalId);
      return state;
    },
    decideWithdrawal: (story, given) => {
      const decision = { siteId: SITE, withdrawalId: withdrawalOf(story, given.at(0)), decidedBy: 'test' };
      return database.transaction((tx) =>
        (given.at(1) === 'approve' ? approveWithdrawal : rejectWithdrawal)(tx, decision),
      );
    },
    payout: (story, given) => {
      const status = given.at(1) as 'paid' | 'failed' | 'returned';
      return payouts.settle(database, {
        payoutId: `P${SITE}-${withdrawalOf(story, given.at(0))}`,
        status,
        reason: undefined,
      });
    },
    async limit(story, given) {
      const { id: memberId } = await story.member(given.at(0));
      return setLimit(database, { siteId: SITE, memberId, kind: 'loss', span: 'day', amount: given.amount(1) });
    },
    earn: async () => String(await earn()),
    async code(story, given) {
      const { id: memberId } = await story.member(given.at(0));
      const request = { siteId: SITE, memberId, typed: given.at(1), idempotencyKey: given.at(1), isLimited: false };
      return (await redeemCode(database, request)).code;
    },
  };
};

/**
 * Runs a story with deposits, play, corrections, held wins, codes, limits and withdrawals in every state, and audits
 * the ledger.
 */
export async function fillBooks(filling: Filling): Promise<void> {
  const { database, chaba: site } = filling.app;
  await ensureItemCode(database, SITE, {
    code: 'RICH',
    amount: baht(30),
    coins: 2n,
    turnoverTimes: 2,
    withdrawCap: undefined,
  });
  await checkStory(
    { database, site, commands: commandsOf(filling) },
    `
  cap       1000.00                                         done
  transfer  S1  from=M1  ago=2m  amount=2000.00                     made
  slip      M1  S1                                          credited
  feed      S1  ref=shown                                    attached
  transfer  S2  from=M2  ago=3m  amount=3000.00                     made
  feed      S2                                              credited
  transfer  S3  from=M3  ago=4m  amount=700.00  tail=9999           made
  feed      S3  tail=9999                                   unmatched
  attach    S3  M3                                          credited
  transfer  S4  from=M3  ago=5m  amount=150.00  tail=8888           made
  feed      S4  tail=8888                                   unmatched
  send-back  S4                                              returned
  transfer  S5  from=M4  ago=6m  amount=90.00   tail=7777           made
  feed      S5  tail=7777                                   unmatched
  code      M4  WELCOME50                                   WELCOME50
  transfer  S6  from=M4  ago=7m  amount=400.00                      made
  feed      S6                                              parked
  code      M5  WELCOME50                                   WELCOME50
  transfer  S7  from=M5  ago=8m  amount=300.00                      made
  feed      S7                                              parked
  release   M5                                              released
  code      M5  RICH                                        RICH
  limit     M1  5000.00                                     set
  session   M1                                              OK
  session   M2                                              OK
  bet       M1  100.00   tx=a1  round=a                     OK
  win       M1  250.00   tx=a2  round=a  closed=yes         OK
  adjust    M1  200.00   tx=a3  ref=a2  round=a             OK
  bet       M1  50.00    tx=b1  round=b                     OK
  rollback  M1  ref=b1   tx=b2  round=b                     OK
  bet       M1  60.00    tx=c1  round=c                     OK
  win       M1  90.00    tx=c2  round=c  closed=yes         OK
  rollback  M1  ref=c2   tx=c3  round=c                     OK
  win       M1  0.00     tx=c4  round=c  closed=yes         OK
  rollback  M1  ref=d1   tx=d2  round=d                     OK          // no bet
  bet       M1  10.00    tx=e1  round=e  free=yes           OK
  win       M1  5.00     tx=e2  round=e  closed=yes         OK
  tip       M1  20.00    tx=f1                              OK
  award     M1  30.00    tx=g1                              OK
  bet       M1  100.00   tx=h1  round=h                     OK
  win       M1  1500.00  tx=h2  round=h  closed=yes         OK          // held
  bet       M1  100.00   tx=i1  round=i                     OK
  win       M1  1600.00  tx=i2  round=i  closed=yes         OK
  decide    i2  released                                    released
  bet       M1  100.00   tx=j1  round=j                     OK
  win       M1  1700.00  tx=j2  round=j  closed=yes         OK
  decide    j2  refused                                     refused
  award     M1  1800.00  tx=k1                              OK
  decide    k1  refused                                     refused
  win       M1  40.00    tx=l2  ref=l1  round=l             BET_NOT_FOUND
  bet       M1  40.00    tx=l1  round=l                     OK
  minute                                                    passed
  bet       M2  300.00   tx=m1  round=m                     OK
  win       M2  500.00   tx=m2  round=m  closed=yes         OK
  bet       M2  3200.00  tx=n1  round=n                     OK
  win       M2  0.00     tx=n2  round=n  closed=yes         OK
  rollback  M2  ref=m2   tx=m3  round=m                     OK          // becomes debt
  transfer  S8  from=M2  ago=9m  amount=200.00                      made
  feed      S8                                              credited
  session   M3                                              OK
  bet       M3  700.00   tx=o1  round=o                     OK
  win       M3  700.01   tx=o2  round=o  closed=yes         OK
  earn                                                      3
  withdraw  M3  105.00  key=W0                              approved
  payout    W0  paid                                        settled
  withdraw  M3  100.00  key=W1                              approved
  payout    W1  paid                                        settled
  withdraw  M3  110.00  key=W2                              approved
  payout    W2  failed                                      settled
  withdraw  M3  120.00  key=W3                              requested
  decideWithdrawal  W3  reject                              rejected
  withdraw  M3  130.00  key=W4                              requested
  payout    W0  returned                                    settled
  payout    W2  paid                                        contradicted
  `,
  );
}
