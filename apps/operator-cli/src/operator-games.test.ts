// Commands about games, run as a child process.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { betHistory } from '@chaba/contract/history';
import { sql } from '@chaba/database';
import { audit, getBalances } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { chart } from '@chaba/server/core/chart-of-accounts';
import { buildTestApp } from '@chaba/server/testing/build-app';
import { createMember } from '@chaba/server/testing/factories';
import { callWallet, authenticateSession } from '@chaba/server/testing/wallet-commands';

import { openOperator } from './testing/run-operator.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;

const run = openOperator(database, { SANDBOX_URL: 'http://127.0.0.1:9' });
async function operator(...words: readonly string[]): Promise<string> {
  const { out, err } = await run(...words);
  return (out + err).trim();
}
const because = ['--reason', 'checked with the provider'] as const;

test('lists and decides a held win, an orphan win and a stuck round', async () => {
  const member = await createMember(database, site, { money: baht(500) });
  assert.equal(await operator('games'), 'No game item is in the review queue of chaba.');
  assert.match(await operator('win-cap', 'test', '1000', ...because), /above 1,000.00 baht are held/);
  const token = await authenticateSession(app, member);
  const call = { playerId: member.playerId, token, gameCode: 'test-slot', currency: 'THB' };
  await callWallet(app, 'bet', { ...call, roundId: 'r1', txId: 'b1', amount: '100' });
  const win = { ...call, roundId: 'r1', txId: 'w1', amount: '2500', roundClosed: true };
  assert.equal((await callWallet(app, 'win', win)).code, 'OK');
  await callWallet(app, 'win', { ...call, roundId: 'r9', txId: 'w9', amount: '5' });
  await callWallet(app, 'bet', { ...call, roundId: 'r2', txId: 'b2', amount: '50' });
  await database.execute(sql`
    insert into stuck_round (site_id, member_id, provider, round_id, provider_state)
    values (${site.id}, ${member.id}, 'test', 'r2', 'unknown')`);
  await database.execute(sql`update game_round set is_marked_open = true where round_id = 'r2'`);
  const list = await operator('games');
  assert.match(list, /test\s+w1\s+2,500.00 baht/);
  assert.match(list, /test\s+w9\s+round r9\s+5.00 baht.*pending, received 1 times/);
  assert.match(list, /test\s+r2\s+50.00 baht.*provider reports unknown/);
  const queue = await operator('review-queue');
  assert.match(queue, /1\s+wins above the cap of their provider\s+npm run operator -- games/);
  assert.match(queue, /1\s+wins without their bet[^]*1\s+stuck rounds/);

  assert.equal(await operator('release-win', 'test', 'w1', ...because), 'The win w1 is released.');
  assert.match(await operator('reject-win', 'test', 'w1', ...because), /No win w1 of test waits/);
  assert.match(await operator('dismiss-win', 'test', 'w9', ...because), /an orphan win is retried for a day/);
  await database.execute(sql`update orphan_win set state = 'expired' where tx_id = 'w9'`);
  assert.match(await operator('dismiss-win', 'test', 'w9', ...because), /off the list. Nothing was paid/);
  assert.doesNotMatch(await operator('games'), /w9/);
  assert.match(await operator('settle-round', 'test', 'r2', ...because), /did not report how/);
  assert.equal(await operator('void-round', 'test', 'r2', ...because), 'Round r2 of test is voided.');
  assert.equal((await getBalances(database, site.id, member.id, { game: chart.game })).game, baht(500 - 100 + 2_500));
  assert.match(await operator('audit-log'), /round.void .*test r2[^]*win.dismiss .*test w9[^]*win.release .*test w1/);
});

test('settles and voids waiting free spins with a reason that the member reads', async () => {
  const member = await createMember(database, site, { money: baht(500) });
  const token = await authenticateSession(app, member);
  const call = { playerId: member.playerId, token, gameCode: 'test-slot', currency: 'THB' };
  for (const name of ['paid', 'void']) {
    await callWallet(app, 'bet', { ...call, roundId: name, txId: `${name}-b`, amount: '20' });
    const win = { ...call, roundId: name, txId: `${name}-w`, refTxId: `${name}-b`, amount: '0', freeSpins: 8 };
    assert.equal((await callWallet(app, 'win', win)).code, 'OK');
  }
  await database.execute(sql`update game_round set is_marked_open = true, opened_at = now() - interval '2 hours'
    where round_id in ('paid', 'void')`);
  assert.match(await operator('games'), /Free spins that wait for their player:[^]*test\s+paid\s+8 spins\s+test-slot/);
  const notice = ['--notice', 'ค่ายเกมปิดปรับปรุง'];
  assert.match(await operator('settle-spins', 'test', 'paid', '120', ...because), /Add --notice/);
  assert.match(await operator('settle-spins', 'test', 'paid', 'x', ...notice, ...because), /Name the amount/);
  assert.equal(
    await operator('settle-spins', 'test', 'paid', '120', ...notice, ...because),
    '8 free spins of round paid of test are settled with 120.00 baht.',
  );
  assert.match(
    await operator('settle-spins', 'test', 'paid', '120', ...notice, ...because),
    /No free spins of round paid/,
  );
  assert.equal(
    await operator('void-spins', 'test', 'void', ...notice, ...because),
    '8 free spins of round void of test are voided.',
  );
  assert.equal((await getBalances(database, site.id, member.id, { game: chart.game })).game, baht(500 - 40 + 120));
  const spin = {
    ...call,
    roundId: 'void',
    transactions: [{ operation: 'bet', txId: 'late', amount: '20', isFree: true }],
  };
  assert.equal((await callWallet(app, 'betwin', spin)).code, 'BET_SETTLED');
  const { body } = await app.send(betHistory, { as: member });
  const { Transaction: bets } = body.data as { Transaction: { status: string; note?: string }[] };
  assert.deepEqual(
    bets.map(({ status, note }) => `${status} ${note}`).toSorted((one, other) => one.localeCompare(other)),
    [
      'SETTLED ฟรีสปิน 8 รอบที่ค้าง เจ้าหน้าที่คิดผลให้ 120.00 บาท: ค่ายเกมปิดปรับปรุง',
      'SETTLED ฟรีสปิน 8 รอบที่ค้าง เจ้าหน้าที่ยกเลิก: ค่ายเกมปิดปรับปรุง',
    ],
  );
  assert.match(
    await operator('audit-log'),
    /spins.void .*test void[^]*request.approved[^]*120.00[^]*spins.settle .*test paid/,
  );
});

test('closes a provider, creates a second key and retires the old one', async () => {
  const closed = ['provider', 'chaba-studio', 'closed', 'studio', '--notice'];
  assert.match(await operator(...closed, 'ปป', ...because), /3 to 120 characters/);
  assert.equal(await operator(...closed, 'ปรับปรุงเกม', ...because), 'chaba-studio is closed at chaba.');
  assert.match(await operator('audit-log'), /provider.close .*ปรับปรุงเกม/);
  const key = /^Key (studio-chaba\.[0-9a-f]{8}) is good/.exec(await operator('key', 'chaba-studio', ...because))?.[1];
  assert.ok(key);
  assert.match(await operator('key', 'chaba-studio', ...because), /two good keys already/);
  assert.match(await operator('retire-key', 'chaba-studio', 'studio-chaba', ...because), /then add --confirm/);
  assert.doesNotMatch(await operator('providers'), /retired/);
  const confirmed = ['--confirm', ...because];
  assert.match(await operator('retire-key', 'chaba-studio', 'studio-chaba', ...confirmed), /rejected from now on/);
  assert.match(await operator('retire-key', 'chaba-studio', key, ...confirmed), /no other good key/);
  const list = await operator('providers');
  assert.match(list, new RegExp(`chaba-studio\\s+closed.*studio-chaba \\(retired\\), ${key}`));
  assert.equal(await operator('provider', 'nobody', 'open', ...because), 'There is no provider "nobody".');
});

test('starts and lists play breaks and lifts only indefinite exclusions', async () => {
  const member = await createMember(database, site);
  assert.match(await operator('start-play-break', member.phone, '2h', ...because), /Name the length: 24h, 7d/);
  assert.match(
    await operator('start-play-break', member.phone, '30d', ...because),
    /is on a break: withdrawing stays open/,
  );
  assert.match(await operator('lift-exclusion', member.phone, ...because), /is not excluded for good/);
  assert.match(await operator('member', member.phone), /break\s+time-out until/);
  await operator('start-play-break', member.phone, 'forever', ...because);
  assert.match(await operator('play-breaks'), new RegExp(`${member.phone}\\s+excluded for good`));
  assert.match(await operator('lift-exclusion', member.phone, ...because), /ends after its half year/);
  assert.match(await operator('audit-log'), /member.lift-exclusion[^]*member.begin-break/);
});

test('rejects invalid or missing arguments with one sentence and records a cap in baht', async () => {
  for (const [words, sentence] of [
    [['reconcile', 'chaba-studio', '2026-13-45'], 'Name the day as 2026-01-31.'],
    [['reconcile', 'chaba-studio', '2026-02-30'], 'Name the day as 2026-01-31.'],
    [
      ['reconcile', 'chaba-studio', '2026-02-01'],
      'chaba-studio cannot be compared now: game studio did not answer POST /studio-api/v1/transactions. Nothing was recorded.',
    ],
    [['release', '0812345678', '2026-99-99', ...because], 'Name the day as 2026-01-31.'],
    [['retire-key', 'test', ...because], 'Name the key: providers lists them.'],
    [['release-win', 'test', ...because], 'Name the win: games lists them.'],
    [['void-round', 'test', ...because], 'Name the round: games lists them.'],
    [['set', 'minWithdraw', '-5', ...because], "Unknown option '-5'. See --help."],
  ] as const) {
    assert.equal(await operator(...words), sentence);
  }
  await operator('win-cap', 'test', '50000', ...because);
  assert.match(
    await operator('audit-log'),
    /request.approved +request R\d+ +checked by a test .*winCap=50,000\.00 baht[^]*provider.set-win-cap +provider test +checked with the provider/,
  );
});

test('leaves the ledger consistent', async () => assert.deepEqual(await audit(database), []));

test('compares the shown games with those of the providers and names unavailable ones', async () => {
  const output = await operator('catalogue');
  assert.match(output, /^27 providers of chaba were queried:/);
  assert.match(output, /phat-thong\s+-\s+does not answer/);
});
