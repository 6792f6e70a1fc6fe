// Providers and games over HTTP: the list in the order of the lobby, closing alone, opening by two, places and badges.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ProviderDetail, ListedProvider } from '@chaba/contract/back-office/site-wire';
import type { RowPage } from '@chaba/contract/back-office/wire';
import { sql } from '@chaba/database';

import { issueKey } from '#modules/providers';
import { loadSite } from '#modules/site';
import { buildTestOffice } from '#testing/build-back-office';

const office = await buildTestOffice();
const { send, act, decide } = office;
const SITE = '/back-office/v1/sites/chaba';
const [marketing, risk, finance] = [
  await office.signIn('demo-marketing'),
  await office.signIn('demo-risk'),
  await office.signIn('demo-finance'),
];

async function listRows(state: string): Promise<readonly ListedProvider[]> {
  const path = `${SITE}/lists/providers?state=${state}`;
  return (await send<RowPage<ListedProvider>>('GET', path, { as: marketing })).data.rows;
}

async function readDetail(provider: string): Promise<ProviderDetail> {
  return (await send<ProviderDetail>('GET', `${SITE}/providers/${provider}`, { as: marketing })).data;
}

const codes = (rows: readonly ListedProvider[]): readonly string[] => rows.map(({ provider }) => provider);

test('exchanges places of the lobby, not beyond its ends', async () => {
  const before = codes(await listRows('lobby'));
  const [first = '', second = '', ...rest] = before;
  assert.ok(rest.length > 3);
  const move = (provider: string, direction: string) => act(marketing, 'provider.move', { provider, direction });
  assert.equal((await move(first, 'up')).code, 'BLOCKED');
  assert.equal((await move(first, 'down')).data.outcome, 'moved');
  assert.deepEqual(codes(await listRows('lobby')), [second, first, ...rest]);
  assert.equal((await move(first, 'up')).data.outcome, 'moved');
  assert.deepEqual(codes(await listRows('lobby')), before);
  assert.equal((await move(first, 'sideways')).code, 'FIELD_INVALID');
  assert.equal((await move('nobody', 'up')).code, 'NOT_FOUND');
  const [outside] = await listRows('outside');
  if (outside) assert.equal((await move(outside.provider, 'up')).code, 'BLOCKED');
  const refused = await act(risk, 'provider.move', { provider: first, direction: 'down' });
  assert.equal(refused.code, 'PERMISSION_MISSING');
});

test('closes a provider by one person with a notice, and opens it by two', async () => {
  const [first] = await listRows('lobby');
  assert.ok(first);
  const { provider } = first;
  const notice = 'ปิดปรับปรุงถึงเที่ยงคืน';
  const closed = await act(risk, 'provider.close', { provider, closer: 'operator', notice });
  assert.equal(closed.data.outcome, 'closed', closed.code);
  const [row] = await listRows('closed');
  assert.deepEqual([row?.provider, row?.isOpen, row?.closedBy, row?.notice], [provider, false, 'operator', notice]);
  const opening = await act(risk, 'provider.open', { provider });
  assert.equal(opening.data.outcome, 'requested');
  const { request = '' } = opening.data;
  assert.equal((await readDetail(provider)).request, request);
  assert.equal((await decide(finance, request)).data.outcome, 'opened');
  assert.deepEqual(await listRows('closed'), []);
});

test('shows the games of a provider, also a withdrawn one, and marks a provider as new', async () => {
  const rows = await listRows('lobby');
  const { provider = '', games = 0, isNew = false } = rows.find((row) => row.games > 1) ?? {};
  const [game] = (await readDetail(provider)).list;
  assert.ok(game?.isOffered === true);
  const input = { provider, added: '', returned: '', withdrawn: game.game };
  const proposed = await act(risk, 'provider.sync-games', input);
  assert.equal((await decide(finance, proposed.data.request ?? '')).data.outcome, 'done');
  const detail = await readDetail(provider);
  assert.equal(detail.games, games - 1);
  assert.deepEqual(
    detail.list.filter(({ isOffered }) => !isOffered).map((each) => each.game),
    [game.game],
  );
  const badge = { provider, isNew: isNew ? 'no' : 'yes' };
  assert.equal((await act(marketing, 'provider.set-badge', badge)).data.outcome, 'changed');
  assert.equal((await readDetail(provider)).isNew, !isNew);
  assert.equal((await act(marketing, 'provider.set-badge', badge)).code, 'BLOCKED');
  assert.equal((await send('GET', `${SITE}/providers/nobody`, { as: marketing })).status, 404);
});

test('shows the keys of a provider, and a call that was rejected for good', async () => {
  const [first] = await listRows('lobby');
  assert.ok(first);
  const { provider } = first;
  const key = await office.database.owner.transaction(async (tx) =>
    issueKey(tx, await loadSite(tx, 1), { provider, secrets: office.config }),
  );
  assert.ok(key !== 'two_keys');
  await office.database.owner.execute(sql`
    insert into refused_call (site_id, provider, call_hash, path, code, body, body_bytes)
    values (1, ${provider}, ${Buffer.alloc(32, 1)}, '/seamless/v1/win', 'BET_NOT_FOUND', '{"amount":"5.00"}', 17)`);
  const detail = await readDetail(provider);
  assert.deepEqual(
    detail.keys.map(({ isLive }) => isLive),
    [true, true],
  );
  assert.ok(detail.keys.some((each) => each.key === key.keyId && each.createdAt !== null));
  assert.deepEqual(
    detail.refusedCalls.map(({ path, code, body, times }) => [path, code, body, times]),
    [['/seamless/v1/win', 'BET_NOT_FOUND', '{"amount":"5.00"}', 1]],
  );
});
