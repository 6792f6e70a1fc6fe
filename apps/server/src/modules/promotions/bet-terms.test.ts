import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getBonus, listPromotions } from '@chaba/contract/bonuses';
import { launchGame } from '@chaba/contract/play';
import { sql } from '@chaba/database';
import { baht, type Money, zeroMoney } from '@chaba/money';
import type { BetTerms } from '@chaba/promotions/offer';

import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { createMember, createSession } from '#testing/factories';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';
import { addTurnover, subtractTurnover, type TurnoverRequirement } from '#modules/turnover';
import { addTurnoverRequirement } from '#modules/requirements';

import { ensurePromotion } from './promotions.ts';
import { chooseBonus } from './grants.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);

const promotion = (id: string, bets: Partial<BetTerms>) => ({
  id,
  usable: 'always' as const,
  title: id,
  imageUrl: '',
  minimumDeposit: baht(100),
  turnover: { unit: 'times', hundredths: 300 } as const,
  bonusMax: { unit: 'baht', amount: baht(1_000) } as const,
  withdrawMax: { unit: 'baht', amount: zeroMoney } as const,
  bonus: { kind: 'percent', basisPoints: 10_000 } as const,
  sortOrder: 0,
  bets: { betMax: undefined, excluded: [], weights: {}, ...bets },
});
await database.transaction(async (tx) => {
  await ensurePromotion(tx, site.id, promotion('careful', { betMax: baht(50) }));
  await ensurePromotion(tx, site.id, promotion('no-tables', { excluded: ['LIVECASINO'] }));
  await ensurePromotion(tx, site.id, promotion('no-test-slot', { excluded: ['test/test-slot'] }));
  await ensurePromotion(tx, site.id, promotion('tables-count-less', { weights: { LIVECASINO: 10, POKER: 0 } }));
});

const commands: Commands = {
  ...walletCommands(app),
  ...bankCommands(bank),
  async choose(story, given) {
    await chooseBonus(database, site.id, (await story.member(given.at(0))).id, given.at(1));
    return 'chosen';
  },
  async owe(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const line = { memberId, source: 'WHEEL', required: given.amount(1), causeId: `test:${given.at(1)}` } as const;
    await database.transaction((tx) => addTurnoverRequirement(tx, site.id, line));
    return 'added';
  },
};
const story = (table: string) => checkStory({ database, site, commands, memberOptions: { acceptsBonus: true } }, table);

test('rejects a stake above the round limit of a bonus and accepts one at the limit', () =>
  story(`
    choose    M1  careful                                   chosen
    transfer  A1  from=M1  amount=100.00                    made
    session   M1                                            OK
    slip      M1  A1                                        credited
    bet       M1  50.01  tx=a1  round=a                     BONUS_MAX_BET
    balance   M1  game=200.00
    bet       M1  50.00  tx=a1  round=a                     OK
    bet       M1  0.01   tx=a2  round=a                     BONUS_MAX_BET    // the round already has its 50
    rollback  M1  ref=a1  tx=a3  round=a                    OK
    bet       M1  30.00  tx=a4  round=b                     OK
    bet       M1  20.00  tx=a5  round=b                     OK
    win       M1  500.00  tx=a6  round=b  closed=yes        OK               // winnings stay
    betwin    M1  50.01  0.00  round=c                      BONUS_MAX_BET
    balance   M1  game=650.00
    turnover  M1  need=600.00  now=50.00
  `));

test('lifts the limit with the turnover and exempts free rounds', () =>
  story(`
    choose    M2  careful                                   chosen
    transfer  B1  from=M2  amount=100.00                    made
    session   M2                                            OK
    slip      M2  B1                                        credited
    bet       M2  80.00  tx=b1  round=a  free=yes           OK
    win       M2  900.00  tx=b2  round=a  closed=yes        OK
    turnover  M2  need=600.00  now=0.00
    bet       M2  60.00  tx=b3  round=b                     BONUS_MAX_BET
    betwin    M2  50.00  50.00  round=c1                    OK
    betwin    M2  50.00  50.00  round=c2                    OK
    betwin    M2  50.00  50.00  round=c3                    OK
    betwin    M2  50.00  50.00  round=c4                    OK
    betwin    M2  50.00  50.00  round=c5                    OK
    betwin    M2  50.00  50.00  round=c6                    OK
    betwin    M2  50.00  50.00  round=c7                    OK
    betwin    M2  50.00  50.00  round=c8                    OK
    betwin    M2  50.00  50.00  round=c9                    OK
    betwin    M2  50.00  50.00  round=d1                    OK
    betwin    M2  50.00  50.00  round=d2                    OK
    betwin    M2  50.00  50.00  round=d3                    OK
    turnover  M2  need=600.00  now=600.00
    bet       M2  60.00  tx=b4  round=e                     OK
  `));

test('rejects stakes in excluded games, pays earlier rounds and accepts other games', () =>
  story(`
    choose    M3  no-tables                                 chosen
    give      M3  100.00                                    given
    session   M3                                            OK
    bet       M3  20.00  tx=c0  round=z  game=test-table    OK
    transfer  C1  from=M3  amount=100.00                    made
    slip      M3  C1                                        credited
    bet       M3  20.00  tx=c1  round=a  game=test-table    GAME_EXCLUDED
    win       M3  40.00  tx=c2  round=z  game=test-table  closed=yes  OK
    bet       M3  20.00  tx=c3  round=b                     OK
    balance   M3  game=300.00
    choose    M4  no-test-slot                              chosen
    transfer  C2  from=M4  amount=100.00                    made
    session   M4                                            OK
    slip      M4  C2                                        credited
    bet       M4  20.00  tx=c4  round=a                     GAME_EXCLUDED
    bet       M4  20.00  tx=c5  round=a  game=test-table    OK
  `));

test('counts a weighted category by its share and passes the surplus on in full', () =>
  story(`
    choose    M5  tables-count-less                         chosen
    transfer  D1  from=M5  amount=100.00                    made
    session   M5  game=test-table                           OK
    slip      M5  D1                                        credited
    bet       M5  100.00  tx=d1  round=a  on=tie:100.00  game=test-table   OK
    win       M5  5000.00  tx=d2  round=a  game=test-table  closed=yes  OK
    turnover  M5  need=600.00  now=10.00                    // a tenth of 100
    bet       M5  100.00  tx=d3  round=b                    OK
    win       M5  0.00  tx=d4  round=b  closed=yes          OK
    turnover  M5  need=600.00  now=110.00
    rollback  M5  ref=d2  tx=d5  round=a                    OK
    turnover  M5  need=600.00  now=100.00                   // the tenth is reversed
    give      M5  6000.00                                   given
    owe       M5  300.00                                    added
    bet       M5  5100.00  tx=d6  round=c  on=tie:5100.00  game=test-table  OK
    win       M5  0.00  tx=d7  round=c  game=test-table  closed=yes  OK
    turnover  M5  need=900.00  now=700.00                   // 5,000 of it filled 500; 100 continued
  `));

test('mirrors application and reversal across differently weighted requirements', () => {
  const line = (need: number, weights: BetTerms['weights']): TurnoverRequirement => ({
    memberId: 1n,
    requirementNo: need,
    source: 'BONUS',
    causeId: String(need),
    required: baht(need),
    progress: zeroMoney,
    withdrawCap: undefined,
    own: zeroMoney,
    bonus: zeroMoney,
    deposit: zeroMoney,
    paid: zeroMoney,
    createdAt: new Date(0),
    expiresAt: undefined,
    isEnding: false,
    terms: { betMax: undefined, excluded: [], weights },
  });
  const lines = [line(30, { POKER: 0 }), line(20, { POKER: 25 }), line(50, {})];
  const nows = (all: readonly TurnoverRequirement[]): Money[] => all.map(({ progress }) => progress);
  const filled = addTurnover(lines, { amount: baht(100), category: 'POKER' });
  assert.deepEqual(nows(filled), [zeroMoney, baht(20), baht(20)]);
  assert.deepEqual(nows(subtractTurnover(filled, { amount: baht(100), category: 'POKER' })), nows(lines));
});

test('keeps the terms of a grant when the promotion changes', async () => {
  await database.execute(sql`update promotion set bet_max_e4 = 1, excluded_games = '{EGAMES}'
    where site_id = ${site.id} and promotion_id = 'no-tables'`);
  await story(`
    choose    M6  careful                                   chosen
    transfer  E1  from=M6  amount=100.00                    made
    session   M6                                            OK
    slip      M6  E1                                        credited
  `);
  await database.execute(
    sql`update promotion set bet_max_e4 = 10000 where site_id = ${site.id} and promotion_id = 'careful'`,
  );
  const row = await database.one<{ id: bigint; terms: { bets: { betMax: string } }; lines: { betMax: string } }>(sql`
    select member_id as id, g.terms, l.bet_terms as lines from bonus_grant g join turnover_requirement l using (site_id, member_id, requirement_no)
    where g.site_id = ${site.id} and g.promotion_id = 'careful' order by g.granted_at desc limit 1`);
  assert.equal(row.terms.bets.betMax, '500000');
  assert.deepEqual(row.lines, { betMax: '500000' });
  const token = await createSession(database, site.id, row.id);
  assert.equal((await app.send(getBonus, { as: { token } })).body.data.current?.maxBet, 50);
});

test('prints the binding terms on the card and opens no excluded game', async () => {
  const { body } = await app.send(listPromotions);
  const card = body.data.find(({ _id }) => _id === 'tables-count-less');
  assert.deepEqual(card?.weights, [
    { category: 'LIVECASINO', percent: 10 },
    { category: 'POKER', percent: 0 },
  ]);
  assert.equal(body.data.find(({ _id }) => _id === 'careful')?.maxBet, 1);
  const slot = body.data.find(({ _id }) => _id === 'no-test-slot');
  assert.deepEqual(slot?.excludedGames, ['test/test-slot']);
  assert.ok(
    slot.excludedNames?.every((name) => !name.includes('/')),
    String(slot.excludedNames),
  );
  const member = await createMember(database, site, { acceptsBonus: true, money: baht(100) });
  await database.transaction((tx) =>
    addTurnoverRequirement(tx, site.id, {
      memberId: member.id,
      source: 'BONUS',
      required: baht(100),
      causeId: 'test:owed',
      bets: { excluded: ['test/test-table'] },
    }),
  );
  const createLaunch = (gameType: string, gameCode: string) => ({ ch: 'test', gameType, gameCode });
  const excluded = await app.send(launchGame, { as: member, body: createLaunch('LIVECASINO', 'test-table') });
  assert.deepEqual([excluded.status, excluded.body.code], [422, 'GAME_EXCLUDED_BY_BONUS']);
  assert.equal((await app.send(launchGame, { as: member, body: createLaunch('EGAMES', 'test-slot') })).status, 200);
});
