// A hunt story during its run: the product, external parties, the model, and the names used so far.
//
// After each row the ledger and the turnover requirements are read and passed to the model as facts, together with the
// facts of external parties.
//
// Always true: the facts of a story are exactly the input of its model, in order of occurrence.
//
// Elsewhere: the effect of a row (commands.ts), the story language (rows.ts).

import type { TestMember } from '@chaba/server/testing/factories';

import { Bank, type PayoutEvent } from '#testing/oracle/product/bank';
import { LeakModel } from '#testing/oracle/models/leaks/leaks';
import type { StoryFact, Finding, FindingKind, RequirementFact } from './facts.ts';
import { HOME_SITE, OTHER_SITE } from '#testing/oracle/product/initial-data';
import { PlainTerms } from '#testing/oracle/models/leaks/plain-terms';
import type { TestProduct } from '#testing/oracle/product/product';
import { accountName } from '#testing/oracle/product/product';
import { TestGameProvider } from '#testing/oracle/product/game-provider';
import type { RowArguments } from './rows.ts';

export type Joined = TestMember & { readonly name: string };
export type Requested = {
  readonly key: string;
  readonly member: Joined;
  readonly withdrawalId: bigint;
  readonly payoutId: string;
};

/** The outcome of a row, and facts for the model that follow the ledger's. */
export type RowOutcome = { readonly word: string; readonly after?: readonly StoryFact[] };
export type RowCommand = (story: OracleStory, given: RowArguments) => Promise<RowOutcome | string>;

const COUNTED = ['coin', 'spin', 'coinIssue', 'spinIssue'];
const PLAYED = ['games', 'awards', 'tips', 'winsHeld'];

export class OracleStory {
  readonly product: TestProduct;
  readonly bank: Bank;
  readonly leaks: LeakModel;
  readonly plain = new PlainTerms();
  readonly facts: StoryFact[] = [];
  readonly provider = new TestGameProvider();
  readonly members = new Map<string, Joined>();
  readonly withdrawals = new Map<string, Requested>();
  /** Transfers that a report or an operator credited. */
  readonly credited = new Set<string>();
  /** The round of the current row, and the one to which its results belong. */
  round: { readonly round: string; readonly origin: string } | undefined;
  winCap: bigint | undefined;
  isCashbackOn = true;
  /** The timed jobs ran since the switch was changed. */
  isCashbackRun = false;
  readonly #seen = new Map<number, bigint>();
  readonly #lines = new Map<string, string>();

  constructor(openProduct: (bank: Bank) => TestProduct, muted: readonly FindingKind[] = []) {
    this.leaks = new LeakModel(muted);
    this.bank = new Bank(
      (event) => this.#recordPayout(event),
      () => this.product.now().getTime(),
    );
    this.product = openProduct(this.bank);
    this.report({ kind: 'time', at: this.product.now().getTime() });
  }

  report(fact: StoryFact): void {
    this.facts.push(fact);
    this.leaks.apply(fact);
    this.plain.apply(fact);
  }

  get findings(): readonly Finding[] {
    return [...this.leaks.findings, ...this.plain.findings];
  }

  /** Returns the member of this name, who joins at the first mention. */
  async member(name: string, named: RowArguments['named'] = {}): Promise<Joined> {
    const known = this.members.get(name);
    if (known) return known;
    const siteId = named['site'] === 'lanna' ? OTHER_SITE : HOME_SITE;
    const referrer = this.members.get(named['friend-of'] ?? '');
    const options = {
      bankAccount: named['account'] ?? `20000${String(this.members.size + 1).repeat(5)}`,
      acceptsBonus: named['bonus'] === 'yes',
      ...(referrer ? { firstName: 'เพื่อน' } : {}),
    };
    const member = { ...(await this.product.join(siteId, options, referrer)), name };
    this.members.set(name, member);
    this.report({ kind: 'joined', member: name });
    return member;
  }

  balance(member: Joined, account = 'game'): bigint {
    return this.leaks.member(member.name).balance(account);
  }

  async setTime(time: Date): Promise<void> {
    await this.product.setTime(time);
    this.report({ kind: 'time', at: time.getTime() });
  }

  /** Passes the ledger transfers since the last read to the model. */
  async readJournal(): Promise<void> {
    for (const siteId of this.#sites()) {
      const names = new Map(
        [...this.members.values()].filter((each) => each.siteId === siteId).map(({ id, name }) => [id, name]),
      );
      const after = this.#seen.get(siteId) ?? 0n;
      const rows = await this.product.loadJournal(siteId, { ownerIds: [0n, ...names.keys()], after });
      for (const { ownerId, transferId, fromKind, toKind, amount, key } of rows) {
        this.#seen.set(siteId, transferId);
        const [from, to] = [accountName(fromKind), accountName(toKind)];
        if (COUNTED.includes(from) || COUNTED.includes(to)) {
          this.#reportCoins(names.get(ownerId), { from, to, amount, key });
          continue;
        }
        const isPlay = PLAYED.includes(from) || PLAYED.includes(to) || /^(test|held-removal):/.test(key);
        const { round: playedIn, origin: round } = (isPlay ? this.round : undefined) ?? {};
        this.report({ kind: 'entry', member: names.get(ownerId), from, to, amount, round, playedIn });
      }
    }
  }

  /** Coins by cause: `deposit` and `turnover` of the journal's `coin:` keys, and any other. */
  #reportCoins(
    member: string | undefined,
    posted: { readonly from: string; readonly to: string; readonly amount: bigint; readonly key: string },
  ): void {
    const { from, to, amount, key } = posted;
    const [name = '', earned = ''] = key.split(':');
    const cause = name === 'coin' ? earned : name;
    if (member === undefined) return;
    if (from === 'coinIssue' && to === 'coin') this.report({ kind: 'coins', member, coins: amount, cause });
    if (to === 'coinIssue' && from === 'coin') this.report({ kind: 'coins', member, coins: -amount, cause });
  }

  /** Passes the changed requirements to the model. */
  async readLines(): Promise<void> {
    for (const siteId of this.#sites()) {
      const names = new Map(
        [...this.members.values()].filter((each) => each.siteId === siteId).map(({ id, name }) => [id, name]),
      );
      for (const row of await this.product.loadLines(siteId, [...names.keys()])) {
        const { memberId, no, source, need, now, cap, state } = row;
        const member = names.get(memberId) ?? '';
        const line: RequirementFact = { kind: 'line', member, no, source, need, now, cap: cap ?? undefined, state };
        const print = [need, now, state].join(' ');
        if (this.#lines.get(`${member} ${no}`) === print) continue;
        this.#lines.set(`${member} ${no}`, print);
        this.report(line);
      }
    }
  }

  #sites(): readonly number[] {
    const hasOther = [...this.members.values()].some(({ siteId }) => siteId === OTHER_SITE);
    return hasOther ? [HOME_SITE, OTHER_SITE] : [HOME_SITE];
  }

  async #recordPayout({ payoutId, account, amount, did }: PayoutEvent): Promise<void> {
    const withdrawal = [...this.withdrawals.values()].find((each) => each.payoutId === payoutId);
    const member = [...this.members.values()].find(({ bankAccount }) => bankAccount === account);
    if (!member) return;
    // The product's writes before the bank request precede it.
    await this.readJournal();
    await this.readLines();
    const about = { member: member.name, withdrawal: withdrawal?.key ?? payoutId, amount };
    this.report(did === 'submitted' ? { kind: 'submitted', ...about } : { kind: 'payout', ...about, did });
  }
}
