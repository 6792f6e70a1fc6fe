// The bank of a hunted story: what really arrived and what really left, whoever was told.
//
// A payout that the product submits is accepted and left open until the story says what became of it. A forgetful bank pays at
// once, gives no answer, and pays again under the same id.
//
// Always true: the bank knows nothing of the product. What it did stands here once for each time that it did it.
//
// Elsewhere: transfers to the house (product.ts builds slips and feed lines from them), who concludes what (book.ts).

export type BankTransfer = {
  readonly name: string;
  readonly sendingBank: string;
  readonly senderAccount: string;
  readonly senderName: string;
  readonly toAccount: string;
  readonly transRef: string;
  readonly at: Date;
  /** In baht, with two decimals. */
  readonly amount: string;
};

export type PayoutOrder = { readonly payoutId: string; readonly account: string; readonly amount: bigint };
export type PayoutMood = 'accepts' | 'forgetful' | 'silent';
export type PayoutEvent = PayoutOrder & { readonly did: 'submitted' | 'paid' | 'failed' | 'returned' };

type BankPayout = PayoutOrder & { said: 'accepted' | 'paid' | 'failed' | 'returned' };

export class Bank {
  mood: PayoutMood = 'accepts';
  readonly transfers = new Map<string, BankTransfer>();
  readonly #payouts = new Map<string, BankPayout>();
  /** Called with everything that happens to payouts, while it happens. */
  readonly #onEvent: (event: PayoutEvent) => Promise<void>;

  constructor(onEvent: (event: PayoutEvent) => Promise<void>) {
    this.#onEvent = onEvent;
  }

  /** The product asks to pay; nothing where the answer was lost. */
  async pay(order: PayoutOrder): Promise<BankPayout['said'] | undefined> {
    const known = this.#payouts.get(order.payoutId);
    if (!known) {
      this.#payouts.set(order.payoutId, { ...order, said: 'accepted' });
      await this.#onEvent({ ...order, did: 'submitted' });
    }
    if (this.mood === 'forgetful') {
      await this.#onEvent({ ...order, did: 'paid' });
      return undefined;
    }
    return this.mood === 'silent' ? undefined : (known?.said ?? 'accepted');
  }

  ask(payoutId: string): BankPayout['said'] | 'unknown' {
    if (this.mood === 'forgetful') return 'unknown';
    return this.#payouts.get(payoutId)?.said ?? 'unknown';
  }

  /** What becomes of a payout, contradictions included. Nothing where the bank never heard of it. */
  async decide(
    payoutId: string,
    did: 'paid' | 'failed' | 'returned',
  ): Promise<'paid' | 'failed' | 'returned' | undefined> {
    const payout = this.#payouts.get(payoutId);
    if (!payout || (did === 'returned' && payout.said !== 'paid')) return undefined;
    // Money that left does not fail without coming back.
    if (did === 'failed' && payout.said === 'paid') return undefined;
    const wasPaid = payout.said === 'paid';
    payout.said = did;
    if (!(did === 'paid' && wasPaid)) await this.#onEvent({ ...payout, did });
    return did;
  }

  /** Payouts that were neither paid nor failed. */
  open(): string[] {
    return [...this.#payouts.values()].filter(({ said }) => said === 'accepted').map(({ payoutId }) => payoutId);
  }
}
