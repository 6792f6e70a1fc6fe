// Context of the bank's functions: store, delays, outbox and service behaviours.

import type { Store } from '@chaba/sandbox-kit/store';

import type { BankTimes } from './bank-clock.ts';
import type { Outbox } from './outbox.ts';

export type BankContext = {
  readonly memory: Store;
  readonly times: BankTimes;
  readonly outbox: Outbox;
  /** Reads the next due time of payouts again. */
  readonly wakePayouts: () => void;
};
