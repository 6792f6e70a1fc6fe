// Waiting items over HTTP: what the counts say is what the lists show, and each item is decided by its actions.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type {
  ActionPreview,
  DepositDetail,
  DepositRow,
  ItemDetail,
  ItemRow,
  QueueRow,
} from '@chaba/contract/back-office/queue-wire';
import { itemQueues, queues } from '@chaba/contract/back-office/queues';
import type { RowPage } from '@chaba/contract/back-office/wire';
import { sql } from '@chaba/database';
import { audit, getBalances } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { keepUnreadReports } from '#modules/bank-reports';
import { setProvider } from '#modules/catalogue';
import { openOurAccount } from '#testing/bank-commands';
import { NO_SENDER, openBankWorld } from '#testing/bank-world';
import { buildTestApp } from '#testing/build-app';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';
import { authenticateSession, callWallet } from '#testing/wallet-commands';

const app = await buildTestApp();
const { database, chaba } = app;
const office = await buildTestOffice({ database });
const { send, act, decide } = office;
await openOurAccount(database, chaba);
const SITE = '/back-office/v1/sites/chaba';
const [payments, risk, finance, marketing] = [
  await office.signIn('demo-payments'),
  await office.signIn('demo-risk'),
  await office.signIn('demo-finance'),
  await office.signIn('demo-marketing'),
] as const;

async function readRows<Row>(list: string, as = risk): Promise<readonly Row[]> {
  return (await send<RowPage<Row>>('GET', `${SITE}/lists/${list}`, { as })).data.rows;
}

async function readItem(queue: string, item: string): Promise<ItemDetail> {
  const query = new URLSearchParams({ item }).toString();
  return (await send<ItemDetail>('GET', `${SITE}/queues/${queue}?${query}`, { as: risk })).data;
}

async function readDeposit(reference: string): Promise<DepositDetail> {
  return (await send<DepositDetail>('GET', `${SITE}/deposits/${reference}`, { as: payments })).data;
}

const preview = (as: string, action: string, input: object) =>
  send<ActionPreview>('POST', `${SITE}/actions/${action}/preview`, { as, body: { input } });

async function playRounds() {
  const member = await createMember(database, chaba, { money: baht(500) });
  const cap = { provider: 'test', winCap: baht(1_000) };
  await database.owner.transaction((tx) => setProvider(tx, chaba.id, cap));
  const token = await authenticateSession(app, member);
  const call = { playerId: member.playerId, token, gameCode: 'test-slot', currency: 'THB' };
  await callWallet(app, 'bet', { ...call, roundId: 'r1', txId: 'b1', amount: '100' });
  await callWallet(app, 'win', { ...call, roundId: 'r1', txId: 'w1', amount: '2500', roundClosed: true });
  await callWallet(app, 'win', { ...call, roundId: 'r9', txId: 'w9', amount: '5' });
  await callWallet(app, 'bet', { ...call, roundId: 'r2', txId: 'b2', amount: '50' });
  await database.execute(sql`
    insert into stuck_round (site_id, member_id, provider, round_id, provider_state)
    values (${chaba.id}, ${member.id}, 'test', 'r2', 'unknown')`);
  await database.execute(sql`update game_round set is_marked_open = true where round_id = 'r2'`);
  return member;
}

test('counts what the lists show, decides each item, and shows it no more', async () => {
  const member = await playRounds();
  await database.owner.execute(sql`
    insert into audit_finding (site_id, rule, detail) values (${chaba.id}, 'test rule', 'of a test')`);
  await database.owner.execute(sql`
    insert into reconciliation (site_id, provider, day, discrepancy_count) values (${chaba.id}, 'test', '2026-11-20', 2)`);
  const counts = new Map((await readRows<QueueRow>('queues')).map((row) => [row.queue, row.count]));
  for (const queue of itemQueues) {
    const { length } = await readRows<ItemRow>(queue);
    assert.equal(length, counts.get(queue), queue);
  }
  assert.deepEqual(
    (['held-wins', 'orphan-wins', 'stuck-rounds', 'findings', 'days'] as const).map((queue) => counts.get(queue)),
    [1, 1, 1, 1, 1],
  );

  const [held] = await readRows<ItemRow>('held-wins');
  assert.deepEqual([held?.amount, held?.facts['transaction']], ['2500.00', 'w1']);
  const win = await readItem('held-wins', held?.item ?? '');
  const [release] = win.offers;
  assert.deepEqual(release?.action, 'win.release');
  const shown = await preview(risk, 'win.release', release?.input ?? {});
  assert.equal(shown.data.isTwo, false);
  const released = await act(risk, 'win.release', release?.input ?? {}, { factsHash: shown.data.factsHash });
  assert.equal(released.data.outcome, 'released');

  const [round] = await readRows<ItemRow>('stuck-rounds');
  const { offers } = await readItem('stuck-rounds', round?.item ?? '');
  assert.deepEqual(
    offers.map(({ action }) => action),
    ['round.void'],
    'a round is settled by the answer of its provider only',
  );
  const requested = await act(risk, 'round.void', offers[0]?.input ?? {});
  assert.equal(requested.data.outcome, 'requested');
  assert.equal((await readRows<ItemRow>('stuck-rounds'))[0]?.request, requested.data.request);
  assert.equal((await decide(payments, requested.data.request ?? '')).data.outcome, 'voided');

  assert.deepEqual((await readItem('orphan-wins', (await readRows<ItemRow>('orphan-wins'))[0]?.item ?? '')).offers, []);
  await database.execute(sql`update orphan_win set state = 'expired' where tx_id = 'w9'`);
  for (const queue of ['orphan-wins', 'findings', 'days'] as const) {
    const [row] = await readRows<ItemRow>(queue, finance);
    const [offer] = (await readItem(queue, row?.item ?? '')).offers;
    const done = await act(finance, offer?.action ?? '', offer?.input ?? {});
    assert.equal(done.status, 200, `${queue}: ${done.text}`);
  }
  for (const queue of ['held-wins', 'orphan-wins', 'stuck-rounds', 'findings', 'days']) {
    assert.deepEqual(await readRows<ItemRow>(queue), [], queue);
  }
  const { game } = await getBalances(database, chaba.id, member.id, { game: chart.game });
  assert.equal(game, baht(500 - 100 + 2_500));
  assert.deepEqual(await audit(database), []);
});

test('shows the items of a queue to its roles only, and no item twice', async () => {
  for (const queue of itemQueues) {
    const { status } = await send('GET', `${SITE}/queues/${queue}?item=none`, { as: marketing });
    assert.equal(status === 403, !['referral.view', 'games.view'].includes(queues[queue].permission), queue);
  }
  const unknown = await send('GET', `${SITE}/queues/lottery?item=none`, { as: risk });
  assert.equal(unknown.status, 404);
  const field = await send('GET', `${SITE}/queues/findings?item=1&secret=1`, { as: risk });
  assert.deepEqual([field.code, field.params.field], ['FIELD_UNKNOWN', 'secret']);
});

test('lists every unread report of the bank in pages, and opens the oldest one', async () => {
  const report = { siteId: chaba.id, sender: 'bank', kind: 'line', reason: 'FIELDS: amount' } as const;
  const texts = Array.from({ length: 230 }, (_, index) => `unread ${index}`);
  await keepUnreadReports(
    database,
    texts.map((text) => ({ ...report, content: Buffer.from(text) })),
  );
  const pages: (readonly ItemRow[])[] = [];
  let next: string | null = '';
  while (next !== null) {
    const query: string = next === '' ? '' : `?before=${next}`;
    const { data } = await send<RowPage<ItemRow>>('GET', `${SITE}/lists/reports${query}`, { as: risk });
    pages.push(data.rows);
    next = data.next;
  }
  const items = pages.flat().map(({ item }) => item);
  assert.deepEqual([items.length, new Set(items).size, pages.length], [230, 230, 5]);
  assert.equal((await readItem('reports', items.at(-1) ?? '')).text, 'unread 0');
  const strange = await send('GET', `${SITE}/queues/reports?item=1e3`, { as: risk });
  assert.equal(strange.status, 404);
});

test('ranks the members who may have sent a transfer, attaches it once, and takes it back by a dispute', async () => {
  const world = openBankWorld(database);
  const [sender, stranger] = [await createMember(database, chaba), await createMember(database, chaba)];
  world.transfer('B1', sender, '350.00', { senderName: 'นาย ไม่รู้จัก' });
  await world.feed('B1');
  const row = (await readRows<DepositRow>('deposits?queue=waiting', payments)).find(
    ({ amount }) => amount === '350.00',
  );
  assert.ok(row);
  const detail = await readDeposit(row.reference);
  assert.equal(detail.candidates[0]?.memberId, String(sender.id));
  assert.ok(detail.candidates[0].reasons.includes('tail'));
  assert.doesNotMatch(JSON.stringify(detail), new RegExp(`${sender.bankAccount}|${sender.phone}`));
  const found = await send<{ reasons: readonly string[] }>(
    'GET',
    `${SITE}/deposits/${row.reference}/candidates/${stranger.phone}`,
    { as: payments },
  );
  assert.deepEqual([found.status, found.data.reasons], [200, []]);

  const input = { deposit: row.reference, member: `M${sender.id}` };
  const shown = await preview(payments, 'deposit.attach', input);
  const [done, again] = await Promise.all([
    act(payments, 'deposit.attach', input, { factsHash: shown.data.factsHash }),
    act(payments, 'deposit.attach', { ...input, member: `M${stranger.id}` }),
  ]);
  const outcomes = [done.data?.outcome ?? done.code, again.data?.outcome ?? again.code];
  assert.equal(outcomes.filter((outcome) => outcome === 'credited').length, 1, outcomes.join(' '));
  assert.deepEqual((await readRows<DepositRow>('deposits?queue=waiting', payments)).length, 0);
  assert.equal((await act(payments, 'deposit.dispute', { deposit: row.reference })).data.outcome, 'disputed');
  const [disputed] = await readRows<DepositRow>('deposits?queue=disputed', payments);
  assert.deepEqual([disputed?.reference, disputed?.reason], [row.reference, 'BY_OPERATOR']);
  assert.equal((await act(payments, 'deposit.return', { deposit: row.reference })).data.outcome, 'returned');
  const [recent] = await readRows<DepositRow>('deposits?queue=recent', payments);
  assert.deepEqual([recent?.reference, recent?.state], [row.reference, 'returned']);
  assert.deepEqual(await world.findings(), []);
});

test('requests a second person for a large transfer that is sent back', async () => {
  const world = openBankWorld(database);
  const sender = await createMember(database, chaba);
  world.transfer('B2', sender, '48000.00');
  await world.feed('B2', NO_SENDER);
  const row = (await readRows<DepositRow>('deposits?queue=waiting', payments)).find(
    ({ amount }) => amount === '48000.00',
  );
  assert.equal(row?.hint, null);
  const returned = await act(payments, 'deposit.return', { deposit: row?.reference ?? '' });
  assert.equal(returned.data.outcome, 'requested');
  assert.equal((await decide(payments, returned.data.request ?? '')).code, 'OWN_REQUEST');
  assert.equal((await decide(finance, returned.data.request ?? '')).data.outcome, 'returned');
  assert.deepEqual(await world.findings(), []);
});
