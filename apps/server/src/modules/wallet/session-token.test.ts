// A seat's token opens for whom it was made and tells nobody else anything.

import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { test } from 'node:test';

import { decryptSessionToken, type TokenBinding, encryptSessionToken } from './wallet.ts';

const newKey = () => createSecretKey(randomBytes(32));
const sealedFor: TokenBinding = { key: newKey(), provider: 'test', playerId: 'p-1' };
const seat = { memberId: 4_711n, expiresAt: 1_795_000_000_123 };

test('a token says what was sealed, and no two of one seat are alike', () => {
  const [one, other] = [encryptSessionToken(sealedFor, seat), encryptSessionToken(sealedFor, seat)];
  assert.notEqual(one, other);
  assert.deepEqual([decryptSessionToken(sealedFor, one), decryptSessionToken(sealedFor, other)], [seat, seat]);
  const member = Buffer.alloc(8);
  member.writeBigInt64BE(seat.memberId);
  assert.ok(!Buffer.from(one, 'base64url').includes(member), 'who has the token reads no member in it');
});

test('a token opens for no other provider, player or brand', () => {
  const token = encryptSessionToken(sealedFor, seat);
  const others: Partial<TokenBinding>[] = [
    { provider: 'test2' },
    { playerId: 'p-2' },
    { provider: 'testp', playerId: '-1' },
    { key: newKey() },
  ];
  for (const other of others) assert.equal(decryptSessionToken({ ...sealedFor, ...other }, token), undefined);
});

test('a token that was changed anywhere, cut or made up opens nothing', () => {
  const bytes = Buffer.from(encryptSessionToken(sealedFor, seat), 'base64url');
  for (const place of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    assert.equal(decryptSessionToken(sealedFor, changed.toString('base64url')), undefined, `byte ${place}`);
  }
  const madeUp = [
    '',
    'x',
    bytes.subarray(1).toString('base64url'),
    randomBytes(bytes.length).toString('base64url'),
    'ชบา',
  ];
  for (const token of madeUp) assert.equal(decryptSessionToken(sealedFor, token), undefined);
});
