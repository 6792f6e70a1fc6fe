// A provider's day against our records: every kind of difference is reported, and midnight, a delayed feed or a
// repeated page cause none. The commands are in day-stories.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { parseProviderAmount } from '@chaba/money';

import { listComparedProviders } from '#modules/providers';
import { comparing, database, daysAgo, feed, noon, setDown, site, storyOfADay } from '#testing/day-stories';

import { reconcileDay, compareDueDays, type Comparing, comparisons } from './reconciliation.ts';

const begun = `
    give      M1  1000.00                                          given
    session   M1                                                   OK`;

test('finds no difference in a day of all operations', () =>
  storyOfADay(`${begun}
    bet       M1  20.00  tx=b1  round=r1                           OK
    win       M1  30.00  tx=w1  round=r1  ref=b1  closed=yes       OK
    betwin    M1  5.00  7.50  round=r2                             OK
    bet       M1  4.00  tx=b3  round=r3                            OK         // two bets, one of them cancelled
    bet       M1  6.00  tx=b4  round=r3                            OK
    rollback  M1  ref=b4  tx=x4  round=r3                          OK
    win       M1  0.00  tx=w3  round=r3  ref=b3  closed=yes        OK
    rollback  M1  ref=never  tx=x5  round=r5                       OK         // a bet that never arrived
    bet       M1  10.00  tx=b6  round=r6                           OK         // a win that was wrong, and another one
    win       M1  50.00  tx=w6  round=r6  ref=b6                   OK
    rollback  M1  ref=w6  tx=x6  round=r6                          OK
    win       M1  5.00  tx=v6  round=r6  ref=b6                    OK
    end       M1  round=r6                                         OK
    bet       M1  10.00  tx=b7  round=r7                           OK
    win       M1  10.00  tx=w7  round=r7  ref=b7  closed=yes       OK
    adjust    M1  12.25  tx=a7  ref=w7  round=r7                   OK
    award     M1  100.00  tx=g1                                    OK
    tip       M1  3.00  tx=t1                                      OK
    bet       M1  50.00  tx=f1  round=r8  free=yes                 OK         // granted: no money
    win       M1  2.00  tx=f2  round=r8  ref=f1  closed=yes        OK
    bet       M1  9.00  tx=o1  round=r9                            OK         // open, and reported
    bet       M1  9.50  tx=o2  round=r10  feed=no                  OK         // open, and not reported: its round is queried
    day       differences=0  elsewhere=0/0
    sums      bet   theirs=58.0000  ours=58.0000
    sums      win   theirs=54.5000  ours=54.5000
    sums      adjust  theirs=12.2500  ours=12.2500
    sums      award  theirs=100.0000  ours=100.0000
    sums      tip   theirs=3.0000  ours=3.0000
  `));

test('names every kind of difference', () =>
  storyOfADay(`${begun}
    bet       M1  1.00  tx=b1  round=q1                            OK
    win       M1  1.00  tx=w1  round=q1  ref=b1  closed=yes        OK
    bet       M1  1.00  tx=b2  round=q2                            OK
    win       M1  1.00  tx=w2  round=q2  ref=b2  closed=yes        OK
    award     M1  5.00  tx=g2                                      OK
    tip       M1  2.00  tx=t2                                      OK
    adjust    M1  1.50  tx=a2  ref=w2  round=q2                    OK
    bet       M1  7.00  tx=b3  round=q3                            OK
    win       M1  8.00  tx=w3  round=q3  ref=b3  closed=yes        OK
    bet       M1  3.00  tx=b4  round=q4                            OK
    rollback  M1  ref=b4  tx=x4  round=q4                          OK
    rollback  M1  ref=never  tx=x5  round=q5                       OK
    day       differences=0
    list      M1  bet  1.00  tx=z1  round=z                        done
    list      M1  award  6.00  tx=z2                               done
    list      M1  tip  1.00  tx=z3                                 done
    list      M1  adjust  1.00  tx=z4  ref=w1  round=q1            done
    list      M1  rollback  1.00  tx=z5  ref=w1  round=q1          done
    removes   w1                                                   removed
    removes   g2                                                   removed
    removes   t2                                                   removed
    removes   a2                                                   removed
    edit      b1  amount=1.0001                                    done
    edit      b2  round=q9                                         done
    edit      w2  ref=b1                                           done
    edit      b3  game=test-table                                  done
    edit      w3  cancelled=yes                                    done
    removes   x4                                                   removed
    list      M1  bet  9.00  tx=never  round=q5                    done
    removes   x5                                                   removed
    day       differences=16
    differs   w1                                                   missing there - 1.0000
    differs   z1                                                   missing here 1.0000 -
    differs   z2                                                   missing here 6.0000 -
    differs   z3                                                   missing here 1.0000 -
    differs   z4                                                   missing here 1.0000 -
    differs   z5                                                   missing here 1.0000 -
    differs   g2                                                   missing there - 5.0000
    differs   t2                                                   missing there - 2.0000
    differs   a2                                                   missing there - 1.5000
    differs   b1                                                   amount 1.0001 1.0000
    differs   b2                                                   round q9 q2
    differs   w2                                                   reference b1 b2
    differs   b3                                                   game test-table test-slot
    differs   w3                                                   cancelled there - 8.0000
    differs   b4                                                   cancelled here 3.0000 -
    differs   never                                                cancelled here 9.0000 -
  `));

test('names a different operation, member and free stake', () =>
  storyOfADay(`${begun}
    give      M2  100.00                                           given
    session   M2                                                   OK
    tip       M1  2.00  tx=t1  round=q1                            OK
    bet       M2  4.00  tx=b2  round=q2                            OK
    win       M2  0.00  tx=w2  round=q2  ref=b2  closed=yes        OK
    bet       M1  4.00  tx=b3  round=q3  free=yes                  OK
    win       M1  0.00  tx=w3  round=q3  ref=b3                    OK
    bet       M1  1.00  tx=b4  round=q4                            OK
    edit      t1  operation=bet                                    done
    edit      b2  member=M1                                        done
    edit      b3  free=no                                          done
    list      M1  endRound  0.00  round=q4                         done
    day       differences=4
    differs   t1                                                   operation bet tip
    differs   b3                                                   amount 4.0000 0.0000
  `));

test('reports a rejected held payout as a difference and a pending one as none', () =>
  storyOfADay(`${begun}
    cap       100.00                                               done
    bet       M1  10.00  tx=b1  round=h1                           OK
    win       M1  150.00  tx=w1  round=h1  ref=b1  closed=yes      OK
    bet       M1  10.00  tx=b2  round=h2                           OK
    win       M1  160.00  tx=w2  round=h2  ref=b2  closed=yes      OK
    day       differences=0
    decide    w2  refused                                          refused
    decide    w1  released                                         released
    day       differences=1
    differs   w2                                                   refused here 160.0000 -
    cap       1000000.00                                           done
  `));

test('reports an orphan win by its state until it is applied', () =>
  storyOfADay(`${begun}
    win       M1  4.00  tx=w1  round=p1  ref=b1  closed=yes        BET_NOT_FOUND
    list      M1  win  4.00  tx=w1  round=p1  ref=b1  closed=yes   done
    day       differences=1
    differs   w1                                                   waits here 4.0000 -
    bet       M1  4.00  tx=b1  round=p1                            OK
    win       M1  4.00  tx=w1  round=p1  ref=b1  closed=yes  feed=no  OK
    day       differences=0
    win       M1  5.00  tx=w2  round=p2  ref=b2  closed=yes        BET_NOT_FOUND
    list      M1  win  5.00  tx=w2  round=p2  ref=b2               done
    later                                                          passed
    day       differences=1
    differs   w2                                                   given up here 5.0000 -
  `));

test('counts a transaction beyond midnight on one side without a difference', () =>
  storyOfADay(`${begun}
    bet       M1  10.00  tx=b1  round=r1                           OK
    win       M1  0.00  tx=w1  round=r1  ref=b1  closed=yes        OK
    bet       M1  10.00  tx=b2  round=r2                           OK
    rollback  M1  ref=b2  tx=x2  round=r2                          OK
    at        b1  23:59:58                                         moved
    at        w1  23:59:59                                         moved
    feedAt    b1  23:59:59                                         moved
    feedAt    w1  +00:00:01                                        moved
    at        b2  23:59:59                                         moved
    feedAt    b2  23:59:59                                         moved
    at        x2  +00:00:01                                        moved
    feedAt    x2  +00:00:02                                        moved
    day       differences=0  theirs=1  ours=2  elsewhere=0/1
    day       on=after  differences=0  theirs=2  ours=1  elsewhere=1/0
  `));

test('queries the round of a missing bet before it reports a difference', () =>
  storyOfADay(`${begun}
    bet       M1  10.00  tx=b1  round=s1                           OK
    win       M1  25.00  tx=w1  round=s1  ref=b1  closed=yes       OK
    bet       M1  10.00  tx=b2  round=s2                           OK
    win       M1  30.00  tx=w2  round=s2  ref=b2                   OK
    rollback  M1  ref=w2  tx=x2  round=s2                          OK
    bet       M1  10.00  tx=b3  round=s3                           OK
    win       M1  1.00  tx=w3  round=s3  ref=b3  closed=yes        OK
    bet       M1  10.00  tx=b4  round=s4                           OK
    win       M1  1.00  tx=w4  round=s4  ref=b4  closed=yes        OK
    roundAt   b1  40                                               later
    roundAt   w1  40                                               later
    roundAt   x2  15                                               later
    roundAt   w3  -24.5                                            later      // within the feed's span, and not in it
    edit      w4  amount=2.00                                      done
    roundAt   w4  40                                               later
    day       differences=2
    differs   w3                                                   missing there - 1.0000
    differs   w4                                                   amount 2.0000 1.0000
  `));

test('counts repeated lines of a feed once and compares changed ones', async () => {
  await storyOfADay(`${begun}
    bet       M1  10.00  tx=b1  round=r1                           OK
    win       M1  0.00  tx=w1  round=r1  ref=b1  closed=yes        OK
    feed      twice                                                set
    day       differences=0  theirs=2  ours=2  twice=2
    feed      otherwise                                            set
    day       differences=2  twice=0
    differs   b1                                                   amount 10.0001 10.0000
    differs   w1                                                   amount 0.0001 0.0000
  `);
});

test('retries a day whose feed fails, ends early or repeats itself', async () => {
  await storyOfADay(`${begun}
    bet       M1  10.00  tx=b1  round=r1                           OK
    win       M1  0.00  tx=w1  round=r1  ref=b1  closed=yes        OK
    feed      failing                                              set
    day       connection lost
    feed      late                                                 set
    day       the feed of the provider is incomplete
    feed      circling                                             set
    day       the feed of the provider has no end
    feed      complete                                             set
    day       differences=0
  `);
});

test('compares an unfinished day up to the end of its feed', () =>
  storyOfADay(`${begun}
    bet       M1  10.00  tx=b1  round=r1                           OK
    win       M1  5.00  tx=w1  round=r1  ref=b1  closed=yes        OK
    bet       M1  10.00  tx=b2  round=r2                           OK
    win       M1  5.00  tx=w2  round=r2  ref=b2  closed=yes        OK
    at        b1  +00:30:00                                        moved
    at        w1  +00:30:00                                        moved
    at        b2  +01:30:00                                        moved
    at        w2  +01:30:00                                        moved
    feedAt    b1  +00:30:00                                        moved
    feedAt    w1  +00:30:00                                        moved
    removes   b2                                                   removed
    removes   w2                                                   removed
    feed      untilOne                                             set
    day       on=after  differences=0  theirs=2  ours=2
    feed      complete                                             set
    day       on=after  differences=2  theirs=2  ours=4
  `));

test('reports a late cancellation on the day of the rollback unless both sides cancelled', () =>
  storyOfADay(`${begun}
    bet       M1  10.00  tx=b1  round=r1                           OK         // the operator voids it, and the provider counts it
    bet       M1  10.00  tx=b2  round=r2                           OK         // the provider’s records lack their rollback
    win       M1  30.00  tx=w2  round=r2  ref=b2  closed=yes       OK
    bet       M1  10.00  tx=b3  round=r3                           OK         // an operator voids it, and the provider no longer counts it
    bet       M1  10.00  tx=b4  round=r4  feed=no                  OK         // an operator voids it, and the provider never had it
    bet       M1  10.00  tx=b5  round=r5                           OK         // reported
    day       differences=0
    rollback  M1  ref=b1  tx=operator-void:b1  round=r1  feed=no   OK
    rollback  M1  ref=w2  tx=x2  round=r2  feed=no                 OK
    rollback  M1  ref=b3  tx=operator-void:b3  round=r3  feed=no   OK
    edit      b3  cancelled=yes                                    done
    rollback  M1  ref=b4  tx=operator-void:b4  round=r4  feed=no   OK
    rollback  M1  ref=b5  tx=x5  round=r5                          OK
    at        operator-void:b1  +00:30:00                          moved
    at        x2  +00:30:00                                        moved
    at        operator-void:b3  +00:30:00                          moved
    at        operator-void:b4  +00:30:00                          moved
    at        x5  +00:30:00                                        moved
    feedAt    x5  +00:30:00                                        moved
    feed      complete                                             set
    day       on=after  differences=2  theirs=1  ours=3
    differs   operator-void:b1                                     missing there - 10.0000
    differs   x2                                                   missing there - 30.0000
  `));

test('keeps a difference whose round cannot be queried', () =>
  storyOfADay(`${begun}
    bet       M1  10.00  tx=b1  round=r1                           OK
    win       M1  5.00  tx=w1  round=r1  ref=b1  closed=yes        OK
    bet       M1  10.00  tx=b2  round=r2                           OK
    win       M1  5.00  tx=w2  round=r2  ref=b2  closed=yes        OK
    roundAt   w1  40                                               later
    roundAt   w2  40                                               later
    silent    r1                                                   silent
    day       differences=1
    differs   w1                                                   missing there - 5.0000
  `));

test('compares finished days by a job, again while they differ, and records failures', async () => {
  feed.length = 0;
  const reportOf = async (wanted: string) => (await comparisons(database, site.id)).find((made) => made.day === wanted);
  const age = (wanted: string, hours: number) =>
    database.execute(sql`
      update reconciliation set compared_at = ((day + 1)::timestamp + make_interval(hours => ${hours}::int)) at time zone 'Asia/Bangkok'
      where day = ${wanted}::date`);
  // The job begins at an operator's report of four days ago and compares the days since then.
  await reconcileDay(comparing, daysAgo(3));
  setDown(true);
  await compareDueDays(comparing);
  assert.equal((await reportOf(daysAgo(2)))?.failure, 'connection lost');
  assert.equal((await reportOf(daysAgo(3)))?.failure, undefined);
  setDown(false);
  await compareDueDays(comparing);
  assert.deepEqual(
    [(await reportOf(daysAgo(2)))?.failure, (await reportOf(daysAgo(1)))?.failure],
    [undefined, undefined],
  );

  // A day that differed an hour after its end is compared again, as is a day that an operator compared before its end.
  const lost = { operation: 'tip', txId: 'lost', refTxId: '', roundId: '', gameCode: '', playerId: 'nobody' } as const;
  const line = { ...lost, amount: parseProviderAmount('1'), isFree: false, isRoundClosed: false, isCancelled: false };
  feed.push({ ...line, at: new Date(noon.getTime() - 86_400_000) });
  await age(daysAgo(1), -5);
  setDown(true);
  await compareDueDays(comparing);
  assert.equal(
    (await reportOf(daysAgo(1)))?.failure,
    'connection lost',
    'a comparison before the end of the day does not count',
  );
  setDown(false);
  await compareDueDays(comparing);
  assert.equal((await reportOf(daysAgo(1)))?.discrepancyCount, 1);
  feed.length = 0;
  await compareDueDays(comparing);
  assert.equal((await reportOf(daysAgo(1)))?.discrepancyCount, 1, 'not compared again within the interval');
  await age(daysAgo(1), 2);
  await compareDueDays(comparing);
  assert.equal((await reportOf(daysAgo(1)))?.discrepancyCount, 0);
});

test('compares a day again after an operator rejects its payout', () =>
  storyOfADay(`${begun}
    cap       100.00                                               done
    bet       M1  10.00  tx=b1  round=h1                           OK
    win       M1  150.00  tx=w1  round=h1  ref=b1  closed=yes      OK
    at        b1  -21:00:00                                        moved
    feedAt    b1  -21:00:00                                        moved
    at        w1  -22:00:00                                        moved
    feedAt    w1  -22:00:00                                        moved
    day       on=before  differences=0  theirs=2
    decide    w1  refused                                          refused
    due       differences=1
    cap       1000000.00                                           done
  `));

test('records an unexpected failure of a day and compares the next', async () => {
  await database.owner.execute(sql`delete from reconciliation`);
  await reconcileDay(comparing, daysAgo(3));
  let isFirst = true;
  const transactions: Comparing['calls']['transactions'] = (...span) => {
    if (!isFirst) return comparing.calls.transactions(...span);
    isFirst = false;
    return Promise.reject(new Error('odd'));
  };
  await assert.rejects(compareDueDays({ ...comparing, calls: { ...comparing.calls, transactions } }), /odd/);
  const made = await comparisons(database, site.id);
  const toErrorResponse = (day: string) => made.find((each) => each.day === day)?.failure ?? 'none';
  assert.deepEqual([toErrorResponse(daysAgo(2)), toErrorResponse(daysAgo(1))], ['Error: odd', 'none']);
  assert.ok(made.some(({ day }) => day === daysAgo(1)));
});

test('compares every provider of the lobby, and Hub88', () => {
  const compared = listComparedProviders(site);
  assert.deepEqual(compared, [...site.catalogue.lobby.map(({ ch }) => ch), 'hub88']);
});
