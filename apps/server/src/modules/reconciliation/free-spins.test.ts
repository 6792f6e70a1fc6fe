// Waiting free spins that an operator ends: a result of their round, under its requirement, once.

import { test } from 'node:test';

import { baht } from '@chaba/money';

import { createWalletBatcher } from '#wallet/batcher';
import { bonusCommands, offerBonuses } from '#testing/bonus-commands';
import { buildTestApp } from '#testing/build-app';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { applySpinDecisions, recordSpinDecision } from './free-spins.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;
await offerBonuses(app);
const batcher = createWalletBatcher(database);

const commands: Commands = {
  ...walletCommands(app),
  ...bonusCommands(app),
  /** Without an amount they are voided. */
  async decide(_story, given) {
    const paid = given.named['paid'];
    const of = { provider: 'test', roundId: given.at(0), memberId: undefined, notice: 'the game is closed' };
    const amount = baht(Number(paid ?? 0));
    const decision = paid === undefined ? 'voided' : 'settled';
    const found = await database.transaction((tx) => recordSpinDecision(tx, site.id, { ...of, decision, amount }));
    return typeof found === 'string' ? found : 'recorded';
  },
  apply: async () => String(await applySpinDecisions(database, site, batcher)),
};
const story = (table: string) => checkStory({ database, site, commands }, table);

test('settles waiting spins under the cap of their granting bet, once', () =>
  story(`
    give      M1  1000.00                                    given
    session   M1                                             OK
    redeem    M1  CAPPED                                     redeemed
    betwin    M1  240.00  240.00  round=a                    OK
    bet       M1  10.00   tx=b1  round=b                     OK
    win       M1  0.00    tx=b2  ref=b1  round=b  spins=8    OK
    decide    c                                              not_waiting
    decide    b  paid=500                                    recorded
    decide    b  paid=500                                    not_waiting
    round     M1  b  state=open  spins=8
    apply                                                    1          // the job, after a crash
    apply                                                    0
    round     M1  b  state=closed  payout=500.00  spins=0
    position  M1  own=1000.00  limit=1200.00  unsettled=false
    spin      M1  9.00  tx=b3  round=b  left=7               BET_SETTLED
    withdraw  M1  1200.00                                    requested
    balance   M1  game=0.00
  `));

test('voids waiting spins, which ends a lost bonus', () =>
  story(`
    give      M1  20.00                                      given
    session   M1                                             OK
    redeem    M1  CAPPED                                     redeemed
    bet       M1  70.00   tx=d1  round=d                     OK
    win       M1  0.00    tx=d2  ref=d1  round=d  spins=8    OK
    position  M1  lines=1
    decide    d                                              recorded
    apply                                                    1
    round     M1  d  state=closed  payout=0.00  spins=0
    position  M1  lines=0  worth=0.00
  `));
