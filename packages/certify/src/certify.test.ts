// The certification passes a conforming wallet and fails a wallet with any planted fault.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { certify, scenarios, send, type Verdict } from './certify.ts';
import { type Fault, faults, openReferenceWallet } from './testing/reference-wallet.ts';

const KEY = { id: 'test-key', secret: 'test-secret' };

async function certifyReference(fault?: Fault): Promise<Verdict[]> {
  const wallet = await openReferenceWallet(fault);
  try {
    const token = await wallet.launch();
    const { body } = await send({ url: wallet.url, key: KEY }, 'authenticate', JSON.stringify({ token }));
    const session = { playerId: String(body['playerId']), token: String(body['token']) };
    return await certify({
      url: wallet.url,
      key: KEY,
      otherKey: { id: 'test-key-2', secret: 'test-secret-2' },
      slot: 'test-slot',
      table: 'test-table',
      session,
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

test('passes a wallet that follows every rule', async () => {
  assert.deepEqual(failed(await certifyReference()), []);
});

test('has at least 45 scenarios with unique ids', () => {
  assert.ok(scenarios.length >= 45);
  assert.equal(new Set(scenarios.map(({ id }) => id)).size, scenarios.length);
});

for (const fault of faults) {
  test(`fails a wallet that ${fault}`, async (t) => {
    const found = failed(await certifyReference(fault));
    assert.ok(found.length > 0, 'no scenario failed');
    t.diagnostic(found.join(' | '));
  });
}
