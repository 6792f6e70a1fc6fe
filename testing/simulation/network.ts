// The unreliable network between a provider and the wallet, in simulated time: messages are lost, duplicated, delayed
// or reordered, and the wallet may crash before or after its write.
//
// Always true: one seed gives one order of events. After `healsAt` no message is lost, so a repeated request gets a
// response. Messages that arrive in one tick reach the wallet together, as requests that share a batch.
//
// Elsewhere: the sender (simulated-provider.ts), the wallets (memory-host.ts, database-host.ts).

import type { WalletOutcome, WalletCommand } from '@chaba/server/modules/wallet-commands';

import type { SeededRandom } from '#testing/seeded-random';

/** The wallet as the network uses it. */
export type WalletHost = {
  /** Returns an outcome per command, or throws after a crash: then all of the batch is written or nothing. */
  apply(commands: readonly WalletCommand[], falls: CrashPoint): Promise<WalletOutcome[]>;
  /** The periodic jobs: retries orphan wins and releases held wins. */
  runJobs(): Promise<void>;
};
export type CrashPoint = 'not at all' | 'before it wrote' | 'after it wrote';

type Event = { readonly at: number; readonly order: number; readonly run: () => void };
type Arriving = { readonly command: WalletCommand; readonly onOutcome: (outcome: WalletOutcome) => void };

export type NetworkFaults = {
  readonly loss: number;
  readonly duplicate: number;
  readonly slowest: number;
  readonly fall: number;
  readonly healsAt: number;
};

const EVENTS_MAX = 50_000;

export class Network {
  now = 0;
  readonly answers: { readonly command: WalletCommand; readonly outcome: WalletOutcome }[] = [];
  readonly #chance: SeededRandom;
  readonly #host: WalletHost;
  readonly #faults: NetworkFaults;
  #events: Event[] = [];
  #arriving: Arriving[] = [];
  #order = 0;

  constructor(random: SeededRandom, host: WalletHost, faults: NetworkFaults) {
    this.#chance = random;
    this.#host = host;
    this.#faults = faults;
  }

  after(ticks: number, run: () => void): void {
    this.#order += 1;
    this.#events.push({ at: this.now + ticks, order: this.#order, run });
  }

  /** Sends a command; the callback runs once per response that arrives: never, once or several times. */
  send(command: WalletCommand, onOutcome: (outcome: WalletOutcome) => void): void {
    const copies = this.#is(this.#faults.duplicate) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      if (!this.#is(this.#faults.loss)) {
        this.after(this.#delay(), () => void this.#arriving.push({ command, onOutcome }));
      }
    }
  }

  /** Runs until no event is left. */
  async run(): Promise<void> {
    for (let count = 0; this.#events.length > 0; count += 1) {
      if (count > EVENTS_MAX) throw new Error('the provider sent events without end');
      this.now = this.#events.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
      const due = this.#events.filter(({ at }) => at === this.now).toSorted((one, other) => one.order - other.order);
      this.#events = this.#events.filter(({ at }) => at !== this.now);
      for (const { run } of due) run();
      await this.#deliver();
    }
    await this.#host.runJobs();
  }

  async #deliver(): Promise<void> {
    const arrived = this.#arriving;
    if (arrived.length === 0) return;
    this.#arriving = [];
    const outcomes = await this.#host
      .apply(
        arrived.map(({ command }) => command),
        this.#fall(),
      )
      .catch(() => undefined);
    if (this.#chance.is(0.3)) await this.#host.runJobs();
    if (outcomes === undefined) return;
    for (const [place, { command, onOutcome }] of arrived.entries()) {
      const outcome = outcomes[place];
      if (outcome === undefined) throw new Error('every call has an answer');
      this.answers.push({ command, outcome });
      if (!this.#is(this.#faults.loss)) this.after(this.#delay(), () => onOutcome(outcome));
    }
  }

  #fall(): CrashPoint {
    if (!this.#is(this.#faults.fall)) return 'not at all';
    return this.#chance.is(0.5) ? 'before it wrote' : 'after it wrote';
  }

  #delay(): number {
    return this.#chance.whole(1, this.#faults.slowest);
  }

  /** Decides a fault by its probability while the network is unreliable. */
  #is(share: number): boolean {
    return this.now < this.#faults.healsAt && this.#chance.is(share);
  }
}
