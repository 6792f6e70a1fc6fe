// The start of a play break: no stake and no game from this moment, sessions end here and at the providers. A
// self-exclusion cancels the running bonus and codes, at once or as soon as no round may still pay.
//
// Elsewhere: kinds and lengths of breaks (play-breaks/play-breaks.ts), kicks (providers/kicks.ts).

import { lockLanes } from '@chaba/ledger';
import type { Transaction } from '@chaba/database';

import { publishAfterCommit } from '#core/member-events';
import { forfeitAtExclusion } from '#modules/promotions';
import type { PlayBreakLength } from '@chaba/contract/constraints';
import { recordPlayBreak } from '#modules/play-breaks';
import { requestKick } from '#modules/providers';

export async function startPlayBreak(
  tx: Transaction,
  siteId: number,
  wish: { readonly memberId: bigint; readonly length: PlayBreakLength; readonly requestedBy: 'member' | 'operator' },
): Promise<void> {
  // After this lock every batch of the lane reads the break.
  await lockLanes(tx, siteId, [wish.memberId]);
  await recordPlayBreak(tx, siteId, wish);
  await requestKick(tx, siteId, wish.memberId);
  await forfeitAtExclusion(tx, siteId, wish.memberId);
  publishAfterCommit(tx, siteId, wish.memberId);
}
