// Weeks of a site within seconds, for tests: the real use cases on a real database, with a clock that the test sets.
//
// Everything runs in one transaction that is rolled back at the end, so each simulation begins on empty tables.
//
// Always true: the clock only moves forward, by a second per request, and the product's timed jobs run at their times
// in between. Requests are sequential; other tests cover races.
//
// Elsewhere: the simulated clock (@chaba/database), the same for demo data (demo-simulation.ts).

import { withSimulatedClock, type SimulatedClockDatabase } from '@chaba/database/simulated-clock';
import { baht, type Money } from '@chaba/money';

import { assert } from '#core/domain-error';
import { calculateDays, releaseDue } from '#modules/affiliates';
import { ensurePromotion, expireBonuses } from '#modules/promotions';
import { calculateDueWeeks, expireOverdue } from '#modules/cashback';
import { receiveFeed } from '#modules/deposits';
import { createWalletBatcher } from '#modules/wallet';
import { type WalletCommand } from '#modules/wallet-commands';
import { type Site, loadSite } from '#modules/site';

import { lineOf, openOurAccount, OUR_ACCOUNT } from './bank-commands.ts';
import { createMember, createSites, type MemberOptions, type TestMember } from './factories.ts';

export type TimeSimulation = {
  readonly past: SimulatedClockDatabase;
  readonly site: Site;
  readonly now: () => Date;
  /** Advances to a Bangkok time, "2026-01-05 00:30", or by a number of hours, and runs the timed jobs in between. */
  readonly goTo: (bangkok: string) => Promise<void>;
  readonly wait: (hours: number) => Promise<void>;
  readonly member: (options?: MemberOptions) => Promise<TestMember>;
  readonly deposit: (member: TestMember, amount: Money) => Promise<string>;
  /** Sends one wallet request; returns its result code. */
  readonly decide: (request: WalletCommand) => Promise<string>;
  /** Plays a round from stake to payout. */
  readonly round: (member: TestMember, stake: Money, payout: Money) => Promise<void>;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BANGKOK_MS = 7 * HOUR_MS;
/** Hours of a day at which the timed jobs run: their scheduled times and some more. */
const WORK_HOURS = [0, 0.5, 1, 6, 12, 18] as const;

class Over extends Error {}

/** Starts at a Bangkok time and rolls everything back at the end. */
export async function withTimeSimulation(
  ownerUrl: string,
  begun: string,
  live: (simulation: TimeSimulation) => Promise<void>,
): Promise<void> {
  try {
    await withSimulatedClock(ownerUrl, async (past) => {
      await live(await beginLifetime(past, timeOf(begun)));
      throw new Over();
    });
  } catch (error) {
    if (!(error instanceof Over)) throw error;
  }
}

const timeOf = (bangkok: string): Date => new Date(`${bangkok.replace(' ', 'T')}:00+07:00`);

async function beginLifetime(past: SimulatedClockDatabase, begun: Date): Promise<TimeSimulation> {
  let now = begun;
  await past.setTime(now);
  const { chaba: site } = await createSites(past);
  await openOurAccount(past, site);
  const batcher = createWalletBatcher(past);
  let names = 0;
  const nextName = (): string => `n${(names += 1)}`;

  async function goToTime(time: Date): Promise<void> {
    assert(time >= now, 'the clock of a simulation only moves forward');
    for (let work = nextWork(now.getTime()); work <= time.getTime(); work = nextWork(work)) {
      now = new Date(work);
      await past.setTime(now);
      await doTimedWork(past, await past.transaction((tx) => loadSite(tx, site.id)));
    }
    now = time;
    await past.setTime(now);
  }
  const tick = (): Promise<void> => goToTime(new Date(now.getTime() + 1_000));

  async function decide(request: WalletCommand): Promise<string> {
    await tick();
    return (await batcher.submit(site.id, request)).code;
  }
  return {
    past,
    site,
    now: () => now,
    goTo: (bangkok) => goToTime(timeOf(bangkok)),
    wait: (hours) => goToTime(new Date(now.getTime() + hours * HOUR_MS)),
    member: (options) => createMember(past, site, options),
    async deposit(member, amount) {
      await tick();
      const transfer = {
        sendingBank: member.bankCode,
        transRef: nextName(),
        at: now,
        amount: '0.00',
        senderName: 'นาย สมชาย ใ',
        senderAccount: member.bankAccount,
        toAccount: OUR_ACCOUNT,
        answer: 'OK',
      };
      const line = { ...lineOf(transfer, nextName(), { tail: member.bankAccount, name: 'none' }), amount };
      const [outcome = 'nothing'] = await receiveFeed(past, [line]);
      return outcome;
    },
    decide,
    async round(member, stake, payout) {
      const name = nextName();
      const code = await decide({
        ...playing(member, name, site),
        parts: [part('bet', `${name}-bet`, stake), part('win', `${name}-win`, payout)],
        isRoundClosed: true,
      });
      assert(code === 'OK', `a round of a story is played, not ${code}`);
    },
  };
}

/** From now on doubles a deposit of 100 baht and more, by up to 1,000, with three times the turnover. */
export async function offerDouble(database: Pick<SimulatedClockDatabase, 'transaction'>, site: Site): Promise<void> {
  await database.transaction((tx) =>
    ensurePromotion(tx, site.id, {
      id: 'double',
      title: 'double',
      imageUrl: '',
      minimumDeposit: baht(100),
      turnover: { unit: 'times', hundredths: 300 },
      bonusMax: { unit: 'baht', amount: baht(1_000) },
      withdrawMax: { unit: 'baht', amount: baht(0) },
      bonus: { kind: 'percent', basisPoints: 10_000 },
      sortOrder: 0,
      usable: 'always',
    }),
  );
}

/** The fields of a request about one round. */
export function playing(member: Pick<TestMember, 'id'>, roundId: string, site: Site, gameCode = 'test-slot') {
  return {
    operation: 'play',
    provider: 'test',
    catalogue: site.catalogue,
    memberId: member.id,
    stakeError: undefined,
    roundId,
    gameCode,
    isTable: gameCode === 'test-table',
  } as const;
}

export function part(operation: 'bet' | 'win', txId: string, amount: Money) {
  return { operation, txId, refTxId: undefined, amount, validBet: undefined, positions: [], isFree: false } as const;
}

/** Returns the next moment after this one at which timed jobs run. */
export function nextWork(after: number): number {
  const midnight = Math.floor((after + BANGKOK_MS) / DAY_MS) * DAY_MS - BANGKOK_MS;
  const times = [...WORK_HOURS, 24].map((hours) => midnight + hours * HOUR_MS);
  return times.find((time) => time > after) ?? midnight + DAY_MS;
}

/** Runs the server's jobs in the order of a night. */
async function doTimedWork(past: SimulatedClockDatabase, site: Site): Promise<void> {
  await expireBonuses(past, site.id);
  await expireOverdue(past, site.id);
  await calculateDueWeeks(past, site, false);
  await calculateDays(past, site, false);
  await releaseDue(past, site.id);
}
