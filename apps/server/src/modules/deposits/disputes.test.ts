// A transfer credited to one member and proven by another, or returned and proven: nothing is credited twice; an
// operator decides.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql, type Transaction } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { getHouseBalance, postTransfers } from '@chaba/ledger';
import { baht, subtract } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { ensurePromotion, findOpenBonus } from '#modules/promotions';
import { addTurnoverRequirement, loadTurnover } from '#modules/requirements';
import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { NO_SENDER, openBankWorld } from '#testing/bank-world';
import { createMember, createSites } from '#testing/factories';
import { checkStory, type Commands, storyAmount } from '#testing/story';

import { assignDeposit, waitingDeposits } from './deposits.ts';

const database = await testDatabase({ poolSize: 20 });
const { chaba: site } = await createSites(database);
await openOurAccount(database, site);

/** A sender as the feed with the fewest fields shows it. */
const UNKNOWN_SENDER = 'tail=none  name=none  bank=unknown';

const memberCommands: Commands = {
  /** spend  M1  100.00  spent: a lost bet. */
  async spend(story, given) {
    const { id: ownerId } = await story.member(given.at(0));
    const lost = { ownerId, from: chart.game, to: chart.tips, amount: given.amount(1), reason: 'spent' };
    await database.transaction((tx) =>
      postTransfers(tx, site.id, [{ ...lost, key: `test:spend:${ownerId}:${given.at(1)}` }]),
    );
    return 'spent';
  },
  async turnover(story, given) {
    const { id } = await story.member(given.at(0));
    const { remaining } = await loadTurnover(database, site.id, id);
    return { remaining: storyAmount(remaining) };
  },
  async cap(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const line = { memberId, source: 'ITEMCODE', required: baht(100), withdrawCap: given.amount(1) } as const;
    await database.transaction((tx) =>
      addTurnoverRequirement(tx, site.id, { ...line, causeId: `test:cap:${memberId}` }),
    );
    return 'capped';
  },
};

async function checkTable(table: string): Promise<void> {
  const bank = openTestBank(database);
  const before = await getHouseBalance(database, site.id, chart.unmatched);
  const commands: Commands = {
    ...bankCommands(bank),
    ...memberCommands,
    unmatched: async () => ({
      amount: storyAmount(subtract(await getHouseBalance(database, site.id, chart.unmatched), before)),
    }),
  };
  await checkStory({ database, site, commands }, table);
}

test('credits no transfer twice when another member proves a transfer that an operator credited', async () => {
  await checkTable(`
    transfer  B1  from=M1  amount=320.00           made
    feed      B1  ${UNKNOWN_SENDER}                        unmatched
    attach    B1  M2                               credited
    slip      M1  B1                               SLIP_DISPUTED
    slip      M1  B1                               SLIP_DISPUTED
    movement  B1  state=disputed  reason=PROVEN_BY_ANOTHER
    slips     M1  states=disputed  codes=SLIP_DISPUTED
    slip      M3  B1                               DUPLICATE_SLIP     // another member sends the same slip
    balance   M1  game=0.00
    balance   M2  game=320.00
  `);
});

test('credits no transfer twice when the same member proves a transfer that an operator credited', async () => {
  await checkTable(`
    transfer  B2  from=M1  amount=321.00           made
    feed      B2  ${UNKNOWN_SENDER}                        unmatched
    attach    B2  M1                               credited
    slip      M1  B2                               SLIP_ALREADY_CREDITED
    balance   M1  game=321.00
    movement  B2  state=credited
  `);
});

test('credits nothing for a slip of a transfer that an operator returned', async () => {
  await checkTable(`
    transfer  B3  from=M1  amount=322.00           made
    feed      B3  ${UNKNOWN_SENDER}                        unmatched
    send-back  B3                                  returned
    slip      M1  B3                               SLIP_DISPUTED
    balance   M1  game=0.00
    send-back  B3                                  returned           // it stays returned
    slip      M1  B3                               SLIP_RETURNED
    slips     M1  states=refused  codes=SLIP_RETURNED
    transfer  B4  from=M1  amount=322.50           made
    feed      B4  ref=shown  tail=none  name=none   unmatched
    send-back  B4                                  returned
    slip      M1  B4                               SLIP_RETURNED      // the reference leaves no doubt
    transfer  B5  from=M1  amount=322.75           made
    feed      B5  ${UNKNOWN_SENDER}                        unmatched
    send-back  B5                                  returned
    slip      M1  B5                               SLIP_DISPUTED
    attach    B5  M1                               credited           // the return never left the bank
    balance   M1  game=322.75
    slips     M1  states=credited,refused,refused
  `);
});

test('credits a disputed transfer to the member who proved it, and the amount that the other member spent becomes debt', async () => {
  await checkTable(`
    transfer  C1  from=M1  amount=400.00           made
    feed      C1  ${UNKNOWN_SENDER}                        unmatched
    attach    C1  M2                               credited
    spend     M2  150.00                           spent
    slip      M1  C1                               SLIP_DISPUTED
    attach    C1  M1                               credited
    balance   M1  game=400.00
    balance   M2  game=0.00  receivable=-150.00
    turnover  M1  remaining=400.00
    turnover  M2  remaining=0.00
    slips     M1  states=credited
    attach    C1  M2                               not_waiting
    transfer  C2  from=M2  amount=500.00           made
    slip      M2  C2                               credited
    balance   M2  game=350.00  receivable=0.00
  `);
});

test('keeps a disputed credit when an operator separates the other member’s slip', async () => {
  await checkTable(`
    transfer  C3  from=M1  amount=401.00           made
    transfer  C4  from=M2  amount=401.00           made
    feed      C4  ${UNKNOWN_SENDER}                        unmatched
    attach    C4  M2                               credited
    slip      M1  C3                               SLIP_DISPUTED
    attach    C3  M2                               confirmed
    balance   M1  game=0.00
    balance   M2  game=401.00
    unmatched  amount=401.00
    slips     M1  states=review  codes=SLIP_UNDER_REVIEW
    slip      M1  C3                               SLIP_UNDER_REVIEW
    attach    C3  M1                               credited
    balance   M1  game=401.00
    unmatched  amount=0.00
  `);
});

test('ends a dispute when the credited member also proves the line', async () => {
  await checkTable(`
    transfer  C5  from=M1  amount=402.00           made
    transfer  C6  from=M2  amount=402.00           made
    feed      C6  ${UNKNOWN_SENDER}                        unmatched
    attach    C6  M2                               credited
    slip      M1  C5                               SLIP_DISPUTED
    slip      M2  C6                               SLIP_ALREADY_CREDITED
    movement  C6  state=credited  reason=PROVEN_BY_HOLDER
    movement  C5  state=claimed  reason=SPLIT_FROM_DISPUTE
    slips     M1  states=review
    balance   M1  game=0.00
    balance   M2  game=402.00
    feed      C5  line=LC5  ${UNKNOWN_SENDER}              attached
    attach    C5  M1                               credited
    balance   M1  game=402.00
    unmatched  amount=0.00
  `);
});

test('debits a disputed credit and returns the money', async () => {
  await checkTable(`
    transfer  C7  from=M1  amount=403.00           made
    feed      C7  ${UNKNOWN_SENDER}                        unmatched
    attach    C7  M2                               credited
    spend     M2  3.00                             spent
    dispute   C7                                   disputed
    dispute   C7                                   not_decided
    send-back  C7                                  returned
    balance   M2  game=0.00  receivable=-3.00
    slip      M1  C7                               SLIP_DISPUTED
    send-back  C7                                  returned
    balance   M1  game=0.00
    unmatched  amount=0.00
  `);
});

test('debits a parked deposit from the main wallet', async () => {
  await checkTable(`
    give      M2  50.00                            given
    cap       M2  1000.00                          capped
    transfer  C8  from=M1  amount=404.00           made
    feed      C8  ${UNKNOWN_SENDER}                        unmatched
    attach    C8  M2                               parked
    slip      M1  C8                               SLIP_DISPUTED
    attach    C8  M1                               credited
    balance   M1  game=404.00
    balance   M2  main=0.00  game=50.00  receivable=0.00
  `);
});

/** Rolls a transaction back with the result decided in it. */
class DecisionRollback extends Error {
  constructor(outcome: unknown) {
    super(JSON.stringify(outcome));
  }
}

test('revokes the bonus together with its deposit once no bet on it is open', async () => {
  await database.transaction((tx) =>
    ensurePromotion(tx, site.id, {
      id: 'double',
      usable: 'always',
      title: 'double',
      imageUrl: '',
      minimumDeposit: baht(100),
      turnover: { unit: 'times', hundredths: 300 },
      bonusMax: { unit: 'baht', amount: baht(1_000) },
      withdrawMax: { unit: 'baht', amount: baht(0) },
      bonus: { kind: 'percent', basisPoints: 10_000 },
      sortOrder: 0,
    }),
  );
  const [owner, wrong] = [
    await createMember(database, site),
    await createMember(database, site, { acceptsBonus: true }),
  ];
  const world = openBankWorld(database);
  world.transfer('Bonus', owner, '200.00');
  assert.equal(await world.feed('Bonus', NO_SENDER), 'unmatched');
  const [waiting] = (await waitingDeposits(database, site.id)).filter(({ amount }) => amount === baht(200));
  assert.ok(waiting);
  const decision = { siteId: site.id, depositId: waiting.depositId, decidedBy: 'test' };
  await database.transaction((tx) => assignDeposit(tx, { ...decision, memberId: wrong.id }));
  assert.deepEqual(await world.game(wrong), baht(400));
  assert.equal(await world.slip('Bonus', owner), 'SLIP_DISPUTED');

  const attach = (tx: Transaction) => assignDeposit(tx, { ...decision, memberId: owner.id });
  // An open round, rolled back with the transaction.
  const whilePlaying = database.transaction(async (tx) => {
    await tx.execute(sql`
      insert into game_round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4, bets)
      values (${site.id}, ${wrong.id}, 'test', 'open', 'test-slot', 'open', 0, 0, 0, '[{"state":"open"}]')`);
    throw new DecisionRollback(await attach(tx));
  });
  await assert.rejects(whilePlaying, new DecisionRollback('bet_open'));
  assert.deepEqual([await world.game(owner), await world.game(wrong)], [baht(0), baht(400)]);
  await database.transaction(attach);
  assert.deepEqual([await world.game(owner), await world.game(wrong)], [baht(200), baht(0)]);
  assert.equal((await findOpenBonus(database, site.id, wrong.id))?.state, undefined);
  assert.equal((await loadTurnover(database, site.id, wrong.id)).remaining, 0n);
  assert.deepEqual(await world.findings(), []);
});
