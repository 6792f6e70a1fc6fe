// The idempotency key of a request that moves money. Created at the first attempt and stored in the tab until a
// response arrives, so that a retry after a lost response, a reload or a second press uses the same key. Different
// content gets a new key.

import { isRefusal } from './api-error.ts';
import { isRecord, readJson, remove, session, writeJson } from './storage.ts';

type Attempt = { readonly content: string; readonly key: string };

/** Returns the stored key of this content, or a new one. */
function attemptKey(name: string, content: unknown): string {
  const asText = JSON.stringify(content, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  const kept = readJson(slotOf(name), isAttempt, session);
  if (kept?.content === asText) return kept.key;
  const key = randomKey();
  writeJson(slotOf(name), { content: asText, key } satisfies Attempt, session);
  return key;
}

/** True when the request was sent and its response has not arrived. */
export function isUnanswered(name: string, content: string): boolean {
  return readJson(slotOf(name), isAttempt, session)?.content === JSON.stringify(content);
}

function forgetAttempt(name: string): void {
  remove(slotOf(name), session);
}

/**
 * Sends the request with the key of this content and deletes the key after a definite response, success or rejection.
 */
export async function withIdempotencyKey<Answer>(
  name: string,
  content: unknown,
  ask: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await ask(attemptKey(name, content));
    forgetAttempt(name);
    return answer;
  } catch (error) {
    if (!isRefusal(error) || !error.mayBeDone) forgetAttempt(name);
    throw error;
  }
}

const slotOf = (name: string) => `Attempt:${name}`;

function isAttempt(value: unknown): value is Attempt {
  return isRecord(value) && typeof value['content'] === 'string' && typeof value['key'] === 'string';
}

/** 128 random bits. crypto.randomUUID exists only on https and localhost; phones on a LAN test too. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
