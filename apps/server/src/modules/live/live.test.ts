import assert from 'node:assert/strict';
import { test } from 'node:test';

import { liveEvents, liveStream } from '@chaba/contract/live';
import * as members from '@chaba/contract/members';
import { validate } from '@chaba/contract/validation';
import { baht } from '@chaba/money';

import { publishMemberChanged } from '#core/member-events';
import { setMemberLocked } from '#modules/members';
import { changeSite } from '#modules/site';
import { buildTestApp } from '#testing/build-app';
import { createMember, giveMoney, type TestMember } from '#testing/factories';
import { openStream } from '#testing/live-stream';

import { computeReconnectSpread } from './live.routes.ts';

const app = await buildTestApp();
const address = await app.listen();

const open = (member: TestMember, lastEventId?: string) => openStream(address, member, lastEventId);

test('sends the wallet at once and again after money moved', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(100) });
  const stream = await open(member);
  assert.match(stream.response.headers.get('content-type') ?? '', /text\/event-stream/);
  assert.match(stream.response.headers.get('cache-control') ?? '', /no-store/);
  const first = await stream.next();
  assert.deepEqual([first?.event, first?.data.balance], ['wallet', 100]);
  assert.ok(validate(liveEvents.wallet, first?.data).ok);

  await giveMoney(app.database, member, baht(50));
  for (let count = 0; count < 20; count += 1) publishMemberChanged(member.siteId, member.id);
  const second = await stream.next();
  assert.deepEqual([second?.event, second?.data.balance], ['wallet', 150]);
  assert.ok(Number(second?.id) >= Number(first?.id));
  stream.close();

  const back = await open(member, second?.id);
  assert.equal((await back.next())?.data.balance, 150);
  back.close();
});

test('sends changes that leave the wallet unchanged', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(100) });
  const stream = await open(member);
  await stream.next();
  publishMemberChanged(member.siteId, member.id);
  const again = await stream.next();
  assert.deepEqual([again?.event, again?.data.balance], ['wallet', 100]);
  stream.close();
});

test('rejects anonymous streams and sends only the member’s own changes', async () => {
  const member = await createMember(app.database, app.chaba);
  const other = await createMember(app.database, app.chaba);
  const rejected = await fetch(address + liveStream.path, { headers: { 'api-key': member.apiKey } });
  assert.equal(rejected.status, 401);
  await rejected.body?.cancel();

  const stream = await open(member);
  await stream.next();
  await giveMoney(app.database, other, baht(10));
  publishMemberChanged(other.siteId, other.id);
  await giveMoney(app.database, member, baht(20));
  publishMemberChanged(member.siteId, member.id);
  assert.equal((await stream.next())?.data.balance, 20);
  stream.close();
});

test('ends the stream when the member signs out or is locked, or the site closes', async () => {
  const signedOut = await createMember(app.database, app.chaba);
  const one = await open(signedOut);
  await one.next();
  await app.send(members.logout, { as: signedOut });
  const bye = await one.next();
  assert.deepEqual([bye?.event, bye?.data.reason], ['bye', 'SESSION_EXPIRED']);
  assert.equal(await one.next(), undefined);

  const locked = await createMember(app.database, app.chaba);
  const two = await open(locked);
  await two.next();
  await app.database.transaction((tx) => setMemberLocked(tx, locked.siteId, locked.id, true));
  assert.equal((await two.next())?.data.reason, 'MEMBER_LOCKED');
  assert.equal((await app.send(members.getBalance, { as: locked })).body.code, 'MEMBER_LOCKED');

  const visitor = await createMember(app.database, app.lanna);
  await app.database.owner.transaction((tx) => changeSite(tx, app.lanna.id, { isInMaintenance: true }));
  const closed = await fetch(address + liveStream.path, {
    headers: { 'api-key': visitor.apiKey, 'api-auth': visitor.token },
  });
  assert.equal(closed.status, 503);
  await closed.body?.cancel();
});

test('ends the oldest of seven streams of one member', async () => {
  const member = await createMember(app.database, app.chaba);
  const streams = [];
  for (let count = 0; count < 7; count += 1) {
    const stream = await open(member);
    await stream.next();
    streams.push(stream);
  }
  assert.equal((await streams[0]?.next())?.event, 'bye');
  for (const stream of streams) stream.close();
});

test('spreads reconnects over 5 to 20 s, at 250 a second', () => {
  assert.deepEqual([0, 500, 2_000, 5_000, 50_000].map(computeReconnectSpread), [5_000, 5_000, 8_000, 20_000, 20_000]);
});
