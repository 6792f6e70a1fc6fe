// The operator's commands about breaks from play: who is on one, beginning one for a member who asks, ending an endless exclusion.
//
// Elsewhere: how long each lasts and what it does (members/play-breaks.ts).

import {
  type PlayBreak,
  type PlayBreakLength,
  playBreakLengths,
  listMembersOnBreak,
} from '@chaba/server/modules/members';
import * as operators from '@chaba/server/modules/operators';

import { UsageError } from './site-settings.ts';
import { actedBy, type CommandContext, memberOf } from './command-context.ts';
import { table, timeOf } from './printing.ts';

export async function listPauses({ database, site }: CommandContext): Promise<string> {
  const paused = await listMembersOnBreak(database, site.id);
  if (paused.length === 0) return `Nobody of ${site.code} is on a break.`;
  return table(paused.map((member) => [member.phone, pauseText(member)]));
}

export function pauseText({ until, isExclusion }: PlayBreak): string {
  return `${isExclusion ? 'excluded' : 'time-out'} ${until === null ? 'for good' : `until ${timeOf(until)}`}`;
}

/** For members who ask by telephone. */
export async function pause(
  context: CommandContext,
  phone: string | undefined,
  typed: string | undefined,
): Promise<string> {
  const length = playBreakLengths.find((each): each is PlayBreakLength => each === typed);
  if (!length) throw new UsageError(`Say how long: ${playBreakLengths.join(', ')}.`, 2);
  const by = actedBy(context);
  const { id: memberId, phone: found } = await memberOf(context, phone);
  await operators.recordPlayBreak(context.database, by, { memberId, length });
  return `${found} is on a break: withdrawing stays open.`;
}

export async function endExclusion(context: CommandContext, phone: string | undefined): Promise<string> {
  const by = actedBy(context);
  const { id: memberId, phone: found } = await memberOf(context, phone);
  const outcome = await operators.liftExclusion(context.database, by, memberId);
  if (outcome === 'not_waiting') {
    throw new UsageError(`${found} is not excluded for good: other breaks end by themselves.`);
  }
  return `The exclusion of ${found} ends after its half year, a week from now at the earliest.`;
}
