// The operator's commands about breaks from play: who is on one, beginning one for a member who asks, ending an endless exclusion.
//
// Elsewhere: how long each lasts and what it does (members/play-breaks.ts).

import {
  liftPause,
  type Pause,
  type PlayBreakLength,
  pauseLengths,
  pausedMembers,
} from '@chaba/server/modules/members';
import { runAudited } from '@chaba/server/modules/operators';
import { startPlayBreak } from '@chaba/server/modules/play';

import { UsageError } from './site-settings.ts';
import { actedBy, type Desk, memberOf } from './desk.ts';
import { table, timeOf } from './printing.ts';

export async function listPauses({ database, site }: Desk): Promise<string> {
  const paused = await pausedMembers(database, site.id);
  if (paused.length === 0) return `Nobody of ${site.code} is on a break.`;
  return table(paused.map((member) => [member.phone, pauseText(member)]));
}

export function pauseText({ until, isExclusion }: PlayBreak): string {
  return `${isExclusion ? 'excluded' : 'time-out'} ${until === null ? 'for good' : `until ${timeOf(until)}`}`;
}

/** For members who ask by telephone. */
export async function pause(desk: Desk, phone: string | undefined, typed: string | undefined): Promise<string> {
  const length = pauseLengths.find((each): each is PlayBreakLength => each === typed);
  if (!length) throw new UsageError(`Say how long: ${pauseLengths.join(', ')}.`, 2);
  const by = actedBy(context);
  const { id: memberId, phone: found } = await memberOf(context, phone);
  const what = { act: 'pause member', subject: `member ${memberId}`, facts: { length } };
  await runAudited(desk.database, by, what, (tx) =>
    startPlayBreak(tx, desk.site.id, { memberId, length, askedBy: 'operator' }),
  );
  return `${found} is on a break: withdrawing stays open.`;
}

export async function endExclusion(desk: Desk, phone: string | undefined): Promise<string> {
  const by = actedBy(desk);
  const { id: memberId, phone: found } = await memberOf(desk, phone);
  const what = { act: 'lift exclusion', subject: `member ${memberId}` };
  const outcome = await runAudited(desk.database, by, what, (tx) => liftPause(tx, desk.site.id, memberId));
  if (outcome === 'not_waiting') {
    throw new UsageError(`${found} is not excluded for good: other breaks end by themselves.`);
  }
  return `The exclusion of ${found} ends after its half year, a week from now at the earliest.`;
}
