import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { audit, getBalances, postTransfers } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { chart } from '@chaba/server/core/chart-of-accounts';
import { isDomainError } from '@chaba/server/core/domain-error';
import { withdrawIncome } from '@chaba/server/modules/affiliates';
import { keepUnreadReports } from '@chaba/server/modules/bank-reports';
import { redeemCode } from '@chaba/server/modules/item-codes';
import { listOpenAccounts } from '@chaba/server/modules/shown-accounts';
import { slips, receiveFeed } from '@chaba/server/modules/deposits';
import { parseTheme, getPreset, loadSite, parseStoredTheme } from '@chaba/server/modules/site';
import { requestWithdrawal } from '@chaba/server/modules/withdrawals';
import { lineOf, openOurAccount, openTestBank, OUR_NAME } from '@chaba/server/testing/bank-commands';
import { createMember, createSites } from '@chaba/server/testing/factories';

import { requireFlag } from '@chaba/server/modules/operator-input';
import { openOperator } from './testing/run-operator.ts';

const database = await testDatabase();
const { chaba: site, lanna } = await createSites(database);
await openOurAccount(database, site);

const operator = openOperator(database);

async function createWithdrawal(): Promise<{ memberId: bigint; reference: string; phone: string }> {
  const member = await createMember(database, site, { money: baht(9_000) });
  const request = { siteId: site.id, memberId: member.id, amount: baht(8_000), idempotencyKey: 'K' };
  const { withdrawalId } = await requestWithdrawal(database, request);
  return { memberId: member.id, reference: `W${String(withdrawalId).padStart(8, '0')}`, phone: member.phone };
}

test('prints help and rejects an invalid command with one sentence', async () => {
  const help = await operator('--help');
  assert.equal(help.code, 0);
  assert.match(help.out, /approve <withdrawal> --reason/);
  for (const words of [
    ['dance'],
    ['approve', 'W1', '--because', 'x'],
    ['approve', 'D00000001', '--reason', 'good'],
    ['lock', '123', '--reason', 'good'],
  ]) {
    const { code, err } = await operator(...words);
    assert.equal(code, 2, words.join(' '));
    assert.equal(err.trim().split('\n').length, 1, err);
  }
  const unknown = await operator('withdrawals', '--site', 'nowhere');
  assert.deepEqual([unknown.code, unknown.err.trim()], [1, 'There is no site "nowhere": it is one of chaba, lanna.']);
});

test('lists a withdrawal in review and approves it once, with a reason', async () => {
  const { reference, phone } = await createWithdrawal();
  const list = await operator('withdrawals');
  assert.match(list.out, new RegExp(`${reference} .*8,000.00 baht .*${phone}.*ABOVE_AUTOMATIC_MAXIMUM`));

  const unexplained = await operator('approve', reference);
  assert.deepEqual(
    [unexplained.code, unexplained.err.trim()],
    [2, 'Every action needs a reason: --reason "…", 3 to 500 characters.'],
  );
  const done = await operator('approve', reference, '--reason', 'called the member', '--operator', 'demo-payments');
  assert.deepEqual([done.code, done.out.trim()], [0, `${reference} is approved.`]);
  const second = await operator('reject', reference, '--reason', 'too late');
  assert.deepEqual([second.code, second.err.trim()], [1, `${reference} does not wait for a decision at chaba.`]);

  const entries = await operator('audit-log');
  assert.match(
    entries.out,
    new RegExp(`demo-payments +cli +done +withdrawal.approve +${reference} +called the member`),
  );
  assert.match(entries.out, /refused +withdrawal.reject .*too late/);
});

test('returns the money of a rejected withdrawal', async () => {
  const { reference, memberId } = await createWithdrawal();
  const done = await operator('reject', reference, '--reason', 'asked to');
  assert.equal(done.out.trim(), `${reference} is rejected.`);
  assert.equal((await getBalances(database, site.id, memberId, chart)).game, baht(9_000));
});

test('lists unmatched deposits, credits one to a member and returns one', async () => {
  const member = await createMember(database, site);
  const line = {
    sendingBank: '002',
    transRef: 'x',
    at: new Date(),
    senderName: 'นาย คนไกล ม',
    senderAccount: '0000001234',
    toAccount: '9998887776',
    answer: 'OK',
  };
  await receiveFeed(database, [lineOf({ ...line, amount: '640.00' }, 'A'), lineOf({ ...line, amount: '650.00' }, 'B')]);
  const list = await operator('deposits');
  const [first, second] = [...list.out.matchAll(/^(D\d{8}) .*unmatched/gm)].map(([, reference]) => reference ?? '');
  assert.ok(first && second);
  assert.match(list.out, /640\.00 baht +from 002 1234 นาย คนไกล ม +to xxxxxx7776 +unmatched +NO_SINGLE_MEMBER/);

  const unassigned = await operator('credit-deposit', first, '--reason', 'saw the slip');
  assert.deepEqual([unassigned.code, unassigned.err.trim()], [2, 'Name the member: --member <phone>.']);
  const done = await operator('credit-deposit', first, '--member', member.phone, '--reason', 'saw the slip');
  assert.equal(done.out.trim(), `${first} is credited to ${member.phone}.`);
  assert.equal((await getBalances(database, site.id, member.id, chart)).game, baht(640));
  assert.equal(
    (await operator('return-deposit', second, '--reason', 'not a member')).out.trim(),
    `${second} is returned.`,
  );
  assert.equal((await operator('deposits')).out.trim(), 'No deposit waits at chaba.');
  assert.deepEqual(await audit(database, site.id), []);
});

test('lists a transfer that two members claim as disputed, decides it and records each decision', async () => {
  const [holder, owner] = [await createMember(database, site), await createMember(database, site)];
  const bank = openTestBank(database);
  const transfer = {
    sendingBank: '014',
    transRef: 'Disputed1',
    at: new Date(Date.now() - 60_000),
    amount: '660.00',
    senderName: 'นาย สมชาย ใ',
    senderAccount: owner.bankAccount,
    toAccount: '9998887776',
    answer: 'OK',
  };
  bank.transfers.set('T', transfer);
  await receiveFeed(database, [lineOf(transfer, 'disputed', { tail: 'none', name: 'none', bank: 'unknown' })]);
  const [, reference = ''] = /^(D\d{8}) .*660\.00 baht/m.exec((await operator('deposits')).out) ?? [];
  await operator('credit-deposit', reference, '--member', holder.phone, '--reason', 'said it was his');
  const sent = { siteId: site.id, memberId: owner.id, sendingBank: '014', transRef: 'Disputed1' };
  await assert.rejects(slips.submit(bank.context, sent), (error) => isDomainError(error, 'SLIP_DISPUTED'));

  assert.match((await operator('review-queue')).out, /1 +transfers that two reports contradict each other about/);
  const { out } = await operator('deposits');
  assert.match(
    out,
    new RegExp(`${reference} .*disputed: credited to ${holder.phone} .*PROVEN_BY_ANOTHER +sent by ${owner.phone}`),
  );
  const done = await operator('credit-deposit', reference, '--member', owner.phone, '--reason', 'the slip proves it');
  assert.match(
    done.out,
    new RegExp(`^${reference} is credited to ${owner.phone}\\. 660\\.00 baht were taken from ${holder.phone}`),
  );
  assert.equal((await operator('dispute', reference, '--reason', 'the bank called')).code, 0);
  const back = await operator('return-deposit', reference, '--reason', 'the bank called');
  assert.match(back.out, new RegExp(`^${reference} is returned\\. 660\\.00 baht were taken from ${owner.phone}`));
  assert.equal((await operator('dispute', 'D99999999', '--reason', 'trying')).code, 1);
  const entries = (await operator('audit-log')).out;
  assert.match(entries, new RegExp(`deposit.attach +${reference} +the slip proves it.*takenFrom`));
  assert.match(entries, new RegExp(`deposit.dispute +${reference} +the bank called`));
  assert.match(entries, new RegExp(`deposit.return +${reference} +the bank called.*takenFrom`));
  assert.deepEqual(await audit(database, site.id), []);
});

test('imports a bank statement line by line and counts a repeated line once', async () => {
  const member = await createMember(database, site, { bankCode: '004', bankAccount: '1112228901' });
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'chaba-statement-'));
  after(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'lines.txt');
  const yesterday = new Date(Date.now() - 17 * 3_600_000);
  const [year = '', month, day] = yesterday.toISOString().slice(0, 10).split('-');
  const date = `${day}/${month}/${String(Number(year) + 543).slice(2)}`;
  const line = `${date} 15:07 บช X-7776 รับโอนจาก X-8901 500.37 คงเหลือ 12,345.67 บ.`;
  fs.writeFileSync(file, `${line}\n\nรับเงินคืน 500.00 บาท เมื่อสมัครวันนี้\n${line.replace('X-7776', 'X-9999')}\n${line}\n`);
  const { out, code } = await operator('import-statement', '004', file, '--reason', 'the feed was down');
  assert.equal(code, 0);
  const outcomes = out.split('\n').map((row) => row.split(' ', 1)[0]);
  assert.deepEqual(outcomes.slice(0, 4), ['credited', 'NOT_A_STATEMENT_LINE', 'UNKNOWN_RECEIVER', 'known']);
  assert.equal((await getBalances(database, site.id, member.id, chart)).game, 5_003_700n);
  fs.writeFileSync(file, Buffer.from(`${line}\nline without a form\n`, 'utf16le'));
  const again = await operator('import-statement', '004', file, '--reason', 'saved by an editor');
  assert.match(again.out, /^known .*500\.37/);
  assert.match(again.out, /^NOT_A_STATEMENT_LINE +line without a form$/m);
  fs.writeFileSync(file, Buffer.from([0x50, 0x4b, 0x03, 0x04]));
  assert.match(
    (await operator('import-statement', '004', file, '--reason', 'a wrong file')).err,
    /no text in UTF-8, UTF-16 or TIS-620/,
  );
  assert.equal((await operator('import-statement', '004', '/nowhere', '--reason', 'trying')).code, 2);
});

test('lists a report of the bank that could not be read, closes it, and counts it in the review queue', async () => {
  const content = Buffer.from('{"lineId":"\u001b[2J7","amount":"1,000.00"}');
  await keepUnreadReports(database, [
    { siteId: site.id, sender: 'bank', kind: 'line', reason: 'FIELDS: amount', content },
  ]);
  assert.match((await operator('review-queue')).out, /^1 +reports of the bank that could not be read .*bank-reports/m);
  const { out } = await operator('bank-reports');
  assert.ok(!out.includes('\u001b'));
  const [, number = ''] =
    /^(\d+) .* line +FIELDS: amount +once +\{"lineId":"\u{fffd}\[2J7","amount":"1,000\.00"\}$/mu.exec(out) ??
    assert.fail(out);
  assert.match((await operator('close-report', number, '--reason', 'the bank sent it again')).out, /is closed/);
  assert.match((await operator('bank-reports')).out, /Every report of the bank was read/);
  assert.equal((await operator('close-report', number, '--reason', 'twice')).code, 1);
  assert.equal((await operator('close-report', 'x', '--reason', 'no number')).code, 2);
  assert.match((await operator('audit-log')).out, /bank-report.close +report \d+ +the bank sent it again/);

  const many = Array.from({ length: 203 }, (_, index) => Buffer.from(`unread ${index}`));
  const report = { siteId: site.id, sender: 'bank', kind: 'line', reason: 'FIELDS: amount' } as const;
  await keepUnreadReports(
    database,
    many.map((text) => ({ ...report, content: text })),
  );
  const first = (await operator('bank-reports')).out;
  const [, before = ''] = /^Older reports: bank-reports (\d+)$/m.exec(first) ?? assert.fail(first);
  const second = (await operator('bank-reports', before)).out;
  const shown = [...`${first}\n${second}`.matchAll(/ unread (\d+)$/gm)].map(([, index]) => Number(index));
  assert.deepEqual(
    shown,
    many.map((_, index) => 202 - index),
  );
  const [, oldest = ''] = /^(\d+) .* unread 0$/m.exec(second) ?? assert.fail(second);
  assert.match((await operator('bank-reports', oldest)).out, /^No report before \d+\.$/m);
  assert.equal((await operator('bank-reports', 'x')).code, 2);
});

test('opens a receiving account, closes it and opens it again', async () => {
  const because = ['--site', 'lanna', '--reason', 'opened at the bank'] as const;
  const listOpen = async () => (await listOpenAccounts(database, lanna.id)).map(({ account }) => account);
  const opened = await operator('open-account', '014/555-6-96307-1', OUR_NAME, ...because);
  assert.deepEqual([opened.code, opened.err], [0, '']);
  assert.match(opened.out, /^014\/5556963071 is open/);
  assert.equal((await operator('open-account', '0891112222', OUR_NAME, ...because)).code, 0);
  assert.deepEqual(await listOpen(), ['5556963071', '0891112222']);
  assert.match((await operator('accounts', '--site', 'lanna')).out, /^014\/5556963071 .*open *\n0891112222 .*open/);

  const again = await operator('open-account', '014/5556963071', OUR_NAME, ...because);
  assert.deepEqual([again.code, again.err], [1, '014/5556963071 is open already: see accounts.\n']);
  const other = await operator('open-account', '014/5556963071', 'Rose Co., Ltd.', ...because);
  assert.deepEqual([other.code, /has another holder/.test(other.err)], [1, true]);

  assert.match((await operator('close-account', '5556963071', ...because)).out, /^014\/5556963071 is closed/);
  assert.deepEqual(await listOpen(), ['0891112222']);
  assert.equal((await operator('close-account', '5556963071', ...because)).code, 1);
  assert.equal((await operator('open-account', '014/5556963071', OUR_NAME, ...because)).code, 0);
  assert.deepEqual(await listOpen(), ['5556963071', '0891112222']);
  const log = (await operator('audit-log', '--site', 'lanna')).out;
  assert.equal(log.match(/account.(?:open|close) +account/g)?.length, 4);
});

test('rejects a receiving account with a wrong bank, number or holder, and without a reason', async () => {
  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ['5556963071', OUR_NAME, /is no account/],
    ['999/5556963071', OUR_NAME, /is no account/],
    ['1/014/5556963071', OUR_NAME, /is no account/],
    ['', OUR_NAME, /is no account/],
    ['014/555696307', OUR_NAME, /SCB has 10 digits, not "555696307"/],
    ['014/55569630x1', OUR_NAME, /SCB has 10 digits/],
    ['014/5556963079', ' ', /Name the holder/],
    ['014/5556963079', 'x'.repeat(121), /Name the holder/],
  ];
  for (const [account, holder, sentence] of wrong) {
    const { code, err } = await operator('open-account', account, holder, '--reason', 'trying');
    assert.deepEqual([code, sentence.test(err)], [2, true], `${account}: ${err}`);
  }
  assert.equal((await operator('open-account', '014/5556963079', OUR_NAME)).code, 2);
  assert.equal((await operator('close-account', '014/5556963079', '--reason', 'trying')).code, 1);
  assert.doesNotMatch((await operator('accounts')).out, /5556963079/);
});

test('credits and debits a member, and bounds what members are shown of an account', async () => {
  const member = await createMember(database, site, { money: baht(100) });
  const because = ['evidence=LINE', '--notice', 'ชดเชย', '--reason', 'a fault of a game'] as const;
  const credited = await operator('credit', member.phone, '1,040', 'kind=goodwill', 'turnover=1', ...because);
  assert.equal(credited.out.trim(), `1,040.00 baht are credited to ${member.phone}.`, credited.err);
  const debited = await operator('debit', member.phone, '140', ...because);
  assert.equal(debited.out.trim(), `140.00 baht are debited from ${member.phone}.`, debited.err);
  assert.equal((await getBalances(database, site.id, member.id, chart)).game, baht(1_000));
  const above = await operator('debit', member.phone, '1000.01', ...because);
  assert.deepEqual([above.code, above.err.trim()], [1, 'Less than 1,000.01 baht is playable: nothing was changed.']);
  const wrong: readonly (readonly [words: readonly string[], sentence: RegExp])[] = [
    [['credit', member.phone, '10', 'worth=1', ...because], /"worth=1" is no term: kind, turnover, evidence/],
    [['credit', member.phone, 'ten', ...because], /Not valid: amount/],
    [['debit', member.phone, '10', 'evidence=x', '--reason', 'none'], /The member reads why/],
  ];
  for (const [words, sentence] of wrong) {
    const { code, err } = await operator(...words);
    assert.deepEqual([code, sentence.test(err)], [2, true], err);
  }
  const account = '9998887776';
  const bound = await operator('account-limits', `004/${account}`, '5000', 'none', '--reason', 'the bank warned');
  assert.match(bound.out, /is shown up to 5,000\.00 baht a day and any sum in all/, bound.err);
  const placed = await operator('account-order', `004/${account}`, '3', 'kbank', '--reason', 'spread');
  assert.match(placed.out, /has place 3, in turn with kbank/, placed.err);
  assert.match((await operator('accounts')).out, /004\/9998887776 .* of 5,000\.00, .*place 3 of kbank/);
  assert.deepEqual(await audit(database, site.id), []);
});

test('locks and unlocks a member', async () => {
  const member = await createMember(database, site);
  assert.equal(
    (await operator('lock', member.phone, '--reason', 'lost phone')).out.trim(),
    `${member.phone} is locked.`,
  );
  assert.match((await operator('member', member.phone)).out, /state +locked/);
  assert.equal((await operator('lock', member.phone, '--reason', 'again')).code, 1);
  assert.equal(
    (await operator('unlock', member.phone, '--reason', 'found it')).out.trim(),
    `${member.phone} is unlocked.`,
  );
  assert.match((await operator('lock', '0899999999', '--reason', 'who')).err, /^No member of chaba/);
});

test('shows and changes the flags of a site and rejects invalid values', async () => {
  assert.match((await operator('flags')).out, /Maintenance +off/);
  assert.equal(
    (await operator('set', 'Maintenance', 'on', '--reason', 'moving house')).out.trim(),
    'Maintenance of chaba is on.',
  );
  assert.equal((await database.transaction((tx) => loadSite(tx, site.id))).isInMaintenance, true);
  assert.equal((await operator('set', 'Maintenance', 'off', '--reason', 'moved')).code, 0);
  assert.equal(
    (await operator('set', 'minWithdraw', '250.50', '--reason', 'costs')).out.trim(),
    'minWithdraw of chaba is 250.50.',
  );
  for (const [flag, value] of [
    ['minWithdraw', '9999999'],
    ['minWithdraw', '-1'],
    ['Maintenance', 'maybe'],
    ['Colour', 'red'],
    ['theme', '{"brand":"url(https://elsewhere.example/x)"}'],
    ['logoUrl', '//elsewhere.example/logo.png'],
  ]) {
    const { code, err } = await operator('set', flag ?? '', value ?? '', '--reason', 'trying');
    assert.notEqual(code, 0, `${flag} ${value}`);
    assert.equal(err.trim().split('\n').length, 1, err);
  }
});

test('sets the theme, logo and announcement image of a site', async () => {
  const theme = '{"preset":"jade","brand":"#8844EE","radius":"round","font":"noto-looped"}';
  assert.deepEqual(requireFlag('logoUrl').write('/icons/jade-mark.svg'), { logoUrl: '/icons/jade-mark.svg' });
  for (const [flag, value] of [
    ['theme', theme],
    ['alertyImage', 'https://pictures.example/new-year.avif'],
  ] as const) {
    assert.equal(
      (await operator('set', flag, value, '--reason', 'our look')).out.trim(),
      `${flag} of chaba is ${value}.`,
    );
  }
  const { look } = await database.transaction((tx) => loadSite(tx, site.id));
  assert.deepEqual(parseStoredTheme(look.theme), JSON.parse(theme));
  assert.equal(getPreset(look.theme), 'jade');
  for (const no of [
    'pink',
    '{',
    '{"preset":"pink"}',
    '{"accent":"red"}',
    '{"brand":"#8844ee","font":"comic"}',
    '{"brand":"#8844ee","css":"body{}"}',
    '{"brand":"#8844ee","__proto__":{}}',
  ]) {
    assert.equal(parseTheme(no), undefined, no);
  }
  for (const no of ['http://elsewhere.example/a.png', 'javascript:alert(1)', '/a b', 'https://x.example/"><script>']) {
    assert.throws(() => requireFlag('logoUrl').write(no), /A picture is/);
  }
});

test('sets the script of a content host for the wheel, and rejects what is no script file', async () => {
  const url = 'https://content.example/wheel.js';
  const { out } = await operator('set', 'wheelScript', url, '--reason', 'effects');
  assert.equal(out.trim(), `wheelScript of chaba is ${url}.`);
  assert.equal((await database.transaction((tx) => loadSite(tx, site.id))).look.wheelScriptUrl, url);
  for (const no of [
    'http://content.example/wheel.js',
    'https://content.example/',
    'https://content.example',
    'https://user:pass@content.example/wheel.js',
    'https://content.example/wheel.js?x=1',
    'https://content.example/wheel.js#x',
    'https://content.example/a;b.js',
    'https://content.example/"><script>',
    'javascript:alert(1)',
    '//content.example/wheel.js',
    `https://content.example/${'a'.repeat(300)}.js`,
  ]) {
    assert.throws(() => requireFlag('wheelScript').write(no), /A script is/, no);
  }
  assert.deepEqual(requireFlag('wheelScript').write(''), { wheelScriptUrl: '' });
});

test('denies updates and deletes on the audit log', async () => {
  await assert.rejects(
    database.execute(sql`update audit_log set reason = 'other' where site_id = ${site.id}`),
    /permission denied/,
  );
  await assert.rejects(database.execute(sql`delete from audit_log where site_id = ${site.id}`), /permission denied/);
});

test('reports an unavailable database in one sentence', async () => {
  const program = path.join(import.meta.dirname, 'main.ts');
  const env = {
    ...process.env,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    SANDBOX_SECRET: 'sandbox-secret',
    HASH_SECRET: 'secret-of-hashes',
  };
  const err = await new Promise<string>((resolve) => {
    execFile(process.execPath, [program, 'audit-log'], { env }, (_error, _out, output) => resolve(output));
  });
  assert.equal(err.trim(), 'The database does not answer: is Chaba running?');
});

test('lists held referral income with its risk signals and releases or drops it', async () => {
  const member = await createMember(database, site);
  const friend = await createMember(database, site);
  for (const day of ['2026-01-30', '2026-01-31']) {
    await database.execute(sql`
      insert into affiliate_result (site_id, member_id, day, sum_e4, carried_e4, payable_e4, state, releases_at)
      values (${site.id}, ${member.id}, ${day}, 1000000, 0, 1000000, 'held', now())`);
    await database.execute(sql`
      insert into affiliate_income (site_id, member_id, day, friend_id, level, basis_e4, percent_bp, amount_e4, fraud_signals)
      values (${site.id}, ${member.id}, ${day}, ${friend.id}, 1, 100000000, 100, 1000000, '{name,device}')`);
  }
  const held = /held 2026-01-31 .*100.00 baht .*same device, name/;
  assert.match((await operator('income')).out, held);
  const reason = ['--reason', 'one household'] as const;
  assert.equal((await operator('release', member.phone, '2026-01-31')).code, 2);
  assert.match((await operator('release', member.phone, '2026-01-31', ...reason)).out, /2026-01-31 is released/);
  assert.match(
    (await operator('reject-income-day', member.phone, '2026-01-30', ...reason)).out,
    /2026-01-30 is rejected/,
  );
  assert.doesNotMatch((await operator('income')).out, /held/);
  assert.equal((await getBalances(database, site.id, member.id, chart)).affiliate, baht(100));
  assert.deepEqual(await audit(database, site.id), []);
});

test('lists referral income above the automatic maximum, pays it and debits at most the balance', async () => {
  const member = await createMember(database, site);
  const way = { from: chart.affiliateCost, to: chart.affiliate, reason: 'test', key: 'test:income' };
  await database.transaction((tx) => postTransfers(tx, site.id, [{ ownerId: member.id, amount: baht(6_000), ...way }]));
  const { movementId } = await withdrawIncome(database, {
    siteId: site.id,
    memberId: member.id,
    idempotencyKey: 'income-one',
  });
  const reference = `D${String(movementId).padStart(8, '0')}`;
  assert.match((await operator('income')).out, new RegExp(`${reference} .*6,000.00 baht .*${member.phone}`));
  assert.equal((await operator('pay', reference)).code, 2);
  assert.equal((await operator('pay', reference, '--reason', 'looked at')).out.trim(), `${reference} is paid.`);
  assert.equal((await operator('reject-income', reference, '--reason', 'too late')).code, 1);
  const taken = await operator('take', member.phone, '50', '--reason', 'an abuse');
  assert.match(taken.out, /^0.00 baht were taken/);
  const held = await operator('release', member.phone, '2026-01-31', '--reason', 'looked at');
  assert.match(held.err, /^Nothing of .* is held/);
  assert.match((await operator('calculate')).out, /^New at chaba: /);
  assert.equal((await getBalances(database, site.id, member.id, chart)).game, baht(6_000));
  assert.deepEqual(await audit(database, site.id), []);
});

test('creates, changes and ends a promotion', async () => {
  const because = ['--reason', 'songkran'];
  const set = (...terms: string[]) => operator('promotion', 'songkran', ...terms, ...because);
  for (const [terms, sentence] of [
    [[], 'Name at least one term'],
    [['title=Songkran'], 'Name the worth of the bonus: percent=30 or baht=100.'],
    [['percent=50'], 'A promotion has a title: title="…".'],
    [['colour=red'], 'There is no term "colour"'],
    [['max=lots'], '"lots" is no amount of baht.'],
    [['exclude=ROULETTE'], 'No category, provider or provider/game is called "ROULETTE".'],
    [['weights=LIVECASINO:200'], '"200" is no whole number from 0 to 100.'],
  ] as const) {
    const { code, err } = await set(...terms);
    assert.equal(code, 2, terms.join(' '));
    assert.ok(err.startsWith(sentence), err);
  }
  const terms = ['title=Songkran', 'percent=50', 'max=500', 'turnover=5x', 'cap=3x', 'for=daily', 'maxbet=20'];
  const made = await set(...terms, 'exclude=LIVECASINO,test/test-slot', 'weights=POKER:10');
  assert.equal(made.code, 0, made.err);
  assert.match(made.out, /^The promotion songkran of chaba is made\. It may cost 73 % of its bonus/);
  assert.match((await set('maxbet=30', 'exclude=none')).out, /^The promotion songkran of chaba is changed\./);
  const facts =
    'percent=50 max=500.00 min=100.00 turnover=5x cap=3x for=daily maxbet=30.00 exclude=none weights=POKER:10 budget=none';
  const listed = (await operator('promotions')).out.trim().replace(/ +/g, ' ');
  assert.equal(listed, `songkran offered Songkran ${facts}`);

  const ended = await operator('end-promotion', 'songkran', ...because);
  assert.equal(ended.out.trim(), 'The promotion songkran of chaba is ended.');
  const again = await operator('end-promotion', 'songkran', ...because);
  assert.deepEqual([again.code, again.err.trim()], [1, 'No promotion songkran is offered at chaba.']);
  assert.match((await operator('promotions')).out, /^songkran +ended/);
  assert.match((await operator('audit-log')).out, /requested +promotion.publish +promotion songkran +songkran/);
});

test('revokes an active bonus and leaves the member their own money', async () => {
  const member = await createMember(database, site, { acceptsBonus: true });
  const revoke = () => operator('revoke', member.phone, '--reason', 'two accounts');
  assert.equal((await revoke()).err.trim(), 'No bonus of this member is running.');
  const terms = ['title=Double', 'percent=100', 'max=1000', 'min=100'];
  await operator('promotion', 'double', ...terms, '--reason', 'for the test');
  const line = lineOf(
    {
      sendingBank: member.bankCode,
      transRef: 'revoked',
      at: new Date(),
      amount: '300.00',
      senderName: '',
      senderAccount: member.bankAccount,
      toAccount: '9998887776',
      answer: 'OK',
    },
    'REVOKED',
    { tail: member.bankAccount, name: 'none' },
  );
  assert.deepEqual(await receiveFeed(database, [line]), ['credited']);
  assert.equal((await getBalances(database, site.id, member.id, chart)).game, baht(600));
  assert.equal((await revoke()).out.trim(), `The bonus of ${member.phone} is revoked.`);
  assert.equal((await getBalances(database, site.id, member.id, chart)).game, baht(300));
  const event = await database.one<{ state: string; reason: string }>(sql`select state, reason from bonus_event
    where site_id = ${site.id} and member_id = ${member.id} order by bonus_event_id desc limit 1`);
  assert.deepEqual(event, { state: 'revoked', reason: 'by_operator' });
  assert.deepEqual(await audit(database, site.id), []);
  await operator('end-promotion', 'double', '--reason', 'for the test');
});

test('creates an item code once, lists its terms and ends it', async () => {
  const because = ['--reason', 'fair'];
  const made = await operator('code', 'fair-26', 'amount=25', 'turnover=3', 'cap=100', 'uses=10', 'days=7', ...because);
  assert.equal(made.out.trim(), 'The code FAIR-26 of chaba is created.', made.err);
  const again = await operator('code', 'Fair-26', 'amount=999', ...because);
  assert.deepEqual([again.code, again.err.trim()], [1, 'There is a code FAIR-26 at chaba: a word is used once.']);
  const empty = await operator('code', 'NOTHING', 'turnover=3', ...because);
  assert.deepEqual([empty.code, empty.err.trim()], [2, 'Name the worth of the code: amount=50 or coins=3.']);
  const listed = await operator('codes');
  assert.match(listed.out, /^FAIR-26 +running +amount=25\.00 +coins=0 +turnover=3x +cap=100\.00 +used=0 of 10 +each=1/);

  assert.equal((await operator('end-code', 'fair-26', ...because)).out.trim(), 'The code FAIR-26 of chaba is ended.');
  const member = await createMember(database, site);
  const use = { siteId: site.id, memberId: member.id, typed: 'FAIR-26', idempotencyKey: 'K', isLimited: false };
  await assert.rejects(redeemCode(database, use), { code: 'ITEM_CODE_INVALID' });
  assert.match((await operator('codes')).out, /^FAIR-26 +over/);
});
