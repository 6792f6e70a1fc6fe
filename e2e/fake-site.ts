// The built site on a test server with seed responses, for journeys of pages without money.

import { after } from 'node:test';

import type { Page } from 'playwright-core';

import { buildPages } from '#ops/start/page-builds';
import { answerAsSeeded, fakeMember } from '#web/testing/fake-data';
import { type FakeServer, startFakeServer } from '#web/testing/fake-server';

/** Call it at the top of a test file. */
export async function startFakeSite(): Promise<FakeServer> {
  await buildPages(() => undefined);
  const server = await startFakeServer();
  after(() => server.close());
  answerAsSeeded(server);
  return server;
}

/** Stores a session, so that the page starts with a signed-in member. */
export async function storeSession(page: Page): Promise<void> {
  await page.addInitScript(
    ([token, member]) => {
      localStorage.setItem('AccessToken', token ?? '');
      localStorage.setItem('UserInfo', member ?? '');
    },
    ['fake-token-of-the-demo-member-0001', JSON.stringify(fakeMember)],
  );
}
