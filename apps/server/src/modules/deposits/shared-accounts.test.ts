// Two sites with one receiving account: a transfer is credited once, at one site, also under concurrency.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';
import { baht } from '@chaba/money';

import { openOurAccount } from '#testing/bank-commands';
import { NO_SENDER, openBankWorld } from '#testing/bank-world';
import { createMember, createSites, type TestMember } from '#testing/factories';

import { assignDeposit, disputeDeposit, returnDeposit, waitingDeposits } from './deposits.ts';

const database = await testDatabase({ poolSize: 20 });
const { chaba: site, lanna } = await createSites(database);
await openOurAccount(database, site);
await openOurAccount(database, lanna);

test('credits a transfer to an account that two sites share, for a member of either, once', async () => {
  const world = openBankWorld(database);
  const bankAccount = '8887776660';
  const [here, there] = [
    await createMember(database, site, { bankAccount }),
    await createMember(database, lanna, { bankAccount }),
  ];
  // A member of both sites: the feed does not identify the site.
  world.transfer('Shared1', here, '350.00');
  assert.equal(await world.feed('Shared1'), 'unmatched');
  assert.equal(await world.slip('Shared1', there), 'credited');
  assert.equal(await world.slip('Shared1', here), 'DUPLICATE_SLIP');
  assert.deepEqual([await world.game(here), await world.game(there)], [baht(0), baht(350)]);

  world.transfer('Shared2', here, '351.00');
  assert.equal(await world.slip('Shared2', here), 'credited');
  assert.equal(await world.slip('Shared2', there), 'DUPLICATE_SLIP');
  assert.equal(await world.feed('Shared2', { ref: 'shown' }), 'attached');

  const alone = await createMember(database, lanna);
  world.transfer('Shared3', alone, '352.00');
  assert.equal(
    await world.feed('Shared3'),
    'credited',
    'the feed names a member of the site that does not own the account',
  );
  assert.equal(await world.slip('Shared3', alone), 'SLIP_ALREADY_CREDITED');
  assert.deepEqual([await world.game(here), await world.game(alone)], [baht(351), baht(352)]);
  assert.deepEqual(await world.findings(), []);
});

test('credits one transfer once when it is sent to both sites and by the feed at the same moment', async () => {
  const world = openBankWorld(database);
  for (let round = 0; round < 10; round += 1) {
    const bankAccount = `77766655${String(round).padStart(2, '0')}`;
    const [here, there] = [
      await createMember(database, site, { bankAccount }),
      await createMember(database, lanna, { bankAccount }),
    ];
    const name = `Both${round}`;
    world.transfer(name, here, '353.00');
    await Promise.allSettled([
      world.slip(name, here),
      world.feed(name, NO_SENDER),
      world.slip(name, there),
      world.feed(name, NO_SENDER),
    ]);
    assert.equal((await world.game(here)) + (await world.game(there)), baht(353), `round ${round}`);
  }
  assert.deepEqual(await world.findings(), []);
});

test('decides a dispute between members of two sites, from either of them', async () => {
  const world = openBankWorld(database);
  const [here, there] = [await createMember(database, site), await createMember(database, lanna)];
  world.transfer('Across', there, '354.00');
  assert.equal(await world.feed('Across', NO_SENDER), 'unmatched');
  const [listed] = (await waitingDeposits(database, lanna.id)).filter(({ amount }) => amount === baht(354));
  assert.ok(listed, 'the site that shares the account lists it, too');
  const decide = (memberOf: TestMember) =>
    database.transaction((tx) =>
      assignDeposit(tx, {
        siteId: memberOf.siteId,
        depositId: listed.depositId,
        memberId: memberOf.id,
        decidedBy: 'test',
      }),
    );
  await decide(here);
  assert.equal(await world.slip('Across', there), 'SLIP_DISPUTED');
  const [disputed] = (await waitingDeposits(database, site.id)).filter(({ state }) => state === 'disputed').slice(-1);
  assert.deepEqual(
    [disputed?.holder?.memberId, disputed?.isCredited, disputed?.senders.map(({ memberId }) => memberId)],
    [here.id, true, [there.id]],
  );
  assert.deepEqual(await decide(there), {
    state: 'credited',
    takenBack: { siteId: site.id, memberId: here.id, fromWallets: baht(354), owed: 0n },
  });
  assert.deepEqual([await world.game(here), await world.game(there)], [baht(0), baht(354)]);

  const doubt = { siteId: lanna.id, depositId: listed.depositId, decidedBy: 'test' };
  assert.equal(await database.transaction((tx) => disputeDeposit(tx, doubt)), 'disputed');
  assert.deepEqual(await database.transaction((tx) => returnDeposit(tx, doubt)), {
    state: 'returned',
    takenBack: { siteId: lanna.id, memberId: there.id, fromWallets: baht(354), owed: 0n },
  });
  assert.equal(await world.slip('Across', there), 'SLIP_RETURNED');
  assert.deepEqual([await world.game(here), await world.game(there)], [baht(0), baht(0)]);
  assert.deepEqual(await world.findings(), []);
});

test('credits no transfer twice when the feed named another member by the last four digits', async () => {
  const world = openBankWorld(database);
  const named = await createMember(database, site, { bankAccount: '2220004321' });
  world.transfer('Tail', named, '323.00');
  assert.equal(await world.feed('Tail', { name: 'none' }), 'credited');
  // Registered after the line: a member of the same bank with the same digits.
  const later = await createMember(database, site, { bankAccount: '3330004321' });
  assert.equal(await world.slip('Tail', later), 'SLIP_DISPUTED');
  assert.deepEqual([await world.game(named), await world.game(later)], [baht(323), baht(0)]);
});

test('credits once when slips of two members, an operator and the feed meet at the same moment', async () => {
  const world = openBankWorld(database);
  for (let round = 0; round < 10; round += 1) {
    const [owner, other] = [await createMember(database, site), await createMember(database, site)];
    const name = `Meet${round}`;
    world.transfer(name, owner, '355.00');
    assert.equal(await world.feed(name, NO_SENDER), 'unmatched');
    const [waiting] = (await waitingDeposits(database, site.id)).filter(
      ({ amount, state }) => amount === baht(355) && state === 'seen',
    );
    assert.ok(waiting);
    const decision = { siteId: site.id, depositId: waiting.depositId, memberId: other.id, decidedBy: 'test' };
    await Promise.all([
      world.slip(name, owner),
      database.transaction((tx) => assignDeposit(tx, decision)),
      world.feed(name, NO_SENDER),
      world.slip(name, other),
    ]);
    assert.equal((await world.game(owner)) + (await world.game(other)), baht(355), `round ${round}`);
  }
  assert.deepEqual(await world.findings(), []);
});
