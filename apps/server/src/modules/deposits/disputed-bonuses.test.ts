// A deposit that is disputed away after it brought a bonus: the bonus ends, met or not, and is not granted again.

import { test } from 'node:test';

import { ensurePromotion } from '#modules/promotions';
import { baht, zeroMoney } from '@chaba/money';
import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { bonusCommands, offerBonuses } from '#testing/bonus-commands';
import { buildTestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';
import { openPayoutTestBank, withdrawalCommands } from '#testing/withdrawal-commands';

const app = await buildTestApp();
const { database, chaba: site } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);
await offerBonuses(app);
await database.transaction((tx) =>
  ensurePromotion(tx, site.id, {
    id: 'welcome',
    usable: 'first_deposit',
    title: 'welcome',
    imageUrl: '',
    minimumDeposit: baht(100),
    turnover: { unit: 'times', hundredths: 100 },
    bonusMax: { unit: 'baht', amount: baht(1_000) },
    withdrawMax: { unit: 'baht', amount: zeroMoney },
    bonus: { kind: 'percent', basisPoints: 15_000 },
    sortOrder: 0,
  }),
);
const ofPayouts = withdrawalCommands(openPayoutTestBank());
const ofBank = bankCommands(bank);
const commands: Commands = {
  ...walletCommands(app),
  ...bonusCommands(app),
  ...ofPayouts,
  ...ofBank,
  ...operatorCommands(app),
  /** The bank accepts the payout of K1. */
  async send(story, given) {
    const of = { ...given, at: (place: number) => (place === 0 ? given.at(0) : 'accepted') };
    await ofPayouts['bank']?.(story, of);
    await ofPayouts['job']?.(story, given);
    return 'done';
  },
};
const story = (table: string) => checkStory({ database, site, commands, memberOptions: { acceptsBonus: true } }, table);

/** A deposit of 100 with a met welcome bonus of 150, and 650 baht. */
const metBonus = (name: string) => `
    transfer  ${name}  from=M1  amount=100.00           made
    slip      M1  ${name}                               credited
    session   M1                                        OK
    betwin    M1  100.00  500.00  round=${name}a        OK
    betwin    M1  150.00  150.00  round=${name}b        OK
    bonus     M1  state=complete
    balance   M1  game=650.00`;

test('ends a met bonus whose deposit is disputed away', () =>
  story(`${metBonus('A')}
    dispute   A                                         disputed
    send-back  A                                        returned
    bonus     M1  state=revoked  reasons=granted+turnover_met+by_operator
    balance   M1  game=0.00  receivable=0.00
    position  M1  lines=0
  `));

test('keeps own money when a met bonus ends with its deposit', () =>
  story(`
    give      M1  300.00                                given${metBonusBeside('B')}
    dispute   B                                         disputed
    send-back  B                                        returned
    bonus     M1  state=revoked
    balance   M1  game=300.00  receivable=0.00
  `));

test('grants no second welcome bonus after the first deposit was disputed away', () =>
  story(`${metBonus('C')}
    dispute   C                                         disputed
    send-back  C                                        returned
    transfer  C2  from=M1  amount=200.00                made
    slip      M1  C2                                    credited
    bonus     M1  state=active
    balance   M1  game=400.00                           // the bonus of any deposit
  `));

test('grants the welcome bonus to a member whose first credit had no bonus and was another’s', () =>
  story(`
    transfer  D1  from=M1  amount=50.00                 made
    slip      M1  D1                                    credited
    dispute   D1                                        disputed
    send-back  D1                                       returned
    transfer  D2  from=M1  amount=100.00                made
    slip      M1  D2                                    credited
    balance   M1  game=250.00
  `));

test('cancels an unsent withdrawal of a bonus whose deposit is disputed away', () =>
  story(`${metBonus('E')}
    withdraw  M1  400.00  key=K1                        requested
    dispute   E                                         disputed
    send-back  E                                        returned
    state     K1  rejected
    bonus     M1  state=revoked
    balance   M1  game=0.00  withdrawalHeld=0.00  receivable=0.00
  `));

test('keeps a deposit disputed until the bank answered a payout of its bonus', () =>
  story(`${metBonus('F')}
    withdraw  M1  400.00  key=K1                        requested
    approve   K1                                        approved
    send      K1                                        done
    dispute   F                                         disputed
    send-back  F                                        payout_open
    hook      K1  failed                                settled
    send-back  F                                        returned
    bonus     M1  state=revoked
    balance   M1  game=0.00  main=0.00  receivable=0.00
  `));

test('makes the deposit a debt when its met bonus was withdrawn before', () =>
  story(`${metBonus('G')}
    withdraw  M1  600.00  key=K1                        requested
    approve   K1                                        approved
    hook      K1  paid                                  settled
    bonus     M1  state=closed
    dispute   G                                         disputed
    send-back  G                                        returned
    balance   M1  game=0.00  receivable=-50.00
  `));

function metBonusBeside(name: string): string {
  return metBonus(name).replace('game=650.00', 'game=950.00');
}
