// Cashback of one member: the maximum, and for weeks without special cases the minimum.
//
// A week's loss is the stakes settled in it less their payouts. A gift is subtracted in the week in which it has been
// wagered once. Where cashback is computed many times a week, as with play money, winning hours of a day offset losing
// ones, so a day's loss is its maximum at any moment.
//
// Always true: the maximum is generous. A correction counts in the week in which it is made, and prizes do not reduce a
// loss.
//
// Elsewhere: the product's rule (modules/cashback).

const DAY_MS = 86_400_000;
const BANGKOK_MS = 7 * 3_600_000;
/** 1 January 1970 was a Thursday. */
const MONDAY_OFFSET_DAYS = 3;
const PERCENT = 5n;

type Gift = { amount: bigint; staked: bigint; playedIn: readonly Span[] };
type Span = { net: bigint; peak: bigint; gifts: bigint };

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
  settle(stake: bigint): void {
    this.lose(stake);
    for (const gift of this.#gifts) {
      if (stake <= 0n || gift.playedIn.length > 0) continue;
      gift.staked += stake;
      if (gift.staked < gift.amount) continue;
      gift.playedIn = this.#spans();
      for (const span of gift.playedIn) span.gifts += gift.amount;
    }
  }

  /** Records money lost to a game; negative: won. */
  lose(amount: bigint): void {
    for (const span of this.#spans()) {
      span.net += amount;
      if (span.net > span.peak) span.peak = span.net;
    }
  }

  most(): bigint {
    const losses = this.isSliced
      ? [...this.#days.values()].map(({ peak, gifts }) => peak - gifts)
      : [...this.#weeks.values()].map(({ net, gifts }) => net - gifts);
    return percentOf(losses);
  }

  /** Minimum for a member without gifts, corrections or withdrawals, for weeks that ended long enough ago. */
  least(now: number): bigint {
    if (!this.isPlain || this.isSliced) return 0n;
    const ended = [...this.#weeks].filter(([week]) => weekOf(now - 3_600_000) > week);
    const losses = ended.map(([, { net }]) => net);
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

const dayOf = (at: number): number => Math.floor((at + BANGKOK_MS) / DAY_MS);
const weekOf = (at: number): number => Math.floor((dayOf(at) + MONDAY_OFFSET_DAYS) / 7);
const percentOf = (losses: readonly bigint[]): bigint =>
  losses.reduce((sum, loss) => (loss > 0n ? sum + (loss * PERCENT) / 100n : sum), 0n);
