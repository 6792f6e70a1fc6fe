// Offers over HTTP: long texts of terms; drafts, versions, budgets and estimates of promotions; codes in batches.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type {
  CodeBatchRow,
  CodeFile,
  OfferTermsFacts,
  PromotionDetail,
  PromotionEstimate,
  PromotionRow,
} from '@chaba/contract/back-office/offer-wire';
import type { ActionPreview } from '@chaba/contract/back-office/queue-wire';
import type { AuditRow, RowPage } from '@chaba/contract/back-office/wire';
import { TERMS_LENGTH_MAX } from '@chaba/contract/constraints';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht, formatBaht, zeroMoney } from '@chaba/money';

import { listOfferedPromotions } from '#modules/promotions';
import { redeemCode } from '#modules/item-codes';
import { loadTurnover } from '#modules/requirements';
import { findTermsInForce } from '#modules/terms';
import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';
import { type Arguments, checkStory, type Commands } from '#testing/story';

const office = await buildTestOffice();
const { database, chaba, send, act, decide } = office;
const SITE = '/back-office/v1/sites/chaba';
const marketing = await office.signIn('demo-marketing');
const finance = await office.signIn('demo-finance');
const support = await office.signIn('demo-support');

const bank = openTestBank(database);
await openOurAccount(database, chaba);
const banking = bankCommands(bank);
const commands: Commands = {
  ...banking,
  async turnover(given, { plain: [name = ''] }) {
    const { id } = await given.member(name);
    const { needTurnover, nowTurnover } = await loadTurnover(database, chaba.id, id);
    return { need: formatBaht(needTurnover), now: formatBaht(nowTurnover) };
  },
  async publish(_story, { named }) {
    const changed = Object.entries(named).map(([name, value]) => `${name}=${value}`);
    await publish('songkran', [TERMS, ...changed].join('\n'));
    return 'done';
  },
  /** Slips of several members at once. */
  async slips(given, { plain }) {
    const pairs = plain.flatMap((member, index) => (index % 2 === 0 ? [[member, plain[index + 1] ?? '']] : []));
    const sent = pairs.map(async (words) => banking['slip']?.(given, toArguments(words)));
    const [outcome = 'none', ...others] = new Set(await Promise.all(sent));
    return others.length === 0 ? outcome : 'different';
  },
};
const toArguments = (plain: readonly string[]): Arguments => ({
  plain,
  named: {},
  at: (place) => plain[place] ?? '',
  amount: () => zeroMoney,
});
const story = (table: string) =>
  checkStory({ database, site: chaba, commands, memberOptions: { acceptsBonus: true } }, table);

const TERMS = 'title=สงกรานต์\npercent=100\nmax=500\nmin=100\nturnover=15x\ncap=3x\nweights=LIVECASINO:25,POKER:10';
const load = async (id: string) =>
  (await send<PromotionDetail>('GET', `${SITE}/promotions/${id}`, { as: marketing })).data;

async function publish(id: string, terms: string): Promise<void> {
  const proposed = await act(marketing, 'promotion.publish', { promotion: id, terms });
  assert.equal(proposed.data.outcome, 'requested', proposed.text);
  const decided = await decide(finance, proposed.data.request ?? '');
  assert.equal(decided.status, 200, decided.text);
}

test('publishes terms of use as long as their table holds, and rejects longer texts', async () => {
  const content = 'ข้'.repeat(TERMS_LENGTH_MAX / 2);
  const proposed = await act(marketing, 'site.publish-terms', { content });
  assert.equal(proposed.data.outcome, 'requested', proposed.text);
  const done = await decide(await office.signIn('demo-admin'), proposed.data.request ?? '');
  assert.deepEqual(
    [done.status, done.data],
    [200, { outcome: 'published', request: proposed.data.request }],
    done.text,
  );
  assert.equal((await findTermsInForce(database, chaba.id))?.content, content);
  const longer = await act(marketing, 'site.publish-terms', { content: `${content}ข` });
  assert.deepEqual([longer.status, longer.params.field], [422, 'content']);
  const usual = await act(marketing, 'code.end', { code: 'A'.repeat(501) });
  assert.deepEqual([usual.status, usual.params.field], [422, 'code']);
  const large = await act(marketing, 'code.end', { code: 'A'.repeat(17_000) });
  assert.deepEqual([large.status, large.code], [413, 'BODY_TOO_LARGE']);
});

test('estimates typed terms as the command line does, and names the term that is wrong', async () => {
  const estimate = (terms: string, id = 'songkran') =>
    send<PromotionEstimate>('POST', `${SITE}/promotions/${id}/estimate`, { as: marketing, body: { terms } });
  const { data } = await estimate(TERMS);
  assert.deepEqual(
    data.offers.map(({ deposit, offer }) => [deposit, offer?.bonus, offer?.need, offer?.cap]),
    [
      ['100.00', '100.00', '3000.00', '300.00'],
      ['300.00', '300.00', '9000.00', '900.00'],
      ['500.00', '500.00', '15000.00', '1500.00'],
      ['1000.00', '500.00', '22500.00', '3000.00'],
    ],
  );
  assert.deepEqual([data.cost?.isWithinBound, data.cost?.bound], [true, '50.00']);
  assert.ok(Number(data.bestPlay) <= Number(data.cost?.cost), 'the best play never costs more than the bound says');
  assert.equal(data.card.bonusValue, 100);
  const generous = await estimate('title=a\npercent=100\nturnover=1x');
  assert.equal(generous.data.cost?.isWithinBound, false);
  for (const [line, field] of [
    ['max=many', 'max'],
    ['weights=NOTHING:5', 'weights'],
    [`title=${'ก'.repeat(101)}`, 'title'],
    ['budget=-1', 'budget'],
  ]) {
    const wrong = await estimate(`${TERMS}\n${line ?? ''}`);
    assert.deepEqual([wrong.status, wrong.params.field], [422, field]);
  }
  assert.equal((await estimate(TERMS, 'no name')).params.field, 'promotion');
  assert.deepEqual(await load('songkran'), undefined, 'an estimate saves nothing');
});

test('saves a draft by one person, compares it, and publishes it as a version by two', async () => {
  const refused = await act(support, 'promotion.save-draft', { promotion: 'songkran', terms: TERMS });
  assert.equal(refused.code, 'PERMISSION_MISSING');
  const wrong = await act(marketing, 'promotion.save-draft', { promotion: 'songkran', terms: 'percent=x' });
  assert.deepEqual([wrong.status, wrong.params.field], [422, 'percent']);
  const saved = await act(marketing, 'promotion.save-draft', { promotion: 'songkran', terms: TERMS });
  assert.equal(saved.data.outcome, 'saved', saved.text);
  assert.deepEqual(await listOfferedPromotions(database, chaba.id), [], 'members see nothing of a draft');
  const draft = await load('songkran');
  assert.deepEqual([draft.state, draft.draft?.savedBy, draft.inForce], ['draft', 'demo-marketing', null]);

  const asShown = Object.entries(draft.draft?.terms ?? {}).map(([name, value]) => `${name}=${value}`);
  await publish('songkran', asShown.join('\n'));
  const first = await load('songkran');
  assert.deepEqual([first.state, first.version, first.draft, first.inForce?.['cap']], ['offered', 1, null, '3x']);

  await act(marketing, 'promotion.save-draft', { promotion: 'songkran', terms: `${TERMS}\ncap=5x` });
  assert.deepEqual(
    [(await load('songkran')).draft?.terms['cap'], (await load('songkran')).inForce?.['cap']],
    ['5x', '3x'],
  );
  const proposed = await act(marketing, 'promotion.publish', { promotion: 'songkran', terms: `${TERMS}\ncap=5x` });
  await act(marketing, 'promotion.save-draft', { promotion: 'songkran', terms: `${TERMS}\ncap=6x` });
  assert.equal((await decide(marketing, proposed.data.request ?? '')).code, 'OWN_REQUEST');
  assert.equal((await decide(finance, proposed.data.request ?? '')).status, 200);
  const second = await load('songkran');
  assert.deepEqual(
    [
      second.version,
      second.inForce?.['cap'],
      second.draft?.terms['cap'],
      second.versions.map(({ terms }) => terms['cap']),
    ],
    [2, '5x', '6x', ['5x', '3x']],
    'what was requested is in force, and a draft that was edited since stays',
  );
  assert.match(second.versions[0]?.request ?? '', /^R\d+$/);
  const discarded = await act(marketing, 'promotion.discard-draft', { promotion: 'songkran' });
  assert.equal(discarded.data.outcome, 'discarded');
  assert.equal((await act(marketing, 'promotion.discard-draft', { promotion: 'songkran' })).code, 'NOT_FOUND');
  const { data } = await send<RowPage<PromotionRow>>('GET', `${SITE}/lists/promotions`, { as: support });
  assert.deepEqual(
    data.rows.map(({ promotion, version, cost }) => [promotion, version, cost?.isWithinBound]),
    [['songkran', 2, false]],
  );
});

test('never changes the terms of a grant, and gives no bonus above the budget', async () => {
  await story(`
    publish   budget=600                             done
    transfer  A1  from=M1  amount=500.00             made
    slip      M1  A1                                 credited
    balance   M1  game=1000.00
    turnover  M1  need=15,000.00  now=0.00
    publish   budget=600  turnover=20x               done
    turnover  M1  need=15,000.00  now=0.00           // the grant keeps its terms
    transfer  A2  from=M2  amount=500.00             made
    slip      M2  A2                                 credited
    balance   M2  game=500.00                        // the bonus of 500 exceeds the 100 that are left
    turnover  M2  need=500.00  now=0.00
    transfer  A3  from=M3  amount=100.00             made
    slip      M3  A3                                 credited
    balance   M3  game=200.00
    turnover  M3  need=4,000.00  now=0.00
  `);
  const { state, given, budget } = await load('songkran');
  assert.deepEqual([state, given, budget], ['spent', '600.00', '600.00']);
  assert.deepEqual(await listOfferedPromotions(database, chaba.id), []);
  const lower = await act(marketing, 'promotion.publish', { promotion: 'songkran', terms: 'budget=599' });
  const decided = await decide(finance, lower.data.request ?? '');
  assert.deepEqual([decided.code, decided.params.reasons], ['BLOCKED', ['budget_given']]);
  await decide(marketing, lower.data.request ?? '', { verdict: 'withdrawn' });
  await assert.rejects(
    database.execute(sql`update promotion_budget set given_e4 = given_e4 + 100 where site_id = ${chaba.id}`),
    /check/,
  );
});

test('divides the rest of a budget among deposits that arrive at once', async () => {
  await story(`
    publish   budget=900                             done
    transfer  B1  from=N1  amount=100.00             made
    transfer  B2  from=N2  amount=100.00             made
    transfer  B3  from=N3  amount=100.00             made
    transfer  B4  from=N4  amount=100.00             made
    transfer  B5  from=N5  amount=100.00             made
    slips     N1  B1  N2  B2  N3  B3  N4  B4  N5  B5  credited
  `);
  const { given, state } = await load('songkran');
  assert.deepEqual([given, state], ['900.00', 'spent']);
  const { sum } = await database.one<{ sum: bigint }>(sql`
    select sum(bonus_e4)::bigint as sum from bonus_grant where site_id = ${chaba.id} and promotion_id = 'songkran'`);
  assert.equal(sum, 9_000_000n);
  assert.deepEqual(await audit(database), []);
});

const CODE_TERMS = 'amount=50\nturnover=5x\ncap=200\nuses=1';

test('makes a batch of codes within the limit, sends its file once recorded, and ends all of it', async () => {
  const input = { prefix: 'loy', count: '300', terms: CODE_TERMS };
  const made = await act(marketing, 'code.create-batch', input);
  assert.equal(made.data.outcome, 'made', made.text);
  const list = await send<RowPage<CodeBatchRow>>('GET', `${SITE}/lists/code-batches`, { as: support });
  const batch = list.data.rows[0]?.batch ?? '';
  assert.deepEqual([list.data.rows[0]?.prefix, list.data.rows[0]?.codes, list.data.rows[0]?.used], ['LOY', 300, 0]);
  const refused = await send('POST', `${SITE}/code-batches/${batch}/file`, { as: support, body: {} });
  assert.equal(refused.code, 'PERMISSION_MISSING');
  const { data: file } = await send<CodeFile>('POST', `${SITE}/code-batches/${batch}/file`, {
    as: marketing,
    body: {},
  });
  const words = file.text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0] ?? '');
  assert.deepEqual(
    [words.length, new Set(words).size, words.every((word) => /^LOY[A-Z2-9]{10}$/.test(word))],
    [300, 300, true],
  );
  const entries = await send<RowPage<AuditRow>>('GET', `${SITE}/lists/audit?subject=codes ${batch}`, { as: finance });
  assert.deepEqual(
    entries.data.rows.map(({ action, operator }) => [action, operator]),
    [['code.file', 'demo-marketing']],
  );
  const [first = '', second = ''] = words;
  const member = await createMember(database, chaba);
  const redeem = (typed: string) =>
    redeemCode(database, { siteId: chaba.id, memberId: member.id, typed, idempotencyKey: typed, isLimited: false });
  assert.equal((await redeem(first)).amount, baht(50));
  const ended = await act(support, 'code.end-batch', { batch });
  assert.equal(ended.data.outcome, 'ended', ended.text);
  await assert.rejects(redeem(second), { code: 'ITEM_CODE_INVALID' });
  assert.equal((await act(support, 'code.end-batch', { batch })).code, 'NOT_WAITING');
  assert.deepEqual(await audit(database), []);
});

test('requests a second person for a batch above the limit, counting all of its codes', async () => {
  const input = { prefix: 'BIG', count: '500', terms: CODE_TERMS };
  const proposed = await act(marketing, 'code.create-batch', input);
  assert.equal(proposed.data.outcome, 'requested', proposed.text);
  const decided = await decide(finance, proposed.data.request ?? '');
  assert.equal(decided.data.outcome, 'made', decided.text);
  for (const [field, value] of [
    ['count', '5001'],
    ['prefix', 'ก'],
    ['terms', 'turnover=5x'],
  ] as const) {
    const wrong = await act(marketing, 'code.create-batch', { ...input, [field]: value });
    assert.equal(wrong.status, 422, field);
  }
});

test('names each bad row of a file before anything runs, and imports all rows or none', async () => {
  const check = (rows: string) =>
    send<ActionPreview>('POST', `${SITE}/actions/code.import/preview`, { as: marketing, body: { input: { rows } } });
  const good = 'code,amount,turnover,uses\r\nHAPPY-1,20,3x,1\r\n"HAPPY-2",30,,2\r\n';
  const bad = `${good}HAPPY-1,20,,1\r\n!,20,,1\r\nHAPPY-3,many,,1\r\nHAPPY-4,,,1\r\nHAPPY-5,1,2x,1,5\r\n`;
  const preview = await check(bad);
  assert.deepEqual(preview.data.facts['bad'], [
    '4 HAPPY-1 twice',
    '5 ! code',
    '6 HAPPY-3 term amount',
    '7 HAPPY-4 worth',
    '8 HAPPY-5 cells',
  ]);
  const refused = await act(marketing, 'code.import', { rows: bad });
  assert.deepEqual([refused.code, refused.params.reasons], ['BLOCKED', ['rows_bad']]);
  assert.deepEqual((await check(good)).data.facts, { codes: '2', faceValue: '80.00', badRows: '0', bad: [] });
  assert.equal((await act(marketing, 'code.import', { rows: good })).data.outcome, 'made');
  assert.deepEqual((await check(good)).data.facts['bad'], ['2 HAPPY-1 exists', '3 HAPPY-2 exists']);
  assert.equal((await check('name\nx')).params.field, 'headings');
  const many = ['code,coins', ...Array.from({ length: 5_000 }, (_, index) => `MANY-${index},1`)].join('\n');
  assert.equal((await act(marketing, 'code.import', { rows: many })).data.outcome, 'made');
  assert.equal((await check(`${many}\nMANY-5000,1`)).params.field, 'rows');
});

test('keeps the terms of cashback and referral in versions, and publishes a wheel by two people', async () => {
  const read = async () => (await send<OfferTermsFacts>('GET', `${SITE}/offer-terms`, { as: support })).data;
  assert.deepEqual((await read()).versions, []);
  const before = (await read()).inForce['Payout'];
  const proposed = await act(marketing, 'site.set-terms', { flag: 'Payout', value: '0.35' });
  assert.equal((await decide(finance, proposed.data.request ?? '')).status, 200);
  const { inForce, versions, wheel } = await read();
  assert.deepEqual([inForce['Payout'], wheel], ['0.35', null]);
  assert.deepEqual(
    versions.map(({ version, terms, request }) => [version, terms['Payout'], request]),
    [
      [2, '0.35', proposed.data.request],
      [1, before, null],
    ],
  );
  const lines = 'on=yes\nturnover=1\ncoindeposit=1000\ncointurnover=none\nfield=NONE 0 7000\nfield=BAHT 5.00 3000';
  const publish = async (terms: string) => {
    const { data } = await act(marketing, 'wheel.publish', { terms });
    return decide(finance, data.request ?? '');
  };
  assert.equal((await publish(lines)).data.outcome, 'published');
  assert.equal((await publish(lines.replace('3000', '6000'))).data.outcome, 'published');
  const second = (await read()).wheel;
  assert.deepEqual([second?.version, second?.worth, second?.fields.at(-1)?.chance], [2, '2.31', '46.15']);
  for (const [line, field] of [
    ['field=BAHT 0.00 5', 'field'],
    ['field=GOLD 1 5', 'field'],
    ['field=SPIN 100 100000000', 'field'],
    ['turnover=x', 'turnover'],
  ]) {
    const wrong = await act(marketing, 'wheel.publish', { terms: `${lines}\n${line ?? ''}` });
    assert.deepEqual([wrong.status, wrong.params.field], [422, field], line);
  }
  const endless = await act(marketing, 'wheel.publish', { terms: 'field=SPIN 2 1\nfield=NONE 0 1' });
  assert.deepEqual([endless.status, endless.params.field], [422, 'field']);
});
