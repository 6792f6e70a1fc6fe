// The settings and the store that the bank and the studio share. Passed as an argument, never global.
//
// Elsewhere: the environment variables (apps/sandbox/src/core/config.ts), the studio's own settings
// (apps/studio/src/server/studio-context.ts).

import type { Secrets } from './signature.ts';
import type { Store } from './store.ts';

export type SandboxConfig = {
  /**
   * Secrets shared with the server, one for the bank and one for the studio; the secret of each key is derived from
   * one.
   */
  readonly secrets: Secrets;
  /** Address of the server: wallet calls, payout results, the bank feed. */
  readonly serverUrl: string;
  /** Address under which browsers reach the sandbox. */
  readonly publicUrl: string;
};

export type Sandbox<Config extends SandboxConfig = SandboxConfig> = {
  readonly config: Config;
  readonly store: Store;
};
