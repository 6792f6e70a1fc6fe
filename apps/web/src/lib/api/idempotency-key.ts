// The idempotency key of a request that moves money. Created at the first attempt and stored in the tab until a
// response arrives, so that a retry after a lost response, a reload or a second press uses the same key. Different
// content gets a new key.

import { failureText } from '#lib/lib.text';
import { ApiError, isApiError } from './api-error.ts';
import { isOffline } from '#lib/browser/online';
import { isRecord, readJson, remove, session, writeJson } from '#lib/browser/storage';

type Attempt = { readonly content: string; readonly key: string };

/** Returns the stored key of this content, or a new one. */
function getAttemptKey(name: string, content: unknown): string {
  const asText = JSON.stringify(content, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  const stored = readJson(toStorageKey(name), isAttempt, session);
  if (stored?.content === asText) return stored.key;
  const key = createRandomKey();
  writeJson(toStorageKey(name), { content: asText, key } satisfies Attempt, session);
  return key;
}

/** True when the request was sent and its response has not arrived. */
export function isUnanswered(name: string, content: string): boolean {
  return readJson(toStorageKey(name), isAttempt, session)?.content === JSON.stringify(content);
}

function deleteAttempt(name: string): void {
  remove(toStorageKey(name), session);
}

/**
 * Sends the request with the key of this content and deletes the key after a definite response, success or rejection.
 */
export async function withIdempotencyKey<Result>(
  name: string,
  content: unknown,
  request: (idempotencyKey: string) => Promise<Result>,
): Promise<Result> {
  // Nothing is sent, so a key of an earlier attempt stays as it is.
  if (isOffline()) throw new ApiError('NO_CONNECTION', failureText.noConnection);
  try {
    const result = await request(getAttemptKey(name, content));
    deleteAttempt(name);
    return result;
  } catch (error) {
    if (isApiError(error)) error.isOfMove = true;
    if (!isApiError(error) || !error.mayBeExecuted) deleteAttempt(name);
    throw error;
  }
}

const toStorageKey = (name: string) => `Attempt:${name}`;

function isAttempt(value: unknown): value is Attempt {
  return isRecord(value) && typeof value['content'] === 'string' && typeof value['key'] === 'string';
}

/** 128 random bits. crypto.randomUUID exists only on https and localhost; phones on a LAN test too. */
export function createRandomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
