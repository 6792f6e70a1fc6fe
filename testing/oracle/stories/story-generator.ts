// A random story during its generation: runs rows, records the names they introduced, and offers moves that situations
// share.
//
// Always true: every random choice depends on the seed and on outcomes of rows, so the seed alone reproduces the story.
//
// Elsewhere: situations (situations.ts), the rows themselves (commands.ts).

import type { SeededRandom } from '#testing/seeded-random';
import { row } from '#testing/oracle/rows';
import type { StoryRun } from '#testing/oracle/story-runner';

export type GeneratedRound = {
  readonly member: string;
  readonly round: string;
  readonly bets: readonly string[];
  readonly stake: number;
  readonly isFree: boolean;
};
/** Free spins that a round granted and that wait. */
export type TaleSpins = { readonly member: string; readonly round: string; left: number };
/** A paid win, with the bets that it settled. */
export type TaleWin = { readonly txId: string; readonly of: GeneratedRound };
export type TaleRequest = { readonly member: string; readonly key: string; state: string };

const BAHT = 10_000n;
const ROUNDS_TO_MEET_MAX = 8;

/** An opening or move; its weight is its share of random choices. */
export type Situation = { readonly weight: number; readonly run: (tale: StoryGenerator) => Promise<void> };

export class StoryGenerator {
  readonly random: SeededRandom;
  readonly storyRun: StoryRun;
  wins: TaleWin[] = [];
  spins: TaleSpins[] = [];
  readonly deposits: { readonly member: string; readonly name: string }[] = [];
  /** Amounts above the win cap that no operator decided. */
  held: string[] = [];
  readonly requests: TaleRequest[] = [];
  open: GeneratedRound[] = [];
  /** Rounds with a result that their provider did not end. */
  unended: GeneratedRound[] = [];
  #names = 0;

  constructor(storyRun: StoryRun, random: SeededRandom) {
    this.storyRun = storyRun;
    this.random = random;
  }

  run(text: string): Promise<string> {
    return this.storyRun.run(row(text));
  }

  is(share: number): boolean {
    return this.random.is(share);
  }

  name(letter: string): string {
    return `${letter}${(this.#names += 1)}`;
  }

  /** The member's playable balance, in whole baht. */
  playable(member: string): number {
    return Number(this.storyRun.story.leaks.member(member).balance('game') / BAHT);
  }

  wallet(member: string, account: string): number {
    return Number(this.storyRun.story.leaks.member(member).balance(account) / BAHT);
  }

  /** A whole amount, or one with satang. */
  amount(baht: number): string {
    return `${baht}.${this.random.pickWeighted({ '00': 8, '37': 1, '05': 1 })}`;
  }

  // ── incoming money
  // ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** A transfer that its member proves by a slip, or that the feed reports in full. */
  async deposit(member: string, amount: number): Promise<string> {
    const name = this.name('D');
    await this.run(`transfer ${name} from=${member} amount=${this.amount(amount)}`);
    this.deposits.push({ member, name });
    return this.run(this.is(0.7) ? `slip ${member} ${name}` : `feed ${name}`);
  }

  /** Own money with completed turnover. */
  async ownMoney(member: string, amount: number): Promise<void> {
    await this.deposit(member, amount);
    await this.play(member, 'all', 'all');
  }

  // ── play ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  async bet(member: string, stake: string, extra = ''): Promise<GeneratedRound | undefined> {
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

  /** Adds a bet to an open round. */
  async raise(round: GeneratedRound): Promise<string> {
    const txId = this.name('b');
    const before = this.playable(round.member);
    const stake = this.random.pick(['all', 'half', '20.00', '33.33']);
    const word = await this.run(`bet ${round.member} ${stake} tx=${txId} round=${round.round}`);
    if (word !== 'OK') return word;
    const staked = round.stake + before - this.playable(round.member);
    const raised = { ...round, bets: [...round.bets, txId], stake: staked, isFree: false };
    this.open = this.open.map((each) => (each === round ? raised : each));
    return word;
  }

  /** Gives an open round its result, or one of its bets, or a further result to a round that is not ended. */
  async settle(round: GeneratedRound, payout: number): Promise<string> {
    const [bet, ...others] = this.random.shuffle([...round.bets]);
    const isOne = others.length > 0 && this.is(0.5);
    const rest = { ...round, bets: others, stake: round.stake / 2 };
    this.open = this.open.flatMap((each) => (each === round ? (isOne ? [rest] : []) : [each]));
    this.unended = this.unended.filter((each) => each.round !== round.round);
    const txId = this.name('w');
    const isEnded = !isOne && this.is(0.8);
    const end = isOne ? `ref=${bet ?? ''}` : isEnded ? 'closed=yes' : '';
    const { winCap } = this.storyRun.story;
    const word = await this.#mayHold(round.member, txId, () =>
      this.run(`win ${round.member} ${this.amount(Math.floor(payout))} tx=${txId} round=${round.round} ${end}`),
    );
    if (word !== 'OK') return word;
    const of = isOne && bet !== undefined ? { ...round, bets: [bet], stake: round.stake / 2 } : round;
    this.wins.push({ txId, of });
    if (!isOne && !isEnded && winCap === undefined) this.unended.push(round);
    return word;
  }

  /** Settles with a random result: lost, in part, pushed or won. */
  async settleSomehow(round: GeneratedRound): Promise<string> {
    const times = Number(this.random.pickWeighted({ '0': 4, '0.5': 1, '1': 4, '1.9': 1, '2': 5, '4': 6, '12': 1 }));
    return this.settle(round, round.isFree ? 200 * times : round.stake * times);
  }

  /** A prize, or a correction of a win; an operator decides what is above the win cap. */
  award(member: string, baht: number): Promise<string> {
    const txId = this.name('a');
    return this.#mayHold(member, txId, () => this.run(`award ${member} ${this.amount(baht)} tx=${txId}`));
  }

  adjust({ txId: ref, of: { member } }: TaleWin, baht: number): Promise<string> {
    const txId = this.name('x');
    return this.#mayHold(member, txId, () => this.run(`adjust ${member} ${this.amount(baht)} ref=${ref} tx=${txId}`));
  }

  async #mayHold(member: string, txId: string, play: () => Promise<string>): Promise<string> {
    const before = this.wallet(member, 'winsHeld');
    const word = await play();
    if (this.wallet(member, 'winsHeld') > before) this.held.push(txId);
    return word;
  }

  /** An operator releases or rejects one of the held amounts. */
  async decide(): Promise<string> {
    const txId = this.random.pick(this.held);
    this.held = this.held.filter((each) => each !== txId);
    return this.run(`decide ${txId} ${this.is(0.8) ? 'released' : 'refused'}`);
  }

  /** Reverses a win, so that its bets are open again. */
  async reverse(win: TaleWin): Promise<string> {
    this.wins = this.wins.filter((each) => each !== win);
    const word = await this.run(`rollback ${win.of.member} ref=${win.txId} tx=${this.name('x')}`);
    if (word === 'OK') this.open.push(win.of);
    return word;
  }

  /** Voids a bet of an open round. */
  async voidBet(round: GeneratedRound): Promise<string> {
    this.open = this.open.filter((each) => each !== round);
    return this.run(`rollback ${round.member} ref=${round.bets[0] ?? ''} tx=${this.name('x')}`);
  }

  /** One round in one request. */
  async play(member: string, stake: string, payout: string): Promise<string> {
    const round = this.name('r');
    const before = this.playable(member);
    const word = await this.run(`betwin ${member} ${stake} ${payout} round=${round}`);
    const staked = stake === 'all' ? before : stake === 'half' ? Math.floor(before / 2) : Number.parseInt(stake, 10);
    const of = { member, round, bets: [`${round}-bet`], stake: staked, isFree: false };
    if (word === 'OK') this.wins.push({ txId: `${round}-win`, of });
    return word;
  }

  /** A round whose win grants free spins; its provider ends the round now, or leaves it open. */
  async winSpins(member: string): Promise<string> {
    const bet = await this.bet(member, this.random.pick(['all', 'half', '20.00']));
    if (!bet) return 'NO_BET';
    this.open = this.open.filter((each) => each !== bet);
    const [txId, left] = [this.name('w'), this.random.pick([1, 2, 8])];
    const payout = this.random.pick([0, 0, bet.stake, 60, 300]);
    const by = this.random.pickWeighted({ stated: 5, open: 2, ended: 2 });
    const word = await this.run(`win ${member} ${payout}.00 tx=${txId} round=${bet.round} spins=${left} by=${by}`);
    if (word !== 'OK') return word;
    this.wins.push({ txId, of: bet });
    this.spins.push({ member, round: bet.round, left });
    return word;
  }

  /** Plays one waiting free spin, or all of them. */
  async playSpin(spins: TaleSpins): Promise<string> {
    const count = this.is(0.4) ? spins.left : 1;
    let word = 'NO_FREE_SPIN';
    for (let spin = 0; spin < count; spin += 1) {
      const txId = this.name('f');
      const payout = this.random.pickWeighted({ '0.00': 3, '30.00': 1, '33.33': 1, '250.00': 2, '500.00': 2 });
      word = await this.run(`free ${spins.member} ${payout} of=${spins.round} tx=${txId}`);
      if (word !== 'OK') return word;
      spins.left -= 1;
      const of = { ...spins, bets: [`${txId}-bet`], stake: 0, isFree: true };
      this.wins.push({ txId, of });
    }
    this.spins = this.spins.filter(({ left }) => left > 0);
    return word;
  }

  /** An operator settles the waiting free spins of a round, or voids them. */
  async endSpins(spins: TaleSpins): Promise<string> {
    const end = this.random.pick(['void-spins', 'settle-spins', 'settle-spins']);
    const paid = end === 'void-spins' ? '' : this.random.pick(['30.00', '250.00', '500.00']);
    const word = await this.run(`${end} ${spins.member} ${paid} of=${spins.round}`);
    if (word === 'decided') this.spins = this.spins.filter((each) => each !== spins);
    return word;
  }

  /** A random result with a large win for a small stake. */
  async fortune(member: string, amount: number): Promise<void> {
    const bet = await this.bet(member, this.is(0.5) ? 'all' : 'half');
    if (bet) await this.settle(bet, amount);
  }

  /** Plays until no requirement is open: the stake is returned each time, so nothing is lost. */
  async meetTurnover(member: string): Promise<string> {
    let last = 'NOTHING_MISSING';
    for (let round = 0; round < ROUNDS_TO_MEET_MAX; round += 1) {
      if ((await this.#missing(member)) === 0n || this.playable(member) < 1) return last;
      const stake = this.is(0.85) ? 'all' : 'half';
      last = await this.play(member, stake, stake);
      if (last !== 'OK') return last;
    }
    return last;
  }

  async #missing(member: string): Promise<bigint> {
    const { story } = this.storyRun;
    const { id, siteId } = await story.member(member);
    const lines = await story.product.loadLines(siteId, [id]);
    return lines.reduce((sum, { state, need, now }) => (state === 'active' ? sum + need - now : sum), 0n);
  }

  // ── outgoing money
  // ─────────────────────────────────────────────────────────────────────────────────────────────────────

  async withdraw(member: string, amount: string): Promise<TaleRequest | undefined> {
    const key = this.name('K');
    const state = await this.run(`withdraw ${member} ${amount} key=${key}`);
    if (state !== 'approved' && state !== 'requested') return undefined;
    const request = { member, key, state };
    this.requests.push(request);
    return request;
  }

  async approve(request: TaleRequest): Promise<void> {
    if (request.state !== 'requested') return;
    request.state = await this.run(`approve ${request.key}`);
  }

  async pay(request: TaleRequest): Promise<void> {
    await this.approve(request);
    await this.run('submit');
    request.state = await this.run(`paid ${request.key}`);
  }

  /** Where the request is: by the bank's records once it was submitted. */
  stateOf(request: TaleRequest): 'requested' | 'approved' | 'submitted' | 'paid' | 'failed' | 'returned' | 'over' {
    const { story } = this.storyRun;
    const payoutId = story.withdrawals.get(request.key)?.payoutId ?? '';
    const status = story.bank.getStatus(payoutId);
    if (status === 'accepted') return 'submitted';
    if (status !== 'unknown') return status;
    return request.state === 'requested' || request.state === 'approved' ? request.state : 'over';
  }
}
