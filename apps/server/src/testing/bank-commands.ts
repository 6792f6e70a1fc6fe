// Story commands for deposits: a small bank with slips and a feed.
//
//     transfer  S1  from=M1  amount=500.00                made        // to the site's account, a minute ago
//     transfer  S2  from=M1  amount=500.00  to=0000000001  ago=3d  name=…  tail=…  bank=…  answer=PENDING
//     bank      S2  answer=OK                             done
//     slip      M1  S1                                    credited
//     feed      S1  line=L1                               attached
//     attach    S2  M1                                    credited
//     movement  S2  state=credited  line=true
//
// Always true: the slip verifier is called in its own format, through the product's adapter.

import { type Database, sql } from '@chaba/database';
import { money, type Money } from '@chaba/money';

import { slips, assignDeposit, disputeDeposit, receiveFeed, releaseMainWallet, returnDeposit } from '#modules/deposits';
import { ensureReceivingAccount } from '#modules/receiving-accounts';
import type { Site } from '#modules/site';

import { fakeOutside } from './fake-bank.ts';
import type { Arguments, Commands, Story } from './story.ts';

export const OUR_BANK = '004';
export const OUR_ACCOUNT = '9998887776';
export const OUR_NAME = 'บริษัท ชบา เกมส์ จำกัด';

type Transfer = {
  readonly sendingBank: string;
  readonly transRef: string;
  readonly at: Date;
  readonly amount: string;
  readonly senderName: string;
  readonly senderAccount: string;
  readonly toAccount: string;
  answer: string;
};

/** A bank that records the story's transfers, and a slip verifier that queries it. */
export function openTestBank(database: Database): DepositTestBank {
  const transfers = new Map<string, Transfer>();
  const outside = fakeOutside((request) => {
    const transfer = [...transfers.values()].find(
      (known) => known.sendingBank === request['sendingBank'] && known.transRef === request['transRef'],
    );
    if (!transfer) return { code: 'NOT_FOUND' };
    if (transfer.answer === 'silence') return undefined;
    return transfer.answer === 'OK' ? { code: 'OK', slip: slipOf(transfer) } : { code: transfer.answer };
  });
  const context: slips.SlipContext = { database, verifier: slips.createVerifier(outside), isRateLimited: true };
  return { transfers, slips: outside, context };
}

export type DepositTestBank = {
  readonly transfers: Map<string, Transfer>;
  readonly slips: ReturnType<typeof fakeOutside>;
  readonly context: slips.SlipContext;
};

export async function openOurAccount(database: Database, site: Site): Promise<void> {
  await ensureReceivingAccount(database, site.id, {
    kind: 'bank',
    bankCode: OUR_BANK,
    account: OUR_ACCOUNT,
    holderName: OUR_NAME,
  });
}

export function bankCommands(bank: DepositTestBank): Commands {
  return {
    async transfer(story, given) {
      bank.transfers.set(given.at(0), await transferOf(story, given));
      return 'made';
    },
    async bank(_story, given) {
      transferNamed(bank, given.at(0)).answer = given.named['answer'] ?? 'OK';
      return 'done';
    },
    async slip(story, given) {
      const member = await story.member(given.at(0));
      const { sendingBank, transRef } = transferNamed(bank, given.at(1));
      const credited = await slips.submit(bank.context, {
        siteId: story.site.id,
        memberId: member.id,
        sendingBank,
        transRef,
      });
      story.known.set(given.at(1), credited.depositId);
      return credited.state;
    },
    async feed(story, given) {
      const name = given.at(0);
      const [outcome = 'nothing'] = await receiveFeed(story.database, [
        lineOf(transferNamed(bank, name), given.named['line'] ?? name, given.named),
      ]);
      return outcome;
    },
    retry: async (story) => {
      await story.database.execute(sql`
        update slip set next_attempt_at = now() - interval '1 second' where site_id = ${story.site.id} and state = 'waiting'`);
      return `retried=${await slips.retryPending(bank.context, story.site.id)}`.replace('retried=', '');
    },
    async attach(story, given) {
      const member = await story.member(given.at(1));
      const depositId = await waitingDepositId(story, transferNamed(bank, given.at(0)));
      const outcome = await story.database.transaction((tx) =>
        assignDeposit(tx, { siteId: story.site.id, depositId, memberId: member.id, decidedBy: 'test' }),
      );
      return typeof outcome === 'string' ? outcome : outcome.state;
    },
    'send-back': async (story, given) => {
      const depositId = await waitingDepositId(story, transferNamed(bank, given.at(0)));
      const outcome = await story.database.transaction((tx) =>
        returnDeposit(tx, { siteId: story.site.id, depositId, decidedBy: 'test' }),
      );
      return typeof outcome === 'string' ? outcome : outcome.state;
    },
    async dispute(story, given) {
      const depositId = await waitingDepositId(story, transferNamed(bank, given.at(0)));
      return story.database.transaction((tx) =>
        disputeDeposit(tx, { siteId: story.site.id, depositId, decidedBy: 'test' }),
      );
    },
    /** movement  S1  state=disputed  reason=PROVEN_BY_ANOTHER: the state of the transfer's movement. */
    async movement(story, given) {
      const id = await waitingDepositId(story, transferNamed(bank, given.at(0)));
      const row = await story.database.one<{ state: string; reason: string | null; line: boolean; slip: boolean }>(sql`
        select state, reason, feed_line_id is not null as line, slip_at is not null as slip from bank_movement
        where site_id = ${story.site.id} and bank_movement_id = ${id}`);
      return { state: row.state, reason: row.reason ?? 'none', line: String(row.line), slip: String(row.slip) };
    },
    /** slips  M1  states=disputed,credited: the latest slips of a member. */
    async slips(story, given) {
      const { id } = await story.member(given.at(0));
      const latest = await slips.listLatest(story.database, story.site.id, id);
      return {
        states: latest.map(({ state }) => state).join(','),
        codes: latest.map(({ code }) => code ?? 'none').join(','),
      };
    },
    async release(story, given) {
      const member = await story.member(given.at(0));
      await releaseMainWallet(story.database, {
        siteId: story.site.id,
        memberId: member.id,
        idempotencyKey: given.named['key'] ?? 'K',
      });
      return 'released';
    },
  };
}

export function lineOf(transfer: Transfer, bankLineId: string, named: Readonly<Record<string, string>> = {}) {
  const tail = named['tail'] ?? transfer.senderAccount.slice(-4);
  return {
    bankLineId,
    amount: moneyOf(named['amount'] ?? transfer.amount),
    transferredAt: new Date(transfer.at.getTime() + computeBookingDelayMs(named['delay'])),
    senderBank: named['bank'] === 'unknown' ? undefined : transfer.sendingBank,
    senderTail: tail === 'none' ? undefined : tail,
    senderName: named['name'] === 'none' ? undefined : (named['name'] ?? transfer.senderName),
    transRef: named['ref'] === 'shown' ? transfer.transRef : undefined,
    balanceAfter: named['balance'] === undefined ? undefined : moneyOf(named['balance']),
    receiver: { kind: 'bank' as const, bankCode: OUR_BANK, account: named['to'] ?? transfer.toAccount },
  };
}

function moneyOf(amount: string): Money {
  return money(BigInt(amount.replace('.', '')) * 100n);
}

/** Delay between the transfer and its booking by the bank: 2 seconds, or 3h, 40m, -5m. */
function computeBookingDelayMs(delay: string | undefined): number {
  const given = /^(-?[\d.]+)([mh])$/.exec(delay ?? '');
  return given ? Number(given[1]) * (given[2] === 'h' ? 3_600_000 : 60_000) : 2_000;
}

async function transferOf(story: Story, given: Arguments): Promise<Transfer> {
  const { named } = given;
  const member = await story.member(named['from'] ?? 'M1');
  const ago = /^(\d+)([mhd])$/.exec(named['ago'] ?? '1m');
  const unit = { m: 60_000, h: 3_600_000, d: 86_400_000 }[ago?.[2] ?? 'm'] ?? 60_000;
  return {
    sendingBank: named['bank'] ?? member.bankCode,
    transRef: `2026${given.at(0)}`,
    // Slips show whole seconds.
    at: new Date(Math.floor((Date.now() - Number(ago?.[1] ?? 1) * unit) / 1_000) * 1_000),
    amount: named['amount'] ?? '500.00',
    senderName: named['name'] ?? 'นาย สมชาย ใ',
    senderAccount: named['account'] ?? member.bankAccount,
    toAccount: named['to'] ?? OUR_ACCOUNT,
    answer: named['answer'] ?? 'OK',
  };
}

function transferNamed(bank: DepositTestBank, name: string): Transfer {
  const transfer = bank.transfers.get(name);
  if (!transfer) throw new Error(`the story made no transfer ${name}`);
  return transfer;
}

/** The movement of a transfer: the one with its reference, otherwise the latest that a feed line of it created. */
async function waitingDepositId(story: Story, { transRef, amount }: Transfer): Promise<bigint> {
  const row = await story.database.one<{ id: bigint }>(sql`
    select bank_movement_id as id from bank_movement
    where site_id = ${story.site.id} and (trans_ref = ${transRef} or (trans_ref is null and amount_e4 = ${moneyOf(amount)}))
    order by (trans_ref is not null) desc, bank_movement_id desc limit 1`);
  return row.id;
}

function slipOf(transfer: Transfer): Record<string, unknown> {
  const [date = '', time = ''] = new Date(transfer.at.getTime() + 7 * 3_600_000).toISOString().split('T');
  return {
    transRef: transfer.transRef,
    sendingBank: transfer.sendingBank,
    receivingBank: OUR_BANK,
    transDate: date.replaceAll('-', ''),
    transTime: time.slice(0, 8),
    amount: transfer.amount,
    sender: {
      displayName: transfer.senderName,
      name: 'MR. SOMCHAI J',
      account: { type: 'BANKAC', value: masked(transfer.senderAccount) },
    },
    receiver: {
      displayName: OUR_NAME,
      name: 'CHABA GAMES',
      account: { type: 'BANKAC', value: masked(transfer.toAccount) },
    },
  };
}

function masked(account: string): string {
  return `xxx-x-xx${account.slice(-4, -1)}-${account.slice(-1)}`;
}
