// Winnings of a bonus or code that left as a payout and came back: they count when the bonus ends, in every way that it
// can end.

import { test } from 'node:test';

import { sql } from '@chaba/database';

import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { bonusCommands, offerBonuses } from '#testing/bonus-commands';
import { buildTestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';
import { openPayoutTestBank, withdrawalCommands } from '#testing/withdrawal-commands';

const app = await buildTestApp();
const { database, chaba: site } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);
await offerBonuses(app);
const ofBonuses = bonusCommands(app);
const ofPayouts = withdrawalCommands(openPayoutTestBank());
const commands: Commands = {
  ...walletCommands(app),
  ...ofBonuses,
  ...ofPayouts,
  ...bankCommands(bank),
  ...operatorCommands(app),
  exclude: async (story, given) => (await ofBonuses['exclude']?.(story, given)) ?? '',
  expiries: async (story, given) => (await ofBonuses['job']?.(story, given)) ?? '',
  /** The bank accepts the payout of K1. */
  async send(story, given) {
    const of = { ...given, at: (place: number) => (place === 0 ? given.at(0) : 'accepted') };
    await ofPayouts['bank']?.(story, of);
    await ofPayouts['job']?.(story, given);
    return 'done';
  },
  /** failure  M1  OWED: why the newest withdrawal was cancelled. */
  async failure(story, given) {
    const { id } = await story.member(given.at(0));
    const row = await database.one<{ reason: string | null }>(sql`select failure_reason as reason from withdrawal
      where site_id = ${site.id} and member_id = ${id} order by withdrawal_id desc limit 1`);
    return row.reason ?? 'none';
  },
};
const story = (table: string) => checkStory({ database, site, commands, memberOptions: { acceptsBonus: true } }, table);

/** A met bonus of 101 beside a deposit of 101, with 602 baht, whose turnover one cancelled bet takes back. */
const metBonus = (name: string) => `
    transfer  ${name}  from=M1  amount=101.00           made
    slip      M1  ${name}                               credited
    session   M1                                        OK
    betwin    M1  100.00  500.00  round=${name}a        OK
    betwin    M1  152.00  152.00  round=${name}b        OK
    bet       M1  152.00  tx=${name}1  round=${name}c   OK
    win       M1  152.00  tx=${name}2  round=${name}c  closed=yes  OK
    bonus     M1  state=complete
    balance   M1  game=602.00`;
const takeTurnoverBack = (name: string) => `
    rollback  M1  ref=${name}2  tx=${name}3  round=${name}c  OK
    rollback  M1  ref=${name}1  tx=${name}4  round=${name}c  OK
    bonus     M1  state=active`;
const failedPayout = `
    withdraw  M1  303.00  key=K1                        requested
    approve   K1                                        approved
    hook      K1  failed                                settled
    balance   M1  game=299.00  main=303.00`;

test('removes winnings in the main wallet when the member cancels', () =>
  story(`${metBonus('A')}${failedPayout}${takeTurnoverBack('A')}
    cancel    M1                                        cancelled
    balance   M1  game=101.00  main=0.00
  `));

test('removes winnings in the main wallet when an operator revokes the bonus', () =>
  story(`${metBonus('B')}${failedPayout}${takeTurnoverBack('B')}
    revoke    M1                                        revoked
    balance   M1  game=101.00  main=0.00
  `));

test('removes winnings in the main wallet when the bonus expires', () =>
  story(`${metBonus('C')}${failedPayout}${takeTurnoverBack('C')}
    time      M1  -1_hours                              done
    bonus     M1  state=expired
    balance   M1  game=101.00  main=0.00
  `));

test('removes winnings in the main wallet when an exclusion begins', () =>
  story(`${metBonus('D')}${failedPayout}${takeTurnoverBack('D')}
    exclude   M1  6m                                    paused
    bonus     M1  state=cancelled
    balance   M1  game=101.00  main=0.00
  `));

test('keeps a deposit that is parked beside winnings', () =>
  story(`
    give      M1  40.00                                 given
    redeem    M1  CAPPED                                redeemed
    session   M1                                        OK
    betwin    M1  90.00  900.00  round=e                OK
    bet       M1  160.00  tx=e1  round=f                OK
    win       M1  160.00  tx=e2  round=f  closed=yes    OK
    withdraw  M1  240.00  key=K1                        requested
    approve   K1                                        approved
    hook      K1  failed                                settled
    transfer  E1  from=M1  amount=500.00                made
    slip      M1  E1                                    parked
    balance   M1  game=660.00  main=740.00
    rollback  M1  ref=e2  tx=e3  round=f                OK
    rollback  M1  ref=e1  tx=e4  round=f                OK
    exclude   M1  6m                                    paused
    balance   M1  game=40.00  main=500.00
  `));

test('repays a debt from recalled winnings before own money stays', () =>
  story(`${metBonus('F')}${failedPayout}${takeTurnoverBack('F')}
    debt      M1  60.00                                 owed
    cancel    M1                                        cancelled
    balance   M1  game=101.00  main=0.00  receivable=0.00   // 602 less 60 and 441 of the bonus
  `));

test('ends no bonus while a withdrawal of its winnings is open', () =>
  story(`${metBonus('G')}
    withdraw  M1  303.00  key=K1                        requested${takeTurnoverBack('G')}
    cancel    M1                                        BONUS_HAS_OPEN_WITHDRAWAL
    revoke    M1                                        payout_open
    time      M1  -1_hours                              done
    bonus     M1  state=active
    reject    K1                                        rejected
    balance   M1  game=602.00
    expiries                                            done
    bonus     M1  state=expired
    balance   M1  game=101.00
  `));

test('ends no bonus while a payout of its winnings is disputed', () =>
  story(`${metBonus('H')}${failedPayout}
    hook      K1  paid                                  contradicted${takeTurnoverBack('H')}
    cancel    M1                                        BONUS_HAS_OPEN_WITHDRAWAL
    confirm   K1  failed                                failed
    cancel    M1                                        cancelled
    balance   M1  game=101.00  main=0.00
  `));

test('keeps nothing of the deposit when winnings above it were paid before the turnover was taken back', () =>
  story(`${metBonus('I')}
    withdraw  M1  303.00  key=K1                        requested
    approve   K1                                        approved
    send      K1                                        done${takeTurnoverBack('I')}
    hook      K1  paid                                  settled
    bonus     M1  state=active
    cancel    M1                                        cancelled
    balance   M1  game=0.00  main=0.00
  `));

test('cancels an unsent withdrawal of an excluded member and removes its winnings', () =>
  story(`${metBonus('J')}
    withdraw  M1  303.00  key=K1                        requested${takeTurnoverBack('J')}
    exclude   M1  6m                                    paused
    bonus     M1  state=active
    approve   K1                                        bonus_ended
    failure   M1                                        BONUS_ENDED
    bonus     M1  state=cancelled
    balance   M1  game=101.00  main=0.00  withdrawalHeld=0.00
  `));

test('ends a bonus during a withdrawal that was requested before it', () =>
  story(`
    give      M1  400.00                                given
    withdraw  M1  300.00  key=K1                        requested
    transfer  L1  from=M1  amount=100.00                made
    slip      M1  L1                                    credited
    cancel    M1                                        cancelled
    balance   M1  game=200.00  withdrawalHeld=300.00
  `));

test('counts what a cap removed before its bonus ends with a disputed deposit', () =>
  story(`
    transfer  N9  from=M1  amount=300.00                made
    slip      M1  N9                                    credited
    session   M1                                        OK
    betwin    M1  50.00  3000.00  round=n0              OK
${Array.from({ length: 11 }, (_, index) => `    betwin    M1  50.00  50.00  round=n${index + 1}         OK`).join('\n')}
    bonus     M1  state=complete
    withdraw  M1  100.00  key=K1                        requested
    approve   K1                                        approved
    send      K1                                        done
    balance   M1  game=800.00  residual=2650.00
    bet       M1  50.00  tx=n20  round=n20              OK
    hook      K1  paid                                  settled
    betwin    M1  350.00  0.00  round=n21               OK
    win       M1  0.00  tx=n22  round=n20  closed=yes   OK
    bonus     M1  state=complete
    balance   M1  game=400.00
    dispute   N9                                        disputed
    send-back  N9                                       returned
    bonus     M1  state=revoked
    balance   M1  game=0.00  residual=0.00  receivable=-100.00     // 100 were paid, and no deposit was lost
    adjust    M1  0.00  ref=n0-win  tx=n30  round=n0    OK
    balance   M1  game=0.00  receivable=-300.00         // the deposit and the bonus were lost
  `));

test('lets the cap of a bonus leave once, whatever came back before', () =>
  story(`
    transfer  M9  from=M1  amount=300.00                made
    slip      M1  M9                                    credited
    session   M1                                        OK
    betwin    M1  50.00  3000.00  round=m0              OK
${Array.from({ length: 11 }, (_, index) => `    betwin    M1  50.00  50.00  round=m${index + 1}         OK`).join('\n')}
    bonus     M1  state=complete
    withdraw  M1  900.00  key=K1                        requested
    approve   K1                                        approved
    hook      K1  failed                                settled
    withdraw  M1  900.00  key=K2                        WITHDRAW_RETURNED_WAITS
    release   M1                                        released
    withdraw  M1  400.00  key=K2                        requested
    approve   K2                                        approved
    hook      K2  failed                                settled
    withdraw  M1  500.00  key=K3                        requested
    approve   K3                                        approved
    hook      K3  paid                                  settled
    bonus     M1  state=closed
    balance   M1  game=0.00  main=400.00  residual=2650.00
    release   M1  key=second                            released
    balance   M1  game=400.00
  `));
