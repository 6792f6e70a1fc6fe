// The last steps of a story, in any order: money that waits is released, played, withdrawn, paid out or sent back.
//
//     move      one thing that a member, the bank, a provider or an operator may do now
//     leave     moves that take money out, until none has an effect
//
// Always true: a move is drawn from those that apply, so no step has a fixed place. A move without effect is not drawn
// again before another one had an effect.
//
// Elsewhere: the moves' rows (story-generator.ts, commands.ts), openings (situations.ts).

import type { TaleRequest, StoryGenerator } from './story-generator.ts';

type Move = {
  readonly weight: number;
  readonly applies: (tale: StoryGenerator, member: string) => boolean;
  /** Returns the outcome of its row; these mean no effect: an error code, `unknown`, `impossible`, `0`. */
  readonly run: (tale: StoryGenerator, member: string) => Promise<string>;
};
type Moves = Readonly<Record<string, Move>>;

const LEAVING_MOVES_MAX = 30;
const PLAYABLE_MIN = 10;
const always = (): boolean => true;
const hasMoney = (tale: StoryGenerator, member: string): boolean => tale.playable(member) >= PLAYABLE_MIN;
const openRounds = (tale: StoryGenerator, member: string) => tale.open.filter((each) => each.member === member);
const grants = (tale: StoryGenerator, member: string) => tale.spins.filter((each) => each.member === member);
const unended = (tale: StoryGenerator, member: string) => tale.unended.filter((each) => each.member === member);
const wins = (tale: StoryGenerator, member: string) => tale.wins.filter(({ of }) => of.member === member);
const inState =
  (...states: readonly TaleRequest['state'][]) =>
  (tale: StoryGenerator, member: string): boolean =>
    requests(tale, member, states).length > 0;
const requests = (tale: StoryGenerator, member: string, states: readonly string[]): TaleRequest[] =>
  tale.requests.filter((each) => each.member === member && states.includes(tale.stateOf(each)));

const settle =
  (what: 'paid' | 'failed' | 'returned', ...states: readonly TaleRequest['state'][]): Move['run'] =>
  async (tale, member) => {
    const [request] = tale.random.shuffle(requests(tale, member, states));
    return request ? tale.run(`${what} ${request.key}`) : 'unknown';
  };

/** Moves that bring the member's money nearer to the bank. */
const leaving: Moves = {
  settle: {
    weight: 4,
    applies: (tale, member) => openRounds(tale, member).length > 0,
    run: (tale, member) => tale.settleSomehow(tale.random.pick(openRounds(tale, member))),
  },
  spin: {
    weight: 4,
    applies: (tale, member) => grants(tale, member).length > 0,
    run: (tale, member) => tale.playSpin(tale.random.pick(grants(tale, member))),
  },
  endSpins: {
    weight: 1,
    applies: (tale, member) => grants(tale, member).length > 0,
    run: (tale, member) => tale.endSpins(tale.random.pick(grants(tale, member))),
  },
  decide: {
    weight: 3,
    applies: (tale) => tale.held.length > 0,
    run: (tale) => tale.decide(),
  },
  release: {
    weight: 4,
    applies: (tale, member) => tale.wallet(member, 'main') > 0,
    run: (tale, member) => tale.run(`release ${member}`),
  },
  turnover: {
    weight: 4,
    applies: hasMoney,
    run: (tale, member) => tale.meetTurnover(member),
  },
  withdraw: {
    weight: 6,
    applies: hasMoney,
    run: async (tale, member) => {
      const amount = tale.random.pickWeighted({ all: 5, half: 1, '33.33': 1, '100.00': 1, '200.00': 1 });
      return (await tale.withdraw(member, amount)) ? 'approved' : 'NOT_REQUESTED';
    },
  },
  approve: {
    weight: 5,
    applies: inState('requested'),
    run: async (tale, member) => {
      for (const request of requests(tale, member, ['requested'])) await tale.approve(request);
      return 'approved';
    },
  },
  submit: {
    weight: 6,
    applies: inState('approved'),
    run: async (tale, member) => {
      const before = requests(tale, member, ['approved']).length;
      await tale.run('submit');
      return requests(tale, member, ['approved']).length < before ? 'submitted' : 'unknown';
    },
  },
  paid: { weight: 6, applies: inState('submitted'), run: settle('paid', 'submitted') },
  failed: { weight: 2, applies: inState('submitted'), run: settle('failed', 'submitted') },
  disputes: { weight: 1, applies: inState('failed', 'paid'), run: (tale) => tale.run('disputes') },
};

/** Everything else that may happen meanwhile. */
const others: Moves = {
  returned: { weight: 2, applies: inState('paid'), run: settle('returned', 'paid') },
  contradicted: { weight: 1, applies: inState('failed'), run: settle('paid', 'failed') },
  /** The job also closes caps whose play is settled. */
  job: { weight: 1, applies: inState('paid'), run: (tale) => tale.run('submit') },
  reject: {
    weight: 1,
    applies: inState('requested'),
    run: async (tale, member) => {
      const [request] = requests(tale, member, ['requested']);
      if (!request) return 'unknown';
      return (request.state = await tale.run(`reject ${request.key}`));
    },
  },
  lose: {
    weight: 3,
    applies: hasMoney,
    run: (tale, member) => tale.play(member, tale.random.pick(['all', 'all', 'half']), '0.00'),
  },
  win: {
    weight: 3,
    applies: hasMoney,
    run: async (tale, member) => {
      await tale.fortune(member, tale.random.pick([60, 300, 600, 1_000]));
      return 'OK';
    },
  },
  bet: {
    weight: 2,
    applies: hasMoney,
    run: async (tale, member) =>
      (await tale.bet(member, tale.random.pick(['all', 'half', '20.00', '33.33']), tale.is(0.1) ? 'on=red' : ''))
        ? 'OK'
        : 'NO_BET',
  },
  raise: {
    weight: 2,
    applies: (tale, member) => hasMoney(tale, member) && openRounds(tale, member).length > 0,
    run: (tale, member) => tale.raise(tale.random.pick(openRounds(tale, member))),
  },
  /** A round that its provider did not end has another result. */
  winMore: {
    weight: 1,
    applies: (tale, member) => unended(tale, member).length > 0,
    run: (tale, member) => tale.settle(tale.random.pick(unended(tale, member)), tale.random.pick([0, 40, 200])),
  },
  tip: {
    weight: 0.5,
    applies: hasMoney,
    run: (tale, member) => tale.run(`tip ${member} ${tale.random.pick(['10.00', 'half'])} tx=${tale.name('t')}`),
  },
  freeBet: {
    weight: 1,
    applies: always,
    run: async (tale, member) =>
      (await tale.bet(member, '10.00', `free=yes ${tale.is(0.5) ? 'campaign=yes' : ''}`)) ? 'OK' : 'NO_BET',
  },
  grantSpins: { weight: 3, applies: hasMoney, run: (tale, member) => tale.winSpins(member) },
  award: {
    weight: 1,
    applies: always,
    run: (tale, member) => tale.award(member, tale.random.pick([50, 400])),
  },
  reverse: {
    weight: 2,
    applies: (tale, member) => wins(tale, member).length > 0,
    run: (tale, member) => tale.reverse(tale.random.pick(wins(tale, member))),
  },
  adjust: {
    weight: 3,
    applies: (tale, member) => wins(tale, member).length > 0,
    run: (tale, member) =>
      tale.adjust(tale.random.pick(wins(tale, member)), tale.random.pick([0, 0, 50, 100, 300, 700])),
  },
  voidBet: {
    weight: 2,
    applies: (tale, member) => openRounds(tale, member).length > 0,
    run: (tale, member) => tale.voidBet(tale.random.pick(openRounds(tale, member))),
  },
  cancel: { weight: 3, applies: always, run: (tale, member) => tale.run(`cancel ${member}`) },
  revoke: { weight: 1, applies: always, run: (tale, member) => tale.run(`revoke ${member}`) },
  exclude: { weight: 0.3, applies: always, run: (tale, member) => tale.run(`exclude ${member}`) },
  code: {
    weight: 2,
    applies: always,
    run: (tale, member) => tale.run(`code ${member} ${tale.random.pick(['FREECAP', 'CAPPED', 'PLAIN', 'COINS'])}`),
  },
  deposit: {
    weight: 2,
    applies: always,
    run: (tale, member) => tale.deposit(member, tale.random.pick([100, 200, 300])),
  },
  takeBack: {
    weight: 1,
    applies: (tale, member) => tale.deposits.some((each) => each.member === member),
    run: (tale, member) => {
      const deposit = tale.random.pick(tale.deposits.filter((each) => each.member === member));
      return tale.run(`take-back ${member} ${deposit.name}`);
    },
  },
  coins: { weight: 1, applies: always, run: (tale) => tale.run('coins') },
  wheel: { weight: 1, applies: always, run: (tale, member) => tale.run(`spin ${member}`) },
  claim: { weight: 0.5, applies: always, run: (tale, member) => tale.run(`claim ${member}`) },
  lock: {
    weight: 0.3,
    applies: always,
    run: async (tale, member) => {
      await tale.run(`lock ${member}`);
      if (tale.is(0.5)) await tale.run('submit');
      return tale.run(`unlock ${member}`);
    },
  },
  wait: {
    weight: 2,
    applies: always,
    run: (tale) => tale.run(`wait ${tale.random.pick(['2h', '12h', '25h', '25h', '3d', '6d', '8d', '31d'])}`),
  },
  /** Exclusions end. */
  months: { weight: 0.05, applies: always, run: (tale) => tale.run('wait 190d') },
  cashback: {
    weight: 0.3,
    applies: always,
    run: (tale) => tale.run(`switch cashback=${tale.random.pick(['on', 'off'])}`),
  },
  bank: {
    weight: 0.5,
    applies: always,
    run: (tale) => tale.run(`payouts ${tale.random.pick(['accepts', 'accepts', 'silent', 'forgetful'])}`),
  },
  approvals: {
    weight: 0.5,
    applies: always,
    run: (tale) => tale.run(`switch automatic=${tale.random.pick(['on', 'off'])}`),
  },
  winCap: {
    weight: 0.5,
    applies: always,
    run: (tale) => tale.run(`wincap ${tale.random.pick(['none', '300.00'])}`),
  },
};

const all: Moves = { ...leaving, ...others };

/** Draws so many moves of everything that may happen. */
export async function anything(tale: StoryGenerator, member: string, count: number): Promise<void> {
  const moves = new Drawn(all);
  for (let move = 0; move < count; move += 1) await moves.draw(tale, member);
}

/** Takes out what can be taken out, in an order that is drawn, with `share` of other moves in between. */
export async function leave(tale: StoryGenerator, member: string, share = 0): Promise<void> {
  if (tale.storyRun.story.winCap !== undefined && tale.is(0.7)) await tale.run('wincap none');
  const [moves, between] = [new Drawn(leaving), new Drawn(others)];
  for (let move = 0; move < LEAVING_MOVES_MAX; move += 1) {
    if (share > 0 && tale.is(share)) await between.draw(tale, member);
    if (!(await moves.draw(tale, member))) return;
  }
}

/** Draws moves that apply, except those that had no effect since the last one that had. */
class Drawn {
  readonly #moves: Moves;
  #blocked = new Set<string>();

  constructor(moves: Moves) {
    this.#moves = moves;
  }

  /** Returns false when no move is left. */
  async draw(tale: StoryGenerator, member: string): Promise<boolean> {
    const weights = Object.fromEntries(
      Object.entries(this.#moves).flatMap(([name, { weight, applies }]) =>
        !this.#blocked.has(name) && applies(tale, member) ? [[name, weight] as const] : [],
      ),
    );
    if (Object.keys(weights).length === 0) return false;
    const name = tale.random.pickWeighted(weights);
    const word = await this.#moves[name]?.run(tale, member);
    if (
      word === undefined ||
      /^([A-Z_]+_[A-Z_]+|unknown|impossible|known|0|not_credited|not_decided|not_waiting|bet_open)$/.test(word)
    ) {
      this.#blocked.add(name);
    } else this.#blocked = new Set(name === 'turnover' ? ['turnover'] : []);
    return true;
  }
}
