// Commands about play breaks: list them, start one at a member's request, lift an indefinite exclusion.
//
// Elsewhere: lengths and effects of play breaks (members/play-breaks.ts).

import {
  type PlayBreak,
  type PlayBreakLength,
  playBreakLengths,
  listMembersOnBreak,
} from '@chaba/server/modules/members';
import * as operators from '@chaba/server/modules/operators';

import { UsageError } from './site-settings.ts';
import { requireActor, type CommandContext, requireMember } from './command-context.ts';
import { formatTable, formatTime } from './printing.ts';

export async function listPlayBreaks({ database, site }: CommandContext): Promise<string> {
  const paused = await listMembersOnBreak(database, site.id);
  if (paused.length === 0) return `No member of ${site.code} is on a play break.`;
  return formatTable(paused.map((member) => [member.phone, formatPlayBreak(member)]));
}

export function formatPlayBreak({ until, isExclusion }: PlayBreak): string {
  return `${isExclusion ? 'excluded' : 'time-out'} ${until === null ? 'for good' : `until ${formatTime(until)}`}`;
}

/** Starts a play break that the member requested by telephone. */
export async function startPlayBreak(
  context: CommandContext,
  phone: string | undefined,
  typed: string | undefined,
): Promise<string> {
  const length = playBreakLengths.find((each): each is PlayBreakLength => each === typed);
  if (!length) throw new UsageError(`Name the length: ${playBreakLengths.join(', ')}.`, 2);
  const by = requireActor(context);
  const { id: memberId, phone: found } = await requireMember(context, phone);
  await operators.recordPlayBreak(context.database, by, { memberId, length });
  return `${found} is on a break: withdrawing stays open.`;
}

export async function liftExclusion(context: CommandContext, phone: string | undefined): Promise<string> {
  const by = requireActor(context);
  const { id: memberId, phone: found } = await requireMember(context, phone);
  const outcome = await operators.liftExclusion(context.database, by, memberId);
  if (outcome === 'not_waiting') {
    throw new UsageError(`${found} is not excluded for good: other breaks end by themselves.`);
  }
  return `The exclusion of ${found} ends after its half year, a week from now at the earliest.`;
}
