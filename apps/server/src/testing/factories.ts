// Sites, members, sessions and money for tests.
//
// Always true: money comes from the bank through the ledger, so the audit holds. Every member has the password
// `PASSWORD`, hashed once for all of them.

import { createHash, randomBytes, randomInt } from 'node:crypto';

import type { Database } from '@chaba/database';
import { addOwners, installChart, postTransfers } from '@chaba/ledger';
import { baht, type Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { ensureSite, type NewSite, type Site } from '#modules/site';
import { encryptSessionToken, loadSessionKeys } from '#modules/game-sessions';

import * as store from './factories.store.ts';

export { insertDeposits } from './factories.store.ts';

export const PASSWORD = 'somchai-2569';
/** The Argon2id hash of PASSWORD. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$lGfotfYVHam6EtDfWhzXUg$1rHARNL8w436kW4X6AmAWjeM0Xcz6bPrADLwTt/HoT4';

export const CHABA_API_KEY = 'chaba-sandbox';
export const LANNA_API_KEY = 'lanna-sandbox';

export type TestMember = {
  readonly id: bigint;
  readonly siteId: number;
  readonly apiKey: string;
  readonly phone: string;
  readonly bankCode: string;
  readonly bankAccount: string;
  readonly playerId: string;
  /** The session token, sent as api-auth. */
  readonly token: string;
};

/**
 * Creates the two sites with accounts and open books. Two lanes per site by default, so that transfers across lanes
 * occur.
 */
export async function createSites(database: Database, lanes = 2): Promise<{ chaba: Site; lanna: Site }> {
  return {
    chaba: await createSite(database, { code: 'chaba', apiKey: CHABA_API_KEY, theme: 'gold' }, lanes),
    lanna: await createSite(database, { code: 'lanna', apiKey: LANNA_API_KEY, theme: 'jade' }, lanes),
  };
}

/** Creates a site at the host `<code>.test`. */
export async function createSite(database: Database, fields: SiteFields, lanes = 2): Promise<Site> {
  await installChart(database, chart);
  return database.transaction((tx) => ensureSite(tx, newSite(fields), lanes));
}

type SiteFields = Pick<NewSite, 'code' | 'apiKey' | 'theme'>;

export type MemberOptions = Partial<store.MemberRow> & { readonly money?: Money };

/** Creates a member with a session and optional money in the game wallet. */
export async function createMember(database: Database, site: Site, options: MemberOptions = {}): Promise<TestMember> {
  const { money, ...given } = options;
  const row: store.MemberRow = {
    phone: `08${digits(8)}`,
    passwordHash: PASSWORD_HASH,
    playerId: `p${randomBytes(10).toString('hex')}`,
    bankCode: '014',
    bankAccount: nextAccount(),
    firstName: 'สมชาย',
    lastName: 'ใจดี',
    isNameVerified: true,
    acceptsBonus: false,
    affiliateKey: randomBytes(5).toString('hex'),
    walletId: null,
    referrerId: null,
    ...given,
  };
  const id = await store.insertMember(database, site.id, row);
  await addOwners(database, site.id, [id]);
  const token = await createSession(database, site.id, id);
  const member: TestMember = { id, siteId: site.id, apiKey: site.apiKey, token, ...row };
  if (money !== undefined) await giveMoney(database, member, money);
  return member;
}

export async function createSession(database: Database, siteId: number, memberId: bigint): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await store.insertSession(database, siteId, memberId, createHash('sha256').update(token).digest());
  return token;
}

/** Creates a game session at the provider `test` without a launch; returns the token for the member's bets. */
export async function createGameSession(
  database: Database,
  { id, siteId, playerId }: Pick<TestMember, 'id' | 'siteId' | 'playerId'>,
  livesMs = 3_600_000,
): Promise<string> {
  const [key] = await loadSessionKeys(database, siteId);
  return encryptSessionToken({ key, provider: 'test', playerId }, { memberId: id, expiresAt: Date.now() + livesMs });
}

let gifts = 0;

/** Transfers money from the bank into the game wallet, without a turnover requirement. */
export async function giveMoney(
  database: Database,
  member: { readonly id: bigint; readonly siteId: number },
  amount: Money,
): Promise<void> {
  gifts += 1;
  const key = `test:gift:${process.pid}:${gifts}`;
  await database.transaction((tx) =>
    postTransfers(tx, member.siteId, [
      { ownerId: member.id, from: chart.bank, to: chart.game, amount, reason: 'deposit', key },
    ]),
  );
}

function newSite(fields: SiteFields): NewSite {
  return {
    ...fields,
    name: fields.code,
    hosts: [`${fields.code}.test`],
    lineId: `@${fields.code}`,
    logoUrl: '/logo.svg',
    withdrawMin: baht(100),
    withdrawMax: baht(50_000),
    withdrawAutomaticMax: baht(5_000),
    cashbackPercentBp: 500,
    cashbackMin: baht(1),
    affiliateMin: baht(100),
    affiliateTurnoverTimes: 1,
    affiliateLevel1Bp: 100,
    affiliateLevel2Bp: 50,
    affiliateAutomaticMax: baht(5_000),
    hasStandardCatalogue: true,
  };
}

let accounts = 0;

/**
 * Account numbers of one process differ in their last four digits: banks show only those, so no slip matches two
 * members. Those four count up from 0001 and the number begins with 1, the same in every run, so an account that a
 * test writes itself meets none of them by chance.
 */
function nextAccount(): string {
  accounts += 1;
  return `1${digits(5)}${String(accounts % 10_000).padStart(4, '0')}`;
}

function digits(count: number): string {
  return Array.from({ length: count }, () => String(randomInt(10))).join('');
}
