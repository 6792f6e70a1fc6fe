import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';

import { onMemberChanged, publishAfterCommit } from './member-events.ts';
import { publish, subscribe, connectPubSub } from './pubsub.ts';

const database = await testDatabase();

test('delivers a message locally at once and sends queued messages to other processes together', async () => {
  const close = await connectPubSub(database, (error) => assert.fail(String(error)));
  const payloads: string[] = [];
  const allReceived = Promise.withResolvers<void>();
  const stop = await database.listen('chaba_notice', (payload) => {
    if (payload === 'the end') allReceived.resolve();
    else payloads.push(payload);
  });
  const received: string[] = [];
  const unsubscribe = subscribe('colour', {
    onMessage: (subject) => received.push(subject),
    onGap: () => assert.fail('no gap'),
  });
  for (let count = 0; count < 50; count += 1) publish('colour', `red:${count % 2}`);
  assert.equal(received.length, 50);
  await close();
  // Notifications arrive in the order of their commits.
  await database.execute(sql`select pg_notify('chaba_notice', 'the end')`);
  await allReceived.promise;
  assert.equal(payloads.length, 1);
  assert.deepEqual(payloads[0]?.split('\n').slice(1), ['colour:red:0', 'colour:red:1']);
  unsubscribe();
  await stop();
});

test('delivers messages of another process', async () => {
  const close = await connectPubSub(database, (error) => assert.fail(String(error)));
  const received = new Promise<string>((resolve) => {
    subscribe('shape', { onMessage: resolve, onGap: () => undefined });
  });
  await database.execute(sql`select pg_notify('chaba_notice', ${'another-process\nshape:round'})`);
  assert.equal(await received, 'round');
  await close();
});

test('signals a member after the commit and not after a rollback', async () => {
  let signals = 0;
  const stop = onMemberChanged(1, 7n, () => {
    signals += 1;
  });
  await assert.rejects(
    database.transaction(async (tx) => {
      publishAfterCommit(tx, 1, 7n);
      throw new Error('back');
    }),
  );
  assert.equal(signals, 0);
  await database.transaction(async (tx) => publishAfterCommit(tx, 1, 7n));
  assert.equal(signals, 1);
  stop();
});
