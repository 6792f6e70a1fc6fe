// The operator's commands about breaks from play: who is on one, beginning one for a member who asks, ending an endless exclusion.
//
// Elsewhere: how long each lasts and what it does (members/pauses.ts).

import { liftPause, type Pause, type PauseLength, pauseLengths, pausedMembers } from '#modules/members';
import { beginPause } from '#modules/play';

import { Sentence } from './brand-flags.ts';
import { actedBy, type Desk, memberOf } from './desk.ts';
import { act } from './operators.ts';
import { table, timeOf } from './printing.ts';

export async function listPauses({ database, site }: Desk): Promise<string> {
  const paused = await pausedMembers(database, site.id);
  if (paused.length === 0) return `Nobody of ${site.code} is on a break.`;
  return table(paused.map((member) => [member.phone, pauseText(member)]));
}

export function pauseText({ until, isExclusion }: Pause): string {
  return `${isExclusion ? 'excluded' : 'time-out'} ${until === null ? 'for good' : `until ${timeOf(until)}`}`;
}

/** For members who ask by telephone. */
export async function pause(desk: Desk, phone: string | undefined, typed: string | undefined): Promise<string> {
  const length = pauseLengths.find((each): each is PauseLength => each === typed);
  if (!length) throw new Sentence(`Say how long: ${pauseLengths.join(', ')}.`, 2);
  const by = actedBy(desk);
  const { id: memberId, phone: found } = await memberOf(desk, phone);
  const what = { act: 'pause member', subject: `member ${memberId}`, facts: { length } };
  await act(desk.database, by, what, (tx) => beginPause(tx, desk.site.id, { memberId, length, askedBy: 'operator' }));
  return `${found} is on a break: withdrawing stays open.`;
}

export async function endExclusion(desk: Desk, phone: string | undefined): Promise<string> {
  const by = actedBy(desk);
  const { id: memberId, phone: found } = await memberOf(desk, phone);
  const what = { act: 'lift exclusion', subject: `member ${memberId}` };
  const outcome = await act(desk.database, by, what, (tx) => liftPause(tx, desk.site.id, memberId));
  if (outcome === 'not_waiting') {
    throw new Sentence(`${found} is not excluded for good: other breaks end by themselves.`);
  }
  return `The exclusion of ${found} ends after its half year, a week from now at the earliest.`;
}
