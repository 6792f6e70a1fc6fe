// A random story during its generation: runs rows, records the names they introduced, and offers moves that situations
// share.
//
// Always true: every random choice depends on the seed and on outcomes of rows, so the seed alone reproduces the story.
//
// Elsewhere: situations (situations.ts), the rows themselves (commands.ts).

import type { SeededRandom } from './seeded-random.ts';
import { row } from './rows.ts';
import type { StoryRun } from './stage.ts';

export type TaleRound = {
  readonly member: string;
  readonly round: string;
  readonly bets: readonly string[];
  readonly stake: number;
  readonly isFree: boolean;
};
type Win = { readonly member: string; readonly round: string; readonly txId: string; readonly amount: number };
type Request = { readonly member: string; readonly key: string; state: string };

const BAHT = 10_000n;
const ROUNDS_TO_MEET_MAX = 8;
const TIMES_TO_LEAVE_MAX = 3;

/** An opening or move; its weight is its share of random choices. */
export type Situation = { readonly weight: number; readonly run: (tale: Tale) => Promise<void> };

export class Tale {
  readonly random: SeededRandom;
  readonly telling: StoryRun;
  readonly wins: Win[] = [];
  readonly held: string[] = [];
  readonly requests: Request[] = [];
  open: TaleRound[] = [];
  #names = 0;

  constructor(telling: StoryRun, random: SeededRandom) {
    this.telling = telling;
    this.random = random;
  }

  run(text: string): Promise<string> {
    return this.telling.run(row(text));
  }

  is(share: number): boolean {
    return this.random.is(share);
  }

  name(letter: string): string {
    return `${letter}${(this.#names += 1)}`;
  }

  /** The member's playable balance, in whole baht. */
  playable(member: string): number {
    return Number(this.telling.story.book.member(member).balance('game') / BAHT);
  }

  wallet(member: string, account: string): number {
    return Number(this.telling.story.book.member(member).balance(account) / BAHT);
  }

  // ── incoming money
  // ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** A transfer that its member proves by a slip, or that the feed reports in full. */
  async deposit(member: string, amount: number): Promise<string> {
    const name = this.name('T');
    await this.run(`transfer ${name} from=${member} amount=${amount}.00`);
    return this.run(this.is(0.7) ? `slip ${member} ${name}` : `feed ${name}`);
  }

  /** Own money with completed turnover. */
  async ownMoney(member: string, amount: number): Promise<void> {
    await this.deposit(member, amount);
    await this.run(`betwin ${member} all all round=${this.name('r')}`);
  }

  // ── play ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  async bet(member: string, stake: string, extra = ''): Promise<TaleRound | undefined> {
    const [txId, round] = [this.name('b'), this.name('r')];
    const before = this.playable(member);
    const word = await this.run(`bet ${member} ${stake} tx=${txId} round=${round} ${extra}`);
    if (word !== 'OK') return undefined;
    const isFree = extra.includes('free=yes');
    const paid = isFree ? Number.parseInt(stake, 10) || 10 : before - this.playable(member);
    const opened = { member, round, bets: [txId], stake: paid, isFree };
    this.open.push(opened);
    return opened;
  }

  /** Gives an open round its result. */
  async settle(round: TaleRound, payout: number): Promise<string> {
    this.open = this.open.filter((each) => each !== round);
    const txId = this.name('w');
    const word = await this.run(
      `win ${round.member} ${payout}.00 tx=${txId} round=${round.round} ${this.is(0.8) ? 'closed=yes' : ''}`,
    );
    if (word !== 'OK') return word;
    this.wins.push({ member: round.member, round: round.round, txId, amount: payout });
    const cap = this.telling.story.winCap;
    if (cap !== undefined && BigInt(payout) * BAHT > cap) this.held.push(txId);
    return word;
  }

  /** Settles with a random result: lost, pushed or won. */
  async settleSomehow(round: TaleRound): Promise<string> {
    const times = Number(this.random.pickWeighted({ '0': 2, '1': 2, '2': 3, '4': 3 }));
    return this.settle(round, round.isFree ? 200 * times : round.stake * times);
  }

  /** One round in one request. */
  async play(member: string, stake: string, payout: string): Promise<string> {
    return this.run(`betwin ${member} ${stake} ${payout} round=${this.name('r')}`);
  }

  /** A random result with a large win for a small stake. */
  async fortune(member: string, amount: number): Promise<void> {
    const bet = await this.bet(member, this.is(0.5) ? 'all' : 'half');
    if (bet) await this.settle(bet, amount);
  }

  /** Plays until no requirement is open: the stake is returned each time, so nothing is lost. */
  async meetTurnover(member: string): Promise<void> {
    for (let round = 0; round < ROUNDS_TO_MEET_MAX; round += 1) {
      if ((await this.#missing(member)) === 0n || this.playable(member) < 1) return;
      if ((await this.play(member, 'all', 'all')) !== 'OK') return;
    }
  }

  async #missing(member: string): Promise<bigint> {
    const { story } = this.telling;
    const { id, siteId } = await story.member(member);
    const lines = await story.product.loadLines(siteId, [id]);
    return lines.reduce((sum, { state, need, now }) => (state === 'active' ? sum + need - now : sum), 0n);
  }

  // ── outgoing money
  // ─────────────────────────────────────────────────────────────────────────────────────────────────────

  async withdraw(member: string, amount: string): Promise<Request | undefined> {
    const key = this.name('K');
    const state = await this.run(`withdraw ${member} ${amount} key=${key}`);
    if (state !== 'approved' && state !== 'requested') return undefined;
    const request = { member, key, state };
    this.requests.push(request);
    return request;
  }

  async approve(request: Request): Promise<void> {
    if (request.state !== 'requested') return;
    request.state = await this.run(`approve ${request.key}`);
  }

  async pay(request: Request): Promise<void> {
    await this.approve(request);
    await this.run('submit');
    request.state = await this.run(`paid ${request.key}`);
  }

  /** Settles everything open, then withdraws as much as possible. */
  async leave(member: string): Promise<void> {
    for (const round of this.open.filter((each) => each.member === member)) await this.settleSomehow(round);
    if (this.telling.story.winCap !== undefined) await this.run('wincap none');
    for (const txId of this.held.splice(0)) await this.run(`decide ${txId} released`);
    for (const request of this.requests.filter((each) => each.member === member)) {
      if (!['paid', 'settled', 'rejected', 'done'].includes(request.state)) await this.pay(request);
      request.state = 'done';
    }
    for (let time = 0; time < TIMES_TO_LEAVE_MAX; time += 1) {
      if (this.wallet(member, 'main') > 0) await this.run(`release ${member}`);
      if (this.playable(member) < 10) return;
      await this.meetTurnover(member);
      const request = await this.withdraw(member, 'all');
      if (!request) return;
      await this.pay(request);
      request.state = 'done';
    }
  }
}
