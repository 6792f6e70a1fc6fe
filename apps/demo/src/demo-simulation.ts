// Simulates the weeks of the demo member: a clock that only moves forward, the daily jobs of each night that passes,
// and ordinary use cases at chosen times.
//
// Elsewhere: the schedule (demo-history.ts), rounds of games (demo-play.ts), the clock itself (@chaba/database/past).

import { SLIP_AGE_HOURS_MAX } from '@chaba/contract/constraints';
import type { SimulatedClockDatabase } from '@chaba/database/simulated-clock';
import { baht } from '@chaba/money';
import type { Config } from '@chaba/server/core/config';
import { type Context, createBankClients } from '@chaba/server/core/context';
import { assert, isDomainError } from '@chaba/server/core/domain-error';
import { calculateDays, releaseDue } from '@chaba/server/modules/affiliates';
import { calculateDueWeeks, expireOverdue } from '@chaba/server/modules/cashback';
import { slips, receiveFeed } from '@chaba/server/modules/deposits';
import { loadMember, signUp, issueBankCheckToken } from '@chaba/server/modules/members';
import { createWalletBatcher, type WalletBatcher } from '@chaba/server/modules/wallet';
import type { Site } from '@chaba/server/modules/site';
import { rewardDeposits } from '@chaba/server/modules/wheel';
import { payouts, rejectWithdrawal, requestWithdrawal } from '@chaba/server/modules/withdrawals';

import { seedText } from './seed.text.ts';

export type Person = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly password: string;
  readonly bankCode: string;
  readonly bankAccount: string;
};

export type DemoMember = Person & { readonly id: bigint; readonly affiliateKey: string };

export type Life = {
  readonly past: SimulatedClockDatabase;
  readonly site: Site;
  readonly context: Context;
  readonly batcher: WalletBatcher;
  readonly now: () => Date;
  /** Advances the clock to an hour (Bangkok) of a day before today and runs the nightly jobs in between. */
  readonly goTo: (daysAgo: number, hour: number) => Promise<void>;
  readonly goToTime: (time: Date) => Promise<void>;
  readonly wait: (seconds: number) => Promise<void>;
};

const RECEIVING_ACCOUNT = { kind: 'bank', bankCode: '004', account: '9998887776' } as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BANGKOK_MS = 7 * HOUR_MS;
/** Due times of nightly jobs after Bangkok midnight: weekly at 00:30, daily at 01:00. */
const WEEK_DUE_MS = HOUR_MS / 2;
const DAY_DUE_MS = HOUR_MS;
const TRANSFER_SECONDS = 45;
const BANK_SECONDS = 240;

/** Starts the simulation of weeks that end today. */
export async function openDemoSimulation(
  past: SimulatedClockDatabase,
  config: Config,
  { site, begunAt, today }: { readonly site: Site; readonly begunAt: Date; readonly today: Date },
): Promise<Life> {
  // Sign-ups are not rate-limited here, because no other client exists yet.
  const context: Context = {
    database: past,
    config: { ...config, isRateLimited: false },
    bank: createBankClients(config),
    log: console,
  };
  let now = begunAt;
  const setTime = async (time: Date): Promise<void> => {
    assert(time >= now, 'the clock of a simulation only moves forward');
    now = time;
    await past.setTime(time);
  };
  const goToTime = async (time: Date): Promise<void> => {
    for (let night = nextNight(now); night < time; night = nextNight(now)) {
      await setTime(night);
      await workAtNight(past, site);
    }
    await setTime(time);
  };
  await setTime(begunAt);
  return {
    past,
    site,
    context,
    batcher: createWalletBatcher(past),
    now: () => now,
    goToTime,
    goTo: (daysAgo, hour) => goToTime(new Date(bangkokMidnight(today) - daysAgo * DAY_MS + hour * HOUR_MS)),
    wait: (seconds) => goToTime(new Date(now.getTime() + seconds * 1_000)),
  };
}

export function bangkokMidnight(at: Date): number {
  return Math.floor((at.getTime() + BANGKOK_MS) / DAY_MS) * DAY_MS - BANGKOK_MS;
}

function nextNight(after: Date): Date {
  const midnight = bangkokMidnight(after);
  const moments = [WEEK_DUE_MS, DAY_DUE_MS, DAY_MS + WEEK_DUE_MS].map((moment) => midnight + moment);
  return new Date(moments.find((moment) => moment > after.getTime()) ?? 0);
}

/** Runs the jobs of the server. Jobs that are not due or already done change nothing. */
async function workAtNight(past: SimulatedClockDatabase, site: Site): Promise<void> {
  await expireOverdue(past, site.id);
  await calculateDueWeeks(past, site, false);
  await calculateDays(past, site, false);
  await releaseDue(past, site.id);
}

export async function join(
  { past, site, context }: Life,
  person: Person,
  { acceptsBonus, affiliateKey }: { readonly acceptsBonus: boolean; readonly affiliateKey: string },
): Promise<DemoMember> {
  const bankToken = await issueBankCheckToken(past, site, person);
  const joined = await signUp(context, site, {
    ...person,
    confirmedPassword: person.password,
    bankToken,
    walletId: person.phone,
    affiliateKey,
    acceptsBonus,
    address: 'seed',
  });
  const member = await loadMember(past, site.id, joined.id);
  return { ...person, id: member.id, affiliateKey: member.affiliateKey };
}

/** A deposit credited from the bank feed, and the coin it earns. */
export async function deposit(life: Life, member: DemoMember, amount: number): Promise<void> {
  const transferredAt = life.now();
  await life.wait(TRANSFER_SECONDS);
  const [outcome] = await receiveFeed(life.past, [
    {
      bankLineId: `demo-${member.phone}-${transferredAt.getTime()}`,
      receiver: RECEIVING_ACCOUNT,
      amount: baht(amount),
      transferredAt,
      senderBank: member.bankCode,
      senderTail: member.bankAccount.slice(-4),
      senderName: `${member.firstName} ${member.lastName}`,
      transRef: undefined,
      balanceAfter: undefined,
    },
  ]);
  assert(outcome === 'credited', `a demo deposit is credited, not ${outcome}`);
  await rewardDeposits(life.past, life.site.id);
}

/** Submits a slip of a transfer that is too old for automatic credit: it goes to review. */
export async function sendOldSlip(life: Life, member: DemoMember, amount: number): Promise<void> {
  const sent = { sendingBank: member.bankCode, transRef: `DEMO${member.phone}` };
  const slip: slips.VerifiedSlip = {
    ...sent,
    receivingBank: RECEIVING_ACCOUNT.bankCode,
    transferredAt: new Date(life.now().getTime() - (SLIP_AGE_HOURS_MAX + 2) * HOUR_MS),
    amount: baht(amount),
    sender: {
      name: `${member.firstName} ${member.lastName.slice(0, 1)}`,
      account: `xxxxxx${member.bankAccount.slice(-4)}`,
      phone: undefined,
    },
    receiver: {
      name: seedText.chaba.company,
      account: `xxxxxx${RECEIVING_ACCOUNT.account.slice(-4)}`,
      phone: undefined,
    },
  };
  const verifier: slips.SlipVerifier = { verify: () => Promise.resolve({ code: 'OK', slip }) };
  const context = { database: life.past, verifier, isRateLimited: false };
  const refused: unknown = await slips
    .submit(context, { siteId: life.site.id, memberId: member.id, ...sent })
    .catch((error: unknown) => error);
  assert(isDomainError(refused, 'SLIP_TOO_OLD'), `an old slip must be rejected with SLIP_TOO_OLD: ${String(refused)}`);
}

/** A withdrawal with the given outcome. */
export async function withdraw(
  life: Life,
  member: DemoMember,
  { amount, becomes }: { readonly amount: number; readonly becomes: 'paid' | 'failed' | 'rejected' },
): Promise<void> {
  const { past, site } = life;
  const requested = await requestWithdrawal(past, {
    siteId: site.id,
    memberId: member.id,
    amount: baht(amount),
    idempotencyKey: `demo-${life.now().getTime()}`,
  });
  await life.wait(BANK_SECONDS);
  if (becomes === 'rejected') {
    const rejected = { siteId: site.id, withdrawalId: requested.withdrawalId, decidedBy: 'demo' };
    const outcome = await past.transaction((tx) => rejectWithdrawal(tx, rejected));
    assert(
      outcome === 'rejected',
      'a demo withdrawal to be rejected follows a failed payout, so an operator reviews it',
    );
    return;
  }
  assert(requested.state === 'approved', `a small demo withdrawal needs no operator; it is ${requested.state}`);
  const payoutId = `P${site.id}-${requested.withdrawalId}`;
  const reason = becomes === 'failed' ? 'ACCOUNT_CLOSED' : undefined;
  assert(
    (await payouts.settle(past, { payoutId, status: becomes, reason })) === 'settled',
    'a demo payout is settled once',
  );
}
