// The examples of the wallet's document, sent in sequence, return the documented fields and figures.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { endpoints } from '@chaba/contract/endpoints';
import { responseExamples, requestExamples } from '@chaba/contract/wallet-docs';
import { baht } from '@chaba/money';

import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';
import { callWallet } from '#testing/wallet-commands';

const app = await buildTestApp();
const member = await createMember(app.database, app.chaba, { money: baht(120) });

async function launchToken(): Promise<string> {
  const { body } = await app.send(
    { method: 'POST', path: '/game-composite/v1/launch' },
    { as: member, body: { ch: 'test', gameType: 'EGAMES', gameCode: 'test-slot' } },
  );
  return (body.data as { launchToken: string }).launchToken;
}

test('responds to the documented examples as documented', async () => {
  let session = '';
  for (const name of ['authenticate', 'walletBalance', 'bet', 'win', 'betwin', 'adjust', 'award', 'tip', 'endRound']) {
    const operation =
      endpoints
        .find((each) => each.name === name)
        ?.endpoint.path.split('/')
        .at(-1) ?? name;
    const example = requestExamples[name] ?? {};
    const body = {
      ...example,
      ...('playerId' in example ? { playerId: member.playerId } : {}),
      ...('token' in example ? { token: name === 'authenticate' ? await launchToken() : session } : {}),
    };
    const answer = await callWallet(app, operation, body);
    if (name === 'authenticate') session = String(answer['token']);
    const own = (field: string, value: unknown) =>
      field === 'token' || field === 'serverTime' ? typeof value : String(value).replace(member.playerId, 'PLAYER');
    const shown = { ...responseExamples[name] };
    const player = String(requestExamples['walletBalance']?.['playerId']);
    assert.deepEqual(
      Object.fromEntries(Object.entries(answer).map(([field, value]) => [field, own(field, value)])),
      Object.fromEntries(
        Object.entries(shown).map(([field, value]) => [field, own(field, String(value).replace(player, 'PLAYER'))]),
      ),
      name,
    );
  }
});

test('refunds the example bet by the example rollback', async () => {
  const other = await createMember(app.database, app.chaba, { money: baht(120) });
  const { body } = await app.send(
    { method: 'POST', path: '/game-composite/v1/launch' },
    { as: other, body: { ch: 'test', gameType: 'EGAMES', gameCode: 'test-slot' } },
  );
  const { launchToken: token } = body.data as { launchToken: string };
  const gameSession = await callWallet(app, 'authenticate', { token });
  const own = { playerId: other.playerId, token: gameSession['token'] };
  assert.equal((await callWallet(app, 'bet', { ...requestExamples['bet'], ...own })).code, 'OK');
  const answer = await callWallet(app, 'rollback', { ...requestExamples['rollback'], ...own });
  assert.deepEqual(figuresOf(answer), figuresOf({ ...responseExamples['rollback'] }));
});

const figuresOf = ({ code, txId, balanceBefore, balanceAfter, duplicate }: Readonly<Record<string, unknown>>) => ({
  code,
  txId,
  balanceBefore,
  balanceAfter,
  duplicate,
});
