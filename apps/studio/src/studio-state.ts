// What the parts of the studio are handed: the sandbox, and what lives only in this process.

import type { Alarm } from '#core/alarm';
import type { Sandbox } from '#core/sandbox';

import type { FaultInjector } from './fault-injection.ts';
import type { RoundRow } from './rounds.store.ts';

export type StudioContext = Sandbox & {
  readonly behaviour: FaultInjector;
  /** The one running attempt of each round. */
  readonly inFlight: Map<string, Promise<RoundRow>>;
  /** Rings when an open round's next attempt is due. */
  readonly alarm: Alarm;
};
