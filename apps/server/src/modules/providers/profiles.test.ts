// Codes in which providers differ.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { zeroMoney } from '@chaba/money';

import { createStandardCatalogue } from '#modules/catalogue';
import type { WalletCommand, WalletOutcome } from '#modules/wallet-commands';
import { toProviderCode } from '@chaba/server/modules/wallet/provider-profile';

import { getProfile } from './protocols.ts';

const catalogue = createStandardCatalogue('default');
const common = { memberId: 1n, catalogue, stakeError: undefined, roundId: 'r', gameCode: 'g' } as const;
const rollback = (provider: string): WalletCommand => ({
  ...common,
  provider,
  operation: 'rollback',
  txId: 'x',
  refTxId: 'b',
});
const win = (provider: string): WalletCommand => ({
  ...common,
  provider,
  operation: 'play',
  isTable: false,
  isRoundClosed: false,
  parts: [],
});
const answer = (code: WalletOutcome['code'], isOfUnknown?: true): WalletOutcome => ({
  code,
  txId: 'x',
  before: zeroMoney,
  after: zeroMoney,
  isDuplicate: false,
  ...(isOfUnknown === undefined ? {} : { isOfUnknown }),
});

test("maps unknown and settled rollbacks and orphan wins to the provider's code", () => {
  const codes = ['chaba-studio', 'amb', 'hub88', 'nobody in particular'].map((provider) => [
    toProviderCode(getProfile({ catalogue }, provider), rollback(provider), answer('OK', true)),
    toProviderCode(getProfile({ catalogue }, provider), rollback(provider), answer('BET_SETTLED')),
    toProviderCode(getProfile({ catalogue }, provider), win(provider), answer('BET_NOT_FOUND')),
  ]);
  assert.deepEqual(codes, [
    ['OK', 'BET_SETTLED', 'BET_NOT_FOUND'],
    ['BET_NOT_FOUND', 'BET_SETTLED', 'TEMPORARY_ERROR'],
    ['OK', 'OK', 'TEMPORARY_ERROR'],
    ['OK', 'BET_SETTLED', 'BET_NOT_FOUND'],
  ]);
});

test('keeps the codes on which all providers agree', () => {
  for (const code of ['OK', 'TX_CONFLICT', 'INSUFFICIENT_FUNDS', 'TX_ROLLED_BACK'] as const) {
    assert.equal(toProviderCode(getProfile({ catalogue }, 'hub88'), rollback('hub88'), answer(code)), code);
    assert.equal(toProviderCode(getProfile({ catalogue }, 'amb'), win('amb'), answer(code)), code);
  }
});
