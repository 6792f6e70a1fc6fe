// The daily time limit: counted by accepted bets, checked for new bets, never applied to credits.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { launchGame as launchCall } from '@chaba/contract/play';
import { confirmTimeLimit, getTimeLimits, setTimeLimit } from '@chaba/contract/limits';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { launchGame } from '#modules/play';
import { createWalletBatcher } from '#modules/wallet';
import { buildTestApp } from '#testing/build-app';
import { createMember, createSession, type TestMember } from '#testing/factories';
import { withTimeSimulation, part, playing } from '#testing/time-simulation';
import { type Arguments, checkStory, type Commands, type Story } from '#testing/story';
import { callWallet, authenticateSession } from '#testing/wallet-commands';

import { auditLimits, confirmLimit, loadTimeLimit, setLimit } from './limits.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;

const LAUNCH = { ch: 'test', gameCode: 'test-slot', returnTo: '/' } as const;

/** A story of one or two days with a clock that moves only when the story sets it. */
const story = (table: string) =>
  withTimeSimulation(database.ownerUrl, '2026-01-05 10:00', async ({ past, site }) => {
    const batcher = createWalletBatcher(past);
    const stakes = async (story: Story, given: Arguments, operation: 'bet' | 'win') => {
      const { round = 'r', tx = 'no-tx', free } = given.named;
      const made = part(operation, tx, given.amount(1));
      const call = { ...playing(await story.member(given.at(0)), round, site), isRoundClosed: operation === 'win' };
      const response = await batcher.submit(site.id, { ...call, parts: [{ ...made, isFree: free !== undefined }] });
      return response.isDuplicate ? `${response.code} again` : response.code;
    };
    const kept = async (story: Story, given: Arguments) =>
      ({ siteId: site.id, memberId: (await story.member(given.at(0))).id, kind: 'time', span: 'day' }) as const;
    const commands: Commands = {
      /** clock  10:05:00  set: on the first day, or on the date before the time. */
      async clock(_expected, given) {
        const time = given.at(0);
        await past.setTime(new Date(`${time.length > 8 ? time.replace(' ', 'T') : `2026-01-05T${time}`}+07:00`));
        return 'set';
      },
      /** limit  M1  30  set: minutes per day, or none. */
      async limit(story, given) {
        const minutes = given.at(1);
        return setLimit(past, {
          ...(await kept(story, given)),
          amount: minutes === 'none' ? undefined : BigInt(minutes),
        });
      },
      async confirm(story, given) {
        await confirmLimit(past, await kept(story, given));
        return 'confirmed';
      },
      /** played  M1  minutes=3:00 */
      async played(story, given) {
        const { playedMs } = await loadTimeLimit(past, await kept(story, given));
        const seconds = Math.floor((playedMs ?? 0) / 1_000);
        const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
        return { minutes: playedMs === null ? '-' : shown };
      },
      bet: (story, given) => stakes(story, given, 'bet'),
      win: (story, given) => stakes(story, given, 'win'),
      async rollback(story, given) {
        const { tx = 'no-tx', ref = 'no-ref', round = 'r' } = given.named;
        const { operation: _play, ...call } = playing(await story.member(given.at(0)), round, site);
        const undo = { ...call, operation: 'rollback', txId: tx, refTxId: ref, amount: undefined } as const;
        return (await batcher.submit(site.id, undo)).code;
      },
      async tip(story, given) {
        const { operation: _play, ...call } = playing(await story.member(given.at(0)), 'tip', site);
        const tip = { ...call, operation: 'tip', txId: given.named['tx'] ?? 'no-tx', amount: given.amount(1) } as const;
        return (await batcher.submit(site.id, tip)).code;
      },
      async launch(story, given) {
        const { id } = await story.member(given.at(0));
        const token = await createSession(past, site.id, id);
        const sessionId = createHash('sha256').update(token).digest('hex');
        const { isTimed } = await launchGame({ ...app.context, database: past }, site, id, { ...LAUNCH, sessionId });
        return isTimed ? 'timed' : 'opened';
      },
    };
    await checkStory({ database: past, site, commands }, table);
  });

test('counts a bet until the next one, at most five minutes', () =>
  story(`
    give      M1  1000.00                   given
    bet       M1  1.00  tx=a0  round=a0     OK
    played    M1  minutes=-                             // without a limit nothing is counted
    limit     M1  30                        set
    played    M1  minutes=0:00
    clock     10:03:00                      set
    played    M1  minutes=3:00
    bet       M1  1.00  tx=a1  round=a1     OK
    bet       M1  1.00  tx=a2  round=a2     OK          // at the same moment
    clock     10:04:30                      set
    bet       M1  1.00  tx=a3  round=a3     OK
    played    M1  minutes=4:30
    clock     10:20:00                      set
    played    M1  minutes=9:30                          // an absence counts as five minutes
    bet       M1  1.00  tx=a4  round=a4     OK
    clock     10:20:10                      set
    win       M1  1.00  tx=a5  round=a4     OK
    rollback  M1  tx=a6  ref=a3  round=a3   OK
    played    M1  minutes=9:40
    clock     10:22:00                      set
    bet       M1  0.00  tx=a7  round=a7     OK          // a zero stake and a free stake do not count
    bet       M1  5.00  tx=a8  round=a8  free=yes  OK
    clock     11:00:00                      set
    played    M1  minutes=14:30
    tip       M1  1.00  tx=a9               OK
    clock     11:00:30                      set
    played    M1  minutes=15:00
  `));

test('rejects stakes, tips and games after the time limit and accepts credits', () =>
  story(`
    give      M2  1000.00                   given
    launch    M2                            opened
    limit     M2  10                        set
    launch    M2                            timed
    bet       M2  100.00  tx=b1  round=b1   OK
    clock     10:05:00                      set
    bet       M2  100.00  tx=b2  round=b2   OK
    clock     10:09:59                      set
    bet       M2  100.00  tx=b3  round=b3   OK
    clock     10:10:00                      set
    bet       M2  100.00  tx=b4  round=b4   LIMIT_REACHED
    tip       M2  1.00    tx=b5             LIMIT_REACHED
    bet       M2  100.00  tx=b3  round=b3   OK again
    bet       M2  5.00    tx=b6  round=b6  free=yes  OK
    bet       M2  0.00    tx=b7  round=b7   OK
    balance   M2  game=700.00
    win       M2  300.00  tx=b8  round=b1   OK
    rollback  M2  tx=b9  ref=b2  round=b2   OK
    clock     18:00:00                      set
    win       M2  100.00  tx=c1  round=b3   OK
    win       M2  5.00    tx=c2  round=b6   OK
    win       M2  0.00    tx=c3  round=b7   OK
    balance   M2  game=1205.00
    bet       M2  1.00    tx=b4  round=b4   LIMIT_REACHED
    launch    M2                            TIME_LIMIT_REACHED
    clock     23:59:59                      set
    bet       M2  1.00    tx=b4  round=b4   LIMIT_REACHED
    clock     2026-01-06 00:00:00           set
    played    M2  minutes=0:00
    launch    M2                            timed
    bet       M2  1.00    tx=b4  round=b4   OK          // the rejected bet changed nothing
  `));

test('accepts bets of an open round and opens its game for five more minutes', () =>
  story(`
    give      M3  1000.00                   given
    limit     M3  5                         set
    bet       M3  10.00  tx=d1  round=d     OK
    clock     10:04:00                      set
    bet       M3  10.00  tx=d2  round=e     OK
    clock     10:07:00                      set
    bet       M3  10.00  tx=d3  round=f     LIMIT_REACHED
    bet       M3  10.00  tx=d4  round=e     OK
    win       M3  5.00   tx=d5  round=e     OK
    launch    M3                            timed
    clock     10:09:59                      set
    bet       M3  10.00  tx=d6  round=d     OK
    clock     10:10:00                      set
    bet       M3  10.00  tx=d7  round=d     LIMIT_REACHED
    launch    M3                            timed
    win       M3  5.00   tx=d8  round=d     OK
    launch    M3                            TIME_LIMIT_REACHED
    played    M3  minutes=10:00
  `));

test('grants no extra time to a round without a stake of the member', () =>
  story(`
    give      M5  1000.00                   given
    limit     M5  5                         set
    bet       M5  10.00  tx=h0  round=h     OK
    clock     10:05:00                      set
    bet       M5  0.00   tx=h1  round=i     OK
    bet       M5  10.00  tx=h2  round=i     LIMIT_REACHED
    bet       M5  10.00  tx=h3  round=j  free=yes  OK
    bet       M5  10.00  tx=h4  round=j     LIMIT_REACHED
    bet       M5  10.00  tx=h5  round=h     OK
    balance   M5  game=980.00
  `));

test('applies a lower limit at once with today’s play time and a higher one after 24 hours and a confirmation', () =>
  story(`
    give      M4  1000.00                   given
    bet       M4  1.00  tx=g1  round=g1     OK
    clock     10:04:00                      set
    bet       M4  1.00  tx=g2  round=g2     OK
    clock     10:06:00                      set
    limit     M4  60                        set
    played    M4  minutes=6:00
    limit     M4  5                         set
    bet       M4  1.00  tx=g3  round=g3     LIMIT_REACHED
    limit     M4  60                        requested
    bet       M4  1.00  tx=g3  round=g3     LIMIT_REACHED
    confirm   M4                            LIMIT_TOO_EARLY
    limit     M4  5                         set
    confirm   M4                            LIMIT_CHANGE_NOT_FOUND
    limit     M4  none                      requested
    clock     2026-01-06 10:05:59           set
    confirm   M4                            LIMIT_TOO_EARLY
    clock     2026-01-06 10:06:00           set
    bet       M4  1.00  tx=g4  round=g4     OK
    confirm   M4                            confirmed
    played    M4  minutes=-
    clock     2026-01-06 10:08:00           set
    bet       M4  1.00  tx=g5  round=g5     OK
    limit     M4  3                         set         // play time before the limit counts too
    played    M4  minutes=2:00
    clock     2026-01-06 10:09:00           set
    bet       M4  1.00  tx=g6  round=g6     LIMIT_REACHED
  `));

test('counts play after the clock was set back', () =>
  withTimeSimulation(database.ownerUrl, '2026-01-05 12:00', async ({ past, site, member }) => {
    const person = await member({ money: baht(100) });
    const of = { siteId: site.id, memberId: person.id, kind: 'time', span: 'day' } as const;
    await setLimit(past, { ...of, amount: 30n });
    const batcher = createWalletBatcher(past);
    const betAt = async (time: string) => {
      await past.setTime(new Date(`2026-01-05T${time}+07:00`));
      const call = { ...playing(person, time, site), isRoundClosed: false };
      return (await batcher.submit(site.id, { ...call, parts: [part('bet', time, baht(1))] })).code;
    };
    const played = async () => (await loadTimeLimit(past, of)).playedMs;
    assert.deepEqual([await betAt('12:00:00'), await betAt('12:02:00'), await played()], ['OK', 'OK', 120_000]);
    // Transactions of two servers out of order do not set the clock back.
    assert.deepEqual([await betAt('12:01:50'), await betAt('12:02:01'), await played()], ['OK', 'OK', 121_000]);
    assert.deepEqual([await betAt('11:00:00'), await betAt('11:03:00'), await played()], ['OK', 'OK', 301_000]);
  }));

const kept = async (as: TestMember) => (await app.send(getTimeLimits, { as })).body.data.limits[0];
const set = (as: TestMember, minutes: unknown) => app.send(setTimeLimit, { as, body: { span: 'day', minutes } });
const placeStake = (member: TestMember, token: string) =>
  ({ playerId: member.playerId, token, gameCode: 'test-slot', currency: 'THB' }) as const;

test('sets, requests, cancels and confirms a time limit of one member', async () => {
  const member = await createMember(database, site, { money: baht(10) });
  assert.equal((await kept(member))?.minutes, null);
  assert.equal((await set(member, 60)).body.message, 'ตั้งเวลาเล่นเรียบร้อยแล้ว');
  assert.deepEqual([(await kept(member))?.minutes, (await kept(member))?.usedSeconds], [60, 0]);
  assert.equal((await set(member, null)).body.message, 'รับคำขอแล้ว ยืนยันได้เมื่อครบ 24 ชั่วโมง');
  assert.deepEqual([(await kept(member))?.wish?.minutes, (await kept(member))?.wish?.isConfirmable], [null, false]);
  await set(member, 90);
  assert.equal((await kept(member))?.wish?.minutes, 90);
  await database.execute(sql`
    update member_limit set pending_since = pending_since - interval '24 hours' where site_id = ${site.id} and member_id = ${member.id}`);
  assert.equal((await app.send(confirmTimeLimit, { as: member, body: { span: 'day' } })).status, 200);
  assert.deepEqual([(await kept(member))?.minutes, (await kept(member))?.wish], [90, null]);
  assert.equal((await kept(await createMember(database, site)))?.minutes, null);
  const actions = await database.rows<{ action: string; minutes: number | null }>(sql`
    select action, minutes from member_limit_change where site_id = ${site.id} and member_id = ${member.id}
    order by member_limit_change_id`);
  assert.deepEqual(
    actions.map(({ action, minutes }) => `${action} ${minutes ?? 'none'}`),
    ['set 60', 'requested none', 'requested 90', 'confirmed 90'],
  );
});

for (const minutes of [0, -1, 1.5, '30', true, 1_440]) {
  test(`rejects ${JSON.stringify(minutes)} as a time limit`, async () => {
    const answer = await set(await createMember(database, site), minutes);
    assert.deepEqual([answer.status, answer.body.code], [422, 'LIMIT_MINUTES_INVALID']);
  });
}

test('rejects a game launch with the time when play is possible again', async () => {
  const member = await createMember(database, site, { money: baht(10) });
  await set(member, 1);
  await usedUpTo(member, 60_000);
  const body = { ch: 'test', gameType: 'EGAMES', gameCode: 'test-slot' } as const;
  const rejected = await app.send(launchCall, { as: member, body });
  assert.deepEqual([rejected.status, rejected.body.code], [403, 'TIME_LIMIT_REACHED']);
  assert.match(rejected.body.message ?? '', /เล่นได้อีกครั้งพรุ่งนี้ตั้งแต่ 12:00 am/);
});

/** Sets the play time until now; that of tomorrow too, where midnight in Bangkok ends the day meanwhile. */
async function usedUpTo(member: TestMember, playedMs: number): Promise<void> {
  await database.execute(sql`
    insert into member_play_time (site_id, member_id, day, played_ms, last_bet_at)
    select ${site.id}, ${member.id}, (now() at time zone 'Asia/Bangkok')::date + later, ${playedMs}, now()
    from generate_series(0, 1) as later`);
}

test('accepts no concurrent bet after the time limit on two servers', async () => {
  const second = await buildTestApp({ database });
  const rushAtLimit = async () => {
    const member = await createMember(database, site, { money: baht(1_000) });
    const stake = placeStake(member, await authenticateSession(app, member));
    await set(member, 1);
    await usedUpTo(member, 59_500);
    const rush = async (name: string): Promise<string[]> => {
      const bets = Array.from({ length: 16 }, (_, place) => {
        const txId = `${name}-${place}`;
        return callWallet(place % 2 === 0 ? app : second, 'bet', { ...stake, roundId: txId, txId, amount: '0.25' });
      });
      return (await Promise.all(bets)).map(({ code }) => code);
    };
    const codes: string[] = [];
    for (let wave = 0; !codes.includes('LIMIT_REACHED'); wave += 1) codes.push(...(await rush(`wave-${wave}`)));
    return { member, codes, last: await rush('last') };
  };
  // A slow machine may need the half second that is left before the first bet: then it is repeated.
  let rushed = await rushAtLimit();
  while (!rushed.codes.includes('OK')) rushed = await rushAtLimit();
  const { member, codes, last } = rushed;
  assert.deepEqual([...new Set(last)], ['LIMIT_REACHED']);
  assert.deepEqual([...new Set(codes)].sort(), ['LIMIT_REACHED', 'OK']);
  const { delayed, taken } = await database.one<{ delayed: number; taken: number }>(sql`
    select count(*)::int as taken, count(*) filter (where created_at - first_at > interval '500 milliseconds')::int as delayed
    from (select created_at, min(created_at) over () as first_at from ledger_transfer
      where site_id = ${site.id} and owner_id = ${member.id} and reason = 'bet') bets`);
  assert.deepEqual([delayed, taken], [0, codes.filter((code) => code === 'OK').length]);
});

test('counts all bets around a new limit and audits the counter', async () => {
  const second = await buildTestApp({ database });
  const member = await createMember(database, site, { money: baht(1_000) });
  const stake = placeStake(member, await authenticateSession(app, member));
  const rush = Array.from({ length: 64 }, (_, place) =>
    callWallet(place % 2 === 0 ? app : second, 'bet', {
      ...stake,
      roundId: `r${place}`,
      txId: `t${place}`,
      amount: '1',
    }),
  );
  await Promise.all([...rush, set(member, 60)]);
  const own = async () =>
    (await auditLimits(database, site.id)).filter(({ detail }) => detail.startsWith(`member ${member.id}:`));
  assert.deepEqual([...(await audit(database, site.id)), ...(await own())], []);
  const whose = sql`where site_id = ${site.id} and member_id = ${member.id}`;
  const wrong = ['counted time of play equals the bets of its day'];
  await database.execute(sql`update member_play_time set played_ms = played_ms + 1 ${whose}`);
  assert.deepEqual(
    (await own()).map(({ rule }) => rule),
    wrong,
  );
  await database.execute(sql`update member_play_time set played_ms = played_ms - 1 ${whose}`);
  assert.deepEqual(await own(), []);
  await database.execute(sql`delete from member_play_time ${whose}`);
  assert.deepEqual(
    (await own()).map(({ rule }) => rule),
    wrong,
  );
});
