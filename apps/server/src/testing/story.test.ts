import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';

import { fail } from '#core/domain-error';

import { createSites } from './factories.ts';
import { checkStory, type Commands } from './story.ts';

const database = await testDatabase();
const { chaba: site } = await createSites(database);
const commands: Commands = { refuse: async () => fail('INSUFFICIENT_FUNDS') };

test('runs a story and audits the ledger', async () => {
  await checkStory(
    { database, site, commands },
    `
    give     M1  500.00      given
    give     M1  0.50        given                 // a second time
    balance  M1  game=500.50  main=0.00
    balance  M2  game=0.00
    refuse   M1  INSUFFICIENT_FUNDS
    `,
  );
});

test('rejects a story with a wrong outcome and names its line', async () => {
  await assert.rejects(checkStory({ database, site }, 'balance  M1  game=1.00'), /line 1/);
  await assert.rejects(checkStory({ database, site }, 'balance  M1  a word'), /line 1: .*the outcome was/);
  await assert.rejects(checkStory({ database, site }, '\ngive  M1  5.00  taken'), /line 2/);
  await assert.rejects(checkStory({ database, site }, 'dance  M1  danced'), /no command/);
});
