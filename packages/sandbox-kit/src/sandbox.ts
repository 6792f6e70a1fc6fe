// What every part of the sandbox is handed: its settings and its memory. Passed as an argument, never global.

import type { Config } from './config.ts';
import type { Store } from './store.ts';

export type Sandbox = {
  readonly config: Config;
  readonly store: Store;
};
