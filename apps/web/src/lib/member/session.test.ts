import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { fakeMember } from '#testing/fake-data';
import { createMemoryStorage } from '#testing/memory-storage';

import { withIdempotencyKey } from '#lib/api/idempotency-key';
import { isStored, storageKeys } from '#lib/browser/storage';
import { deleteReferralKey, findReferralKey } from './referral.ts';
import { ApiError } from '#lib/api/api-error';
import { getAccessToken, endSession, getSignedInMember, startSession } from './session.ts';

beforeEach(() => {
  Object.assign(globalThis, { localStorage: createMemoryStorage(), sessionStorage: createMemoryStorage() });
  endSession();
});

test('stores token and member under the specified keys and deletes both at sign-out', () => {
  startSession('a-token-of-32-characters-00000001', fakeMember);
  assert.equal(localStorage.getItem('AccessToken'), 'a-token-of-32-characters-00000001');
  assert.equal(JSON.parse(localStorage.getItem('UserInfo') ?? '{}').PhoneNumber, '0812345678');
  assert.equal(getSignedInMember()?.userName.firstName, fakeMember.userName.firstName);

  endSession();
  assert.equal(getAccessToken(), undefined);
  assert.equal(localStorage.length, 0);
});

test('accepts a token of any length that is valid in a header, and rejects any other', () => {
  const jwt = `${'h'.repeat(36)}.${'p'.repeat(820)}.${'s'.repeat(43)}`;
  for (const token of ['x', jwt, 'Bearer abc==', 'a'.repeat(8_000), 'tok|en:{1}']) {
    endSession();
    assert.equal(startSession(token, fakeMember), true, token.slice(0, 20));
    assert.equal(getAccessToken(), token);
  }
  for (const token of ['', ' ', 'a\nb', 'ก', 'a'.repeat(8_001), undefined, 7]) {
    endSession();
    assert.equal(startSession(token, fakeMember), false, String(token));
    assert.deepEqual([getAccessToken(), getSignedInMember()], [undefined, undefined]);
  }
});

test('ignores tampered storage', () => {
  const bad = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"PhoneNumber":1}',
    JSON.stringify({ ...fakeMember, internalWallet: { gameWallet: 'NaN' } }),
  ];
  for (const text of bad) {
    endSession();
    localStorage.setItem('UserInfo', text);
    localStorage.setItem('AccessToken', 'with a line\nbreak: and a header');
    assert.equal(getSignedInMember(), undefined, text);
    assert.equal(getAccessToken(), undefined, text);
  }
});

test('reads blocked storage as empty', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new Error('blocked');
    },
  });
  endSession();
  assert.equal(getAccessToken(), undefined);
  assert.equal(getSignedInMember(), undefined);
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    writable: true,
    value: createMemoryStorage(),
  });
});

for (const [name, storage] of [
  ['null', () => null],
  [
    'blocked',
    () => {
      throw new Error('blocked');
    },
  ],
  ['full', () => Object.assign(createMemoryStorage(), { setItem: failAsFull })],
] as const) {
  test(`keeps a session in memory while the storage is ${name}, and ends it`, () => {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: storage });
    try {
      assert.equal(startSession('a-token-of-32-characters-00000001', fakeMember), true);
      assert.equal(getAccessToken(), 'a-token-of-32-characters-00000001');
      assert.equal(getSignedInMember()?.PhoneNumber, fakeMember.PhoneNumber);
      assert.equal(isStored(storageKeys.accessToken), false);
      endSession();
      assert.deepEqual([getAccessToken(), getSignedInMember()], [undefined, undefined]);
    } finally {
      Object.defineProperty(globalThis, 'localStorage', {
        configurable: true,
        writable: true,
        value: createMemoryStorage(),
      });
    }
  });
}

function failAsFull(): never {
  throw new DOMException('full', 'QuotaExceededError');
}

test('removes an older value that a full storage cannot replace', () => {
  localStorage.setItem('AccessToken', 'an-older-token');
  Object.assign(localStorage, { setItem: failAsFull });
  startSession('a-newer-token', fakeMember);
  assert.equal(getAccessToken(), 'a-newer-token');
  assert.equal(localStorage.getItem('AccessToken'), null);
});

test('calls an outcome unknown only for a sent request that moves something', async () => {
  const failWith = async (error: ApiError): Promise<boolean> => {
    const fail = async (): Promise<never> => {
      throw error;
    };
    await assert.rejects(withIdempotencyKey('wheel', {}, fail));
    return error.isOutcomeUnknown;
  };
  assert.equal(await failWith(new ApiError('NO_CONNECTION', '')), true);
  assert.equal(await failWith(new ApiError('UNREADABLE_ANSWER', '', { status: 200 })), true);
  assert.equal(await failWith(new ApiError('INSUFFICIENT_COINS', '', { status: 422 })), false);
  assert.equal(new ApiError('NO_CONNECTION', '').isOutcomeUnknown, false);

  const navigator = globalThis.navigator;
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { onLine: false } });
  try {
    let sent = 0;
    const send = withIdempotencyKey('wheel', {}, async () => {
      sent += 1;
    });
    await assert.rejects(send, { code: 'NO_CONNECTION', isOutcomeUnknown: false });
    assert.equal(sent, 0);
  } finally {
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: navigator });
  }
});

test('reuses the key of a request until its response, and a new key for other content', async () => {
  const keys: string[] = [];
  const submit = (amount: bigint, failure?: ApiError) =>
    withIdempotencyKey('withdraw', { Amount: amount }, async (key) => {
      keys.push(key);
      if (failure) throw failure;
    }).catch(() => undefined);
  const lost = new ApiError('NO_CONNECTION', '');
  const failed = new ApiError('INTERNAL', '', { status: 500 });
  const rejected = new ApiError('INSUFFICIENT_FUNDS', '', { status: 422 });
  for (const [amount, failure] of [
    [100n, lost],
    [100n, failed],
    [100n, undefined],
    [100n, rejected],
    [100n, lost],
    [200n, lost],
  ] as const) {
    await submit(amount, failure);
  }
  const [first, again, completed, rejectedKey, next, other] = keys;
  assert.deepEqual([again, completed], [first, first]);
  assert.equal(new Set([first, rejectedKey, next, other]).size, 4);
});

test('reads and stores a referral key from the query, then the path, then the storage', () => {
  assert.equal(findReferralKey({ path: '<script>1</script>', search: '?ref=no%20spaces' }), undefined);
  assert.equal(findReferralKey({ path: 'A7K2M9' }), 'A7K2M9');
  assert.equal(localStorage.getItem('shareToken'), 'A7K2M9');
  assert.equal(findReferralKey({ path: 'B111', search: '?shareToken=C222' }), 'C222');
  assert.equal(findReferralKey(), 'C222');
  localStorage.setItem('shareTokenUntil', '1');
  assert.equal(findReferralKey(), undefined);
  deleteReferralKey();
});
