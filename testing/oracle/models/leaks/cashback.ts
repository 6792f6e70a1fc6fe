// Cashback of one member: the maximum, and for weeks without special cases the minimum.
//
// A week's loss is the stakes settled in it less their payouts. A gift is subtracted in the week in which it has been
// wagered once. Where cashback is computed many times a week, as with play money, winning hours of a day offset losing
// ones, so a day's loss is its maximum at any moment. A round counts when it is over: while stated free spins of it
// wait, a loss is in no week, and a win in the weeks of its payouts. A round that changes later counts then with all of
// its result, and no longer in the weeks before (decision 0049); a gift that its loss had used is played again with it.
//
// Always true: the maximum is generous. Prizes do not reduce a loss.
//
// Elsewhere: the product's rule (modules/cashback).

import { min } from '#testing/oracle/arithmetic';

const DAY_MS = 86_400_000;
const BANGKOK_MS = 7 * 3_600_000;
/** 1 January 1970 was a Thursday. */
const MONDAY_OFFSET_DAYS = 3;
const PERCENT = 5n;
/** Results of rounds that were opened longer before a week count in no week. */
const COUNTED_DAYS = 30;

type Gift = { amount: bigint; staked: bigint; playedIn: readonly Span[] };
type Span = { net: bigint; peak: bigint; gifts: bigint };
/** Results of a round: those in weeks, and those that wait for its last free spin. */
type RoundResult = {
  readonly openedAt: number;
  /** Stakes of its bets that have no result yet. */
  openStake: bigint;
  isWaiting: boolean;
  counted: Counted[];
  waiting: WaitingResult[];
};
type Result = { readonly lost: bigint; readonly staked: bigint };
type WaitingResult = Result & { readonly spans: readonly Span[] };
/** A result in its week and day, with the gifts that its stake played. */
type Counted = Result & { readonly spans: readonly Span[]; readonly gifts: readonly Gift[] };

export class CashbackBook {
  /** Sum of all calculated cashback, expired amounts included. */
  given = 0n;
  isSliced = false;
  /** False after corrections, prizes or withdrawals: the minimum is then undefined. */
  isPlain = true;
  #at = 0;
  readonly #weeks = new Map<number, Span>();
  readonly #days = new Map<number, Span>();
  readonly #gifts: Gift[] = [];
  readonly #rounds = new Map<string, RoundResult>();
  #deposits = 0n;

  setTime(at: number): void {
    this.#at = at;
  }

  addDeposit(amount: bigint): void {
    this.#deposits += amount;
  }

  addGift(amount: bigint): void {
    this.isPlain = false;
    this.#gifts.push({ amount, staked: 0n, playedIn: [] });
  }

  /** A returned bonus is no gift. */
  removeGift(amount: bigint): void {
    const gift = this.#gifts.find((each) => each.amount >= amount);
    if (!gift) return;
    gift.amount -= amount;
    for (const span of gift.playedIn) span.gifts -= amount;
  }

  /** Records a stake that got its result; a negative stake is open again. */
  settle(round: string, stake: bigint): void {
    this.#count(round, { lost: stake, staked: stake });
  }

  /** Records money lost to a game; negative: won. */
  lose(round: string, amount: bigint): void {
    this.#count(round, { lost: amount, staked: 0n });
  }

  /** Winnings that were taken with a bonus were never won. */
  take(amount: bigint): void {
    this.#count('', { lost: amount, staked: 0n });
  }

  /** Taken winnings come back, the last ones first. */
  returnTaken(amount: bigint): void {
    const { counted } = this.#roundOf('');
    let rest = amount;
    for (let last = counted.at(-1); last && rest > 0n; last = counted.at(-1)) {
      counted.pop();
      const left = last.lost > rest ? last.lost - rest : 0n;
      for (const span of last.spans) span.net -= last.lost - left;
      rest -= last.lost - left;
      if (left > 0n) counted.push({ ...last, lost: left });
    }
  }

  /** Bets of the round have no result yet: what its others won counts with theirs. */
  setOpenStake(round: string, stake: bigint): void {
    const result = this.#roundOf(round);
    // Only the stake of its first bet was counted.
    const isFirst = result.openStake === 0n && result.counted.length <= 1;
    result.openStake = stake;
    if (stake > 0n && !isFirst) this.isPlain = false;
  }

  /** Free spins of the round wait, or the last one was played. */
  setWaiting(round: string, isWaiting: boolean): void {
    const result = this.#roundOf(round);
    if (result.isWaiting === isWaiting) return;
    result.isWaiting = isWaiting;
    if (!isWaiting) {
      for (const each of result.waiting.splice(0)) this.#count(round, each);
      return;
    }
    for (const { spans, lost } of result.counted.splice(0)) {
      for (const span of spans) span.net -= lost;
      result.waiting.push({ lost, staked: 0n, spans });
    }
  }

  #count(round: string, result: Result): void {
    const of = this.#roundOf(round);
    if (of.isWaiting) {
      of.waiting.push({ ...result, spans: this.#spans() });
      return;
    }
    const spans = this.#spans();
    if (round !== '' && this.#isTooOld(of)) return this.#countOld(of, spans, result);
    const isEarlier = of.counted.some((each) => each.spans.some((span) => !spans.includes(span)));
    // Without a name: winnings that were taken (take).
    if (isEarlier && round !== '') this.#move(of, spans);
    this.#countIn(of, spans, result);
  }

  #isTooOld({ openedAt }: RoundResult): boolean {
    const weekBegan = (weekOf(this.#at) * 7 - MONDAY_OFFSET_DAYS) * DAY_MS - BANGKOK_MS;
    return openedAt < (this.isSliced ? this.#at : weekBegan) - COUNTED_DAYS * DAY_MS;
  }

  /** The weeks before keep the round as it was; a loss may count. */
  #countOld(of: RoundResult, spans: readonly Span[], { lost }: Result): void {
    this.isPlain = false;
    if (lost > 0n) this.#countIn(of, spans, { lost, staked: 0n });
  }

  #countIn(of: RoundResult, spans: readonly Span[], { lost, staked }: Result): void {
    for (const span of spans) {
      span.net += lost;
      if (span.net > span.peak) span.peak = span.net;
    }
    of.counted.push({ spans, lost, staked, gifts: staked > 0n ? this.#playGifts(staked, spans) : [] });
  }

  /** Moves a round to these spans. A gift stays in its week unless the loss of the round had used all of it. */
  #move(of: RoundResult, spans: readonly Span[]): void {
    const moved = of.counted.splice(0);
    const lost = moved.reduce((sum, each) => sum + each.lost, 0n);
    if (lost !== 0n) this.isPlain = false;
    for (const result of moved) {
      for (const span of result.spans) span.net -= result.lost;
      for (const gift of result.gifts) if (lost >= gift.amount) unplay(gift, result.staked);
    }
    for (const { lost, staked } of moved) this.#countIn(of, spans, { lost, staked });
  }

  /** Returns the gifts that the stake plays. */
  #playGifts(staked: bigint, spans: readonly Span[]): Gift[] {
    const played = this.#gifts.filter(({ playedIn }) => playedIn.length === 0);
    for (const gift of played) {
      gift.staked += staked;
      if (gift.staked < gift.amount) continue;
      gift.playedIn = spans;
      for (const span of spans) span.gifts += gift.amount;
    }
    return played;
  }

  #roundOf(round: string): RoundResult {
    const result = this.#rounds.get(round) ?? {
      openedAt: this.#at,
      openStake: 0n,
      isWaiting: false,
      counted: [],
      waiting: [],
    };
    this.#rounds.set(round, result);
    return result;
  }

  most(): bigint {
    const losses = this.isSliced
      ? [...this.#days.values()].map((day) => day.peak - day.gifts + this.#wonBeside(day))
      : [...this.#weeks.values()].map((week) => week.net - week.gifts - this.#wonInOpen(week) + this.#wonBeside(week));
    return percentOf(losses);
  }

  /** Winnings of this week in rounds whose free spins wait, of rounds that paid more than their stakes. */
  #wonInOpen(week: Span): bigint {
    return [...this.#rounds.values()].reduce((won, { waiting }) => {
      const sum = (some: readonly WaitingResult[]) => some.reduce((total, { lost }) => total + lost, 0n);
      return sum(waiting) < 0n ? won - sum(waiting.filter(({ spans }) => spans.includes(week))) : won;
    }, 0n);
  }

  /** Winnings of this span in rounds with other bets that have no result yet, up to the stakes of these. */
  #wonBeside(span: Span): bigint {
    return [...this.#rounds.values()].reduce((won, { counted, openStake }) => {
      const inSpan = counted.filter(({ spans }) => spans.includes(span));
      const lost = inSpan.reduce((total, each) => total + each.lost, 0n);
      return lost < 0n ? won + min(-lost, openStake) : won;
    }, 0n);
  }

  /** Minimum for a member without gifts, corrections or withdrawals, for weeks that ended long enough ago. */
  least(now: number): bigint {
    if (!this.isPlain || this.isSliced) return 0n;
    const ended = [...this.#weeks].filter(([week]) => weekOf(now - 3_600_000) > week);
    const losses = ended.map(([, week]) => week.net - this.#wonInOpen(week));
    const total = losses.reduce((sum, loss) => sum + (loss > 0n ? loss : 0n), 0n);
    return total > this.#deposits ? 0n : percentOf(losses);
  }

  #spans(): readonly Span[] {
    return [spanAt(this.#weeks, weekOf(this.#at)), spanAt(this.#days, dayOf(this.#at))];
  }
}

function spanAt(spans: Map<number, Span>, key: number): Span {
  const span = spans.get(key) ?? { net: 0n, peak: 0n, gifts: 0n };
  spans.set(key, span);
  return span;
}

function unplay(gift: Gift, staked: bigint): void {
  gift.staked -= staked;
  if (gift.playedIn.length === 0 || gift.staked >= gift.amount) return;
  for (const span of gift.playedIn) span.gifts -= gift.amount;
  gift.playedIn = [];
}

const dayOf = (at: number): number => Math.floor((at + BANGKOK_MS) / DAY_MS);
const weekOf = (at: number): number => Math.floor((dayOf(at) + MONDAY_OFFSET_DAYS) / 7);
const percentOf = (losses: readonly bigint[]): bigint =>
  losses.reduce((sum, loss) => (loss > 0n ? sum + (loss * PERCENT) / 100n : sum), 0n);
