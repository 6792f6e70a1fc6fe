// The terms of use: the text in force, and the version that the member has to accept after a sign-in.
//
// Always true: the due version stays until it is accepted, postponed or replaced by another sign-in; no screen is
// blocked by it.
//
// Elsewhere: the page (features/terms), the dialog after a sign-in (layouts/terms-question.tsx).

import { queryOptions } from '@tanstack/react-query';

import { acceptTerms, getTerms } from '@chaba/contract/requests';
import type { Terms } from '@chaba/contract/terms';

import { send } from '#lib/api/api';
import { queryKeys } from '#lib/api/query-keys';
import { readDelivered } from '#lib/api/server-settings';
import { isRecord, readText, remove, session, storageKeys, writeText } from '#lib/browser/storage';

const FRESH_MS = 60_000;

export const termsQuery = queryOptions({
  queryKey: queryKeys.terms,
  queryFn: ({ signal }) => send(getTerms, { signal }),
  staleTime: FRESH_MS,
  initialData: () => parseTerms(readDelivered('chaba-terms')),
});

function parseTerms(given: unknown): Terms | undefined {
  return isRecord(given) && typeof given['version'] === 'number' && typeof given['text'] === 'string'
    ? (given as Terms)
    : undefined;
}

/** Called at a sign-in with the version of its response. */
export function storeDueTerms(version: number | undefined): void {
  if (version === undefined) remove(storageKeys.termsDue, session);
  else writeText(storageKeys.termsDue, String(version), session);
}

export function getDueTerms(): number | undefined {
  const version = Number(readText(storageKeys.termsDue, session));
  return Number.isSafeInteger(version) && version > 0 ? version : undefined;
}

export async function acceptDueTerms(version: number): Promise<void> {
  await send(acceptTerms, { body: { version } });
  storeDueTerms(undefined);
}
