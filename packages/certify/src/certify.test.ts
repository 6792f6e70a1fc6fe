// The certification judged: it passes a wallet that keeps every rule, and finds each rule that one breaks.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { certify, scenarios, send, type Verdict } from './certify.ts';
import { type Fault, faults, openReferenceWallet } from './testing/reference-wallet.ts';

const KEY = { id: 'test-key', secret: 'test-secret' };

async function judge(fault?: Fault): Promise<Verdict[]> {
  const wallet = await openReferenceWallet(fault);
  try {
    const token = await wallet.launch();
    const { body } = await send({ url: wallet.url, key: KEY }, 'authenticate', JSON.stringify({ token }));
    const seat = { playerId: String(body['playerId']), token: String(body['token']) };
    return await certify({
      url: wallet.url,
      key: KEY,
      otherKey: { id: 'test-key-2', secret: 'test-secret-2' },
      slot: 'test-slot',
      table: 'test-table',
      seat,
      launch: wallet.launch,
      races: 10,
      randomCalls: 60,
    });
  } finally {
    await wallet.close();
  }
}

const failed = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter(({ fault }) => fault !== undefined).map(({ id, fault }) => `${id}: ${fault}`);

test('a wallet that keeps every rule passes every scenario', async () => {
  assert.deepEqual(failed(await judge()), []);
});

test('there are at least 45 scenarios, each with a name of its own', () => {
  assert.ok(scenarios.length >= 45);
  assert.equal(new Set(scenarios.map(({ id }) => id)).size, scenarios.length);
});

for (const fault of faults) {
  test(`a wallet that ${fault} does not pass`, async (t) => {
    const found = failed(await judge(fault));
    assert.ok(found.length > 0, 'no scenario noticed it');
    t.diagnostic(found.join(' | '));
  });
}
