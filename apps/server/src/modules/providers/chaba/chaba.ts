// The protocol of this project: the wallet's own contract over signed HTTP, and the studio's API in the other
// direction.
//
// Elsewhere: routes (chaba.routes.ts), queries (chaba-client.ts), the protocol in words (docs/providers.md).

import { usualProfile } from '#modules/wallet';
import type { Protocol } from '#providers/protocol';

import { openChabaStudio, studioKeyPrefixes } from './chaba-client.ts';
import { registerChabaRoutes } from './chaba.routes.ts';

export const chaba: Protocol = {
  name: 'chaba',
  // The studio places a bet for each free round.
  profileOf: (provider) => ({ ...usualProfile, isFreeWithoutBet: !(provider in studioKeyPrefixes) }),
  registerRoutes: registerChabaRoutes,
  client: { providers: Object.keys(studioKeyPrefixes), open: openChabaStudio },
};
