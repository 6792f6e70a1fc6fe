// The commands of hunt stories: the effect of each row on the product and on external parties.
//
//     join      M1  bonus=yes  account=3000001234  site=lanna  friend-of=M2
//     transfer  T1  from=M1  amount=500.00  ago=5m  ref=T0        a real transfer to the house
//     slip      M1  T1          feed  T1  late=2h  name=none  ref=shown  stamp=day
//     bet       M1  100.00  tx=b1  round=r1  on=red  market=m1  free=yes
//     withdraw  M1  all  key=K1     approve  K1     submit     paid  K1     failed  K1     returned  K1     disputes
//     take-back  M1  T1            a credited transfer is sent back to its sender
//     coins                         the jobs that issue coins
//     wait      7d                  with the timed jobs in between
//
// A new command is a function here and, for a new use case of the product, a method of `Product`. Facts that the ledger
// does not contain are passed to the story before or after the ledger is read.
//
// Elsewhere: play (play-commands.ts), running rows (story-runner.ts).

import { OUR_ACCOUNT } from '@chaba/server/testing/bank-commands';

import type { SentTransfer, PayoutBehaviour } from './bank.ts';
import { HOME_SITE, OTHER_SITE } from './initial-data.ts';
import { playCommands } from './play-commands.ts';
import { readAmount, readDuration } from '#testing/oracle/rows';
import type { RowCommand, RowOutcome, OracleStory } from '#testing/oracle/story';

const MEMBER_NAME = 'นาย สมชาย ใ';
const DAY_MS = 86_400_000;
const BANGKOK_MS = 7 * 3_600_000;
/** 01:05 in Bangkok: days and weeks are calculated by then. */
const WORK_AT_MS = 65 * 60_000;

function transferNamed(story: OracleStory, name: string): SentTransfer {
  const transfer = story.bank.transfers.get(name);
  if (!transfer) throw new Error(`the story has no transfer ${name}`);
  return transfer;
}

const inParts = (amount: string): bigint => BigInt(amount.replace('.', '')) * 100n;

function report(story: OracleStory, transfer: SentTransfer, isByFeed: boolean): void {
  story.report({ kind: 'reported', transfer: transfer.name, amount: inParts(transfer.amount), isByFeed });
}

function noteCredit(story: OracleStory, { name }: SentTransfer, word: string): string {
  if (word === 'credited' || word === 'parked') story.credited.add(name);
  return word;
}

/** The start of the Bangkok day of this moment. */
const dayOf = (time: number): number => Math.floor((time + BANGKOK_MS) / DAY_MS) * DAY_MS - BANGKOK_MS;

export const commands: Readonly<Record<string, RowCommand>> = {
  ...playCommands,
  async join(story, given) {
    await story.member(given.at(0), given.named);
    return 'joined';
  },

  // ── incoming money
  // ─────────────────────────────────────────────────────────────────────────────────────────────────────

  async transfer(story, { at, named }) {
    const name = at(0);
    const from = named['from'] === undefined ? undefined : await story.member(named['from']);
    const agoMs = readDuration(named['ago'] ?? '1m');
    const amount = `${Number(named['amount'] ?? '100')}`;
    story.bank.transfers.set(name, {
      name,
      sendingBank: from?.bankCode ?? '014',
      senderAccount: from?.bankAccount ?? named['account'] ?? '4000009999',
      senderName: MEMBER_NAME,
      toAccount: OUR_ACCOUNT,
      transRef: `2026${named['ref'] ?? name}`,
      at: new Date(Math.floor((story.product.now().getTime() - agoMs) / 1_000) * 1_000),
      amount: amount.includes('.') ? amount : `${amount}.00`,
    });
    return 'made';
  },
  async slip(story, { at }) {
    const transfer = transferNamed(story, at(1));
    report(story, transfer, false);
    return noteCredit(story, transfer, await story.product.submitSlip(await story.member(at(0)), transfer));
  },
  async feed(story, { at, named }) {
    const transfer = transferNamed(story, at(0));
    const booked = transfer.at.getTime() + 2_000 + readDuration(named['late'] ?? '0s');
    const word = await story.product.receiveFeed(transfer, named['line'] ?? at(0), {
      at: new Date(named['stamp'] === 'day' ? dayOf(booked) : booked),
      tail: named['tail'] === 'none' ? 'none' : undefined,
      isNamed: named['name'] !== 'none',
      isReferenceReported: named['ref'] === 'shown',
    });
    if (word !== 'not_ours') report(story, transfer, true);
    return noteCredit(story, transfer, word);
  },
  async attach(story, { at }) {
    const member = await story.member(at(1));
    const transfer = transferNamed(story, at(0));
    return noteCredit(story, transfer, await story.product.decideDeposit(member.siteId, transfer, member));
  },
  'send-back': (story, { at }) => story.product.decideDeposit(HOME_SITE, transferNamed(story, at(0)), undefined),
  async 'take-back'(story, { at }) {
    const member = await story.member(at(0));
    const transfer = transferNamed(story, at(1));
    // Of two alike, a report of one may have counted for the other.
    if (!story.credited.has(transfer.name)) return 'not_credited';
    const word = await story.product.takeBackDeposit(member, transfer);
    if (word !== 'returned') return word;
    const amount = inParts(transfer.amount);
    return { word, after: [{ kind: 'taken-back', member: member.name, transfer: transfer.name, amount }] };
  },
  /** The other site receives on the same account. */
  share: (story) => story.product.shareAccount(OTHER_SITE),
  release: async (story, { at }) => story.product.release(await story.member(at(0))),

  // ── bonuses and income ─────────────────────────────────────────────────────────────────────────────────────────────

  code: async (story, { at }) => story.product.redeem(await story.member(at(0)), at(1)),
  cancel: async (story, { at }) => story.product.cancelBonus(await story.member(at(0))),
  revoke: async (story, { at }) => story.product.revokeBonus(await story.member(at(0))),
  claim: async (story, { at }) => story.product.claimCashback(await story.member(at(0))),
  income: async (story, { at }) => story.product.withdrawIncome(await story.member(at(0))),
  spin: async (story, { at }) => story.product.spinWheel(await story.member(at(0))),
  async coins(story) {
    // Turnover is counted some seconds after it was settled.
    await story.setTime(new Date(story.product.now().getTime() + 60_000));
    const word = await story.product.issueCoins(HOME_SITE);
    const members = [...story.members.keys()];
    return { word, after: members.map((member) => ({ kind: 'coins', member, coins: 0n, cause: 'job' }) as const) };
  },

  // ── outgoing money
  // ─────────────────────────────────────────────────────────────────────────────────────────────────────

  async withdraw(story, { at, named }) {
    const member = await story.member(at(0));
    const amount = readAmount(at(1), await story.product.mostToWithdraw(member));
    const key = named['key'] ?? `K${story.withdrawals.size + 1}`;
    const { word, withdrawalId } = await story.product.withdraw(member, amount);
    if (withdrawalId === undefined) return word;
    const payoutId = story.product.payoutIdOf(member.siteId, withdrawalId);
    story.withdrawals.set(key, { key, member, withdrawalId, payoutId });
    return { word, after: [{ kind: 'requested', member: member.name, withdrawal: key }] };
  },
  approve: (story, { at }) => decide(story, at(0), 'approve'),
  reject: (story, { at }) => decide(story, at(0), 'reject'),
  /** Sets how the bank handles payouts from now on. */
  async payouts(story, { at }) {
    story.bank.behaviour = at(0) as PayoutBehaviour;
    return at(0);
  },
  async submit(story) {
    // Submitted payouts are queried after a delay.
    await story.setTime(new Date(story.product.now().getTime() + 70_000));
    return story.product.submitPayouts(HOME_SITE);
  },
  paid: (story, { at }) => settle(story, at(0), 'paid'),
  failed: (story, { at }) => settle(story, at(0), 'failed'),
  disputes: (story) => story.product.decideDisputes(HOME_SITE),
  returned: (story, { at }) => settle(story, at(0), 'returned'),

  // ── account state, switches, time
  // ──────────────────────────────────────────────────────────────────────────────────────

  async lock(story, { at }) {
    const member = await story.member(at(0));
    const word = await story.product.setLocked(member, true);
    return { word, after: [{ kind: 'locked', member: member.name, isLocked: true }] };
  },
  async unlock(story, { at }) {
    const member = await story.member(at(0));
    const word = await story.product.setLocked(member, false);
    return { word, after: [{ kind: 'locked', member: member.name, isLocked: false }] };
  },
  async exclude(story, { at }) {
    const member = await story.member(at(0));
    // The fact precedes the exclusion, so that its removals are evaluated as a forfeit.
    story.report({ kind: 'excluded', member: member.name });
    return story.product.exclude(member);
  },
  async switch(story, { named }) {
    const { cashback, automatic } = named;
    if (cashback !== undefined) {
      story.isCashbackOn = cashback === 'on';
      story.isCashbackRun = false;
    }
    return story.product.switchSite(HOME_SITE, {
      ...(cashback === undefined ? {} : { isCashbackOn: cashback === 'on' }),
      ...(automatic === undefined ? {} : { isWithdrawAutomatic: automatic === 'on' }),
    });
  },
  async wait(story, given) {
    const { at } = given;
    const end = story.product.now().getTime() + readDuration(at(0));
    // The job that queries submitted payouts and closes served caps runs all the time.
    if (story.bank.open().length > 0 || story.withdrawals.size > 0) await commands['submit']?.(story, given);
    for (let work = nextWork(story.product.now().getTime()); work <= end; work = nextWork(work)) {
      await story.setTime(new Date(work));
      await story.product.runTimedWork(HOME_SITE);
      await story.readJournal();
    }
    await story.setTime(new Date(end));
    await story.product.runTimedWork(HOME_SITE);
    story.isCashbackRun = story.isCashbackOn;
    return 'passed';
  },
  async slice(story) {
    story.report({ kind: 'slice' });
    await story.setTime(new Date(story.product.now().getTime() + 300_000));
    return story.product.closeSlice(HOME_SITE);
  },
};

const nextWork = (after: number): number => {
  const today = dayOf(after) + WORK_AT_MS;
  return today > after ? today : today + DAY_MS;
};

async function decide(story: OracleStory, key: string, to: 'approve' | 'reject'): Promise<RowOutcome> {
  const withdrawal = story.withdrawals.get(key);
  if (!withdrawal) return { word: 'unknown' };
  const word = await story.product.decideWithdrawal(withdrawal.member.siteId, withdrawal.withdrawalId, to);
  const isApproved = word === 'approved';
  return { word, after: isApproved ? [{ kind: 'approved', member: withdrawal.member.name, withdrawal: key }] : [] };
}

async function settle(story: OracleStory, key: string, did: 'paid' | 'failed' | 'returned'): Promise<string> {
  const withdrawal = story.withdrawals.get(key);
  if (!withdrawal) return 'unknown';
  const status = await story.bank.decide(withdrawal.payoutId, did);
  return status === undefined ? 'impossible' : story.product.reportPayout(withdrawal.payoutId, status);
}
