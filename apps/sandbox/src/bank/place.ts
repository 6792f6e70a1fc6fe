// The bank as a place: its memory, its times, what it has to tell the server, and how its services behave
// at the moment. Passed as an argument to everything the bank does.

import type { Store } from '@chaba/sandbox-kit/store';

import type { BankTimes } from './bank-clock.ts';
import type { Outbox } from './outbox.ts';

export type BankContext = {
  readonly memory: Store;
  readonly times: BankTimes;
  readonly outbox: Outbox;
  /** Something of the payouts may be due sooner than was thought. */
  readonly wakePayouts: () => void;
};
