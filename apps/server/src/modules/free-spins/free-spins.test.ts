// Waiting free spins that an operator ends: a result of their round, under its requirement, once.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { launchGame, listOpenRounds } from '@chaba/contract/play';
import { requestWithdrawal } from '@chaba/contract/withdrawals';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { setProvider } from '#modules/catalogue';
import { createWalletBatcher } from '#modules/wallet';
import { bonusCommands, offerBonuses } from '#testing/bonus-commands';
import { buildTestApp } from '#testing/build-app';
import { createSession } from '#testing/factories';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { applySpinDecisions, recordSpinDecision } from './free-spins.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;
await offerBonuses(app);
const batcher = createWalletBatcher(database);

const GAME = { ch: 'test', gameType: 'EGAMES', gameCode: 'test-slot' } as const;

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
  async provider(_story, given) {
    await database.owner.transaction((tx) =>
      setProvider(tx, site.id, { provider: GAME.ch, isOpen: given.at(0) === 'open' }),
    );
    return given.at(0);
  },
  /** The catalogue no longer has the game of this round. */
  async remove(_story, given) {
    await database.execute(sql`update game_round set game_code = 'removed' where round_id = ${given.at(0)}`);
    return 'removed';
  },
  /** Answers that the member reads: of the game, and of a withdrawal. */
  async reads(story, given) {
    const named = await story.member(given.at(0));
    // An exclusion ends the sessions.
    const as = { ...named, token: await createSession(database, site.id, named.id) };
    const { rounds } = (await app.send(listOpenRounds, { as })).body.data;
    const [round] = rounds;
    const wish = { ...GAME, gameCode: round?.gameCode ?? GAME.gameCode };
    const launched = await app.send(launchGame, { as, body: wish });
    const withdrawn = await app.send(requestWithdrawal, { as, body: { Amount: 100, Channel: 'BANK' } });
    return {
      launch: launched.body.code ?? 'OK',
      withdrawal: withdrawn.body.code ?? 'OK',
      spins: rounds.map(({ freeSpins, gameCode }) => `${freeSpins}:${gameCode}`).join('+'),
    };
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

test('ends spins again that a corrected result states, without another payment', () =>
  story(`
    give      M1  100.00                                     given
    session   M1                                             OK
    bet       M1  10.00   tx=h1  round=h                     OK
    win       M1  0.00    tx=h2  ref=h1  round=h  spins=8    OK
    decide    h  paid=500                                    recorded
    apply                                                    1
    rollback  M1  ref=h2  tx=h3  round=h                     OK
    win       M1  20.00   tx=h4  ref=h1  round=h  spins=5    OK
    round     M1  h  state=open  spins=5
    apply                                                    1
    apply                                                    0
    round     M1  h  state=closed  payout=520.00  spins=0
    balance   M1  game=610.00
  `));

test('shows spins of a closed provider until an operator settles them', () =>
  story(`
    session   M1                                             OK
    redeem    M1  CAPPED                                     redeemed
    betwin    M1  50.00   450.00  round=e0                   OK
    bet       M1  250.00  tx=e1  round=e                     OK
    win       M1  0.00    tx=e2  ref=e1  round=e  spins=8    OK
    provider  closed                                         closed
    spin      M1  9.00    tx=e3  round=e  left=7             PLAYER_LOCKED
    reads     M1  launch=GAME_IN_MAINTENANCE  withdrawal=WITHDRAW_FREE_SPINS  spins=8:test-slot
    decide    e  paid=100                                    recorded
    apply                                                    1
    provider  open                                           open
    reads     M1  launch=OK  withdrawal=OK  spins=
    balance   M1  game=100.00
  `));

test('shows spins of a removed game until an operator voids them', () =>
  story(`
    session   M1                                             OK
    redeem    M1  CAPPED                                     redeemed
    betwin    M1  50.00   450.00  round=f0                   OK
    bet       M1  250.00  tx=f1  round=f                     OK
    win       M1  0.00    tx=f2  ref=f1  round=f  spins=8    OK
    remove    f                                              removed
    reads     M1  launch=GAME_UNKNOWN  withdrawal=WITHDRAW_FREE_SPINS  spins=8:removed
    decide    f                                              recorded
    apply                                                    1
    reads     M1  launch=OK  withdrawal=OK  spins=
    balance   M1  game=100.00
  `));

test('keeps the bonus of an excluded member until an operator ends the waiting spins', () =>
  story(`
    give      M1  300.00                                     given
    session   M1                                             OK
    redeem    M1  CAPPED                                     redeemed
    bet       M1  50.00   tx=g1  round=g                     OK
    win       M1  0.00    tx=g2  ref=g1  round=g  spins=8    OK
    exclude   M1  6m                                         paused
    spin      M1  9.00    tx=g3  round=g  left=7             PLAYER_LOCKED
    reads     M1  launch=PLAY_BREAK_ACTIVE  withdrawal=WITHDRAW_FREE_SPINS  spins=8:test-slot
    job                                                      done
    position  M1  lines=1
    decide    g  paid=500                                    recorded
    apply                                                    1
    job                                                      done
    position  M1  lines=0
    reads     M1  launch=PLAY_BREAK_ACTIVE  withdrawal=OK  spins=
    balance   M1  game=200.00
  `));

test('passes the audit', async () => assert.deepEqual(await audit(database), []));
