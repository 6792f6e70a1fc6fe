// Story commands for play without a wallet request: operators' decisions and the passage of time.
//
//     owe       M1  300.00                       owed        // a turnover requirement, as a deposit adds it
//     cap       1000.00                          done        // the win cap of the provider `test`
//     decide    w1  released                     released    // a held win; otherwise it is rejected
//     minute                                     passed      // orphan wins are retried

import { jobs } from '#app';
import { addTurnoverRequirement } from '#modules/requirements';
import { setProvider } from '#modules/catalogue';
import { decideHeldWin } from '#modules/reconciliation';

import type { TestApp } from './build-app.ts';
import type { Commands } from './story.ts';

const PROVIDER = 'test';

export function operatorCommands({ context, database: { owner } }: Pick<TestApp, 'context' | 'database'>): Commands {
  return {
    async owe({ database, site, member }, given) {
      const { id: memberId } = await member(given.at(0));
      const causeId = `test:${given.named['cause'] ?? 'owed'}`;
      const line = { memberId, source: 'DEPOSIT', required: given.amount(1), causeId } as const;
      await database.transaction((tx) => addTurnoverRequirement(tx, site.id, line));
      return 'owed';
    },
    cap: ({ site }, given) =>
      owner.transaction((tx) => setProvider(tx, site.id, { provider: PROVIDER, winCap: given.amount(0) })),
    decide: ({ database, site }, given) => {
      const state = given.at(1) === 'released' ? 'released' : 'refused';
      const win = { siteId: site.id, provider: PROVIDER, txId: given.at(0), state } as const;
      return database.transaction((tx) => decideHeldWin(tx, win));
    },
    async minute() {
      for (const job of jobs) if (job.name === 'retry-orphan-wins') await job.run(context);
      return 'passed';
    },
  };
}
