// The payouts of one member: requests, submissions to the bank, and amounts that left.
//
// Always true: a submitted payout counts as left until the bank reports a failure. A paid one counts once per payment.

type Payout = {
  amount: bigint;
  requestedAt: number;
  approvedAt: number;
  submittedAt: number;
  isSubmitted: boolean;
  hasFailed: boolean;
  paidTimes: bigint;
};

export class PayoutBook {
  /** Total paid according to the ledger. */
  paidByJournal = 0n;
  /** Deposits that were sent back from the game wallet. */
  sentBack = 0n;
  /** The submission of the last payout that came back. */
  lastReturned = Infinity;
  readonly #payouts = new Map<string, Payout>();

  request(withdrawal: string, at: number): void {
    Object.assign(this.#find(withdrawal, at), { requestedAt: at, approvedAt: at });
  }

  approve(withdrawal: string, at: number): void {
    this.#find(withdrawal, at).approvedAt = at;
  }

  submit(withdrawal: string, amount: bigint, at: number): Readonly<Payout> {
    return Object.assign(this.#find(withdrawal, at), { isSubmitted: true, submittedAt: at, amount });
  }

  /** Returns whether more left than was recorded. */
  settle(withdrawal: string, amount: bigint, did: 'paid' | 'failed' | 'returned'): boolean {
    const before = this.left();
    const payout = this.#find(withdrawal, 0);
    payout.amount = amount;
    payout.hasFailed ||= did !== 'paid';
    if (did !== 'paid') this.lastReturned = payout.submittedAt;
    if (did === 'paid') payout.paidTimes += 1n;
    if (did === 'returned') payout.paidTimes -= 1n;
    return this.left() > before;
  }

  hasFailed(withdrawal: string): boolean {
    return this.#payouts.get(withdrawal)?.hasFailed === true;
  }

  /** The total that left of payouts that were requested before this moment. */
  left(before = Infinity): bigint {
    let total = 0n;
    for (const { amount, requestedAt, isSubmitted, hasFailed, paidTimes } of this.#payouts.values()) {
      if (requestedAt >= before) continue;
      total += paidTimes === 0n && isSubmitted && !hasFailed ? amount : amount * paidTimes;
    }
    return total;
  }

  /** Money that no longer is the member's: payouts, and deposits that were sent back from the game wallet. */
  gone(): bigint {
    return this.left() + this.sentBack;
  }

  /** Amount submitted to the bank and still held in the ledger. */
  onItsWay(): bigint {
    const amount = this.left() - this.paidByJournal;
    return amount > 0n ? amount : 0n;
  }

  #find(withdrawal: string, at: number): Payout {
    let payout = this.#payouts.get(withdrawal);
    if (!payout) {
      const times = { requestedAt: at, approvedAt: at, submittedAt: Infinity };
      payout = { amount: 0n, ...times, isSubmitted: false, hasFailed: false, paidTimes: 0n };
      this.#payouts.set(withdrawal, payout);
    }
    return payout;
  }
}
