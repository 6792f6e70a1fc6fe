// Seeds play mode: two sites and their receiving accounts; with CHABA_DEMO on also codes and a demo member, with weeks
// of history if requested. Idempotent: existing rows are not changed.
//
// Always true: the member and the money are created through ordinary use cases. The accounts exist at the sandbox bank.
//
// Elsewhere: the weeks (demo-history.ts), the texts (seed.text.ts), the same accounts in the sandbox (apps/sandbox).

import { type Database, databaseTime, openDatabase, type Transaction } from '@chaba/database';
import { SimulatedClockForbiddenError } from '@chaba/database/simulated-clock';
import { installChart } from '@chaba/ledger';
import { baht, zeroMoney } from '@chaba/money';
import { chart } from '@chaba/server/core/chart-of-accounts';
import { type Config, ConfigError, readConfig, readDemoOwnerUrl } from '@chaba/server/core/config';
import { type Context, createBankClients } from '@chaba/server/core/context';
import { DEMO_PASSWORD } from '@chaba/server/core/demo';
import { redactError } from '@chaba/server/core/redaction';
import { ensureItemCode } from '@chaba/server/modules/item-codes';
import { ensurePromotion, type Promotion } from '@chaba/server/modules/promotions';
import { ensureReceivingAccount } from '@chaba/server/modules/receiving-accounts';
import { receiveFeed } from '@chaba/server/modules/deposits';
import { findMemberByPhone, signUp, issueBankCheckToken } from '@chaba/server/modules/members';
import { ensureSite, type NewSite, type Site, startingTerms } from '@chaba/server/modules/site';
import { ensureDefaultTerms } from '@chaba/server/modules/terms';
import { demoWheel, ensureWheel } from '@chaba/server/modules/wheel';

import { seedDemoHistory } from './demo-history.ts';
import { seedText } from './seed.text.ts';

const demo = { phone: '0812345678', password: DEMO_PASSWORD, bankCode: '014', bankAccount: '1112223334' };
const demoDeposit = {
  receivingBank: '004',
  receivingAccount: '9998887776',
  amount: baht(1_500),
  bankLineId: 'demo-deposit',
};

export const seedSites: readonly [NewSite, NewSite] = [
  {
    ...startingTerms,
    code: 'chaba',
    apiKey: 'chaba-sandbox',
    name: seedText.chaba.name,
    hosts: ['chaba.localhost', 'chaba.test'],
    lineId: '@chaba',
    theme: 'gold',
    logoUrl: '',
    hasStandardCatalogue: true,
  },
  {
    ...startingTerms,
    code: 'lanna',
    apiKey: 'lanna-sandbox',
    name: seedText.lanna.name,
    hosts: ['lanna.localhost', 'lanna.test'],
    lineId: '@lanna',
    theme: 'jade',
    logoUrl: '',
    hasStandardCatalogue: true,
  },
];

/**
 * Contribution of games with a small house edge: a baht of turnover costs at least as much as at slots
 * (docs/economics.md).
 */
const bets = { betMax: undefined, excluded: [], weights: { LIVECASINO: 25, POKER: 10 } } as const;
const promotion = (
  id: keyof typeof seedText.promotions,
  percent: number,
  most: number,
  least: number,
  times: number,
  capTimes: number,
  usable: Promotion['usable'],
) => ({
  usable,
  id,
  title: seedText.promotions[id],
  imageUrl: '',
  minimumDeposit: baht(least),
  turnover: { unit: 'times', hundredths: times * 100 } as const,
  bonusMax: { unit: 'baht', amount: baht(most) } as const,
  withdrawMax: { unit: 'times', hundredths: capTimes * 100 } as const,
  bonus: { kind: 'percent', basisPoints: percent * 100 } as const,
  bets,
});

/**
 * Percent, maximum, minimum deposit, turnover multiple, cap as a multiple of the deposit. Costs: docs/economics.md.
 */
export const seedPromotions = [
  promotion('welcome', 100, 1_000, 100, 15, 3, 'first_deposit'),
  promotion('daily', 30, 500, 200, 8, 3, 'daily'),
  promotion('reload', 20, 300, 100, 11, 5, 'always'),
].map((offer, index) => ({ ...offer, sortOrder: index }));

export const seedCodes = [
  { code: 'WELCOME50', amount: baht(50), coins: 0n, turnoverTimes: 5, withdrawCap: baht(200) },
  { code: 'COINS3', amount: zeroMoney, coins: 3n, turnoverTimes: 0, withdrawCap: undefined },
] as const;

/** Creates missing rows. With `ownerUrl` a new demo member gets weeks of history. */
export async function seed(database: Database, config: Config, ownerUrl?: string): Promise<void> {
  await installChart(database, chart);
  const chaba = await database.transaction((tx) => writeSites(tx, config));
  if (!config.isDemo) return;
  const isThere = (await findMemberByPhone(database, chaba.id, demo.phone)) !== undefined;
  if (ownerUrl === undefined || isThere) return seedDemoMember(database, config, chaba);
  const today = await databaseTime(database);
  try {
    await seedDemoHistory(ownerUrl, config, { site: chaba, demo: { ...demo, ...seedText.demo }, today });
  } catch (error) {
    if (!(error instanceof SimulatedClockForbiddenError)) throw error;
    console.log(`The demo member begins without history: ${error.message}.`);
    await seedDemoMember(database, config, chaba);
  }
}

/** The two sites with their terms, accounts, promotions and wheels. Returns the first. */
async function writeSites(tx: Transaction, { lanes, isDemo }: Pick<Config, 'lanes' | 'isDemo'>): Promise<Site> {
  const [chaba, lanna] = [await ensureSite(tx, seedSites[0], lanes), await ensureSite(tx, seedSites[1], lanes)];
  const bank = (site: Site, bankCode: string, account: string, holderName: string) =>
    ensureReceivingAccount(tx, site.id, { kind: 'bank', bankCode, account, holderName });
  const wallet = (site: Site, account: string, holderName: string) =>
    ensureReceivingAccount(tx, site.id, { kind: 'wallet', bankCode: null, account, holderName });
  await bank(chaba, '004', '9998887776', seedText.chaba.company);
  await bank(chaba, '014', '5556667778', seedText.chaba.company);
  await wallet(chaba, '0891112222', seedText.chaba.company);
  await bank(lanna, '002', '4443332221', seedText.lanna.company);
  await wallet(lanna, '0893334444', seedText.lanna.company);
  for (const site of [chaba, lanna]) {
    await ensureDefaultTerms(tx, site.id, site.name);
    for (const offer of seedPromotions) await ensurePromotion(tx, site.id, offer);
    await ensureWheel(tx, site.id, demoWheel);
  }
  if (isDemo) for (const code of seedCodes) await ensureItemCode(tx, chaba.id, code);
  return chaba;
}

async function seedDemoMember(database: Database, config: Config, chaba: Site): Promise<void> {
  if ((await findMemberByPhone(database, chaba.id, demo.phone)) === undefined) {
    // Sign-ups are not rate-limited here, because no other client exists yet.
    const context: Context = {
      database,
      config: { ...config, isRateLimited: false },
      bank: createBankClients(config),
      log: console,
    };
    const bankToken = await issueBankCheckToken(database, chaba, { ...demo, ...seedText.demo });
    await signUp(context, chaba, {
      ...demo,
      ...seedText.demo,
      confirmedPassword: demo.password,
      bankToken,
      walletId: demo.phone,
      affiliateKey: '',
      acceptsBonus: false,
      address: 'seed',
    });
  }
  const member = await findMemberByPhone(database, chaba.id, demo.phone);
  if (member === undefined || member.totalDeposit > 0n) return;
  await receiveFeed(database, [
    {
      bankLineId: demoDeposit.bankLineId,
      receiver: { kind: 'bank', bankCode: demoDeposit.receivingBank, account: demoDeposit.receivingAccount },
      amount: demoDeposit.amount,
      transferredAt: new Date(),
      senderBank: demo.bankCode,
      senderTail: demo.bankAccount.slice(-4),
      senderName: `${seedText.demo.firstName} ${seedText.demo.lastName}`,
      transRef: undefined,
      balanceAfter: undefined,
    },
  ]);
}

if (import.meta.main) {
  try {
    const config = readConfig();
    const database = openDatabase({ url: config.databaseUrl, poolSize: 2, applicationName: 'chaba seed' });
    try {
      if (config.mode === 'play') await seed(database, config, readDemoOwnerUrl());
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : redactError(error).stack);
    process.exitCode = 1;
  }
}
