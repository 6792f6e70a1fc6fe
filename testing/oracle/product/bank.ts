// The bank of a hunt story: transfers that arrived and payouts that left, independent of any report.
//
// A submitted payout is accepted and stays open until the story decides its result. A non-idempotent bank pays at once,
// sends no response, and pays again under the same id; it denies an order for at most fifteen minutes.
//
// Always true: the bank has no access to the product. Each action is recorded once per execution.
//
// Elsewhere: transfers to the house (product.ts builds slips and feed lines from them), conclusions (leaks.ts).

export type SentTransfer = {
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

type SimulatedPayoutOrder = { readonly payoutId: string; readonly account: string; readonly amount: bigint };
export type PayoutBehaviour = 'accepts' | 'forgetful' | 'silent';
export type PayoutEvent = SimulatedPayoutOrder & { readonly did: 'submitted' | 'paid' | 'failed' | 'returned' };

type SimulatedPayout = SimulatedPayoutOrder & {
  readonly orderedAt: number;
  status: 'accepted' | 'paid' | 'failed' | 'returned';
};

const DENIES_FOR_MS = 15 * 60_000;

export class Bank {
  behaviour: PayoutBehaviour = 'accepts';
  readonly transfers = new Map<string, SentTransfer>();
  readonly #payouts = new Map<string, SimulatedPayout>();
  /** Called for every payout event at the moment it occurs. */
  readonly #onEvent: (event: PayoutEvent) => Promise<void>;

  readonly #now: () => number;

  constructor(onEvent: (event: PayoutEvent) => Promise<void>, now: () => number) {
    this.#onEvent = onEvent;
    this.#now = now;
  }

  /** Receives a payout order; undefined when the response is lost. */
  async pay(order: SimulatedPayoutOrder): Promise<SimulatedPayout['status'] | undefined> {
    const known = this.#payouts.get(order.payoutId);
    const orderedAt = known?.orderedAt ?? this.#now();
    if (!known) {
      this.#payouts.set(order.payoutId, { ...order, orderedAt, status: 'accepted' });
      await this.#onEvent({ ...order, did: 'submitted' });
    }
    if (this.behaviour === 'forgetful') {
      this.#payouts.set(order.payoutId, { ...order, orderedAt, status: 'paid' });
      await this.#onEvent({ ...order, did: 'paid' });
      return undefined;
    }
    return this.behaviour === 'silent' ? undefined : (known?.status ?? 'accepted');
  }

  getStatus(payoutId: string): SimulatedPayout['status'] | 'unknown' {
    const payout = this.#payouts.get(payoutId);
    if (!payout || (this.behaviour === 'forgetful' && this.#now() - payout.orderedAt < DENIES_FOR_MS)) return 'unknown';
    return payout.status;
  }

  /** Sets the result of a payout, contradictions included. Undefined for an unknown payout. */
  async decide(
    payoutId: string,
    did: 'paid' | 'failed' | 'returned',
  ): Promise<'paid' | 'failed' | 'returned' | undefined> {
    const payout = this.#payouts.get(payoutId);
    if (!payout || (did === 'returned' && payout.status !== 'paid')) return undefined;
    // Money that left cannot fail without being returned.
    if (did === 'failed' && payout.status === 'paid') return undefined;
    const wasPaid = payout.status === 'paid';
    payout.status = did;
    if (!(did === 'paid' && wasPaid)) await this.#onEvent({ ...payout, did });
    return did;
  }

  /** Submitted payouts without a delivered result. */
  open(): string[] {
    const isOpen = ({ status }: SimulatedPayout): boolean => status === 'accepted' || this.behaviour !== 'accepts';
    return [...this.#payouts.values()].filter(isOpen).map(({ payoutId }) => payoutId);
  }
}
