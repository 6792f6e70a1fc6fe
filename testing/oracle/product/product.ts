// The product as the hunter uses it: its use cases, jobs and operator decisions, one method each.
//
// Only this file depends on signatures of the modules, so a changed use case changes no other file of the hunter.
//
// Always true: each method returns a word: the result, or an error code. The clock only moves forward.
//
// Elsewhere: reading the results (product.store.ts), the initial data (initial-data.ts), rows and their methods
// (commands.ts).

import type { SimulatedClockDatabase } from '@chaba/database/simulated-clock';
import { type Money, money } from '@chaba/money';

import { chart } from '@chaba/server/core/chart-of-accounts';
import { isDomainError } from '@chaba/server/core/domain-error';
import { calculateDays, releaseDue, withdrawIncome } from '@chaba/server/modules/affiliates';
import { auditAll } from '@chaba/server/modules/audit';
import { cancelBonus, expireBonuses, revokeBonus } from '@chaba/server/modules/promotions';
import { redeemCode } from '@chaba/server/modules/item-codes';
import { claimCashback, calculateDueWeeks, expireOverdue } from '@chaba/server/modules/cashback';
import {
  slips,
  assignDeposit,
  disputeDeposit,
  receiveFeed,
  releaseMainWallet,
  returnDeposit,
} from '@chaba/server/modules/deposits';
import { ensureReceivingAccount } from '@chaba/server/modules/receiving-accounts';
import { setMemberLocked } from '@chaba/server/modules/members';
import { startPlayBreak } from '@chaba/server/modules/play';
import { applySpinDecisions, recordSpinDecision, type SpinDecision } from '@chaba/server/modules/free-spins';
import { decideHeldWin } from '@chaba/server/modules/reconciliation';
import { createWalletBatcher } from '@chaba/server/modules/wallet';
import { changeSite, type Site, loadSite } from '@chaba/server/modules/site';
import { collectOwedCoins, rewardDeposits, rewardTurnover, spin } from '@chaba/server/modules/wheel';
import {
  payouts,
  approveWithdrawal,
  rejectWithdrawal,
  requestWithdrawal,
  loadCondition,
} from '@chaba/server/modules/withdrawals';
import { type PayoutBank } from '@chaba/server/modules/payout-client';
import { lineOf, openTestBank, OUR_ACCOUNT, OUR_BANK, OUR_NAME } from '@chaba/server/testing/bank-commands';
import { createMember, type MemberOptions, type TestMember } from '@chaba/server/testing/factories';
import type { WalletCommand } from '@chaba/server/modules/wallet-commands';

import type { Bank, SentTransfer } from './bank.ts';
import * as store from './product.store.ts';

export type { StoredJournalRow, LineRow } from './product.store.ts';
export type SiteMember = Pick<TestMember, 'id' | 'siteId'>;
export type FeedOptions = {
  /** The time that the bank states for the transfer. */
  readonly at: Date;
  readonly tail: string | undefined;
  readonly isNamed: boolean;
  readonly isReferenceReported: boolean;
};

const TERMS_RULES = ['no more left than deposits, results and terms allow'];
const NAMES = new Map<number, string>(Object.entries(chart).map(([name, { kind }]) => [kind, name]));
export const accountName = (kind: number): string => NAMES.get(kind) ?? `account ${kind}`;

/** Returns the result of a use case, or its error code. */
async function toWord(work: Promise<string>): Promise<string> {
  try {
    return await work;
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
}

export class TestProduct {
  readonly past: SimulatedClockDatabase;
  #now: Date;
  readonly #bank: Bank;
  readonly #lanes: ReturnType<typeof createWalletBatcher>;
  readonly #slips: ReturnType<typeof openTestBank>;
  #keys = 0;

  constructor(past: SimulatedClockDatabase, bank: Bank, now: Date) {
    this.past = past;
    this.#now = now;
    this.#bank = bank;
    this.#lanes = createWalletBatcher(past);
    this.#slips = openTestBank(past);
  }

  now(): Date {
    return this.#now;
  }

  async setTime(time: Date): Promise<void> {
    if (time < this.#now) throw new Error('the clock of a story only goes forward');
    this.#now = time;
    await this.past.setTime(time);
  }

  site(siteId: number): Promise<Site> {
    return this.past.transaction((tx) => loadSite(tx, siteId));
  }

  #key(): string {
    return `hunt-${(this.#keys += 1)}`;
  }

  // ── members ────────────────────────────────────────────────────────────────────────────────────────────────────────

  async join(siteId: number, options: MemberOptions, referrer: SiteMember | undefined): Promise<TestMember> {
    const site = await this.site(siteId);
    return createMember(this.past, site, { ...options, referrerId: referrer?.id ?? null });
  }

  async setLocked({ id, siteId }: SiteMember, isLocked: boolean): Promise<string> {
    await this.past.transaction((tx) => setMemberLocked(tx, siteId, id, isLocked));
    return isLocked ? 'locked' : 'unlocked';
  }

  async exclude({ id, siteId }: SiteMember): Promise<string> {
    await this.past.transaction((tx) =>
      startPlayBreak(tx, siteId, { memberId: id, length: '6m', requestedBy: 'member' }),
    );
    return 'excluded';
  }

  async switchSite(siteId: number, to: Parameters<typeof changeSite>[2]): Promise<string> {
    await this.past.transactionAsOwner((tx) => changeSite(tx, siteId, to));
    return 'switched';
  }

  // ── incoming money
  // ─────────────────────────────────────────────────────────────────────────────────────────────────────

  #known(transfer: SentTransfer) {
    const known = { ...transfer, answer: 'OK' };
    this.#slips.transfers.set(transfer.name, known);
    return known;
  }

  submitSlip({ id, siteId }: SiteMember, transfer: SentTransfer): Promise<string> {
    const { sendingBank, transRef } = this.#known(transfer);
    const context = { ...this.#slips.context, isRateLimited: false };
    const sent = { siteId, memberId: id, sendingBank, transRef };
    return toWord(slips.submit(context, sent).then(({ state }) => state));
  }

  receiveFeed(transfer: SentTransfer, lineId: string, options: FeedOptions): Promise<string> {
    const known = this.#known(transfer);
    const named = {
      ...(options.tail === undefined ? {} : { tail: options.tail }),
      ...(options.isNamed ? {} : { name: 'none' }),
      ...(options.isReferenceReported ? { ref: 'shown' } : {}),
    };
    const line = { ...lineOf(known, lineId, named), transferredAt: options.at };
    return toWord(receiveFeed(this.past, [line]).then(([outcome]) => outcome ?? 'nothing'));
  }

  async decideDeposit(siteId: number, transfer: SentTransfer, attachTo: SiteMember | undefined): Promise<string> {
    const at = transfer.at.getTime();
    const depositId = await store.findWaitingDeposit(this.past, siteId, {
      transRef: transfer.transRef,
      amount: BigInt(transfer.amount.replace('.', '')) * 100n,
      from: new Date(at - 60_000),
      to: new Date(at + 86_400_000),
    });
    if (depositId === undefined) return 'not_waiting';
    const decision = { siteId, depositId, decidedBy: 'hunter' };
    return this.past.transaction(async (tx) => {
      const decided = attachTo
        ? await assignDeposit(tx, { ...decision, memberId: attachTo.id })
        : await returnDeposit(tx, decision);
      return typeof decided === 'string' ? decided : decided.state;
    });
  }

  /** An operator disputes the credit of this transfer and returns the money. */
  async takeBackDeposit(member: SiteMember, transfer: SentTransfer): Promise<string> {
    const depositId = await store.findCreditedDeposit(this.past, member, {
      transRef: transfer.transRef,
      at: transfer.at,
      amount: BigInt(transfer.amount.replace('.', '')) * 100n,
    });
    if (depositId === undefined) return 'not_credited';
    const decision = { siteId: member.siteId, depositId, decidedBy: 'hunter' };
    // An earlier return met an obstacle where it is disputed.
    await this.past.transaction((tx) => disputeDeposit(tx, decision));
    return this.past.transaction(async (tx) => {
      const returned = await returnDeposit(tx, decision);
      return typeof returned === 'string' ? returned : returned.state;
    });
  }

  /** Adds this account to the site's receiving accounts. */
  shareAccount(siteId: number): Promise<string> {
    const account = { kind: 'bank', bankCode: OUR_BANK, account: OUR_ACCOUNT, holderName: OUR_NAME } as const;
    return toWord(this.past.transaction((tx) => ensureReceivingAccount(tx, siteId, account)).then(() => 'shared'));
  }

  release({ id, siteId }: SiteMember): Promise<string> {
    const request = { siteId, memberId: id, idempotencyKey: this.#key() };
    return toWord(releaseMainWallet(this.past, request).then(() => 'released'));
  }

  // ── bonuses and income ─────────────────────────────────────────────────────────────────────────────────────────────

  redeem({ id, siteId }: SiteMember, typed: string): Promise<string> {
    const redemption = { siteId, memberId: id, typed, idempotencyKey: this.#key(), isLimited: false };
    return toWord(redeemCode(this.past, redemption).then(() => 'redeemed'));
  }

  cancelBonus({ id, siteId }: SiteMember): Promise<string> {
    return toWord(cancelBonus(this.past, siteId, id).then(() => 'cancelled'));
  }

  revokeBonus({ id, siteId }: SiteMember): Promise<string> {
    return toWord(this.past.transaction((tx) => revokeBonus(tx, siteId, id)));
  }

  claimCashback({ id, siteId }: SiteMember): Promise<string> {
    const claim = { siteId, memberId: id, idempotencyKey: this.#key() };
    return toWord(claimCashback(this.past, claim).then(() => 'claimed'));
  }

  withdrawIncome({ id, siteId }: SiteMember): Promise<string> {
    const request = { siteId, memberId: id, idempotencyKey: this.#key() };
    return toWord(withdrawIncome(this.past, request).then(({ state }) => state));
  }

  spinWheel({ id, siteId }: SiteMember): Promise<string> {
    const request = { siteId, memberId: id, idempotencyKey: this.#key() };
    return toWord(spin(this.past, request).then(({ kind }) => kind));
  }

  /** Runs the jobs that issue coins for deposits and for turnover. */
  async issueCoins(siteId: number): Promise<string> {
    const issued = (await rewardDeposits(this.past, siteId)) + (await rewardTurnover(this.past, siteId));
    return `${issued + (await collectOwedCoins(this.past, siteId))}`;
  }

  /** Runs the timed jobs that fall between two moments of a story. */
  async runTimedWork(siteId: number): Promise<void> {
    await expireBonuses(this.past, siteId);
    await expireOverdue(this.past, siteId);
    await calculateDueWeeks(this.past, await this.site(siteId), false);
    await calculateDays(this.past, await this.site(siteId), false);
    await releaseDue(this.past, siteId);
  }

  /** Calculates cashback of the losses so far, as play money does every five minutes. */
  async closeSlice(siteId: number): Promise<string> {
    return `${await calculateDueWeeks(this.past, await this.site(siteId), true)}`;
  }

  // ── play ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  async callWallet(siteId: number, command: WalletCommand): Promise<string> {
    return (await this.#lanes.submit(siteId, command)).code;
  }

  decideHeldWin(siteId: number, txId: string, state: 'released' | 'refused'): Promise<string> {
    return this.past.transaction((tx) => decideHeldWin(tx, { siteId, provider: 'test', txId, state }));
  }

  /** An operator ends the waiting free spins of a round. */
  async decideSpins(
    { id: memberId, siteId }: SiteMember,
    roundId: string,
    { decision, amount }: Pick<SpinDecision, 'decision' | 'amount'>,
  ): Promise<string> {
    const of = { provider: 'test', roundId, memberId, decision, amount, notice: 'the game cannot be opened' };
    const decided = await this.past.transaction((tx) => recordSpinDecision(tx, siteId, of));
    if (typeof decided === 'string') return decided;
    await applySpinDecisions(this.past, await this.site(siteId), this.#lanes);
    return 'decided';
  }

  // ── outgoing money
  // ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Returns the largest possible request, in whole satang. */
  async mostToWithdraw({ id, siteId }: SiteMember): Promise<Money> {
    const { gameWallet, withdrawCap, limits } = await loadCondition(this.past, siteId, id);
    const most = [gameWallet, withdrawCap ?? gameWallet, limits.maximum].reduce((least, each) =>
      each < least ? each : least,
    );
    return money((most / 100n) * 100n);
  }

  async withdraw(
    { id, siteId }: SiteMember,
    amount: Money,
  ): Promise<{ word: string; withdrawalId: bigint | undefined }> {
    if (amount <= 0n) return { word: 'NOTHING_TO_WITHDRAW', withdrawalId: undefined };
    let withdrawalId: bigint | undefined;
    const request = { siteId, memberId: id, amount, idempotencyKey: this.#key() };
    const asking = requestWithdrawal(this.past, request).then((made) => {
      withdrawalId = made.withdrawalId;
      return made.state;
    });
    return { word: await toWord(asking), withdrawalId };
  }

  decideWithdrawal(siteId: number, withdrawalId: bigint, to: 'approve' | 'reject'): Promise<string> {
    const decision = { siteId, withdrawalId, decidedBy: 'hunter' };
    const decide = to === 'approve' ? approveWithdrawal : rejectWithdrawal;
    return toWord(this.past.transaction<string>((tx) => decide(tx, decision)));
  }

  payoutIdOf(siteId: number, withdrawalId: bigint): string {
    return `P${siteId}-${withdrawalId}`;
  }

  /** Runs the job that submits payouts to the bank and queries accepted ones. */
  async submitPayouts(siteId: number): Promise<string> {
    const status = (reported: string | undefined) => ({ status: reported ?? 'no_answer', reason: undefined }) as never;
    const payoutBank: PayoutBank = {
      pay: async ({ payoutId, account, amount }) => status(await this.#bank.pay({ payoutId, account, amount })),
      query: async (payoutId) => status(this.#bank.getStatus(payoutId)),
    };
    return `${await payouts.submit(this.past, payoutBank, siteId)}`;
  }

  /** The bank reports the result of a payout. */
  reportPayout(payoutId: string, status: 'paid' | 'failed' | 'returned'): Promise<string> {
    return toWord(payouts.settle(this.past, { payoutId, status, reason: undefined }));
  }

  /** Decides every open dispute by the bank's actual action; returns their number. */
  async decideDisputes(siteId: number): Promise<string> {
    const disputes = await payouts.listDisputes(this.past, siteId);
    for (const { withdrawalId } of disputes) {
      const confirm =
        this.#bank.getStatus(this.payoutIdOf(siteId, withdrawalId)) === 'paid'
          ? payouts.confirmPaid
          : payouts.confirmFailed;
      await this.past.transaction<string>((tx) => confirm(tx, { siteId, withdrawalId, decidedBy: 'hunter' }));
    }
    return String(disputes.length);
  }

  /** Violations of the audit's statement about terms, over the whole history. */
  async auditTerms(): Promise<readonly string[]> {
    const found = await Promise.all(TERMS_RULES.map((rule) => auditAll(this.past, { rule })));
    return found.flat().map(({ rule, detail }) => `${rule}: ${detail}`);
  }

  // ── results
  // ────────────────────────────────────────────────────────────────────────────────────────────────────────────

  loadJournal(siteId: number, of: Parameters<typeof store.loadJournal>[2]): Promise<store.StoredJournalRow[]> {
    return store.loadJournal(this.past, siteId, of);
  }

  loadLines(siteId: number, memberIds: readonly bigint[]): Promise<store.LineRow[]> {
    return store.loadLines(this.past, siteId, memberIds);
  }
}
