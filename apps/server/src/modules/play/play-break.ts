// A break from play, begun: no stake and no game from this moment, every session out, and the providers are told to end theirs. An
// exclusion gives the running bonus and codes up, at once or as soon as no round may still pay.
//
// Elsewhere: what a break is and how long it lasts (members/play-breaks.ts), telling the providers (providers/kicks.ts).

import { lockLanes } from '@chaba/ledger';
import type { Transaction } from '@chaba/database';

import { signalAfterCommit } from '#core/member-events';
import { forfeitForExclusion } from '#modules/bonuses';
import { type PlayBreakLength, recordPlayBreak } from '#modules/members';

import { requestKick } from '#providers/kicks';

export async function startPlayBreak(
  tx: Transaction,
  siteId: number,
  wish: { readonly memberId: bigint; readonly length: PlayBreakLength; readonly requestedBy: 'member' | 'operator' },
): Promise<void> {
  // After this lane no batch of bets still believes that the member may stake.
  await lockLanes(tx, siteId, [wish.memberId]);
  await recordPlayBreak(tx, siteId, wish);
  await requestKick(tx, siteId, wish.memberId);
  await forfeitForExclusion(tx, siteId, wish.memberId);
  signalAfterCommit(tx, siteId, wish.memberId);
}
