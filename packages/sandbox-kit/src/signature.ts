// Signed HTTP between the sandbox and the server, the same in both directions.
//
// The caller sends X-Key-Id, X-Timestamp (ms) and X-Signature = base64 HMAC-SHA256(secret of the key,
// timestamp \n METHOD \n request target with its query \n raw body). An empty body signs as ''.
//
// Always true: the raw bytes are checked in constant time before they are parsed, and a message older or newer than
// five minutes is rejected. A replay inside that window passes, because every signed call is idempotent.
//
// Elsewhere: permissions of keys (the routes), the server's implementation (the server).

import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_WINDOW_MS = 300_000;

type SignedMessage = {
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
  readonly body: string | Uint8Array;
};

/** One secret per counterparty of the server. `second` holds values that are accepted and never used to sign. */
export type Secrets = {
  readonly bank: string;
  readonly studio: string;
  readonly second?: { readonly bank?: string | undefined; readonly studio?: string | undefined };
};

const BANK_KEY_ID = 'bank';

/** Derives the secret of a key, so that one setting serves every key of a counterparty. */
export function secretOf(secrets: Secrets, keyId: string): string {
  return derive(keyId === BANK_KEY_ID ? secrets.bank : secrets.studio, keyId);
}

const derive = (secret: string, keyId: string): string => createHmac('sha256', secret).update(keyId).digest('hex');

function sign(secret: string, timestamp: string, message: SignedMessage): string {
  return createHmac('sha256', secret)
    .update(`${timestamp}\n${message.method}\n${message.target}\n`)
    .update(message.body)
    .digest('base64');
}

export function signedHeaders(
  secrets: Secrets,
  keyId: string,
  message: SignedMessage,
  nowMs: number = Date.now(),
): Record<string, string> {
  const timestamp = String(nowMs);
  return {
    'x-key-id': keyId,
    'x-timestamp': timestamp,
    'x-signature': sign(secretOf(secrets, keyId), timestamp, message),
  };
}

type SignatureHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The id of the key that signed the message, or undefined if the signature is invalid. */
export function signerOf(
  secrets: Secrets,
  headers: SignatureHeaders,
  message: SignedMessage,
  nowMs: number = Date.now(),
): string | undefined {
  const keyId = headers['x-key-id'];
  const timestamp = headers['x-timestamp'];
  const signature = headers['x-signature'];
  if (typeof keyId !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') {
    return undefined;
  }
  if (!/^\d{1,15}$/.test(timestamp)) return undefined;
  if (Math.abs(nowMs - Number(timestamp)) > SIGNATURE_WINDOW_MS) return undefined;

  const second = keyId === BANK_KEY_ID ? secrets.second?.bank : secrets.second?.studio;
  const accepted = [secretOf(secrets, keyId), ...(second === undefined ? [] : [derive(second, keyId)])];
  const given = Buffer.from(signature);
  const isSigned = accepted.some((secret) => {
    const expected = Buffer.from(sign(secret, timestamp, message));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? keyId : undefined;
}
