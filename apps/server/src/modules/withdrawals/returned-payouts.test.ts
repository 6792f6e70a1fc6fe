// Payouts that came back and wait in the main wallet stay under the caps of their request: in any order of failures,
// payments and releases at most the cap leaves.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql, type Transaction } from '@chaba/database';
import { getHouseBalance } from '@chaba/ledger';
import { add, baht, type Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { isDomainError } from '#core/domain-error';
import { auditAll } from '#modules/audit';
import { addTurnover } from '#modules/turnover';
import { addTurnoverRequirement, loadOpenRequirements, saveRequirements } from '#modules/requirements';
import { releaseMainWallet } from '#modules/deposits';
import { loadMember } from '#modules/members';
import { loadPosition } from '#modules/position';
import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';
import { SeededRandom } from '@chaba/testing/seeded-random';
import { isVerifying } from '@chaba/testing/extent';
import { operatorCommands } from '#testing/operator-commands';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';
import { deleteOpenPayouts, openPayoutTestBank, withdrawalCommands } from '#testing/withdrawal-commands';

import { payouts, approveWithdrawal, rejectWithdrawal, requestWithdrawal } from './withdrawals.ts';

const ORDERS = isVerifying ? 12 : 3;
const STEPS = 24;

const app = await buildTestApp();
const { database, chaba: site } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);
let transfers = 0;

async function story(table: string): Promise<void> {
  await deleteOpenPayouts(database, site.id);
  const left = await getHouseBalance(database, site.id, chart.payouts);
  const deposits = bankCommands(bank);
  const commands: Commands = {
    ...walletCommands(app),
    ...operatorCommands(app),
    ...withdrawalCommands(openPayoutTestBank(), left),
    /** A deposit while a cap is open. */
    async park(story, given) {
      const name = `T${(transfers += 1)}`;
      const at = (place: number) => [name, name][place] ?? '';
      await deposits['transfer']?.(story, { ...given, at, named: { from: given.at(0), amount: given.plain[1] ?? '' } });
      return (await deposits['slip']?.(story, { ...given, at: (place) => (place === 0 ? given.at(0) : name) })) ?? '';
    },
    /** Rows of a version that did not record releases. */
    async older(story, given) {
      const { id } = await story.member(given.at(0));
      await database.execute(
        sql`update withdrawal set released_at = null where site_id = ${site.id} and member_id = ${id}`,
      );
      return 'done';
    },
  };
  await checkStory({ database, site, commands }, table);
}

test('rejects a second withdrawal while a failed one that used up the cap waits in the main wallet', () =>
  story(`
    give      M1  1000.00                       given
    needs     M1  100.00  cap=200.00            added
    played    M1  100.00                        filled
    withdraw  M1  200.00  key=K1                approved
    hook      K1  failed                        settled
    balance   M1  game=800.00  main=200.00
    withdraw  M1  200.00  key=K2                WITHDRAW_RETURNED_WAITS
    condition  M1  reasons=WITHDRAW_RETURNED_WAITS  removes=800
    release   M1                                released
    withdraw  M1  200.00  key=K2                requested   // a payout failed today
    approve   K2                                approved
    hook      K2  paid                          settled
    balance   M1  game=0.00  main=0.00  residual=800.00
    house     200.00                            left
  `));

test('keeps money in the main wallet under the cap of a requirement that a later payment closed', () =>
  story(`
    give      M1  1000.00                       given
    needs     M1  100.00  cap=500.00            added
    played    M1  100.00                        filled
    withdraw  M1  300.00  key=K1                approved
    hook      K1  failed                        settled
    withdraw  M1  200.01  key=K2                WITHDRAW_RETURNED_WAITS
    withdraw  M1  200.00  key=K2                requested
    approve   K2                                approved
    hook      K2  paid                          settled
    balance   M1  game=0.00  main=300.00  residual=500.00
    lines     M1  open=0
    release   M1                                released
    withdraw  M1  300.00  key=K3                requested
    approve   K3                                approved
    hook      K3  paid                          settled
    house     500.00                            left
  `));

test('lets one cap leave when every payout fails first', () =>
  story(`
    give      M1  1000.00                       given
    needs     M1  100.00  cap=200.00            added
    played    M1  100.00                        filled
    withdraw  M1  200.00  key=K1                approved
    hook      K1  failed                        settled
    release   M1                                released
    withdraw  M1  200.00  key=K2                requested
    approve   K2                                approved
    hook      K2  failed                        settled
    withdraw  M1  100.00  key=K3                WITHDRAW_RETURNED_WAITS
    release   M1  key=second                    released
    withdraw  M1  100.00  key=K3                requested
    approve   K3                                approved
    hook      K3  failed                        settled
    withdraw  M1  100.01  key=K4                WITHDRAW_RETURNED_WAITS
    withdraw  M1  200.01  key=K4                WITHDRAW_ABOVE_CAP
    withdraw  M1  100.00  key=K4                requested
    approve   K4                                approved
    hook      K4  paid                          settled
    balance   M1  game=0.00  main=100.00  residual=800.00
    hook      K4  returned                      settled
    release   M1  key=third                     released
    withdraw  M1  200.00  key=K5                requested
    approve   K5                                approved
    hook      K5  paid                          settled
    balance   M1  game=0.00  main=0.00
    house     200.00                            left
  `));

test('counts a payout that failed before it was submitted', () =>
  story(`
    give      M1  1000.00                       given
    needs     M1  100.00  cap=500.00            added
    played    M1  100.00                        filled
    withdraw  M1  100.00  key=K1                approved
    bank      K1  accepted                      done
    job       1
    hook      K1  failed                        settled
    lines     M1  open=1  paid=0.00  returned=100.00
    withdraw  M1  400.00  key=K2                requested
    hook      K2  failed                        unknown_payout
    approve   K2                                approved
    hook      K2  failed                        settled
    lines     M1  open=1  paid=0.00  returned=500.00
    balance   M1  game=500.00  main=500.00
    release   M1                                released
    lines     M1  open=1  paid=0.00  returned=0.00
    condition  M1  removes=500
  `));

test('adds a returned payout to the own money of a requirement that began after its request', () =>
  story(`
    give      M1  700.00                        given
    needs     M1  100.00  cap=200.00            added
    played    M1  100.00                        filled
    withdraw  M1  200.00  key=K1                approved
    hook      K1  failed                        settled
    give      M1  50.00                         given
    needs     M1  10.00  cap=400.00  cause=later  added
    played    M1  10.00                         filled
    release   M1                                released
    lines     M1  open=2  own=0.00+200.00
    withdraw  M1  200.01  key=K2                WITHDRAW_ABOVE_CAP
    withdraw  M1  200.00  key=K2                requested
    approve   K2                                approved
    hook      K2  paid                          settled
    balance   M1  game=0.00  residual=550.00
    house     200.00                            left
  `));

test('counts a payout that was paid, returned and released before its cap is closed', () =>
  story(`
    give      M1  800.00                        given
    needs     M1  100.00  cap=500.00            added
    session   M1                                OK
    bet       M1  100.00  tx=a1  round=a        OK
    win       M1  100.00  tx=a2  round=a  closed=yes  OK
    withdraw  M1  300.00  key=K1                approved
    bank      K1  accepted                      done
    job       1
    bet       M1  200.00  tx=b1  round=b        OK
    hook      K1  paid                          settled
    lines     M1  open=1  paid=300.00  returned=0.00
    hook      K1  returned                      settled
    lines     M1  open=1  paid=0.00  returned=300.00
    win       M1  2000.00  tx=b2  round=b  closed=yes  OK
    job       0
    balance   M1  game=200.00  main=300.00  residual=2100.00
    lines     M1  open=0
    release   M1                                released
    withdraw  M1  500.00  key=K2                requested
    approve   K2                                approved
    hook      K2  paid                          settled
    house     500.00                            left
  `));

test('keeps a cap open while a payout under it is disputed', () =>
  story(`
    give      M1  1000.00                       given
    needs     M1  100.00  cap=300.00            added
    session   M1                                OK
    bet       M1  100.00  tx=c1  round=c        OK
    win       M1  100.00  tx=c2  round=c  closed=yes  OK
    withdraw  M1  200.00  key=K1                approved
    hook      K1  failed                        settled
    release   M1                                released
    withdraw  M1  150.00  key=K2                requested
    approve   K2                                approved
    bank      K2  accepted                      done
    job       1
    bet       M1  150.00  tx=d1  round=d        OK
    win       M1  2000.00  tx=d2  round=d  closed=yes  OK
    hook      K1  paid                          contradicted
    balance   M1  game=1800.00  withdrawalHeld=350.00  residual=700.00      // of K2, and 200 that are disputed
    hook      K2  paid                          settled
    lines     M1  open=1  paid=150.00  returned=0.00
    job       0
    lines     M1  open=1  paid=150.00  returned=0.00
    confirm   K1  failed                        failed
    job       0
    balance   M1  game=150.00  main=0.00  withdrawalHeld=0.00  residual=2550.00
    withdraw  M1  150.00  key=K3                requested
    approve   K3                                approved
    hook      K3  paid                          settled
    house     300.00                            left
  `));

test('counts a disputed payout under the cap that it was requested under, paid or not', () =>
  story(`
    give      M1  1000.00                       given
    needs     M1  100.00  cap=500.00            added
    played    M1  100.00                        filled
    withdraw  M1  200.00  key=K1                approved
    hook      K1  failed                        settled
    hook      K1  paid                          contradicted
    balance   M1  game=800.00  main=0.00  withdrawalHeld=200.00
    release   M1                                MAIN_WALLET_EMPTY
    confirm   K1  failed                        failed
    lines     M1  open=1  paid=0.00  returned=200.00
    withdraw  M1  300.01  key=K2                WITHDRAW_RETURNED_WAITS
    hook      K1  paid                          contradicted
    confirm   K1  paid                          paid
    lines     M1  open=0
    balance   M1  game=300.00  main=0.00  residual=500.00
    house     200.00                            left
  `));

test('binds disputed money that is released while another payout waits in the main wallet', () =>
  story(`
    give      M1  1000.00                       given
    needs     M1  100.00  cap=500.00            added
    session   M1                                OK
    bet       M1  100.00  tx=e1  round=e        OK
    win       M1  100.00  tx=e2  round=e  closed=yes  OK
    withdraw  M1  100.00  key=K1                approved
    hook      K1  failed                        settled
    release   M1                                released
    withdraw  M1  200.00  key=K2                requested
    approve   K2                                approved
    hook      K2  failed                        settled
    bet       M1  800.00  tx=f1  round=f        OK
    hook      K1  paid                          contradicted    // the game wallet is empty
    balance   M1  game=0.00  main=100.00  withdrawalHeld=100.00
    release   M1  key=second                    released
    win       M1  900.00  tx=f2  round=f  closed=yes  OK
    confirm   K1  failed                        failed
    balance   M1  game=1000.00  main=100.00
    lines     M1  open=1  paid=0.00  returned=100.00  own=0.00
    release   M1  key=third                     released
    lines     M1  open=1  paid=0.00  returned=0.00  own=0.00
    condition  M1  reasons=  removes=600
  `));

test('counts own money that returns less what was undone of it while it was away', () =>
  story(`
    give      M1  100.00                        given
    session   M1                                OK
    bet       M1  100.00  tx=k1  round=k        OK
    win       M1  200.00  tx=k2  round=k  closed=yes  OK
    withdraw  M1  200.00  key=K1                approved
    needs     M1  50.00  cap=200.00             added
    give      M1  50.00                         given
    bet       M1  50.00  tx=l1  round=l         OK
    win       M1  300.00  tx=l2  round=l  closed=yes  OK
    hook      K1  failed                        settled
    adjust    M1  100.00  ref=k2  tx=k3  round=k    OK
    balance   M1  game=200.00  main=200.00
    lines     M1  own=-100.00
    withdraw  M1  100.01  key=K9                WITHDRAW_ABOVE_CAP   // the code paid 100 of what waits
    release   M1                                released
    lines     M1  own=100.00
    withdraw  M1  300.01  key=K2                WITHDRAW_ABOVE_CAP
    withdraw  M1  300.00  key=K2                requested
    adjust    M1  200.00  ref=k2  tx=k4  round=k    OK
    lines     M1  own=200.00
  `));

test('lets the member owe what left above a cap after own money was undone', () =>
  story(`
    give      M1  300.00                        given
    session   M1                                OK
    bet       M1  300.00  tx=m1  round=m        OK
    win       M1  300.00  tx=m2  round=m  closed=yes  OK
    needs     M1  50.00  cap=200.00  own=300.00  added
    give      M1  50.00                         given
    bet       M1  50.00  tx=n1  round=n         OK
    win       M1  50.00  tx=n2  round=n  closed=yes  OK
    withdraw  M1  350.00  key=K1                approved
    bank      K1  accepted                      done
    job       1
    award     M1  200.00  tx=o1  round=o        OK
    adjust    M1  0.00  ref=m2  tx=m3  round=m      OK
    balance   M1  game=0.00  receivable=-100.00
    hook      K1  paid                          settled
    balance   M1  game=0.00  receivable=-150.00  residual=50.00     // 350 left of 200, and the code had 250
    adjust    M1  700.00  ref=m2  tx=m4  round=m    OK
    balance   M1  game=550.00  receivable=0.00  residual=50.00
    withdraw  M1  550.00  key=K2                approved
    hook      K2  paid                          settled
    house     900.00                            left
  `));

test('counts what the member owes for one cap in the own money of a later one', () =>
  story(`
    give      M1  300.00                        given
    session   M1                                OK
    bet       M1  300.00  tx=p1  round=p        OK
    win       M1  300.00  tx=p2  round=p  closed=yes  OK
    needs     M1  50.00  cap=200.00  own=300.00  added
    give      M1  50.00                         given
    bet       M1  50.00  tx=q1  round=q         OK
    win       M1  50.00  tx=q2  round=q  closed=yes  OK
    withdraw  M1  350.00  key=K1                approved
    bank      K1  accepted                      done
    job       1
    needs     M1  50.00  cap=100.00  cause=later  added
    award     M1  200.00  tx=r1  round=r        OK
    adjust    M1  0.00  ref=p2  tx=p3  round=p  OK
    balance   M1  game=0.00  receivable=-100.00
    hook      K1  paid                          settled
    balance   M1  game=0.00  receivable=-150.00  residual=50.00
    adjust    M1  700.00  ref=p2  tx=p4  round=p    OK
    balance   M1  game=550.00  receivable=0.00
    played    M1  50.00                         filled
    lines     M1  own=400.00  paid=50.00
    withdraw  M1  450.01  key=K2                WITHDRAW_ABOVE_CAP     // 400 less 50 that were owed, and the cap
    withdraw  M1  450.00  key=K2                approved
  `));

test('takes winnings from the main wallet where own money was lost after their request', () =>
  story(`
    give      M1  100.00                        given
    session   M1                                OK
    bet       M1  100.00  tx=g1  round=g        OK
    win       M1  300.00  tx=g2  round=g  closed=yes  OK
    needs     M1  100.00  cap=200.00  own=300.00  added
    bet       M1  100.00  tx=h1  round=h        OK
    win       M1  600.00  tx=h2  round=h  closed=yes  OK
    withdraw  M1  300.00  key=K1                approved
    hook      K1  failed                        settled
    withdraw  M1  200.00  key=K2                requested
    approve   K2                                approved
    bank      K2  accepted                      done
    job       1
    balance   M1  game=0.00  main=300.00  withdrawalHeld=200.00  residual=300.00
    rollback  M1  ref=g2  tx=g3  round=g        OK
    rollback  M1  ref=g1  tx=g4  round=g        OK
    balance   M1  game=0.00  main=300.00  receivable=-200.00
    hook      K2  paid                          settled
    balance   M1  game=100.00  main=0.00  receivable=0.00  residual=300.00
    lines     M1  open=0
    withdraw  M1  100.00  key=K3                requested
    approve   K3                                approved
    hook      K3  paid                          settled
    house     300.00                            left        // 100 of own money and the cap
  `));

test('lets a payout that was returned after its cap closed leave once more', () =>
  story(`
    give      M1  1000.00                       given
    needs     M1  100.00  cap=200.00            added
    played    M1  100.00                        filled
    withdraw  M1  200.00  key=K1                approved
    hook      K1  paid                          settled
    hook      K1  returned                      settled
    balance   M1  game=0.00  main=200.00  residual=800.00
    needs     M1  50.00  cap=100.00  cause=later  added
    played    M1  50.00                         filled
    release   M1                                released
    lines     M1  open=1  own=200.00
    withdraw  M1  200.00  key=K2                requested
    approve   K2                                approved
    hook      K2  paid                          settled
    house     200.00                            left
  `));

test('treats a payout that an older version released as released', async () => {
  await story(`
    give      M1  1000.00                       given
    needs     M1  100.00  cap=500.00            added
    played    M1  100.00                        filled
    withdraw  M1  200.00  key=K1                approved
    hook      K1  failed                        settled
    release   M1                                released
    older     M1                                done
    lines     M1  open=1  paid=0.00  returned=0.00
    park      M1  300.00                        parked
    lines     M1  open=1  paid=0.00  returned=0.00
    withdraw  M1  100.00  key=K2                requested
    approve   K2                                approved
    hook      K2  failed                        settled
    lines     M1  open=1  paid=0.00  returned=100.00
    release   M1  key=second                    released
    lines     M1  open=2  own=300.00+0.00                   // the deposit
  `);
});

test('lets at most the cap leave in random orders of requests, results, decisions and releases', async () => {
  const cap = baht(300);
  for (let seed = 1; seed <= ORDERS; seed += 1) {
    const random = new SeededRandom(seed);
    const member = await createMember(database, site, { money: baht(1_000) });
    const { id: memberId } = member;
    await database.transaction(async (tx) => {
      const line = { memberId, source: 'ITEMCODE', required: baht(100), withdrawCap: cap } as const;
      await addTurnoverRequirement(tx, site.id, { ...line, causeId: `test:${memberId}:cap` });
      const lines = await loadOpenRequirements(tx, site.id, [memberId]);
      await saveRequirements(tx, site.id, addTurnover(lines, { amount: baht(100), category: 'EGAMES' }));
    });
    const steps: string[] = [];
    const withdrawals: bigint[] = [];
    const attempt = async (step: string, run: () => Promise<unknown>) => {
      const outcome = await run().catch((error: unknown) =>
        isDomainError(error) ? error.code : assert.fail(String(error)),
      );
      steps.push(`${step}: ${typeof outcome === 'string' ? outcome : 'done'}`);
      const { debt } = await loadPosition(database, site.id, memberId);
      const { totalWithdraw } = await loadMember(database, site.id, memberId);
      assert.ok(totalWithdraw <= add(cap, debt), `seed ${seed}: ${totalWithdraw} left\n${steps.join('\n')}`);
    };
    const request = (amount: Money) =>
      attempt(`withdraw ${amount}`, async () => {
        const payload = { siteId: site.id, memberId, amount, idempotencyKey: `K${steps.length}` };
        withdrawals.push((await requestWithdrawal(database, payload)).withdrawalId);
      });
    const decide = (
      step: string,
      act: (tx: Transaction, decision: payouts.Decision) => Promise<string>,
      withdrawalId = withdrawals.length === 0 ? 0n : random.pick(withdrawals),
    ) => {
      const decision = { siteId: site.id, withdrawalId, decidedBy: 'test' };
      return attempt(`${step} ${withdrawalId}`, () => database.transaction((tx) => act(tx, decision)));
    };
    const report = (status: 'paid' | 'failed' | 'returned', at = Math.floor(random.next() * withdrawals.length)) =>
      attempt(`${status} ${withdrawals[at]}`, () =>
        payouts.settle(database, { payoutId: `P${site.id}-${withdrawals[at]}`, status, reason: undefined }),
      );
    const release = () =>
      attempt('release', () =>
        releaseMainWallet(database, { siteId: site.id, memberId, idempotencyKey: `R${steps.length}` }),
      );
    const result = async () => {
      await decide('approve', approveWithdrawal, withdrawals.at(-1));
      await report(random.pick(['paid', 'failed', 'failed'] as const), withdrawals.length - 1);
    };
    const ask = () => request(random.pick([baht(100), baht(100), baht(150), baht(200), baht(300)]));
    const moves = [
      ask,
      ask,
      result,
      result,
      () => report(random.pick(['paid', 'failed', 'returned'] as const)),
      () => decide('confirm', random.is(0.5) ? payouts.confirmPaid : payouts.confirmFailed),
      release,
    ];
    for (let step = 0; step < STEPS; step += 1) await random.pick(moves)();
    for (const withdrawalId of withdrawals) {
      const decision = { siteId: site.id, withdrawalId, decidedBy: 'test' };
      await attempt(`end ${withdrawalId}`, () =>
        database.transaction<string>((tx) => payouts.confirmFailed(tx, decision)),
      );
      await attempt(`reject ${withdrawalId}`, () => database.transaction((tx) => rejectWithdrawal(tx, decision)));
      await attempt(`fail ${withdrawalId}`, () =>
        payouts.settle(database, { payoutId: `P${site.id}-${withdrawalId}`, status: 'failed', reason: undefined }),
      );
    }
    for (const withdrawalId of withdrawals) {
      const decision = { siteId: site.id, withdrawalId, decidedBy: 'test' };
      await attempt(`end ${withdrawalId}`, () =>
        database.transaction<string>((tx) => payouts.confirmFailed(tx, decision)),
      );
    }
    // The member takes what can be taken.
    for (const amount of [baht(300), baht(200), baht(100), baht(100), baht(100)]) {
      await release();
      await request(amount);
      const last = withdrawals.at(-1) ?? 0n;
      const decision = { siteId: site.id, withdrawalId: last, decidedBy: 'test' };
      await attempt('approve', () => database.transaction((tx) => approveWithdrawal(tx, decision)));
      await report('paid', withdrawals.length - 1);
    }
  }
  assert.deepEqual(await auditAll(database, { siteId: site.id, isTest: true }), []);
});
