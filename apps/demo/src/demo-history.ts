// Seeds four weeks of history for the demo member, with data on every page.
//
// welcome bonus met · withdrawals paid, failed, rejected · a bonus lost, one cancelled · cashback claimed · a code
//     · the wheel · friends on two levels · today: a bonus half way, cashback and commission to claim, commission
//     pending, coins, a free spin
//
// Always true: every movement is an ordinary use case, so the ledger audit passes; all of it is one transaction. At the
// end no withdrawal is open, a deposit is parked in the main wallet, and the member can meet the turnover requirement
// and withdraw.
//
// Elsewhere: the simulated clock (demo-simulation.ts), rounds (demo-play.ts), the account and names (seed.ts,
// seed.text.ts).

import { withSimulatedClock } from '@chaba/database/simulated-clock';
import { getBalances } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { chart } from '@chaba/server/core/chart-of-accounts';
import type { Config } from '@chaba/server/core/config';
import { withdrawIncome } from '@chaba/server/modules/affiliates';
import { cancelBonus } from '@chaba/server/modules/promotions';
import { ensureItemCode, redeemCode } from '@chaba/server/modules/item-codes';
import { loadTurnover } from '@chaba/server/modules/requirements';
import { claimCashback } from '@chaba/server/modules/cashback';
import { releaseMainWallet } from '@chaba/server/modules/deposits';
import { setAcceptsBonus } from '@chaba/server/modules/members';
import type { Site } from '@chaba/server/modules/site';
import { spin } from '@chaba/server/modules/wheel';

import {
  bangkokMidnight,
  openDemoSimulation,
  type DemoMember,
  deposit,
  join,
  type Life,
  type Person,
  sendOldSlip,
  withdraw,
} from './demo-simulation.ts';
import { type Evening, openTable, type DemoTable } from './demo-play.ts';
import { seedText } from './seed.text.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const STARTED_DAYS_AGO = 27;
/** Events up to this many hours ago are scheduled by Bangkok time of day, later ones by hours before now. */
const LATEST_HOURS_AGO = 20;
const FINAL_SPINS_MAX = 90;
/** Approximate turnover in baht that the active bonus still requires. */
const FINAL_REQUIREMENT_BAHT = 350;
const FINAL_EVENINGS_MAX = 6;
const PAST_CODE = {
  code: 'SAWASDEE20',
  amount: baht(20),
  coins: 70n,
  turnoverTimes: 5,
  withdrawCap: undefined,
} as const;

type Story = { readonly life: Life; readonly table: DemoTable };

/** Simulates the weeks before `today`. */
export async function seedDemoHistory(
  ownerUrl: string,
  config: Config,
  { site, demo, today }: { readonly site: Site; readonly demo: Person; readonly today: Date },
): Promise<void> {
  await withSimulatedClock(ownerUrl, async (past) => {
    const begunAt = new Date(bangkokMidnight(today) - STARTED_DAYS_AGO * DAY_MS + 19 * HOUR_MS);
    const life = await openDemoSimulation(past, config, { site, begunAt, today });
    const story = { life, table: openTable(life) };
    await past.transaction((tx) => ensureItemCode(tx, site.id, PAST_CODE));

    const member = await join(life, demo, { acceptsBonus: true, affiliateKey: '' });
    const friends = await playWelcomeBonus(story, member);
    await playWithoutBonuses(story, member, friends);
    await playThirdWeek(story, member, friends);
    await playLatestDays(story, member, friends);
    await playActiveBonus(story, member, today);
    await life.goToTime(today);
  });
}

type Friends = { readonly near: DemoMember; readonly second: DemoMember; readonly far: DemoMember };

/** Days 27 to 25: the welcome bonus played to its end, a withdrawal, and the first friend. */
async function playWelcomeBonus(story: Story, member: DemoMember): Promise<Friends> {
  const { life } = story;
  await deposit(life, member, 100);
  await play(story, member, { stakes: 2_600, until: 260, usual: 25 });
  await life.goTo(26, 20);
  const near = await addFriend(story, member, 0);
  await life.goTo(26, 21);
  await play(story, member, { stakes: 2_900, until: 330, usual: 25 });
  await life.goTo(25, 11);
  await withdraw(life, member, { amount: 300, becomes: 'paid' });
  await life.goTo(25, 20);
  await deposit(life, near, 8_000);
  await play(story, near, { stakes: 9_000, until: 4_000, usual: 450 });

  await life.goTo(24, 19);
  await setAcceptsBonus(life.past, life.site.id, member.id, false);
  await deposit(life, member, 1_500);
  await play(story, member, { stakes: 1_500, until: 700, usual: 55 });
  await life.goTo(22, 18);
  const far = await addFriend(story, near, 1);
  await deposit(life, far, 5_000);
  await play(story, far, { stakes: 7_000, until: 500, usual: 450 });
  await life.goTo(22, 21);
  await play(story, member, { stakes: 600, until: 400, usual: 40 });
  await life.goTo(21, 20);
  await deposit(life, member, 300);
  await play(story, member, { stakes: 800, until: 300, usual: 40 });
  await life.goTo(20, 19);
  const second = await addFriend(story, member, 2);
  await deposit(life, second, 6_000);
  await play(story, second, { stakes: 8_000, until: 1_200, usual: 450 });
  return { near, second, far };
}

/** Days 20 to 14: a code, the wheel, a failed and a rejected withdrawal, the first cashback and commission. */
async function playWithoutBonuses(story: Story, member: DemoMember, { near }: Friends): Promise<void> {
  const { life } = story;
  const { past, site } = life;
  await life.goTo(20, 22);
  await play(story, near, { stakes: 6_000, until: 600, usual: 450 });
  await life.goTo(19, 18);
  const typed = PAST_CODE.code.toLowerCase();
  await redeemCode(past, {
    siteId: site.id,
    memberId: member.id,
    typed,
    idempotencyKey: 'demo-code',
    isLimited: false,
  });
  await turnWheel(life, member, 4);
  await play(story, member, { stakes: 500, until: 450, usual: 30 });
  await life.goTo(17, 10);
  await withdraw(life, member, { amount: 150, becomes: 'failed' });
  await life.goTo(17, 11);
  await releaseMainWallet(past, { siteId: site.id, memberId: member.id, idempotencyKey: 'demo-release' });
  await withdraw(life, member, { amount: 150, becomes: 'rejected' });
  await life.goTo(16, 12);
  await claimCashback(past, { siteId: site.id, memberId: member.id, idempotencyKey: 'demo-cashback' });
  await life.goTo(15, 12);
  await withdrawIncome(past, { siteId: site.id, memberId: member.id, idempotencyKey: 'demo-income' });
}

/** Days 14 to 8: a lost daily bonus, a cancelled one, and play of the friends. */
async function playThirdWeek(story: Story, member: DemoMember, { near, second, far }: Friends): Promise<void> {
  const { life, table } = story;
  const { past, site } = life;
  await life.goTo(14, 20);
  await setAcceptsBonus(past, site.id, member.id, true);
  await deposit(life, member, 200);
  await turnWheel(life, member, 3);
  await table.loseAll(member, await loadBalances(life, member), 70);

  await setAcceptsBonus(past, site.id, member.id, false);
  await life.goTo(12, 19);
  await deposit(life, member, 2_000);
  await play(story, member, { stakes: 1_300, until: 1_500, usual: 65 });
  await life.goTo(12, 21);
  await deposit(life, near, 8_000);
  await play(story, near, { stakes: 10_000, until: 1_800, usual: 500 });
  await life.goTo(11, 19);
  await play(story, member, { stakes: 1_000, until: 1_300, usual: 60 });
  await deposit(life, second, 7_000);
  await play(story, second, { stakes: 9_000, until: 1_200, usual: 500 });
  await life.goTo(10, 12);
  await withdraw(life, member, { amount: 500, becomes: 'paid' });
  await life.goTo(10, 20);
  await deposit(life, far, 3_000);
  await play(story, far, { stakes: 4_500, until: 400, usual: 400 });

  await setAcceptsBonus(past, site.id, member.id, true);
  await life.goTo(9, 20);
  await deposit(life, member, 400);
  await play(story, member, { stakes: 450, until: 1_150, usual: 45 });
  await cancelBonus(past, site.id, member.id);
  await setAcceptsBonus(past, site.id, member.id, false);
  await life.goTo(8, 21);
  await play(story, member, { stakes: 800, until: 500, usual: 45 });
}

/**
 * Days 6 to 2: a loss that yields cashback on any weekday, pending commission, wheel spins until a free spin. All five
 * members launch the popular games.
 */
async function playLatestDays(story: Story, member: DemoMember, { near, second, far }: Friends): Promise<void> {
  const { life } = story;
  await life.goTo(6, 20);
  await deposit(life, member, 500);
  await turnWheel(life, member, 3);
  await play(story, member, { stakes: 1_000, until: 500, usual: 50 });
  await life.goTo(5, 19);
  const newest = await addFriend(story, member, 3);
  await deposit(life, newest, 500);
  await play(story, newest, { stakes: 1_300, until: 200, usual: 45 });
  await life.goTo(4, 20);
  await play(story, member, { stakes: 400, until: 350, usual: 35 });
  await life.goTo(4, 22);
  await deposit(life, second, 800);
  await play(story, second, { stakes: 1_500, until: 400, usual: 50 });
  await life.goTo(3, 12);
  await withdraw(life, member, { amount: 150, becomes: 'paid' });
  await life.goTo(3, 20);
  await deposit(life, near, 3_000);
  await play(story, near, { stakes: 2_500, until: 3_000, usual: 200 });
  await life.goTo(2, 18);
  await deposit(life, far, 600);
  await play(story, far, { stakes: 1_500, until: 200, usual: 50 });
  await life.goTo(2, 20);
  await play(story, near, { stakes: 3_500, until: 1_000, usual: 200 });
  await life.goTo(2, 22);
  await turnWheel(life, member, FINAL_SPINS_MAX);
}

/** Since yesterday: the active bonus, and a slip in review. */
async function playActiveBonus(story: Story, member: DemoMember, today: Date): Promise<void> {
  const { life } = story;
  await life.goToTime(new Date(today.getTime() - LATEST_HOURS_AGO * HOUR_MS));
  await setAcceptsBonus(life.past, life.site.id, member.id, true);
  await deposit(life, member, 300);
  await play(story, member, { stakes: 1_300, until: 480, usual: 45 });
  await life.goToTime(new Date(today.getTime() - 3 * HOUR_MS));
  await sendOldSlip(life, member, 250);
  // Table and card games contribute a part of their stakes, so several evenings are needed. Few extra rounds keep part
  // of the turnover requirement open, whatever the wheel paid.
  for (let evening = 0; evening < FINAL_EVENINGS_MAX; evening += 1) {
    const { remaining } = await loadTurnover(life.past, life.site.id, member.id);
    const stakes = Number(remaining / baht(1)) - FINAL_REQUIREMENT_BAHT;
    if (stakes <= 0) return;
    await play(story, member, { stakes, until: 640, usual: 40, extraMax: 4 });
  }
}

async function addFriend({ life }: Story, referrer: DemoMember, place: number): Promise<DemoMember> {
  const friend = seedText.friends[place];
  if (!friend) throw new Error(`there is no friend number ${place}`);
  return join(life, friend, { acceptsBonus: false, affiliateKey: referrer.affiliateKey });
}

async function play({ life, table }: Story, member: DemoMember, evening: Evening): Promise<void> {
  await table.play(member, await loadBalances(life, member), evening);
}

async function loadBalances({ past, site }: Life, member: DemoMember) {
  return (await getBalances(past, site.id, member.id, chart)).game;
}

/** Spins the wheel at most `most` times while coins last; stops at a free spin, which stays available in the demo. */
async function turnWheel(life: Life, member: DemoMember, most: number): Promise<void> {
  for (let turn = 0; turn < most; turn += 1) {
    const { coin, spin: spins } = await getBalances(life.past, life.site.id, member.id, chart);
    if (coin === 0n || (spins > 0n && most === FINAL_SPINS_MAX)) return;
    await life.wait(20);
    const idempotencyKey = `demo-spin-${life.now().getTime()}`;
    await spin(life.past, { siteId: life.site.id, memberId: member.id, idempotencyKey });
  }
}
