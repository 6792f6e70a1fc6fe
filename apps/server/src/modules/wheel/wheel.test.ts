import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import * as contract from '@chaba/contract/wheel';
import { sql } from '@chaba/database';
import { audit, getBalances, lockLanes, postTransfers } from '@chaba/ledger';
import { baht, type Money, money } from '@chaba/money';

import { messages } from '#core/messages.text';
import { chart } from '#core/chart-of-accounts';
import { auditAll } from '#modules/audit';
import { addTurnoverRequirement } from '#modules/requirements';
import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { changeSite } from '#modules/site';
import { buildTestApp } from '#testing/build-app';
import { DrawStatistics } from '#testing/draw-statistics';
import { createMember, type TestMember } from '#testing/factories';
import { type Arguments, checkStory, type Story } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { collectOwedCoins, rewardDeposits, rewardTurnover } from './coins.ts';
import { demoWheel } from './demo-wheel.ts';
import { drawIndex } from './draw.ts';
import { ensureWheel } from './wheel.ts';
import { testInFull } from '@chaba/testing/extent';

const app = await buildTestApp();
const { database, chaba: site } = app;

test('rejects all wheel requests of a site without a wheel', async () => {
  const member = await createMember(database, site);
  for (const answer of [
    await app.send(contract.spinWheel, { as: member, body: { OpenBox: 1 } }),
    await app.send(contract.getWheel, { as: member }),
    await app.send(contract.getWheelMarkup),
  ]) {
    assert.deepEqual([answer.status, answer.body.code], [403, 'WHEEL_CLOSED']);
  }
  await ensureWheel(database, site.id, demoWheel);
});

let gifts = 0;
async function give(member: TestMember, kind: 'coin' | 'spin', count: bigint): Promise<void> {
  gifts += 1;
  const from = kind === 'coin' ? chart.coinIssue : chart.spinIssue;
  const gift = { from, to: chart[kind], amount: money(count), reason: 'test', key: `test:wheel:${gifts}` };
  await database.transaction((tx) => postTransfers(tx, site.id, [{ ownerId: member.id, ...gift }]));
}

const loadWallet = (member: TestMember) => getBalances(database, site.id, member.id, chart);
const postSpin = (member: TestMember, idempotencyKey?: string) =>
  app.send(contract.spinWheel, {
    as: member,
    body: { OpenBox: 1 },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });

test('rejects a spin without a coin or free spin', async () => {
  const answer = await postSpin(await createMember(database, site));
  assert.deepEqual([answer.status, answer.body.message], [422, 'เหรียญไม่พอ']);
});

test('uses a free spin before a coin and posts the prize with its turnover', async () => {
  const member = await createMember(database, site);
  await give(member, 'coin', 40n);
  await give(member, 'spin', 1n);
  const first = await postSpin(member);
  assert.equal(first.status, 200);
  const gained = first.body.data.prize;
  assert.equal(first.body.data.prizeWallet, 40 + (gained.kind === 'COIN' ? gained.Amount : 0));

  let won = gained.kind === 'BAHT' ? gained.Amount : 0;
  for (let count = 0; count < 40; count += 1) {
    const { data } = (await postSpin(member)).body;
    if (data.prize.kind === 'BAHT') won += data.prize.Amount;
  }
  const wallet = await loadWallet(member);
  assert.equal(wallet.game, BigInt(won) * 10_000n);
  const lines = await database.one<{
    need: Money | null;
  }>(sql`select sum(required_e4)::bigint as need from turnover_requirement
    where site_id = ${site.id} and member_id = ${member.id} and source = 'WHEEL'`);
  assert.equal(lines.need ?? 0n, wallet.game);
  assert.deepEqual(await audit(database, site.id), []);
});

test('reads the wheel without waiting for the member’s lane', async () => {
  const member = await createMember(database, site);
  assert.equal((await app.send(contract.getWheel, { as: member })).status, 200);
  await database.transaction(async (tx) => {
    await lockLanes(tx, site.id, [member.id]);
    assert.equal((await app.send(contract.getWheel, { as: member })).status, 200);
  });
});

test('returns the same prize for a retried spin and pays once', async () => {
  const member = await createMember(database, site);
  await give(member, 'coin', 2n);
  const first = await postSpin(member, 'the-same-spin-again');
  const again = await postSpin(member, 'the-same-spin-again');
  assert.deepEqual(again.body.data, first.body.data);
  const made = await app.send(contract.getWheel, { as: member });
  assert.equal(made.body.data.spins.length, 1);
});

test('pays for one of 100 concurrent spins with one coin', async () => {
  const member = await createMember(database, site);
  await give(member, 'coin', 1n);
  const answers = await Promise.all(Array.from({ length: 100 }, () => postSpin(member)));
  const drawn = answers.filter(({ status }) => status === 200);
  // A prize may be another coin or spin, which pays for one more spin.
  const more = drawn.reduce(
    (sum, { body }) => sum + (['COIN', 'SPIN'].includes(body.data.prize.kind) ? body.data.prize.Amount : 0),
    0,
  );
  assert.equal(drawn.length, 1 + more);
  assert.ok(answers.every(({ status, body }) => status === 200 || body.code === 'INSUFFICIENT_COINS'));
  assert.deepEqual(await audit(database, site.id), []);
});

test('draws the posted prize from a seed that matches the published hash', async () => {
  const member = await createMember(database, site);
  await give(member, 'coin', 3n);
  const before = (await app.send(contract.getWheel, { as: member })).body.data;
  const chosen = (await app.send(contract.changeWheelSeed, { as: member, body: { clientSeed: 'my-own-seed' } })).body
    .data;
  assert.equal(chosen.seedHash, before.seedHash, 'the commitment stands when the member chooses');
  await postSpin(member);
  await postSpin(member);
  const open = (await app.send(contract.getWheel, { as: member })).body.data;
  assert.deepEqual(
    open.spins.map(({ serverSeed }) => serverSeed),
    [null, null],
  );

  const revealed = (await app.send(contract.changeWheelSeed, { as: member, body: { clientSeed: 'another' } })).body
    .data;
  assert.notEqual(revealed.seedHash, before.seedHash);
  assert.deepEqual(
    revealed.spins.map(({ nonce }) => nonce),
    [1, 0],
  );
  for (const made of revealed.spins) {
    const serverSeed = Buffer.from(made.serverSeed ?? '', 'hex');
    assert.equal(createHash('sha256').update(serverSeed).digest('hex'), before.seedHash);
    assert.equal(
      drawIndex({ serverSeed, clientSeed: 'my-own-seed', nonce: made.nonce }, made.weights),
      made.prize.index,
    );
  }
});

testInFull('draws by weight: chi-square, serial and runs over 60,000 draws at 99 %', () => {
  const weights = demoWheel.segments.map((field) => field.weight);
  const blanks = demoWheel.segments.flatMap(({ kind }, index) => (kind === 'NONE' ? [index] : []));
  const serverSeed = createHash('sha256').update('a fixed seed, so that the test is the same every time').digest();
  const statistics = new DrawStatistics(weights, blanks);
  const rigged = new DrawStatistics(weights, blanks);
  for (let nonce = 0; nonce < 60_000; nonce += 1) {
    const index = drawIndex({ serverSeed, clientSeed: 'client', nonce }, weights);
    statistics.add(index);
    // The serial test detects a wheel that never stops twice on the same side.
    rigged.add(nonce % 2 === 0 ? index : 0);
  }
  assert.deepEqual(
    statistics.verdicts().filter(({ ok }) => !ok),
    [],
  );
  assert.ok(rigged.verdicts().every(({ ok }) => !ok));
});

test('accepts only the fixed box value', async () => {
  const member = await createMember(database, site);
  const answer = await app.send(contract.spinWheel, { as: member, body: { OpenBox: 2 } });
  assert.equal(answer.status, 400);
});

test('sandboxes the frame by its headers and loads only its own script', async () => {
  const markup = await app.send(contract.getWheelMarkup);
  assert.equal(markup.status, 200);
  const policy = String(markup.headers['content-security-policy']);
  assert.match(policy, /sandbox allow-scripts;/);
  assert.doesNotMatch(policy, /allow-same-origin|unsafe/);
  assert.match(policy, /default-src 'none'/);
  const script = await app.send(contract.getWheelScript);
  assert.match(String(script.headers['content-type']), /javascript/);
  assert.doesNotMatch(script.text, /localStorage|cookie|fetch|XMLHttpRequest|https?:\/\/(?!www\.w3\.org)/);
});

test("loads a content host's script in the frame only where the site names one", async () => {
  const url = 'https://content.example/wheel/effects.v2.js';
  await database.owner.transaction((tx) => changeSite(tx, site.id, { wheelScriptUrl: url }));
  const named = await app.send(contract.getWheelMarkup);
  const policy = String(named.headers['content-security-policy']);
  assert.match(named.text, new RegExp(`<script async src="${url}" referrerpolicy="no-referrer"></script>\\n</body>`));
  assert.match(policy, new RegExp(`script-src 'self' ${url};`));
  assert.match(policy, /sandbox allow-scripts;.*default-src 'none'/);
  for (const wrong of ['http://content.example/a.js', 'https://content.example/a.js;', 'https://x/"a.js', 'data:,x']) {
    await assert.rejects(
      database.owner.transaction((tx) => changeSite(tx, site.id, { wheelScriptUrl: wrong })),
      /site_wheel_script_url_https/,
      wrong,
    );
  }
  await database.owner.transaction((tx) => changeSite(tx, site.id, { wheelScriptUrl: '' }));
  assert.doesNotMatch((await app.send(contract.getWheelMarkup)).text, /content\.example|async/);
});

await openOurAccount(database, site);
const commands = {
  ...walletCommands(app),
  ...bankCommands(openTestBank(database)),
  earn: async () => String(await rewardTurnover(database, site.id, 0)),
  reward: async () => String(await rewardDeposits(database, site.id)),
  collect: async () => String(await collectOwedCoins(database, site.id)),
  async coins({ member }: Story, given: Arguments) {
    return String((await loadWallet(await member(given.at(0)))).coin);
  },
  /** code  P1  1000.00: a requirement with a cap. */
  async code({ member }: Story, given: Arguments) {
    const { id: memberId } = await member(given.at(0));
    const line = { memberId, source: 'ITEMCODE', required: given.amount(1), withdrawCap: baht(200) } as const;
    const causeId = `test:code:${memberId}`;
    await database.transaction((tx) => addTurnoverRequirement(tx, site.id, { ...line, causeId }));
    return 'redeemed';
  },
  /** close  P1: its open requirements are closed. */
  async close({ member }: Story, given: Arguments) {
    const { id } = await member(given.at(0));
    await database.execute(sql`update turnover_requirement set state = 'closed', closed_at = clock_timestamp()
      where site_id = ${site.id} and member_id = ${id} and closed_at is null`);
    return 'closed';
  },
  /** drop  P5: spins until no coin and no free spin is left. */
  async drop({ member }: Story, given: Arguments) {
    const who = await member(given.at(0));
    while ((await postSpin(who)).status === 200);
    return 'dropped';
  },
  async spun({ member }: Story, given: Arguments) {
    return (await postSpin(await member(given.at(0)))).body.code ?? 'spun';
  },
};
const checkCoins = async (table: string): Promise<void> => {
  await checkStory({ database, site, commands }, table);
  assert.deepEqual(await auditAll(database, { siteId: site.id, isTest: true }), []);
};

test('grants one coin per sufficient deposit and per amount of turnover', () =>
  checkCoins(`
    transfer   S1  from=P0  amount=1000.00                made
    feed       S1                                         credited
    transfer   S2  from=P0  amount=999.00                 made
    feed       S2                                         credited
    reward                                                1
    reward                                                0
    coins      P0                                         1
    give       P1  5000.00                                given
    session    P1                                         OK
    bet        P1  1500.00  tx=w1  round=w                OK
    earn                                                  0
    win        P1  0.00  tx=w2  round=w  closed=yes       OK
    earn                                                  1
    earn                                                  0
    bet        P1  500.00  tx=w3  round=x                 OK
    win        P1  0.00  tx=w4  round=x  closed=yes       OK
    earn                                                  1
  `));

test('counts no turnover for coins that is played under a bonus or code, also after it is met', () =>
  checkCoins(`
    give       P2  9000.00                                given
    session    P2                                         OK
    bet        P2  1000.00  tx=b1  round=b1               OK    // before the code
    code       P2  1000.00                                redeemed
    win        P2  0.00  tx=b2  round=b1  closed=yes      OK
    earn                                                  1     // a stake counts by when it was placed
    bet        P2  1000.00  tx=b3  round=b2               OK
    win        P2  0.00  tx=b4  round=b2  closed=yes      OK
    bet        P2  2000.00  tx=b5  round=b3               OK    // the turnover is met, the cap still binds
    win        P2  0.00  tx=b6  round=b3  closed=yes      OK
    earn                                                  0
    close      P2                                         closed
    bet        P2  1000.00  tx=b7  round=b4               OK
    win        P2  0.00  tx=b8  round=b4  closed=yes      OK
    earn                                                  1
    adjust     P2  10.00  tx=b9  ref=b6                   OK    // a correction of bound play counts nothing either
    earn                                                  0
  `));

test('counts a round with one bound bet nothing for coins', () =>
  checkCoins(`
    give       P3  5000.00                                given
    session    P3                                         OK
    bet        P3  10.00  tx=m1  round=m                  OK
    code       P3  1000.00                                redeemed
    bet        P3  2000.00  tx=m2  round=m                OK
    win        P3  0.00  tx=m3  round=m  closed=yes       OK
    earn                                                  0
  `));

test('takes the coin of a deposit back with the deposit', () =>
  checkCoins(`
    transfer   T1  from=P4  amount=1000.00                made
    feed       T1                                         credited
    reward                                                1
    dispute    T1                                         disputed
    collect                                               0     // still credited
    send-back  T1                                         returned
    collect                                               1
    collect                                               0
    coins      P4                                         0
    transfer   T2  from=P4  amount=1000.00                made
    feed       T2                                         credited
    dispute    T2                                         disputed
    send-back  T2                                         returned
    reward                                                0     // returned before it earned one
  `));

test('keeps a spent coin of a returned deposit as debt that the next coin repays before a spin', () =>
  checkCoins(`
    transfer   U1  from=P5  amount=1500.00                made
    feed       U1                                         credited
    reward                                                1
    drop       P5                                         dropped
    dispute    U1                                         disputed
    send-back  U1                                         returned
    collect                                               0
    spun       P5                                         INSUFFICIENT_COINS
    transfer   U2  from=P5  amount=2000.00                made
    feed       U2                                         credited
    reward                                                1
    coins      P5                                         1
    spun       P5                                         INSUFFICIENT_COINS
    collect                                               1
    coins      P5                                         0
    transfer   U3  from=P5  amount=2000.00                made
    feed       U3                                         credited
    reward                                                1
    spun       P5                                         spun
  `));

test('draws by a new version and keeps earlier spins unchanged', async () => {
  const member = await createMember(database, site);
  await give(member, 'coin', 2n);
  const before = await postSpin(member, 'drawn-by-the-first-wheel');
  // Only the segment of 100 baht.
  const fields = demoWheel.segments.map((field, index) => ({ ...field, weight: index === 7 ? 1 : 0 }));
  await ensureWheel(database, site.id, { ...demoWheel, version: 3, segments: fields });
  const shown = (await app.send(contract.getWheel, { as: member })).body.data;
  assert.deepEqual([shown.version, shown.prizes.map(({ weight }) => weight)], [3, [0, 0, 0, 0, 0, 0, 0, 1]]);
  assert.deepEqual((await postSpin(member, 'drawn-by-the-first-wheel')).body.data, before.body.data);
  const after = await postSpin(member, 'drawn-by-the-second-wheel');
  assert.deepEqual([after.body.data.prize.kind, after.body.data.prize.Amount], ['BAHT', 100]);
  assert.deepEqual(await audit(database, site.id), []);
});

test('names the prize in the spin’s message', async () => {
  const member = await createMember(database, site);
  await give(member, 'spin', 1n);
  const { body } = await postSpin(member);
  const { prize } = body.data;
  assert.equal(body.message, prize.kind === 'NONE' ? messages.prizeMissed : messages.prizeWon(prize.title));
});
