// The certification passes a conforming wallet and fails a wallet with any planted fault.

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';

import {
  type AggregatorName,
  type AggregatorRequest,
  aggregators,
  certify,
  certifyAggregator,
  scenarios,
  send,
  Skip,
  type Verdict,
} from './certify.ts';
import type { SignedResponse } from './wire.ts';
import { type AggregatorFault, aggregatorFaults, createReferenceAggregator } from './testing/reference-aggregator.ts';
import { type Fault, faults, openReferenceWallet } from './testing/reference-wallet.ts';

/** The scenario that reports each fault. */
const reportedBy: Readonly<Record<Fault, string>> = {
  'accepts any signature': 'SIGN-02',
  'excludes the operation from the signature': 'SIGN-05',
  'ignores the timestamp': 'SIGN-07',
  'parses before it checks': 'BODY-01',
  'opens a session twice with one launch token': 'SESSION-02',
  'requires no session': 'SESSION-06',
  'takes a duplicate bet twice': 'BET-07',
  'pays a duplicate win twice': 'WIN-05',
  'answers a duplicate with the current balance': 'BET-07',
  'accepts a duplicate id with other content': 'BET-08',
  'lets the balance go below zero': 'BET-04',
  'counts in floating point': 'BET-02',
  'takes amounts as numbers': 'BET-03',
  'requires a session for a win': 'WIN-08',
  'pays a win without a bet': 'WIN-03',
  'pays a win of a cancelled bet': 'UNDO-06',
  'stores no tombstone': 'UNDO-04',
  'rolls a settled bet back': 'UNDO-05',
  'refunds the stake twice': 'UNDO-03',
  'rejects the second rollback': 'UNDO-03',
  'applies half of a list': 'SPIN-08',
  'pays a spin from its own win': 'SPIN-03',
  'pays the full amount of a correction': 'ADJUST-01',
  'records no debt': 'ADJUST-05',
  'requires a bet for an award': 'AWARD-01',
  'takes a tip twice': 'TIP-01',
  'accepts any currency': 'BET-05',
  'reads a field twice': 'BODY-05',
  'fails on text that it cannot store': 'BODY-06',
  'rolls back in full on a partial amount': 'UNDO-12',
  'reports a tombstoned bet as not found': 'UNDO-13',
  'opens every bet when one win is rolled back': 'UNDO-14',
  'rejects a win that arrives after the end of its round': 'WIN-13',
  'rejects a bet after a cancelled one': 'UNDO-16',
  'validates the token of a credit': 'WIN-08',
  'accepts a correction of itself': 'ADJUST-06',
  'funds a bet from a win before it': 'SPIN-09',
  'closes a round with its waiting spins': 'FREE-03',
  'takes free spins after the end of their round': 'FREE-02',
};

const KEY = { id: 'test-key', secret: 'test-secret' };

async function certifyReference(fault?: Fault, only = ''): Promise<Verdict[]> {
  const wallet = await openReferenceWallet(fault);
  try {
    const token = await wallet.launch();
    const { body } = await send({ url: wallet.url, key: KEY }, 'authenticate', JSON.stringify({ token }));
    const session = { playerId: String(body['playerId']), token: String(body['token']) };
    const subject = {
      url: wallet.url,
      key: KEY,
      otherKey: { id: 'test-key-2', secret: 'test-secret-2' },
      slot: 'test-slot',
      table: 'test-table',
      session,
      launch: wallet.launch,
      races: 10,
      randomCalls: 60,
    };
    return await certify(subject, { only });
  } finally {
    await wallet.close();
  }
}

const failed = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter(({ fault }) => fault !== undefined).map(({ id, fault }) => `${id}: ${fault}`);

test('passes a wallet that follows every rule', async () => {
  assert.deepEqual(failed(await certifyReference()), []);
});

test('reports an exception of a transport as its failure', async () => {
  const run = async (error: Error): Promise<Verdict | undefined> => {
    const subject = { url: '', key: KEY, slot: '', table: '', session: { playerId: '', token: '' } };
    const fail = async (): Promise<never> => {
      throw error;
    };
    const options = { launch: fail, races: 1, randomCalls: 1 };
    const transport = { operations: new Set(['balance']), send: fail };
    const [verdict] = await certify({ ...subject, ...options, transport }, { only: 'SIGN-01' });
    return verdict;
  };
  assert.equal((await run(new TypeError('no field')))?.fault, 'the transport failed: no field');
  const skipped = await run(new Skip('the protocol has no text'));
  assert.deepEqual([skipped?.fault, skipped?.skipped], [undefined, 'the protocol has no text']);
});

test('has at least 45 scenarios with unique ids', () => {
  assert.ok(scenarios.length >= 45);
  assert.equal(new Set(scenarios.map(({ id }) => id)).size, scenarios.length);
});

for (const fault of faults) {
  test(`fails a wallet that ${fault}`, async () => {
    const found = failed(await certifyReference(fault, reportedBy[fault]));
    assert.equal(found.length, 1, found.join());
  });
}

/** The scenarios of AMB and Hub88 that report each fault; undefined: the protocol cannot have it. */
const reportedByAggregators: Readonly<Record<AggregatorFault, Readonly<Record<AggregatorName, string | undefined>>>> = {
  'rounds a stake to the nearest unit': { amb: 'AMB-02', hub88: 'HUB88-02' },
  'rounds a payout down': { amb: 'AMB-01', hub88: 'HUB88-01' },
  'rounds a payout up': { amb: 'AMB-01', hub88: 'HUB88-01' },
  'rejects an amount finer than its unit': { amb: 'AMB-03', hub88: 'HUB88-02' },
  'reads the currency in any letter case': { amb: 'AMB-07', hub88: 'HUB88-04' },
  'accepts any currency': { amb: 'AMB-07', hub88: 'HUB88-04' },
  'applies a repeat again': { amb: 'AMB-06', hub88: 'HUB88-03' },
  'accepts a forged request': { amb: 'AMB-08', hub88: 'HUB88-05' },
  'accepts an unknown player': { amb: 'AMB-09', hub88: 'HUB88-06' },
  'accepts an unknown game': { amb: 'AMB-09', hub88: 'HUB88-06' },
  'accepts a rejected request when it is repeated': { amb: 'AMB-09', hub88: 'HUB88-06' },
  'reads Basic in one spelling': { amb: 'AMB-08', hub88: undefined },
};
const names = Object.keys(aggregators) as AggregatorName[];
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = { type: 'pkcs8', format: 'pem' } as const;

async function certifyReferenceAggregator(name: AggregatorName, fault?: AggregatorFault, only = '') {
  const basic = Buffer.from(`${KEY.id}:${KEY.secret}`).toString('base64');
  const credentials = { basic, publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
  const send = createReferenceAggregator(name, credentials, fault);
  const target = { url: '', key: KEY, playerId: 'player-1', slot: 'test-slot', send };
  return certifyAggregator(name, { ...target, privateKey: privateKey.export(pem).toString() }, { only });
}

for (const name of names) {
  test(`passes a wallet that follows the rules of ${name}, and names each request that is kept`, async () => {
    const { verdicts, refused } = await certifyReferenceAggregator(name);
    assert.deepEqual(failed(verdicts), []);
    assert.equal(verdicts.length, aggregators[name].scenarios.length);
    assert.ok(refused.length >= 15);
  });
}

test('sends a request of an aggregator again while the wallet has no result', async () => {
  const basic = Buffer.from(`${KEY.id}:${KEY.secret}`).toString('base64');
  const reference = createReferenceAggregator('amb', { basic, publicKey: '' });
  const lost = new Set<string>();
  const sendTwice = async (request: AggregatorRequest): Promise<SignedResponse> => {
    const response = await reference(request);
    // The first attempt is applied, and its response is that of a deadline.
    if (request.path.endsWith('Balance') || lost.has(request.raw)) return response;
    lost.add(request.raw);
    return { status: 500, body: { statusCode: 50_001 } };
  };
  const target = { url: '', key: KEY, playerId: 'player-1', slot: 'test-slot', send: sendTwice };
  const { verdicts } = await certifyAggregator('amb', target, { only: 'AMB-04' });
  assert.deepEqual(failed(verdicts), []);
  assert.equal(lost.size, 1);
});

for (const fault of aggregatorFaults) {
  test(`fails a wallet of an aggregator that ${fault}`, async () => {
    for (const name of names) {
      const only = reportedByAggregators[fault][name];
      if (only === undefined) continue;
      const { verdicts } = await certifyReferenceAggregator(name, fault, only);
      assert.equal(failed(verdicts).length, 1, `${name} ${only}`);
    }
  });
}
