// Records of requests and wallet calls, read from the page as Prometheus reads it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { login } from '@chaba/contract/members';
import { getSetting } from '@chaba/contract/site';
import { baht } from '@chaba/money';

import { metrics } from '#core/metrics';
import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';
import { authenticateSession, callWallet } from '#testing/wallet-commands';

const app = await buildTestApp();

/** The difference that work makes to the series of a page. */
async function differenceOf(work: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const read = async (): Promise<Map<string, number>> => {
    const lines = metrics
      .render()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line): [string, number] => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    );
  };
  const before = await read();
  await work();
  const after = await read();
  return new Map([...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)]));
}

test('counts a request by route, site, group and error code', async () => {
  const found = await differenceOf(async () => {
    await app.send(getSetting);
    await app.send(login, { body: { PhoneNumber: 1 } });
    await app.send({ method: 'GET', path: '/v2/0812345678' });
  });
  const { path } = getSetting;
  assert.equal(found.get(`chaba_http_requests_total{route="${path}",status="2xx"}`), 1);
  assert.equal(found.get('chaba_http_site_requests_total{site="chaba",status="2xx"}'), 1);
  assert.equal(found.get('chaba_http_site_requests_total{site="chaba",status="4xx"}'), 1);
  assert.equal(found.get('chaba_http_request_duration_seconds_count{group="site"}'), 1);
  assert.equal(found.get('chaba_errors_total{code="NOT_FOUND"}'), 1);
  assert.equal(found.get('chaba_http_requests_total{route="page",status="4xx"}'), 1, 'no path is a label');
});

test('makes four records for a wallet call, and one more for a repeat', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const body = { playerId: member.playerId, token, gameCode: 'test-slot', roundId: 'r1', txId: 't1', currency: 'THB' };
  const call = { ...body, amount: '10.0000', requestId: 'x' };
  const found = await differenceOf(() => callWallet(app, 'bet', call));
  const counters = [...found].filter(
    ([name, value]) => value > 0 && /_total|_count/.test(name) && !/^nodejs|^process/.test(name),
  );
  const ofCall = counters.filter(([name]) => /^chaba_(?:http|wallet_calls|wallet_call_duration)/.test(name));
  assert.deepEqual(ofCall.map(([name]) => name).toSorted(), [
    'chaba_http_requests_total{route="/seamless/v1/bet",status="2xx"}',
    'chaba_http_site_requests_total{site="chaba",status="2xx"}',
    'chaba_wallet_call_duration_seconds_count{operation="bet"}',
    'chaba_wallet_calls_total{provider="test",operation="bet",code="OK"}',
  ]);
  assert.equal(found.get('chaba_wallet_batch_calls_count'), 1);
  assert.equal(found.get('chaba_wallet_batch_duration_seconds_count{phase="write"}'), 1);
  assert.equal(found.get('chaba_database_transaction_seconds_count{pool="wallet"}'), 1);
  const again = await differenceOf(() => callWallet(app, 'bet', call));
  assert.equal(again.get('chaba_wallet_duplicates_total{provider="test"}'), 1);
  const other = await differenceOf(() => callWallet(app, 'bet', { ...call, amount: '20.0000' }));
  assert.equal(other.get('chaba_wallet_conflicts_total{provider="test"}'), 1);
  assert.equal(other.get('chaba_wallet_calls_total{provider="test",operation="bet",code="TX_CONFLICT"}'), 1);
});
