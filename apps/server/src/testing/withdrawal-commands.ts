// Story commands for withdrawals: requests, operators' decisions, and a payout bank with responses set by the story.
//
//     withdraw  M1  200.00  key=K1                approved
//     needs     M1  100.00  cap=1000.00           added       // a turnover requirement; own=50.00: money that its cap
//     does not bind
//     bank      K1  accepted                      done        // for every later request about K1; `*`: about all; also
//     silence
//     job       1                                             // one run of the job, with everything due: number of
//     requests
//     hook      K1  paid                          settled     // the bank's webhook
//     house     500.00                            left        // total sent to the bank since the story began
//
// Always true: the bank is called through the product's adapter.

import { randomUUID } from 'node:crypto';

import { type Database, sql } from '@chaba/database';
import { getHouseBalance, postTransfers } from '@chaba/ledger';
import { baht, type Money, parseBaht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { addTurnoverRequirement, loadOpenRequirements, saveRequirements } from '#modules/requirements';
import { subtractTurnover, addTurnover } from '#modules/turnover';
import { releaseMainWallet } from '#modules/deposits';
import { recordPlayBreak } from '#modules/play-breaks';
import { setMemberLocked } from '#modules/members';
import { loadPosition } from '#modules/position';
import { payouts, approveWithdrawal, rejectWithdrawal, requestWithdrawal, loadCondition } from '#modules/withdrawals';
import { createPayoutClient, type PayoutGuarantees } from '#modules/payout-client';

import { fakeOutside } from './fake-bank.ts';
import { type Commands, type Story, storyAmount } from './story.ts';

export type PayoutTestBank = ReturnType<typeof openPayoutTestBank>;

/** A bank that returns the listed result for each payout and no response for others. */
export function openPayoutTestBank(promises: PayoutGuarantees = { isIdempotent: true, canQuery: true }) {
  const answers = new Map<string, string>();
  const orders = new Map<string, string>();
  const outside = fakeOutside((body, target) => {
    const payoutId = typeof body['payoutId'] === 'string' ? body['payoutId'] : (target.split('/').at(-1) ?? '');
    if (body['payoutId'] !== undefined) orders.set(payoutId, JSON.stringify(body));
    const answer = answers.get(payoutId) ?? answers.get('*');
    if (answer === undefined || answer === 'silence') return undefined;
    return ['NOT_FOUND', 'CONFLICT'].includes(answer) ? { code: answer } : { code: 'OK', payoutId, status: answer };
  });
  return { answers, orders, outside, payouts: createPayoutClient(outside, promises) };
}

/** Makes every open payout due. */
export async function makePayoutsDue(database: Database, siteId: number): Promise<void> {
  await database.execute(sql`
    update bank_payout set next_attempt_at = now() - interval '1 second' where site_id = ${siteId} and state <> 'done'`);
}

/** Removes open payouts, so that the job of the next test does not find them. */
export async function deleteOpenPayouts(database: Database, siteId: number): Promise<void> {
  const open = await database.rows<{ payoutId: string; withdrawalId: bigint }>(sql`
    select payout_id as "payoutId", withdrawal_id as "withdrawalId" from bank_payout
    where site_id = ${siteId} and state not in ('done', 'stopped')`);
  for (const { payoutId, withdrawalId } of open) {
    await payouts.settle(database, { payoutId, status: 'failed', reason: undefined });
    await database.transaction((tx) => payouts.confirmFailed(tx, { siteId, withdrawalId, decidedBy: 'test' }));
  }
}

const idOf = (story: Story, name: string): bigint => story.known.get(name) as bigint;
const payoutOf = (story: Story, name: string): string => `P${story.site.id}-${idOf(story, name)}`;

/** Member actions and events. */
const memberCommands: Commands = {
  async withdraw({ database, site, known, member }, given) {
    const { id: memberId } = await member(given.at(0));
    const key = given.named['key'] ?? 'K';
    const request = { siteId: site.id, memberId, amount: given.amount(1), idempotencyKey: key };
    const withdrawal = await requestWithdrawal(database, request);
    known.set(key, withdrawal.withdrawalId);
    return withdrawal.state;
  },
  async needs({ database, site, member }, given) {
    const { id: memberId } = await member(given.at(0));
    const { cap, own, cause = given.at(1), source } = given.named;
    const causeId = `test:${memberId}:${cause}`;
    await database.transaction(async (tx) => {
      await addTurnoverRequirement(tx, site.id, {
        memberId,
        source: source === 'BONUS' || source === 'DEPOSIT' ? source : 'ITEMCODE',
        required: given.amount(1),
        causeId,
        ...(cap === undefined ? {} : { withdrawCap: parseBaht(cap) ?? baht(0) }),
      });
      if (own === undefined) return;
      await tx.execute(sql`
        update turnover_requirement set own_e4 = ${parseBaht(own) ?? baht(0)}
        where site_id = ${site.id} and member_id = ${memberId} and cause_id = ${causeId}`);
    });
    return 'added';
  },
  async played({ database, site, member }, given) {
    const { id: memberId } = await member(given.at(0));
    await database.transaction(async (tx) => {
      const lines = await loadOpenRequirements(tx, site.id, [memberId]);
      await saveRequirements(tx, site.id, addTurnover(lines, { amount: given.amount(1), category: 'EGAMES' }));
    });
    return 'filled';
  },
  /** Reverses a settled bet: its counted turnover is removed. */
  async undone({ database, site, member }, given) {
    const { id: memberId } = await member(given.at(0));
    await database.transaction(async (tx) => {
      const lines = await loadOpenRequirements(tx, site.id, [memberId]);
      await saveRequirements(tx, site.id, subtractTurnover(lines, { amount: given.amount(1), category: 'EGAMES' }));
    });
    return 'drained';
  },
  /** A correction takes more than the balance. */
  async debt({ database, site, member }, given) {
    const { id: ownerId } = await member(given.at(0));
    const owed = { ownerId, from: chart.receivable, to: chart.games, amount: given.amount(1), reason: 'owed' };
    await database.transaction((tx) => postTransfers(tx, site.id, [{ ...owed, key: `test:debt:${randomUUID()}` }]));
    return 'owed';
  },
  /** Money lost to a game. */
  async lose({ database, site, member }, given) {
    const { id: ownerId } = await member(given.at(0));
    const lost = { ownerId, from: chart.game, to: chart.games, amount: given.amount(1), reason: 'test' };
    await database.transaction((tx) => postTransfers(tx, site.id, [{ ...lost, key: `test:lost:${randomUUID()}` }]));
    return 'lost';
  },
  async lock({ database, site, member }, given) {
    const { id } = await member(given.at(0));
    await database.transaction((tx) => setMemberLocked(tx, site.id, id, given.at(1) === 'on'));
    return 'set';
  },
  async exclude({ database, site, member }, given) {
    const { id: memberId } = await member(given.at(0));
    const pause = { memberId, length: '6m', requestedBy: 'member' } as const;
    await database.transaction((tx) => recordPlayBreak(tx, site.id, pause));
    return 'excluded';
  },
};

/** Stored data of a withdrawal. */
const factCommands: Commands = {
  async waits(story, given) {
    const row = await story.database.one<{ reason: string | null }>(sql`
      select delay_reason as reason from withdrawal
      where site_id = ${story.site.id} and withdrawal_id = ${idOf(story, given.at(0))}`);
    return row.reason ?? 'no';
  },
  async reasons(story, given) {
    const row = await story.database.one<{ reasons: string[]; failure: string | null }>(sql`
      select review_reasons as reasons, failure_reason as failure from withdrawal
      where site_id = ${story.site.id} and withdrawal_id = ${idOf(story, given.at(0))}`);
    return { review: row.reasons.join('+'), failure: row.failure ?? 'none' };
  },
  async payout(story, given) {
    const row = await story.database.one<{ state: string; answer: string | null }>(sql`
      select state, last_response as answer from bank_payout
      where site_id = ${story.site.id} and withdrawal_id = ${idOf(story, given.at(0))}`);
    return { state: row.state, answer: row.answer ?? 'none' };
  },
  async total({ database, site, member }, given) {
    const { id: memberId } = await member(given.at(0));
    const row = await database.one<{ total: Money }>(sql`
      select total_withdraw_e4 as total from member where site_id = ${site.id} and member_id = ${memberId}`);
    return storyAmount(row.total);
  },
  async state(story, given) {
    const row = await story.database.one<{ state: string }>(sql`
      select state from withdrawal where site_id = ${story.site.id} and withdrawal_id = ${idOf(story, given.at(0))}`);
    return row.state;
  },
  async condition({ database, site, member }, given) {
    const { id: memberId } = await member(given.at(0));
    const { reasons, willRemove } = await loadCondition(database, site.id, memberId);
    return { reasons: reasons.map(({ code }) => code).join('+'), removes: String(willRemove / 10_000n) };
  },
  async lines({ database, site, member }, given) {
    const { requirements } = await loadPosition(database, site.id, (await member(given.at(0))).id);
    return {
      open: String(requirements.length),
      paid: requirements.map(({ sent }) => storyAmount(sent)).join('+'),
      returned: requirements.map(({ returned }) => storyAmount(returned)).join('+'),
      own: requirements.map(({ own }) => storyAmount(own)).join('+'),
    };
  },
};

export function withdrawalCommands(bank: PayoutTestBank, leftBefore = 0n): Commands {
  return {
    ...memberCommands,
    ...factCommands,
    bank: async (story, given) => {
      bank.answers.set(given.at(0) === '*' ? '*' : payoutOf(story, given.at(0)), given.at(1));
      return 'done';
    },
    job: async ({ database, site }) => {
      await makePayoutsDue(database, site.id);
      return String(await payouts.submit(database, bank.payouts, site.id));
    },
    hook: async (story, given) =>
      payouts.settle(story.database, {
        payoutId: payoutOf(story, given.at(0)),
        status: given.at(1) as 'paid' | 'failed' | 'returned',
        reason: undefined,
      }),
    approve: async (story, given) =>
      story.database.transaction((tx) =>
        approveWithdrawal(tx, { siteId: story.site.id, withdrawalId: idOf(story, given.at(0)), decidedBy: 'test' }),
      ),
    reject: async (story, given) =>
      story.database.transaction((tx) =>
        rejectWithdrawal(tx, { siteId: story.site.id, withdrawalId: idOf(story, given.at(0)), decidedBy: 'test' }),
      ),
    stop: async (story, given) =>
      story.database.transaction((tx) =>
        payouts.stop(tx, { siteId: story.site.id, withdrawalId: idOf(story, given.at(0)), decidedBy: 'test' }),
      ),
    confirm: async (story, given) => {
      const decision = { siteId: story.site.id, withdrawalId: idOf(story, given.at(0)), decidedBy: 'test' };
      const decide = given.at(1) === 'paid' ? payouts.confirmPaid : payouts.confirmFailed;
      return story.database.transaction((tx) => decide(tx, decision));
    },
    async release({ database, site, member }, given) {
      const { id: memberId } = await member(given.at(0));
      await releaseMainWallet(database, { siteId: site.id, memberId, idempotencyKey: given.named['key'] ?? 'release' });
      return 'released';
    },
    async house({ database, site }, given) {
      const left = (await getHouseBalance(database, site.id, chart.payouts)) - leftBefore;
      return left === given.amount(0) ? 'left' : `${left} of 1/10,000 baht left`;
    },
  };
}
