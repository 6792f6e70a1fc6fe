// The studio's settings, and the state value that its parts are passed: the sandbox and the state of this process.

import type { RetryLoop } from '@chaba/sandbox-kit/reliable-call';
import type { Sandbox, SandboxConfig } from '@chaba/sandbox-kit/sandbox';

import type { FaultInjector } from './fault-injection.ts';
import type { RoundRow } from './rounds.store.ts';

export type StudioConfig = SandboxConfig & {
  /** The member sites that may frame a game and be returned to. */
  readonly webOrigins: readonly string[];
  /** How long a round of a shared table lasts, and a tick of the market; journeys shorten them. */
  readonly tableRoundMs: number;
  readonly tickMs: number;
  /** Interval between paid spins of a player at slots. */
  readonly spinMs: number;
};

export type StudioContext = Sandbox<StudioConfig> & {
  readonly behaviour: FaultInjector;
  /** Settles open rounds, one attempt of a round at a time. */
  readonly rounds: RetryLoop<RoundRow>;
};
