// Item codes: effect, eligibility, limits and preview.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as contract from '@chaba/contract/bonuses';
import { refresh } from '@chaba/contract/members';
import { sql } from '@chaba/database';
import { audit, postTransfers } from '@chaba/ledger';
import { baht, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { messages } from '#core/messages.text';
import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { ensureItemCode, quoteCode, redeemCode } from './item-codes.ts';

const app = await buildTestApp({ config: { isDemo: true } });
const { database, chaba: site, lanna } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);
await database.transaction(async (tx) => {
  const word = { amount: baht(10), coins: 0n, turnoverTimes: 1, withdrawCap: undefined };
  const made = [
    { ...word, code: 'WELCOME50', amount: baht(50), turnoverTimes: 5, withdrawCap: baht(200) },
    { ...word, code: 'COINS3', amount: zeroMoney, coins: 3n, turnoverTimes: 0 },
    { ...word, code: 'ONLY-ONE', usesMax: 1 },
    { ...word, code: 'OVER', livesSeconds: 1 },
    { ...word, code: 'TWICE', usesPerMember: 2 },
  ];
  for (const code of made) await ensureItemCode(tx, site.id, code);
});

let redemptions = 0;
const redeem = (member: TestMember, typed: string, idempotencyKey = `test-redemption-${(redemptions += 1)}`) =>
  redeemCode(database, { siteId: site.id, memberId: member.id, typed, idempotencyKey, isLimited: false });

const commands: Commands = {
  ...walletCommands(app),
  ...bankCommands(bank),
  async redeem(story, given) {
    const key = given.named['key'];
    const member = await story.member(given.at(0));
    await (key === undefined ? redeem(member, given.at(1)) : redeem(member, given.at(1), key));
    return 'redeemed';
  },
};
const story = (table: string) => checkStory({ database, site, commands, memberOptions: { acceptsBonus: true } }, table);

test('credits a code once with its turnover and keeps deposits outside its cap', () =>
  story(`
    redeem    M14  nonsense                          ITEM_CODE_INVALID
    redeem    M14  welcome50  key=redeem-one-and-only  redeemed
    redeem    M14  WELCOME50  key=redeem-one-and-only  redeemed
    redeem    M14  WELCOME50                         ITEM_CODE_INVALID
    balance   M14  game=50.00
    turnover  M14  need=250.00  now=0.00
    redeem    M14  COINS3                            redeemed
    redeem    M14  COINS3                            ITEM_CODE_INVALID
    balance   M14  coin=0.0003  game=50.00
    transfer  K1  from=M14  amount=100.00            made
    slip      M14  K1                                parked
    balance   M14  game=50.00  main=100.00
  `));

test('accepts one of 100 concurrent redemptions by a member and of a single-use code', async () => {
  const one = await createMember(database, site);
  const same = await Promise.allSettled(Array.from({ length: 100 }, () => redeem(one, 'WELCOME50')));
  assert.equal(same.filter(({ status }) => status === 'fulfilled').length, 1);
  const many = await Promise.all(Array.from({ length: 100 }, () => createMember(database, site)));
  const race = await Promise.allSettled(many.map((member) => redeem(member, 'ONLY-ONE')));
  assert.equal(race.filter(({ status }) => status === 'fulfilled').length, 1);
  const rejected = race.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.code)] : []));
  assert.deepEqual(new Set(rejected), new Set(['ITEM_CODE_INVALID']));
  assert.deepEqual(await audit(database, site.id), []);
});

test('rejects ended codes and codes of other sites with the same error', async () => {
  const member = await createMember(database, site);
  const stranger = await createMember(database, lanna);
  await database.owner.execute(sql`update item_code set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
    where site_id = ${site.id} and code = 'OVER'`);
  const over = await app.send(contract.redeemItemCode, { as: member, body: { redeem_code: 'OVER' } });
  const foreign = await app.send(contract.redeemItemCode, { as: stranger, body: { redeem_code: 'WELCOME50' } });
  const unknown = await app.send(contract.redeemItemCode, { as: member, body: { redeem_code: 'NO-SUCH-CODE' } });
  const long = await app.send(contract.redeemItemCode, { as: member, body: { redeem_code: 'LONG'.repeat(60) } });
  for (const answer of [over, foreign, unknown, long]) {
    assert.deepEqual(
      [answer.status, answer.body.code, answer.body.message],
      [422, 'ITEM_CODE_INVALID', unknown.body.message],
    );
  }
});

test('redeems a pasted code with invisible characters and punctuation, and counts no text without a code', async () => {
  const pasted = [
    'WELCOME50\u200b',
    'WEL\u200bCOME50',
    '\u200eWELCOME50',
    '\u2068WELCOME50\u2069',
    '\u202aWELCOME50\u202c',
  ];
  pasted.push(
    '\u2060WELCOME50',
    'WELCOME50\ufe0f',
    'welcome50.',
    '“WELCOME50”',
    'ＷＥＬＣＯＭＥ５０',
    'WELCOME๕๐',
    'WELCOME50 ❤️',
  );
  for (const text of pasted) {
    assert.equal((await redeem(await createMember(database, site), text)).amount, baht(50), text);
  }
  const member = await createMember(database, site);
  await redeem(member, '\u2068WELCOME50\u2069', 'pasted-code-with-key');
  assert.equal((await redeem(member, 'WELCOME50', 'pasted-code-with-key')).amount, baht(50));
  await assert.rejects(redeem(member, 'WEL\u200bCOME50'), { code: 'ITEM_CODE_INVALID' });
  await assert.rejects(redeem(member, '\u200b'), { code: 'CODE_EMPTY' });
});

test('rejects a code before its start and accepts it from its first moment', async () => {
  const member = await createMember(database, site);
  await ensureItemCode(database, site.id, {
    code: 'SOON',
    amount: baht(10),
    coins: 0n,
    turnoverTimes: 1,
    withdrawCap: undefined,
  });
  const starts = (at: string) =>
    database.owner.execute(sql`update item_code set starts_at = now() + ${at}::interval
      where site_id = ${site.id} and code = 'SOON'`);
  await starts('1 hour');
  await assert.rejects(redeem(member, 'SOON'), { code: 'ITEM_CODE_INVALID' });
  await starts('-1 second');
  await redeem(member, 'SOON');
});

test('previews a code’s credit, turnover and cap and repeats the first result', async () => {
  const member = await createMember(database, site, { money: baht(300) });
  const body = { redeem_code: 'welcome50' };
  const preview = {
    Amount: 50,
    coins: 0,
    needTurnover: 250,
    maxWithdrawAmount: 200,
    remainingBefore: 0,
    remainingAfter: 250,
  };
  const quote = await app.send(contract.quoteItemCode, { as: member, body });
  assert.deepEqual(quote.body.data, { ...preview, balance: 300 });
  const [{ used }] = [await usesOfWelcome()];
  const redeemed = () =>
    app.send(contract.redeemItemCode, { as: member, body, headers: { 'idempotency-key': 'sent-before-and-after' } });
  assert.deepEqual((await redeemed()).body.data, preview);
  assert.deepEqual(await usesOfWelcome(), { used: used + 1 }, 'a preview counts no use');
  // A later code adds its turnover, and the first result stays unchanged.
  const coins = await app.send(contract.redeemItemCode, { as: member, body: { redeem_code: 'COINS3' } });
  assert.deepEqual(coins.body.data, {
    Amount: 0,
    coins: 3,
    needTurnover: 0,
    maxWithdrawAmount: 0,
    remainingBefore: 250,
    remainingAfter: 250,
  });
  assert.deepEqual((await redeemed()).body.data, preview);
  for (const redeem_code of ['welcome50', 'no-such-code', 'OVER-AND-GONE']) {
    const rejected = await app.send(contract.quoteItemCode, { as: member, body: { redeem_code } });
    assert.deepEqual([rejected.status, rejected.body.code], [422, 'ITEM_CODE_INVALID']);
  }
});

const usesOfWelcome = () =>
  database.one<{ used: number }>(
    sql`select use_count as used from item_code where site_id = ${site.id} and code = 'WELCOME50'`,
  );

test('allows five code attempts in ten minutes', async () => {
  const member = await createMember(database, site);
  const attempt = (typed: string) =>
    redeemCode(database, {
      siteId: site.id,
      memberId: member.id,
      typed,
      idempotencyKey: `guess-${(redemptions += 1)}`,
      isLimited: true,
    }).then(
      () => 'redeemed',
      (error) => String(error.code),
    );
  const outcomes: string[] = [];
  for (let count = 0; count < 5; count += 1) outcomes.push(await attempt(`GUESS${count}`));
  assert.deepEqual(new Set(outcomes), new Set(['ITEM_CODE_INVALID']));
  assert.equal(await attempt('WELCOME50'), 'TOO_MANY_REQUESTS');
  // A preview counts as one of the same five attempts.
  const previewCode = (memberId: bigint, typed: string) =>
    quoteCode(database, { siteId: site.id, memberId, typed, isLimited: true });
  await assert.rejects(previewCode(member.id, 'WELCOME50'), { code: 'TOO_MANY_REQUESTS' });
  const { id: patient } = await createMember(database, site);
  for (let count = 0; count < 6; count += 1) await previewCode(patient, 'WELCOME50');
  for (let count = 0; count < 5; count += 1) {
    await assert.rejects(previewCode(patient, 'WRONG'), { code: 'ITEM_CODE_INVALID' });
  }
  await assert.rejects(previewCode(patient, 'WELCOME50'), { code: 'TOO_MANY_REQUESTS' });
});

test('previews a code for a member who owes', async () => {
  const member = await createMember(database, site);
  const owed = { ownerId: member.id, from: chart.receivable, to: chart.games, amount: baht(90), reason: 'owed' };
  await database.transaction((tx) => postTransfers(tx, site.id, [{ ...owed, key: 'test:owes' }]));
  const { status, body } = await app.send(contract.quoteItemCode, { as: member, body: { redeem_code: 'WELCOME50' } });
  assert.deepEqual([status, body.data.balance], [200, 0]);
});

test('limits uses per member and binds a key to its code', () =>
  story(`
    redeem    M1  TWICE                              redeemed
    redeem    M1  TWICE      key=second-use-of-twice  redeemed
    redeem    M1  TWICE                              ITEM_CODE_INVALID
    redeem    M1  WELCOME50  key=second-use-of-twice  IDEMPOTENCY_KEY_REUSED
    redeem    M2  TWICE                              redeemed
    balance   M1  game=20.00
    turnover  M1  need=20.00  now=0.00
    balance   M2  game=10.00
  `));

test('returns the last redeemed code in the specification’s user', async () => {
  const member = await createMember(database, site);
  const itemCode = async () => (await app.send(refresh, { as: member })).body.data.ItemCode;
  assert.equal(await itemCode(), null);
  await redeem(member, 'WELCOME50');
  assert.equal(await itemCode(), 'WELCOME50');
  await redeem(member, 'COINS3');
  assert.equal(await itemCode(), 'COINS3');
});

test('returns a message with the list of promotions', async () => {
  const { body } = await app.send(contract.listPromotions, {});
  assert.equal(body.message, messages.promotionsListed(body.data.length));
});
