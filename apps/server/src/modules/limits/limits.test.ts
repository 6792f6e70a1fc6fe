// Play limits of members: losses and stakes, counted with the money and checked before play.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { confirmPlayLimit, getPlayLimits, setPlayLimit } from '@chaba/contract/limits';
import { openDatabase, sql } from '@chaba/database';
import { audit, getBalances } from '@chaba/ledger';
import { baht, money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { buildTestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { createMember, type TestMember } from '#testing/factories';
import { checkStory, type Commands, storyAmount } from '#testing/story';
import { callWallet, authenticateSession, walletCommands } from '#testing/wallet-commands';

import { auditLimits, confirmLimit, loadPlayLimits, setLimit } from './limits.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;

type Span = 'day' | 'week' | 'month' | 'bet';

const set = (as: TestMember, span: Span, Amount: unknown) => app.send(setPlayLimit, { as, body: { span, Amount } });
const confirm = (as: TestMember, span: Span) => app.send(confirmPlayLimit, { as, body: { span } });
const loadLimit = async (as: TestMember, span: Span) =>
  (await app.send(getPlayLimits, { as })).body.data.limits.find((limit) => limit.span === span);

const named = (span: string) => ({ kind: span === 'bet' ? 'stake' : 'loss', span: span as Span }) as const;

const commands: Commands = {
  ...walletCommands(app),
  ...operatorCommands(app),
  /** limit  M1  day  100.00  set: also week, month and bet. */
  async limit(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    return setLimit(database, { siteId: site.id, memberId, ...named(given.at(1)), amount: given.amount(2) });
  },
  async drop(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const of = { siteId: site.id, memberId, ...named(given.at(1)) };
    await setLimit(database, { ...of, amount: undefined });
    await wait(memberId, '24 hours');
    await confirmLimit(database, of);
    return 'dropped';
  },
  /** lost  M1  day=20.00  month=20.00 */
  async lost(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const limits = await loadPlayLimits(database, { siteId: site.id, memberId });
    return Object.fromEntries(limits.map(({ span, lost }) => [span, lost === null ? '-' : storyAmount(lost)]));
  },
  /** night  M1  passed: moves all postings to yesterday. */
  async night(story, given) {
    await yesterday((await story.member(given.at(0))).id);
    return 'passed';
  },
};
const story = (table: string) => checkStory({ database, site, commands }, table);

/** Only the owner may change the journal. */
const owner = openDatabase({ url: database.ownerUrl, poolSize: 1, applicationName: 'test' });
after(() => owner.close());

async function wait(memberId: bigint, interval: string): Promise<void> {
  await database.execute(sql`
    update member_limit set pending_since = pending_since - ${interval}::interval where site_id = ${site.id} and member_id = ${memberId}`);
}

/** Moves all postings of the member to a millisecond before this day, or earlier by the given interval. */
async function yesterday(memberId: bigint, span = 'day', earlier = '1 millisecond'): Promise<void> {
  const begun = sql`(date_trunc(${span}, now() at time zone 'Asia/Bangkok') - ${earlier}::interval)`;
  await owner.execute(sql`
    update ledger_transfer set created_at = ${begun} at time zone 'Asia/Bangkok' where site_id = ${site.id} and owner_id = ${memberId}`);
  await database.execute(sql`
    update member_loss set day = ${begun}::date where site_id = ${site.id} and member_id = ${memberId}`);
}

test('rejects a bet above the loss limit and accepts wins and rollbacks at the limit', () =>
  story(`
    give      M1  1000.00                              given
    session   M1                                       OK
    limit     M1  day  100.00                          set
    bet       M1  100.01  tx=a1  round=a               LIMIT_REACHED
    balance   M1  game=1000.00
    bet       M1  60.00   tx=a1  round=a               OK               // the rejected bet changed nothing
    bet       M1  40.00   tx=a2  round=a               OK
    bet       M1  0.01    tx=a3  round=a               LIMIT_REACHED
    bet       M1  60.00   tx=a1  round=a               OK again
    tip       M1  0.01    tx=a4                        LIMIT_REACHED
    bet       M1  10.00   tx=a5  round=free  free=yes  OK               // not the member's money
    lost      M1  day=100.00
    win       M1  30.00   tx=a6  round=a  closed=yes   OK
    lost      M1  day=70.00
    bet       M1  30.01   tx=b1  round=b               LIMIT_REACHED
    tip       M1  10.00   tx=b2                        OK
    bet       M1  20.00   tx=b3  round=b               OK
    award     M1  500.00  tx=b4                        OK
    lost      M1  day=-400.00
    bet       M1  500.00  tx=b5  round=b               OK
    bet       M1  0.01    tx=b6  round=b               LIMIT_REACHED
    win       M1  1.00    tx=b7  round=b  ref=b5       OK
    balance   M1  game=901.00
  `));

test('restores the allowance of a returned stake once and consumes it for a corrected win', () =>
  story(`
    give      M2  1000.00                              given
    session   M2                                       OK
    limit     M2  day  100.00                          set
    bet       M2  100.00  tx=c1  round=c               OK
    rollback  M2  ref=c1  tx=c2  round=c               OK
    rollback  M2  ref=c1  tx=c2  round=c               OK again
    bet       M2  100.00  tx=c1  round=c               OK again
    lost      M2  day=0.00
    bet       M2  100.00  tx=c3  round=d               OK
    win       M2  100.00  tx=c4  round=d  closed=yes   OK
    adjust    M2  20.00   tx=c5  ref=c4  round=d       OK
    lost      M2  day=80.00
    bet       M2  20.01   tx=c6  round=e               LIMIT_REACHED
    rollback  M2  ref=c4  tx=c7  round=d               OK
    lost      M2  day=100.00
    bet       M2  0.01    tx=c8  round=e               LIMIT_REACHED
  `));

test('checks each bet of a batch after the parts before it and rejects the whole batch', () =>
  story(`
    give      M3  1000.00              given
    session   M3                       OK
    limit     M3  week  100.00         set
    betwin    M3  100.01  500.00  round=f  LIMIT_REACHED
    lost      M3  week=0.00
    betwin    M3  100.00  500.00  round=f  OK
    betwin    M3  100.00  500.00  round=f  OK again
    lost      M3  week=-400.00
    betwin    M3  500.00  0.00  round=g    OK
    betwin    M3  0.01    9.00  round=h    LIMIT_REACHED
    balance   M3  game=900.00
  `));

test('rejects a stake above the limit of one bet regardless of wins', () =>
  story(`
    give      M4  1000.00                              given
    session   M4                                       OK
    limit     M4  bet  20.00                           set
    bet       M4  20.01   tx=i1  round=i               LIMIT_REACHED
    bet       M4  20.00   tx=i1  round=i               OK
    bet       M4  20.00   tx=i2  round=i               OK
    win       M4  900.00  tx=i3  round=i  closed=yes   OK
    tip       M4  20.01   tx=i4                        LIMIT_REACHED
    betwin    M4  20.01  0.00  round=j                 LIMIT_REACHED
    tip       M4  20.00   tx=i4                        OK
    balance   M4  game=1840.00
    bet       M5  50.00   tx=k1  round=k               INVALID_TOKEN
  `));

test('counts losses before the limit was set and stops counting without a limit', () =>
  story(`
    give      M6  1000.00                              given
    session   M6                                       OK
    bet       M6  70.00   tx=l1  round=l               OK
    win       M6  10.00   tx=l2  round=l  closed=yes   OK
    limit     M6  month  100.00                        set
    lost      M6  month=60.00
    bet       M6  40.01   tx=l3  round=m               LIMIT_REACHED
    limit     M6  bet  50.00                           set
    drop      M6  month                                dropped
    bet       M6  50.00   tx=l4  round=m               OK
    drop      M6  bet                                  dropped
    bet       M6  200.00  tx=l5  round=m               OK
    limit     M6  day  310.00                          set
    lost      M6  day=310.00
    bet       M6  0.01    tx=l6  round=m               LIMIT_REACHED
  `));

test('counts a held win at its release and never a rejected one', () =>
  story(`
    give      M7  1000.00                              given
    cap       500.00                                   done
    session   M7                                       OK
    limit     M7  day  100.00                          set
    bet       M7  100.00  tx=n1  round=n               OK
    win       M7  600.00  tx=n2  round=n  closed=yes   OK
    lost      M7  day=100.00
    bet       M7  1.00    tx=n3  round=o               LIMIT_REACHED
    decide    n2  released                             released
    lost      M7  day=-500.00
    bet       M7  600.00  tx=n4  round=o               OK
    win       M7  700.00  tx=n5  round=o  closed=yes   OK
    decide    n5  refused                              refused
    lost      M7  day=100.00
    bet       M7  1.00    tx=n6  round=p               LIMIT_REACHED
  `));

test('counts a debt as a loss and lowers it when the debt is won back', () =>
  story(`
    give      M8  100.00                               given
    session   M8                                       OK
    limit     M8  day  500.00                          set
    bet       M8  50.00   tx=q1  round=q               OK
    win       M8  300.00  tx=q2  round=q  closed=yes   OK
    bet       M8  350.00  tx=q3  round=r               OK
    adjust    M8  0.00    tx=q4  ref=q2  round=q       OK
    lost      M8  day=400.00
    balance   M8  game=0.00  receivable=-300.00
    win       M8  320.00  tx=q5  round=r  closed=yes   OK
    lost      M8  day=80.00
    balance   M8  game=20.00
  `));

test('ends a day at midnight in Bangkok and counts later credits on the new day', () =>
  story(`
    give      M9  1000.00                              given
    session   M9                                       OK
    limit     M9  day  100.00                          set
    bet       M9  100.00  tx=s1  round=s               OK
    bet       M9  0.01    tx=s2  round=t               LIMIT_REACHED
    night     M9                                       passed
    lost      M9  day=0.00
    bet       M9  100.00  tx=s3  round=t               OK
    bet       M9  0.01    tx=s4  round=t               LIMIT_REACHED
    rollback  M9  ref=s1  tx=s5  round=s               OK
    lost      M9  day=0.00
  `));

test('starts weeks on Monday and months on the first in Bangkok and applies the lowest limit', async () => {
  for (const span of ['day', 'week', 'month'] as const) {
    const member = await createMember(database, site, { money: baht(1_000) });
    const token = await authenticateSession(app, member);
    const bet = (txId: string, amount: string) =>
      callWallet(app, 'bet', { ...placeStake(member, token), roundId: txId, txId, amount });
    await set(member, span, 100);
    assert.equal((await bet(`${span}-1`, '100')).code, 'OK');
    await yesterday(member.id, span, '0 seconds');
    assert.equal((await bet(`${span}-2`, '0.01')).code, 'LIMIT_REACHED', span);
    await yesterday(member.id, span);
    assert.equal((await loadLimit(member, span))?.used, 0, span);
    assert.equal((await bet(`${span}-3`, '100')).code, 'OK', span);
    await set(member, span === 'day' ? 'month' : 'day', 50);
    assert.equal((await bet(`${span}-4`, '0.01')).code, 'LIMIT_REACHED', span);
  }
});

test('applies a lower limit at once and a higher one after 24 hours and a confirmation', async () => {
  const member = await createMember(database, site);
  assert.deepEqual(await loadLimit(member, 'day'), {
    span: 'day',
    Amount: null,
    used: null,
    endsAt: (await loadLimit(member, 'day'))?.endsAt,
    wish: null,
  });
  assert.equal((await set(member, 'day', 500)).body.message, 'ตั้งวงเงินเล่นเรียบร้อยแล้ว');
  await set(member, 'day', 300.5);
  assert.deepEqual([(await loadLimit(member, 'day'))?.Amount, (await loadLimit(member, 'day'))?.used], [300.5, 0]);
  assert.equal((await confirm(member, 'day')).body.code, 'LIMIT_CHANGE_NOT_FOUND');
  for (const [span, change] of [
    ['day', 1_000],
    ['bet', null],
  ] as const) {
    await set(member, span, 300.5);
    assert.equal((await set(member, span, change)).body.message, 'รับคำขอแล้ว ยืนยันได้เมื่อครบ 24 ชั่วโมง');
    await wait(member.id, '23 hours 59 minutes');
    assert.equal((await confirm(member, span)).body.code, 'LIMIT_TOO_EARLY');
    assert.equal((await loadLimit(member, span))?.Amount, 300.5);
    await wait(member.id, '1 minute');
    assert.equal((await confirm(member, span)).status, 200);
    assert.deepEqual([(await loadLimit(member, span))?.Amount, (await loadLimit(member, span))?.wish], [change, null]);
  }
  await set(member, 'day', 2_000);
  await wait(member.id, '24 hours 1 second');
  await set(member, 'day', 900);
  assert.equal((await confirm(member, 'day')).body.code, 'LIMIT_CHANGE_NOT_FOUND');
});

test('expires a higher limit that is not confirmed within seven days', async () => {
  const member = await createMember(database, site);
  await set(member, 'day', 500);
  await set(member, 'day', null);
  await wait(member.id, '7 days 23 hours 59 minutes');
  const change = (await loadLimit(member, 'day'))?.wish;
  assert.equal(change?.isConfirmable, true);
  assert.equal(Date.parse(change?.confirmUntil ?? '') - Date.parse(change?.confirmFrom ?? ''), 7 * 86_400_000);
  await wait(member.id, '1 minute');
  assert.equal((await loadLimit(member, 'day'))?.wish, null);
  assert.equal((await confirm(member, 'day')).body.code, 'LIMIT_CHANGE_NOT_FOUND');
  assert.equal((await loadLimit(member, 'day'))?.Amount, 500);
  await set(member, 'day', null);
  assert.equal((await confirm(member, 'day')).body.code, 'LIMIT_TOO_EARLY', 'the day begins again');
  await wait(member.id, '24 hours');
  assert.equal((await confirm(member, 'day')).status, 200);
});

for (const amount of [0, -1, 0.005, '500', true, 100_000_000]) {
  test(`rejects ${JSON.stringify(amount)} as a play limit`, async () => {
    const answer = await set(await createMember(database, site), 'bet', amount);
    assert.deepEqual([answer.status, answer.body.code], [422, 'LIMIT_AMOUNT_INVALID']);
  });
}

const placeStake = (member: TestMember, token: string) =>
  ({ playerId: member.playerId, token, gameCode: 'test-slot', currency: 'THB' }) as const;

test('separates limits by member and site and returns the balance', async () => {
  const [one, other] = [
    await createMember(database, site, { money: baht(100) }),
    await createMember(database, site, { money: baht(100) }),
  ];
  await set(one, 'bet', 1);
  for (const [member, code] of [
    [one, 'LIMIT_REACHED'],
    [other, 'OK'],
  ] as const) {
    const stake = placeStake(member, await authenticateSession(app, member));
    const answer = await callWallet(app, 'bet', { ...stake, roundId: 'own', txId: 'own', amount: '2' });
    assert.deepEqual([answer.code, answer['balanceAfter']], [code, code === 'OK' ? '98.0000' : '100.0000']);
  }
});

test('keeps 64 concurrent bets on two servers below a limit that is set meanwhile', async () => {
  const second = await buildTestApp({ database });
  const member = await createMember(database, site, { money: baht(10_000) });
  const stake = placeStake(member, await authenticateSession(app, member));
  // Sent again after a temporary error, as a provider does: on a loaded machine a call may exceed its time limit.
  const bet = async (place: number) => {
    const txId = `rush-${place}`;
    for (;;) {
      const body = { ...stake, roundId: txId, txId, amount: '10' };
      const answer = await callWallet(place % 2 === 0 ? app : second, 'bet', body);
      if (answer.code !== 'TEMPORARY_ERROR') return answer;
    }
  };
  await set(member, 'day', 305);
  const codes = (await Promise.all(Array.from({ length: 64 }, (_, place) => bet(place)))).map(({ code }) => code);
  assert.equal(codes.filter((code) => code === 'OK').length, 30);
  assert.equal(codes.filter((code) => code === 'LIMIT_REACHED').length, 34);
  assert.equal((await getBalances(database, site.id, member.id, { game: chart.game })).game, baht(9_700));

  const other = await createMember(database, site, { money: baht(10_000) });
  const otherStake = placeStake(other, await authenticateSession(app, other));
  const rush = Array.from({ length: 64 }, (_, place) =>
    callWallet(place % 2 === 0 ? app : second, 'bet', {
      ...otherStake,
      roundId: `late-${place}`,
      txId: `late-${place}`,
      amount: '10',
    }),
  );
  await Promise.all([...rush, set(other, 'day', 200)]);
  const { used = 0 } = (await loadLimit(other, 'day')) ?? {};
  const last = await callWallet(app, 'bet', { ...otherStake, roundId: 'last', txId: 'last', amount: '10' });
  assert.equal(last.code, Number(used) + 10 > 200 ? 'LIMIT_REACHED' : 'OK');
  const { game } = await getBalances(database, site.id, other.id, { game: chart.game });
  assert.equal(game, money(baht(10_000) - baht(Number(used)) - (last.code === 'OK' ? baht(10) : 0n)));
  assert.deepEqual([...(await audit(database, site.id)), ...(await auditLimits(database, site.id))], []);
});

test('reports in the audit a counter that differs from the journal and a member without a mark', async () => {
  const member = await createMember(database, site, { money: baht(100) });
  await set(member, 'day', 50);
  const stake = placeStake(member, await authenticateSession(app, member));
  await callWallet(app, 'bet', { ...stake, roundId: 'z', txId: 'z', amount: '10' });
  assert.deepEqual(await auditLimits(database, site.id), []);
  const shift = (by: number) =>
    database.execute(
      sql`update member_loss set loss_e4 = loss_e4 + ${by}::int where site_id = ${site.id} and member_id = ${member.id}`,
    );
  await shift(-1);
  assert.deepEqual(
    (await auditLimits(database)).map(({ rule }) => rule),
    ['a counted loss equals the transfers of its day'],
  );
  await shift(1);
  await database.execute(
    sql`update member set has_play_limits = false where site_id = ${site.id} and member_id = ${member.id}`,
  );
  assert.ok((await auditLimits(database, site.id)).some(({ rule }) => rule === 'a member with play limits is marked'));
  await database.execute(
    sql`update member set has_play_limits = true where site_id = ${site.id} and member_id = ${member.id}`,
  );
  assert.deepEqual(await auditLimits(database, site.id), []);
});
