// Actions that the host may do without a sign-in (`--host`), as data.
//
// Always true: `always` tightens. `set-up` holds while fewer than two people with a factor could decide the action at
// the site. `tightening` holds where the action makes a limit stricter or a switch safer. All else needs a person.
//
// Elsewhere: the actions (actions.ts), sites and invitations of the host (apps/operator-cli).

import type { ActionName } from './actions.ts';

export type HostRule = 'always' | 'tightening' | 'set-up';

export const hostActions: Readonly<Partial<Record<ActionName, HostRule>>> = {
  'provider.close': 'always',
  'account.close': 'always',
  'site.set-switch': 'tightening',
  'site.set-limit': 'set-up',
  'site.set-terms': 'set-up',
  'site.set-look': 'set-up',
  'site.publish-terms': 'set-up',
  'account.open': 'set-up',
  'account.set-promptpay': 'set-up',
};
