// A session token is readable only with the key, provider and player of its session.

import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { test } from 'node:test';

import { decryptSessionToken, type TokenBinding, encryptSessionToken } from './session-token.ts';

const newKey = () => createSecretKey(randomBytes(32));
const sealedFor: TokenBinding = { key: newKey(), provider: 'test', playerId: 'p-1' };
const gameSession = { memberId: 4_711n, expiresAt: 1_795_000_000_123 };

test('decrypts a token to its session, and encrypts each one differently', () => {
  const [one, other] = [encryptSessionToken(sealedFor, gameSession), encryptSessionToken(sealedFor, gameSession)];
  assert.notEqual(one, other);
  assert.deepEqual(
    [decryptSessionToken(sealedFor, one), decryptSessionToken(sealedFor, other)],
    [gameSession, gameSession],
  );
  const member = Buffer.alloc(8);
  member.writeBigInt64BE(gameSession.memberId);
  assert.ok(!Buffer.from(one, 'base64url').includes(member), 'the token does not show the member id');
});

test('rejects a token of another provider, player or site', () => {
  const token = encryptSessionToken(sealedFor, gameSession);
  const others: Partial<TokenBinding>[] = [
    { provider: 'test2' },
    { playerId: 'p-2' },
    { provider: 'testp', playerId: '-1' },
    { key: newKey() },
  ];
  for (const other of others) assert.equal(decryptSessionToken({ ...sealedFor, ...other }, token), undefined);
});

test('rejects a changed, truncated or invented token', () => {
  const bytes = Buffer.from(encryptSessionToken(sealedFor, gameSession), 'base64url');
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
