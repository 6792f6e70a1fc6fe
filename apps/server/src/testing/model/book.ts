// A member's money and turnover as a plain book: the rules of promotions, codes and withdrawals written down a second time, without
// SQL and without the product's own pieces, so that the two can be held against each other.
//
// Amounts are counts of 1/10,000 baht, times are milliseconds.
//
// Always true: every movement has two sides, so the sums of all accounts stay zero.
//
// Elsewhere: rounds (play-book.ts), weeks (cashback-book.ts), what is done to both (steps.ts).

export type Account =
  | 'game'
  | 'main'
  | 'cashback'
  | 'residual'
  | 'withdrawalHeld'
  | 'receivable'
  | 'bank'
  | 'payouts'
  | 'games'
  | 'awards'
  | 'tips'
  | 'bonusCost'
  | 'cashbackCost'
  | 'codeCost'
  | 'residualTaken';

export type BookLine = {
  readonly no: number;
  readonly source: string;
  readonly need: bigint;
  now: bigint;
  readonly cap: bigint | undefined;
  isOpen: boolean;
  readonly createdAt: number;
  /** Money outside the grant, the rest of the bonus or code, and the deposit under it. */
  bound: Bound;
  /** Of a bonus only. */
  readonly bonus: BookBonus | undefined;
};

type Bound = { readonly own: bigint; readonly bonus: bigint; readonly deposit: bigint };

export type BookBonus = {
  readonly amount: bigint;
  readonly plainNeed: bigint;
  readonly expiresAt: number;
  readonly betMax: bigint | undefined;
  readonly excluded: readonly string[];
  readonly weights: Readonly<Record<string, bigint>>;
};

export type BookBet = {
  readonly txId: string;
  readonly stake: bigint;
  state: 'open' | 'settled' | 'void';
  /** The newest line that was open when it was placed. */
  readonly line: number;
  /** The win that settled it last, and what it counted then. */
  by?: string;
  counted?: bigint;
};

export type BookRound = {
  readonly id: string;
  readonly gameCode: 'test-slot' | 'test-table';
  openedAt: number;
  state: 'open' | 'closed' | 'void';
  /** Its provider said that it is over, and a bet has no result yet. */
  isOver?: boolean;
  bets: BookBet[];
  payout: bigint;
  turnover: bigint;
  /** What each pays as it stands. */
  readonly wins: { readonly txId: string; amount: bigint; isCancelled: boolean }[];
  settledAt: number | undefined;
};

export type Flow = {
  readonly begunAt: number;
  readonly at: number;
  readonly stakes?: bigint;
  readonly payouts?: bigint;
  readonly gifts?: bigint;
  readonly deposits?: bigint;
  readonly withdrawals?: bigint;
};

export type BookPeriod = {
  readonly amount: bigint;
  state: 'none' | 'carried' | 'claimable' | 'claimed' | 'expired';
  readonly expiresAt: number;
};

export type BookWithdrawal = {
  readonly amount: bigint;
  readonly removed: bigint;
  readonly askedAt: number;
  state: 'requested' | 'approved' | 'paid' | 'failed' | 'rejected';
  closedAt: number;
};

export type BookLimit = {
  readonly span: 'day' | 'week' | 'month' | 'bet' | 'time';
  /** Of money, or minutes of a day. */
  readonly amount: bigint;
  /** A looser one that was asked for; without an amount: none at all. */
  wish: { readonly amount: bigint | undefined; readonly at: number } | undefined;
};

export type BookMember = {
  /** What time it is in the book. */
  readonly now: () => number;
  readonly limits: Map<BookLimit['span'], BookLimit>;
  /** What went to games and tips; below zero what came from them. */
  readonly losses: { readonly at: number; readonly amount: bigint }[];
  /** When stakes and tips were taken. */
  readonly stakedAt: number[];
  readonly acceptsBonus: boolean;
  readonly accounts: Map<Account, bigint>;
  readonly lines: BookLine[];
  readonly rounds: Map<number, BookRound>;
  readonly allRounds: BookRound[];
  readonly flows: Flow[];
  readonly periods: BookPeriod[];
  readonly withdrawals: BookWithdrawal[];
  readonly codes: Set<string>;
  readonly grants: { readonly promotionId: string; readonly day: number }[];
  parked: bigint[];
  /** When the main wallet was released last. */
  releasedAt: number;
  deposited: bigint;
};

export const BAHT = 10_000n;
export const DAY_MS = 86_400_000;
const BANGKOK_MS = 7 * 3_600_000;
const BONUS_DAYS = 30;

export const bangkokDay = (at: number): number => Math.floor((at + BANGKOK_MS) / DAY_MS);
export const satang = (amount: bigint): bigint => (amount / 100n) * 100n;
export const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
export const most = (one: bigint, other: bigint): bigint => (one > other ? one : other);

export type BookPromotion = {
  readonly id: string;
  readonly percent: bigint;
  readonly maximum: bigint;
  readonly minimumDeposit: bigint;
  readonly times: bigint;
  /** Times the deposit; nothing: no cap. */
  readonly capTimes: bigint | undefined;
  readonly usable: 'first_deposit' | 'daily' | 'always';
  readonly betMax: bigint | undefined;
  readonly excluded: readonly string[];
  readonly weights: Readonly<Record<string, bigint>>;
};

export type BookCode = {
  readonly code: string;
  readonly amount: bigint;
  readonly times: bigint;
  readonly cap: bigint | undefined;
  readonly usesMax: number | undefined;
};

export class Book {
  readonly members: readonly BookMember[];
  readonly promotions: readonly BookPromotion[];
  readonly codes: readonly BookCode[];
  readonly codeUses = new Map<string, number>();
  now: number;

  constructor(
    members: readonly { readonly acceptsBonus: boolean }[],
    terms: { readonly promotions: readonly BookPromotion[]; readonly codes: readonly BookCode[] },
    now: number,
  ) {
    this.members = members.map(({ acceptsBonus }) => newMember(acceptsBonus, () => this.now));
    this.promotions = terms.promotions;
    this.codes = terms.codes;
    this.now = now;
  }

  member(index: number): BookMember {
    const member = this.members[index];
    if (!member) throw new Error(`the book has no member ${index}`);
    return member;
  }

  // ── deposits, bonuses, codes ───────────────────────────────────────────────────────────────────────────────────────────

  deposit(member: BookMember, amount: bigint): string {
    this.loseSpent(member);
    const isCapped = openLines(member).some(({ cap }) => cap !== undefined);
    move(member, 'bank', isCapped ? 'main' : 'game', amount);
    member.flows.push({ begunAt: this.now, at: this.now, deposits: amount });
    member.deposited += amount;
    if (isCapped) {
      member.parked.push(amount);
      return 'parked';
    }
    const playable = this.credit(member, amount);
    if (playable > 0n && !this.#grant(member, playable, amount)) this.addLine(member, 'DEPOSIT', playable);
    return 'credited';
  }

  release(member: BookMember): string {
    const amount = balance(member, 'main');
    if (amount === 0n) return 'MAIN_WALLET_EMPTY';
    move(member, 'main', 'game', amount);
    const playable = payOwed(member, amount);
    const returned = amount - member.parked.reduce((sum, deposit) => sum + deposit, 0n);
    for (const line of bonusLines(member)) {
      const since = member.withdrawals.filter(
        ({ state, askedAt, closedAt }) =>
          state === 'failed' && askedAt > line.createdAt && closedAt > member.releasedAt,
      );
      const contained = least(
        since.reduce((sum, withdrawal) => sum + withdrawal.amount, 0n),
        most(0n, returned),
      );
      addOwn(member, line, { arrived: amount, own: most(0n, playable - contained), apart: amount });
    }
    member.releasedAt = this.now;
    let repaid = amount - playable;
    for (const deposit of member.parked) {
      const paying = least(deposit, repaid);
      repaid -= paying;
      this.addLine(member, 'DEPOSIT', deposit - paying);
    }
    member.parked = [];
    return 'released';
  }

  #grant(member: BookMember, deposit: bigint, transferred: bigint): boolean {
    if (!member.acceptsBonus) return false;
    const running = openLines(member).find(({ bonus }) => bonus !== undefined);
    if (running && (running.now < running.need || running.cap !== undefined)) return false;
    const today = bangkokDay(this.now);
    const offers = this.promotions
      .filter(({ usable, id }) => {
        if (usable === 'first_deposit') return member.deposited === transferred;
        return (
          usable === 'always' || !member.grants.some(({ promotionId, day }) => promotionId === id && day === today)
        );
      })
      .filter(({ minimumDeposit }) => deposit >= minimumDeposit)
      .map((promotion) => {
        const bonus = least(satang((deposit * promotion.percent) / 100n), promotion.maximum);
        return { promotion, bonus, need: satang((deposit + bonus) * promotion.times) };
      })
      .toSorted((one, other) => Number(other.bonus - one.bonus) || Number(one.need - other.need));
    const [best] = offers;
    if (!best) return false;
    if (running) running.isOpen = false;
    const { promotion, bonus, need } = best;
    const bound = { own: most(0n, funds(member) - deposit), bonus, deposit };
    move(member, 'bonusCost', 'game', bonus);
    member.flows.push({ begunAt: this.now, at: this.now, gifts: bonus });
    member.grants.push({ promotionId: promotion.id, day: today });
    const cap = promotion.capTimes === undefined ? undefined : satang(deposit * promotion.capTimes);
    const { betMax, excluded, weights } = promotion;
    const expiresAt = this.now + BONUS_DAYS * DAY_MS;
    const terms = { amount: bonus, plainNeed: deposit, expiresAt, betMax, excluded, weights };
    this.addLine(member, 'BONUS', need, { cap, bound, bonus: terms });
    return true;
  }

  cancelBonus(member: BookMember): string {
    const line = openLines(member).find(({ bonus }) => bonus !== undefined);
    if (!line || line.now === line.need) return 'BONUS_NONE_ACTIVE';
    if (isUnsettled(member)) return 'BONUS_BET_OPEN';
    this.giveUp(member, line);
    return 'cancelled';
  }

  /** Own money less what was lost since stays; the bonus and what was won with it go. */
  giveUp(member: BookMember, line: BookLine): void {
    const { bonus, bound } = line;
    if (!bonus) throw new Error('only a bonus is given up');
    const before = balance(member, 'game');
    const open = openWithdrawal(member);
    const leaving = open && open.askedAt > line.createdAt ? open.amount + open.removed : 0n;
    const own = most(0n, bound.own - leaving);
    const kept = least(before, least(own + bound.deposit, most(0n, funds(member) - bound.bonus)));
    const removed = before - kept;
    for (const other of bonusLines(member)) {
      if (other === line) continue;
      const left = bound.own + bound.deposit - other.bound.bonus;
      const rest = other.no < line.no ? other.bound.own - bound.bonus : least(other.bound.own, left);
      other.bound = { ...other.bound, own: most(0n, rest) };
    }
    const ofBonus = least(removed, bonus.amount);
    move(member, 'game', 'bonusCost', ofBonus);
    move(member, 'game', 'residualTaken', removed - ofBonus);
    member.flows.push({ begunAt: this.now, at: this.now, gifts: -removed });
    line.isOpen = false;
    const left = bonus.plainNeed - least(bonus.plainNeed, line.now);
    if (left > 0n && kept > 0n) this.addLine(member, 'DEPOSIT', left);
    this.loseSpent(member);
  }

  redeem(member: BookMember, typed: string): string {
    const code = this.codes.find((each) => each.code === typed);
    const used = this.codeUses.get(typed) ?? 0;
    if (!code || member.codes.has(typed) || used === code.usesMax) return 'CODE_REFUSED';
    this.codeUses.set(typed, used + 1);
    member.codes.add(typed);
    const own = most(0n, funds(member));
    move(member, 'codeCost', 'game', code.amount);
    member.flows.push({ begunAt: this.now, at: this.now, gifts: code.amount });
    const playable = this.credit(member, code.amount);
    const bound = { own, bonus: playable, deposit: 0n };
    const cap = playable === 0n ? undefined : code.cap;
    this.addLine(member, 'ITEMCODE', playable * code.times, { cap, bound });
    return 'redeemed';
  }

  addLine(
    member: BookMember,
    source: string,
    need: bigint,
    {
      cap,
      bound = { own: 0n, bonus: 0n, deposit: 0n },
      bonus,
    }: Partial<Pick<BookLine, 'cap' | 'bound' | 'bonus'>> = {},
  ): void {
    // Asking for nothing asks nothing, unless a cap has to be remembered.
    if (need === 0n && cap === undefined) return;
    const no = member.lines.length + 1;
    member.lines.push({ no, source, need, now: 0n, cap, isOpen: true, createdAt: this.now, bound, bonus });
  }

  // ── own money ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** New money pays what is owed, and is own money to the lines that are there; answers what is left of it. */
  credit(member: BookMember, amount: bigint): bigint {
    const playable = payOwed(member, amount);
    if (isSpent(member, playable)) closeLines(member);
    for (const line of bonusLines(member)) addOwn(member, line, { arrived: amount, own: playable });
    return playable;
  }

  /** A withdrawal comes back to the game wallet: new to those lines that began after it was asked for. */
  giveBack(member: BookMember, amount: bigint, askedAt: number): void {
    const own = payOwed(member, amount);
    for (const line of bonusLines(member)) {
      if (line.createdAt > askedAt) addOwn(member, line, { arrived: amount, own });
    }
  }

  loseSpent(member: BookMember): void {
    if (isSpent(member, 0n)) closeLines(member);
  }

  // ── withdrawals ────────────────────────────────────────────────────────────────────────────────────────────────────────

  withdraw(member: BookMember, amount: bigint): string {
    const lines = openLines(member);
    if (amount < 100n * BAHT) return 'WITHDRAW_BELOW_MINIMUM';
    if (amount > 50_000n * BAHT) return 'WITHDRAW_ABOVE_MAXIMUM';
    if (openWithdrawal(member)) return 'WITHDRAW_ALREADY_OPEN';
    if (balance(member, 'receivable') < 0n) return 'WITHDRAW_FROZEN';
    if (lines.some(({ now, need }) => now < need)) return 'TURNOVER_NOT_MET';
    const caps = lines.flatMap(({ cap, bound }) => (cap === undefined ? [] : [cap + bound.own]));
    const cap = caps.length === 0 ? undefined : caps.reduce(least);
    if (cap !== undefined && amount > cap) return 'WITHDRAW_ABOVE_CAP';
    const before = balance(member, 'game');
    if (amount > before) return 'INSUFFICIENT_FUNDS';
    const removed = cap === undefined ? 0n : most(0n, before - cap);
    move(member, 'game', 'withdrawalHeld', amount + removed);
    const today = member.withdrawals.filter(({ closedAt }) => bangkokDay(closedAt) === bangkokDay(this.now));
    const isDoubtful =
      today.some(({ state }) => state === 'failed') || today.filter(({ state }) => state === 'paid').length >= 10;
    const state = amount > 5_000n * BAHT || isDoubtful ? 'requested' : 'approved';
    member.withdrawals.push({ amount, removed, askedAt: this.now, state, closedAt: Number.NaN });
    return state;
  }

  decide(member: BookMember, to: 'approved' | 'rejected'): string {
    const open = openWithdrawal(member);
    if (open?.state !== 'requested') return 'not_waiting';
    open.state = to;
    if (to === 'rejected') {
      open.closedAt = this.now;
      move(member, 'withdrawalHeld', 'game', open.amount + open.removed);
      this.giveBack(member, open.amount + open.removed, open.askedAt);
    }
    return to;
  }

  /** The bank says what became of it. */
  settle(member: BookMember, to: 'paid' | 'failed'): string {
    const open = openWithdrawal(member);
    if (open?.state !== 'approved') return 'unknown_payout';
    open.state = to;
    open.closedAt = this.now;
    if (to === 'failed') {
      move(member, 'withdrawalHeld', 'main', open.amount);
      move(member, 'withdrawalHeld', 'game', open.removed);
      this.giveBack(member, open.removed, open.askedAt);
      return 'settled';
    }
    move(member, 'withdrawalHeld', 'payouts', open.amount);
    move(member, 'withdrawalHeld', 'residual', open.removed);
    member.flows.push({ begunAt: this.now, at: this.now, withdrawals: open.amount });
    for (const line of openLines(member)) {
      if (line.now === line.need && line.createdAt <= open.askedAt) line.isOpen = false;
    }
    return 'settled';
  }
}

function newMember(acceptsBonus: boolean, now: () => number): BookMember {
  return {
    now,
    limits: new Map(),
    losses: [],
    stakedAt: [],
    acceptsBonus,
    accounts: new Map(),
    lines: [],
    rounds: new Map(),
    allRounds: [],
    flows: [],
    periods: [],
    withdrawals: [],
    codes: new Set(),
    grants: [],
    parked: [],
    releasedAt: Number.NEGATIVE_INFINITY,
    deposited: 0n,
  };
}

const OF_PLAY: readonly Account[] = ['game', 'receivable'];
const OF_GAMES: readonly Account[] = ['games', 'awards', 'tips'];

export const balance = (member: BookMember, account: Account): bigint => member.accounts.get(account) ?? 0n;

export function move(member: BookMember, from: Account, to: Account, amount: bigint): void {
  if (amount < 0n) throw new Error(`a movement from ${from} to ${to} is never negative`);
  member.accounts.set(from, balance(member, from) - amount);
  member.accounts.set(to, balance(member, to) + amount);
  const [leaves, comes] = [OF_PLAY.includes(from), OF_PLAY.includes(to)];
  if (leaves !== comes && OF_GAMES.includes(leaves ? to : from)) {
    member.losses.push({ at: member.now(), amount: leaves ? amount : -amount });
  }
}

/** What becomes playable pays what is owed first; answers what is left of it. */
export function payOwed(member: BookMember, amount: bigint): bigint {
  const repaid = least(amount, -balance(member, 'receivable'));
  move(member, 'game', 'receivable', repaid);
  return amount - repaid;
}

export const openLines = (member: BookMember): BookLine[] => member.lines.filter(({ isOpen }) => isOpen);
const openWithdrawal = (member: BookMember): BookWithdrawal | undefined =>
  member.withdrawals.find(({ state }) => state === 'requested' || state === 'approved');
const bonusLines = (member: BookMember): BookLine[] =>
  openLines(member).filter(({ source, cap }) => source === 'BONUS' || source === 'ITEMCODE' || cap !== undefined);

const openBets = (member: BookMember): BookBet[] =>
  member.allRounds
    .filter(({ state }) => state === 'open')
    .flatMap(({ bets }) => bets.filter(({ state }) => state === 'open'));
const staked = (member: BookMember): bigint => openBets(member).reduce((sum, { stake }) => sum + stake, 0n);
/** What can be played with once every stake is back, debts paid. */
const funds = (member: BookMember): bigint => balance(member, 'game') + staked(member) + balance(member, 'receivable');

/** A round may still pay: a bet is open, or it was opened within a day and nobody closed it. */
export const isUnsettled = (member: BookMember): boolean =>
  member.allRounds.some(
    ({ state, bets, openedAt }) =>
      state === 'open' && (bets.some((bet) => bet.state === 'open') || openedAt > member.now() - DAY_MS),
  );

function isSpent(member: BookMember, arrived: bigint): boolean {
  const worth =
    balance(member, 'game') + staked(member) + balance(member, 'withdrawalHeld') + balance(member, 'main') - arrived;
  return worth < 5n * BAHT && !isUnsettled(member);
}

function closeLines(member: BookMember): void {
  for (const line of openLines(member)) line.isOpen = false;
}

/** After play: only who has little left in the game wallet can have spent everything. */
export function closeWhenGone(member: BookMember): void {
  if (balance(member, 'game') < 5n * BAHT && isSpent(member, 0n)) closeLines(member);
}

/** With less than the bonus left, deposit and own money from before are lost for good. */
function addOwn(
  member: BookMember,
  line: BookLine,
  { arrived, own, apart = 0n }: { readonly arrived: bigint; readonly own: bigint; readonly apart?: bigint },
): void {
  const { bound } = line;
  const left = funds(member) - arrived;
  const outside = apart + balance(member, 'main') + balance(member, 'withdrawalHeld');
  const isLost = left + outside < bound.bonus;
  line.bound = isLost
    ? { own: least(bound.own, outside) + own, bonus: most(0n, left), deposit: 0n }
    : { ...bound, own: bound.own + own };
}

/** A result of bets pays another amount: those from before a line bring it own money, less their stakes when they are settled. */
export function changeOwn(
  member: BookMember,
  bets: readonly BookBet[],
  { from, to, settles }: { readonly from: bigint; readonly to: bigint; readonly settles: bigint },
): void {
  const sum = (some: readonly BookBet[]): bigint => some.reduce((total, { stake }) => total + stake, 0n);
  for (const line of bonusLines(member)) {
    const before = sum(bets.filter((bet) => bet.line < line.no));
    if (before === 0n) continue;
    const share = (amount: bigint): bigint => (amount * before) / sum(bets);
    line.bound = { ...line.bound, own: most(0n, line.bound.own + share(to) - share(from) - settles * before) };
  }
}
