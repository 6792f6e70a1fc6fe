import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { baht } from '@chaba/money';

import { addTurnoverRequirement } from '#modules/requirements';
import { recordPlayBreak } from '#modules/play-breaks';
import { requestWithdrawal } from '#modules/withdrawals';
import { buildTestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { createMember } from '#testing/factories';
import { checkStory, type Commands, storyAmount } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { computeWithdrawCap, computeWorth, isUnsettled, loadPosition, type PositionRequirement } from './position.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;

const commands: Commands = {
  ...walletCommands(app),
  ...operatorCommands(app),
  async position(story, given) {
    const position = await loadPosition(database, site.id, (await story.member(given.at(0))).id);
    const { playable, inPlay, winsHeld, leaving, parked, requirements } = position;
    return {
      playable: storyAmount(playable),
      rounds: String(inPlay.openRounds),
      own: storyAmount(inPlay.own),
      bonus: storyAmount(inPlay.bonus),
      held: storyAmount(winsHeld.held),
      orphans: String(winsHeld.orphanCount),
      leaving: leaving ? `${storyAmount(leaving.amount)} ${leaving.state}` : 'no',
      main: storyAmount(parked.main),
      lines: String(requirements.length),
      worth: storyAmount(computeWorth(position)),
      unsettled: String(isUnsettled(position)),
    };
  },
  async withdraw(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const request = { siteId: site.id, memberId, amount: given.amount(1), idempotencyKey: 'w' };
    return (await requestWithdrawal(database, request)).state;
  },
};
const story = (table: string) => checkStory({ database, site, commands }, table);

test('contains every place where the money of a member is', () =>
  story(`
    position  M1  playable=0.00  rounds=0  worth=0.00  unsettled=false  leaving=no  lines=0
    give      M1  1000.00                       given
    session   M1                                OK
    bet       M1  100.00  tx=a1  round=a        OK
    position  M1  playable=900.00  rounds=1  own=100.00  bonus=0.00  worth=1000.00  unsettled=true
    cap       500.00                            done
    win       M1  600.00  tx=a2  round=a  closed=yes  OK
    position  M1  playable=900.00  rounds=0  own=0.00  held=600.00  worth=1500.00  unsettled=true
    decide    a2  released                      released
    withdraw  M1  200.00                        approved
    position  M1  playable=1300.00  leaving=200.00 approved  worth=1500.00  unsettled=false
    win       M1  50.00  tx=b2  round=b         BET_NOT_FOUND
    position  M1  orphans=1  unsettled=true
    owe       M1  300.00                        owed
    position  M1  lines=1
  `));

test('reads a break, a lock and the caps of open lines', async () => {
  const member = await createMember(database, site);
  await database.transaction(async (tx) => {
    const line = { memberId: member.id, required: baht(10) } as const;
    await addTurnoverRequirement(tx, site.id, {
      ...line,
      source: 'ITEMCODE',
      causeId: 'test:x',
      withdrawCap: baht(200),
    });
    await recordPlayBreak(tx, site.id, { memberId: member.id, length: 'forever', requestedBy: 'member' });
  });
  const position = await loadPosition(database, site.id, member.id);
  assert.deepEqual(position.playBreak, { isExclusion: true, until: undefined });
  assert.equal(position.isLocked, false);
  assert.equal(computeWithdrawCap(position), baht(200));
  await database.execute(sql`update turnover_requirement set own_e4 = ${baht(50)}, sent_e4 = ${baht(30)}
    where site_id = ${site.id} and member_id = ${member.id}`);
  assert.equal(computeWithdrawCap(await loadPosition(database, site.id, member.id)), baht(220));
});

test('takes the smallest limit of several caps, never below zero', () => {
  const line = { cap: baht(100), own: baht(20), sent: baht(0), returned: baht(0) } as PositionRequirement;
  const requirements = [line, { ...line, cap: undefined }, { ...line, sent: baht(500) }];
  assert.equal(computeWithdrawCap({ requirements }), baht(0));
  assert.equal(computeWithdrawCap({ requirements: requirements.slice(0, 2) }), baht(120));
  assert.equal(computeWithdrawCap({ requirements: [{ ...line, returned: baht(90) }] }), baht(30));
  assert.equal(computeWithdrawCap({ requirements: [] }), undefined);
});
