// Shared functions of the journeys of the conformance report: a member's page, its requests, and navigation.
//
// Elsewhere: the journeys (sessions.ts, journeys.ts, modals.ts).

import { untilHydrated } from '#testing/product/browser';
import assert from 'node:assert/strict';

import type { Page, Request } from 'playwright-core';

import { createClient, type ConformanceMember } from './client.ts';

/** The message of a response that a journey changed in transit. */
export const CHANGED_MESSAGE = 'ข้อความจากเซิร์ฟเวอร์';

export type CheckRow = (section: string, statement: string, check: string, run: () => Promise<string>) => Promise<void>;
export type Walk = {
  readonly page: Page;
  readonly url: string;
  readonly checkRow: CheckRow;
  readonly member: ConformanceMember;
};

/** Requests to this path from now on. */
export function recordRequests(page: Page, path: string): Request[] {
  const found: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) found.push(request);
  });
  return found;
}

export function getPayload(request: Request | undefined): Readonly<Record<string, unknown>> {
  return (request?.postDataJSON() ?? {}) as Readonly<Record<string, unknown>>;
}

/**
 * The fields of the first request, which must have all of these; to its own server the web app may also send
 * extensions.
 */
export function describePayload([request]: readonly Request[], fields: readonly string[]): string {
  const sent = Object.keys(getPayload(request));
  const missing = fields.filter((field) => !sent.includes(field));
  assert.deepEqual(missing, [], 'fields that were not sent');
  const extensions = sent.filter((field) => !fields.includes(field));
  return [fields.join(', '), ...(extensions.length > 0 ? [`extensions: ${extensions.join(', ')}`] : [])].join('; ');
}

/** The local storage. */
export function readStored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
}

/** Loads an address as the member, signed in by the page's own storage keys (§3). */
export async function openAsMember({ page, url, member }: Walk, address: string): Promise<void> {
  const { body } = await createClient(url)('GET /auth-service/v1/refresh', { token: member.token });
  await page.goto(`${url}/healthz`);
  await page.evaluate(
    ([token, info]) => {
      localStorage.setItem('AccessToken', token);
      localStorage.setItem('UserInfo', info);
    },
    [member.token, JSON.stringify(body['data'])] as const,
  );
  await page.goto(url + address);
  await untilHydrated(page);
}

/** Navigates as a link does. */
export async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ key: to, idx: 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, address);
}
