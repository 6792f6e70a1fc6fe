// Actions of visitors and members in the specification, in a browser on a running product: modal screens, registration,
// sign-in, session rules, sentences, messages and formats. A part of docs/conformance.md.
//
// Elsewhere: the journeys (modals.ts, sessions.ts, journeys.ts).

import { test } from 'node:test';

import { openMobilePage } from '#testing/product/browser';
import { createClient, makeMemberWithHistory } from './client.ts';
import {
  changePassword,
  choosePromotions,
  claimCashback,
  deposit,
  readHistories,
  showMessages,
  withdraw,
} from './journeys.ts';
import { checkHeader, openModals } from './modals.ts';
import { openReport } from './report.ts';
import { keepSession, register, signInAndOut } from './sessions.ts';
import type { Walk } from './walk.ts';
import { operator } from '#e2e/money';
import { startProduct } from '#e2e/product';

const product = await startProduct();
// A withdrawal follows a deposit without play here.
await operator(product, 'set', 'depositTurnover', '0', '--reason', 'journeys without play');
const report = openReport('journeys');
const member = await makeMemberWithHistory(product, createClient(product.url));

const walk = (name: string, work: (walk: Walk) => Promise<void>): void => {
  test(name, async () => {
    const page = await openMobilePage({
      // The browser logs rejected requests and connections that are cut on purpose.
      expected: /Failed to load resource|ERR_/,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await work({ page, url: product.url, checkRow: report.checkRow, member });
  });
};

walk('has the parts of the header', checkHeader);
walk('opens the modal screens', openModals);
walk('registers', register);
walk('signs in and out', signInAndOut);
walk('keeps the session rules', keepSession);
walk('withdraws, claims and changes the password', async (all) => {
  await withdraw(all);
  await claimCashback(all);
  await changePassword(all);
});
walk('deposits', (all) => deposit(all, product));
walk('chooses promotions', choosePromotions);
walk('reads the histories', readHistories);
walk('shows the messages of the server', (all) => showMessages(all, product));
report.close();
