// Signed HTTP in both directions: requests to and from outside services carry the same three headers.
//
// Always true: the signature covers the time, the method, the whole request target and the raw body, and is checked
// before the body is parsed, in constant time. Messages more than five minutes off are rejected; a repetition within
// the window is harmless because every use case is idempotent.

import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE_WINDOW_MS = 300_000;

type SignedHead = {
  readonly method: string;
  /** Path and query as in the request line. */
  readonly target: string;
};

type SignedMessage = SignedHead & { readonly body: Buffer | string };

type SignatureHeaders = {
  readonly 'x-key-id': string;
  readonly 'x-timestamp': string;
  readonly 'x-signature': string;
};

/** The secret of a sandbox key, derived from the secret that both processes share. */
export function deriveSecret(masterSecret: string, keyId: string): string {
  return createHmac('sha256', masterSecret).update(keyId).digest('hex');
}

function startSignature(secret: string, timestamp: string, { method, target }: SignedHead): Hmac {
  return createHmac('sha256', secret).update(`${timestamp}\n${method}\n${target}\n`);
}

export function createSignedHeaders(
  keyId: string,
  secret: string,
  message: SignedMessage,
  now = Date.now(),
): SignatureHeaders {
  const timestamp = String(now);
  const signature = startSignature(secret, timestamp, message).update(message.body).digest('base64');
  return { 'x-key-id': keyId, 'x-timestamp': timestamp, 'x-signature': signature };
}

export type SignatureCheck =
  | { readonly ok: true; readonly keyId: string; readonly isSecond: boolean }
  | { readonly ok: false; readonly why: 'missing' | 'unknown_key' | 'too_old' | 'wrong' };

/** One secret for each value of the shared one: the first signs, each is accepted. */
export function deriveSecrets(masterSecrets: readonly string[], keyId: string): readonly string[] {
  return masterSecrets.map((masterSecret) => deriveSecret(masterSecret, keyId));
}

/** A check whose body arrives in parts. */
export type SignatureReading = {
  update(part: Buffer | string): void;
  /** After the last part. */
  finish(): SignatureCheck;
};

type SecretsOfKey = (keyId: string) => readonly string[] | undefined;

/** Checks the three headers of a message against the secrets of its key. */
export function checkSignature(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  message: SignedMessage,
  secretsOfKey: SecretsOfKey,
  now = Date.now(),
): SignatureCheck {
  const reading = readSignature(headers, message, secretsOfKey, now);
  reading.update(message.body);
  return reading.finish();
}

/** As checkSignature, for a body that is not in memory as a whole. */
export function readSignature(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  head: SignedHead,
  secretsOfKey: SecretsOfKey,
  now = Date.now(),
): SignatureReading {
  const keyId = headers['x-key-id'];
  const timestamp = headers['x-timestamp'];
  const signature = headers['x-signature'];
  if (typeof keyId !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') {
    return createFailed('missing');
  }
  const secrets = secretsOfKey(keyId);
  if (secrets === undefined) return createFailed('unknown_key');
  const expected = secrets.map((secret) => startSignature(secret, timestamp, head));
  return {
    update(part) {
      for (const hmac of expected) hmac.update(part);
    },
    finish() {
      const index = expected.findIndex((hmac) => isEqual(signature, hmac.digest('base64')));
      if (index === -1) return { ok: false, why: 'wrong' };
      const isNow = /^\d{1,15}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= SIGNATURE_WINDOW_MS;
      return isNow ? { ok: true, keyId, isSecond: index > 0 } : { ok: false, why: 'too_old' };
    },
  };
}

function createFailed(why: 'missing' | 'unknown_key'): SignatureReading {
  return { update: () => undefined, finish: () => ({ ok: false, why }) };
}

/** Compares two texts in constant time; only a difference in length is detectable. */
export function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
