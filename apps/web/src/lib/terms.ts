// The terms of use: the text in force, and the version that a sign-in left to be accepted.
//
// Always true: the due version stays until it is accepted, put off or another sign-in replaces it; nothing waits for it.
//
// Elsewhere: the page (features/terms), the question after a sign-in (layouts/terms-question.tsx).

import { queryOptions } from '@tanstack/react-query';

import { acceptTerms, getTerms } from '@chaba/contract/requests';
import type { Terms } from '@chaba/contract/terms';

import { send } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { delivered } from './server-settings.ts';
import { isRecord, readText, remove, session, storageKeys, writeText } from './storage.ts';

const FRESH_MS = 60_000;

export const termsQuery = queryOptions({
  queryKey: queryKeys.terms,
  queryFn: ({ signal }) => send(getTerms, { signal }),
  staleTime: FRESH_MS,
  initialData: () => knownTerms(delivered('chaba-terms')),
});

function knownTerms(given: unknown): Terms | undefined {
  return isRecord(given) && typeof given['version'] === 'number' && typeof given['text'] === 'string'
    ? (given as Terms)
    : undefined;
}

/** Called at a sign-in with what it answered. */
export function keepDueTerms(version: number | undefined): void {
  if (version === undefined) remove(storageKeys.termsDue, session);
  else writeText(storageKeys.termsDue, String(version), session);
}

export function dueTerms(): number | undefined {
  const version = Number(readText(storageKeys.termsDue, session));
  return Number.isSafeInteger(version) && version > 0 ? version : undefined;
}

export async function acceptDueTerms(version: number): Promise<void> {
  await send(acceptTerms, { body: { version } });
  keepDueTerms(undefined);
}
