// A member's play break: its immediate effects, the operations it allows, and the rule that it cannot be shortened.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { quoteBonus } from '@chaba/contract/bonuses';
import { listDepositAccounts } from '@chaba/contract/deposits';
import { getBalance } from '@chaba/contract/members';
import { startPlayBreak, getPlayBreak, launchGame } from '@chaba/contract/play';
import { requestWithdrawal } from '@chaba/contract/withdrawals';
import { sql } from '@chaba/database';
import { audit, getBalances } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { ensureItemCode, redeemCode } from '#modules/item-codes';
import { addTurnoverRequirement, loadTurnover } from '#modules/requirements';
import { assignDeposit, receiveFeed, waitingDeposits } from '#modules/deposits';
import { findPlayBreak } from '#modules/play-breaks';
import { bankCommands, lineOf, openOurAccount, openTestBank, OUR_ACCOUNT } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { createMember, createSession, type TestMember } from '#testing/factories';
import { offerDouble } from '#testing/time-simulation';
import { checkStory } from '#testing/story';
import { callWallet, authenticateSession, walletCommands } from '#testing/wallet-commands';

const app = await buildTestApp();
const { database, chaba: site } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);

const begin = (member: TestMember, length: string) => app.send(startPlayBreak, { as: member, body: { length } });
const again = async (member: TestMember): Promise<TestMember> => ({
  ...member,
  token: await createSession(database, site.id, member.id),
});
const stateOf = async (member: TestMember) => (await app.send(getPlayBreak, { as: member })).body.data;

test('ends every session and game at once and still posts returning money', async () => {
  const member = await createMember(database, site, { money: baht(500) });
  const token = await authenticateSession(app, member);
  const call = { playerId: member.playerId, token, gameCode: 'test-slot', currency: 'THB', roundId: 'p1' };
  assert.equal((await callWallet(app, 'bet', { ...call, txId: 'p-b1', amount: '100' })).code, 'OK');
  assert.deepEqual(await stateOf(member), { isPaused: false, until: null });

  assert.equal((await begin(member, '7d')).status, 200);
  assert.equal((await app.send(getBalance, { as: member })).status, 401);
  const kicks = await database.rows(
    sql`select 1 from provider_kick where member_id = ${member.id} and delivered_at is null`,
  );
  assert.equal(kicks.length, 1);

  assert.equal((await callWallet(app, 'bet', { ...call, txId: 'p-b2', amount: '10' })).code, 'PLAYER_LOCKED');
  assert.equal((await callWallet(app, 'win', { ...call, txId: 'p-w1', amount: '250' })).code, 'OK');

  const back = await again(member);
  const days = (Date.parse(String((await stateOf(back))?.until)) - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days < 7.1, `${days} days`);
  for (const refused of [
    await app.send(launchGame, { as: back, body: { ch: 'test', gameType: '*', gameCode: 'test-slot' } }),
    await app.send(listDepositAccounts, { as: back }),
  ]) {
    assert.deepEqual([refused.status, refused.body.code], [403, 'PLAY_BREAK_ACTIVE']);
  }
  const paid = await app.send(requestWithdrawal, { as: back, body: { Amount: 650, Channel: 'BANK' } });
  assert.equal(paid.status, 200, JSON.stringify(paid.body));
});

test('holds money sent during a break for an operator and grants no bonus', async () => {
  await database.transaction((tx) =>
    ensureItemCode(tx, site.id, {
      code: 'PAUSE10',
      amount: baht(10),
      coins: 0n,
      turnoverTimes: 1,
      withdrawCap: undefined,
    }),
  );
  const commands = {
    ...walletCommands(app),
    ...bankCommands(bank),
    async pause(story: { member(name: string): Promise<TestMember> }, given: { at(place: number): string }) {
      await begin(await story.member(given.at(0)), given.at(1));
      return 'paused';
    },
    async redeem(story: { member(name: string): Promise<TestMember> }, given: { at(place: number): string }) {
      const { id: memberId } = await story.member(given.at(0));
      const redemption = {
        siteId: site.id,
        memberId,
        typed: 'PAUSE10',
        idempotencyKey: 'paused-redeemer',
        isLimited: false,
      };
      await redeemCode(database, redemption);
      return 'redeemed';
    },
  };
  await checkStory(
    { database, site, commands },
    `
    pause     M1  24h                               paused
    redeem    M1                                    PLAY_BREAK_ACTIVE
    transfer  S1  from=M1  amount=500.00            made
    slip      M1  S1                                SLIP_UNDER_REVIEW
    transfer  S2  from=M1  amount=300.00  ago=30m   made
    feed      S2  line=S2                           review
    balance   M1  game=0.00
    send-back  S1                                   returned
    attach    S2  M1                                credited
    balance   M1  game=300.00
  `,
  );
});

test('grants no bonus for money that an operator credits during a break', async () => {
  await offerDouble(database, site);
  const member = await createMember(database, site, { acceptsBonus: true });
  const send = async (name: string): Promise<string> => {
    const transfer = {
      sendingBank: member.bankCode,
      transRef: name,
      at: new Date(),
      amount: '200.00',
      senderName: 'นาย สมชาย ใ',
      senderAccount: member.bankAccount,
      toAccount: OUR_ACCOUNT,
      answer: 'OK',
    };
    const [outcome = 'nothing'] = await receiveFeed(database, [lineOf(transfer, name, { tail: member.bankAccount })]);
    return outcome;
  };
  await begin(member, '24h');
  assert.equal(await send('paused-1'), 'review');
  const waiting = (await waitingDeposits(database, site.id)).find(({ holder }) => holder?.memberId === member.id);
  assert.ok(waiting);
  const back = await again(member);
  const offered = await app.send(quoteBonus, { as: back, query: { amount: '200' } });
  assert.deepEqual([offered.body.data.best, offered.body.data.offers], [null, []]);
  await database.transaction((tx) =>
    assignDeposit(tx, { siteId: site.id, depositId: waiting.depositId, memberId: member.id, decidedBy: 'test' }),
  );
  const { remaining } = await loadTurnover(database, site.id, member.id);
  const { game } = await getBalances(database, site.id, member.id, chart);
  assert.deepEqual([game, remaining], [baht(200), baht(200)]);

  await database.owner.execute(sql`
    update member set play_break_until = now() - interval '1 second' where site_id = ${site.id} and member_id = ${member.id}`);
  assert.equal(await send('paused-2'), 'credited');
  assert.equal((await getBalances(database, site.id, member.id, chart)).game, baht(600), 'the next one is doubled');
});

test('credits a transfer of a member on a break to no other member with the same last digits', async () => {
  await checkStory(
    {
      database,
      site,
      commands: {
        ...bankCommands(bank),
        async pause(story, given) {
          await begin(await story.member(given.at(0)), '24h');
          return 'paused';
        },
        async alike(story, given) {
          const [one, other] = [await story.member(given.at(0)), await story.member(given.at(1))];
          await database.owner.execute(sql`
            update member set bank_code = ${one.bankCode},
              bank_account = overlay(${one.bankAccount}::text placing '77' from 1 for 2)
            where site_id = ${site.id} and member_id = ${other.id}`);
          return 'alike';
        },
      },
    },
    `
    alike     M1  M2                       alike
    pause     M1                           paused
    transfer  S1  from=M1  amount=200.00   made
    feed      S1  name=none                unmatched
    balance   M1  game=0.00
    balance   M2  game=0.00
  `,
  );
});

test('replaces a shorter break by a longer one and rejects the reverse', async () => {
  const member = await createMember(database, site);
  await begin(member, '30d');
  const month = (await findPlayBreak(database, site.id, member.id))?.until;
  await begin(await again(member), '24h');
  assert.deepEqual((await findPlayBreak(database, site.id, member.id))?.until, month);
  await begin(await again(member), '1y');
  const year = await findPlayBreak(database, site.id, member.id);
  assert.ok(year?.isExclusion && year.until !== null && month && year.until > month);
  assert.equal((await begin(await again(member), '10m')).status, 400);
});

test('lets an excluded member request a withdrawal without turnover, decided by an operator', async () => {
  const member = await createMember(database, site, { money: baht(500) });
  await database.transaction((tx) =>
    addTurnoverRequirement(tx, site.id, {
      memberId: member.id,
      source: 'DEPOSIT',
      required: baht(500),
      causeId: 'test:paused',
    }),
  );
  const requestPayout = (as: TestMember) => app.send(requestWithdrawal, { as, body: { Amount: 500, Channel: 'BANK' } });
  assert.equal((await requestPayout(member)).body.code, 'TURNOVER_NOT_MET');
  await begin(member, '6m');
  assert.equal((await requestPayout(await again(member))).status, 200);
  const row = await database.one<{ state: string; reasons: string[] }>(sql`
    select state, review_reasons as reasons from withdrawal where member_id = ${member.id}`);
  assert.deepEqual(row, { state: 'requested', reasons: ['EXCLUDED_WITHOUT_TURNOVER'] });
});

test('passes the ledger audit after all breaks', async () => {
  assert.deepEqual(await audit(database), []);
});
