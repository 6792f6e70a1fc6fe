// Held wins as the member's live stream sends them.

import type { LiveEvent } from '@chaba/contract/live';
import { messageText } from '@chaba/contract/messages.text';
import type { Database } from '@chaba/database';
import { toBaht } from '@chaba/money';

import { changedHeldWins } from './held-wins.ts';

const MESSAGES = {
  held: messageText.winHeld,
  released: messageText.winReleased,
  refused: messageText.winRefused,
} as const;

/** Held wins of a member, as events of the live stream. */
export async function heldWinChanges(
  database: Database,
  of: { readonly siteId: number; readonly memberId: bigint; readonly since: Date },
): Promise<{ event: 'heldWin'; data: LiveEvent<'heldWin'>['data']; at: Date }[]> {
  const changed = await changedHeldWins(database, of.siteId, of);
  return changed.map(({ amount, state, changedAt }) => ({
    event: 'heldWin',
    data: { Amount: toBaht(amount), state, message: MESSAGES[state](amount) },
    at: changedAt,
  }));
}
